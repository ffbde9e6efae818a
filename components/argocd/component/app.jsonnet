// The top of the app-of-apps tree: the projects, the root Applications that
// apply the catalog's apps folders, and the Application of this instance.
// By path: `lib/argocd.libjsonnet` is a stand-in that returns {} where a
// component is compiled alone, which would leave this one untested.
local argocd = import '../lib/argocd.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';
local teams = import 'teams.libsonnet';

local inv = kap.inventory();
local params = inv.parameters.argocd;
local instance = inv.parameters._instance;

// Applications carry the cascade finalizer: pruning one deletes its whole
// workload. So a file missing from apps/ is reported as out of sync and left
// for a person to remove, and a root itself has no finalizer.
local root(name, folder) =
  local app = argocd.App(name, params.namespace, secrets=false, base='root');
  app {
    metadata+: {
      finalizers:: [],
    },
    spec+: {
      source+: {
        path: 'manifests/' + folder,
      },
      syncPolicy+: {
        // Not there where `applications` has taken automated sync away.
        [if std.objectHas(app.spec.syncPolicy, 'automated') then 'automated']+: {
          prune: false,
        },
      },
    },
  };

local project(object) = object {
  metadata+: {
    annotations+: { 'argocd.argoproj.io/sync-wave': std.toString(argocd.projectWave) },
  },
};

{
  // The numbers make the order plain: a project before the root that uses it.
  '00_project': project(argocd.Project('syn')),
  '01_root': root('root', 'apps'),
  [instance]: argocd.App(instance, params.namespace, secrets=false, base='argocd'),
} + {
  ['00_project_' + team]: project(teams.project(team))
  for team in teams.names
} + {
  // In the platform's project and not in the team's, which would have to allow
  // Applications, and with them any project, this one's too.
  ['01_root_' + team]: root('root-' + team, 'apps-' + team)
  for team in teams.here
}
