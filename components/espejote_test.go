package components

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"
	"github.com/google/go-jsonnet/toolutils"
)

// libraryImporter finds what a component imports: lib/kapitan.libjsonnet is
// kapitan, the other libraries are the shipped ones.
type libraryImporter struct {
	files   jsonnet.FileImporter
	kapitan jsonnet.Contents
}

func (i *libraryImporter) Import(from, path string) (jsonnet.Contents, string, error) {
	if path == "lib/kapitan.libjsonnet" {
		return i.kapitan, path, nil
	}
	return i.files.Import(from, path)
}

// espejoteVM evaluates files of the component. Its inventory has the defaults
// with the YAML text over them, or the parameters of a file in its tests/.
func espejoteVM(parameters string) *jsonnet.VM {
	kapitan := jsonnet.MakeContents(`{ inventory():: { parameters: { _instance: 'espejote', espejote: std.extVar('espejote') } } }`)
	vm := jsonnet.MakeVM()
	vm.Importer(&libraryImporter{files: jsonnet.FileImporter{JPaths: []string{"../jsonnet"}}, kapitan: kapitan})
	vm.ExtVar("given", parameters)
	vm.ExtCode("espejote", `
		local given = std.parseYaml(std.extVar('given'));
		std.parseYaml(importstr 'espejote/class/defaults.yml').parameters.espejote
		+ if given == null then {} else given`)
	return vm
}

// espejoteProblems gives what the component refuses of the parameters.
func espejoteProblems(t *testing.T, parameters string) []string {
	t.Helper()
	var problems []string
	decode(t, &problems, espejoteVM(parameters), `(import 'espejote/component/problems.libsonnet')(std.extVar('espejote'))`)
	return problems
}

// object is the part of a Kubernetes object that the tests look at.
type object struct {
	Kind     string
	Metadata struct {
		Name, Namespace     string
		Labels, Annotations map[string]string
	}
	Spec struct {
		ServiceAccountRef struct{ Name string }
		Triggers          []struct{ Name string }
	}
	Rules    []rule
	RoleRef  struct{ Kind, Name string }
	Subjects []struct{ Kind, Name, Namespace string }
}

type rule struct {
	APIGroups, Resources, ResourceNames, Verbs []string
}

// espejoteObjects gives what the component makes of the parameters, one list of
// all files in their order.
func espejoteObjects(t *testing.T, parameters string) []object {
	t.Helper()
	var objects []object
	decode(t, &objects, espejoteVM(parameters), `
		local files = import 'espejote/component/main.jsonnet';
		std.flattenArrays([
			if std.isArray(files[name]) then files[name] else [files[name]]
			for name in std.objectFields(files)
		])`)
	return objects
}

func decode(t *testing.T, into any, vm *jsonnet.VM, code string) {
	t.Helper()
	out, err := vm.EvaluateAnonymousSnippet("test.jsonnet", code)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(out), into); err != nil {
		t.Fatal(err)
	}
}

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

// TestEspejoteFindsImports: every import that Jsonnet's parser sees makes a
// trigger. more is what is found beyond that, which is allowed, but known.
func TestEspejoteFindsImports(t *testing.T) {
	tests := []struct {
		name, template string
		more           []string
	}{
		{"none", "null", nil},
		{"plain", "import 'lib/a/x.libsonnet'", nil},
		{"double quotes", `import "a/x.libsonnet"`, nil},
		{"verbatim", `import @'a/x.libsonnet'`, nil},
		{"importstr and importbin", "[importstr 'a/x.txt', importbin 'b/x.bin']", nil},
		{"no blank", "local a=import'a/x.libsonnet';a", nil},
		{"next line", "local a = import\n\t'a/x.libsonnet'; a", nil},
		{"several on a line", "[import 'a/x.libsonnet', import 'b/x.libsonnet', import 'a/y.libsonnet']", nil},
		{"in parentheses", "(import 'a/x.libsonnet').field", nil},
		{"a path with the word", "import 'import/import.libsonnet'", nil},
		{"a name with the word", "local reimport = 'a/x', important = \"b/x\"; reimport", nil},
		{"comments", "// import 'a/x'\n# import 'a/x'\n/* import 'a/x' */\n/**\n * import 'a/x'\n */\nnull // import 'a/x'", nil},
		{"after an address", "[import 'a/x.libsonnet', 'https://example.com/', import 'b/x.libsonnet']", nil},
		{"strings", `["import 'a/x'", 'import "a/x"']`, nil},
		{"block comment without stars", "/*\nimport 'a/x.libsonnet'\n*/ null", []string{"a"}},
		{"text block", "|||\n  import 'a/x.libsonnet'\n|||", []string{"a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root, err := jsonnet.SnippetToAST("template", test.template)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for _, library := range slices.Concat(importedLibraries(root), test.more) {
				want["library/"+library] = true
			}
			parameters, err := json.Marshal(map[string]any{"managedResources": map[string]any{
				"shop/copy": map[string]any{"spec": map[string]any{"template": test.template}},
			}})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range espejoteObjects(t, string(parameters)) {
				for _, trigger := range o.Spec.Triggers {
					got = append(got, trigger.Name)
				}
			}
			if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), got); diff != "" {
				t.Errorf("triggers differ (-want +got):\n%s", diff)
			}
		})
	}
}

