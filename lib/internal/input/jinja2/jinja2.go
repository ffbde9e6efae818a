// Package jinja2 renders Kapitan's input type jinja2: a template, or all
// templates below a folder, become files of the same names and modes (spec K45,
// K46). Package jinja says what templates can do.
package jinja2

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/jinja"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/tree"
)

// Render renders the template file, or those in the folder, into out.
func Render(ctx context.Context, env *input.Env, job plan.Job, file, out string) error {
	info, err := env.FS.Stat(file)
	if err != nil {
		return err
	}
	vars := variables(env, job, out)
	if info.IsDir() {
		return renderFolder(ctx, env, job, vars, file, "", out)
	}
	if hidden(path.Base(file)) {
		return nil
	}
	return renderFile(ctx, env, job, vars, file, path.Base(file), out)
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// renderFolder renders the templates below a folder. Hidden files are left out,
// but not what is in hidden folders.
func renderFolder(ctx context.Context, env *input.Env, job plan.Job, vars *tree.Node, folder, name, out string) error {
	entries, err := env.FS.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		at, below := path.Join(folder, e.Name()), path.Join(name, e.Name())
		switch {
		case e.IsDir():
			err = renderFolder(ctx, env, job, vars, at, below, out)
		case !hidden(e.Name()):
			err = renderFile(ctx, env, job, vars, at, below, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func renderFile(ctx context.Context, env *input.Env, job plan.Job, vars *tree.Node, file, name, out string) error {
	info, err := env.FS.Stat(file)
	if err != nil {
		return err
	}
	text, err := jinja.Render(ctx, jinja.Input{FS: env.FS, File: file, Folders: env.Search, Vars: vars})
	if err != nil {
		return err
	}
	// All trailing characters that the suffix has, not the suffix.
	if remove, suffix := job.Entry.Get("suffix_remove"), job.Entry.Get("suffix_stripped"); remove != nil && remove.Bool && suffix != nil && strings.HasSuffix(name, suffix.Text) {
		name = strings.TrimRight(name, suffix.Text)
	}
	if name == "" || strings.HasSuffix(name, "/") {
		return diag.Diag{ID: "jinja2/name", Pos: tree.Pos{File: file}, Message: fmt.Sprintf("suffix_stripped leaves nothing of the name %q", path.Base(file)),
			Hint: "all characters at the end of the name that are in suffix_stripped are taken off"}
	}
	if text, err = env.Secrets.Text(text); err != nil {
		return err
	}
	env.FS.From = file
	return env.FS.WriteFile(path.Join(out, name), []byte(text), info.Mode().Perm())
}

// variables are what a template sees: the inventory, the job's input_params with
// compile_path, and over them all of kapitan.vars.
func variables(env *input.Env, job plan.Job, out string) *tree.Node {
	params := tree.NewMap()
	if job.Params != nil {
		params.Fields = append(params.Fields, job.Params.Fields...)
	}
	if params.Get("compile_path") == nil {
		params.Fields = append(params.Fields, tree.Entry("compile_path", tree.NewString(out)))
	}
	vars := tree.NewMap()
	set := func(name string, value *tree.Node) {
		for i, f := range vars.Fields {
			if f.Key.Text == name {
				vars.Fields[i].Value = value
				return
			}
		}
		vars.Fields = append(vars.Fields, tree.Entry(name, value))
	}
	if env.All != nil {
		set("inventory_global", env.All())
	}
	if env.Target.Inventory != nil {
		set("inventory", env.Target.Inventory)
		set("input_params", params)
		if own := env.Target.Inventory.At("parameters", "kapitan", "vars"); own != nil {
			for _, f := range own.Fields {
				set(f.Key.Text, f.Value)
			}
		}
	}
	return vars
}
