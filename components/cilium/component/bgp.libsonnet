// BGP: which nodes peer with which routers, and what they advertise. Four kinds
// that refer to each other by name and by label; a reference to nothing makes
// Cilium peer without settings, or advertise nothing, so it is an error here.
local object = import 'object.libsonnet';
local require = import 'require.libsonnet';

local instances(name, spec, check) = [
  instance {
    [if std.objectHas(instance, 'peers') then 'peers']:
      std.map(check, require.named('%s.bgpInstances.%s.peers' % [name, instance.name], instance.peers)),
  }
  for instance in require.named(name + '.bgpInstances', std.get(spec, 'bgpInstances', {}))
];

local clusterConfig(name, spec, peerConfigs) =
  local path = 'bgp.clusterConfigs.' + name;
  local check(peer) =
    local ref = std.get(std.get(peer, 'peerConfigRef', {}), 'name');
    assert ref == null || std.objectHas(peerConfigs, ref) :
           'cilium.%s: peer %s refers to the peer config %s, which is not in cilium.bgp.peerConfigs' % [path, peer.name, ref];
    peer;
  spec { bgpInstances: instances(path, spec, check) };

local nodeConfigOverride(name, spec) =
  spec { bgpInstances: instances('bgp.nodeConfigOverrides.' + name, spec, function(peer) peer) };

local selects(labels, matchLabels) =
  std.all([std.get(labels, key) == matchLabels[key] for key in std.objectFields(matchLabels)]);

local peerConfig(name, spec, labelsOfAdvertisements) =
  local path = 'bgp.peerConfigs.' + name;
  local secret = std.get(spec, 'authSecretRef');
  assert secret == null || std.isString(secret) :
         'cilium.%s.authSecretRef must be the name of a Secret with the key password' % path;
  // Not an allow list of all fields, but a password in the catalog is worse
  // than a field that does nothing.
  assert std.setInter(std.set(std.objectFields(spec)), ['authSecret', 'password']) == [] :
         'cilium.%s must not hold a password: put it into a Secret and name that in authSecretRef' % path;
  spec {
    [if std.objectHas(spec, 'families') then 'families']: [
      // Expressions are left to the cluster.
      local wanted = std.get(std.get(family, 'advertisements', {}), 'matchLabels', {});
      local found = [labels for labels in labelsOfAdvertisements if selects(labels, wanted)];
      assert wanted == {} || found != [] :
             'cilium.%s: no entry of cilium.bgp.advertisements has the labels %s' % [path, std.manifestJsonMinified(wanted)];
      family
      for family in spec.families
    ],
  };

// Without a selector Cilium advertises none of them.
local advertisement(name, entry) =
  assert !std.member(['Service', 'CiliumPodIPPool'], std.get(entry, 'advertisementType')) || std.objectHas(entry, 'selector') :
         'cilium.bgp.advertisements.%s advertises nothing of type %s: add a selector, {} for all' % [name, entry.advertisementType];
  entry;

function(params, atLeast)
  local bgp = require.known('bgp', params, ['clusterConfigs', 'peerConfigs', 'advertisements', 'nodeConfigOverrides']);
  local specs(field) = require.specs('bgp.' + field, bgp[field]);
  local clusterConfigs = specs('clusterConfigs');
  local peerConfigs = specs('peerConfigs');
  local advertisements = specs('advertisements');
  local overrides = specs('nodeConfigOverrides');

  local apiVersion = if atLeast('1.18') then 'cilium.io/v2' else 'cilium.io/v2alpha1';
  local objects(kind, specs, spec) = [
    object(apiVersion, kind, name) { spec: spec(name, specs[name]) }
    for name in std.objectFields(specs)
  ];
  local advertisementObjects = [
    local path = 'bgp.advertisements.' + name;
    local fields = require.known(path, advertisements[name], ['labels', 'annotations', 'spec']);
    local spec = require.object(path + '.spec', std.get(fields, 'spec'));
    object(apiVersion, 'CiliumBGPAdvertisement', name, fields) {
      spec: spec {
        advertisements: [advertisement(name, entry) for entry in std.get(spec, 'advertisements', [])],
      },
    }
    for name in std.objectFields(advertisements)
  ];
  local labels = [o.metadata.labels for o in advertisementObjects];
  local all =
    objects('CiliumBGPClusterConfig', clusterConfigs, function(name, spec) clusterConfig(name, spec, peerConfigs))
    + objects('CiliumBGPPeerConfig', peerConfigs, function(name, spec) peerConfig(name, spec, labels))
    + advertisementObjects
    + objects('CiliumBGPNodeConfigOverride', overrides, nodeConfigOverride);
  {
    [if all != [] then 'values']: { enabled: true },
    objects: all,
  }
