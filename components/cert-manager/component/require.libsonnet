// The types of all parameters. Evaluated by main.jsonnet alone, which is compiled
// first: what else reads them may count on it.
local types = import 'types.libsonnet';

// null takes out an entry of another layer.
local entries(type) = types.mapOf(types.orNull(type));

function(params) types.require('cert_manager', params, types.fields({
  namespace: types.text,
  install: types.bool,
  charts: types.fields({
    'cert-manager': types.fields({ source: types.text, version: types.text }),
  }),
  gatewayAPI: types.fields({ enabled: types.bool, listenerSets: types.bool }),
  acme: types.fields({
    email: types.string,
    ingressClassName: types.text,
    solvers: entries(types.map),
  }),
  clusterIssuers: entries(types.map),
  issuers: entries(types.map),
  externalIssuers: entries(types.fields({ apiVersion: types.text, kind: types.text })),
  certificates: entries(types.map),
  secrets: entries(types.map),
  serviceAccounts: entries(types.map),
  helm_values: types.map,
}))
