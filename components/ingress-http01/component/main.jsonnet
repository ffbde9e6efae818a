// The ManagedResource that asks cert-manager to answer HTTP-01 challenges in
// the user's own Ingress, and the identity it works under.
local kap = import 'lib/kapitan.libjsonnet';
local kube = import 'lib/kube.libjsonnet';

local inv = kap.inventory();
local params = inv.parameters.ingress_http01;
local instance = inv.parameters._instance;

assert std.isString(params.namespace) && params.namespace != '' :
       'ingress_http01.namespace must be a non-empty string, not %s' % std.manifestJsonMinified(params.namespace);
assert std.isString(params.watchNamespace) :
       "ingress_http01.watchNamespace must be a string, '' for all namespaces, not %s" % std.manifestJsonMinified(params.watchNamespace);

local everywhere = params.watchNamespace == '';

// Its own namespace: whoever may create ManagedResources in a namespace can
// act as every ServiceAccount in it.
local namespace = kube.Namespace(params.namespace);

local serviceAccount = kube.ServiceAccount(instance) {
  metadata+: { namespace: params.namespace },
};

// get, list and watch feed the context and its trigger; patch is the
// server-side apply. No create: an apply that races with a delete must not
// bring half an Ingress back.
local rules = [{
  apiGroups: ['networking.k8s.io'],
  resources: ['ingresses'],
  verbs: ['get', 'list', 'watch', 'patch'],
}];

local role =
  if everywhere then
    kube.ClusterRole(instance) { rules: rules }
  else
    kube.Role(instance) { rules: rules, metadata+: { namespace: params.watchNamespace } };

local roleBinding =
  local grant = { roleRef_:: role, subjects_:: [serviceAccount] };
  if everywhere then
    kube.ClusterRoleBinding(instance) + grant
  else
    kube.RoleBinding(instance) { metadata+: { namespace: params.watchNamespace } } + grant;

local managedResource = kube._Object('espejote.io/v1alpha1', 'ManagedResource', instance) {
  metadata+: {
    namespace: params.namespace,
    annotations+: {
      // Espejote and its CRDs come with another Application.
      'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true',
    },
  },
  spec: {
    serviceAccountRef: { name: serviceAccount.metadata.name },
    context: [{
      name: 'ingresses',
      resource: {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        // '' is every namespace; leaving it out would mean this one only.
        namespace: params.watchNamespace,
        // The template releases what it set, and sees only there that it did.
        stripManagedFields: false,
      },
    }],
    triggers: [{
      name: 'ingress',
      watchContextResource: { name: 'ingresses' },
    }],
    applyOptions: {
      // The template looks for this name in managedFields. The same for all
      // instances, and not to be changed: fields held under another name are
      // released by nobody. Not forced: an owner who sets another value keeps
      // it, and the conflict shows as ApplyError in the status instead of an
      // endless fight with Argo CD.
      fieldManager: 'ingress-http01',
      force: false,
    },
    template: importstr 'template/edit-in-place.jsonnet',
  },
};

{
  '00_namespace': namespace,
  '10_rbac': [serviceAccount, role, roleBinding],
  '20_managed_resource': managedResource,
}
