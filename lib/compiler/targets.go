package compiler

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/refs"
	"github.com/azogue-build/azogue/lib/manifest"
	"github.com/azogue-build/azogue/lib/tree"
)

// each gives a function that runs f(0..n-1) on so many goroutines; results go
// where f puts them, so their order does not depend on the number.
func each(workers int) func(n int, f func(i int)) {
	return func(n int, f func(i int)) { eachWorker(workers, n, func(_, i int) { f(i) }) }
}

// eachWorker is each for work that keeps something per worker.
func eachWorker(workers, n int, f func(worker, i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range min(max(workers, 1), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(w, i)
			}
		})
	}
	wg.Wait()
}

// compileAll compiles targets, several at a time. Trees are in the order of
// targets, whichever is done first.
func compileAll(ctx context.Context, o Options, targets []plan.Target, all inventories, secrets refs.Form) (trees []manifest.Tree, trace string, diags []diag.Diag) {
	trees = make([]manifest.Tree, len(targets))
	traces := make([]strings.Builder, len(targets))
	found := make([][]diag.Diag, len(targets))
	vms := make([]*jsonnetvm.VM, max(o.Workers, 1))
	first := jsonnetvm.New(jsonnet.Lib)
	eachWorker(o.Workers, len(targets), func(worker, i int) {
		if vms[worker] == nil {
			vms[worker] = first.Sibling()
		}
		env := &input.Env{Target: targets[i], FS: overlay.New(o.Layout.World), Search: o.Layout.Search, VM: vms[worker], Limits: jsonnetvm.Limits{Stack: o.Limits.Stack},
			Output: path.Join(o.Layout.Output, "compiled", targets[i].Output), Secrets: secrets, Trace: &traces[i], Others: all.one, All: all.whole}
		trees[i], found[i] = compileTarget(ctx, o, env)
		vms[worker] = env.VM
	})
	for i := range traces {
		trace += traces[i].String()
	}
	return trees, trace, diag.Sort(found...)
}

// compileTarget runs the jobs of a target in order, each on what the earlier
// ones have written.
func compileTarget(ctx context.Context, o Options, env *input.Env) (manifest.Tree, []diag.Diag) {
	var diags []diag.Diag
	for _, job := range env.Target.Jobs {
		err := runJob(ctx, o, env, job)
		if err == nil {
			continue
		}
		d := diag.From(err, "compile/"+job.InputType)
		d.Target = env.Target.Name
		goesOn := job.ContinueOnError && env.VM != nil // without a VM the job may still be running
		if goesOn {
			d.Severity = diag.Warning
		}
		if diags = append(diags, d); !goesOn {
			return manifest.Tree{Target: env.Target.Name}, diags
		}
	}
	return manifest.Tree{Target: env.Target.Name, Files: env.FS.Files(env.Output)}, diags
}

// errTime is why an evaluation was stopped that took longer than Limits.Time.
var errTime = errors.New("it ran longer than the limit allows")

// How long an evaluation that was told to stop may take to do so, which lets it
// name its place: long when only time is up, short when memory is.
const (
	grace      = time.Second
	shortGrace = 20 * time.Millisecond
)

// runJob renders one job under the limits. An evaluation ends by itself with its
// context nearly always. One that is inside of a built-in function which runs
// for long cannot, and is left behind: what it uses must be left alone, so
// env.VM is nil then, and the process should end soon.
func runJob(ctx context.Context, o Options, env *input.Env, job plan.Job) error {
	render := renderer(job.InputType)
	if render == nil {
		return unsupported(job)
	}
	if o.Limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Limits.Time, fmt.Errorf("%w (%v)", errTime, o.Limits.Time))
		defer cancel()
	}
	abandon := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		wait := shortGrace
		if errors.Is(context.Cause(ctx), errTime) {
			wait = grace
		}
		time.AfterFunc(wait, func() { close(abandon) })
	})
	defer stop()
	done := make(chan error, 1)
	go func() { done <- input.Run(ctx, env, job, render) }()
	select {
	case err := <-done:
		return err
	case <-abandon:
	}
	env.VM = nil
	return diag.Diag{ID: "compile/stopped", Pos: job.Pos, Message: fmt.Sprintf("compiling %s was stopped: %v", strings.Join(job.InputPaths, ", "), context.Cause(ctx)),
		Hint: "it was inside of one call that does not end, such as std.repeat or std.range with a huge number"}
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
