package components

import (
	"strings"
	"testing"

	"github.com/google/go-jsonnet"
)

// TestCiliumRefuses: what is certainly wrong in the parameters of cilium is an
// error that names the parameter and says what to do. Each patch goes over the
// defaults.
func TestCiliumRefuses(t *testing.T) {
	tests := []struct{ name, patch, want string }{
		{"misspelt parameter", `gatewayApi: {enabled: true}`,
			`cilium.gatewayApi is no parameter; there are bgp, charts, gatewayAPI,`},
		{"misspelt setting", `ingress+: {proxyProtcol: true}`,
			`cilium.ingress.proxyProtcol is no parameter; there are annotationPrefixes,`},

		{"version as a number", `charts: {cilium: {version: 1.20}}`,
			`cilium.charts.cilium.version must be a string, not the number 1.2: put it in quotes`},
		{"version as a range", `charts: {cilium: {version: '1.18.*'}}`,
			`cilium.charts.cilium.version must be one version such as 1.18.12, not "1.18.*"`},
		{"minor version", `charts: {cilium: {version: '1.18'}}`,
			`cilium.charts.cilium.version must be one version such as 1.18.12, not "1.18"`},
		{"version too old", `charts: {cilium: {version: '1.15.6'}}`,
			`cilium.charts.cilium.version is 1.15.6, but this component needs Cilium 1.16 or later`},

		{"mode", `ingress+: {mode: 'both'}`,
			`cilium.ingress.mode must be one of shared, dedicated, not "both"`},
		{"switch as text", `ingress+: {proxyProtocol: 'yes'}`,
			`cilium.ingress.proxyProtocol must be true or false without quotes, not "yes"`},
		{"load balancer with IPv6 as text", `ingress+: {loadBalancerIPv6: 'no'}`,
			`cilium.ingress.loadBalancerIPv6 must be one of null, true, false, not "no"`},
		{"trusted hops too early", `ingress+: {xffNumTrustedHops: 1}, charts: {cilium: {version: '1.19.1'}}`,
			`cilium.ingress.xffNumTrustedHops needs Cilium 1.20; set cilium.charts.cilium.version to one, or leave it 0`},
		{"half a default certificate", `ingress+: {defaultSecret: {name: 'tls'}}`,
			`cilium.ingress.defaultSecret needs both namespace and name`},
		{"annotation as a boolean", serviceWith(`annotations: {'example.com/proxy': true}`),
			`cilium.ingress.service.annotations: the value of example.com/proxy must be a string, not true: put it in quotes`},
		{"label as a number", serviceWith(`labels: {'example.com/zone': 1}`),
			`cilium.ingress.service.labels: the value of example.com/zone must be a string, not 1: put it in quotes`},
		{"Service type", serviceWith(`type: 'ExternalName'`),
			`cilium.ingress.service.type must be one of null, LoadBalancer, NodePort, ClusterIP, not "ExternalName"`},
		{"traffic policy", serviceWith(`externalTrafficPolicy: 'local'`),
			`cilium.ingress.service.externalTrafficPolicy must be one of null, Cluster, Local, not "local"`},
		{"traffic policy without traffic", serviceWith(`type: 'ClusterIP', externalTrafficPolicy: 'Local'`),
			`cilium.ingress.service.externalTrafficPolicy needs another type than ClusterIP`},
		{"node port as text", serviceWith(`secureNodePort: '30443'`),
			`cilium.ingress.service.secureNodePort must be a port, a whole number from 1 to 65535, or null, not "30443"`},
		{"node port with a fraction", serviceWith(`insecureNodePort: 1.5`),
			`cilium.ingress.service.insecureNodePort must be a port, a whole number from 1 to 65535, or null, not 1.5`},
		{"node port below zero", serviceWith(`insecureNodePort: -1`),
			`cilium.ingress.service.insecureNodePort must be a port, a whole number from 1 to 65535, or null, not -1`},
		{"node port zero", serviceWith(`secureNodePort: 0`),
			`cilium.ingress.service.secureNodePort must be a port, a whole number from 1 to 65535, or null, not 0`},
		{"node ports as text", serviceWith(`allocateLoadBalancerNodePorts: 'no'`),
			`cilium.ingress.service.allocateLoadBalancerNodePorts must be true or false without quotes, or null, not "no"`},
		{"address as a list", serviceWith(`loadBalancerIP: ['192.0.2.1']`),
			`cilium.ingress.service.loadBalancerIP must be a string or null, not ["192.0.2.1"]`},
		{"half of a trusted hop", `ingress+: {xffNumTrustedHops: 0.5}`,
			`cilium.ingress.xffNumTrustedHops must be a whole number, 0 or more, not 0.5`},
		{"trusted hops below zero", `ingress+: {xffNumTrustedHops: -1}`,
			`cilium.ingress.xffNumTrustedHops must be a whole number, 0 or more, not -1`},
		{"no prefixes", `ingress+: {annotationPrefixes: null}`,
			`cilium.ingress.annotationPrefixes must be a list, not null`},
		{"prefix that is none", `ingress+: {annotationPrefixes: ['example.com', '']}`,
			`cilium.ingress.annotationPrefixes[1] must be a non-empty string, not ""`},
		{"default certificate without a name", `ingress+: {defaultSecret: {namespace: 'a', name: ''}}`,
			`cilium.ingress.defaultSecret.name must be a non-empty string, not ""`},
		{"API server without a host", `kubernetesApi: {host: ''}`,
			`cilium.kubernetesApi.host must be a non-empty string, not ""`},
		{"API server without a port", `kubernetesApi: {host: 'localhost', port: ''}`,
			`cilium.kubernetesApi.port must be a port, a whole number from 1 to 65535, not ""`},
		{"API server on a list", `kubernetesApi: {host: 'localhost', port: [6443]}`,
			`cilium.kubernetesApi.port must be a port, a whole number from 1 to 65535, not [6443]`},
		{"no version", `charts: {cilium: {version: null}}`,
			`cilium.charts.cilium.version must be a string, not null`},
		{"no settings of the chart", `charts: {cilium: null}`,
			`cilium.charts.cilium must be a map, not null`},
		{"Helm values with a password", `helm_values: 'password: hunter2'`,
			`cilium.helm_values must be a map, not a string`},

		{"Ingress without Services", `kubeProxyReplacement: false`,
			`cilium.ingress needs cilium.kubeProxyReplacement: true`},
		{"Ingress without Services, by helm_values", `helm_values: {kubeProxyReplacement: 'false'}`,
			`cilium.ingress needs cilium.kubeProxyReplacement: true`},
		{"Gateway API without Services", `kubeProxyReplacement: false, ingress+: {enabled: false}, gatewayAPI+: {enabled: true}`,
			`cilium.gatewayAPI needs cilium.kubeProxyReplacement: true`},
		{"announcements without Services", `kubeProxyReplacement: false, ingress+: {enabled: false}, l2Announcements: {policies: {x: {loadBalancerIPs: true}}}`,
			`cilium.l2Announcements needs cilium.kubeProxyReplacement: true`},
		{"value that is gone", `charts: {cilium: {version: '1.19.1'}}, helm_values: {nodePort: {enabled: true}}`,
			`cilium.helm_values.nodePort.enabled is not in the chart since 1.19: use cilium.kubeProxyReplacement`},
		{"values as text", `helm_values: 'ipam: {}'`,
			`cilium.helm_values must be a map, not a string`},

		{"Gateway while off", `gatewayAPI+: {gateways: {'a/g': {spec: {}}}}`,
			`cilium.gatewayAPI.gateways is set, but the Gateway API is off: set cilium.gatewayAPI.enabled to true`},
		{"Gateway without namespace", gatewayWith(`g`, ``),
			`cilium.gatewayAPI.gateways.g: write the key as namespace/name`},
		{"Gateway without spec", `gatewayAPI+: {enabled: true, gateways: {'a/g': {}}}`,
			`cilium.gatewayAPI.gateways.a/g.spec must be a map, not null`},
		{"listeners as a list", gatewayWith(`a/g`, `listeners: [{name: 'http'}]`),
			`cilium.gatewayAPI.gateways.a/g.spec.listeners is a map by name here, not a list: write the name of each entry as its key`},
		{"TCP too early", gatewayWith(`a/g`, `listeners: {db: {protocol: 'TCP', port: 1}}`),
			`cilium.gatewayAPI.gateways.a/g: listener db has protocol TCP, which needs Cilium 1.20; set cilium.charts.cilium.version to one`},
		{"UDP too early", gatewayWith(`a/g`, `listeners: {dns: {protocol: 'UDP', port: 1}}`),
			`cilium.gatewayAPI.gateways.a/g: listener dns has protocol UDP, which needs Cilium 1.20`},
		{"ListenerSets too early", gatewayWith(`a/g`, `allowedListeners: {}`),
			`cilium.gatewayAPI.gateways.a/g.spec.allowedListeners is for ListenerSets, which need Cilium 1.20`},

		{"pool is no map", `lbIpam: {pools: {x: '198.51.100.0/24'}}`,
			`cilium.lbIpam.pools.x must be a map, not a string`},
		{"pools as a list", `lbIpam: {pools: []}`,
			`cilium.lbIpam.pools must be a map, not a list`},
		{"policy that announces nothing", `l2Announcements: {policies: {x: {}}}`,
			`cilium.l2Announcements.policies.x announces nothing: set loadBalancerIPs (or externalIPs) to true`},

		{"peers as a list", bgpWith(`clusterConfigs: {r: {bgpInstances: {i: {peers: [{name: 'p'}]}}}}`),
			`cilium.bgp.clusterConfigs.r.bgpInstances.i.peers is a map by name here, not a list`},
		{"unknown peer config", bgpWith(`clusterConfigs: {r: {bgpInstances: {i: {peers: {p: {peerConfigRef: {name: 'q'}}}}}}}`),
			`cilium.bgp.clusterConfigs.r: peer p refers to the peer config q, which is not in cilium.bgp.peerConfigs`},
		{"nothing to advertise", bgpWith(`peerConfigs: {p: {families: [{advertisements: {matchLabels: {a: 'b'}}}]}}`),
			`cilium.bgp.peerConfigs.p: no entry of cilium.bgp.advertisements has the labels {"a":"b"}`},
		{"advertisement without selector", bgpWith(`advertisements: {a: {spec: {advertisements: [{advertisementType: 'Service'}]}}}`),
			`cilium.bgp.advertisements.a advertises nothing of type Service: add a selector, {} for all`},
		{"advertisement without spec", bgpWith(`advertisements: {a: {advertisements: []}}`),
			`cilium.bgp.advertisements.a.advertisements is no parameter; there are annotations, labels, spec`},
		{"secret reference as a map", bgpWith(`peerConfigs: {p: {authSecretRef: {name: 's'}}}`),
			`cilium.bgp.peerConfigs.p.authSecretRef must be the name of a Secret with the key password`},
		{"password", bgpWith(`peerConfigs: {p: {password: 'hunter2'}}`),
			`cilium.bgp.peerConfigs.p must not hold a password: put it into a Secret and name that in authSecretRef`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, err := cilium(test.patch)
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

// TestCiliumAllows has neighbours of the above that are right.
func TestCiliumAllows(t *testing.T) {
	tests := []struct{ name, patch string }{
		{"release candidate", `charts: {cilium: {version: '1.20.0-rc.1'}}, ingress+: {xffNumTrustedHops: 1}`},
		{"version of a later series", `charts: {cilium: {version: '2.0.0'}}, ingress+: {xffNumTrustedHops: 1}`},
		{"node ports of an older chart", `charts: {cilium: {version: '1.18.12'}}, kubeProxyReplacement: false, helm_values: {nodePort: {enabled: true}}`},
		{"no Ingress, no Services", `kubeProxyReplacement: false, ingress+: {enabled: false}`},
		{"value that is there yet", `charts: {cilium: {version: '1.16.19'}}, helm_values: {externalIPs: {enabled: true}}`},
		{"Gateway taken out", `gatewayAPI+: {gateways: {'a/g': null}}`},
		{"TCP", `charts: {cilium: {version: '1.20.2'}}, ` + gatewayWith(`a/g`, `listeners: {db: {protocol: 'TCP', port: 1}}, allowedListeners: {}`)},
		{"advertisement by its name", bgpWith(`advertisements: {a: {spec: {}}}, peerConfigs: {p: {families: [{advertisements: {matchLabels: {name: 'a'}}}]}}`)},
		{"advertisement of all", bgpWith(`advertisements: {a: {spec: {advertisements: [{advertisementType: 'Service', selector: {}}]}}}`)},
		{"pod ranges need no selector", bgpWith(`advertisements: {a: {spec: {advertisements: [{advertisementType: 'PodCIDR'}]}}}`)},
		{"peer without config", bgpWith(`clusterConfigs: {r: {bgpInstances: {i: {peers: {p: {}}}}}}`)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := cilium(test.patch); err != nil {
				t.Errorf("got %v, want no error", err)
			}
		})
	}
}

// TestCiliumHelmValues: the user's values come last; a list replaces a list, and
// null stays, which takes a default of the chart away.
func TestCiliumHelmValues(t *testing.T) {
	tests := []struct{ name, patch, want string }{
		{"one field", `helm_values: {ingressController: {enforceHttps: false}}`, `"enforceHttps": false`},
		{"its neighbours stay", `helm_values: {ingressController: {enforceHttps: false}}`, `"loadbalancerMode": "shared"`},
		{"list", `ingress+: {annotationPrefixes: ['a']}, helm_values: {ingressController: {ingressLBAnnotationPrefixes: ['b']}}`,
			`"ingressLBAnnotationPrefixes": [ "b" ]`},
		{"null", `helm_values: {ipam: {mode: null}}`, `"mode": null`},
		{"map over a value", `helm_values: {kubeProxyReplacement: 'true'}`, `"kubeProxyReplacement": "true"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, err := cilium(test.patch)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(strings.Fields(out), " "); !strings.Contains(got, test.want) {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestCiliumWarnsOfIPv6 (domain D5): only where clients with IPv6 may come
// through a PROXY protocol to a cluster without it.
func TestCiliumWarnsOfIPv6(t *testing.T) {
	const warning = `"cilium.ingress.proxyProtocol without IPv6 in the cluster`
	tests := []struct {
		name, patch string
		want        bool
	}{
		{"defaults", ``, false},
		{"nothing said", `ingress+: {proxyProtocol: true}`, true},
		{"load balancer with IPv6", `ingress+: {proxyProtocol: true, loadBalancerIPv6: true}`, true},
		{"load balancer without IPv6", `ingress+: {proxyProtocol: true, loadBalancerIPv6: false}`, false},
		{"IPv6 in the cluster", `ingress+: {proxyProtocol: true}, helm_values: {ipv6: {enabled: true}}`, false},
		{"IPv6 off in the cluster", `ingress+: {proxyProtocol: true}, helm_values: {ipv6: {enabled: false}}`, true},
		{"on by helm_values", `helm_values: {ingressController: {enableProxyProtocol: true}}`, true},
		{"no Ingress controller", `ingress+: {enabled: false, proxyProtocol: true}`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, err := cilium(test.patch)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out, warning); got != test.want {
				t.Errorf("got a warning: %t, want %t, in %s", got, test.want, out)
			}
		})
	}
}

func serviceWith(fields string) string {
	return `ingress+: {service+: {` + fields + `}}`
}

func gatewayWith(key, spec string) string {
	return `gatewayAPI+: {enabled: true, gateways: {'` + key + `': {spec: {` + spec + `}}}}`
}

func bgpWith(fields string) string {
	return `bgp+: {` + fields + `}`
}

// cilium gives all that the component makes of its defaults and a patch.
func cilium(patch string) (string, error) {
	vm := jsonnet.MakeVM()
	vm.Importer(&jsonnet.FileImporter{JPaths: []string{"../jsonnet", "cilium/component"}})
	return vm.EvaluateAnonymousSnippet("test.jsonnet",
		`local defaults = std.parseYaml(importstr 'cilium/class/defaults.yml').parameters.cilium;
		(import 'cilium.libsonnet')(defaults + {`+patch+`})`)
}
