// Package plan makes targets of rendered inventory nodes: what is compiled as
// one unit, with its jobs in the order in which they run.
//
// It mirrors Kapitan 0.36.3, which passes parameters through a data model
// (pydantic) before anything else sees them: shape.go has the kinds of checks,
// model.go the model as tables (spec K20-K25). What a job's input type does is
// not looked at here.
package plan

import (
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// Target is what is compiled as one unit: a component instance with its jobs,
// which run in order.
type Target struct {
	Name      string
	Output    string // relative to the output folder: the name, its dots as slashes (spec K6)
	Jobs      []Job
	Multiline string // how texts of several lines are written, from multiline_string_style (spec K35); may be empty

	// Inventory is what Jsonnet's inventory() gives inside this target (spec
	// K20), Snapshot what inventory_global() shows of it (spec K26).
	Inventory *tree.Node
	Snapshot  *tree.Node
}

// Targets turns rendered inventory nodes into targets, in the order of nodes.
// Only those that compiled accepts are going to be compiled; the others are
// there to be looked at by inventory(target).
func Targets(nodes []*reclass.Node, compiled func(name string) bool) ([]Target, []diag.Diag) {
	var diags []diag.Diag
	targets := make([]Target, 0, len(nodes))
	for _, n := range nodes {
		t, more := target(n, compiled(n.Name))
		for i := range more {
			more[i].Target = n.Name
		}
		diags = append(diags, more...)
		targets = append(targets, t)
	}
	return targets, diags
}

func target(n *reclass.Node, compiled bool) (Target, []diag.Diag) {
	model, diags := Model(n.Parameters)
	if diag.HasErrors(diags) {
		return Target{}, diags
	}
	t := Target{Name: n.Name}
	if name := model.At("kapitan", "vars", "target"); name != nil && name.Kind == tree.String && name.Text != "" {
		t.Name = name.Text
	}
	t.Output = strings.ReplaceAll(t.Name, ".", "/")
	t.Snapshot = inventoryValue(n, model)
	t.Inventory = t.Snapshot
	if !compiled {
		return t, diags
	}
	t.Jobs = Jobs(model)
	if kapitan := model.Get("kapitan"); kapitan != nil && kapitan.Kind == tree.Map {
		full := kapitan.With("target_full_path", tree.NewString(path.Clean(t.Name)))
		t.Inventory = inventoryValue(n, model.With("kapitan", full))
	}
	if style := model.Get("multiline_string_style"); style != nil && style.Kind == tree.String {
		t.Multiline = style.Text
	}
	return t, diags
}

func inventoryValue(n *reclass.Node, parameters *tree.Node) *tree.Node {
	return tree.NewMap(
		tree.Entry("applications", tree.NewStrings(n.Applications)),
		tree.Entry("classes", tree.NewStrings(n.Classes)),
		tree.Entry("exports", tree.NewMap()),
		tree.Entry("parameters", parameters),
	)
}
