package compiler

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
)

// TestApart: what is wrong with one target, at whichever stage it is found,
// leaves the others as they are. Not compiled apart, it ends all but the stage
// that compiles.
func TestApart(t *testing.T) {
	const all = "inventory/classes/global/commodore.yml"
	class := func(text string) []string {
		return []string{"components/b/class/b.yml", "parameters: " + text + "\n"}
	}
	for _, tt := range []struct {
		name   string
		extra  []string
		fault  string // of the first error
		trees  string // what is compiled apart
		common string // and otherwise
	}{
		{name: "none", trees: "a: x.yaml; b: x.yaml; c: x.yaml", common: "a: x.yaml; b: x.yaml; c: x.yaml"},
		{name: "inventory", extra: class("{x: '${none}'}"), fault: "b: reclass/unknown-reference", trees: "a: x.yaml; c: x.yaml"},
		{name: "model", extra: class("{kapitan: {compile: [{input_type: copy, input_paths: 1, output_path: .}]}}"), fault: "b: plan/wrong-type", trees: "a: x.yaml; c: x.yaml"},
		{name: "Jsonnet", extra: []string{"components/b/main.jsonnet", "error 'no'"}, fault: "b: jsonnet/runtime", trees: "a: x.yaml; b; c: x.yaml", common: "a: x.yaml; b; c: x.yaml"},
		{name: "input type", extra: class("{kapitan: {compile: [{input_type: kadet, input_paths: [b], output_path: .}]}}"), fault: "b: compile/input-type",
			trees: "a: x.yaml; b; c: x.yaml", common: "a: x.yaml; b; c: x.yaml"},
		{name: "several instances", extra: []string{all, "applications: [a, b as c]"}, fault: "c: workspace/single-instance", trees: "a: x.yaml"},
		{name: "all targets", extra: []string{"components/b/class/defaults.yml", "parameters: {component_versions: {x: {}}}"}, fault: ": workspace/component-versions"},
		{name: "bootstrap target", extra: []string{"components/b/class/defaults.yml", "parameters: {x: '${none}'}"}, fault: "a: reclass/unknown-reference"},
		{name: "secrets", extra: []string{all, "applications: [a, b, c]\nparameters: {x: '?{y}'}"}, fault: ": refs/malformed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mains := map[string]string{"a": "{x: {from: 'a'}}", "b": "{x: {from: 'a'}}", "c": "{x: {from: 'a'}}"}
			for _, apart := range []bool{false, true} {
				r := Compile(context.Background(), Options{Layout: app(mains, tt.extra...), Apart: apart})
				want := tt.common
				if apart {
					want = tt.trees
				}
				if d := cmp.Diff(want, treesOf(r)); d != "" {
					t.Errorf("apart %t (-want +got):\n%s", apart, d)
				}
				fault := ""
				if diag.HasErrors(r.Diags) {
					fault = r.Diags[0].Target + ": " + r.Diags[0].ID
				}
				if fault != tt.fault {
					t.Errorf("apart %t: got %q, want %q", apart, fault, tt.fault)
				}
			}
		})
	}
}

// treesOf names the files of each tree.
func treesOf(r *Result) string {
	var list []string
	for _, tree := range r.Trees {
		line := tree.Target
		for _, f := range tree.Files {
			line += ": " + f.Path
		}
		list = append(list, line)
	}
	return strings.Join(list, "; ")
}
