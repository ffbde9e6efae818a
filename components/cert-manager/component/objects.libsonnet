// The objects that go with the chart, as files below objects/. They are checked
// in main.jsonnet alone, not again for the Application.
local certificatesOf = import 'certificates.libsonnet';
local issuers = import 'issuers.libsonnet';
local kube = import 'lib/kube.libjsonnet';
local secrets = import 'secrets.libsonnet';

function(params)
  local files = {
    '00_namespace': if params.install then [ kube.Namespace(params.namespace) ] else [],
    '10_secrets': secrets.secrets(params),
    '11_service_accounts': secrets.serviceAccounts(params),
    '20_cluster_issuers': issuers.clusterIssuers(params),
    '21_issuers': issuers.issuers(params),
    '22_external_issuers': std.filter(issuers.isObject, issuers.externalIssuers(params)),
    '30_certificates': certificatesOf(params),
  };
  { [name]: files[name] for name in std.objectFields(files) if files[name] != [] }
