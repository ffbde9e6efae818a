package compiler

import (
	"slices"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/reclass"
)

// ended tells whether the findings so far end the compile.
func (o Options) ended(r *Result) bool {
	if !o.Apart {
		return diag.HasErrors(r.Diags)
	}
	bootstrap := func(n *reclass.Node) bool { return n != nil && n.Name == o.Layout.Bootstrap }
	return slices.ContainsFunc(r.Diags, func(d diag.Diag) bool {
		return d.Severity == diag.Error && (d.Target == "" || d.Target == o.Layout.Bootstrap)
	}) || diag.HasErrors(r.Diags) && !slices.ContainsFunc(r.Nodes, bootstrap)
}

// leftOut tells whether a target could not be planned. What is wrong with it may
// have been found in another target first, and is told only there.
func leftOut(r *Result, t plan.Target) bool {
	return t.Inventory == nil || slices.ContainsFunc(r.Diags, func(d diag.Diag) bool { return d.Severity == diag.Error && d.Target == t.Name })
}
