package jsonnetvm

import (
	"context"
	"fmt"
	"testing"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/tree"
)

const benchMain = `
local com = import 'lib/commodore.libjsonnet';
local kap = import 'lib/kapitan.libjsonnet';
local kube = import 'lib/kube.libjsonnet';
local params = kap.inventory().parameters.component_7;
{
  namespace: kube.Namespace(params.name_1) + { metadata+: { labels+: params.nested_2 } },
  config: kube.ConfigMap('c') { data: { [k]: std.toString(params[k]) for k in std.objectFields(params) } },
  deployment: kube.Deployment('d') {
    spec+: { replicas: 3, template+: { spec+: { containers_+: { main: kube.Container('main') { image: params.name_3 } } } } },
  },
}`

// bigInventory has 100 components with 100 values each.
func bigInventory() *tree.Node {
	parameters := tree.NewMap()
	for c := range 100 {
		component := tree.NewMap()
		for v := range 50 {
			component.Fields = append(component.Fields,
				tree.Entry(fmt.Sprintf("name_%d", v), tree.NewString(fmt.Sprintf("value-%d-%d", c, v))),
				tree.Entry(fmt.Sprintf("nested_%d", v), tree.NewMap(tree.Entry("x", tree.NewString("y")))))
		}
		parameters.Fields = append(parameters.Fields, tree.Entry(fmt.Sprintf("component_%d", c), component))
	}
	return tree.NewMap(tree.Entry("applications", tree.NewList()), tree.Entry("parameters", parameters))
}

// BenchmarkEvaluate is one file of a component, with libraries that are parsed
// already. The inventory is known to the VM, as it is from the second file on.
func BenchmarkEvaluate(b *testing.B) {
	w := overlay.NewWorld()
	w.Mount("/azogue/commodore", jsonnet.Lib, true)
	w.Put("/wd/c/component/main.jsonnet", []byte(benchMain))
	in := Input{
		FS: overlay.New(w), File: "/wd/c/component/main.jsonnet", SearchPaths: []string{"/wd/vendor", "/wd", "/azogue/commodore"},
		Target: "c", Inventory: bigInventory(),
	}
	vm := New(jsonnet.Lib)
	run := func(b *testing.B) {
		if _, err := vm.Evaluate(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
	run(b)
	b.Run("same inventory", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			run(b)
		}
	})
	b.Run("new root", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			in.Inventory = in.Inventory.With("x", tree.NewNull())
			run(b)
		}
	})
	b.Run("new inventory", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			in.Inventory = bigInventory()
			clear(vm.checked)
			clear(vm.values)
			run(b)
		}
	})
	b.Run("new VM", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			vm = New(jsonnet.Lib)
			run(b)
		}
	})
}

// BenchmarkInventoryGlobal asks for the inventories of 28 targets.
func BenchmarkInventoryGlobal(b *testing.B) {
	all := tree.NewMap()
	inventory := bigInventory()
	for i := range 28 {
		all.Fields = append(all.Fields, tree.Entry(fmt.Sprintf("target-%d", i), inventory.With("i", tree.NewInt(int64(i)))))
	}
	w := overlay.NewWorld()
	w.Put("/wd/c/main.jsonnet", []byte("(import 'lib/kapitan.libjsonnet').inventory_global()['target-3'].parameters.component_7.name_1"))
	in := Input{FS: overlay.New(w), File: "/wd/c/main.jsonnet", All: func() *tree.Node { return all }}
	vm := New(jsonnet.Lib)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := vm.Evaluate(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}
