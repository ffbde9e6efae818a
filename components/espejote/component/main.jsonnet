// Everything that Espejote runs in this cluster. Nothing is compiled while the
// parameters hold something that the API server takes and Espejote breaks on.
local kap = import 'lib/kapitan.libjsonnet';
local managedResource = import 'managed_resource.libsonnet';
local names = import 'names.libsonnet';
local problemsIn = import 'problems.libsonnet';

local params = kap.inventory().parameters.espejote;
local entries(parameter) = names.entries(parameter, params[parameter], params.namespace);

// Of a kind whose entries are an object each.
local object(kind, entry, namespace) = {
  apiVersion: 'espejote.io/v1alpha1',
  kind: kind,
  metadata: names.metadata(entry.name, namespace, std.get(entry.value, 'metadata', {}), {
    // The CRDs come with Espejote: in the same sync, or from somebody else.
    'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true',
  }),
  spec: entry.value.spec,
};

local problems = problemsIn(params);
assert problems == [] : std.join('\n', problems);
{
  ['50_jl_%(namespace)s_%(name)s' % entry]: object('JsonnetLibrary', entry, entry.namespace)
  for entry in entries('jsonnetLibraries')
} + {
  ['60_mr_%(namespace)s_%(name)s' % entry]: managedResource(params, entries('managedResources'), entry)
  for entry in entries('managedResources')
} + {
  ['70_adm_%(namespace)s_%(name)s' % entry]: object('Admission', entry, entry.namespace)
  for entry in entries('admissions')
} + {
  ['70_cadm_%(name)s' % entry]: object('ClusterAdmission', entry, null)
  for entry in entries('clusterAdmissions')
}
