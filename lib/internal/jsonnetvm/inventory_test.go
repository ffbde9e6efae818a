package jsonnetvm

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/tree"
)

func sample() *tree.Node {
	return tree.NewMap(
		tree.Entry("applications", tree.NewList()),
		tree.Entry("parameters", tree.NewMap(
			tree.Entry("s", tree.NewString("x")),
			tree.Entry("i", tree.NewInt(-7)),
			tree.Entry("round", tree.NewInt(1<<53+1)),
			tree.Entry("f", tree.NewFloat(0.1)),
			tree.Entry("zero", tree.NewFloat(math.Copysign(0, -1))),
			tree.Entry("b", tree.NewBool(true)),
			tree.Entry("n", tree.NewNull()),
			tree.Entry("nul", tree.NewString("a\x00b")),
			tree.Entry("cut\x00x", tree.NewInt(1)),
			tree.Entry("cut\x00y", tree.NewInt(2)),
			tree.Entry("l", tree.NewList(tree.NewInt(1), tree.NewMap(tree.Entry("k", tree.NewList())))),
		)),
	)
}

const sampleJSON = `{"applications":[],"parameters":{"b":true,"cut":2,"f":0.1,"i":-7,"l":[1,{"k":[]}],"n":null,"nul":"a","round":9007199254740992,"s":"x","zero":-0}}`

const kap = "local kap = import 'lib/kapitan.libjsonnet'; "

// TestInventory asks for inventories in all ways; the own one comes lazily by
// the library, and whole by the native function.
func TestInventory(t *testing.T) {
	other := tree.NewMap(tree.Entry("parameters", tree.NewMap(tree.Entry("o", tree.NewInt(1)))))
	tests := []struct{ main, want string }{
		{"kap.inventory()", sampleJSON},
		{"kap.inventory('c')", sampleJSON},
		{"std.native('inventory')('c', null)", sampleJSON},
		{"kap.inventory('c', '')", sampleJSON},
		{"kap.inventory('c', 'inv')", sampleJSON},
		{"kap.inventory('c', 'nope')", "jsonnet/native"},
		{"kap.inventory('other').parameters", `{"o":1}`},
		{"kap.inventory('nope')", "jsonnet/native"},
		{"kap.inventory(5)", "jsonnet/native"},
		{"kap.inventory_global().other.parameters.o", "1"},
		{"kap.inventory_global('other').parameters.o", "1"},
		{"kap.inventory_global()", `{"other":{"parameters":{"o":1}}}`},
		{"kap.inventory_global() + { other+: { p: 2 } }", `{"other":{"p":2,"parameters":{"o":1}}}`},
		{"kap.inventory_global() == std.native('inventory')(null, null)", "true"},
		{"kap.inventory_global('')", `{"other":{"parameters":{"o":1}}}`},
		{"kap.inventory(null).other.parameters.o", "1"},
		{"kap.inventory('').other.parameters.o", "1"},
		{"kap.inventory().parameters.l[1] + { k+: ['x'] }", `{"k":["x"]}`},
		{"(kap.inventory().parameters + { s:: super.s, i+: 1 }).i", "-6"},
		{"std.objectFields(kap.inventory())", `["applications","parameters"]`},
		{"kap.inventory() == std.native('inventory')('c', null)", "true"},
		{"std.extVar('target')", `"c"`},
	}
	vm := New(testLib())
	for _, test := range tests {
		t.Run(test.main, func(t *testing.T) {
			got, err := evaluated(t, vm, kap+test.main, map[string]string{"/wd/inv/x": ""}, func(in *Input) {
				in.Inventory = sample()
				in.All = func() *tree.Node { return tree.NewMap(tree.Entry("other", other)) }
				in.Global = func(target string) (*tree.Node, error) {
					if target == "other" {
						return other, nil
					}
					return nil, fmt.Errorf("there is no target %q", target)
				}
			})
			if err != nil {
				got = finding(t, err).ID
			}
			// JSON has -0 as it is, which compact would lose.
			if got != test.want && compact(got) != compact(test.want) {
				t.Errorf("got %s, error %v, want %s", compact(got), err, test.want)
			}
		})
	}
}

