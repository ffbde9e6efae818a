local argocd = import 'lib/argocd.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';

local inv = kap.inventory();
local params = inv.parameters.ingress_demo;
local instance = inv.parameters._instance;

local app = argocd.App(instance, params.namespace, secrets=false, base='ingress-demo');

// An instance of a team has the team's project, whose root Application reads
// another folder. In a component test argocd.App() is a stub that returns {}.
local project = std.get(std.get(app, 'spec', {}), 'project', 'syn');
local folder = if project == 'syn' then 'apps' else 'apps-' + project;

{
  [folder + '/' + instance]: app,
}
