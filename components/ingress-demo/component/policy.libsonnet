// Who may connect to the backends: the ingress controller and nobody else.
// (Probes of the kubelet need no rule: a node reaches its own pods.)
//
// With Cilium there is no pod to allow. Traffic of an Ingress or a Gateway comes
// from Envoy on the node and has the special identity `ingress`, which only
// Cilium's own policies can name. A plain NetworkPolicy has pods, namespaces and
// IP blocks, and `ingress` is none of these (a block matches what is outside of
// the cluster), so there only a rule without `from` lets it in.
local kube = import 'lib/kube.libjsonnet';

local backends = { matchLabels: { 'app.kubernetes.io/name': 'ingress-demo' } };
local port = 8080;

local kinds = {
  cilium: [
    kube._Object('cilium.io/v2', 'CiliumNetworkPolicy', 'backends') {
      spec: {
        endpointSelector: backends,
        ingress: [{
          fromEntities: ['ingress'],
          // Strings in this kind.
          toPorts: [{ ports: [{ port: std.toString(port), protocol: 'TCP' }] }],
        }],
      },
    },
  ],
  kubernetes: [
    kube.NetworkPolicy('backends') {
      spec: {
        podSelector: backends,
        // Any source, so other namespaces too: see above.
        ingress: [{ ports: [{ port: port, protocol: 'TCP' }] }],
        policyTypes: ['Ingress'],
      },
    },
  ],
  none: [],
};

function(params)
  assert std.objectHas(kinds, params.networkPolicy) :
         'ingress_demo.networkPolicy must be one of %s, not %s' % [std.join(', ', std.objectFields(kinds)), params.networkPolicy];
  kinds[params.networkPolicy]