// importedLibraries gives `<library>` or `lib/<library>` for each import.
func importedLibraries(node ast.Node) []string {
	var paths []string
	switch n := node.(type) {
	case *ast.Import:
		paths = append(paths, filepath.Dir(n.File.Value))
	case *ast.ImportStr:
		paths = append(paths, filepath.Dir(n.File.Value))
	case *ast.ImportBin:
		paths = append(paths, filepath.Dir(n.File.Value))
	}
	for _, child := range toolutils.Children(node) {
		paths = append(paths, importedLibraries(child)...)
	}
	return paths
}

// TestEspejoteLibraryHashes: the ManagedResource changes with the libraries that
// it imports, through others too, and with no other.
func TestEspejoteLibraryHashes(t *testing.T) {
	hashes := func(imported, through, other string) string {
		library := func(key, text string) string {
			return fmt.Sprintf("  %s: {spec: {data: {x.libsonnet: %q}}}\n", key, text)
		}
		parameters := managedResource("template: import 'lib/imported/x.libsonnet'") +
			"jsonnetLibraries:\n" + library("imported", "import 'through/x.libsonnet' //"+imported) + library("through", through) + library("other", other)
		for _, o := range espejoteObjects(t, parameters) {
			if o.Kind == "ManagedResource" {
				return o.Metadata.Annotations["managedresource.espejote.io/library-hashes"]
			}
		}
		t.Fatal("got no ManagedResource, want one")
		return ""
	}
	base := hashes("1", "1", "1")
	if !strings.Contains(base, "syn-espejote/imported=") || !strings.Contains(base, "syn-espejote/through=") {
		t.Errorf("got %q, want a hash of both libraries", base)
	}
	if got := hashes("2", "1", "1"); got == base {
		t.Errorf("the imported library changed: got %q again", got)
	}
	if got := hashes("1", "2", "1"); got == base {
		t.Errorf("a library of the imported one changed: got %q again", got)
	}
	if got := hashes("1", "1", "2"); got != base {
		t.Errorf("another library changed: got %q, want %q", got, base)
	}
}

