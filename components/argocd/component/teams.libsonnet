// AppProjects of the teams in `argocd.teams`: least privilege, because a team's
// Applications are made of what the team wrote.
local argocd = import '../lib/argocd.libjsonnet';
local com = import 'lib/commodore.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';

local inv = kap.inventory();
local params = inv.parameters.argocd;

local names = [team for team in std.objectFields(params.teams) if params.teams[team] != null];

// The names under which the cluster's instances are known, from entries such as
// `cilium` and `cert-manager as issuers`.
local instances = [
  local parts = std.split(application, ' ');
  parts[std.length(parts) - 1]
  for application in inv.applications
];

// Teams that have an instance on this cluster. The folder of another one is
// not in the catalog, and Argo CD has no way to say that it may be missing.
local here = [
  team
  for team in names
  if std.setInter(com.renderArray(std.get(params.teams[team], 'instances', [])), std.set(instances)) != []
];

local project(name) =
  local team = argocd.known('teams.' + name, params.teams[name], [
    'description',
    'instances',
    'namespaces',
    'sourceRepos',
    'spec',
  ]);
  local namespaces = com.renderArray(std.get(team, 'namespaces', []));
  assert !std.member(['syn', 'default'], name) :
         'argocd.teams.%s: Argo CD or the platform has a project of this name, give the team another one' % name;
  assert namespaces != [] :
         'argocd.teams.%s.namespaces is empty: list the namespaces that the team deploys to' % name;
  // Whoever may write there can make an Application in any project.
  assert !std.member(namespaces, params.namespace) :
         'argocd.teams.%s.namespaces must leave out %s, the namespace of Argo CD' % [name, params.namespace];

  argocd.Project(name) {
    spec+: {
      [if std.objectHas(team, 'description') then 'description']: team.description,
      // The catalog, and the team's own: not those of the platform's charts.
      sourceRepos: [super.sourceRepos[0]] + std.set(std.get(team, 'sourceRepos', [])),
      // An exclusion wins over patterns, whatever they match.
      destinations: [
        { server: params.server, namespace: namespace }
        for namespace in namespaces + ['!' + params.namespace]
      ],
      // Every component brings its namespace; nothing else of the cluster's.
      clusterResourceWhitelist: [{ group: '', kind: 'Namespace', name: namespace } for namespace in namespaces],
    } + com.makeMergeable(std.get(team, 'spec', {})),
  };

{
  names: names,
  here: here,
  project: project,
}
