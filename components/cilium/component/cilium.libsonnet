// Everything that the parameters ask for, for both outputs: the chart's values,
// and the objects beside the chart by the name of their file.
local kap = import 'lib/kapitan.libjsonnet';

local bgpOf = import 'bgp.libsonnet';
local gatewayOf = import 'gateway.libsonnet';
local ingressOf = import 'ingress.libsonnet';
local l2Of = import 'l2.libsonnet';
local poolsOf = import 'pools.libsonnet';
local valuesOf = import 'values.libsonnet';
local versionOf = import 'version.libsonnet';

local params = kap.inventory().parameters.cilium;
local atLeast = versionOf(params.charts.cilium.version);

local gateway = gatewayOf(params.gatewayApi, atLeast);
local l2 = l2Of(params.l2Announcements);
local bgp = bgpOf(params.bgp, atLeast);

local objects = {
  '10_lb_ipam_pools': poolsOf(params.lbIpam, atLeast),
  '20_l2_announcements': l2.objects,
  '30_bgp': bgp.objects,
  '40_gateways': gateway.objects,
};

{
  params: params,
  values: valuesOf(params, {
    ingressController: ingressOf(params.ingress, atLeast),
    gatewayAPI: std.get(gateway, 'values'),
    l2announcements: std.get(l2, 'values'),
    bgpControlPlane: std.get(bgp, 'values'),
  }, atLeast),
  // Without empty files, which Argo CD would be pointed at for nothing.
  objects: { [file]: objects[file] for file in std.objectFields(objects) if objects[file] != [] },
}
