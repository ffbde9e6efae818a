local com = import 'lib/commodore.libjsonnet';
local inv = com.inventory();

{ names: [inv.parameters._instance] + std.objectFields(inv.parameters.web) }
