package cli

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/internal/dependency"
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

// open opens the folder of the flag. What it starts ends with ctx.
func (d *dependencies) open(ctx context.Context) (err error) {
	if d.name != "" {
		d.folder, err = dependency.Open(ctx, d.name)
	}
	return err
}
