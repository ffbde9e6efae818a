// Package external renders Kapitan's input type external, as far as it is
// Commodore's wrapper of kustomize: that is what components use it for, and
// package kustomize does it in memory (spec K49). Other commands are refused.
package external

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/kustomize"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/tree"
)

// Wrapper is what the parameter _kustomize_wrapper leads to.
const Wrapper = workspace.Shipped + "/scripts/run-kustomize"

// Render writes the resources of a kustomization, each in a file, into the
// folder that the first argument names.
func Render(ctx context.Context, env *input.Env, job plan.Job, file, out string) error {
	if file != Wrapper {
		return diag.Diag{ID: "external/command", Message: fmt.Sprintf("the command %s is not run", path.Base(file)),
			Hint: "azogue runs no other programs; of type external it takes ${_kustomize_wrapper} alone"}
	}
	args, err := words(job, out)
	if err != nil {
		return err
	}
	folder := ""
	if v := job.Entry.At("env_vars", "INPUT_DIR"); v != nil {
		folder = strings.ReplaceAll(v.Text, "${compiled_target_dir}", out)
	}
	if folder == "" {
		return wrong(job.Entry.Get("env_vars"), "INPUT_DIR environment variable not provided")
	}
	if len(args) == 0 {
		return wrong(job.Entry.Get("args"), "First argument is empty, expected output directory as first argument")
	}
	options, err := flags(job, args[1:])
	if err != nil {
		return err
	}
	to := at(env, args[0])
	if to != env.Output && !strings.HasPrefix(to, env.Output+"/") {
		return wrong(job.Entry.Get("args"), fmt.Sprintf("the output folder %q is outside of the target's", args[0]))
	}
	files, err := kustomize.Build(ctx, env.FS, at(env, folder), env.Remotes, options)
	if err != nil {
		return err
	}
	if err := env.FS.MkdirAll(to); err != nil {
		return err
	}
	env.FS.From = at(env, folder)
	for _, f := range files {
		if err := env.FS.WriteFile(path.Join(to, f.Name), f.Text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// at gives the path of a name that is relative to the working directory.
func at(env *input.Env, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(env.WorkDir, name)
}

func wrong(n *tree.Node, message string) error {
	d := diag.Diag{ID: "external/arguments", Message: message, Hint: "the wrapper takes INPUT_DIR in env_vars, and the output folder, as ${compiled_target_dir}/folder, first of args"}
	if n != nil {
		d.Pos = n.Pos
	}
	return d
}

// words are the job's arguments as a shell takes them apart. What only a shell
// can do is refused.
func words(job plan.Job, out string) ([]string, error) {
	args := job.Entry.Get("args")
	if args == nil {
		return nil, nil
	}
	var list []string
	for _, a := range args.Items {
		text := strings.ReplaceAll(a.Text, "${compiled_target_dir}", out)
		if strings.ContainsAny(text, "$`\\;&|<>*?[]()#~'\"\n") {
			return nil, wrong(a, fmt.Sprintf("the argument %q needs a shell", a.Text))
		}
		list = append(list, strings.Fields(text)...)
	}
	return list, nil
}

// flags reads the flags of kustomize build that change what is built.
func flags(job plan.Job, args []string) (o kustomize.Options, err error) {
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		if !given && i+1 < len(args) && name == "--load-restrictor" {
			i++
			value = args[i]
		}
		switch {
		case name == "--load-restrictor" && value == "LoadRestrictionsNone":
			o.Unrestricted = true
		case name == "--load-restrictor" && value == "LoadRestrictionsRootOnly":
		default:
			return o, wrong(job.Entry.Get("args"), fmt.Sprintf("the argument %q of kustomize build is not supported", args[i]))
		}
	}
	return o, nil
}