// TestEspejoteKinds: what RBAC calls a kind, and where the right is.
func TestEspejoteKinds(t *testing.T) {
	tests := []struct {
		selector string
		want     string // group/resource[/name][ in namespace]
	}{
		{"{apiVersion: v1, kind: Pod}", "/pods in shop"},
		{"{apiVersion: v1, kind: Pod, namespace: ''}", "/pods"},
		{"{apiVersion: v1, kind: Pod, namespace: other}", "/pods in other"},
		{"{apiVersion: v1, kind: Pod, name: ''}", "/pods in shop"},
		{"{apiVersion: v1, kind: Pod, name: web}", "/pods/web in shop"},
		{"{apiVersion: v1, kind: Endpoints}", "/endpoints in shop"},
		{"{apiVersion: v1, kind: Namespace}", "/namespaces"},
		{"{apiVersion: v1, kind: Node, namespace: shop}", "/nodes"},
		{"{apiVersion: v1, kind: PersistentVolume}", "/persistentvolumes"},
		{"{apiVersion: v1, kind: PersistentVolumeClaim}", "/persistentvolumeclaims in shop"},
		{"{apiVersion: networking.k8s.io/v1, kind: Ingress}", "networking.k8s.io/ingresses in shop"},
		{"{apiVersion: networking.k8s.io/v1, kind: IngressClass}", "networking.k8s.io/ingressclasses"},
		{"{apiVersion: config.openshift.io/v1, kind: Ingress}", "config.openshift.io/ingresses"},
		{"{apiVersion: config.openshift.io/v1, kind: DNS}", "config.openshift.io/dnses"},
		{"{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy}", "networking.k8s.io/networkpolicies in shop"},
		{"{apiVersion: gateway.networking.k8s.io/v1, kind: Gateway}", "gateway.networking.k8s.io/gateways in shop"},
		{"{apiVersion: gateway.networking.k8s.io/v1, kind: GatewayClass}", "gateway.networking.k8s.io/gatewayclasses"},
		{"{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding}", "rbac.authorization.k8s.io/clusterrolebindings"},
		{"{apiVersion: cert-manager.io/v1, kind: ClusterIssuer}", "cert-manager.io/clusterissuers"},
		{"{apiVersion: cilium.io/v2, kind: CiliumNetworkPolicy}", "cilium.io/ciliumnetworkpolicies in shop"},
		{"{apiVersion: cilium.io/v2, kind: CiliumClusterwideNetworkPolicy}", "cilium.io/ciliumclusterwidenetworkpolicies"},
		{"{apiVersion: postgresql.cnpg.io/v1, kind: Cluster}", "postgresql.cnpg.io/clusters in shop"},
		{"{apiVersion: example.com/v1, kind: Clustering}", "example.com/clusterings in shop"},
		{"{apiVersion: example.com/v1, kind: ClusterThing, namespace: a}", "example.com/clusterthings in a"},
		{"{apiVersion: operators.coreos.com/v1alpha1, kind: ClusterServiceVersion}", "operators.coreos.com/clusterserviceversions in shop"},
		{"{apiVersion: security.openshift.io/v1, kind: SecurityContextConstraints}", "security.openshift.io/securitycontextconstraints"},
		{"{apiVersion: example.com/v1, kind: Batch}", "example.com/batches in shop"},
		{"{apiVersion: example.com/v1, kind: Sheep}", "example.com/sheep"},
		{"{apiVersion: example.com/v1, kind: Sheep, _resource: ewes, _namespaced: true}", "example.com/ewes in shop"},
	}
	for _, test := range tests {
		t.Run(test.selector, func(t *testing.T) {
			objects := espejoteObjects(t, "kinds: {example.com/Sheep: {resource: sheep, namespaced: false}}\n"+
				managedResource("triggers: [{name: a, watchResource: "+test.selector+"}]"))
			var got []string
			for _, o := range objects {
				for _, r := range o.Rules {
					where := map[string]string{"Role": " in " + o.Metadata.Namespace}[o.Kind]
					path := slices.Concat(r.APIGroups, r.Resources, r.ResourceNames)
					got = append(got, strings.Join(path, "/")+where)
					if diff := cmp.Diff([]string{"get", "list", "watch"}, r.Verbs); diff != "" {
						t.Errorf("verbs differ (-want +got):\n%s", diff)
					}
				}
			}
			if diff := cmp.Diff([]string{test.want}, got); diff != "" {
				t.Errorf("rights differ (-want +got):\n%s", diff)
			}
		})
	}
}

// supplemental has a ManagedResource with roles of its own whose names have
// colons, and with rights that are derived.
const supplemental = `
managedResources:
  shop/copy:
    _roles:
      "esp:x:editor": {rules: [{apiGroups: [""], resources: [configmaps], verbs: [patch]}]}
      "other/editor": {rules: [{apiGroups: [""], resources: [configmaps], verbs: [patch]}]}
    _clusterRoles:
      "esp:x:reader": {rules: [{apiGroups: [""], resources: [namespaces], verbs: [list]}]}
    _writes:
      pods: {apiVersion: v1, kind: Pod, namespace: ""}
    spec:
      template: 'null'
      triggers: [{name: a, watchResource: {apiVersion: v1, kind: Secret, name: ca}}]
`

