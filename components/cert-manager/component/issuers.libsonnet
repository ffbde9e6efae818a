// ClusterIssuers and Issuers of cert-manager itself, and external issuers:
// objects of another API group, whose own controller signs.
local kube = import 'lib/kube.libjsonnet';
local resources = import 'resources.libsonnet';

local types = [ 'acme', 'ca', 'selfSigned', 'vault', 'venafi' ];

// For ACME issuers that have no solvers of their own.
local defaultSolvers(acme) =
  local named = [
    acme.solvers[name]
    for name in std.objectFields(acme.solvers)
    if acme.solvers[name] != null
  ];
  if named != [] then named
  // A class, not an Ingress name: behind a controller that redirects HTTP per
  // host the challenge is edited into the user's own Ingress, which component
  // ingress-http01 asks for.
  else [ { http01: { ingress: { ingressClassName: acme.ingressClassName } } } ];

// An issuer is of type ACME unless its entry says otherwise, so that an entry
// needs no more than its server.
local acmeSpec(acme, metadata, entry) = {
  [if acme.email != '' then 'email']: acme.email,
  privateKeySecretRef: { name: metadata.name + '-account-key' },
  // Lists in the entry would be appended to this one.
  [if resources.at(entry, 'spec.acme.solvers') == null then 'solvers']: defaultSolvers(acme),
};

local issuer(kind, acme) = function(metadata, entry)
  local others = [ type for type in types if type != 'acme' && resources.at(entry, 'spec.' + type) != null ];
  kube._Object('cert-manager.io/v1', kind, metadata.name) {
    metadata+: metadata + resources.afterChart,
    spec: if others != [] then {} else { acme: acmeSpec(acme, metadata, entry) },
  };

local external(metadata, entry) =
  local missing = [ field for field in [ 'apiVersion', 'kind' ] if std.get(entry, field) == null ];
  assert missing == [] :
         'cert_manager.externalIssuers: the entry of %s has no %s' % [ metadata.name, std.join(' and no ', missing) ];
  kube._Object(entry.apiVersion, entry.kind, metadata.name) { metadata+: metadata + resources.afterChart };

{
  types: types,
  clusterIssuers(params):
    resources.fromMap('clusterIssuers', 'name', params.clusterIssuers, issuer('ClusterIssuer', params.acme)),
  issuers(params):
    resources.fromMap('issuers', 'namespace/name', params.issuers, issuer('Issuer', params.acme)),
  externalIssuers(params):
    resources.fromMap('externalIssuers', 'name or namespace/name', params.externalIssuers, external),

  // An entry without a spec says only that the issuer is there.
  isObject(external): std.objectHas(external, 'spec'),

  groupOf(issuer): std.split(issuer.apiVersion, '/')[0],
}
