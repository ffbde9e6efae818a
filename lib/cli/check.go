package cli

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/diff"
	"github.com/azogue-build/azogue/lib/internal/disk"
	"github.com/azogue-build/azogue/lib/manifest"
)

// check is something that is compiled and compared with its golden files.
type check struct {
	suite  string // what it belongs to, as JUnit's suites
	name   string
	folder string // of the golden files
	within string // a folder above it, from which no link may lead there
	build  func(context.Context, *compiler.Pool) built
}

// built is what a check compiles to, or why it does not.
type built struct {
	files []manifest.File
	diags []diag.Diag
	trace string
	times []compiler.Time
}

// timed notes how long a stage took that began at start.
func (b *built) timed(stage string, start time.Time) {
	b.times = append(b.times, compiler.Time{Stage: stage, Took: time.Since(start)})
}

// take adds what a compile gave.
func (b *built) take(result *compiler.Result) {
	b.diags = append(b.diags, result.Diags...)
	b.times = append(b.times, result.Times...)
	b.trace = result.Trace
}

// outcome is what a check gave. Files that are equal are only counted.
type outcome struct {
	check
	diags   []diag.Diag // with an error, nothing was compared
	trace   string
	times   []compiler.Time
	equal   []string // the paths of files without a difference
	changes []fileChange
	took    time.Duration
}

func (o *outcome) failed() bool { return diag.HasErrors(o.diags) }

// fileChange is a file that differs from its golden one.
type fileChange struct {
	change         string // added, removed or changed
	path           string
	from           string // the input that it is compiled from; empty if it is removed
	added, removed int    // lines
	note           string // what differs besides lines
	hunks          []diff.Hunk
}

// checkFlags are the flags of verbs that compare with golden files.
type checkFlags struct {
	update, full bool
	format, file string
}

func (f *checkFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.update, "update", false, "write what was compiled into the golden folders")
	flags.BoolVar(&f.full, "full", false, "show differences whole, however long")
	flags.StringVar(&f.format, "format", "text", "format of the report: "+formatNames())
	flags.StringVarP(&f.file, "output", "o", "", "write the report to a file, and the text for people to the terminal")
}

// checkAll carries out checks, several at a time, and reports on them. What says
// what they are, in the singular; accept is the command that updates them all.
func (r *run) checkAll(ctx context.Context, what, accept string, checks []check, f checkFlags) error {
	if _, err := f.report(); err != nil {
		return err
	}
	r.format = f.format // for an error that ends the run
	return r.report(report{what: what, accept: accept, checkFlags: f, outcomes: r.runAll(ctx, what, checks, f.update)})
}

// unchecked gives an error that came before all checks. Where a report is to go to
// a file, it holds the error: CI reads that file and nothing else.
func (r *run) unchecked(ctx context.Context, what string, err error, f checkFlags) error {
	if f.file == "" {
		return err
	}
	failed := check{suite: what, name: "all", build: func(context.Context, *compiler.Pool) built {
		return built{diags: []diag.Diag{diag.From(err, "azogue/usage")}}
	}}
	return r.checkAll(ctx, what, "", []check{failed}, f)
}

// runAll carries out checks; what they gave is in their order.
func (r *run) runAll(ctx context.Context, what string, checks []check, update bool) []outcome {
	r.progress.begin(len(checks), what)
	outcomes := make([]outcome, len(checks))
	var writing sync.Mutex
	compiler.Batch(r.workers, len(checks), func(i int, pool *compiler.Pool) {
		outcomes[i] = checks[i].run(ctx, pool, update, &writing)
		r.progress.finish()
	})
	return outcomes
}

// run compiles and compares, and updates the golden files if it is to.
func (c check) run(ctx context.Context, pool *compiler.Pool, update bool, writing *sync.Mutex) outcome {
	start := time.Now()
	b := c.build(ctx, pool)
	o := outcome{check: c, diags: b.diags, trace: b.trace}
	if !o.failed() {
		comparing := time.Now()
		if err := o.compare(b.files, update, writing); err != nil {
			o.diags = append(o.diags, diag.From(err, "golden/unreadable"))
		}
		b.timed("golden", comparing)
	}
	o.times, o.took = b.times, time.Since(start)
	return o
}

func (o *outcome) compare(files []manifest.File, update bool, writing *sync.Mutex) error {
	if err := disk.Inside(o.within, o.folder); err != nil {
		return err
	}
	old, err := disk.Read(o.folder)
	if err != nil {
		return err
	}
	if len(old) == 0 && len(files) > 0 && !update {
		return diag.Diag{ID: "golden/none", Message: fmt.Sprintf("there is nothing to compare with in %s", o.folder), Hint: "--update writes what is compiled now; read it before you commit it"}
	}
	o.equal, o.changes = compare(old, files)
	if !update || len(o.changes) == 0 {
		return nil
	}
	writing.Lock()
	defer writing.Unlock()
	return disk.Replace(o.folder, files)
}

// compare gives the files that are equal and those that differ, sorted by path.
// As in git, content and the executable bit count.
func compare(old, new manifest.Set) (equal []string, changes []fileChange) {
	for len(old) > 0 || len(new) > 0 {
		switch {
		case len(old) == 0 || len(new) > 0 && new[0].Path < old[0].Path:
			changes = append(changes, differ("added", manifest.File{Path: new[0].Path}, new[0]))
			new = new[1:]
		case len(new) == 0 || old[0].Path < new[0].Path:
			changes = append(changes, differ("removed", old[0], manifest.File{Path: old[0].Path}))
			old = old[1:]
		default:
			executable := (old[0].Mode^new[0].Mode)&0o111 != 0 && old[0].Mode&0o111 == 0 != (new[0].Mode&0o111 == 0)
			if a, b := old[0], new[0]; executable || !bytes.Equal(a.Bytes, b.Bytes) {
				c := differ("changed", a, b)
				if executable {
					c.note = fmt.Sprintf("mode %v -> %v", a.Mode, b.Mode)
				}
				changes = append(changes, c)
			} else {
				equal = append(equal, a.Path)
			}
			old, new = old[1:], new[1:]
		}
	}
	return equal, changes
}

func differ(change string, old, new manifest.File) fileChange {
	c := fileChange{change: change, path: new.Path, from: new.From}
	if diff.Binary(old.Bytes) || diff.Binary(new.Bytes) {
		c.note = fmt.Sprintf("binary, %d -> %d bytes", len(old.Bytes), len(new.Bytes))
		return c
	}
	place := diff.YAMLPlace
	if !isYAML(c.path) || change != "changed" {
		place = nil
	}
	c.hunks = diff.Hunks(old.Bytes, new.Bytes, place)
	c.added, c.removed = diff.Stat(c.hunks)
	return c
}
