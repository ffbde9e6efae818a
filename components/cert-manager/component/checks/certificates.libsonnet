// What is wrong with Certificates, alone and together. After cert-manager v1.21.
local choices = import 'choices.libsonnet';
local issuers = import '../issuers.libsonnet';
local resources = import '../resources.libsonnet';

local subjects = [ 'commonName', 'dnsNames', 'emailAddresses', 'ipAddresses', 'literalSubject', 'otherNames', 'uris' ];

local issuerProblems(certificate) =
  local reference = resources.at(certificate, 'spec.issuerRef');
  local where = certificate.parameter + '.spec.issuerRef';
  local candidates = certificate.candidates;
  if reference == null then [ '%s is missing' % where ]
  else if candidates == [] then [
    '%s: no issuer %s for namespace %s in cert_manager.clusterIssuers, issuers or externalIssuers; %s' % [
      where,
      if std.isString(reference) then reference else std.manifestJsonMinified(reference),
      certificate.metadata.namespace,
      if std.isObject(reference) && !std.objectHas(reference, 'kind')
      then 'without a kind it means an Issuer, not a ClusterIssuer'
      else 'a short form is name or Kind/name; declare one that is made elsewhere in externalIssuers',
    ],
  ]
  else choices.problem(std.length(candidates) > 1, '%s: %s can mean %s; say which' % [
    where,
    reference,
    std.join(' or ', [ '%s/%s in %s' % [ issuer.kind, issuer.metadata.name, issuers.groupOf(issuer) ] for issuer in candidates ]),
  ]);

local subjectProblems(certificate) =
  local found = [ field for field in subjects if !std.member([ null, '', [] ], std.get(certificate.spec, field)) ];
  choices.problem(found == [], '%s.spec needs a name to certify: one of %s' % [ certificate.parameter, std.join(', ', subjects) ])
  + choices.problem(
    std.length(std.get(certificate.spec, 'commonName', '')) > 64,
    '%s.spec.commonName is longer than 64 characters; use dnsNames' % certificate.parameter
  );

// A Gateway that asks for its certificate is named in annotations; here no
// Gateway asks.
local hasNoGateway(certificate, solver) =
  local route = resources.at(solver, 'http01.gatewayHTTPRoute');
  route != null && std.get(route, 'parentRefs', []) == []
  && !std.objectHas(std.get(certificate.metadata, 'annotations', {}), 'acme.cert-manager.io/http01-parentrefname');

// Only what an ACME server, or cert-manager on its behalf, never does.
local acmeProblems(certificate) =
  local spec = certificate.spec;
  local issuer = certificate.candidates[0];
  local acme = if std.length(certificate.candidates) == 1 then resources.at(issuer, 'spec.acme');
  local solvers = std.get(acme, 'solvers', []);
  local dnsNames = std.get(spec, 'dnsNames', []);
  if acme == null then [] else
    choices.problem(
      solvers != [] && !std.any([ std.objectHas(solver, 'dns01') for solver in solvers ])
      && std.any([ std.startsWith(name, '*.') for name in dnsNames ]),
      '%s.spec.dnsNames has a wildcard, which needs a DNS-01 solver, and %s has none'
      % [ certificate.parameter, issuer.parameter ]
    )
    + choices.problem(
      solvers != [] && std.all([ hasNoGateway(certificate, solver) for solver in solvers ]),
      '%s: the solvers of %s name no Gateway; give gatewayHTTPRoute its parentRefs'
      % [ certificate.parameter, issuer.parameter ]
    )
    + choices.problem(
      std.objectHas(spec, 'commonName') && !std.member(dnsNames, spec.commonName)
      && std.get(spec, 'ipAddresses', []) == [],
      '%s.spec.commonName must be one of dnsNames too: its issuer is ACME' % certificate.parameter
    );

// Kubernetes reads durations with Go, whose longest unit is the hour.
local isDuration(value) =
  std.isString(value) && value != '' && std.member('hms', value[std.length(value) - 1]);

local durationProblems(certificate) = [
  '%s.spec.%s must be a duration in hours, minutes and seconds such as 2160h, not %s'
  % [ certificate.parameter, field, certificate.spec[field] ]
  for field in [ 'duration', 'renewBefore' ]
  if std.objectHas(certificate.spec, field) && !isDuration(certificate.spec[field])
];

local templateProblems(certificate) =
  local annotations = resources.at(certificate, 'spec.secretTemplate.annotations');
  if annotations == null then [] else [
    '%s.spec.secretTemplate.annotations has %s; cert-manager sets those itself' % [ certificate.parameter, name ]
    for name in std.objectFields(annotations)
    if std.startsWith(name, 'cert-manager.io/') && name != 'cert-manager.io/allow-direct-injection'
  ];

// Two that write one Secret reissue forever, each because of the other.
local secretProblems(certificates, secrets) =
  local id(namespace, name) = '%s/%s' % [ namespace, name ];
  local written = [ id(c.metadata.namespace, c.spec.secretName) for c in certificates ];
  local own = [ id(s.metadata.namespace, s.metadata.name) for s in secrets ];
  std.flattenArrays([
    local secret = id(certificate.metadata.namespace, certificate.spec.secretName);
    choices.problem(
      std.count(written, secret) > 1,
      '%s.spec.secretName: another Certificate writes the Secret %s too; give each its own' % [ certificate.parameter, secret ]
    )
    + choices.problem(
      std.member(own, secret),
      '%s.spec.secretName: cert_manager.secrets makes the Secret %s too; rename one' % [ certificate.parameter, secret ]
    )
    for certificate in certificates
  ]);

local alone(certificate) =
  choices.required(certificate.parameter + '.spec', certificate.spec, [ 'secretName' ])
  + issuerProblems(certificate)
  + subjectProblems(certificate)
  + acmeProblems(certificate)
  + durationProblems(certificate)
  + choices.atMostOne(certificate.parameter + '.spec', certificate.spec, [ 'renewBefore', 'renewBeforePercentage' ])
  + templateProblems(certificate);

function(certificates, secrets)
  std.flatMap(alone, certificates) + secretProblems(certificates, secrets)
