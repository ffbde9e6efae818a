package cli

import (
	"context"
	"sync"

	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/internal/dependency"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// dependencies is the folder of the flag --deps. All clusters of a run share it,
// and so the processes that read its clones.
type dependencies struct {
	name   string
	once   sync.Once
	folder *dependency.Folder
	err    error
}

func (d *dependencies) flag(f *pflag.FlagSet) {
	f.StringVar(&d.name, "deps", "", "folder with a git clone <owner>/<repo> for each repository that the inventory names; nothing is downloaded")
}

// revisions opens the folder when it is first needed. Without the flag there are
// no revisions.
func (d *dependencies) revisions(ctx context.Context) (workspace.Revisions, error) {
	if d.name == "" {
		return nil, nil
	}
	d.once.Do(func() { d.folder, d.err = dependency.Open(ctx, d.name) })
	if d.err != nil {
		return nil, d.err
	}
	return d.folder.Revision, nil
}
