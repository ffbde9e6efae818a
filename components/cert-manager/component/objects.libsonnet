// The objects that go with the chart, as files below objects/.
local com = import 'lib/commodore.libjsonnet';
local kube = import 'lib/kube.libjsonnet';

// An ACME issuer that answers HTTP-01 challenges through one ingress class.
// Parameters are merged over it, so an entry needs no more than its server.
local acmeIssuer(acme) = function(name)
  kube._Object('cert-manager.io/v1', 'ClusterIssuer', name) {
    metadata+: {
      annotations+: {
        // After the chart: its CRDs must exist and its webhook must answer.
        'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true',
        'argocd.argoproj.io/sync-wave': '10',
      },
    },
    spec: {
      acme: {
        [if acme.email != '' then 'email']: acme.email,
        privateKeySecretRef: { name: '%s-account-key' % name },
        // A class, not an Ingress name: behind a controller that redirects
        // HTTP per host the challenge is edited into the user's own Ingress,
        // which component ingress-http01 asks for.
        solvers: [
          { http01: { ingress: { ingressClassName: acme.ingressClassName } } },
        ],
      },
    },
  };

// cert-manager reads what a ClusterIssuer refers to in its own namespace.
local secret(namespace) = function(name)
  kube.Secret(name) { metadata+: { namespace: namespace } };

function(params)
  local issuers = com.generateResources(params.clusterIssuers, acmeIssuer(params.acme));
  local secrets = com.generateResources(params.secrets, secret(params.namespace));
  {
    [if params.install then '00_namespace']: kube.Namespace(params.namespace),
    [if secrets != [] then '10_secrets']: secrets,
    [if issuers != [] then '20_cluster_issuers']: issuers,
  }
