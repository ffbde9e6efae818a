// Helm values of the Cilium chart: what the parameters say, then the user's
// `helm_values` merged over it, so that they always have the last word.
// There is no list in here: makeMergeable would append to it, not replace it.
local com = import 'lib/commodore.libjsonnet';

local ingressModes = [ 'shared', 'dedicated' ];

local ingressController(ingress) =
  assert std.member(ingressModes, ingress.mode) :
         'cilium.ingress.mode must be one of %s, not %s' % [ std.join(', ', ingressModes), ingress.mode ];
  {
    enabled: ingress.enabled,
    default: ingress.defaultClass,
    // shared: every Ingress behind the one Service `cilium-ingress`;
    // dedicated: one LoadBalancer Service per Ingress.
    loadbalancerMode: ingress.mode,
    // Redirects per host name, not per Ingress: as soon as one Ingress has
    // TLS for a host, plain HTTP on that host answers 308, cert-manager's
    // own solver Ingress included. Component ingress-http01 is the remedy.
    enforceHttps: ingress.enforceHttps,
  };

function(params)
  {
    kubeProxyReplacement: params.kubeProxyReplacement,
    // Without kube-proxy nothing serves the `kubernetes` Service until the
    // agent runs, so the agent needs an address of the API server of its own.
    [if std.objectHas(params.kubernetesApi, 'host') then 'k8sServiceHost']: params.kubernetesApi.host,
    [if std.objectHas(params.kubernetesApi, 'port') then 'k8sServicePort']: params.kubernetesApi.port,
    ingressController: ingressController(params.ingress),
  }
  + com.makeMergeable(params.helm_values)
