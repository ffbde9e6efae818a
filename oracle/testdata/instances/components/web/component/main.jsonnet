local kap = import 'lib/kapitan.libjsonnet';
local inv = kap.inventory();

{
  config: { instance: inv.parameters._instance, hosts: inv.parameters.web.hosts },
}
