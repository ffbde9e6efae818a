package reclass

import (
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/tree"
)

// TestManyPrefixes: as many prefixes are stripped beside a key that is no string
// as elsewhere (spec R22). All rows but the last are measured; in that one the
// reference fails, as it would not with one prefix.
func TestManyPrefixes(t *testing.T) {
	const class = "parameters:\n  d: {'~~~~~~k': 1}\n  '~~~~~~e': {'~~~~~~~k': 1}\n"
	for _, test := range []struct{ class, target, want string }{
		{class, "classes: [a]\nparameters:\n  1: one\n", `{"d": {"~~k": 1}, "~~e": {"~~~k": 1}, 1: "one"}`},
		{class, "classes: [a]\nparameters:\n  one: 1\n", `{"d": {"~~k": 1}, "~~e": {"~~~k": 1}, "one": 1}`},
		{"", "parameters:\n  1: one\n  d: {'~~~~~~k': 1}\n", `{1: "one", "d": {"~~k": 1}}`},
		{"", "parameters:\n  a: {z: '${', '~~~~z': 1}\n", `{"a": {"z": 1}}`},
	} {
		n, diags := renderFiles(map[string]string{"classes/a.yml": test.class, "targets/n.yml": test.target}, "n", Options{})
		if diag.HasErrors(diags) {
			t.Errorf("%s: got %v", test.target, diags)
			continue
		}
		if got := difftest.Describe(tree.NewMap(n.Parameters.Fields[1:]...)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.target, got, test.want)
		}
	}
}

// TestCoveredCircle has inventories for which the reference panics: what another
// value covers is not evaluated, so there is no circle.
func TestCoveredCircle(t *testing.T) {
	for _, test := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"classes/base.yml": "parameters:\n e:", "classes/c2.yml": "parameters:\n e: {x: ['${b}']}", "classes/c4.yml": "parameters:\n b: x${e}", "targets/o.yml": "classes: [base, c2, c4]\nparameters:\n b:"},
			`{"e": {"x": [null]}, "b": null}`},
		{map[string]string{"classes/base.yml": "parameters:\n b:", "classes/c1.yml": "parameters:\n c: ${b}!", "classes/c2.yml": "parameters:\n b: {z: '${c}'}", "targets/o.yml": "classes: [base, c1, c2]\nparameters:\n c:"},
			`{"b": {"z": null}, "c": null}`},
		{map[string]string{"classes/base.yml": "parameters:\n e: {x: null}", "classes/c0.yml": "parameters:\n d: x${e:x}", "classes/c4.yml": "parameters:\n d: a", "classes/c5.yml": "parameters:\n e: {x: [{y: '${d}'}]}", "targets/o.yml": "classes: [base, c0, c4, c5]"},
			`{"e": {"x": [{"y": "a"}]}, "d": "a"}`},
	} {
		n, diags := renderFiles(test.files, "o", Options{IgnoreMissing: true})
		if diag.HasErrors(diags) {
			t.Errorf("%v: got %v", test.files, diags)
			continue
		}
		if got := difftest.Describe(tree.NewMap(n.Parameters.Fields[1:]...)); got != test.want {
			t.Errorf("%v: got %s, want %s", test.files, got, test.want)
		}
	}
}
