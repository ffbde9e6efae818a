// A ManagedResource with all it needs: ServiceAccount, rights, library triggers.
local librariesOf = import 'libraries.libsonnet';
local names = import 'names.libsonnet';
local rbacOf = import 'rbac.libsonnet';

// A ServiceAccount of its own unless another is named; Espejote reads an empty
// name as that of the namespace's default one.
local serviceAccountOf(entry) =
  local reference = std.get(entry.value.spec, 'serviceAccountRef', {});
  local name = std.get(reference, 'name', 'espejote-' + entry.name);
  if name == '' then 'default' else name;

// _resource and _namespaced are for the rights only.
local withoutHints(item, field) = item {
  [if std.objectHas(item, field) then field]: {
    [key]: item[field][key]
    for key in std.objectFields(item[field])
    if !std.startsWith(key, '_')
  },
};

// all is every entry of managedResources, entry the one to make objects of.
function(params, all, entry)
  local libraries = librariesOf(params);
  local template = entry.value.spec.template;
  local account = serviceAccountOf(entry);
  local context = std.get(entry.value.spec, 'context', []);
  local triggers =
    std.get(entry.value.spec, 'triggers', [])
    + libraries.triggersOf(entry.value.spec, entry.namespace);
  local hashes = libraries.hashesOf(template, entry.namespace);

  local serviceAccount = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: names.metadata(account, entry.namespace, {
      labels: { 'managedresource.espejote.io/name': names.labelValue(entry.name) },
    }),
  };
  // Kubernetes makes `default`; one that several share is made by the first.
  local users = [other.key for other in all if other.namespace == entry.namespace && serviceAccountOf(other) == account];
  local makesAccount = account != 'default' && users[0] == entry.key;

  local managedResource = {
    apiVersion: 'espejote.io/v1alpha1',
    kind: 'ManagedResource',
    metadata: names.metadata(entry.name, entry.namespace, std.get(entry.value, 'metadata', {}), {
      'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true',
      // After rights and libraries: without the rights nothing is rendered, and
      // a changed hash must not be seen before the changed library.
      'argocd.argoproj.io/sync-wave': '10',
      [if hashes != '' then 'managedresource.espejote.io/library-hashes']: hashes,
    }),
    spec: entry.value.spec {
      [if context != [] then 'context']: [withoutHints(item, 'resource') for item in context],
      [if triggers != [] then 'triggers']: [withoutHints(item, 'watchResource') for item in triggers],
      serviceAccountRef: { name: account },
    },
  };

  (if makesAccount then [serviceAccount] else [])
  + [managedResource]
  + rbacOf(params, entry { serviceAccount: account, context: context, triggers: triggers })
