package components

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-jsonnet"
)

// The part of Espejote's in-cluster library that the template uses.
const espejoteStub = `{
  triggerName():: std.get(std.extVar('trigger'), 'name'),
  triggerData():: std.get(std.extVar('trigger'), 'data'),
  context():: std.extVar('context'),
}`

const (
	clusterIssuer = `"cert-manager.io/cluster-issuer": "x"`
	issuer        = `"cert-manager.io/issuer": "x"`
	injected      = `"acme.cert-manager.io/http01-edit-in-place": "true"`
	otherValue    = `"acme.cert-manager.io/http01-edit-in-place": "false"`
	foreign       = `"example.com/owner": "x"`
)

// Entries of managedFields; the last one is what holds the annotation after an
// apply of the template.
const (
	argocdEntry = `{"manager": "argocd-controller", "operation": "Apply", "apiVersion": "networking.k8s.io/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:metadata": {"f:annotations": {"f:acme.cert-manager.io/http01-edit-in-place": {}}}}}`
	statusEntry = `{"manager": "ingress-http01", "operation": "Apply", "subresource": "status", "apiVersion": "networking.k8s.io/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:status": {}}}`
	updateEntry = `{"manager": "ingress-http01", "operation": "Update", "apiVersion": "networking.k8s.io/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:metadata": {"f:annotations": {"f:acme.cert-manager.io/http01-edit-in-place": {}}}}}`
	ownEntry    = `{"manager": "ingress-http01", "operation": "Apply", "apiVersion": "networking.k8s.io/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:metadata": {"f:annotations": {"f:acme.cert-manager.io/http01-edit-in-place": {}}}}}`
)

// What the template returns for shop/web: the annotation, or the identity alone,
// which releases it.
const (
	inject  = `{"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "web", "namespace": "shop", "annotations": {` + injected + `}}}`
	release = `{"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "web", "namespace": "shop"}}`
)

