// One Ingress for each route. Routes of one host and different paths make a fan
// out, in one Ingress or over several.
local kube = import 'lib/kube.libjsonnet';

local path(entry) = {
  path: entry.path,
  // By path element: /api is not /apiary. Cilium would take the third type,
  // ImplementationSpecific, for a regular expression.
  pathType: 'Prefix',
  backend: { service: { name: entry.backend, port: { name: 'http' } } },
};

local ingress(params) = function(route)
  kube.Ingress(route.name) {
    metadata+: {
      annotations+:
        (if route.certificate == null then {} else route.certificate.annotations)
        + (if route.loadBalancer == '' then {} else { 'ingress.cilium.io/loadbalancer-mode': route.loadBalancer })
        // Cilium copies those with the prefixes that it is told to.
        + route.serviceAnnotations,
    },
    spec: {
      ingressClassName: params.className,
      [if route.certificate != null then 'tls']: [
        { hosts: [route.host], secretName: route.certificate.secretName },
      ],
      rules: [{ host: route.host, http: { paths: std.map(path, route.paths) } }],
    },
  };

function(params, routes) {
  '30_ingresses': std.map(ingress(params), routes),
}
