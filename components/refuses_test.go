package components_test

import (
	"os"
	"strings"
	"testing"
)

// refusals are parameters that a component must not compile.
type refusals []struct{ name, parameters, want string }

// check compiles the component with each of the parameters, and wants an error
// with the text: which parameter, and what to do.
func (all refusals) check(t *testing.T, component string) {
	t.Helper()
	b := newBench(t, os.DirFS(component), component)
	for _, test := range all {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := b.compile(b.values(test.parameters), nil, false)
			if err == nil {
				t.Fatalf("got no error, want %q", test.want)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %q in it", err, test.want)
			}
		})
	}
}

// values writes a class with the component's parameters, given in one line.
func (b *bench) values(parameters string) string {
	return b.write("values.yml", []byte("parameters:\n  "+b.key+": "+parameters+"\n"))
}

func TestArgocdRefuses(t *testing.T) {
	refusals{
		{"instance of two teams", `{teams: {a: {namespaces: [a], instances: [argocd]}, b: {namespaces: [b], instances: [argocd]}}}`,
			`instance argocd is in argocd.teams of a and b: take it out of all but one, as with "~argocd" in a later layer`},
		{"team of Argo CD's name", `{teams: {default: {namespaces: [a]}}}`,
			`argocd.teams.default: Argo CD or the platform has a project of this name, give the team another one`},
		{"team of the platform's name", `{teams: {syn: {namespaces: [a]}}}`,
			`argocd.teams.syn: Argo CD or the platform has a project of this name, give the team another one`},
		{"team without namespaces", `{teams: {a: {instances: [x]}}}`,
			`argocd.teams.a.namespaces is empty: list the namespaces that the team deploys to`},
		{"team that could make Applications", `{namespace: gitops, teams: {a: {namespaces: [a, gitops]}}}`,
			`argocd.teams.a.namespaces must leave out gitops, the namespace of Argo CD`},
		{"misspelt setting of a team", `{teams: {a: {namespace: a}}}`,
			`argocd.teams.a.namespace is no parameter; there are description, instances, namespaces, sourceRepos, spec`},
		{"misspelt setting of an Application", `{applications: {argocd: {syncwave: 1}}}`,
			`argocd.applications.argocd.syncwave is no parameter; there are automated, ignoreDifferences, syncOptions, syncWave`},
		{"wave of the projects", `{applications: {argocd: {syncWave: -100}}}`,
			`argocd.applications.argocd.syncWave must be above -100, the wave of the projects, not -100`},
		{"difference of no kind", `{ignoreDifferences: {x: {jsonPointers: [/a]}}}`,
			`argocd: the entry x of ignoreDifferences needs a kind`},
		{"difference in nothing", `{applications: {argocd: {ignoreDifferences: {x: {kind: Secret, jsonPointers: []}}}}}`,
			`argocd: the entry x of ignoreDifferences needs jsonPointers, jqPathExpressions or managedFieldsManagers`},

		{"several", `{namespace: '', server: 1.5, retry: null}`,
			`argocd.namespace must be a non-empty string, not ""
    argocd.server must be a non-empty string, not 1.5
    argocd.retry must be a map, not null`},
		{"repository that is none", `{sourceRepos: [https://a.example.com, '']}`,
			`argocd.sourceRepos[1] must be a non-empty string, not ""`},
		{"wave with a fraction", `{applications: {root: {syncWave: 1.5}}}`,
			`argocd.applications.root.syncWave must be a whole number or null, not 1.5`},
		{"automated as text", `{applications: {root: {automated: ''}}}`,
			`argocd.applications.root.automated must be a map or null, not a string`},
		{"settings as text", `{applications: {root: automated}}`,
			`argocd.applications.root must be a map or null, not a string`},
		{"difference as text", `{applications: {root: {ignoreDifferences: {x: Secret}}}}`,
			`argocd.applications.root.ignoreDifferences.x must be a map or null, not a string`},
		{"namespaces of a team as text", `{teams: {a: {namespaces: shop}}}`,
			`argocd.teams.a.namespaces must be a list, not a string`},
		{"description as a list", `{teams: {a: {namespaces: [a], description: [Shop]}}}`,
			`argocd.teams.a.description must be a string, not a list`},
	}.check(t, "argocd")
}

