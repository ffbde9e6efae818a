// Commodore's built-in filter helm_namespace: puts rendered chart files into a
// namespace and, if wanted, adds the namespace itself.
//
// External variables, all strings: `chart_output_dir`, `namespace`,
// `create_namespace` ('true' or anything else), `exclude_objects` (JSON objects
// with kind and name, joined by `|`).

local com = import 'lib/commodore.libjsonnet';
local kube = import 'lib/kube.libjsonnet';

local namespace = std.extVar('namespace');
local excluded = [
  std.parseJson(text)
  for text in std.split(std.extVar('exclude_objects'), '|')
  if text != ''
];

com.addNamespaceToHelmOutput(std.extVar('chart_output_dir'), namespace, excluded) + {
  [if std.extVar('create_namespace') == 'true' then '00_namespace']: kube.Namespace(namespace),
}
