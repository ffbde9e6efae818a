// The types of all parameters. Evaluated by main.jsonnet alone, which is compiled
// first: what else reads them may count on it.
local types = import 'types.libsonnet';

// null takes out an entry of another layer.
local entries(type) = types.mapOf(types.orNull(type));

function(params) types.require('ingress_demo', params, types.fields({
  namespace: types.text,
  image: types.fields({ registry: types.text, repository: types.text, tag: types.text }),
  backends: entries(types.fields({ replicas: types.count })),
  api: types.text,
  className: types.text,
  redirectHttps: types.bool,
  routes: entries(types.fields({
    host: types.text,
    paths: entries(types.text),
    certificate: types.fields({
      clusterIssuer: types.orNull(types.text),
      issuer: types.orNull(types.text),
      secretName: types.text,
    }),
    loadBalancer: types.string,
    serviceAnnotations: types.mapOf(types.string),
  })),
  networkPolicy: types.text,
}))
