// A tenant's workload behind an ingress controller: the same backends and
// routes as Ingresses or, with one word changed, for Gateway API.
local backends = import 'backends.libsonnet';
local gateway = import 'gateway.libsonnet';
local ingress = import 'ingress.libsonnet';
local kap = import 'lib/kapitan.libjsonnet';
local kube = import 'lib/kube.libjsonnet';
local policy = import 'policy.libsonnet';
local require = import 'require.libsonnet';
local require = import 'require.libsonnet';
local routesOf = import 'routes.libsonnet';

local params = require(kap.inventory().parameters.ingress_demo);

local apis = {
  ingress: ingress,
  gateway: gateway,
};

local routing =
  assert std.objectHas(apis, params.api) :
         'ingress_demo.api must be one of %s, not %s' % [std.join(', ', std.objectFields(apis)), params.api];
  apis[params.api](params, routesOf(params));

local files = {
  '10_backends': backends(params),
  '20_network_policy': policy(params),
} + routing;

local inNamespace(object) = object { metadata+: { namespace: params.namespace } };

{
  '00_namespace': kube.Namespace(params.namespace),
} + {
  [file]: std.map(inNamespace, files[file])
  for file in std.objectFields(files)
  if files[file] != []
}
