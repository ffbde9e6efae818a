// The manifests of {{.Title}}. Each field of the object at the end becomes a file.
local kap = import 'lib/kapitan.libjsonnet';
local kube = import 'lib/kube.libjsonnet';
{{- if .Library}}
local lib = import '../lib/{{.Name}}.libsonnet';
{{- end}}

local inv = kap.inventory();
local params = inv.parameters.{{.Key}};

local namespace = kube.Namespace(params.namespace) {
  metadata+: { labels+: params.labels },
};

{
  '00_namespace': namespace,
{{- if .Library}}
  '10_config': lib.Config('settings', { cluster: inv.parameters.cluster.name }) {
    metadata+: { namespace: params.namespace },
  },
{{- end}}
}
