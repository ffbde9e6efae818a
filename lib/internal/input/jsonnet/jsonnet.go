// Package jsonnet renders Kapitan's input type jsonnet: a file is evaluated and
// each field of its value becomes one output file (spec K36-K39).
package jsonnet

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// Render evaluates file and writes its fields below out.
func Render(ctx context.Context, env *input.Env, job plan.Job, file, out string) error {
	text, err := env.VM.Evaluate(ctx, jsonnetvm.Input{
		FS: env.FS, File: file, SearchPaths: env.Search, Target: env.Target.Name,
		Inventory: env.Target.Inventory, Global: env.Others, All: env.All, Limits: env.Limits, Trace: env.Trace,
	})
	if err != nil {
		return err
	}
	value, err := pyjson.Parse([]byte(text))
	if err != nil {
		return fmt.Errorf("the value of %s: %w", file, err)
	}
	if value.Kind != tree.Map {
		value = tree.NewMap(tree.Entry(input.Stem(file), value))
	}
	for _, f := range value.Fields {
		if err := checkName(env, out, f.Key.Text); err != nil {
			return diag.Diag{ID: "jsonnet/output-name", Pos: tree.Pos{File: file}, Message: err.Error(),
				Hint: "the fields of the value are file names, relative to output_path"}
		}
		if err := input.Write(env, job, out+"/"+f.Key.Text, f.Value); err != nil {
			return unwritten(err, file, f.Key.Text)
		}
	}
	return nil
}

// unwritten says which field of the file's value err is about.
func unwritten(err error, file, key string) error {
	d := diag.From(err, "jsonnet/output")
	d.Message = fmt.Sprintf("field %q: %s", key, d.Message)
	if d.Pos == (tree.Pos{}) {
		d.Pos.File = file
	}
	return d
}

// checkName refuses a file outside of the target's output. It looks at the
// folder only: what follows the last slash becomes part of a name, even if it is
// nothing or "..".
func checkName(env *input.Env, out, name string) error {
	if strings.Contains(name, "\x00") {
		return fmt.Errorf("the output file %q has a NUL in its name", name)
	}
	folder := path.Dir(out+"/"+name) + "/"
	if path.IsAbs(name) || !strings.HasPrefix(folder, out+"/") && !strings.HasPrefix(folder, env.Output+"/") {
		return fmt.Errorf("the output file %q is outside of the target's output folder", name)
	}
	return nil
}
