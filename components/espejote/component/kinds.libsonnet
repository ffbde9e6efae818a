// What RBAC calls a kind, and whether it has a namespace. A cluster knows; while
// compiling there are only tables and rules, and parameters that override both.

// Resources that the rule for plurals does not give.
local irregular = {
  Endpoints: 'endpoints',
  'k8s.cni.cncf.io/NetworkAttachmentDefinition': 'network-attachment-definitions',
  'metrics.k8s.io/NodeMetrics': 'nodes',
  'metrics.k8s.io/PodMetrics': 'pods',
  'security.openshift.io/SecurityContextConstraints': 'securitycontextconstraints',
};

// Kinds without a namespace; '*' is every kind of the group.
local clusterScoped = {
  '': ['ComponentStatus', 'Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': ['*'],
  'apiextensions.k8s.io': ['*'],
  'apiregistration.k8s.io': ['*'],
  'certificates.k8s.io': ['CertificateSigningRequest'],
  'cilium.io': [
    'CiliumBGPAdvertisement',
    'CiliumBGPClusterConfig',
    'CiliumBGPNodeConfig',
    'CiliumBGPNodeConfigOverride',
    'CiliumBGPPeerConfig',
    'CiliumBGPPeeringPolicy',
    'CiliumCIDRGroup',
    'CiliumClusterwideEnvoyConfig',
    'CiliumClusterwideNetworkPolicy',
    'CiliumEgressGatewayPolicy',
    'CiliumIdentity',
    'CiliumL2AnnouncementPolicy',
    'CiliumLoadBalancerIPPool',
    'CiliumNode',
    'CiliumPodIPPool',
  ],
  'config.openshift.io': ['*'],
  'console.openshift.io': ['*'],
  'flowcontrol.apiserver.k8s.io': ['*'],
  'gateway.networking.k8s.io': ['GatewayClass'],
  'machineconfiguration.openshift.io': ['*'],
  'metrics.k8s.io': ['NodeMetrics'],
  'networking.k8s.io': ['IngressClass', 'IPAddress', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  'project.openshift.io': ['Project'],
  'resource.k8s.io': ['DeviceClass', 'ResourceSlice'],
  'scheduling.k8s.io': ['PriorityClass'],
  'security.openshift.io': ['SecurityContextConstraints'],
  'snapshot.storage.k8s.io': ['VolumeSnapshotClass', 'VolumeSnapshotContent'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
  'user.openshift.io': ['*'],
};

// Kinds with a namespace in spite of a name that begins with Cluster.
local namespaced = {
  'addons.cluster.x-k8s.io': ['ClusterResourceSet', 'ClusterResourceSetBinding'],
  'cluster.x-k8s.io': ['ClusterClass'],
  'hive.openshift.io': ['ClusterClaim', 'ClusterDeployment', 'ClusterDeprovision', 'ClusterPool', 'ClusterProvision', 'ClusterState'],
  'logging.openshift.io': ['ClusterLogForwarder', 'ClusterLogging'],
  'observability.openshift.io': ['ClusterLogForwarder'],
  'operators.coreos.com': ['ClusterServiceVersion'],
};

local groupOf(apiVersion) =
  local parts = std.split(apiVersion, '/');
  if std.length(parts) == 1 then '' else parts[0];

local listed(table, group, kind) =
  local kinds = std.get(table, group, []);
  std.member(kinds, kind) || std.member(kinds, '*');

// English plurals: `gateways`, but `policies`.
local plural(kind) =
  local singular = std.asciiLower(kind);
  local last = singular[std.length(singular) - 1:];
  local before = singular[std.length(singular) - 2:std.length(singular) - 1];
  if last == 'y' && !std.member('aeiou', before) then singular[:std.length(singular) - 1] + 'ies'
  else if std.member('sxz', last) || std.endsWith(singular, 'ch') || std.endsWith(singular, 'sh') then singular + 'es'
  else singular + 's';

// `ClusterIssuer`, but not `Cluster` and not `Clustering`.
local namedForCluster(kind) =
  local next = kind[7:8];
  std.startsWith(kind, 'Cluster') && next != '' && next == std.asciiUpper(next);

// Kinds are looked up as in the parameter: `Kind`, or `group/Kind`.
local keyOf(selector) =
  local group = groupOf(selector.apiVersion);
  if group == '' then selector.kind else '%s/%s' % [group, selector.kind];

// Both take a selector, or anything else with apiVersion and kind; its own
// _resource and _namespaced come first, then the parameter `kinds`.
function(overrides) {
  group(selector): groupOf(selector.apiVersion),

  resource(selector):
    local key = keyOf(selector);
    local override = std.get(overrides, key, {});
    std.get(selector, '_resource', std.get(override, 'resource', std.get(irregular, key, plural(selector.kind)))),

  isNamespaced(selector):
    local group = groupOf(selector.apiVersion);
    local override = std.get(overrides, keyOf(selector), {});
    // A namespace is only given for kinds that have one.
    local guess =
      if listed(clusterScoped, group, selector.kind) then false
      else if listed(namespaced, group, selector.kind) then true
      else std.get(selector, 'namespace', '') != '' || !namedForCluster(selector.kind);
    std.get(selector, '_namespaced', std.get(override, 'namespaced', guess)),
}
