package components

import (
	"strings"
	"testing"

	"github.com/google/go-jsonnet"
)

// checkedObjects is what main.jsonnet does with the objects.
const checkedObjects = `function(params)
  local objects = (import 'objects.libsonnet')(params);
  local problems = (import 'checks.libsonnet')(params, objects);
  assert problems == [] : std.join('\n', problems);
  objects`

// TestCertManagerRefuses: what is certainly wrong in the parameters of
// cert-manager is an error that names the parameter and says what to do
// (domain D10, D42). Each patch goes over the defaults.
func TestCertManagerRefuses(t *testing.T) {
	tests := []struct{ name, patch, want string }{
		{"no server", `clusterIssuers+: {x: {}}`,
			`cert_manager.clusterIssuers.x.spec.acme.server is missing`},
		{"e-mail as URL", `acme+: {email: 'mailto:a@example.com'}`,
			`cert_manager.acme.email must be a bare address such as pki@example.com, not mailto:a@example.com`},
		{"two types", `clusterIssuers+: {x: {spec: {acme: {server: 's'}, ca: {secretName: 'c'}}}}`,
			`cert_manager.clusterIssuers.x.spec must have exactly one of acme, ca, selfSigned, vault, venafi, but has acme and ca; set the others to null`},
		{"misspelt type", `issuers+: {'a/x': {spec: {selfsigned: {}}}}`,
			`cert_manager.issuers.a/x.spec has selfsigned, which is no type of issuer: use one of acme, ca, selfSigned, vault, venafi`},
		{"Issuer without namespace", `issuers+: {x: {spec: {selfSigned: {}}}}`,
			`cert_manager.issuers: the key "x" must be of the form namespace/name`},
		{"ClusterIssuer with namespace", `clusterIssuers+: {'a/x': {spec: {selfSigned: {}}}}`,
			`cert_manager.clusterIssuers: the key "a/x" must be of the form name`},
		{"entry is no map", `clusterIssuers+: {x: 'ca'}`,
			`cert_manager.clusterIssuers.x must be a map or null, not a string`},
		{"plain secret without a name", `secrets: {x: 'hunter2'}`,
			`cert_manager.secrets.x must be a map or null, not a string`},
		{"Helm values as text", `helm_values: 'password: hunter2'`,
			`cert_manager.helm_values must be a map, not a string`},
		{"several", `install: 'no', namespace: null, acme+: {email: ['pki@example.com']}`,
			`cert_manager.namespace must be a non-empty string, not null
cert_manager.install must be true or false without quotes, not "no"
cert_manager.acme.email must be a string, not a list`},
		{"solver is no map", `acme+: {solvers: {a: 'http01'}}`,
			`cert_manager.acme.solvers.a must be a map or null, not a string`},
		{"version as a number", `charts+: {'cert-manager'+: {version: 1.20}}`,
			`cert_manager.charts.cert-manager.version must be a non-empty string, not 1.2`},
		{"no settings of the chart", `charts: null`,
			`cert_manager.charts must be a map, not null`},
		{"external issuer of a number", `externalIssuers: {x: {apiVersion: 1, kind: 'X'}}`,
			`cert_manager.externalIssuers.x.apiVersion must be a non-empty string, not 1`},
		{"external account without key", issuerWith(`externalAccountBinding: {keyID: 'k', keySecretRef: {name: 'n'}}`),
			`cert_manager.clusterIssuers.x.spec.acme.externalAccountBinding.keySecretRef.key is missing`},
		{"chain too long", issuerWith(`preferredChain: std.repeat('x', 65)`),
			`cert_manager.clusterIssuers.x.spec.acme.preferredChain is longer than 64 characters`},
		{"bundle without verification", issuerWith(`caBundle: 'eA==', skipTLSVerify: true`),
			`cert_manager.clusterIssuers.x.spec.acme has caBundle and skipTLSVerify, which exclude each other`},
		{"solvers by name", issuerWith(`solvers: {a: {dns01: {route53: {}}}}`),
			`cert_manager.clusterIssuers.x.spec.acme.solvers must be a list; only cert_manager.acme.solvers has names`},
		{"solver without type", issuerWith(`solvers: [{selector: {dnsZones: ['example.com']}}]`),
			`cert_manager.clusterIssuers.x.spec.acme.solvers[0] must have exactly one of dns01, http01, but has none`},
		// https://github.com/cert-manager/cert-manager/issues/4821
		{"both class and ingressClassName", issuerWith(`solvers: [{http01: {ingress: {class: 'a', ingressClassName: 'b'}}}]`),
			`cert_manager.clusterIssuers.x.spec.acme.solvers[0].http01.ingress has class and ingressClassName, which exclude each other`},
		{"class as annotation, too", issuerWith(`solvers: [{http01: {ingress: {ingressClassName: 'b', ingressTemplate: {metadata: {annotations: {'kubernetes.io/ingress.class': 'b'}}}}}}]`),
			`cert_manager.clusterIssuers.x.spec.acme.solvers[0].http01.ingress has ingressClassName and the annotation kubernetes.io/ingress.class`},
		{"Gateway without Gateway API", `acme+: {solvers: {g: {http01: {gatewayHTTPRoute: {}}}}}`,
			`cert_manager.acme.solvers.g.http01.gatewayHTTPRoute needs support for Gateway API: set cert_manager.gatewayAPI.enabled to true`},
		{"second solver for all", `gatewayAPI+: {enabled: true}, acme+: {solvers: {a: {http01: {ingress: {}}}, b: {selector: {}, http01: {gatewayHTTPRoute: {}}}}}`,
			`cert_manager.acme.solvers.b is never used: cert_manager.acme.solvers.a has no selector either; give it one`},
		{"parent without name", `gatewayAPI+: {enabled: true}, acme+: {solvers: {g: {http01: {gatewayHTTPRoute: {parentRefs: [{namespace: 'g'}]}}}}}`,
			`cert_manager.acme.solvers.g.http01.gatewayHTTPRoute.parentRefs.name is missing`},
		{"two providers", `acme+: {solvers: {d: {dns01: {route53: {}, cloudDNS: {project: 'p'}}}}}`,
			`cert_manager.acme.solvers.d.dns01 must have exactly one of acmeDNS, akamai, azureDNS, cloudDNS, cloudflare, digitalocean, rfc2136, route53, webhook, but has cloudDNS and route53`},
		{"provider without field", `acme+: {solvers: {d: {dns01: {rfc2136: {}}}}}`,
			`cert_manager.acme.solvers.d.dns01.rfc2136.nameserver is missing`},
		{"secret without key", `acme+: {solvers: {d: {dns01: {cloudflare: {apiTokenSecretRef: {name: 'n'}}}}}}`,
			`cert_manager.acme.solvers.d.dns01.cloudflare.apiTokenSecretRef.key is missing`},
		{"CA without secret", `clusterIssuers+: {x: {spec: {ca: {}}}}`,
			`cert_manager.clusterIssuers.x.spec.ca.secretName is missing`},
		{"Vault without login", `clusterIssuers+: {x: {spec: {vault: {server: 's', path: 'p'}}}}`,
			`cert_manager.clusterIssuers.x.spec.vault.auth is missing`},
		{"Vault with two logins", vaultWith(`tokenSecretRef: {name: 'n'}, appRole: {path: 'p', roleId: 'r', secretRef: {name: 'n'}}`),
			`cert_manager.clusterIssuers.x.spec.vault.auth must have exactly one of appRole, aws, clientCertificate, kubernetes, tokenSecretRef, but has appRole and tokenSecretRef`},
		{"Vault without account", vaultWith(`kubernetes: {role: 'r'}`),
			`cert_manager.clusterIssuers.x.spec.vault.auth.kubernetes must have exactly one of secretRef, serviceAccountRef, but has none`},
		{"external issuer without kind", `externalIssuers: {x: {apiVersion: 'example.com/v1'}}`,
			`cert_manager.externalIssuers: the entry of x has no kind`},
		{"Issuer of all namespaces", `externalIssuers: {x: {apiVersion: 'cert-manager.io/v1', kind: 'Issuer'}}`,
			`cert_manager.externalIssuers.x is of the kind Issuer, and by its key it should be ClusterIssuer`},
		{"external issuer of cert-manager", `externalIssuers: {x: {apiVersion: 'cert-manager.io/v1', kind: 'ClusterIssuer', spec: {}}}`,
			`cert_manager.externalIssuers.x has a spec: move it to cert_manager.clusterIssuers or issuers`},
		{"no issuerRef", certificateWith(`issuerRef: null`),
			`cert_manager.certificates.a/c.spec.issuerRef is missing`},
		{"unknown issuer", certificateWith(`issuerRef: 'nobody'`),
			`cert_manager.certificates.a/c.spec.issuerRef: no issuer nobody for namespace a in cert_manager.clusterIssuers, issuers or externalIssuers; a short form is name or Kind/name; declare one that is made elsewhere in externalIssuers`},
		{"issuerRef without kind", certificateWith(`issuerRef: {name: 'letsencrypt-staging'}`),
			`without a kind it means an Issuer, not a ClusterIssuer`},
		{"issuer of another namespace", `issuers: {'b/x': {spec: {selfSigned: {}}}}` + also + certificateWith(`issuerRef: 'Issuer/x'`),
			`no issuer Issuer/x for namespace a`},
		{"two issuers of one name", `issuers: {'a/letsencrypt-staging': {spec: {selfSigned: {}}}}` + also + certificateWith(``),
			`letsencrypt-staging can mean ClusterIssuer/letsencrypt-staging in cert-manager.io or Issuer/letsencrypt-staging in cert-manager.io; say which`},
		{"no names", certificateWith(`dnsNames: null`),
			`cert_manager.certificates.a/c.spec needs a name to certify`},
		{"wildcard by HTTP-01", certificateWith(`dnsNames: ['*.example.com']`),
			`cert_manager.certificates.a/c.spec.dnsNames has a wildcard, which needs a DNS-01 solver, and cert_manager.clusterIssuers.letsencrypt-staging has none`},
		{"no Gateway asks", `gatewayAPI+: {enabled: true}, acme+: {solvers: {g: {http01: {gatewayHTTPRoute: {}}}}}` + also + certificateWith(``),
			`cert_manager.certificates.a/c: the solvers of cert_manager.clusterIssuers.letsencrypt-staging name no Gateway; give gatewayHTTPRoute its parentRefs`},
		{"ACME and another common name", certificateWith(`commonName: 'x.example.com'`),
			`cert_manager.certificates.a/c.spec.commonName must be one of dnsNames too`},
		{"duration in days", certificateWith(`duration: '90d'`),
			`cert_manager.certificates.a/c.spec.duration must be a duration in hours, minutes and seconds such as 2160h, not 90d`},
		{"two times to renew", certificateWith(`renewBefore: '1h', renewBeforePercentage: 30`),
			`cert_manager.certificates.a/c.spec has renewBefore and renewBeforePercentage, which exclude each other`},
		{"annotation of cert-manager", certificateWith(`secretTemplate: {annotations: {'cert-manager.io/x': 'y'}}`),
			`cert_manager.certificates.a/c.spec.secretTemplate.annotations has cert-manager.io/x`},
		{"one Secret of two Certificates", certificateWith(`secretName: 'd'`) + also + strings.ReplaceAll(certificateWith(``), "a/c", "a/d"),
			`cert_manager.certificates.a/d.spec.secretName: another Certificate writes the Secret a/d too; give each its own`},
		{"one Secret of a Certificate and a reference", `secrets: {'a/c': {}}` + also + certificateWith(``),
			`cert_manager.certificates.a/c.spec.secretName: cert_manager.secrets makes the Secret a/c too; rename one`},
		{"plain secret", `secrets: {x: {stringData: {token: 'hunter2'}}}`,
			`cert_manager.secrets.x.stringData.token is no secret reference: keep the value in Vault and write ?{vaultkv:...}`},
		{"one object of two keys", `secrets: {x: {}, 'cert-manager/x': {}}`,
			`cert_manager.secrets.cert-manager/x and another entry make the same object; remove one`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, err := certManager(checkedObjects, test.patch)
			if err == nil {
				t.Fatalf("got no error, but %s; want %s", out, test.want)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("got a secret in %v, want none", err)
			}
		})
	}
}

