// The Gateway API: Helm values, and the Gateways that the platform itself owns.
// Its CRDs are a prerequisite: neither the chart nor Cilium installs them.
local object = import 'object.libsonnet';
local require = import 'require.libsonnet';

local values(gatewayAPI) = {
  enabled: true,
  // A string for the charts before 1.20, which accept no boolean here.
  gatewayClass: {
    create: std.toString(require.oneOf('gatewayAPI.gatewayClass', gatewayAPI.gatewayClass, ['auto', true, false])),
  },
  // For every Gateway, as for every Ingress.
  [if require.bool('gatewayAPI.proxyProtocol', gatewayAPI.proxyProtocol) then 'enableProxyProtocol']: true,
  [if require.bool('gatewayAPI.alpn', gatewayAPI.alpn) then 'enableAlpn']: true,
  [if require.oneOf('gatewayAPI.externalTrafficPolicy', gatewayAPI.externalTrafficPolicy, [null, 'Cluster', 'Local']) != null
  then 'externalTrafficPolicy']: gatewayAPI.externalTrafficPolicy,
};

// Before 1.20 Cilium knows neither TCPRoutes nor UDPRoutes.
local listener(name, entry, atLeast) =
  local protocol = std.get(entry, 'protocol');
  assert !std.member(['TCP', 'UDP'], protocol) || atLeast('1.20') :
         'cilium.%s: listener %s has protocol %s, which needs Cilium 1.20; set cilium.charts.cilium.version to one'
         % [name, entry.name, protocol];
  entry;

local gateway(key, params, atLeast) =
  local name = 'gatewayAPI.gateways.' + key;
  local parts = std.split(key, '/');
  assert std.length(parts) == 2 && !std.member(parts, '') :
         'cilium.%s: write the key as namespace/name' % name;
  local fields = require.known(name, params, ['annotations', 'labels', 'spec']);
  local spec = require.object(name + '.spec', std.get(fields, 'spec'));
  assert !std.objectHas(spec, 'allowedListeners') || atLeast('1.20') :
         'cilium.%s.spec.allowedListeners is for ListenerSets, which need Cilium 1.20; set cilium.charts.cilium.version to one'
         % name;
  local listeners = require.named(name + '.spec.listeners', std.get(spec, 'listeners', {}));
  object('gateway.networking.k8s.io/v1', 'Gateway', parts[1], fields) {
    metadata+: { namespace: parts[0] },
    spec: { gatewayClassName: 'cilium' } + spec {
      listeners: [listener(name, entry, atLeast) for entry in listeners],
    },
  };

function(params, atLeast)
  local gatewayAPI = require.known('gatewayAPI', params, [
    'enabled',
    'gatewayClass',
    'proxyProtocol',
    'alpn',
    'externalTrafficPolicy',
    'gateways',
  ]);
  local gateways = require.specs('gatewayAPI.gateways', gatewayAPI.gateways);
  local enabled = require.bool('gatewayAPI.enabled', gatewayAPI.enabled);
  assert enabled || gateways == {} :
         'cilium.gatewayAPI.gateways is set, but the Gateway API is off: set cilium.gatewayAPI.enabled to true';
  {
    [if enabled then 'values']: values(gatewayAPI),
    objects: [gateway(key, gateways[key], atLeast) for key in std.objectFields(gateways)],
  }
