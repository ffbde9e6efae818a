// Reads what the jobs and the built-in filter have written.
local com = import 'lib/commodore.libjsonnet';
local helpers = import '../lib/filtered-helpers.libsonnet';

local out = std.extVar('output_path');
local chart = out + '/' + std.extVar('chart');
local inv = com.inventory();

{
  config: helpers.label(com.yaml_load(out + '/config.yaml')),
  many: [o for o in com.yaml_load_all(out + '/many.yaml') if o != null],
  secret: com.yaml_load(out + '/secret.yaml'),
  numbers: com.yaml_load_all(out + '/numbers.yaml'),
  'new/seen': {
    files: std.sort(com.list_dir(chart)),
    vars: [std.extVar(v) for v in ['target', 'component', 'namespace']],
    inventory: {
      keys: std.objectFields(inv),
      environment: inv.environment,
      applications: inv.applications,
      classes: inv.classes,
      parameters: inv.parameters.filtered,
      instance: inv.parameters._instance,
      compile: std.objectFields(inv.parameters.kapitan.compile[0]),
      kapitan: std.objectHas(inv.parameters, '_kapitan_'),
      meta: inv.parameters._reclass_,
    },
    odd: [null, {}, [], '', 'a\nb', ' a', 'yes'],
  },
  'chart/anchors': com.yaml_load_all(chart + '/anchors.yaml') + [{ added: true }],
  nothing: null,
  none: [],
}
