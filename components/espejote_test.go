package components

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

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
