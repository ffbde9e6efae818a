// values.yaml is for people and for rendering the chart; Argo CD applies only
// what is below objects/.
local checks = import 'checks.libsonnet';
local kap = import 'lib/kapitan.libjsonnet';
local objectsOf = import 'objects.libsonnet';
local require = import 'require.libsonnet';
local valuesOf = import 'values.libsonnet';

local params = require(kap.inventory().parameters.cert_manager);
local objects = objectsOf(params);
local problems = checks(params, objects);

assert problems == [] : std.join('\n', problems);
{
  [if params.install then 'values']: valuesOf(params),
} + {
  ['objects/' + file]: objects[file]
  for file in std.objectFields(objects)
}
