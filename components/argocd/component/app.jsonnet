// The top of the app-of-apps tree: the project, the root Application that
// applies the catalog's apps/ folder, and the Application of this instance.
// By path: `lib/argocd.libjsonnet` is a stand-in that returns {} where a
// component is compiled alone, which would leave this one untested.
local argocd = import '../lib/argocd.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';

local inv = kap.inventory();
local params = inv.parameters.argocd;
local instance = inv.parameters._instance;

// Applications carry the cascade finalizer: pruning one deletes its whole
// workload. So a file missing from apps/ is reported as out of sync and left
// for a person to remove, and the root itself has no finalizer.
local root = argocd.App('root', params.namespace, secrets=false) {
  metadata+: {
    finalizers:: [],
  },
  spec+: {
    source+: {
      path: 'manifests/apps',
    },
    syncPolicy+: {
      automated+: {
        prune: false,
      },
    },
  },
};

{
  // The numbers make the order plain: a project before the root that uses it.
  '00_project': argocd.Project('syn'),
  '01_root': root,
  [instance]: argocd.App(instance, params.namespace, secrets=false, base='argocd'),
}
