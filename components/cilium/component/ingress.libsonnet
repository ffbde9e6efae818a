// Helm values of the Ingress controller.
local com = import 'lib/commodore.libjsonnet';
local require = import 'require.libsonnet';

// The chart has no way to add to this list, so a longer one repeats it. The
// same in the charts 1.16 to 1.20.
local chartAnnotationPrefixes = [
  'lbipam.cilium.io',
  'nodeipam.cilium.io',
  'service.beta.kubernetes.io',
  'service.kubernetes.io',
  'cloud.google.com',
];

// The Service `cilium-ingress` of shared mode. Its fields have the chart's
// names; what is not set stays as the chart has it.
local service(params) =
  local name = 'ingress.service';
  local fields = require.known(name, params, [
    'annotations',
    'labels',
    'type',
    'externalTrafficPolicy',
    'loadBalancerClass',
    'loadBalancerIP',
    'allocateLoadBalancerNodePorts',
    'insecureNodePort',
    'secureNodePort',
  ]);
  local type = require.oneOf(name + '.type', fields.type, [null, 'LoadBalancer', 'NodePort', 'ClusterIP']);
  local policy = require.oneOf(name + '.externalTrafficPolicy', fields.externalTrafficPolicy, [null, 'Cluster', 'Local']);
  assert type != 'ClusterIP' || policy == null :
         'cilium.%s.externalTrafficPolicy needs another type than ClusterIP: nothing outside reaches that Service' % name;
  local all = {
    annotations: require.strings(name + '.annotations', fields.annotations),
    labels: require.strings(name + '.labels', fields.labels),
    type: type,
    // Kubernetes refuses the chart's default on a ClusterIP Service; '' makes
    // the chart leave the field out.
    externalTrafficPolicy: if type == 'ClusterIP' then '' else policy,
    loadBalancerClass: require.stringOrNull(name + '.loadBalancerClass', fields.loadBalancerClass),
    loadBalancerIP: require.stringOrNull(name + '.loadBalancerIP', fields.loadBalancerIP),
    allocateLoadBalancerNodePorts: require.boolOrNull(name + '.allocateLoadBalancerNodePorts', fields.allocateLoadBalancerNodePorts),
    insecureNodePort: require.portOrNull(name + '.insecureNodePort', fields.insecureNodePort),
    secureNodePort: require.portOrNull(name + '.secureNodePort', fields.secureNodePort),
  };
  { [key]: all[key] for key in std.objectFields(all) if !std.member([null, {}], all[key]) };

// The certificate of Ingresses that have TLS without a Secret of their own.
local defaultSecret(params) =
  local secret = require.known('ingress.defaultSecret', params, ['namespace', 'name']);
  assert secret == {} || std.length(secret) == 2 :
         'cilium.ingress.defaultSecret needs both namespace and name';
  if secret == {} then {} else {
    defaultSecretNamespace: require.text('ingress.defaultSecret.namespace', secret.namespace),
    defaultSecretName: require.text('ingress.defaultSecret.name', secret.name),
  };

local trustedHops(hops, atLeast) =
  assert hops == 0 || atLeast('1.20') :
         'cilium.ingress.xffNumTrustedHops needs Cilium 1.20; set cilium.charts.cilium.version to one, or leave it 0';
  if hops == 0 then {} else { xffNumTrustedHops: hops };

function(params, atLeast)
  local ingress = require.known('ingress', params, [
    'enabled',
    'mode',
    'defaultClass',
    'enforceHttps',
    'proxyProtocol',
    'loadBalancerIPv6',
    'annotationPrefixes',
    'defaultSecret',
    'xffNumTrustedHops',
    'service',
  ]);
  local prefixes = com.renderArray(require.texts('ingress.annotationPrefixes', ingress.annotationPrefixes));
  local serviceValues = service(ingress.service);
  {
    enabled: require.bool('ingress.enabled', ingress.enabled),
    default: require.bool('ingress.defaultClass', ingress.defaultClass),
    // shared: every Ingress behind the one Service `cilium-ingress`;
    // dedicated: one LoadBalancer Service per Ingress.
    loadbalancerMode: require.oneOf('ingress.mode', ingress.mode, ['shared', 'dedicated']),
    // Redirects per host name, not per Ingress: as soon as one Ingress has
    // TLS for a host, plain HTTP on that host answers 308, cert-manager's
    // own solver Ingress included. Component ingress-http01 is the remedy.
    enforceHttps: require.bool('ingress.enforceHttps', ingress.enforceHttps),
    // For every listener of the controller: there is no switch per Ingress.
    [if require.bool('ingress.proxyProtocol', ingress.proxyProtocol) then 'enableProxyProtocol']: true,
    [if prefixes != [] then 'ingressLBAnnotationPrefixes']: chartAnnotationPrefixes + prefixes,
    [if serviceValues != {} then 'service']: serviceValues,
  }
  + defaultSecret(ingress.defaultSecret)
  + trustedHops(require.count('ingress.xffNumTrustedHops', ingress.xffNumTrustedHops), atLeast)
