// LB-IPAM address pools: where LoadBalancer Services get their addresses on
// clusters whose cloud has no load balancer controller.
local object = import 'object.libsonnet';
local require = import 'require.libsonnet';

function(params, atLeast)
  local pools = require.specs('lbIpam.pools', require.known('lbIpam', params, ['pools']).pools);
  // The same fields in both.
  local apiVersion = if atLeast('1.18') then 'cilium.io/v2' else 'cilium.io/v2alpha1';
  [
    object(apiVersion, 'CiliumLoadBalancerIPPool', name) { spec: pools[name] }
    for name in std.objectFields(pools)
  ]
