// Runs in the cluster, inside Espejote, on the Ingresses of the context.
//
// Cilium with HTTPS enforcement redirects HTTP to HTTPS per host name, so
// cert-manager's separate solver Ingress on the same host cannot answer an
// HTTP-01 challenge. With this annotation cert-manager edits the challenge
// path into the user's own Ingress instead, and adds a temporary certificate
// so that the redirected request is served; Let's Encrypt follows the
// redirect and does not validate that certificate.
local esp = import 'espejote.libsonnet';

local editInPlace = 'acme.cert-manager.io/http01-edit-in-place';
local issuerAnnotations = [
  'cert-manager.io/cluster-issuer',
  'cert-manager.io/issuer',
];

local requestsCertificate(ingress) =
  local annotations = std.get(ingress.metadata, 'annotations', {});
  std.length([a for a in issuerAnnotations if std.objectHas(annotations, a)]) > 0;

local beingDeleted(ingress) = std.objectHas(ingress.metadata, 'deletionTimestamp');

// Name the object and the one key, nothing more: whatever is applied here
// becomes this field manager's own.
local withEditInPlace(ingress) = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    name: ingress.metadata.name,
    namespace: ingress.metadata.namespace,
    annotations: {
      [editInPlace]: 'true',
    },
  },
};

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
  withEditInPlace(ingress)
  for ingress in due
  if requestsCertificate(ingress) && !beingDeleted(ingress)
]
