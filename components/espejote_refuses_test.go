package components

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// managedResource gives parameters with the ManagedResource shop/copy, whose
// spec has a template and these lines.
func managedResource(spec ...string) string {
	return "managedResources:\n  shop/copy:\n    spec:\n      template: 'null'\n" + indent(6, spec)
}

func indent(by int, lines []string) string {
	var text strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&text, "%s%s\n", strings.Repeat(" ", by), strings.ReplaceAll(line, "\n", "\n"+strings.Repeat(" ", by)))
	}
	return text.String()
}

const copySpec = `espejote.managedResources["shop/copy"].spec`

// TestEspejoteRefuses: what the API server takes and Espejote breaks on is
// refused, with the parameter's place and a fix. Messages are compared whole.
func TestEspejoteRefuses(t *testing.T) {
	const pod = "{apiVersion: v1, kind: Pod}"
	noDuration := func(path, text string) string {
		return path + `: "` + text + `" is no duration above zero that Espejote reads, but the API server stores it, and then no ManagedResource of the cluster works; write hours, minutes or seconds, such as 24h or 1h30m`
	}
	tests := []struct {
		name, parameters string
		want             []string
	}{
		{"installs maybe", "install: {enabled: 'no'}",
			[]string{"espejote.install.enabled: must be true or false, not a string"}},
		{"no version, and kustomize is no map", "install: {version: null, kustomize: []}",
			[]string{"espejote.install.kustomize: must be a map, not a list", "espejote.install.version: must be a string, not null"}},
		{"no install", "install: null",
			[]string{"espejote.install: must be a map, not null"}},
		{"empty namespace", "namespace: ''",
			[]string{"espejote.namespace: must not be empty"}},

		{"interval in days", managedResource("triggers: [{name: a, interval: 1d}]"),
			[]string{noDuration(copySpec+".triggers[0].interval", "1d")}},
		{"interval below zero", managedResource("triggers: [{name: a, interval: 1h}, {name: b, interval: -5s}]"),
			[]string{noDuration(copySpec+".triggers[1].interval", "-5s")}},
		{"interval of nothing", managedResource("triggers: [{name: a, interval: 0s}]"),
			[]string{noDuration(copySpec+".triggers[0].interval", "0s")}},
		{"interval is a number", managedResource("triggers: [{name: a, interval: 10}]"),
			[]string{copySpec + ".triggers[0].interval: must be a string, not a number"}},
		{"timeout in words", managedResource("cacheSyncTimeout: 5 minutes"),
			[]string{noDuration(copySpec+".cacheSyncTimeout", "5 minutes")}},

		{"matchNames of a trigger", managedResource("triggers: [{name: a, watchResource: {apiVersion: v1, kind: Pod, matchNames: [x]}}]"),
			[]string{copySpec + ".triggers[0].watchResource.matchNames: never syncs against a current API server; use name, or a labelSelector"}},
		{"matchNames of a context", managedResource("context: [{name: a, resource: {apiVersion: v1, kind: Pod, matchNames: [x]}}]"),
			[]string{copySpec + ".context[0].resource.matchNames: never syncs against a current API server; use name, or a labelSelector"}},
		{"ignoreNames with a pattern", managedResource("context: [{name: a, resource: {apiVersion: v1, kind: Pod, ignoreNames: [x, kube-.*]}}]"),
			[]string{copySpec + `.context[0].resource.ignoreNames: "kube-.*" is compared as it is, not as a pattern; list whole names, or use a labelSelector`}},

		{"two triggers of one name", managedResource("triggers: [{name: a, interval: 1h}, {name: b, interval: 1h}, {name: a, interval: 2h}]"),
			[]string{copySpec + `.triggers[2]: "a" is ` + copySpec + `.triggers[0] as well; names in a list must differ`}},
		{"two contexts of one name", managedResource("context: [{name: a, resource: " + pod + "}, {name: a, resource: " + pod + "}]"),
			[]string{copySpec + `.context[1]: "a" is ` + copySpec + `.context[0] as well; names in a list must differ`}},
		{"one object under two keys", "jsonnetLibraries:\n  a: {spec: {data: {}}}\n  syn-espejote/a: {spec: {data: {}}}",
			[]string{`espejote.jsonnetLibraries["syn-espejote/a"]: the same object as espejote.jsonnetLibraries["a"]; remove one of them`}},
		{"name of an added trigger", managedResource("template: |\n  import 'lib/net/ip.libsonnet'", "triggers: [{name: library/lib/net, interval: 1h}]"),
			[]string{copySpec + `.triggers: "library/lib/net" is the name of the trigger that is added for an imported library; choose another`}},

		{"unknown context", managedResource("context: [{name: pods, resource: "+pod+"}]", "triggers: [{name: a, watchContextResource: {name: pod}}]"),
			[]string{copySpec + `.triggers[0].watchContextResource.name: there is no context "pod"; known are pods`}},
		{"no context at all", managedResource("triggers: [{name: a, watchContextResource: {name: pods}}]"),
			[]string{copySpec + `.triggers[0].watchContextResource.name: there is no context "pods"; add it to spec.context`}},
		{"trigger of no kind", managedResource("triggers: [{name: a}]"),
			[]string{copySpec + ".triggers[0]: needs one of interval, watchContextResource, watchResource, and only one"}},
		{"trigger of two kinds", managedResource("triggers: [{name: a, interval: 1h, watchResource: " + pod + "}]"),
			[]string{copySpec + ".triggers[0]: needs one of interval, watchContextResource, watchResource, and only one"}},
		{"selector without a kind", managedResource("triggers: [{name: a, watchResource: {apiVersion: v1}}]"),
			[]string{copySpec + ".triggers[0].watchResource.kind: missing; it must be a string"}},
		{"selector without apiVersion", managedResource("context: [{name: a, resource: {kind: Pod}}]"),
			[]string{copySpec + ".context[0].resource.apiVersion: missing; it must be a string"}},

		{"default managers of one name", "managedResources:\n  a/copy: {spec: {template: 'null'}}\n  b/copy: {spec: {template: 'null'}}",
			[]string{`espejote.managedResources["b/copy"].spec.applyOptions.fieldManager: the field manager "managed-resource:copy" is that of espejote.managedResources["a/copy"] too, so each removes what the other applies; set one of their own, such as b:copy`}},
		{"manager equal to another's default", "managedResources:\n  a/copy: {spec: {template: 'null'}}\n  b/move: {spec: {template: 'null', applyOptions: {fieldManager: 'managed-resource:copy'}}}",
			[]string{`espejote.managedResources["b/move"].spec.applyOptions.fieldManager: the field manager "managed-resource:copy" is that of espejote.managedResources["a/copy"] too, so each removes what the other applies; set one of their own, such as b:move`}},
		{"manager that is too long", managedResource("applyOptions: {fieldManager: " + strings.Repeat("ä", 65) + "}"),
			[]string{copySpec + `.applyOptions.fieldManager: the field manager "` + strings.Repeat("ä", 65) + `" is longer than the 128 bytes that the API server takes; set a shorter one`}},
		{"validation that is not known", managedResource("applyOptions: {fieldValidation: Warn}"),
			[]string{copySpec + `.applyOptions.fieldValidation: "Warn" is not known; it must be one of Ignore, Strict`}},

		{"no template", "managedResources: {shop/copy: {spec: {}}}",
			[]string{copySpec + ".template: missing; it must be a string"}},
		{"empty template", managedResource(`template: " \n"`),
			[]string{copySpec + ".template: is empty; Espejote needs a Jsonnet expression, null to apply nothing"}},
		{"no spec", "managedResources: {shop/copy: {}}",
			[]string{`espejote.managedResources["shop/copy"].spec: missing; it must be a map`}},
		{"import without a library", managedResource("template: import 'ip.libsonnet'"),
			[]string{copySpec + `.template: the template imports "ip.libsonnet", which is no library; write "<library>/<key>", or "lib/<library>/<key>" for a shared one`}},
		{"import that goes up", managedResource("template: import '../net/ip.libsonnet'"),
			[]string{copySpec + `.template: the template imports "../net/ip.libsonnet", which is no library; write "<library>/<key>", or "lib/<library>/<key>" for a shared one`}},
		{"import of a key that is not there", managedResource("template: import 'lib/net/ip.libsonnet'") + "jsonnetLibraries: {net: {spec: {data: {a.json: '1', b.json: '2'}}}}",
			[]string{copySpec + `.template: the template imports "lib/net/ip.libsonnet", but the JsonnetLibrary syn-espejote/net has only the keys a.json, b.json`}},
		{"import of such a key by a library", managedResource("template: import 'lib/net/a.libsonnet'") + "jsonnetLibraries: {net: {spec: {data: {a.libsonnet: \"import 'b.libsonnet'\"}}}}",
			[]string{copySpec + `.template: lib/net/a.libsonnet imports "b.libsonnet", but the JsonnetLibrary syn-espejote/net has only the keys a.libsonnet`}},

		{"misspelt fields", managedResource("trigger: []", "contexts: []"), []string{
			copySpec + ".contexts: unknown field; known are applyOptions, cacheSyncTimeout, context, serviceAccountRef, template, triggers",
			copySpec + ".trigger: unknown field; known are applyOptions, cacheSyncTimeout, context, serviceAccountRef, template, triggers"}},
		{"parameter that is not known", "managedResource: {}",
			[]string{"espejote.managedResource: unknown field; known are admissions, clusterAdmissions, install, jsonnetLibraries, kinds, managedResources, namespace"}},
		{"name in metadata", "managedResources: {shop/copy: {metadata: {name: x}, spec: {template: 'null'}}}",
			[]string{`espejote.managedResources["shop/copy"].metadata.name: unknown field; known are annotations, labels`}},
		{"metadata that is no text", "managedResources: {shop/copy: {metadata: {annotations: {a: true}, labels: {b: 1, c: 'a:b', d: x-}}, spec: {template: 'null'}}}", []string{
			`espejote.managedResources["shop/copy"].metadata.annotations["a"]: must be a string; quote it`,
			`espejote.managedResources["shop/copy"].metadata.labels["b"]: must be a string; quote it`,
			`espejote.managedResources["shop/copy"].metadata.labels["c"]: "a:b" is no value for a label; use up to 63 letters, digits, -, _ and ., or an annotation`,
			`espejote.managedResources["shop/copy"].metadata.labels["d"]: "x-" is no value for a label; use up to 63 letters, digits, -, _ and ., or an annotation`}},
		{"keys that are no names", "jsonnetLibraries:\n  Shop/a: {spec: {data: {}}}\n  shop/a_b: {spec: {data: {}}}\n  a/b/c: {spec: {data: {}}}", []string{
			`espejote.jsonnetLibraries["Shop/a"]: "Shop" is no name for a namespace; a key is ` + "`namespace/name`",
			`espejote.jsonnetLibraries["a/b/c"]: "b/c" is no name for an object; use lower case letters, digits, - and .`,
			`espejote.jsonnetLibraries["shop/a_b"]: "a_b" is no name for an object; use lower case letters, digits, - and .`}},
		{"verb that is not known", "managedResources: {shop/copy: {_writes: {a: {apiVersion: v1, kind: Pod, verbs: [update]}}, spec: {template: 'null'}}}",
			[]string{`espejote.managedResources["shop/copy"]._writes["a"].verbs: "update" is not known; it must be one of create, delete, patch`}},
		{"create without patch", "managedResources: {shop/copy: {_writes: {a: {apiVersion: v1, kind: Pod, verbs: [create]}}, spec: {template: 'null'}}}",
			[]string{`espejote.managedResources["shop/copy"]._writes["a"].verbs: create alone is no use, because Espejote creates by an apply; add patch`}},
		{"role without rules", "managedResources: {shop/copy: {_roles: {a: {}}, spec: {template: 'null'}}}",
			[]string{`espejote.managedResources["shop/copy"]._roles["a"].rules: missing; it must be a list`}},
		{"kind with an unknown field", "kinds: {Sheep: {plural: sheep}}",
			[]string{`espejote.kinds["Sheep"].plural: unknown field; known are namespaced, resource`}},

		{"library named lib", "jsonnetLibraries: {shop/lib: {spec: {data: {}}}}",
			[]string{`espejote.jsonnetLibraries["shop/lib"]: a library must not be named lib, which in imports means the shared libraries; rename it`}},
		{"data that is no text", "jsonnetLibraries: {a: {spec: {data: {b.json: {}, c/d.json: ''}}}}", []string{
			`espejote.jsonnetLibraries["a"].spec.data["b.json"]: must be a string, the text of a Jsonnet or JSON file`,
			`espejote.jsonnetLibraries["a"].spec.data["c/d.json"]: no import reaches a key with a slash; use a flat name`}},

		{"policy that is not known", admission("failurePolicy: ignore", "rules: []"),
			[]string{`espejote.admissions["shop/check"].spec.webhookConfiguration.failurePolicy: "ignore" is not known; it must be one of Fail, Ignore`}},
		{"operation that is not known", admission("rules: [{apiGroups: [''], apiVersions: [v1], operations: [create], resources: [pods]}]"),
			[]string{`espejote.admissions["shop/check"].spec.webhookConfiguration.rules[0].operations: "create" is not known; it must be one of *, CONNECT, CREATE, DELETE, UPDATE`}},
		{"rule that matches nothing", admission("rules: [{apiGroups: [], apiVersions: [v1], operations: [CREATE], resources: [pods]}]"),
			[]string{`espejote.admissions["shop/check"].spec.webhookConfiguration.rules[0].apiGroups: is empty; a rule that matches nothing is refused`}},
		{"selector of an Admission's namespace", admission("namespaceSelector: {}", "rules: []"),
			[]string{`espejote.admissions["shop/check"].spec.webhookConfiguration.namespaceSelector: unknown field; known are failurePolicy, matchConditions, matchPolicy, objectSelector, reinvocationPolicy, rules`}},
		{"ClusterAdmission with a local library", "clusterAdmissions: {check: {spec: {template: \"import 'net/ip.libsonnet'\", webhookConfiguration: {rules: []}}}}",
			[]string{`espejote.clusterAdmissions["check"].spec.template: the template imports "net/ip.libsonnet", which is no library; write "<library>/<key>", or "lib/<library>/<key>" for a shared one`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, espejoteProblems(t, test.parameters)); diff != "" {
				t.Errorf("problems differ (-want +got):\n%s", diff)
			}
			_, err := espejoteVM(test.parameters).EvaluateFile("espejote/component/main.jsonnet")
			if err == nil || !strings.Contains(err.Error(), test.want[0]) {
				t.Errorf("the component: got %v, want an error with %q", err, test.want[0])
			}
		})
	}
}

