package jsonnetvm

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/tree"
)

// lookers look into an inventory in ways that could leave something in it.
var lookers = []string{
	"kap.inventory()", "local i = kap.inventory(); i.parameters + { i: super.i + 1, j: self.i }", "std.objectRemoveKey(kap.inventory().parameters, 's')", "std.mergePatch(kap.inventory(), { parameters: { n: 1, l: null, m: { x: kap.inventory().parameters.m } } })",
	"std.mapWithKey(function(k, v) [k, v], kap.inventory().parameters)", "std.prune(kap.inventory())", "kap.inventory().parameters.l + kap.inventory().parameters.l", "std.manifestYamlDoc(kap.inventory())", "[kap.inventory() == kap.inventory() + {}, std.length(kap.inventory().parameters)]",
	"std.sort(kap.inventory().parameters.t)", "std.reverse(kap.inventory().parameters.t)[1:]", "{ [k]+: kap.inventory().parameters.m[k] for k in std.objectFields(kap.inventory().parameters.m) }", "kap.inventory().parameters.m + kap.inventory().parameters.m + { b+: { c+: [3] } }",
	"std.map(function(x) x, kap.inventory().parameters.l)", "kap.inventory() + { parameters:: super.parameters, p: self.parameters.m.b }", "std.objectValues(kap.inventory().parameters.m)", "std.foldl(function(o, k) o { [k]: 1 }, std.objectFields(kap.inventory().parameters), kap.inventory().parameters)",
	// These fail, somewhere in the middle.
	"[kap.inventory().parameters.m, error 'no']", "kap.inventory().parameters.m.b.nope", "kap.inventory() + { parameters+: { l+: [error 'no'] } }", "{ assert std.length(kap.inventory().parameters.l) == 0, a: kap.inventory() }", "std.map(function(x) x.k, kap.inventory().parameters.l)", "local f(x) = f(x { l+: [1] }) + 1; f(kap.inventory().parameters)",
	"std.sort(kap.inventory().parameters.l)", "[kap.inventory().parameters.l[i] for i in std.range(0, 9)]", "std.native('inventory')('nope', null)",
}

// ending is a context that ends when it has been looked at so many times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestReusedInventory: whatever a VM has evaluated of an inventory, to the end or
// not, the next program has the result it has in a new VM.
func TestReusedInventory(t *testing.T) {
	inventory := sample()
	m := tree.NewMap(tree.Entry("a", tree.NewInt(1)), tree.Entry("b", tree.NewMap(tree.Entry("c", tree.NewList(tree.NewInt(1), tree.NewInt(2))))))
	parameters := inventory.Get("parameters")
	parameters.Fields = append(parameters.Fields, tree.Entry("m", m), tree.Entry("again", m), tree.Entry("t", tree.NewList(tree.NewString("b"), tree.NewString("a"), tree.NewString("c"))))
	outcome := func(ctx context.Context, vm *VM, main string) string {
		got, err := vm.text(ctx, Input{FS: files(map[string]string{"/c/main.jsonnet": kap + main}), File: "/c/main.jsonnet", SearchPaths: []string{"/c"}, Target: "c", Inventory: inventory})
		if err != nil {
			return "error " + err.Error()
		}
		return got
	}
	want := map[string]string{}
	failed := 0
	for _, main := range lookers {
		want[main] = outcome(context.Background(), New(testLib()), main)
		if strings.HasPrefix(want[main], "error ") {
			failed++
		}
	}
	if failed != 9 {
		t.Errorf("%d programs fail, want the last 9: %q", failed, want)
	}
	r := rand.New(rand.NewPCG(1, 1))
	vm := New(testLib())
	for range 1500 {
		main := lookers[r.IntN(len(lookers))]
		if r.IntN(4) == 0 {
			outcome(&ending{context.Background(), r.IntN(6)}, vm, main)
			continue
		}
		if got := outcome(context.Background(), vm, main); got != want[main] {
			t.Fatalf("%s\n got %s\nwant %s", main, got, want[main])
		}
	}
}
