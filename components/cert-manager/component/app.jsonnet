// One Application with up to two sources: the chart, with the same values as
// values.yaml, and the objects in the catalog that go with it.
local argocd = import 'lib/argocd.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';
local objectsOf = import 'objects.libsonnet';
local resources = import 'resources.libsonnet';
local valuesOf = import 'values.libsonnet';

local inv = kap.inventory();
local params = inv.parameters.cert_manager;
local instance = inv.parameters._instance;
local files = objectsOf(params);

// Secrets are references, and an issuer may have one too, as its account's ID;
// without any no plugin has to run. Looked for in what the objects are made of:
// to make them here as well would double the time of a compile.
local sources = params { charts:: null, helm_values:: null };
local hasSecrets = resources.contains(std.manifestJsonMinified(sources), '?{');
local app = argocd.App(instance, params.namespace, secrets=hasSecrets, base='cert-manager');

local chart = {
  repoURL: params.charts['cert-manager'].source,
  chart: 'cert-manager',
  targetRevision: params.charts['cert-manager'].version,
  helm: {
    releaseName: 'cert-manager',
    valuesObject: valuesOf(params),
  },
};

// In a component test argocd.App() is a stub that returns {}.
local objects = std.get(std.get(app, 'spec', {}), 'source', {}) {
  path: 'manifests/' + instance + '/objects',
};

{
  [instance]: app {
    spec+: {
      source:: {},
      sources: (if params.install then [chart] else [])
               + (if files != {} then [objects] else []),
    },
  },
}
