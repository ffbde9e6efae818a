package compiler

import (
	"context"
	"io"
	"path"
	"slices"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/postprocess"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// timestamp is in every inventory that filters see. The reference's is the time
// at which it was rendered, so no output can depend on it.
const timestamp = "Thu Jan  1 00:00:00 1970"

// runFilters runs the postprocessing filters of a target, each on what the jobs
// and the filters before it have written. said gets the lines that Commodore
// prints.
func runFilters(ctx context.Context, o Options, env *input.Env, node *reclass.Node, said io.Writer) []diag.Diag {
	i := slices.IndexFunc(o.Layout.Instances, func(i workspace.Instance) bool { return i.Name == node.Name })
	if i < 0 {
		return nil
	}
	instance := o.Layout.Instances[i]
	work := &postprocess.Env{FS: env.FS, Instance: instance.Name, Component: instance.Component, Directory: instance.Directory, Output: env.Output,
		Shipped: workspace.Shipped, Imports: filterImports(o.Layout, instance), Inventory: node.Reclass(o.Layout.Inventory(), timestamp),
		Stack: o.Limits.Stack, Trace: env.Trace, Said: said}
	filters, diags := postprocess.Filters(work, node.Parameters)
	if len(filters) == 0 || diag.HasErrors(diags) {
		return diags
	}
	work.VM = env.VM.Filters()
	for _, f := range filters {
		err := limited(ctx, o, func(ctx context.Context) error { return postprocess.Run(ctx, work, f) })
		if err != nil {
			d := diag.From(err, "postprocess/filter")
			d.Target = instance.Name
			return append(diags, d)
		}
	}
	return diags
}

// filterImports gives the folders in which filters find imports (spec P15). Where a
// component is compiled alone, the reference looks in the output path only, be it
// far from the component; here the component's folder comes last.
func filterImports(l *workspace.Layout, i workspace.Instance) []string {
	if l.Bootstrap != "" {
		return []string{l.Output, l.WorkDir, workspace.Shipped, path.Join(l.WorkDir, "vendor")}
	}
	return []string{l.Output, l.Downloads, workspace.Shipped, path.Join(l.Downloads, "vendor"), i.Directory, path.Join(i.Directory, "vendor")}
}
