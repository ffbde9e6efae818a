// L2 announcements: which nodes answer ARP for which LoadBalancer addresses.
local object = import 'object.libsonnet';
local require = import 'require.libsonnet';

local policy(name, spec) =
  assert std.get(spec, 'loadBalancerIPs', false) || std.get(spec, 'externalIPs', false) :
         'cilium.l2Announcements.policies.%s announces nothing: set loadBalancerIPs (or externalIPs) to true' % name;
  // Still v2alpha1 in Cilium 1.20.
  object('cilium.io/v2alpha1', 'CiliumL2AnnouncementPolicy', name) { spec: spec };

function(params)
  local policies = require.specs(
    'l2Announcements.policies', require.known('l2Announcements', params, ['policies']).policies
  );
  {
    [if policies != {} then 'values']: { enabled: true },
    objects: [policy(name, policies[name]) for name in std.objectFields(policies)],
  }
