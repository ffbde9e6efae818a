local com = import 'lib/commodore.libjsonnet';

com.fixupDir(std.extVar('output_path'), function(o) com.namespaced('fixed', o))
