// Kubernetes objects as Jsonnet, to be completed with `kube.Deployment('x') { ... }`.
//
// A member that makes an object takes its name and gives the smallest object
// that makes sense; add to it what you need. Members whose name ends in `_`
// are hidden inputs, in a form that merges well: an object by name where
// Kubernetes has a list (`containers_`, `env_`, `ports_`), plain text where it
// has base64 (`data_`), an object where it has a reference (`roleRef_`). The
// field without `_` is made from them, unless you set it yourself. Other hidden
// members are inputs (`target_pod`, `storage`) or functions of the object
// (`host`, `ports('TCP')`).
//
// Members, fields and messages are those of bitnami's kube-libsonnet, as
// Commodore 1.35.1 ships it, so that manifests come out identical; old API
// versions included. Members call each other through `$`: replace one in
// `(import ...) { PodSpec+: ... }`, and all that build on it follow.

local rbacGroup = 'rbac.authorization.k8s.io';
local subject(kind, name) = { kind: kind, name: name, apiGroup: rbacGroup };

(import 'values.libsonnet') +
(import 'workloads.libsonnet') +
(import 'network.libsonnet') + {
  // ---- Any object ----

  // What all named objects start from. Colons, as RBAC names have them, are not
  // allowed in a label.
  _Object(apiVersion, kind, name):: {
    local object = self,
    apiVersion: apiVersion,
    kind: kind,
    metadata: {
      name: name,
      labels: { name: std.strReplace(object.metadata.name, ':', '-') },
      annotations: {},
    },
  },

  List(): {
    apiVersion: 'v1',
    kind: 'List',
    items_:: {},
    items: $.objectValues(self.items_),
  },

  // A reference to an object, for those that scale or watch it.
  CrossVersionObjectReference(target): {
    apiVersion: target.apiVersion,
    kind: target.kind,
    name: target.metadata.name,
  },

  Namespace(name): $._Object('v1', 'Namespace', name),

  ThirdPartyResource(name): $._Object('extensions/v1beta1', 'ThirdPartyResource', name) {
    versions_:: [],
    versions: [{ name: version } for version in self.versions_],
  },

  // Starts with one version, which takes any spec. Further ones go to
  // spec.versions_, best made from `default_spec` there.
  CustomResourceDefinition(group, version, kind): {
    local crd = self,
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata+: { name: crd.spec.names.plural + '.' + crd.spec.group },
    spec: {
      group: group,
      scope: 'Namespaced',
      names: {
        kind: kind,
        listKind: self.kind + 'List',
        singular: $.toLower(self.kind),
        plural: self.singular + 's',
      },
      versions_:: {
        [version]: self.default_spec,
        default_spec:: {
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } },
          },
        },
      },
      versions: $.mapToNamedList(self.versions_),
    },
  },

  // ---- Configuration ----

  ConfigMap(name): $._Object('v1', 'ConfigMap', name) {
    data: {},

    // Kubernetes takes strings only; Jsonnet makes it easy to forget that.
    local others = [key for key in std.objectFields(self.data) if !std.isString(self.data[key])],
    assert !$._assert || others == [] : 'data contains non-string values: %s' % [others],
  },

  Secret(name): $._Object('v1', 'Secret', name) {
    type: 'Opaque',
    data_:: {},
    data: std.mapWithKey(function(key, text) std.base64(text), self.data_),
  },

  SealedSecret(name): $._Object('bitnami.com/v1alpha1', 'SealedSecret', name) {
    spec: { encryptedData: {} },
    assert !$._assert || std.length(std.objectFields(self.spec.encryptedData)) > 0 :
           "SealedSecret '%s' has empty encryptedData field" % name,
  },

  // Sources of an environment variable.
  ConfigMapRef(configmap, key): {
    assert !$._assert || std.objectHas(configmap.data, key) :
           "ConfigMap '%s' doesn't have '%s' field in configmap.data" % [configmap.metadata.name, key],
    configMapKeyRef: { name: configmap.metadata.name, key: key },
  },

  SecretKeyRef(secret, key): {
    assert !$._assert || std.objectHas(secret.data, key) :
           "Secret '%s' doesn't have '%s' field in secret.data" % [secret.metadata.name, key],
    secretKeyRef: { name: secret.metadata.name, key: key },
  },

  FieldRef(key): {
    fieldRef: { apiVersion: 'v1', fieldPath: key },
  },

  ResourceFieldRef(key, divisor='1'): {
    resourceFieldRef: { resource: key, divisor: std.toString(divisor) },
  },

  // ---- Storage ----

  StorageClass(name): $._Object('storage.k8s.io/v1beta1', 'StorageClass', name) {
    provisioner: error 'provisioner required',
  },

  PersistentVolume(name): $._Object('v1', 'PersistentVolume', name) {
    spec: {},
  },

  // Needs `storage`, the size; `storageClass` is optional.
  PersistentVolumeClaim(name): $._Object('v1', 'PersistentVolumeClaim', name) {
    local claim = self,
    local hasClass = claim.storageClass != null,

    storage:: error 'storage required',
    storageClass:: null,

    metadata+: if !hasClass then {} else {
      annotations+: { 'volume.beta.kubernetes.io/storage-class': claim.storageClass },
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: claim.storage } },
      [if hasClass then 'storageClassName']: claim.storageClass,
    },
  },

  // Volumes of a pod, without their name: that is the key in `volumes_`.
  PersistentVolumeClaimVolume(pvc): { persistentVolumeClaim: { claimName: pvc.metadata.name } },
  ConfigMapVolume(configmap): { configMap: { name: configmap.metadata.name } },
  SecretVolume(secret): { secret: { secretName: secret.metadata.name } },
  EmptyDirVolume(): { emptyDir: {} },
  HostPathVolume(path, type=''): { hostPath: { path: path, type: type } },
  GitRepoVolume(repository, revision): { gitRepo: { repository: repository, revision: revision } },

  // ---- Access ----

  ServiceAccount(name): $._Object('v1', 'ServiceAccount', name),

  Role(name): $._Object(rbacGroup + '/v1', 'Role', name) {
    rules: [],
  },

  ClusterRole(name): $.Role(name) { kind: 'ClusterRole' },

  Group(name): subject('Group', name),
  User(name): subject('User', name),

  // `roleRef_` is the role, `subjects_` a list of service accounts.
  RoleBinding(name): $._Object(rbacGroup + '/v1', 'RoleBinding', name) {
    local binding = self,

    subjects_:: [],
    subjects: [
      { kind: account.kind, name: account.metadata.name, namespace: account.metadata.namespace }
      for account in self.subjects_
    ],

    roleRef_:: error 'roleRef is required',
    roleRef: {
      apiGroup: rbacGroup,
      kind: binding.roleRef_.kind,
      name: binding.roleRef_.metadata.name,
    },
  },

  ClusterRoleBinding(name): $.RoleBinding(name) { kind: 'ClusterRoleBinding' },
}