// TestCertManagerAllows has neighbours of the above that are right.
func TestCertManagerAllows(t *testing.T) {
	tests := []struct{ name, patch string }{
		{"issuer of type null", `clusterIssuers+: {x: {spec: {acme: null, selfSigned: {}}}}`},
		{"login of type null", vaultWith(`tokenSecretRef: null, kubernetes: {role: 'r', serviceAccountRef: {name: 'v'}}`)},
		{"ambient credentials", issuerWith(`solvers: [{dns01: {route53: {}}}]`)},
		{"no solvers", issuerWith(`solvers: []`)},
		{"HTTP-01, and DNS-01 for wildcards", `acme+: {solvers: {a: {http01: {ingress: {}}}, b: {dns01: {route53: {}}}}}`},
		{"Gateway of one Certificate", `gatewayAPI+: {enabled: true}, acme+: {solvers: {g: {http01: {gatewayHTTPRoute: {}}}}}` + also + certificateWith(``) + also +
			`certificates+: {'a/c'+: {metadata: {annotations: {'acme.cert-manager.io/http01-parentrefname': 'g', 'acme.cert-manager.io/http01-parentrefkind': 'Gateway'}}}}`},
		{"wildcard by DNS-01", `acme+: {solvers: {d: {dns01: {cloudDNS: {project: 'p'}}}}}` + also + certificateWith(`dnsNames: ['*.example.com']`)},
		{"wildcard of a CA", `issuers: {'a/x': {spec: {ca: {secretName: 's'}}}}` + also + certificateWith(`dnsNames: ['*.example.com'], issuerRef: 'x'`)},
		{"common name twice", certificateWith(`commonName: 'c.example.com'`)},
		{"same secret name, two namespaces", certificateWith(``) + also + strings.ReplaceAll(certificateWith(`secretName: 'c'`), "a/c", "b/d")},
		{"issuer of the same name elsewhere", `issuers: {'b/letsencrypt-staging': {spec: {selfSigned: {}}}}` + also + certificateWith(``)},
		{"reference inside a text", `secrets: {x: {stringData: {'acme.json': '{"key": "?{vaultkv:a/b/c/d}"}'}}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := certManager(checkedObjects, test.patch); err != nil {
				t.Errorf("got %v, want no error", err)
			}
		})
	}
}

// TestCertManagerValues: the switches of Gateway API need a chart that has them.
func TestCertManagerValues(t *testing.T) {
	tests := []struct{ name, patch, want string }{
		{"too old", `gatewayAPI+: {enabled: true}, charts+: {'cert-manager'+: {version: 'v1.14.7'}}`,
			`cert_manager.gatewayAPI.enabled needs version v1.15 of the chart or later, not v1.14.7`},
		{"no ListenerSets yet", `gatewayAPI: {enabled: true, listenerSets: true}, charts+: {'cert-manager'+: {version: '1.19.4'}}`,
			`cert_manager.gatewayAPI.listenerSets needs version v1.20 of the chart or later, not 1.19.4`},
		{"no version", `gatewayAPI+: {enabled: true}, charts+: {'cert-manager'+: {version: 'latest'}}`,
			`cert_manager.charts.cert-manager.version must be a version such as v1.21.1, not latest`},
		{"ListenerSets alone", `gatewayAPI+: {listenerSets: true}`,
			`cert_manager.gatewayAPI.listenerSets needs cert_manager.gatewayAPI.enabled to be true`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, err := certManager(`import 'values.libsonnet'`, test.patch)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %s, error %v\nwant error %s", out, err, test.want)
			}
		})
	}
}

// TestCertManagerUsersSignersAreTheirs: helm_values has the last word.
func TestCertManagerUsersSignersAreTheirs(t *testing.T) {
	got, err := certManager(`function(params) (import 'values.libsonnet')(params).approveSignerNames`,
		`externalIssuers: {x: {apiVersion: 'example.com/v1', kind: 'Issuer'}}, helm_values: {approveSignerNames: ['mine']}`)
	if want := "[\n   \"mine\"\n]\n"; err != nil || got != want {
		t.Errorf("got %q, error %v, want %q", got, err, want)
	}
}

// also puts one patch over another.
const also = `} + {`

func issuerWith(acme string) string {
	return `clusterIssuers+: {x: {spec: {acme: {server: 's', ` + acme + `}}}}`
}

func vaultWith(auth string) string {
	return `clusterIssuers+: {x: {spec: {vault: {server: 's', path: 'p', auth: {` + auth + `}}}}}`
}

// certificateWith gives a Certificate a/c that is right but for spec.
func certificateWith(spec string) string {
	return `certificates+: {'a/c': {spec: {dnsNames: ['c.example.com'], issuerRef: 'letsencrypt-staging'} + {` + spec + `}}}`
}

// certManager applies a function of the component to its defaults and a patch.
func certManager(function, patch string) (string, error) {
	vm := jsonnet.MakeVM()
	vm.Importer(&jsonnet.FileImporter{JPaths: []string{"../jsonnet", "cert-manager/component"}})
	return vm.EvaluateAnonymousSnippet("test.jsonnet",
		`local defaults = std.parseYaml(importstr 'cert-manager/class/defaults.yml').parameters.cert_manager;
		(`+function+`)((import 'require.libsonnet')(defaults + {`+patch+`}))`)
}
