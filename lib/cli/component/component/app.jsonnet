// The Application through which Argo CD deploys what main.jsonnet gives.
local argocd = import 'lib/argocd.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';

local inv = kap.inventory();
local params = inv.parameters.{{.Key}};
local instance = inv.parameters._instance;

{
  [instance]: argocd.App(instance, params.namespace),
}