func TestIngressDemoRefuses(t *testing.T) {
	refusals{
		{"api", `{api: istio}`,
			`ingress_demo.api must be one of gateway, ingress, not istio`},
		{"policy", `{networkPolicy: calico}`,
			`ingress_demo.networkPolicy must be one of cilium, kubernetes, none, not calico`},
		{"no host", `{routes: {a: {paths: {/: web}}}}`,
			`ingress_demo.routes.a.host is missing: without one the route would be for every host name`},
		{"no paths", `{routes: {a: {host: a.example.com, paths: {/: null}}}}`,
			`ingress_demo.routes.a.paths is empty: map a path to a backend, as in {/: web}`},
		{"path without slash", `{routes: {a: {host: a.example.com, paths: {api: web}}}}`,
			`ingress_demo.routes.a.paths: api must start with a slash`},
		{"unknown backend", `{routes: {a: {host: a.example.com, paths: {/: api}}}}`,
			`ingress_demo.routes.a.paths: / leads to api, which is not in ingress_demo.backends`},
		{"backend taken out", `{backends: {web: null}, routes: {a: {host: a.example.com, paths: {/: web}}}}`,
			`ingress_demo.routes.a.paths: / leads to web, which is not in ingress_demo.backends`},
		// Domain D20.
		{"same host and path", `{routes: {a: {host: a.example.com, paths: {/: web}}, b: {host: a.example.com, paths: {/: web, /b: web}}}}`,
			`ingress_demo.routes: a and b have a.example.com/, and only one can get it`},
		{"two issuers", `{routes: {a: {host: a.example.com, paths: {/: web}, certificate: {issuer: x, clusterIssuer: y}}}}`,
			`ingress_demo.routes.a.certificate has clusterIssuer and issuer: set one of them to null`},
		{"load balancer", `{routes: {a: {host: a.example.com, paths: {/: web}, loadBalancer: own}}}`,
			`ingress_demo.routes.a.loadBalancer must be shared, dedicated or empty, not own`},
		{"annotations for a shared Service", `{routes: {a: {host: a.example.com, paths: {/: web}, serviceAnnotations: {x: y}}}}`,
			`ingress_demo.routes.a.serviceAnnotations need loadBalancer: dedicated`},
		{"misspelt setting of a route", `{routes: {a: {hosts: a.example.com}}}`,
			`ingress_demo.routes.a.hosts is no parameter; there are certificate, host, loadBalancer, paths, serviceAnnotations`},
		{"misspelt setting of a certificate", `{routes: {a: {host: a.example.com, paths: {/: web}, certificate: {clusterissuer: x}}}}`,
			`ingress_demo.routes.a.certificate.clusterissuer is no parameter; there are clusterIssuer, issuer, secretName`},
		{"misspelt setting of a backend", `{backends: {web: {replica: 2}}}`,
			`ingress_demo.backends.web.replica is no parameter; there are replicas`},
		{"half of a pod", `{backends: {web: {replicas: 1.5}}}`,
			`ingress_demo.backends.web.replicas must be a whole number, 0 or more, not 1.5`},
		{"pods below zero", `{backends: {web: {replicas: -1}}}`,
			`ingress_demo.backends.web.replicas must be a whole number, 0 or more, not -1`},
		{"tag as a number", `{image: {tag: 1.10}}`,
			`ingress_demo.image.tag must be a non-empty string, not 1.1`},
		{"no image", `{image: null}`,
			`ingress_demo.image must be a map, not null`},
		{"empty host", `{routes: {a: {host: '', paths: {/: web}}}}`,
			`ingress_demo.routes.a.host must be a non-empty string, not ""`},
		{"path to a map", `{routes: {a: {host: a.example.com, paths: {/: {backend: web}}}}}`,
			`ingress_demo.routes.a.paths./ must be a non-empty string or null, not a map`},
		{"certificate without a name", `{routes: {a: {host: a.example.com, paths: {/: web}, certificate: {secretName: ''}}}}`,
			`ingress_demo.routes.a.certificate.secretName must be a non-empty string, not ""`},
		{"annotation as a boolean", `{routes: {a: {host: a.example.com, paths: {/: web}, loadBalancer: dedicated, serviceAnnotations: {x: true}}}}`,
			`ingress_demo.routes.a.serviceAnnotations.x must be a string, not true`},

		{"issuers of one Gateway", gatewayWith(`{clusterIssuer: x}`, `{clusterIssuer: y}`),
			`ingress_demo.routes: Gateway ingress-demo has several issuers, and can have one: give routes a Gateway of their own with loadBalancer: dedicated`},
		{"kinds of issuers of one Gateway", gatewayWith(`{clusterIssuer: x}`, `{issuer: x}`),
			`ingress_demo.routes: Gateway ingress-demo has several issuers`},
		{"certificate that would be issued again", gatewayWith(`{clusterIssuer: x}`, `{secretName: b}`),
			`ingress_demo.routes: Gateway ingress-demo has certificates with and without an issuer, which would issue all`},
		{"certificates of one host", `{api: gateway, routes: {a: {host: a.example.com, paths: {/: web}, certificate: {clusterIssuer: x}}, b: {host: a.example.com, paths: {/b: web}, certificate: {clusterIssuer: x}}}}`,
			`ingress_demo.routes: a.example.com has the certificates a-tls and b-tls, and a listener has one: leave it to one route`},
		{"Gateways of one name", `{api: gateway, routes: {ingress-demo: {host: a.example.com, paths: {/: web}, loadBalancer: dedicated}}}`,
			`ingress_demo.routes.ingress-demo has a Gateway of its own, and the Gateway of the other routes has that name: give the route another one`},
	}.check(t, "ingress-demo")
}

