// What the webhook of cert-manager refuses in an Issuer or ClusterIssuer, and
// what it takes although it cannot work. After cert-manager v1.21.
local choices = import 'choices.libsonnet';
local issuers = import '../issuers.libsonnet';
local resources = import '../resources.libsonnet';
local solverProblems = import 'solvers.libsonnet';

// Fields that must be set wherever the one they are in is.
local required = {
  acme: [ 'server', 'privateKeySecretRef.name' ],
  'acme.externalAccountBinding': [ 'keyID', 'keySecretRef.name', 'keySecretRef.key' ],
  ca: [ 'secretName' ],
  vault: [ 'server', 'path' ],
  'vault.auth.appRole': [ 'path', 'roleId', 'secretRef.name' ],
  'vault.auth.aws': [ 'role' ],
  'vault.auth.kubernetes': [ 'role' ],
  venafi: [ 'zone' ],
};

local exactlyOne = {
  // Of several cert-manager takes the first one and never says so.
  'vault.auth': [ 'appRole', 'aws', 'clientCertificate', 'kubernetes', 'tokenSecretRef' ],
  'vault.auth.kubernetes': [ 'secretRef', 'serviceAccountRef' ],
  venafi: [ 'cloud', 'ngts', 'tpp' ],
};

local atMostOne = {
  vault: [ 'caBundle', 'caBundleSecretRef' ],
};

// Runs one of the tables: check(where, object, fields) for each entry that is there.
local all(table, check, issuer) = std.flattenArrays([
  local object = resources.at(issuer, 'spec.' + path);
  if object == null then [] else check('%s.spec.%s' % [ issuer.parameter, path ], object, table[path])
  for path in std.objectFields(table)
]);

local typeProblems(issuer) =
  local unknown = std.setDiff(std.objectFields(issuer.spec), issuers.types);
  if unknown != [] then [
    '%s.spec has %s, which is no type of issuer: use one of %s'
    % [ issuer.parameter, std.join(' and ', unknown), std.join(', ', issuers.types) ],
  ]
  else choices.exactlyOne(issuer.parameter + '.spec', issuer.spec, issuers.types);

local acmeProblems(issuer) =
  local acme = resources.at(issuer, 'spec.acme');
  local where = issuer.parameter + '.spec.acme';
  if acme == null then [] else
    choices.problem(
      std.objectHas(acme, 'solvers') && !std.isArray(acme.solvers),
      '%s.solvers must be a list; only cert_manager.acme.solvers has names' % where
    )
    + choices.problem(
      std.get(acme, 'caBundle') != null && std.get(acme, 'skipTLSVerify') == true,
      '%s has caBundle and skipTLSVerify, which exclude each other; keep caBundle' % where
    )
    + choices.problem(
      std.length(std.get(acme, 'preferredChain', '')) > 64,
      '%s.preferredChain is longer than 64 characters; it is the common name of a root certificate' % where
    );

local vaultProblems(issuer) =
  local vault = resources.at(issuer, 'spec.vault');
  if vault == null then [] else
    // The tables look only into what is there.
    choices.required(issuer.parameter + '.spec.vault', vault, [ 'auth' ])
    + choices.problem(
      std.objectHas(vault, 'clientCertSecretRef') != std.objectHas(vault, 'clientKeySecretRef'),
      '%s.spec.vault needs both clientCertSecretRef and clientKeySecretRef, or neither' % issuer.parameter
    );

// The ones that all issuers share are checked where they are.
local ownSolvers(issuer) =
  local solvers = resources.at(issuer.entry, 'spec.acme.solvers');
  if !std.isArray(solvers) then [] else std.mapWithIndex(
    function(index, solver) { where: '%s.spec.acme.solvers[%d]' % [ issuer.parameter, index ], solver: solver },
    solvers
  );

function(params) function(issuer)
  local type = typeProblems(issuer);
  // Without a type nothing else can be said.
  if type != [] then type else
    all(required, choices.required, issuer)
    + all(exactlyOne, choices.exactlyOne, issuer)
    + all(atMostOne, choices.atMostOne, issuer)
    + acmeProblems(issuer)
    + vaultProblems(issuer)
    + (if ownSolvers(issuer) == [] then [] else solverProblems(params, ownSolvers(issuer)))
