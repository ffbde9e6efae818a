// Certificates, and which of the known issuers each one's issuerRef means.
local issuers = import 'issuers.libsonnet';
local kube = import 'lib/kube.libjsonnet';
local resources = import 'resources.libsonnet';

local certificate(metadata, entry) =
  kube._Object('cert-manager.io/v1', 'Certificate', metadata.name) {
    metadata+: metadata + resources.afterChart,
    spec: { secretName: metadata.name },
  };

// All issuers that the parameters define or declare.
local known(params) =
  issuers.clusterIssuers(params) + issuers.issuers(params) + issuers.externalIssuers(params);

local referenceTo(issuer) = {
  group: issuers.groupOf(issuer),
  kind: issuer.kind,
  name: issuer.metadata.name,
};

// What a reference asks for: short forms are `name` and `Kind/name`; in a map
// cert-manager has defaults for kind and group.
local wanted(reference) =
  local parts = std.split(reference, '/');
  if std.isObject(reference) then { group: 'cert-manager.io', kind: 'Issuer' } + reference
  else if std.length(parts) == 2 then { kind: parts[0], name: parts[1] }
  else { name: reference };

local isA(issuer, fields) = std.all([
  std.get(referenceTo(issuer), field) == fields[field]
  for field in std.objectFields(fields)
]);

// The issuers that a Certificate's issuerRef can mean: there should be one.
local candidates(issuers, certificate) =
  local reference = resources.at(certificate, 'spec.issuerRef');
  if reference == null then [] else [
    issuer
    for issuer in issuers
    // An issuer with a namespace signs for that namespace only.
    if std.member([ null, certificate.metadata.namespace ], std.get(issuer.metadata, 'namespace'))
    if isA(issuer, wanted(reference))
  ];

function(params)
  local issuers = known(params);
  [
    local found = candidates(issuers, object);
    object {
      // For the checks; no part of the object.
      candidates:: found,
      spec+: { [if std.length(found) == 1 then 'issuerRef']: referenceTo(found[0]) },
    }
    for object in resources.fromMap('certificates', 'namespace/name', params.certificates, certificate)
  ]
