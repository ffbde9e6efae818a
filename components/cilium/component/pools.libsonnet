// LB-IPAM address pools: where LoadBalancer Services get their addresses on
// clusters whose cloud has no load balancer controller.
local kube = import 'lib/kube.libjsonnet';

// v2 from Cilium 1.18 on; before that the kind is in cilium.io/v2alpha1.
local pool(name, spec) = kube._Object('cilium.io/v2', 'CiliumLoadBalancerIPPool', name) {
  metadata+: {
    annotations+: {
      // The operator installs its own CRDs once it runs; the chart has none.
      'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true',
      'argocd.argoproj.io/sync-wave': '10',
    },
  },
  spec: spec,
};

function(pools) [
  pool(name, pools[name])
  for name in std.objectFields(pools)
  if pools[name] != null
]
