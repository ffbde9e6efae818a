// values.yaml is for people and for rendering the chart; Argo CD applies only
// what is below objects/.
local cilium = import 'cilium.libsonnet';
local warningsOf = import 'warnings.libsonnet';

local output =
  { values: cilium.values }
  + { ['objects/' + file]: cilium.objects[file] for file in std.objectFields(cilium.objects) };

std.foldl(
  function(result, warning) std.trace('warning: ' + warning, result),
  warningsOf(cilium.params, cilium.values),
  output
)
