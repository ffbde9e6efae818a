// Runs in the cluster, inside Espejote, on the Ingresses of the context.
//
// Cilium with HTTPS enforcement redirects HTTP to HTTPS per host name, so
// cert-manager's separate solver Ingress on the same host cannot answer an
// HTTP-01 challenge. With this annotation cert-manager edits the challenge
// path into the user's own Ingress instead, and adds a temporary certificate
// so that the redirected request is served; Let's Encrypt follows the
// redirect and does not validate that certificate.
local esp = import 'espejote.libsonnet';

// As in applyOptions of the ManagedResource: a template cannot see them.
local fieldManager = 'ingress-http01';

local editInPlace = 'acme.cert-manager.io/http01-edit-in-place';
local issuerAnnotations = [
  'cert-manager.io/cluster-issuer',
  'cert-manager.io/issuer',
];

// Absent and null are the same to the API server.
local orElse(value, default) = if value == null then default else value;

local requestsCertificate(ingress) =
  local annotations = orElse(std.get(ingress.metadata, 'annotations'), {});
  std.length([a for a in issuerAnnotations if std.objectHas(annotations, a)]) > 0;

local beingDeleted(ingress) =
  std.get(ingress.metadata, 'deletionTimestamp') != null;

// Whether an earlier apply of ours still holds something of this Ingress. Only
// such entries count: whoever else sets the key keeps it.
local appliedBefore(ingress) =
  local entries = orElse(std.get(ingress.metadata, 'managedFields'), []);
  std.length([
    entry
    for entry in entries
    if entry.manager == fieldManager && entry.operation == 'Apply'
       && std.get(entry, 'subresource', '') == ''
  ]) > 0;

// Name the object and the one key, nothing more: whatever is applied here
// becomes this field manager's own.
local bare(ingress) = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    name: ingress.metadata.name,
    namespace: ingress.metadata.namespace,
  },
};
local withEditInPlace(ingress) = bare(ingress) {
  metadata+: { annotations: { [editInPlace]: 'true' } },
};

// Leaving an Ingress out of the result would change nothing. An apply without
// the key gives it up, and removes it unless somebody else holds it too; with
// it goes our entry in managedFields, so the next render leaves the Ingress
// alone. One that is being deleted needs neither.
local desired(ingress) =
  if beingDeleted(ingress) then null
  else if requestsCertificate(ingress) then withEditInPlace(ingress)
  else if appliedBefore(ingress) then bare(ingress)
  else null;

// A trigger names the Ingress that changed (null once it is gone). Without a
// trigger, at start and after a change of this resource, all of them are due.
local due =
  if esp.triggerName() == 'ingress' then (
    local changed = esp.triggerData().resource;
    if changed == null then [] else [changed]
  ) else (
    esp.context().ingresses
  );

[
  object
  for object in std.map(desired, due)
  if object != null
]
