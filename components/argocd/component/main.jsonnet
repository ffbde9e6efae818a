// What the instance's own Application applies. Argo CD itself is installed
// when the cluster is bootstrapped, before it can read any catalog.
local kap = import 'lib/kapitan.libjsonnet';
local kube = import 'lib/kube.libjsonnet';
local require = import 'require.libsonnet';

local params = require(kap.inventory().parameters.argocd);

{
  '00_namespace': kube.Namespace(params.namespace) {
    metadata+: {
      annotations+: {
        // Losing this namespace loses every Application in it.
        'argocd.argoproj.io/sync-options': 'Prune=false',
      },
    },
  },
}
