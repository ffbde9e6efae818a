// What issuers refer to: Secrets, and ServiceAccounts whose tokens cert-manager
// logs in with. A ClusterIssuer's are in cert-manager's own namespace, an
// Issuer's beside it.
local kube = import 'lib/kube.libjsonnet';
local resources = import 'resources.libsonnet';

local secret(params) = function(metadata, entry)
  kube.Secret(metadata.name) { metadata+: { namespace: params.namespace } + metadata };

local serviceAccount(params) = function(metadata, entry)
  kube.ServiceAccount(metadata.name) { metadata+: { namespace: params.namespace } + metadata };

// cert-manager may ask for tokens of no account but its own.
local tokenRole(account) =
  kube.Role('%s-token' % account.metadata.name) {
    metadata+: { namespace: account.metadata.namespace },
    rules: [ {
      apiGroups: [ '' ],
      resources: [ 'serviceaccounts/token' ],
      resourceNames: [ account.metadata.name ],
      verbs: [ 'create' ],
    } ],
  };

local tokenRoleBinding(params, role) =
  kube.RoleBinding(role.metadata.name) {
    metadata+: { namespace: role.metadata.namespace },
    roleRef_:: role,
    // The controller's account, named after the chart's release.
    subjects: [ { kind: 'ServiceAccount', name: 'cert-manager', namespace: params.namespace } ],
  };

{
  secrets(params):
    resources.fromMap('secrets', 'name or namespace/name', params.secrets, secret(params)),

  serviceAccounts(params): std.flatMap(
    function(account) local role = tokenRole(account); [ account, role, tokenRoleBinding(params, role) ],
    resources.fromMap('serviceAccounts', 'name or namespace/name', params.serviceAccounts, serviceAccount(params))
  ),
}
