package compiler

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/internal/refs"
	"github.com/azogue-build/azogue/lib/manifest"
	"github.com/azogue-build/azogue/lib/tree"
)

// compileAll compiles targets, several at a time. Trees are in the order of
// targets, whichever is done first.
func compileAll(ctx context.Context, o Options, r *Result, all inventories, secrets refs.Form) (trees []manifest.Tree, trace string, diags []diag.Diag) {
	targets := r.Targets
	nodes := map[string]*reclass.Node{}
	for _, n := range r.Nodes {
		nodes[n.Name] = n
	}
	progress := func(planned, done int) {
		if o.Progress != nil {
			o.Progress(planned, done)
		}
	}
	progress(len(targets), 0)
	trees = make([]manifest.Tree, len(targets))
	traces, filtering := make([]string, len(targets)), make([]string, len(targets))
	found := make([][]diag.Diag, len(targets))
	times := make([]Time, len(targets))
	pool := o.pool()
	vms := make([]*jsonnetvm.VM, pool.workers())
	pool.eachWorker(len(targets), func(worker, i int) {
		start := time.Now()
		defer func() {
			times[i] = Time{"compile", targets[i].Name, time.Since(start)}
			progress(0, 1)
		}()
		if vms[worker] == nil {
			vms[worker] = pool.vm.Sibling()
		}
		var traced, said strings.Builder
		env := &input.Env{Target: targets[i], FS: overlay.New(o.Layout.World), Search: o.Layout.Search, WorkDir: o.Layout.WorkDir, VM: vms[worker], Stack: o.Limits.Stack,
			Charts: &pool.charts, Remotes: remotes(o.Downloads), Freeze: o.Freeze,
			Output: path.Join(o.Layout.Output, "compiled", targets[i].Output), Secrets: secrets, Trace: &traced, Others: all.one, All: all.whole}
		trees[i], found[i] = compileTarget(ctx, o, env, nodes[targets[i].Name], &said)
		traces[i], filtering[i] = traced.String(), said.String()
	})
	r.Filtering = o.Layout.ShownText(strings.Join(filtering, ""))
	r.Times = append(r.Times, times...)
	return trees, strings.Join(traces, ""), diag.Sort(found...)
}

// compileTarget runs the jobs of a target in order, each on what the earlier
// ones have written, and then its filters.
func compileTarget(ctx context.Context, o Options, env *input.Env, node *reclass.Node, said io.Writer) (manifest.Tree, []diag.Diag) {
	var diags []diag.Diag
	for _, job := range env.Target.Jobs {
		err := runJob(ctx, o, env, job)
		if err == nil {
			continue
		}
		d := diag.From(err, "compile/"+job.InputType)
		d.Target = env.Target.Name
		goesOn := job.ContinueOnError && ctx.Err() == nil
		if goesOn {
			d.Severity = diag.Warning
		}
		if diags = append(diags, d); !goesOn {
			return manifest.Tree{Target: env.Target.Name}, diags
		}
	}
	diags = append(diags, env.Warnings...)
	filtered := runFilters(ctx, o, env, node, said)
	if diags = append(diags, filtered...); diag.HasErrors(filtered) {
		return manifest.Tree{Target: env.Target.Name}, diags
	}
	diags = append(diags, outside(env)...)
	files := env.FS.Files(env.Output)
	shown := map[string]string{"": ""}
	for i, f := range files {
		if _, ok := shown[f.From]; !ok {
			shown[f.From] = o.Layout.Shown(f.From)
		}
		files[i].From = shown[f.From]
	}
	return manifest.Tree{Target: env.Target.Name, Files: files}, diags
}

// outside warns of what jobs have written elsewhere than into the target's
// output, as an absolute output_path makes them, unless a later job has used it.
// The reference leaves such files where they are written.
func outside(env *input.Env) []diag.Diag {
	names := make([][]string, len(env.Target.Jobs))
	for _, name := range env.FS.Unread(env.Output) {
		for i := len(names) - 1; i >= 0; i-- {
			if folder, err := env.FS.Resolve(env.Folder(env.Target.Jobs[i])); err == nil && strings.HasPrefix(name, strings.TrimSuffix(folder, "/")+"/") {
				names[i] = append(names[i], name)
				break
			}
		}
	}
	var diags []diag.Diag
	for i, job := range env.Target.Jobs {
		if len(names[i]) == 0 {
			continue
		}
		files := fmt.Sprintf("the file %q is", names[i][0])
		if n := len(names[i]) - 1; n > 0 {
			files = fmt.Sprintf("the file %q and %d more below %q are", names[i][0], n, env.Folder(job))
		}
		diags = append(diags, diag.Diag{ID: "compile/output-outside", Severity: diag.Warning, Pos: job.Pos, Target: env.Target.Name,
			Message: files + " not part of the output: the output_path is outside of the target's folder, and no later job reads it",
			Hint:    "a relative output_path is one in the target's output folder"})
	}
	return diags
}

// runJob renders one job under the limits.
func runJob(ctx context.Context, o Options, env *input.Env, job plan.Job) error {
	render := renderer(job.InputType)
	if render == nil {
		return unsupported(job)
	}
	return limited(ctx, o, func(ctx context.Context) error { return input.Run(ctx, env, job, render) })
}

// limited does work under the limit of time.
func limited(ctx context.Context, o Options, work func(ctx context.Context) error) error {
	if o.Limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Limits.Time, diag.Diag{ID: "jsonnet/stopped",
			Message: fmt.Sprintf("it ran longer than the limit allows (%v)", o.Limits.Time), Hint: "--max-time raises the limit"})
		defer cancel()
	}
	return work(ctx)
}

// inventories answers inventory() of other targets and inventory_global().
type inventories struct {
	targets []plan.Target
	whole   func() *tree.Node
}

func (v inventories) one(name string) (*tree.Node, error) {
	for _, t := range v.targets {
		if t.Name == name {
			return t.Inventory, nil
		}
	}
	return nil, fmt.Errorf("there is no target %q", name)
}

func newInventories(targets []plan.Target) inventories {
	return inventories{targets, sync.OnceValue(func() *tree.Node {
		m := tree.NewMap()
		for _, t := range targets {
			m.Fields = append(m.Fields, tree.Entry(t.Name, t.Snapshot))
		}
		return m
	})}
}
