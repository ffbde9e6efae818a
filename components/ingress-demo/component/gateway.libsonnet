// The routes for Gateway API: one Gateway for all of them, and one more for each
// that wants a load balancer of its own, since a Gateway is a load balancer.
//
// Fields that the API server would fill in are written out: it fills them into
// lists that are compared as a whole, where they would show as differences.
local kap = import 'lib/kapitan.libjsonnet';
local kube = import 'lib/kube.libjsonnet';

local group = 'gateway.networking.k8s.io';

// The Gateway of a route: its own has its name, the one of all others that of
// the instance.
local gatewayOf(route) =
  local instance = kap.inventory().parameters._instance;
  assert route.loadBalancer != 'dedicated' || route.name != instance :
         'ingress_demo.routes.%s has a Gateway of its own, and the Gateway of the other routes has that name: give the route another one' % route.name;
  if route.loadBalancer == 'dedicated' then route.name else instance;

local byGateway(routes) = std.foldl(function(known, route) known { [gatewayOf(route)]+: [route] }, routes, {});

// A listener has one host, and no two of a Gateway the same. Its name is made of
// the host, whose dots and asterisk a name can't have.
local hostsOf(routes) = std.set([route.host for route in routes]);
local listenerName(protocol, host) =
  '%s-%s' % [protocol, std.strReplace(std.strReplace(host, '*', 'any'), '.', '-')];

local certificateOf(host, routes) =
  local all = std.set([route.certificate.secretName for route in routes if route.host == host && route.certificate != null]);
  assert std.length(all) < 2 :
         'ingress_demo.routes: %s has the certificates %s, and a listener has one: leave it to one route' % [host, std.join(' and ', all)];
  if all == [] then null else all[0];

local listener(name, port, protocol, host) = {
  name: name,
  port: port,
  protocol: protocol,
  hostname: host,
  // Not All: a route from another namespace could take part of the host.
  allowedRoutes: { namespaces: { from: 'Same' } },
};

local listeners(routes) = std.flattenArrays([
  local secret = certificateOf(host, routes);
  // HTTP also for hosts with TLS: HTTP-01 challenges start there.
  [listener(listenerName('http', host), 80, 'HTTP', host)]
  + if secret == null then [] else [
    listener(listenerName('https', host), 443, 'HTTPS', host) {
      tls: {
        mode: 'Terminate',
        certificateRefs: [{ group: '', kind: 'Secret', name: secret }],
      },
    },
  ]
  for host in hostsOf(routes)
]);

// cert-manager makes the certificates of all listeners of a Gateway with the
// one issuer in its annotation.
local issuerOf(gateway, routes) =
  local annotations = [route.certificate.annotations for route in routes if route.certificate != null];
  local all = [a for a in annotations if a != {}];
  assert std.length(std.set(std.map(std.toString, all))) < 2 :
         'ingress_demo.routes: Gateway %s has several issuers, and can have one: give routes a Gateway of their own with loadBalancer: dedicated' % gateway;
  assert all == [] || std.length(all) == std.length(annotations) :
         'ingress_demo.routes: Gateway %s has certificates with and without an issuer, which would issue all: give routes a Gateway of their own with loadBalancer: dedicated' % gateway;
  if all == [] then {} else all[0];

local gateway(params, name, routes) =
  local annotations = routes[0].serviceAnnotations;
  kube._Object(group + '/v1', 'Gateway', name) {
    metadata+: { annotations+: issuerOf(name, routes) },
    spec: {
      gatewayClassName: params.className,
      // These go to the Service. Only a Gateway of one route has any.
      [if annotations != {} then 'infrastructure']: { annotations: annotations },
      listeners: listeners(routes),
    },
  };

local parent(gateway, section) = {
  group: group,
  kind: 'Gateway',
  name: gateway,
  sectionName: section,
};

local httpRoute(name, parents, host, rules) = kube._Object(group + '/v1', 'HTTPRoute', name) {
  spec: {
    parentRefs: parents,
    hostnames: [host],
    rules: rules,
  },
};

local forward(entry) = {
  matches: [{ path: { type: 'PathPrefix', value: entry.path } }],
  backendRefs: [{ group: '', kind: 'Service', name: entry.backend, port: 80, weight: 1 }],
};

// The path of a challenge is longer than this one's and exact, so it wins.
local redirect = {
  matches: [{ path: { type: 'PathPrefix', value: '/' } }],
  filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }],
};

// Gateway API has no switch that enforces HTTPS, so it takes a route for each
// host: the redirect on the HTTP listener, the backends on the other one only.
local httpRoutes(params, gateway, routes) =
  local secure(host) = certificateOf(host, routes) != null;
  [
    local https = [parent(gateway, listenerName('https', route.host))];
    local http = [parent(gateway, listenerName('http', route.host))];
    local parents =
      if !secure(route.host) then http
      else if params.redirectHttps then https
      else http + https;
    httpRoute(route.name, parents, route.host, std.map(forward, route.paths))
    for route in routes
  ] + [
    // Named after the first route of the host.
    local first = [route.name for route in routes if route.host == host][0];
    httpRoute('%s-redirect' % first, [parent(gateway, listenerName('http', host))], host, [redirect])
    for host in hostsOf(routes)
    if params.redirectHttps && secure(host)
  ];

function(params, routes)
  local gateways = byGateway(routes);
  {
    '30_gateways': [gateway(params, name, gateways[name]) for name in std.objectFields(gateways)],
    '40_http_routes': std.flattenArrays([
      httpRoutes(params, name, gateways[name])
      for name in std.objectFields(gateways)
    ]),
  }
