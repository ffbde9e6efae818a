package components

import (
	"encoding/json"
	"os"
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
	withClusterIssuer = `{"metadata": {"name": "shop", "namespace": "a", "annotations": {"cert-manager.io/cluster-issuer": "x"}}}`
	withIssuer        = `{"metadata": {"name": "blog", "namespace": "b", "annotations": {"cert-manager.io/issuer": "x"}}}`
	withBoth          = `{"metadata": {"name": "both", "namespace": "a", "annotations": {"cert-manager.io/issuer": "x", "cert-manager.io/cluster-issuer": "y"}}}`
	withOther         = `{"metadata": {"name": "wiki", "namespace": "a", "annotations": {"example.com/owner": "x"}}}`
	withNone          = `{"metadata": {"name": "bare", "namespace": "a"}}`
	beingDeleted      = `{"metadata": {"name": "gone", "namespace": "a", "deletionTimestamp": "2026-01-01T00:00:00Z", "annotations": {"cert-manager.io/issuer": "x"}}}`
)

// TestEditInPlaceTemplate runs the template of ingress-http01 as Espejote would
// (domain D3, D4). want lists namespace/name of the objects it applies.
func TestEditInPlaceTemplate(t *testing.T) {
	all := `{"ingresses": [` + withClusterIssuer + `,` + withNone + `,` + withIssuer + `,` + withOther + `,` + withBoth + `,` + beingDeleted + `]}`
	tests := []struct {
		name    string
		trigger string
		want    []string
	}{
		{"no trigger: all that request a certificate", `{}`, []string{"a/shop", "b/blog", "a/both"}},
		{"cluster issuer", event(withClusterIssuer), []string{"a/shop"}},
		{"issuer", event(withIssuer), []string{"b/blog"}},
		{"both", event(withBoth), []string{"a/both"}},
		{"other annotations only", event(withOther), nil},
		{"no annotations", event(withNone), nil},
		{"being deleted", event(beingDeleted), nil},
		{"deleted", event(`null`), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, object := range runTemplate(t, test.trigger, all) {
				got = append(got, object.Metadata.Namespace+"/"+object.Metadata.Name)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("applied objects differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEditInPlaceAppliesOneKey: a field that is applied is owned, so anything
// beyond the identity and the annotation would take it from its owner (D4).
func TestEditInPlaceAppliesOneKey(t *testing.T) {
	got := evaluate(t, event(withBoth), `{}`)
	want := `[{"apiVersion":"networking.k8s.io/v1","kind":"Ingress","metadata":{"annotations":{"acme.cert-manager.io/http01-edit-in-place":"true"},"name":"both","namespace":"a"}}]`
	var gotValue, wantValue any
	if err := json.Unmarshal([]byte(got), &gotValue); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &wantValue); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantValue, gotValue); diff != "" {
		t.Errorf("applied object differs (-want +got):\n%s", diff)
	}
}

type applied struct {
	Metadata struct{ Name, Namespace string }
}

func event(resource string) string {
	return `{"name": "ingress", "data": {"resource": ` + resource + `}}`
}

func runTemplate(t *testing.T, trigger, context string) []applied {
	t.Helper()
	var objects []applied
	if err := json.Unmarshal([]byte(evaluate(t, trigger, context)), &objects); err != nil {
		t.Fatal(err)
	}
	return objects
}

func evaluate(t *testing.T, trigger, context string) string {
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
	return out
}