// admission gives parameters with the Admission shop/check, whose
// webhookConfiguration has these lines.
func admission(webhook ...string) string {
	return "admissions:\n  shop/check:\n    spec:\n      template: 'null'\n      webhookConfiguration:\n" + indent(8, webhook)
}

// TestEspejoteAccepts: what looks like a refused input and works is let through.
func TestEspejoteAccepts(t *testing.T) {
	tests := []struct{ name, parameters string }{
		{"nothing", ""},
		{"trigger and context of one name", managedResource("context: [{name: a, resource: {apiVersion: v1, kind: Pod}}]", "triggers: [{name: a, watchContextResource: {name: a}}]")},
		{"names with any characters", managedResource("triggers: [{name: 'machineconfiguration/cluster: ä', interval: 1h}]")},
		{"matchNames that match all", managedResource("context: [{name: a, resource: {apiVersion: v1, kind: Pod, matchNames: []}}]")},
		{"managers that differ", "managedResources:\n  a/copy: {spec: {template: 'null'}}\n  b/copy: {spec: {template: 'null', applyOptions: {fieldManager: 'b:copy'}}}"},
		{"manager of 128 bytes", managedResource("applyOptions: {fieldManager: " + strings.Repeat("ä", 64) + "}")},
		{"entries taken out", "managedResources: {shop/copy: null}\njsonnetLibraries: {A: null}"},
		{"library from elsewhere", managedResource("template: import 'lib/contrib/errors.libsonnet'")},
		{"name with dots and long parts", "jsonnetLibraries: {'a/" + strings.Repeat("b", 70) + ".c-d.e': {spec: {data: {}}}}"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := espejoteProblems(t, test.parameters); len(got) > 0 {
				t.Errorf("got problems, want none:\n%s", strings.Join(got, "\n"))
			}
			if _, err := espejoteVM(test.parameters).EvaluateFile("espejote/component/main.jsonnet"); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestEspejoteDurations compares with Go's parser, which Espejote uses.
func TestEspejoteDurations(t *testing.T) {
	texts := []string{"", "0", "0s", "10", "1d", "2w", "5 minutes", "-5s", "+5s", "1h30m", "1.5h", ".5s", "5.s", ".s", "1..5s", "s", "h1",
		"1h 30m", "300ms", "2us", "2µs", "2μs", "0.1ns", "0h1ns", "1H", "9223372036854775807ns", "2562047h", "2562048h", "+-5s", "++5s", "1s-1s", " 1s", "1m1m"}
	random := rand.New(rand.NewSource(1))
	const alphabet = "0125..hmsnuµ+- d"
	for range 500 {
		runes := []rune(alphabet)
		text := make([]rune, 1+random.Intn(6))
		for i := range text {
			text[i] = runes[random.Intn(len(runes))]
		}
		texts = append(texts, string(text))
	}
	vm := espejoteVM("")
	list, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	vm.ExtCode("texts", string(list))
	var got []bool
	decode(t, &got, vm, `std.map((import 'espejote/component/duration.libsonnet').isPositive, std.extVar('texts'))`)
	if len(got) != len(texts) {
		t.Fatalf("got %d answers, want %d", len(got), len(texts))
	}
	for i, text := range texts {
		d, err := time.ParseDuration(text)
		if want := err == nil && d > 0; got[i] != want {
			t.Errorf("%q: got %v, want %v (Go reads %v, %v)", text, got[i], want, d, err)
		}
	}
}
