// Package disk puts files on disk and reads them back: the only place of the
// engine that writes.
//
// Goals: only what has changed is touched, each file by a temporary file and a
// rename, so that an interrupted run leaves each file old or new, never half;
// what an earlier run wrote and this one does not is removed, and nothing else
// is. No write or removal leaves the folder, whatever links are in it.
//
// Non-goals: locking against a second azogue on the same folder, file owners
// and times.
package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/manifest"
)

// Record is the file, beside what it lists, that names the files an earlier
// run has written.
const Record = ".azogue-files"

// Change says what Sync did.
type Change struct{ Written, Unchanged, Removed int }

// Sync makes the files of an earlier Sync in dir those of set. Other files in
// dir stay, but those that set names are replaced.
func Sync(dir string, set manifest.Set) (c Change, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return c, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return c, err
	}
	defer root.Close()
	stale, err := staleFiles(root, set)
	if err != nil {
		return c, err
	}
	for _, s := range stale {
		if !inTheWay(s, set) {
			continue
		}
		if err := remove(root, s); err != nil {
			return c, fmt.Errorf("remove %s: %w", filepath.Join(dir, filepath.FromSlash(s)), reason(err))
		}
	}
	for _, f := range set {
		written, err := write(root, f)
		if err != nil {
			return c, fmt.Errorf("write %s: %w", filepath.Join(dir, filepath.FromSlash(f.Path)), reason(err))
		}
		if written {
			c.Written++
		} else {
			c.Unchanged++
		}
	}
	for _, s := range stale {
		if inTheWay(s, set) {
			c.Removed++
			continue
		}
		if err := remove(root, s); err != nil {
			return c, fmt.Errorf("remove %s: %w", filepath.Join(dir, filepath.FromSlash(s)), reason(err))
		}
		c.Removed++
	}
	_, err = write(root, manifest.File{Path: Record, Mode: 0o644, Bytes: recordOf(set)})
	return c, err
}

// recordOf lists the paths of a set, one a line.
func recordOf(set manifest.Set) []byte {
	var b bytes.Buffer
	for _, f := range set {
		b.WriteString(f.Path + "\n")
	}
	return b.Bytes()
}

// staleFiles gives what the record lists and set does not.
func staleFiles(root *os.Root, set manifest.Set) ([]string, error) {
	text, err := root.ReadFile(Record)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var stale []string
	for name := range strings.Lines(string(text)) {
		name = strings.TrimSuffix(name, "\n")
		if !fs.ValidPath(name) || name == "." {
			return nil, fmt.Errorf("%s lists %q, which is no file of ours: remove that file and run again", Record, name)
		}
		if _, ok := slices.BinarySearchFunc(set, name, func(f manifest.File, n string) int { return strings.Compare(f.Path, n) }); !ok {
			stale = append(stale, name)
		}
	}
	return stale, nil
}

// inTheWay reports whether a file is where set has a folder, or the reverse.
func inTheWay(name string, set manifest.Set) bool {
	return slices.ContainsFunc(set, func(f manifest.File) bool {
		return strings.HasPrefix(f.Path, name+"/") || strings.HasPrefix(name, f.Path+"/")
	})
}

// write puts one file in place, if it is not there already.
func write(root *os.Root, f manifest.File) (written bool, err error) {
	if info, err := root.Lstat(f.Path); err == nil && info.Mode().IsRegular() && info.Mode().Perm() == f.Mode.Perm() && info.Size() == int64(len(f.Bytes)) {
		if old, err := root.ReadFile(f.Path); err == nil && bytes.Equal(old, f.Bytes) {
			return false, nil
		}
	}
	if err := root.MkdirAll(path.Dir(f.Path), 0o755); err != nil {
		return false, err
	}
	temp := path.Join(path.Dir(f.Path), ".azogue-"+path.Base(f.Path)+".tmp")
	if err := root.WriteFile(temp, f.Bytes, f.Mode.Perm()); err != nil {
		return false, errors.Join(err, root.RemoveAll(temp))
	}
	if err := root.Chmod(temp, f.Mode.Perm()); err != nil {
		return false, errors.Join(err, root.RemoveAll(temp))
	}
	if err := root.Rename(temp, f.Path); err != nil {
		return false, errors.Join(err, root.RemoveAll(temp))
	}
	return true, nil
}

// remove takes away a file, and the folders above it that are empty then.
func remove(root *os.Root, name string) error {
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if root.Remove(dir) != nil {
			return nil // not empty, or gone
		}
	}
	return nil
}

// Replace makes dir hold exactly the files, and nothing of what it held before,
// as Kapitan does with its output folder (spec K8). The new folder is complete
// before the old one is taken away.
func Replace(dir string, files []manifest.File) error {
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(parent, ".azogue-new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(fresh)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range files {
		if _, err := write(root, f); err != nil {
			return fmt.Errorf("write %s: %w", filepath.Join(dir, filepath.FromSlash(f.Path)), reason(err))
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(fresh, dir)
}

// Read gives the regular files below dir. A missing dir has none.
func Read(dir string) (manifest.Set, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var set manifest.Set
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == Record {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a regular file", filepath.Join(dir, name))
		}
		data, err := root.ReadFile(name)
		set = append(set, manifest.File{Path: name, Mode: info.Mode().Perm(), Bytes: data})
		return err
	})
	slices.SortFunc(set, func(a, b manifest.File) int { return strings.Compare(a.Path, b.Path) })
	return set, err
}

func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
