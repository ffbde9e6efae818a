// The Application through which Argo CD deploys what main.jsonnet gives. Its
// plugin puts secrets in the place of references, which have the form
// ?{vaultkv:...}; a component without any can do with argocd.App(..., secrets=false).
local argocd = import 'lib/argocd.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';

local inv = kap.inventory();
local params = inv.parameters.{{.Key}};
local instance = inv.parameters._instance;

{
  [instance]: argocd.App(instance, params.namespace),
}
