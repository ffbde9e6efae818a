// The types of all parameters. Evaluated by main.jsonnet alone, which is compiled
// first: what else reads them may count on it.
local types = import 'types.libsonnet';

local texts = types.listOf(types.text);
// null takes out an entry of another layer.
local entries(type) = types.mapOf(types.orNull(type));

function(params) types.require('argocd', params, types.fields({
  namespace: types.text,
  server: types.text,
  secretsPlugin: types.text,
  sourceRepos: texts,
  syncOptions: texts,
  retry: types.map,
  ignoreDifferences: entries(types.map),
  applications: entries(types.fields({
    syncWave: types.orNull(types.whole),
    syncOptions: texts,
    automated: types.orNull(types.map),
    ignoreDifferences: entries(types.map),
  })),
  teams: entries(types.fields({
    description: types.string,
    instances: texts,
    namespaces: texts,
    sourceRepos: texts,
    spec: types.map,
  })),
}))
