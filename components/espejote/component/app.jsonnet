// One Application: Espejote itself, which Argo CD builds from the Kustomize
// files of the release, and the objects of the catalog that it works on.
local argocd = import 'lib/argocd.libjsonnet';
local com = import 'lib/commodore.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';

local inv = kap.inventory();
local params = inv.parameters.espejote;
local instance = inv.parameters._instance;
local install = params.install;

local app = argocd.App(instance, params.namespace, secrets=false);

// Both folders belong to one release.
local folder(path) = {
  repoURL: install.source,
  targetRevision: install.version,
  path: path,
};
local espejote = [
  folder('config/crd'),
  folder('config/default') {
    kustomize: {
      namespace: params.namespace,
      images: ['ghcr.io/vshn/espejote=' + install.image + ':' + install.version],
    } + com.makeMergeable(install.kustomize),
  },
];

local hasObjects = std.any([
  std.prune(params[parameter]) != {}
  for parameter in ['jsonnetLibraries', 'managedResources', 'admissions', 'clusterAdmissions']
]);

// In a component test argocd.App() is a stub that returns {}.
local objects = std.get(std.get(app, 'spec', {}), 'source', {}) { path: 'manifests/' + instance };

{
  [instance]: if !install.enabled then app else app {
    metadata+: {
      // No cascade: with the CRDs would go every ManagedResource.
      finalizers:: [],
    },
    spec+: {
      source:: {},
      sources: espejote + if hasObjects then [objects] else [],
    },
  },
}
