// What may be wrong, but cannot be told from the parameters alone. Shown while
// compiling; the output is the same.
local require = import 'require.libsonnet';

local isOn(value) = std.member([true, 'true'], value);

function(params, values)
  local ingress = params.ingress;
  local ipv6 = isOn(std.get(std.get(values, 'ipv6', {}), 'enabled', false));
  // null: nobody has said.
  local loadBalancerIPv6 = require.oneOf('ingress.loadBalancerIPv6', ingress.loadBalancerIPv6, [null, true, false]);
  [
    |||
      cilium.ingress.proxyProtocol on a cluster without IPv6: Cilium's Ingress does not answer IPv6 clients
      whose address the load balancer passes on. Take the IPv6 address from the load balancer and set
      cilium.ingress.loadBalancerIPv6 to false, or run the cluster with IPv6 (helm_values.ipv6.enabled)
    |||
    for wanted in [ingress.enabled && ingress.proxyProtocol && !ipv6 && loadBalancerIPv6 != false]
    if wanted
  ]
