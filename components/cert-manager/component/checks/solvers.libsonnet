// What is wrong with ACME solvers, alone and together. After cert-manager v1.21.
local choices = import 'choices.libsonnet';
local resources = import '../resources.libsonnet';

// DNS-01 providers, and the fields each must have.
local providers = {
  acmeDNS: [ 'host', 'accountSecretRef' ],
  akamai: [ 'serviceConsumerDomain', 'accessTokenSecretRef', 'clientSecretSecretRef', 'clientTokenSecretRef' ],
  azureDNS: [ 'subscriptionID', 'resourceGroupName' ],
  cloudDNS: [ 'project' ],
  cloudflare: [],
  digitalocean: [ 'tokenSecretRef' ],
  rfc2136: [ 'nameserver' ],
  route53: [],
  webhook: [ 'groupName', 'solverName' ],
};

local ingressProblems(where, ingress) =
  choices.atMostOne(where, ingress, [ 'class', 'ingressClassName', 'name' ])
  + choices.problem(
    std.get(ingress, 'ingressClassName') == '',
    '%s.ingressClassName is empty; name an IngressClass' % where
  )
  // cert-manager copies the annotation to an Ingress that has the field, and
  // the API server refuses the two together.
  + choices.problem(
    std.objectHas(ingress, 'ingressClassName')
    && resources.at(ingress, 'ingressTemplate.metadata.annotations') != null
    && std.objectHas(ingress.ingressTemplate.metadata.annotations, 'kubernetes.io/ingress.class'),
    '%s has ingressClassName and the annotation kubernetes.io/ingress.class in ingressTemplate, which exclude each other; remove the annotation' % where
  );

local gatewayProblems(params, where, route) =
  choices.problem(
    !params.gatewayAPI.enabled,
    '%s needs support for Gateway API: set cert_manager.gatewayAPI.enabled to true' % where
  )
  + std.flattenArrays([
    choices.required('%s.parentRefs' % where, parent, [ 'name' ])
    for parent in std.get(route, 'parentRefs', [])
  ]);

local http01Problems(params, where, http01) =
  choices.exactlyOne(where, http01, [ 'gatewayHTTPRoute', 'ingress' ])
  + (
    if std.get(http01, 'ingress') == null then []
    else ingressProblems(where + '.ingress', http01.ingress)
  )
  + (
    if std.get(http01, 'gatewayHTTPRoute') == null then []
    else gatewayProblems(params, where + '.gatewayHTTPRoute', http01.gatewayHTTPRoute)
  );

local providerProblems(where, name, provider) =
  choices.required(where, provider, providers[name])
  + std.flattenArrays([
    choices.required('%s.%s' % [ where, field ], provider[field], [ 'name', 'key' ])
    for field in std.objectFields(provider)
    if std.endsWith(field, 'SecretRef') && provider[field] != null
  ])
  + (
    if name == 'cloudflare' then choices.exactlyOne(where, provider, [ 'apiKeySecretRef', 'apiTokenSecretRef' ])
    else if name == 'route53' then choices.atMostOne(where, provider, [ 'accessKeyID', 'accessKeyIDSecretRef' ])
    else []
  );

local dns01Problems(where, dns01) =
  choices.exactlyOne(where, dns01, std.objectFields(providers))
  + std.flattenArrays([
    providerProblems('%s.%s' % [ where, name ], name, dns01[name])
    for name in std.objectFields(providers)
    if std.get(dns01, name) != null
  ]);

local solverProblems(params, where, solver) =
  choices.exactlyOne(where, solver, [ 'dns01', 'http01' ])
  + (if resources.at(solver, 'http01') == null then [] else http01Problems(params, where + '.http01', solver.http01))
  + (if resources.at(solver, 'dns01') == null then [] else dns01Problems(where + '.dns01', solver.dns01));

// cert-manager takes the first one that fits best: of two that fit everything
// it never takes the second.
local unreachable(solvers) = std.flattenArrays([
  local all = [
    solver.where
    for solver in solvers
    if resources.at(solver.solver, type) != null
    if std.member([ null, {} ], std.get(solver.solver, 'selector'))
  ];
  choices.problem(std.length(all) > 1, '%s is never used: %s has no selector either; give it one' % [ all[1], all[0] ])
  for type in [ 'dns01', 'http01' ]
]);

// Of a list of { where: <parameter>, solver: <ACME solver> }.
function(params, solvers)
  std.flatMap(function(entry) solverProblems(params, entry.where, entry.solver), solvers) + unreachable(solvers)
