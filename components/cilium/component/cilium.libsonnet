// Everything that the parameters ask for: the chart's values, the objects
// beside the chart by the name of their file, and what to warn of.
local bgpOf = import 'bgp.libsonnet';
local gatewayOf = import 'gateway.libsonnet';
local ingressOf = import 'ingress.libsonnet';
local l2Of = import 'l2.libsonnet';
local poolsOf = import 'pools.libsonnet';
local require = import 'require.libsonnet';
local valuesOf = import 'values.libsonnet';
local versionOf = import 'version.libsonnet';
local warningsOf = import 'warnings.libsonnet';

function(parameters)
  local params = require.known('', parameters, [
    'namespace',
    'charts',
    'kubeProxyReplacement',
    'kubernetesApi',
    'rollOutPods',
    'ingress',
    'gatewayAPI',
    'lbIpam',
    'l2Announcements',
    'bgp',
    'helm_values',
  ]);
  local charts = require.object('charts', params.charts);
  local atLeast = versionOf(require.object('charts.cilium', charts.cilium).version);

  local gateway = gatewayOf(params.gatewayAPI, atLeast);
  local l2 = l2Of(params.l2Announcements);
  local bgp = bgpOf(params.bgp, atLeast);

  local values = valuesOf(params, {
    ingressController: ingressOf(params.ingress, atLeast),
    gatewayAPI: std.get(gateway, 'values'),
    l2announcements: std.get(l2, 'values'),
    bgpControlPlane: std.get(bgp, 'values'),
  }, atLeast);
  local objects = {
    '10_lb_ipam_pools': poolsOf(params.lbIpam, atLeast),
    '20_l2_announcements': l2.objects,
    '30_bgp': bgp.objects,
    '40_gateways': gateway.objects,
  };
  {
    values: values,
    // No empty file: without any, the Application has the chart alone.
    objects: { [file]: objects[file] for file in std.objectFields(objects) if objects[file] != [] },
    warnings: warningsOf(params.ingress, values),
  }
