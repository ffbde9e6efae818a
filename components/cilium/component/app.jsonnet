// One Application with two sources: the chart, with the same values as
// values.yaml, and the objects in the catalog that go with it.
local argocd = import 'lib/argocd.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';

local ciliumOf = import 'cilium.libsonnet';

local inv = kap.inventory();
local params = inv.parameters.cilium;
local cilium = ciliumOf(params);
local instance = inv.parameters._instance;

local app = argocd.App(instance, params.namespace, secrets=false, base='cilium');

local chart = {
  repoURL: params.charts.cilium.source,
  chart: 'cilium',
  targetRevision: params.charts.cilium.version,
  helm: {
    releaseName: 'cilium',
    valuesObject: cilium.values,
  },
};

// In a component test argocd.App() is a stub that returns {}.
local objects = std.get(std.get(app, 'spec', {}), 'source', {}) {
  path: 'manifests/' + instance + '/objects',
};

{
  [instance]: app {
    metadata+: {
      // No cascade: deleting the Application must not delete the network.
      finalizers:: [],
    },
    spec+: {
      source:: {},
      sources: [chart] + if cilium.objects != {} then [objects] else [],
    },
  },
}
