package jsonnetvm

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// TestOutput: a value is what Python reads in the text that go-jsonnet writes.
func TestOutput(t *testing.T) {
	vm := New(testLib())
	for _, main := range []string{
		"null", "true", "[false, null]", "''", "{}", "[]", "[[], {}, [{}]]",
		"[0, 1, -1, 1.5, -0.25, 0.1, 1e3, 1e-7, 5e-324, 123456.789]",
		"[-0, 0 * -1, -0.0]",
		"[9007199254740993, 9223372036854775807, -9223372036854775808, 9223372036854774784, -9223372036854777856, 1e19, -1e19, 1e22, 1.7976931348623157e308]",
		"[4503599627370495.5, 2251799813685247.75, 0.30000000000000004, 1e15 + 0.5]",
		"{ b: 1, a: 2, 'é': 3, '😀': 4, '\\uffff': 5, '': 6 }",
		"['\\u0000\\u001f\\u007f\\u0085\\u009f\\u00a0\\ufffd', 'a\\n\\t\\r\\b\\f\"\\\\/', '\\u2028 \\ud83d\\ude00']",
		"{ a: { x: 1 }, b: self.a, c: [self.a, self.a] }",
		"local v = [1]; [v, v]",
		"{ h:: 1, v::: 2, [if false then 'n']: 3, ['k%d' % 1]: { [x]: x for x in ['b', 'a'] } } + { h: 2, a+: 3 }",
		"'a\xff\xfe' + '\xc3'",
		"{ ['\xe4' + 'b']: 1 }",
	} {
		in := Input{FS: files(map[string]string{"/c/x/main.jsonnet": main}), File: "/c/x/main.jsonnet"}
		text, err := vm.text(context.Background(), in)
		if err != nil {
			t.Errorf("%s: %v", main, err)
			continue
		}
		want, err := pyjson.Parse([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", main, err)
			continue
		}
		got, err := vm.Evaluate(context.Background(), in)
		if err != nil {
			t.Errorf("%s: %v", main, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", main, d)
		}
		if twice := shared(got, map[*tree.Node]bool{}); twice != nil {
			t.Errorf("%s: the collection %v is there twice", main, twice)
		}
	}
}

// shared gives a collection that is there twice in n, or nil.
func shared(n *tree.Node, met map[*tree.Node]bool) *tree.Node {
	if n.Kind != tree.List && n.Kind != tree.Map {
		return nil
	}
	if met[n] {
		return n
	}
	met[n] = true
	for _, item := range n.Items {
		if twice := shared(item, met); twice != nil {
			return twice
		}
	}
	for _, f := range n.Fields {
		if twice := shared(f.Value, met); twice != nil {
			return twice
		}
	}
	return nil
}
