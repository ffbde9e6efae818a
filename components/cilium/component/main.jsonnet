// values.yaml is for people and for rendering the chart; Argo CD applies only
// what is below objects/.
local kap = import 'lib/kapitan.libjsonnet';
local poolsOf = import 'pools.libsonnet';
local valuesOf = import 'values.libsonnet';

local params = kap.inventory().parameters.cilium;
local pools = poolsOf(params.lbIpam.pools);

{
  values: valuesOf(params),
  [if pools != [] then 'objects/10_lb_ipam_pools']: pools,
}
