// values.yaml is for people and for rendering the chart; Argo CD applies only
// what is below objects/.
local kap = import 'lib/kapitan.libjsonnet';

local ciliumOf = import 'cilium.libsonnet';
local require = import 'require.libsonnet';

local params = kap.inventory().parameters.cilium;
local cilium = ciliumOf(params);

local output =
  { values: cilium.values }
  + { ['objects/' + file]: cilium.objects[file] for file in std.objectFields(cilium.objects) };

// What app.jsonnet alone uses is checked here too: it comes second.
assert require.text('namespace', params.namespace) != '' && require.text('charts.cilium.source', params.charts.cilium.source) != '';
std.foldl(function(result, warning) std.trace('warning: ' + warning, result), cilium.warnings, output)
