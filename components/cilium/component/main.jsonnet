// values.yaml is for people and for rendering the chart; Argo CD applies only
// what is below objects/.
local kap = import 'lib/kapitan.libjsonnet';

local ciliumOf = import 'cilium.libsonnet';

local cilium = ciliumOf(kap.inventory().parameters.cilium);

local output =
  { values: cilium.values }
  + { ['objects/' + file]: cilium.objects[file] for file in std.objectFields(cilium.objects) };

std.foldl(function(result, warning) std.trace('warning: ' + warning, result), cilium.warnings, output)
