local argocd = import '../lib/argocd.libjsonnet';

{
  app: argocd.App('shop', 'shop'),
  app_no_secrets: argocd.App('shop', 'shop', secrets=false),
  app_instance: argocd.App('shop-beta', 'shop-beta', base='shop'),
  app_no_namespace: argocd.App('crds', null, secrets=false),
  app_default_project: argocd.App('shop', 'shop', project=''),
  app_null_project: argocd.App('shop', 'shop', project=null),
  app_other_project: argocd.App('shop', 'shop', 'tenants'),
  // Components add to what they get; a list given again is appended to.
  app_extended: argocd.App('shop', 'shop') {
    spec+: { syncPolicy+: { syncOptions+: ['Replace=true'] } },
  },
  project: argocd.Project('tenants'),
}
