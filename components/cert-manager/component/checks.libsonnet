// What is certainly wrong in the parameters, as a list of sentences: all of it
// at once, before the cluster refuses one object after the other.
local certificateProblems = import 'checks/certificates.libsonnet';
local issuers = import 'issuers.libsonnet';
local issuerProblems = import 'checks/issuers.libsonnet';
local resources = import 'resources.libsonnet';
local solverProblems = import 'checks/solvers.libsonnet';

// cert-manager has two kinds of its own, and the scope of each is fixed.
local externalProblems(issuer) =
  local kind = if std.objectHas(issuer.metadata, 'namespace') then 'Issuer' else 'ClusterIssuer';
  if issuers.groupOf(issuer) != 'cert-manager.io' then []
  else if issuer.kind != kind then [ '%s is of the kind %s, and by its key it should be %s' % [ issuer.parameter, issuer.kind, kind ] ]
  else if issuers.isObject(issuer) then [ '%s has a spec: move it to cert_manager.clusterIssuers or issuers' % issuer.parameter ]
  else [];

local secretValues(secret) = [
  { field: field, key: key, value: secret[field][key] }
  for field in [ 'data', 'stringData' ]
  if std.objectHas(secret, field)
  for key in std.objectFields(secret[field])
];

local isReference(value) = std.isString(value) && resources.contains(value, '?{');

local secretProblems(secret) = [
  '%s.%s.%s is no secret reference: keep the value in Vault and write ?{vaultkv:...}'
  % [ secret.parameter, entry.field, entry.key ]
  for entry in secretValues(secret)
  if !isReference(entry.value)
];

local acmeProblems(params) =
  local email = params.acme.email;
  local isAddress = std.length(std.split(email, '@')) == 2 && !std.startsWith(email, 'mailto:');
  (
    if email == '' || isAddress then []
    else [ 'cert_manager.acme.email must be a bare address such as pki@example.com, not %s' % email ]
  ) + (
    local solvers = [
      { where: 'cert_manager.acme.solvers.' + name, solver: params.acme.solvers[name] }
      for name in std.objectFields(params.acme.solvers)
      if params.acme.solvers[name] != null
    ];
    // Checks of what is not used are not even read: that takes longer than most checks.
    if solvers == [] then [] else solverProblems(params, solvers)
  );

// Keys that differ can name one object: `a_b` and `a-b`, `x` and `<namespace>/x`.
local duplicates(objects) =
  local id(object) = std.join(' ', [ object.kind, std.get(object.metadata, 'namespace', ''), object.metadata.name ]);
  local ids = std.map(id, objects);
  [
    '%s and another entry make the same object; remove one' % object.parameter
    for object in objects
    if std.objectHasAll(object, 'parameter') && std.count(ids, id(object)) > 1
  ];

function(params, files)
  local of(file) = std.get(files, file, []);
  acmeProblems(params)
  + std.flatMap(secretProblems, of('10_secrets'))
  + std.flatMap(issuerProblems(params), of('20_cluster_issuers') + of('21_issuers'))
  + std.flatMap(externalProblems, issuers.externalIssuers(params))
  + (if of('30_certificates') == [] then [] else certificateProblems(of('30_certificates'), of('10_secrets')))
  + duplicates(std.flattenArrays(std.objectValues(files)))
