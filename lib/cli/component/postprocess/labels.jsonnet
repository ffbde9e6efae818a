// A filter: it gets the folder that was compiled, and gives its files anew.
local com = import 'lib/commodore.libjsonnet';

local withLabel(object) = object {
  metadata+: { labels+: { 'app.kubernetes.io/managed-by': 'commodore' } },
};

com.fixupDir(std.extVar('output_path'), withLabel)
