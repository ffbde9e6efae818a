package cli

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
)

func verifyVerb(r *run) *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "verify [DIR]",
		Short: "Compare with what Commodore has compiled, in its working directory",
		Long: `Compile the inventory of a working directory of Commodore once more, and compare
with what commodore catalog compile has left there: compiled/, catalog/manifests
and catalog/refs. DIR is this folder if it is not given.

Targets, classes, components and libraries are taken as they lie there. Nothing
is downloaded, and nothing is written. The moved or mounted folder of another
machine will do.

A target that azogue can't compile is listed as not compared, with the reason,
and its files do not count as equal.

Exit codes: 0 all is equal, 1 something differs, 2 something was not compared.`,
		Example: `  commodore catalog compile c-one && azogue verify
  azogue verify /path/to/working-dir --full
  azogue verify --format junit > verify.xml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.verify(cmd.Context(), append(args, ".")[0], f)
		},
	}
	cmd.Flags().BoolVar(&f.full, "full", false, "show differences whole, however long")
	cmd.Flags().StringVar(&f.format, "format", "text", "format of the report: "+formatNames())
	return cmd
}

func (r *run) verify(ctx context.Context, dir string, f checkFlags) error {
	start := time.Now()
	if _, err := f.report(); err != nil {
		return err
	}
	r.format = f.format
	pool := compiler.NewPool(r.workers)
	pool.Prepare()
	full, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	v := verification{dir: dir}
	var diags []diag.Diag
	if v.WorkingDirectory, diags = workspace.WorkingDir(os.DirFS("/"), filepath.ToSlash(full), filepath.ToSlash(dir)); diag.HasErrors(diags) {
		return r.stopOn(diags)
	}
	o := r.options(&v.Layout)
	o.Pool, o.Apart = pool, true
	v.result = compiler.Compile(ctx, o)
	if len(v.result.Trees) == 0 {
		return r.stopOn(v.result.Diags)
	}
	p := report{what: "folder", checkFlags: f, outcomes: v.outcomes()}
	p.took = time.Since(start)
	p.summary = v.summary(p)
	if r.verbose {
		r.tellTime(dir, v.result.Times)
	}
	return r.report(p)
}

// verification is the comparison of what a working directory holds with what it
// compiles to now.
type verification struct {
	*workspace.WorkingDirectory
	dir    string
	result *compiler.Result
	left   map[string]bool // files of the catalog that only targets without a result wrote
}

// outcomes gives one for each target's folder in compiled/, and those of the
// catalog.
func (v *verification) outcomes() []outcome {
	found := map[string][]diag.Diag{}
	for _, d := range v.result.Diags {
		found[d.Target] = append(found[d.Target], d)
	}
	var list []outcome
	ours := map[string]bool{}
	v.left = map[string]bool{}
	for _, i := range v.Instances {
		o := v.outcome(compiledFolder(i.Name), found[i.Name])
		v.target(&o, i.Name)
		if o.failed() {
			theirs, _ := v.Written(os.DirFS("/"), o.name) // if they can't be read, the catalog's findings say so
			for _, f := range theirs {
				v.left[f.Path] = true
			}
		} else {
			for _, f := range v.result.Trees[v.tree(i.Name)].Files {
				ours[f.Path] = true
			}
		}
		list = append(list, o)
	}
	maps.DeleteFunc(v.left, func(name string, _ bool) bool { return ours[name] })
	list[0].trace = v.result.Trace
	return append(list, v.catalog(append(found[""], v.strays()...))...)
}

func compiledFolder(target string) string {
	return path.Join("compiled", strings.ReplaceAll(target, ".", "/"))
}

// catalog compares both parts of the catalog.
func (v *verification) catalog(diags []diag.Diag) []outcome {
	manifests, refs := v.outcome("catalog/manifests", diags), v.outcome("catalog/refs", nil)
	v.compare(&manifests, v.manifests())
	if rendered := len(v.result.Nodes) - 1; rendered < len(v.Instances) { // one is the bootstrap target's
		refs.diags = []diag.Diag{{ID: "verify/left-out", Message: fmt.Sprintf("%s is not compared: any of the targets that could not be rendered may have references", refs.folder)}}
	} else {
		v.compare(&refs, v.result.Refs)
	}
	return []outcome{manifests, refs}
}

// strays warns of folders in compiled/ that no target compiles to. Commodore
// leaves those of an earlier compile there (spec L9, K7).
func (v *verification) strays() (diags []diag.Diag) {
	known := map[string]bool{}
	for _, i := range v.Instances {
		known[strings.Split(i.Name, ".")[0]] = true
	}
	entries, _ := os.ReadDir(filepath.Join(v.dir, "compiled")) // if it can't be read, each target says so
	for _, e := range entries {
		if !known[e.Name()] {
			diags = append(diags, diag.Diag{ID: "verify/stray", Severity: diag.Warning, Message: fmt.Sprintf("%s is not compared: there is no target for it", filepath.Join(v.dir, "compiled", e.Name())),
				Hint: "commodore catalog compile --local leaves what an earlier compile has written"})
		}
	}
	return diags
}

func (v *verification) outcome(folder string, diags []diag.Diag) outcome {
	return outcome{check: check{suite: "verify", name: folder, folder: filepath.Join(v.dir, filepath.FromSlash(folder))}, diags: diags}
}

// tree gives the index of a target among those that were compiled, or -1.
func (v *verification) tree(name string) int {
	return slices.IndexFunc(v.result.Trees, func(t manifest.Tree) bool { return t.Target == name })
}

// target compares the folder of one target.
func (v *verification) target(o *outcome, name string) {
	at := v.tree(name)
	if at < 0 && !o.failed() {
		o.diags = append(o.diags, diag.Diag{ID: "verify/left-out", Target: name, Message: "it was not compiled because of what is wrong with other targets as well"})
	}
	if !o.failed() {
		v.compare(o, v.result.Trees[at].Files)
	}
}

// compare compares files with those that Commodore has left in a folder.
func (v *verification) compare(o *outcome, files manifest.Set) {
	old, err := v.Written(os.DirFS("/"), o.name)
	if err != nil && (o.name != "catalog/refs" || len(files) > 0) {
		o.diags = append(o.diags, diag.From(err, "verify/unreadable"))
		return
	}
	if strings.HasPrefix(o.name, "catalog/") {
		old = slices.DeleteFunc(old, func(f manifest.File) bool { return v.foreign(f.Path, files) })
	}
	o.equal, o.changes = compare(old, files)
}

// foreign tells what is in the catalog, but no output of the targets that were
// compiled: files that others left, and hidden ones at the top, which Commodore
// leaves alone (spec C17).
func (v *verification) foreign(name string, files manifest.Set) bool {
	is := func(f manifest.File) bool { return f.Path == name }
	return v.left[name] || strings.HasPrefix(name, ".") && !slices.ContainsFunc(files, is)
}

// manifests gives the merged output. Where several targets write one file, any
// may be the last in the reference (spec P1), so the one that is there stands.
func (v *verification) manifests() manifest.Set {
	theirs, _ := v.Written(os.DirFS("/"), "catalog/manifests") // it is told where it is compared
	kept := map[string][]byte{}
	for _, f := range theirs {
		kept[f.Path] = f.Bytes
	}
	set := slices.Clone(v.result.Set)
	for i, f := range set {
		for _, t := range v.result.Trees {
			at, ok := slices.BinarySearchFunc(t.Files, f.Path, func(f manifest.File, name string) int { return strings.Compare(f.Path, name) })
			if ok && bytes.Equal(t.Files[at].Bytes, kept[f.Path]) {
				set[i] = t.Files[at]
			}
		}
	}
	return set
}

// summary is the last line of the report: what is equal, what is not, and what
// can't be said.
func (v *verification) summary(p report) string {
	failed, differ, in := p.count()
	equal := in.files - in.changed - in.added - in.removed
	line := v.Cluster
	if line == "" {
		line = v.dir
	}
	switch {
	case differ == 0:
		line += fmt.Sprintf(": %s, no differences", plural(equal, "file"))
	default:
		line += fmt.Sprintf(": %s equal, %v", plural(equal, "file"), in)
	}
	if failed > 0 {
		line += fmt.Sprintf("; not compared: %s", plural(failed, "folder"))
		if n := len(v.left); n > 0 {
			line += fmt.Sprintf(", and %s of the catalog", plural(n, "file"))
		}
	}
	compiled := 0
	for _, o := range p.outcomes[:len(v.Instances)] {
		if !o.failed() {
			compiled++
		}
	}
	return line + fmt.Sprintf("; %s in %.2f s", plural(compiled, "target"), p.took.Seconds())
}
