package cli

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/internal/dependency"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// dependencies is the folder of the flag --deps. All clusters of a run share it,
// and so the processes that read its clones.
type dependencies struct {
	name   string
	folder *dependency.Folder // nil without the flag
}

func (d *dependencies) flag(f *pflag.FlagSet) {
	f.StringVar(&d.name, "deps", "", "folder that answers downloads: clones <owner>/<repo>, files/<host>/<path>, charts/<name>-<version>")
}

// revisions gives what the folder answers for repositories; nil without the flag.
func (d *dependencies) revisions() workspace.Revisions {
	if d.folder == nil {
		return nil
	}
	return d.folder.Revision
}

// evaluatePlain evaluates a jsonnetfile.jsonnet.
func (r *run) evaluatePlain(ctx context.Context, files *overlay.FS, file string, variables [][2]string) (string, error) {
	in := jsonnetvm.Input{FS: files, File: file, MaxStack: r.limits.Stack}
	for _, v := range variables {
		in.Variables = append(in.Variables, jsonnetvm.Variable{Name: v[0], Text: v[1]})
	}
	if r.limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.limits.Time)
		defer cancel()
	}
	return jsonnetvm.Plain(ctx, in)
}

// open opens the folder of the flag. What it starts ends with ctx.
func (d *dependencies) open(ctx context.Context) (err error) {
	if d.name != "" {
		d.folder, err = dependency.Open(ctx, d.name)
	}
	return err
}
