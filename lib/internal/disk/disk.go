// Package disk puts files on disk and reads them back: the only place of the
// engine that writes.
//
// Goals: a run that is killed, at whatever point, leaves each file old or new,
// never half, and the next run leaves nothing of it. What an earlier run wrote
// and this one does not is removed, and nothing else is. No write or removal
// leaves the folder, whatever links are in it. Paths that no catalog can hold
// are refused before the first write.
//
// How: Sync writes each changed file beside its place and renames it, and its
// Record lists, before the first write, all that a run may leave behind.
// Replace swaps whole folders, by way of the folder staging beside them.
// Two runs on one folder go one after the other: each holds a lock (flock) on
// the folder that it writes to, for Replace its parent, which ends with the
// process. Read shares that of Replace with other readers.
//
// Non-goals: two machines at one folder of a network file system, a loss of
// power, file owners and times. On Windows there is no lock.
package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/manifest"
)

// maxName is the length of a name that all usual file systems can hold.
const maxName = 255

// check refuses files that no folder can hold.
func check(files []manifest.File) error {
	names := make(map[string]bool, len(files))
	for _, f := range files {
		names[f.Path] = true
	}
	for _, f := range files {
		what := fault(f.Path)
		for dir := path.Dir(f.Path); what == "" && dir != "."; dir = path.Dir(dir) {
			if names[dir] {
				what = fmt.Sprintf("needs a folder where the file %q is written as well", dir)
			}
		}
		if what != "" {
			return diag.Diag{
				ID:      "disk/path",
				Message: fmt.Sprintf("the output path %q %s; nothing was written", f.Path, what),
				Hint:    "change the output_path or the name of the output in the component that makes it",
			}
		}
	}
	return nil
}

// fault says what is wrong with the path of a file, if anything is.
func fault(name string) string {
	first, _, _ := strings.Cut(name, "/")
	switch {
	case strings.ContainsFunc(name, unicode.IsControl):
		return "has a control character"
	case !fs.ValidPath(name) || name == ".":
		return "is no relative, clean path in UTF-8"
	case slices.ContainsFunc(strings.Split(name, "/"), func(s string) bool { return len(s) > maxName }):
		return fmt.Sprintf("has a name of more than %d bytes", maxName)
	case first == Record || first == newRecord:
		return "is where azogue keeps its list of files"
	}
	return ""
}

// folder is a folder that no other run writes to while it is open.
type folder struct {
	*os.Root
	lock *os.File
}

// open waits for runs that have dir open.
func open(dir string) (*folder, error) {
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	f, err := root.Open(".")
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if err := lock(f, alone); err != nil {
		return nil, errors.Join(err, f.Close(), root.Close())
	}
	return &folder{root, f}, nil
}

// openRoot is os.OpenRoot, which would wait for a writer where dir is a named
// pipe.
func openRoot(dir string) (*os.Root, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	if err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}

func (f *folder) Close() error { return errors.Join(f.lock.Close(), f.Root.Close()) }

// create writes a file that must not be there.
func create(root *os.Root, name string, f manifest.File) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.Mode.Perm())
	if err != nil {
		return err
	}
	_, err = file.Write(f.Bytes)
	return cmp.Or(err, file.Chmod(f.Mode.Perm()), file.Close())
}

// explain is an error about name, which a user knows, instead of what was
// touched on its behalf. It looks for what keeps dir from being a folder.
func explain(name, dir string, err error) error {
	for p := dir; ; p = filepath.Dir(p) {
		if _, missing := os.Lstat(p); missing != nil && p != filepath.Dir(p) {
			continue
		}
		info, err := os.Stat(p)
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ELOOP):
			return fmt.Errorf("write %s: %s is a link that leads nowhere", name, p)
		case err == nil && !info.IsDir():
			return fmt.Errorf("write %s: %s is a file, not a folder", name, p)
		}
		break
	}
	return fmt.Errorf("write %s: %w", name, reason(err))
}

// reason is an error without the names of what was touched.
func reason(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return reason(p.Err)
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return reason(l.Err)
	}
	return err
}

// Read gives the regular files below dir, old or new ones but no mixture. A
// missing dir has none. What a killed Replace of dir has left is put right first.
func Read(dir string) (manifest.Set, error) {
	parent, err := still(dir)
	if err != nil {
		return nil, err
	}
	defer parent.Close()
	root, err := openRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", dir, reason(err))
	}
	defer root.Close()
	var set manifest.Set
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type()&^fs.ModeDir != 0 {
			return fmt.Errorf("%s is not a regular file", filepath.Join(dir, name))
		}
		if err == nil && (d.IsDir() || name == Record) {
			return nil
		}
		var f manifest.File
		if err == nil {
			f, err = read(root, name)
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", filepath.Join(dir, name), reason(err))
		}
		set = append(set, f)
		return nil
	})
	slices.SortFunc(set, func(a, b manifest.File) int { return strings.Compare(a.Path, b.Path) })
	return set, err
}

func read(root *os.Root, name string) (manifest.File, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return manifest.File{}, err
	}
	data, err := root.ReadFile(name)
	return manifest.File{Path: name, Mode: info.Mode().Perm(), Bytes: data}, err
}
