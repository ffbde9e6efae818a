// What other components may use of {{.Title}}:
//
//     local {{.Key}} = import 'lib/{{.Name}}.libsonnet';
local kube = import 'lib/kube.libjsonnet';

{
  // A ConfigMap with the name and data given.
  Config(name, data): kube.ConfigMap(name) { data: data },
}
