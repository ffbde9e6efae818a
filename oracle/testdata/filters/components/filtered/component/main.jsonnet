local kap = import 'lib/kapitan.libjsonnet';
local kube = import 'lib/kube.libjsonnet';
local params = kap.inventory().parameters.filtered;

{
  config: kube.ConfigMap('config') { data: { size: '%s' % params.size, script: '#!/bin/sh\necho "$1"\n', wide: 'word ' + std.join(' ', std.repeat(['word'], 30)) } },
  secret: kube.Secret('secret') { stringData: { token: params.secret } },
  many: [kube.Namespace('n'), null, kube.ServiceAccount('s')],
  numbers: [1, 1.5, 1e15, 0.1, -0.0, 9007199254740991],
}
