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
