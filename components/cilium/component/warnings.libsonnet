// What may be wrong, but cannot be told from the parameters alone. Shown while
// compiling; the output is the same.
local require = import 'require.libsonnet';

function(ingress, values)
  local ipv6 = std.member([true, 'true'], std.get(std.get(values, 'ipv6', {}), 'enabled'));
  // null: nobody has said.
  local loadBalancerIPv6 = require.oneOf('ingress.loadBalancerIPv6', ingress.loadBalancerIPv6, [null, true, false]);
  if loadBalancerIPv6 != false && !ipv6 && ingress.enabled && ingress.proxyProtocol then
    ["cilium.ingress.proxyProtocol without IPv6 in the cluster: Cilium's Ingress does not answer IPv6 clients whose "
     + 'address the load balancer passes on. Give the load balancer no IPv6 address and set '
     + 'cilium.ingress.loadBalancerIPv6 to false']
  else []
