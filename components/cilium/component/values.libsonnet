// Helm values of the Cilium chart: what the parameters say, then the user's
// `helm_values` merged over it, so that they always have the last word.
local require = import 'require.libsonnet';
local isOn = import 'switch.libsonnet';

// A list replaces a list, as in Helm; com.makeMergeable would append. A null
// stays: it takes a default of the chart away.
local merge(base, over) =
  if std.isObject(base) && std.isObject(over) then
    base + {
      [key]: if std.objectHas(base, key) then merge(base[key], over[key]) else over[key]
      for key in std.objectFields(over)
    }
  else over;

// Values that the chart no longer has. Helm ignores them, so they would look
// set and do nothing.
local removed = [
  { since: '1.17', path: ['bgp'], instead: 'use cilium.bgp' },
  { since: '1.17', path: ['externalIPs'], instead: 'kubeProxyReplacement covers it' },
  { since: '1.18', path: ['enableCiliumEndpointSlice'], instead: 'use ciliumEndpointSlice.enabled' },
  { since: '1.18', path: ['hostPort'], instead: 'kubeProxyReplacement covers it' },
  { since: '1.19', path: ['nodePort', 'enabled'], instead: 'use cilium.kubeProxyReplacement' },
  { since: '1.20', path: ['l2podAnnouncements', 'interface'], instead: 'use l2podAnnouncements.interfacePattern' },
];

local isSet(values, path) =
  std.isObject(values) && std.objectHas(values, path[0])
  && (std.length(path) == 1 || isSet(values[path[0]], path[1:]));

local checkRemoved(values, atLeast) =
  local found = [r for r in removed if atLeast(r.since) && isSet(values, r.path)];
  assert found == [] :
         'cilium.helm_values.%s is not in the chart since %s: %s'
         % [std.join('.', found[0].path), found[0].since, found[0].instead];
  values;

// After the merge, because `helm_values` may have the last word on these too.
local checkServices(values, atLeast) =
  local kubeProxyReplacement = isOn(values, ['kubeProxyReplacement']);
  local nodePort = kubeProxyReplacement || !atLeast('1.19') && isOn(values, ['nodePort', 'enabled']);
  local needs(path, parameter, met) =
    assert !isOn(values, path) || met :
           'cilium.%s needs cilium.kubeProxyReplacement: true' % parameter;
    true;
  assert needs(['ingressController', 'enabled'], 'ingress', nodePort)
         && needs(['gatewayAPI', 'enabled'], 'gatewayAPI', nodePort)
         && needs(['l2announcements', 'enabled'], 'l2Announcements', kubeProxyReplacement);
  values;

// Changed settings are in a ConfigMap, which pods read when they start.
local rollOut = {
  rollOutCiliumPods: true,
  operator: { rollOutPods: true },
  envoy: { rollOutPods: true },
};

// By default the chart makes a CA and certificates for Hubble each time that it
// is rendered: Argo CD would replace them again and again. With this a job in
// the cluster makes them, and renews them.
local hubble = { tls: { auto: { method: 'cronJob' } } };

// The chart takes the port as text too.
local apiPort(port) =
  if std.type(port) == 'string' && port != '' && std.stripChars(port, '0123456789') == '' then port
  else require.port('kubernetesApi.port', port);

// The parts are values by the chart's names, or null where they are not used.
function(params, parts, atLeast)
  local kubernetesApi = require.known('kubernetesApi', params.kubernetesApi, ['host', 'port']);
  local helmValues = checkRemoved(require.object('helm_values', params.helm_values), atLeast);
  local base =
    {
      kubeProxyReplacement: require.bool('kubeProxyReplacement', params.kubeProxyReplacement),
      // Without kube-proxy nothing serves the `kubernetes` Service until the
      // agent runs, so the agent needs an address of the API server of its own.
      [if std.objectHas(kubernetesApi, 'host') then 'k8sServiceHost']: require.text('kubernetesApi.host', kubernetesApi.host),
      [if std.objectHas(kubernetesApi, 'port') then 'k8sServicePort']: apiPort(kubernetesApi.port),
      hubble: hubble,
    }
    + { [name]: parts[name] for name in std.objectFields(parts) if parts[name] != null }
    + (if require.bool('rollOutPods', params.rollOutPods) then rollOut else {});
  checkServices(merge(base, helmValues), atLeast)