// TestEspejoteLabelsES02 (bug row ES02): names of roles have
// colons, values of labels must not, nor more than 63 characters.
func TestEspejoteLabelsES02(t *testing.T) {
	valid := regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$`)
	long := strings.ReplaceAll(supplemental, "shop/copy", "shop/"+strings.Repeat("copy.", 12)+"co-.-copy"[5:])
	for _, parameters := range []string{supplemental, long} {
		objects := espejoteObjects(t, parameters)
		if len(objects) != 12 {
			t.Fatalf("got %d objects, want 12", len(objects))
		}
		for _, o := range objects {
			for key, value := range o.Metadata.Labels {
				if !valid.MatchString(value) {
					t.Errorf("%s %s: got label %s=%q, want a valid value", o.Kind, o.Metadata.Name, key, value)
				}
			}
		}
	}
}

// TestEspejoteRoleRefES03 (bug row ES03): each binding is to a
// role of its own kind and place that is generated too.
func TestEspejoteRoleRefES03(t *testing.T) {
	objects := espejoteObjects(t, supplemental)
	roles := map[string]bool{}
	for _, o := range objects {
		roles[o.Kind+" "+o.Metadata.Namespace+" "+o.Metadata.Name] = true
	}
	var bindings []string
	for _, o := range objects {
		if !strings.HasSuffix(o.Kind, "Binding") {
			continue
		}
		bindings = append(bindings, o.Kind+" "+o.Metadata.Name)
		if o.RoleRef.Kind+"Binding" != o.Kind || !roles[o.RoleRef.Kind+" "+o.Metadata.Namespace+" "+o.RoleRef.Name] {
			t.Errorf("%s %s: got a reference to %s %s, want one that is generated", o.Kind, o.Metadata.Name, o.RoleRef.Kind, o.RoleRef.Name)
		}
	}
	want := []string{"ClusterRoleBinding esp:mr:shop:copy", "RoleBinding esp:mr:shop:copy", "RoleBinding esp:x:shop:copy:esp:x:editor",
		"RoleBinding esp:x:shop:copy:editor", "ClusterRoleBinding esp:x:shop:copy:esp:x:reader"}
	if diff := cmp.Diff(want, bindings); diff != "" {
		t.Errorf("bindings differ (-want +got):\n%s", diff)
	}
}

// TestEspejoteSubjectES04 (bug row ES04): rights go to the
// ServiceAccount that the ManagedResource works under.
func TestEspejoteSubjectES04(t *testing.T) {
	tests := []struct{ name, reference, want, made string }{
		{"unset", "", "espejote-copy", "espejote-copy"},
		{"set", "      serviceAccountRef: {name: other}\n", "other", "other"},
		{"set to the default", "      serviceAccountRef: {name: default}\n", "default", ""},
		{"empty name, which is the default", "      serviceAccountRef: {name: ''}\n", "default", ""},
		{"no name", "      serviceAccountRef: {}\n", "espejote-copy", "espejote-copy"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			made, bindings := "", 0
			for _, o := range espejoteObjects(t, supplemental+test.reference) {
				switch o.Kind {
				case "ServiceAccount":
					made += o.Metadata.Name
				case "ManagedResource":
					if got := o.Spec.ServiceAccountRef.Name; got != test.want {
						t.Errorf("serviceAccountRef: got %q, want %q", got, test.want)
					}
				}
				for _, subject := range o.Subjects {
					bindings++
					if subject.Kind != "ServiceAccount" || subject.Name != test.want || subject.Namespace != "shop" {
						t.Errorf("%s %s: got subject %+v, want ServiceAccount %s in shop", o.Kind, o.Metadata.Name, subject, test.want)
					}
				}
			}
			if made != test.made || bindings != 5 {
				t.Errorf("got ServiceAccounts %q and %d bindings, want %q and 5", made, bindings, test.made)
			}
		})
	}
}
