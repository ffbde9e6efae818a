package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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
	return replace(dir, files, func() error { return nil })
}

// New is Replace where there is no folder yet, or an empty one. Of several that
// make the same folder at once, one does.
func New(dir string, files []manifest.File) error {
	return replace(dir, files, func() error {
		there, err := os.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(there) == 0 {
			return nil
		}
		return diag.Diag{ID: "disk/exists", Message: fmt.Sprintf("%s is there already, and not an empty folder", dir), Hint: "choose another name or another place"}
	})
}

// replace is Replace, unless may has an error once no other run can change dir.
func replace(dir string, files []manifest.File, may func() error) error {
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
	if err := may(); err != nil {
		return err
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
	var old []fs.DirEntry
	info, err := f.Stat(aside)
	if err == nil && info.IsDir() {
		old, err = fs.ReadDir(f.FS(), aside)
	} else {
		err = nil // nothing is set aside
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

// still gives the folder above dir, which no Replace changes until it is closed,
// and puts right what a killed one has left.
func still(dir string) (io.Closer, error) {
	above := filepath.Dir(follow(dir))
	for {
		var parent *os.File
		info, err := os.Stat(above)
		if err == nil && info.IsDir() {
			parent, err = os.Open(above)
		}
		if parent == nil || err != nil {
			return io.NopCloser(nil), nil // there is nothing to wait for; reading dir says the rest
		}
		_ = lock(parent, together) // without it, as on some network file systems, reading is still right
		if _, err := os.Lstat(filepath.Join(above, staging)); err != nil {
			return parent, nil
		}
		parent.Close() // to change it, one has to be alone
		if err := repair(above); err != nil {
			return nil, err
		}
	}
}

// repair puts right what a killed Replace has left in a folder.
func repair(name string) error {
	f, err := open(name)
	if err != nil {
		return explain(name, name, err)
	}
	defer f.Close()
	return f.repair()
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