// gatewayWith gives two routes that share a Gateway.
func gatewayWith(certificateA, certificateB string) string {
	return `{api: gateway, routes: {a: {host: a.example.com, paths: {/: web}, certificate: ` + certificateA +
		`}, b: {host: b.example.com, paths: {/: web}, certificate: ` + certificateB + `}}}`
}

func TestIngressHTTP01Refuses(t *testing.T) {
	refusals{
		{"empty namespace", `{namespace: ''}`,
			`ingress_http01.namespace must be a non-empty string, not ""`},
		{"no namespace to watch", `{watchNamespace: null}`,
			`ingress_http01.watchNamespace must be a string, '' for all namespaces, not null`},
		{"all namespaces as a boolean", `{watchNamespace: true}`,
			`ingress_http01.watchNamespace must be a string, '' for all namespaces, not true`},
	}.check(t, "ingress-http01")
}

func TestCiliumRefusesForItsApplication(t *testing.T) {
	refusals{
		{"empty namespace", `{namespace: ''}`,
			`cilium.namespace must be a non-empty string, not ""`},
		{"no source", `{charts: {cilium: {source: null}}}`,
			`cilium.charts.cilium.source must be a non-empty string, not null`},
	}.check(t, "cilium")
}

// TestComponentsAllow has neighbours of what is refused above that are right.
func TestComponentsAllow(t *testing.T) {
	tests := []struct{ component, parameters string }{
		{"argocd", `{applications: {argocd: {syncWave: -99, automated: null}, root: null, x: {syncWave: null}}}`},
		{"argocd", `{teams: {a: {namespaces: [a, ~b], description: ''}, b: null}, ignoreDifferences: {x: null}}`},
		{"ingress-demo", `{backends: {web: {replicas: 0}, api: null}, routes: {a: null}}`},
		{"ingress-demo", `{routes: {a: {host: a.example.com, paths: {/: web, /a: null}, certificate: {clusterIssuer: null, issuer: x}, loadBalancer: ''}}}`},
		{"ingress-http01", `{namespace: x, watchNamespace: ''}`},
		{"cilium", `{kubernetesApi: {host: localhost, port: '7445'}, ingress: {service: {insecureNodePort: 65535, loadBalancerIP: ''}}}`},
		{"cert-manager", `{acme: {email: '', solvers: {x: null}}, clusterIssuers: {letsencrypt-staging: null}}`},
		{"espejote", `{install: {enabled: false}, kinds: {Sheep: {}}}`},
	}
	for _, test := range tests {
		t.Run(test.component, func(t *testing.T) {
			b := newBench(t, os.DirFS(test.component), test.component)
			if _, _, err := b.compile(b.values(test.parameters), nil, false); err != nil {
				t.Errorf("%s: got %v, want no error", test.parameters, err)
			}
		})
	}
}
