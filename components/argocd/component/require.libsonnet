// The types of all parameters. Evaluated by main.jsonnet alone, which is compiled
// first: what else reads them may count on it.
local types = import 'types.libsonnet';

local application(name, settings) =
  types.optional(name, settings, 'syncWave', types.wholeOrNull)
  + types.optional(name, settings, 'syncOptions', types.texts)
  + types.optional(name, settings, 'automated', types.mapOrNull)
  + types.optional(name, settings, 'ignoreDifferences', types.entries);

local team(name, settings) =
  types.optional(name, settings, 'description', types.string)
  + types.optional(name, settings, 'instances', types.texts)
  + types.optional(name, settings, 'namespaces', types.texts)
  + types.optional(name, settings, 'sourceRepos', types.texts)
  + types.optional(name, settings, 'spec', types.map);

function(params) types.require(
  params,
  types.text('argocd.namespace', params.namespace)
  + types.text('argocd.server', params.server)
  + types.text('argocd.secretsPlugin', params.secretsPlugin)
  + types.texts('argocd.sourceRepos', params.sourceRepos)
  + types.texts('argocd.syncOptions', params.syncOptions)
  + types.map('argocd.retry', params.retry)
  + types.entries('argocd.ignoreDifferences', params.ignoreDifferences)
  + types.entries('argocd.applications', params.applications, application)
  + types.entries('argocd.teams', params.teams, team)
)
