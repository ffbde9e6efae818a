// The routes of the parameters as a list, with what is wrong in them found here,
// so that Ingresses and Gateways start from the same thing.

local known = import 'known.libsonnet';

local issuerAnnotations = {
  clusterIssuer: 'cert-manager.io/cluster-issuer',
  issuer: 'cert-manager.io/issuer',
};

// {} is a route without TLS. A Secret is named after the route where nothing
// else is said: cert-manager makes it.
local certificateOf(name, certificate) =
  local given = known('routes.' + name + '.certificate', certificate, ['clusterIssuer', 'issuer', 'secretName']);
  local issuers = [kind for kind in std.objectFields(issuerAnnotations) if std.get(given, kind) != null];
  assert std.length(issuers) < 2 :
         'ingress_demo.routes.%s.certificate has clusterIssuer and issuer: set one of them to null' % name;
  if given == {} then null else {
    secretName: std.get(given, 'secretName', name + '-tls'),
    annotations: { [issuerAnnotations[kind]]: given[kind] for kind in issuers },
  };

// Paths as a list. The longest first, as controllers match them, for readers.
local pathsOf(name, paths, backends) =
  local used = [path for path in std.objectFields(paths) if paths[path] != null];
  assert used != [] :
         'ingress_demo.routes.%s.paths is empty: map a path to a backend, as in {/: web}' % name;
  [
    assert std.startsWith(path, '/') :
           'ingress_demo.routes.%s.paths: %s must start with a slash' % [name, path];
    assert std.get(backends, paths[path]) != null :
           'ingress_demo.routes.%s.paths: %s leads to %s, which is not in ingress_demo.backends' % [name, path, paths[path]];
    { path: path, backend: paths[path] }
    for path in std.sort(used, function(path) -std.length(path))
  ];

local loadBalancers = ['', 'shared', 'dedicated'];

local route(name, settings, backends) =
  local given = known('routes.' + name, settings, [
    'certificate',
    'host',
    'loadBalancer',
    'paths',
    'serviceAnnotations',
  ]);
  local loadBalancer = std.get(given, 'loadBalancer', '');
  local serviceAnnotations = std.get(given, 'serviceAnnotations', {});
  assert std.objectHas(given, 'host') :
         'ingress_demo.routes.%s.host is missing: without one the route would be for every host name' % name;
  assert std.member(loadBalancers, loadBalancer) :
         'ingress_demo.routes.%s.loadBalancer must be shared, dedicated or empty, not %s' % [name, loadBalancer];
  assert serviceAnnotations == {} || loadBalancer == 'dedicated' :
         'ingress_demo.routes.%s.serviceAnnotations need loadBalancer: dedicated, a shared load balancer is not for one route to configure' % name;
  {
    name: name,
    host: given.host,
    paths: pathsOf(name, std.get(given, 'paths', {}), backends),
    certificate: certificateOf(name, std.get(given, 'certificate', {})),
    loadBalancer: loadBalancer,
    serviceAnnotations: serviceAnnotations,
  };

// Of two routes with one host and path the older object wins, so after a
// redeploy it may be the other one.
local refuseTwins(routes) =
  local targets = [{ route: r.name, url: r.host + p.path } for r in routes for p in r.paths];
  local twins = [
    '%s and %s have %s' % [a.route, b.route, a.url]
    for a in targets
    for b in targets
    if a.route < b.route && a.url == b.url
  ];
  assert twins == [] : 'ingress_demo.routes: %s, and only one can get it' % std.join('; ', twins);
  routes;

function(params) refuseTwins([
  route(name, params.routes[name], params.backends)
  for name in std.objectFields(params.routes)
  if params.routes[name] != null
])
