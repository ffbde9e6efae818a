package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/manifest"
)

// staging is the folder, beside those that Replace replaces, in which the fresh
// folder grows and the old one is set aside under its own name. Only a run that
// holds the parent's lock has it, so what another finds is of a killed run.
const (
	staging = ".azogue-replacing"
	fresh   = staging + "/new"
	aside   = staging + "/old"
)

// Replace makes dir hold exactly the files, and nothing of what it held before,
// as Kapitan does with its output folder (spec K8). Where dir is a link, the
// folder that it leads to is replaced. The new folder is complete before the
// old one is taken away.
func Replace(dir string, files []manifest.File) error {
	if err := check(files); err != nil {
		return err
	}
	real := follow(dir)
	if real == filepath.Clean(dir) {
		if err := os.MkdirAll(filepath.Dir(real), 0o755); err != nil {
			return explain(dir, filepath.Dir(real), err)
		}
	}
	parent, err := open(filepath.Dir(real))
	if err != nil {
		return explain(dir, dir, err)
	}
	defer parent.Close()
	if err := parent.repair(); err != nil {
		return err
	}
	if _, err := os.Lstat(dir); err == nil {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return explain(dir, dir, err)
		}
	}
	err = parent.fill(files)
	if err == nil {
		err = parent.swap(filepath.Base(real))
	}
	if err != nil {
		_ = parent.repair() // the next run does, if this one can't
		return fmt.Errorf("write %s: %w", dir, reason(err))
	}
	return parent.repair()
}

// Inside refuses a folder below base that is not one: a link in its path may lead
// anywhere, and what it leads to would be shown, or replaced. A folder that is
// not there is fine.
func Inside(base, dir string) error {
	rel, err := filepath.Rel(base, dir)
	if err != nil {
		return err
	}
	at := base
	for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return diag.Diag{ID: "disk/link", Message: fmt.Sprintf("%s is a link, which may lead anywhere: nothing is read or written there", at), Hint: "put a folder in its place"}
		case !info.IsDir():
			return diag.Diag{ID: "disk/no-folder", Message: fmt.Sprintf("%s is not a folder", at)}
		}
	}
	return nil
}

// fill writes the files into the fresh folder.
func (f *folder) fill(files []manifest.File) error {
	if err := cmp.Or(f.MkdirAll(fresh, 0o755), f.MkdirAll(aside, 0o755)); err != nil {
		return err
	}
	root, err := f.OpenRoot(fresh)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, file := range files {
		err := root.MkdirAll(path.Dir(file.Path), 0o755)
		if err == nil {
			err = create(root, file.Path, file)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file.Path, reason(err))
		}
	}
	return nil
}

// swap sets the folder name aside, if there is one, and puts the fresh one there.
func (f *folder) swap(name string) error {
	if err := f.Rename(name, path.Join(aside, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.Rename(fresh, name)
}

// repair puts back folders that were set aside and never replaced, and sweeps
// the rest of what a run has left.
func (f *folder) repair() error {
	old, err := fs.ReadDir(f.FS(), aside)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, d := range old {
		if _, missing := f.Lstat(d.Name()); errors.Is(missing, fs.ErrNotExist) {
			err = cmp.Or(err, f.Rename(path.Join(aside, d.Name()), d.Name()))
		}
	}
	if err = cmp.Or(err, f.RemoveAll(staging)); err != nil {
		return fmt.Errorf("remove the leftovers in %s: %w", filepath.Join(f.Name(), staging), reason(err))
	}
	return nil
}

// repair puts right what a killed Replace of dir has left.
func repair(dir string) error {
	real := follow(dir)
	if _, err := os.Lstat(filepath.Join(filepath.Dir(real), staging)); err != nil {
		return nil
	}
	parent, err := open(filepath.Dir(real))
	if err != nil {
		return explain(dir, dir, err)
	}
	defer parent.Close()
	return parent.repair()
}

// maxLinks is where a chain of links counts as a loop, as for Linux.
const maxLinks = 40

// follow gives the path that dir leads to. Unlike filepath.EvalSymlinks it
// needs no folder there, as it may be set aside.
func follow(dir string) string {
	dir = filepath.Clean(dir)
	for range maxLinks {
		to, err := os.Readlink(dir)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			if parent, err := filepath.EvalSymlinks(filepath.Dir(dir)); err == nil {
				to = filepath.Join(parent, to)
			}
		}
		dir = to
	}
	return dir
}