// TestEditInPlaceTemplate runs the template of ingress-http01 as Espejote would
// (domain D3, D4), in both forms: on one Ingress that changed, and on all there
// are. A field that is applied is owned, so want is the whole object.
func TestEditInPlaceTemplate(t *testing.T) {
	tests := []struct {
		name    string
		ingress string
		want    string // "" is nothing
	}{
		{"cluster issuer", ingress(annotations(clusterIssuer)), inject},
		{"issuer", ingress(annotations(issuer)), inject},
		{"both", ingress(annotations(clusterIssuer, issuer)), inject},
		{"other annotations only", ingress(annotations(foreign)), ""},
		{"no annotations", ingress(), ""},
		{"annotations null", ingress(`"annotations": null`), ""},
		{"other annotations stay their owner's", ingress(annotations(issuer, foreign)), inject},

		// Leaving out what was applied is no release, and no apply either: the
		// result for an Ingress that has the annotation must be the same.
		{"injected already", ingress(annotations(issuer, injected), managed(argocdEntry, ownEntry)), inject},
		{"replaced, so annotation and entry are gone", ingress(annotations(issuer), managed(argocdEntry)), inject},
		{"issuer changed to cluster issuer", ingress(annotations(clusterIssuer, injected), managed(ownEntry)), inject},

		// The API server answers with a conflict; the value stays.
		{"other manager has another value", ingress(annotations(issuer, otherValue), managed(argocdEntry)), inject},

		{"request gone", ingress(annotations(injected), managed(argocdEntry, ownEntry)), release},
		{"request gone, other annotations left", ingress(annotations(foreign, injected), managed(ownEntry)), release},
		{"request gone and released", ingress(annotations(foreign), managed(argocdEntry)), ""},
		{"no request, other manager owns the key", ingress(annotations(injected), managed(argocdEntry)), ""},
		{"no request, no managedFields", ingress(annotations(injected)), ""},
		{"no request, managedFields null", ingress(annotations(injected), `"managedFields": null`), ""},
		{"no request, managedFields empty", ingress(annotations(injected), managed()), ""},
		{"no request, own name on the status", ingress(annotations(injected), managed(statusEntry)), ""},
		{"no request, own name on an update", ingress(annotations(injected), managed(updateEntry)), ""},

		{"being deleted", ingress(deleting, annotations(issuer)), ""},
		{"being deleted, injected", ingress(deleting, annotations(issuer, injected), managed(ownEntry)), ""},
		{"being deleted, request gone", ingress(deleting, annotations(injected), managed(ownEntry)), ""},
		{"deletionTimestamp null", ingress(`"deletionTimestamp": null`, annotations(issuer)), inject},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := value(t, "["+test.want+"]")
			one := evaluateEditInPlace(t, `{"name": "ingress", "data": {"resource": `+test.ingress+`}}`, `{"ingresses": []}`)
			if diff := cmp.Diff(want, one); diff != "" {
				t.Errorf("on its trigger (-want +got):\n%s", diff)
			}
			all := evaluateEditInPlace(t, `{}`, `{"ingresses": [`+test.ingress+`]}`)
			if diff := cmp.Diff(want, all); diff != "" {
				t.Errorf("without a trigger (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEditInPlaceScope: a trigger is about its Ingress alone, whatever else there
// is; a render without one, or for a trigger of another name, is about all.
func TestEditInPlaceScope(t *testing.T) {
	context := `{"ingresses": [` + strings.Join([]string{
		`{"metadata": {"name": "a", "namespace": "x", ` + annotations(issuer) + `}}`,
		`{"metadata": {"name": "b", "namespace": "x"}}`,
		`{"metadata": {"name": "b", "namespace": "y", ` + annotations(injected) + `, ` + managed(ownEntry) + `}}`,
		`{"metadata": {"name": "c", "namespace": "x", ` + deleting + `, ` + annotations(issuer) + `}}`,
		`{"metadata": {"name": "d", "namespace": "y", ` + annotations(clusterIssuer) + `}}`,
	}, ",") + `]}`
	all := []string{"x/a", "y/b", "y/d"}
	tests := []struct {
		name, trigger string
		want          []string
	}{
		{"no trigger", `{}`, all},
		{"trigger of another name", `{"name": "library", "data": null}`, all},
		{"one Ingress", `{"name": "ingress", "data": {"resource": ` + ingress(annotations(issuer)) + `}}`, []string{"shop/web"}},
		{"one that is gone", `{"name": "ingress", "data": {"resource": null, "resourceEvent": {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "name": "a", "namespace": "x"}}}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, object := range evaluateEditInPlace(t, test.trigger, context).([]any) {
				metadata := object.(map[string]any)["metadata"].(map[string]any)
				got = append(got, metadata["namespace"].(string)+"/"+metadata["name"].(string))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("applied objects differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEditInPlaceManager: the template releases only what the manager named in
// it has applied, so the ManagedResource must apply under that name and must
// leave managedFields to see, in every instance.
func TestEditInPlaceManager(t *testing.T) {
	files, err := filepath.Glob("ingress-http01/tests/golden/*/ingress-http01/*/20_managed_resource.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files found: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{
			"    fieldManager: ingress-http01\n",
			"    force: false\n",
			"        stripManagedFields: false\n",
			"    local fieldManager = 'ingress-http01';\n",
		} {
			if !strings.Contains(string(data), line) {
				t.Errorf("%s: got no line %q, want it", file, strings.TrimSpace(line))
			}
		}
	}
}

const deleting = `"deletionTimestamp": "2026-01-01T00:00:00Z"`

// ingress gives shop/web with more metadata.
func ingress(metadata ...string) string {
	fields := append([]string{`"name": "web"`, `"namespace": "shop"`}, metadata...)
	return `{"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {` + strings.Join(fields, ", ") + `}, "spec": {"rules": [{"host": "shop.example.com"}]}}`
}

func annotations(all ...string) string {
	return `"annotations": {` + strings.Join(all, ", ") + `}`
}

func managed(entries ...string) string {
	return `"managedFields": [` + strings.Join(entries, ", ") + `]`
}

func value(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func evaluateEditInPlace(t *testing.T, trigger, context string) any {
	t.Helper()
	const file = "ingress-http01/component/template/edit-in-place.jsonnet"
	template, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	vm := jsonnet.MakeVM()
	vm.Importer(&jsonnet.MemoryImporter{Data: map[string]jsonnet.Contents{
		"espejote.libsonnet": jsonnet.MakeContents(espejoteStub),
	}})
	vm.ExtCode("trigger", trigger)
	vm.ExtCode("context", context)
	out, err := vm.EvaluateAnonymousSnippet(file, string(template))
	if err != nil {
		t.Fatal(err)
	}
	return value(t, out)
}
