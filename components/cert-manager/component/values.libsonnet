// Helm values of the cert-manager chart, the user's `helm_values` last.
// There is no list in here: makeMergeable would append to it, not replace it.
local com = import 'lib/commodore.libjsonnet';

function(params)
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
  }
  + com.makeMergeable(params.helm_values)
