// An object that goes with Cilium: its metadata, with the user's labels and
// annotations, where there are any.
local kube = import 'lib/kube.libjsonnet';
local require = import 'require.libsonnet';

function(apiVersion, kind, name, fields={}) kube._Object(apiVersion, kind, name) {
  metadata+: {
    annotations+: {
      // The operator installs Cilium's own CRDs once it runs; the chart has none.
      'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true',
      'argocd.argoproj.io/sync-wave': '10',
    } + require.strings(kind + '.annotations', std.get(fields, 'annotations', {})),
    labels+: require.strings(kind + '.labels', std.get(fields, 'labels', {})),
  },
}
