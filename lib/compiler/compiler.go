// Package compiler is the pipeline: it renders a layout's inventory, compiles
// its targets and merges what they give. It is the only place that knows the
// order of the stages, and the only one that runs them in parallel.
//
// The output is what Commodore 1.35.1 and Kapitan 0.36.3 write for the same
// files, byte for byte; docs/compat.md lists where it is not. The same input
// gives the same output at any parallelism.
//
// Non-goals: finding the input (package workspace), writing the output (package
// disk), talking to people (package cli).
package compiler

import (
	"context"
	"slices"
	"time"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
)

// Options says what to compile and how.
type Options struct {
	Layout  *workspace.Layout
	Workers int    // targets at a time; 0 is one
	Pool    *Pool  // shared with other compiles; nil is one of its own
	Limits  Limits // for Jsonnet that never ends

	// Downloads answers what targets want downloaded; nil leaves them to what is
	// in the workspace already.
	Downloads Downloads

	// Apart leaves a target out that has an error, and compiles the others.
	// Errors that belong to no target, or to the bootstrap target, still end all.
	Apart bool

	// Freeze has charts give the same values in each run where they ask for
	// random ones, certificates or the time.
	Freeze bool

	// Progress is told how many targets there are to compile, and then of each
	// one that is done; nil is nobody. Several goroutines call it.
	Progress func(planned, done int)
}

// Limits end an evaluation of Jsonnet that does not end by itself. Zero is no
// limit. A context that ends stops everything in the same way.
type Limits struct {
	Time  time.Duration // of one evaluation
	Stack int           // nested calls; 0 is Kapitan's 500
}

// Result is what a compile gives. With an error among Diags, Set and Refs are
// not to be used; compiled apart, the trees of targets without one are right.
type Result struct {
	Nodes   []*reclass.Node // the rendered inventory, the bootstrap target too
	Targets []plan.Target   // those that are compiled, in the order of Nodes
	Trees   []manifest.Tree // their output, in the same order
	Set     manifest.Set    // the output of all, merged
	Refs    manifest.Set    // the files of secret references
	Trace   string          // what std.trace said, target by target
	Diags   []diag.Diag     // sorted
	Times   []Time          // in the order of the stages

	// Filtering has the lines that Commodore prints below "Postprocessing...",
	// target by target, with its path "<output>" where the output begins.
	Filtering string
}

// Time is how long a stage took, or one target in it. Targets are compiled at
// the same time, so theirs add up to more than their stage's.
type Time struct {
	Stage  string
	Target string // empty for all
	Took   time.Duration
}

// timed runs a stage and notes how long it took.
func (r *Result) timed(stage string, f func()) {
	start := time.Now()
	f()
	r.Times = append(r.Times, Time{Stage: stage, Took: time.Since(start)})
}

// Compile renders and compiles all targets of a layout. Faults of the input are
// in Result.Diags.
func Compile(ctx context.Context, o Options) *Result {
	o.Pool = o.pool()
	o.Pool.Prepare()
	r, all := planAll(ctx, o)
	if o.ended(r) {
		return r
	}
	secrets, refs, d1 := secretReferences(o.Layout, r.Nodes)
	r.timed("download", func() { d1 = append(d1, download(ctx, o, r.Targets)...) })
	if diag.HasErrors(d1) {
		r.Diags = diag.Sort(r.Diags, shown(o, d1))
		return r
	}
	var trees []manifest.Tree
	var set manifest.Set
	var trace string
	var d2, d3 []diag.Diag
	r.timed("compile", func() { trees, trace, d2 = compileAll(ctx, o, r, newInventories(all), secrets) })
	r.timed("merge", func() { set, d3 = manifest.Merge(trees) })
	r.Trees, r.Set, r.Refs, r.Trace = trees, set, refs, o.Layout.ShownText(trace)
	r.Diags = diag.Sort(r.Diags, shown(o, d1, d2), d3)
	return r
}

// Plan renders the inventory and gives the targets with their jobs, without
// compiling any.
func Plan(ctx context.Context, o Options) *Result {
	r, _ := planAll(ctx, o)
	return r
}

// planAll is Plan. It also gives all targets, the bootstrap target among them,
// which others see in inventory_global().
func planAll(ctx context.Context, o Options) (r *Result, all []plan.Target) {
	r = &Result{}
	r.timed("inventory", func() { r.Nodes, r.Diags = Inventory(ctx, o) })
	if o.ended(r) {
		return r, nil
	}
	r.Nodes = slices.DeleteFunc(r.Nodes, func(n *reclass.Node) bool { return n == nil })
	compiled := func(name string) bool { return name != o.Layout.Bootstrap }
	r.timed("plan", func() {
		settled := o.Layout.Settle(r.Nodes)
		var d []diag.Diag
		all, d = plan.Targets(r.Nodes, compiled)
		r.Diags = diag.Once(diag.Sort(r.Diags, shown(o, settled, d)))
	})
	for i, n := range r.Nodes {
		if compiled(n.Name) && !leftOut(r, all[i]) {
			r.Targets = append(r.Targets, all[i])
		}
	}
	return r, slices.DeleteFunc(all, func(t plan.Target) bool { return leftOut(r, t) })
}

// Inventory renders all targets of the layout. The first finding is the one that
// the reference reports.
func Inventory(ctx context.Context, o Options) ([]*reclass.Node, []diag.Diag) {
	inv, d1 := reclass.Open(ctx, overlay.New(o.Layout.World).Dir(o.Layout.Inventory()), o.Layout.Parsed)
	if diag.HasErrors(d1) {
		return nil, shown(o, d1)
	}
	nodes, d2 := inv.Render(ctx, inv.Targets(), reclass.Options{Each: o.pool().each})
	return nodes, shown(o, d1, d2)
}

func shown(o Options, lists ...[]diag.Diag) []diag.Diag {
	var all []diag.Diag
	for _, l := range lists {
		all = append(all, o.Layout.ShownDiags(l)...)
	}
	return all
}
