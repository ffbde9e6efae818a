// The types of all parameters. Evaluated by main.jsonnet alone, which is compiled
// first: what else reads them may count on it.
local types = import 'types.libsonnet';

local image(name, image) =
  types.text(name + '.registry', image.registry)
  + types.text(name + '.repository', image.repository)
  + types.text(name + '.tag', image.tag);

local backend(name, settings) = types.optional(name, settings, 'replicas', types.count);

local certificate(name, settings) =
  types.optional(name, settings, 'clusterIssuer', types.textOrNull)
  + types.optional(name, settings, 'issuer', types.textOrNull)
  + types.optional(name, settings, 'secretName', types.text);

local route(name, settings) =
  types.optional(name, settings, 'host', types.text)
  + types.optional(name, settings, 'paths', function(name, paths) types.mapOf(name, paths, types.textOrNull))
  + types.optional(name, settings, 'certificate', function(name, settings) types.map(name, settings, certificate))
  + types.optional(name, settings, 'loadBalancer', types.string)
  + types.optional(name, settings, 'serviceAnnotations', function(name, annotations) types.mapOf(name, annotations, types.string));

function(params) types.require(
  params,
  types.text('ingress_demo.namespace', params.namespace)
  + types.map('ingress_demo.image', params.image, image)
  + types.entries('ingress_demo.backends', params.backends, backend)
  + types.text('ingress_demo.api', params.api)
  + types.text('ingress_demo.className', params.className)
  + types.bool('ingress_demo.redirectHttps', params.redirectHttps)
  + types.entries('ingress_demo.routes', params.routes, route)
  + types.text('ingress_demo.networkPolicy', params.networkPolicy)
)
