// The types of all parameters. Evaluated by main.jsonnet alone, which is compiled
// first: what else reads them may count on it.
local types = import 'types.libsonnet';

local chart(name, chart) =
  types.text(name + '.source', chart.source)
  + types.text(name + '.version', chart.version);

local charts(name, charts) = types.map(name + '.cert-manager', charts['cert-manager'], chart);

local gatewayAPI(name, switches) =
  types.bool(name + '.enabled', switches.enabled)
  + types.bool(name + '.listenerSets', switches.listenerSets);

local acme(name, acme) =
  types.string(name + '.email', acme.email)
  + types.text(name + '.ingressClassName', acme.ingressClassName)
  + types.entries(name + '.solvers', acme.solvers);

local external(name, entry) =
  types.optional(name, entry, 'apiVersion', types.text)
  + types.optional(name, entry, 'kind', types.text);

function(params) types.require(
  params,
  types.text('cert_manager.namespace', params.namespace)
  + types.bool('cert_manager.install', params.install)
  + types.map('cert_manager.charts', params.charts, charts)
  + types.map('cert_manager.gatewayAPI', params.gatewayAPI, gatewayAPI)
  + types.map('cert_manager.acme', params.acme, acme)
  + types.entries('cert_manager.clusterIssuers', params.clusterIssuers)
  + types.entries('cert_manager.issuers', params.issuers)
  + types.entries('cert_manager.externalIssuers', params.externalIssuers, external)
  + types.entries('cert_manager.certificates', params.certificates)
  + types.entries('cert_manager.secrets', params.secrets)
  + types.entries('cert_manager.serviceAccounts', params.serviceAccounts)
  + types.map('cert_manager.helm_values', params.helm_values)
)
