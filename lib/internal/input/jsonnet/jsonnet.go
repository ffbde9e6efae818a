// Package jsonnet renders Kapitan's input type jsonnet: a file is evaluated and
// each field of its value becomes one output file (spec K36-K39).
package jsonnet

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/tree"
)

// Render evaluates file and writes its fields below out.
func Render(ctx context.Context, env *input.Env, job plan.Job, file, out string) error {
	value, err := env.VM.Evaluate(ctx, jsonnetvm.Input{
		FS: env.FS, File: file, SearchPaths: env.Search, Target: env.Target.Name,
		Inventory: env.Target.Inventory, Global: env.Others, All: env.All, MaxStack: env.Stack, Trace: env.Trace,
	})
	if err != nil {
		return err
	}
	if value.Kind != tree.Map {
		if err := input.Write(env, job, out+"/"+input.Stem(file), value); err != nil {
			return located(err, tree.Pos{File: file}, "the value of "+path.Base(file))
		}
		return nil
	}
	for _, f := range value.Fields {
		if err := checkName(env, out, f.Key.Text); err != nil {
			return diag.Diag{ID: "output/name", Pos: env.VM.Place(f.Key.Text), Message: err.Error(),
				Hint: "the fields of the value are file names, relative to output_path"}
		}
		if err := input.Write(env, job, out+"/"+f.Key.Text, f.Value); err != nil {
			return located(err, env.VM.Place(f.Key.Text), fmt.Sprintf("field %q", f.Key.Text))
		}
	}
	return nil
}

// located says what a finding about the output is about, and where that is.
func located(err error, at tree.Pos, what string) error {
	d := diag.From(err, "output/write")
	d.Message = what + ": " + d.Message
	d.Chain = slices.Clone(d.Chain)
	for i, f := range d.Chain {
		if below := strings.TrimPrefix(f.Text, "."); f.Pos == (tree.Pos{}) && below != "" {
			d.Chain[i].Text = "at " + below
		}
	}
	if d.Pos.File == "" {
		d.Pos = at
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
