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
		name := path.Join(out, f.Key.Text)
		if path.IsAbs(f.Key.Text) || !strings.HasPrefix(name, out+"/") {
			return diag.Diag{ID: "jsonnet/output-name", Pos: tree.Pos{File: file},
				Message: fmt.Sprintf("the output file %q is outside of the output folder of its job", f.Key.Text),
				Hint:    "the fields of the value are file names, relative to output_path"}
		}
		if err := input.Write(env, job, name, f.Value); err != nil {
			return fmt.Errorf("%s, field %q: %w", file, f.Key.Text, err)
		}
	}
	return nil
}
