// Package postprocess runs Commodore's postprocessing filters: programs that
// rewrite what a target's jobs have written, as
// parameters.commodore.postprocess.filters lists them.
//
// Goals: the same files, bytes and skipped filters as Commodore 1.35.1 (spec
// P10-P18). Filters are checked first, all of a target's, and then run in their
// order, each on what the earlier ones have left. One that is no filter at all
// is skipped, as in the reference; what ends the reference with a traceback is
// an error with its place.
//
// Non-goals: evaluating Jsonnet (package jsonnetvm), limits of time (package
// compiler). A filter sees the output of its own target only, and writes
// nowhere else: in the reference the targets before it are there too, but their
// order is random.
//
// A type of filter is a row of kinds, a built-in filter one of builtins.
package postprocess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// Env is what the filters of one target work with. Paths are absolute.
type Env struct {
	FS        *overlay.FS
	VM        *jsonnetvm.VM // made by Filters
	Instance  string
	Component string
	Directory string     // the folder of the instance's component
	Output    string     // the folder of the target's output
	Shipped   string     // the folder of the shipped libraries
	Imports   []string   // folders for imports after the importing file's own, in order
	Inventory *tree.Node // what commodore_inventory() gives
	Stack     int        // nested calls that Jsonnet may have; 0 is the reference's 500
	Trace     io.Writer  // gets the lines of std.trace
	Said      io.Writer  // gets the lines that Commodore prints
}

// Run runs a filter, unless it is disabled. The error is a diag.Diag.
func Run(ctx context.Context, env *Env, f Filter) error {
	if !f.enabled {
		fmt.Fprintf(env.Said, " > Skipping disabled filter %s on path %s\n", f.name, f.path)
		return nil
	}
	err := run(ctx, env, f)
	if err == nil {
		return nil
	}
	d := diag.From(err, "postprocess/filter")
	d.Target = env.Instance
	d.Chain = append(d.Chain[:len(d.Chain):len(d.Chain)], diag.Frame{Pos: f.Pos, Text: fmt.Sprintf("filter %q on path %q", f.name, f.path)})
	if d.Pos == (tree.Pos{}) || f.kind.shipped {
		d.Pos = f.Pos
	}
	return d
}

func run(ctx context.Context, env *Env, f Filter) error {
	if err := f.checkArguments(); err != nil {
		return err
	}
	program, err := f.kind.program(env, f)
	if err != nil {
		return err
	}
	program.FS, program.SearchPaths, program.Target, program.Home = env.FS, env.Imports, env.Instance, env.Directory
	program.Inventory, program.MaxStack, program.Trace = env.Inventory, env.Stack, env.Trace
	program.Variables = append(program.Variables,
		jsonnetvm.Variable{Name: "target", Text: env.Component},
		jsonnetvm.Variable{Name: "component", Text: env.Component},
		jsonnetvm.Variable{Name: "output_path", Text: f.folder(env)})
	value, err := env.VM.Evaluate(ctx, program)
	if err != nil {
		return err
	}
	if value.Kind != tree.Map {
		return diag.Diag{ID: "postprocess/value", Pos: tree.Pos{File: program.File}, Message: fmt.Sprintf("the value of a filter must be an object, but it is of type %s", value.Kind),
			Hint: "each field of the object is a file to write: its name without .yaml, and the content"}
	}
	for _, field := range value.Fields {
		if err := write(env, f, field.Key.Text, field.Value); err != nil {
			d := diag.From(err, "postprocess/write")
			d.Pos = cmp.Or(d.Pos, env.VM.Place(field.Key.Text))
			return d
		}
	}
	return nil
}

// write puts one field of a filter's value into its file, always in YAML (spec
// P16). A file that is there keeps its mode.
func write(env *Env, f Filter, name string, value *tree.Node) error {
	at := absolute(f.folder(env), name+".yaml")
	if clean := path.Clean(at); strings.Contains(name, "\x00") || !strings.HasPrefix(clean, env.Output+"/") {
		return diag.Diag{ID: "postprocess/name", Message: fmt.Sprintf("the file %q is outside of the target's output folder", name+".yaml"),
			Hint: "the fields of a filter's value are file names, relative to the filter's path"}
	}
	mode := fs.FileMode(0o644)
	info, err := env.FS.Stat(at)
	switch {
	case err == nil:
		mode = info.Mode().Perm()
	case errors.Is(err, fs.ErrNotExist):
		fmt.Fprintf(env.Said, "   > %s doesn't exist, creating...\n", at)
	}
	docs := []*tree.Node{value}
	if value.Kind == tree.List {
		docs = value.Items
	}
	return env.FS.WriteFile(at, pyyaml.DumpAll(pyyaml.Commodore, docs), mode)
}

// absolute is Python's folder / name: an absolute name stands alone, and ".."
// stays.
func absolute(folder, name string) string {
	if !path.IsAbs(name) {
		name = folder + "/" + name
	}
	return "/" + relative(name)
}

// relative gives a path as pathlib writes one that is not absolute.
func relative(name string) string {
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/")
}