// TestAllInventories asks for those of all targets only where the program does,
// and fails for any value in them that Jsonnet cannot hold, as the reference.
func TestAllInventories(t *testing.T) {
	vm := New(testLib())
	bad := tree.NewMap(tree.Entry("a", tree.NewInt(1)), tree.Entry("b", tree.NewList(tree.NewBigInt("9223372036854775808"))))
	for _, test := range []struct {
		main  string
		all   *tree.Node
		asked int
		want  string // result, or part of the message
	}{
		{"1", tree.NewMap(), 0, "1"},
		{"local all = kap.inventory_global(); 1", tree.NewMap(), 0, "1"},
		{"[std.length(kap.inventory_global()), std.length(kap.inventory_global())]", tree.NewMap(), 1, "[0,0]"},
		{"kap.inventory_global().a", bad, 1, "b[0]: the integer 9223372036854775808 does not fit in 64 bits"},
		{"kap.inventory_global()", nil, 0, "the inventories of all targets are not available here"},
	} {
		asked := 0
		got, err := evaluated(t, vm, kap+test.main, nil, func(in *Input) {
			if test.all != nil {
				in.All = func() *tree.Node { asked++; return test.all }
			}
		})
		if err != nil {
			got = err.Error()
		}
		if compact(got) != test.want && (err == nil || !strings.Contains(got, test.want)) {
			t.Errorf("%s: got %s, want %s", test.main, got, test.want)
		}
		if asked != test.asked {
			t.Errorf("%s: asked %d times, want %d", test.main, asked, test.asked)
		}
	}
}

// TestUnfitInventory covers spec N13: the evaluation fails when inventory() is
// called, whatever is used of it, and does not when it is not.
func TestUnfitInventory(t *testing.T) {
	key := func(k *tree.Node) *tree.Node { return tree.NewMap(tree.Field{Key: k, Value: tree.NewNull()}) }
	tests := []struct {
		name  string
		value *tree.Node
		want  string // in the message
	}{
		{"beyond 64 bits", tree.NewBigInt("9223372036854775808"), "parameters.x[1].v: the integer 9223372036854775808 does not fit in 64 bits"},
		{"infinite", tree.NewFloat(math.Inf(-1)), "parameters.x[1].v: -Inf is no number in Jsonnet"},
		{"not a number", tree.NewFloat(math.NaN()), "parameters.x[1].v: NaN is no number in Jsonnet"},
		{"integer key", key(tree.NewInt(1)), "parameters.x[1].v: the key 1 is no string but of type integer"},
		{"boolean key", key(tree.NewBool(true)), "parameters.x[1].v: the key true is no string but of type bool"},
		{"null key", key(tree.NewNull()), "parameters.x[1].v: the key null is no string but of type null"},
		{"date", &tree.Node{Kind: tree.Date, Text: "2001-01-01"}, "parameters.x[1].v: a value of type date"},
	}
	vm := New(testLib())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			value := *test.value
			value.Pos = tree.Pos{File: "/wd/x.yml", Line: 3, Column: 5}
			bad := tree.NewMap(tree.Entry("parameters", tree.NewMap(tree.Entry("ok", tree.NewInt(1)),
				tree.Entry("x", tree.NewList(tree.NewNull(), tree.NewMap(tree.Entry("v", &value)))))))
			own := func(in *Input) { in.Inventory = bad }
			for _, main := range []string{"kap.inventory().parameters.ok", "std.native('inventory')('c', null).parameters.ok"} {
				_, err := evaluated(t, vm, kap+main, nil, own)
				if err == nil || !strings.HasSuffix(finding(t, err).Message, test.want) {
					t.Errorf("%s: got error %v, want ...%s", main, err, test.want)
				}
			}
			if got, err := evaluated(t, vm, kap+"{ a:: kap.inventory() }", nil, own); err != nil || compact(got) != "{}" {
				t.Errorf("without a call: got %s, error %v, want {}", got, err)
			}
		})
	}
}

