local argocd = import 'lib/argocd.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';

local inv = kap.inventory();
local params = inv.parameters.ingress_http01;
local instance = inv.parameters._instance;

{
  [instance]: argocd.App(instance, params.namespace, secrets=false, base='ingress-http01'),
}
