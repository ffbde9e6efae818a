local com = import 'lib/commodore.libjsonnet';

{ many: com.patchNamespace(std.extVar('output_path') + '/many.yaml', 'patched', ['ServiceAccount']) }