// TestBiggestInteger has the ends of the range that fits.
func TestBiggestInteger(t *testing.T) {
	n := tree.NewMap(tree.Entry("a", tree.NewInt(math.MaxInt64)), tree.Entry("b", tree.NewInt(math.MinInt64)))
	got, err := evaluated(t, New(testLib()), kap+"kap.inventory()", nil, func(in *Input) { in.Inventory = n })
	if want := "{\n   \"a\": 9223372036854775808,\n   \"b\": -9223372036854775808\n}\n"; got != want {
		t.Errorf("got %s, error %v, want %s", got, err, want)
	}
}

func TestSharedSubtreesAreConvertedOnce(t *testing.T) {
	shared := tree.NewMap(tree.Entry("a", tree.NewList(tree.NewInt(1))))
	vm := New(testLib())
	for i := range 3 {
		n := tree.NewMap(tree.Entry("shared", shared), tree.Entry("i", tree.NewInt(int64(i))))
		got, err := evaluated(t, vm, kap+"kap.inventory()", nil, func(in *Input) { in.Inventory = n })
		if want := fmt.Sprintf(`{"i":%d,"shared":{"a":[1]}}`, i); compact(got) != want {
			t.Errorf("got %s, error %v, want %s", compact(got), err, want)
		}
	}
	// The shared map and its list, and three roots.
	if len(vm.checked) != 5 || len(vm.values) != 5 {
		t.Errorf("%d collections were looked at and %d converted, want 5", len(vm.checked), len(vm.values))
	}
}

// TestConvertedWhereLookedInto has only what a program looks at made a value.
func TestConvertedWhereLookedInto(t *testing.T) {
	deep := tree.NewMap(tree.Entry("d", tree.NewList()))
	n := tree.NewMap(tree.Entry("a", tree.NewMap(tree.Entry("x", tree.NewInt(1)), tree.Entry("y", deep))), tree.Entry("b", deep))
	vm := New(testLib())
	got, err := evaluated(t, vm, kap+"kap.inventory().a.x", nil, func(in *Input) { in.Inventory = n })
	if got != "1\n" || len(vm.checked) != 4 || len(vm.values) != 2 || vm.values[deep] != nil {
		t.Errorf("got %q, error %v, %d collections looked at, %d converted", got, err, len(vm.checked), len(vm.values))
	}
}

// TestStoppedWhileConverting: an evaluation that is broken off leaves a VM as good
// as new, whatever part of the inventory it was in.
func TestStoppedWhileConverting(t *testing.T) {
	vm := New(testLib())
	inventory := sample()
	own := func(in *Input) { in.Inventory = inventory }
	for _, main := range []string{"kap.inventory() + { parameters+: { l: error 'broken' } }", "kap.inventory().parameters.l[1].nope", "local i = kap.inventory(); i { parameters+: { l+: [i.parameters.nope] } }"} {
		if _, err := evaluated(t, vm, kap+main, nil, own); err == nil {
			t.Errorf("%s: no error", main)
		}
		if got, err := evaluated(t, vm, kap+"kap.inventory()", nil, own); compact(got) != compact(sampleJSON) {
			t.Errorf("after %s: got %s, error %v", main, compact(got), err)
		}
	}
}

// TestForget: what is kept of inventories has a bound.
func TestForget(t *testing.T) {
	vm := New(testLib())
	for i := range maxKept + 1 {
		vm.checked[tree.NewInt(int64(i))] = nil
	}
	got, err := evaluated(t, vm, kap+"kap.inventory()", nil, func(in *Input) { in.Inventory = sample() })
	if compact(got) != compact(sampleJSON) || len(vm.checked) > 10 {
		t.Errorf("got %s, error %v, and %d collections are kept", compact(got), err, len(vm.checked))
	}
}
