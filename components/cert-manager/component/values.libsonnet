// Helm values of the cert-manager chart, the user's `helm_values` last.
local com = import 'lib/commodore.libjsonnet';
local issuers = import 'issuers.libsonnet';

// The chart approves requests to cert-manager's own issuers only: to others
// they would stay unapproved, and unsigned, without an error anywhere.
local ownSigners = [ 'issuers.cert-manager.io/*', 'clusterissuers.cert-manager.io/*' ];

// A signer is named by its resource: kinds of issuers take an s for that.
local externalSigners(params) = std.set([
  '%ss.%s/*' % [ std.asciiLower(issuer.kind), issuers.groupOf(issuer) ]
  for issuer in issuers.externalIssuers(params)
  if issuers.groupOf(issuer) != 'cert-manager.io'
]);

local minorOf(version) =
  local parts = std.split(std.lstripChars(version, 'v'), '.');
  assert std.length(parts) >= 2 && parts[0] == '1' :
         'cert_manager.charts.cert-manager.version must be a version such as v1.21.1, not %s' % version;
  std.parseInt(parts[1]);

// The switch has moved with time, and the controller does not start with one
// that it does not know.
local gatewayConfig(params) =
  local version = params.charts['cert-manager'].version;
  local minor = minorOf(version);
  local listenerSets = params.gatewayAPI.listenerSets;
  assert minor >= 15 :
         'cert_manager.gatewayAPI.enabled needs version v1.15 of the chart or later, not %s' % version;
  assert !listenerSets || minor >= 20 :
         'cert_manager.gatewayAPI.listenerSets needs version v1.20 of the chart or later, not %s' % version;
  {
    [if minor >= 21 then 'gatewayAPI']: {
      enabled: true,
      [if listenerSets then 'enableListenerSet']: true,
    },
    [if minor < 21 then 'enableGatewayAPI']: true,
    [if minor < 21 && listenerSets then 'enableGatewayAPIListenerSet']: true,
    // Still alpha, so the switch alone has no effect.
    [if listenerSets then 'featureGates']: { ListenerSets: true },
  };

function(params)
  local gateway = params.gatewayAPI;
  local signers = externalSigners(params);
  assert gateway.enabled || !gateway.listenerSets :
         'cert_manager.gatewayAPI.listenerSets needs cert_manager.gatewayAPI.enabled to be true';
  {
    crds: {
      enabled: true,
      // Removing the CRDs would delete every Certificate in the cluster.
      keep: true,
    },
    global: {
      leaderElection: {
        // The chart's default, kube-system, asks for rights outside its namespace.
        namespace: params.namespace,
      },
    },
    [if gateway.enabled then 'config']: gatewayConfig(params),
    // The only list in here: makeMergeable would append to it, not replace it.
    [if signers != [] && !std.objectHas(params.helm_values, 'approveSignerNames') then 'approveSignerNames']:
      ownSigners + signers,
  }
  + com.makeMergeable(params.helm_values)
