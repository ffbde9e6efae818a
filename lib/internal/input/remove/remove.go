// Package remove renders Kapitan's input type remove: files and folders are
// taken out of what the target sees, usually what an earlier job has written
// (spec K48). Nothing is removed from the disk.
package remove

import (
	"context"

	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/plan"
)

// Render removes the file or folder.
func Render(_ context.Context, env *input.Env, _ plan.Job, file, _ string) error {
	return env.FS.RemoveAll(file)
}
