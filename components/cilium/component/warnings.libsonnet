// What may be wrong, but cannot be told from the parameters alone. Shown while
// compiling; the output is the same.
local require = import 'require.libsonnet';
local isOn = import 'switch.libsonnet';

function(ingress, values)
  // null: nobody has said.
  local loadBalancerIPv6 = require.oneOf('ingress.loadBalancerIPv6', ingress.loadBalancerIPv6, [null, true, false]);
  local mayComeByIPv6 =
    loadBalancerIPv6 != false
    && !isOn(values, ['ipv6', 'enabled'])
    && isOn(values, ['ingressController', 'enabled'])
    && isOn(values, ['ingressController', 'enableProxyProtocol']);
  if mayComeByIPv6 then
    ["cilium.ingress.proxyProtocol without IPv6 in the cluster: Cilium's Ingress does not answer IPv6 clients whose "
     + 'address the load balancer passes on. Give the load balancer no IPv6 address and set '
     + 'cilium.ingress.loadBalancerIPv6 to false']
  else []
