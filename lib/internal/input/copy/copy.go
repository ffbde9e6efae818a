// Package copy renders Kapitan's input type copy: files are taken as they are
// (spec K47). Secret references in them are left alone.
package copy

import (
	"context"
	"path"

	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/plan"
)

// Render puts the file, or all that is in the folder, into out. Modes are kept.
func Render(_ context.Context, env *input.Env, _ plan.Job, file, out string) error {
	info, err := env.FS.Stat(file)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return copyFile(env, file, path.Join(out, path.Base(file)))
	}
	return copyFolder(env, file, out)
}

func copyFolder(env *input.Env, from, to string) error {
	entries, err := env.FS.ReadDir(from)
	if err != nil {
		return err
	}
	if err := env.FS.MkdirAll(to); err != nil {
		return err
	}
	for _, e := range entries {
		step := copyFile
		if e.IsDir() {
			step = copyFolder
		}
		if err := step(env, path.Join(from, e.Name()), path.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// copyFile puts a file in place of what is called to. A folder of that name
// stays, and the file goes into it, as Python's shutil.copy2 has it.
func copyFile(env *input.Env, from, to string) error {
	info, err := env.FS.Stat(from)
	if err != nil {
		return err
	}
	data, err := env.FS.ReadFile(from)
	if err != nil {
		return err
	}
	if there, err := env.FS.Stat(to); err == nil && there.IsDir() {
		to = path.Join(to, path.Base(from))
	}
	return env.FS.WriteFile(to, data, info.Mode().Perm())
}
