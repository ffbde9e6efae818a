package disk

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/azogue-build/azogue/lib/manifest"
)

// Record is the file, beside what it lists, that names the files earlier runs
// may have written, as a JSON list. newRecord becomes the next Record.
const (
	Record    = ".azogue-files"
	newRecord = Record + ".new"
)

// Change says what Sync did.
type Change struct{ Written, Unchanged, Removed int }

// Sync makes the files of an earlier Sync in dir those of set. Other files in
// dir stay, but those that set names are replaced.
func Sync(dir string, set manifest.Set) (Change, error) {
	if err := check(set); err != nil {
		return Change{}, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Change{}, explain(dir, dir, err)
	}
	root, err := open(dir)
	if err != nil {
		return Change{}, explain(dir, dir, err)
	}
	defer root.Close()
	u := update{root: root.Root, dir: dir, temp: ".azogue-" + rand.Text() + ".tmp"}
	defer u.leave()
	old, err := u.record()
	if err != nil {
		return Change{}, err
	}
	if err := u.plan(old, set); err != nil {
		return Change{}, err
	}
	if err := u.writeRecord(slices.Concat(old, u.names, u.temps())); err != nil {
		return Change{}, err
	}
	if err := u.apply(); err != nil {
		if u.Written+u.Removed > 0 {
			err = fmt.Errorf("%w; %s now holds a part of the new files: compile again", err, dir)
		}
		return u.Change, err
	}
	return u.Change, u.writeRecord(u.names)
}

// update is one run of Sync. Its lists of names are sorted.
type update struct {
	Change
	root    *os.Root
	dir     string          // as the user calls root
	inside  opened          // the folder in root that was used last
	temp    string          // the name, in any folder, of a file that is being written
	names   []string        // of the whole set
	changed []manifest.File // to be written
	stale   []string        // to be removed
}

// opened is what came of opening a folder. It is kept because os.Root walks the
// whole path for each call, and files of one folder come one after the other.
type opened struct {
	name string
	root *os.Root
	err  error
}

// in gives the folder of that name in root, until it is asked for another.
func (u *update) in(name string) (*os.Root, error) {
	if name == "." {
		return u.root, nil
	}
	if u.inside.name != name {
		u.leave()
		var root *os.Root
		info, err := u.root.Stat(name)
		if err == nil && !info.IsDir() { // OpenRoot would wait for a writer to a named pipe
			err = syscall.ENOTDIR
		}
		if err == nil {
			root, err = u.root.OpenRoot(name)
		}
		u.inside = opened{name, root, err}
	}
	return u.inside.root, u.inside.err
}

// make is in for a folder that may have to be made.
func (u *update) make(name string) (*os.Root, error) {
	if root, err := u.in(name); err == nil {
		return root, nil
	}
	if err := u.root.MkdirAll(name, 0o755); err != nil {
		return nil, err
	}
	u.leave()
	return u.in(name)
}

// leave forgets the folder that was used last, as it must when it may be gone.
func (u *update) leave() {
	if u.inside.root != nil {
		u.inside.root.Close()
	}
	u.inside = opened{}
}

// lstat is os.Lstat of a file in root.
func (u *update) lstat(name string) (fs.FileInfo, error) {
	root, err := u.in(path.Dir(name))
	if err != nil {
		return nil, err
	}
	return root.Lstat(path.Base(name))
}

func (u *update) path(name string) string { return filepath.Join(u.dir, filepath.FromSlash(name)) }

// damaged is a record that can't be relied on.
func (u *update) damaged(what string) error {
	return fmt.Errorf("%s %s: remove that file and compile again; what earlier compiles wrote then stays", u.path(Record), what)
}

// record gives what the record lists.
func (u *update) record() (names []string, err error) {
	info, err := u.root.Lstat(Record)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, u.damaged("is no regular file")
	}
	text, err := u.root.ReadFile(Record)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", u.path(Record), reason(err))
	}
	if err := json.Unmarshal(text, &names); err != nil {
		return nil, u.damaged("is damaged")
	}
	for _, name := range names {
		if fault(name) != "" {
			return nil, u.damaged(fmt.Sprintf("lists %q, which is no file of ours", name))
		}
	}
	slices.Sort(names)
	return names, nil
}

// writeRecord has the record list names.
func (u *update) writeRecord(names []string) error {
	names = append([]string{}, names...)
	slices.Sort(names)
	text, err := json.MarshalIndent(slices.Compact(names), "", "")
	if err != nil {
		return err
	}
	if err := u.root.Remove(newRecord); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write %s: %w", u.path(Record), reason(err))
	}
	f := manifest.File{Path: Record, Mode: 0o644, Bytes: append(text, '\n')}
	if u.has(f) {
		return nil
	}
	return u.put(f, newRecord)
}

// plan compares set with what is there.
func (u *update) plan(old []string, set manifest.Set) error {
	for _, f := range set {
		u.names = append(u.names, f.Path)
		if u.has(f) {
			u.Unchanged++
			continue
		}
		if u.isFolder(f.Path) && !containsBelow(old, f.Path) {
			return u.folderInTheWay(f)
		}
		u.changed = append(u.changed, f)
	}
	slices.Sort(u.names)
	for _, name := range old {
		if contains(u.names, name) {
			continue
		}
		// A run that was killed may have made a folder of what was a file.
		if u.isFolder(name) && !containsBelow(old, name) {
			return u.damaged(fmt.Sprintf("lists %q, which is a folder", name))
		}
		u.stale = append(u.stale, name)
	}
	return nil
}

// temps gives the paths of all temporary files of the run.
func (u *update) temps() (names []string) {
	for _, f := range u.changed {
		names = append(names, path.Join(path.Dir(f.Path), u.temp))
	}
	return names
}

// apply does what was planned. New files come before removals, so that a run
// that is killed leaves too much rather than too little.
func (u *update) apply() error {
	for _, name := range u.stale {
		if u.inTheWay(name) {
			if err := u.remove(name); err != nil {
				return err
			}
		}
	}
	for _, f := range u.changed {
		if err := u.put(f, u.temp); err != nil {
			return err
		}
		u.Written++
	}
	for _, name := range u.stale {
		if !u.inTheWay(name) {
			if err := u.remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// inTheWay reports whether a file is where the set has a folder, or the reverse.
func (u *update) inTheWay(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if contains(u.names, dir) {
			return true
		}
	}
	return containsBelow(u.names, name)
}

func contains(sorted []string, name string) bool {
	_, ok := slices.BinarySearch(sorted, name)
	return ok
}

// containsBelow reports whether a path in the folder name is in the list.
func containsBelow(sorted []string, name string) bool {
	i, _ := slices.BinarySearch(sorted, name+"/")
	return i < len(sorted) && strings.HasPrefix(sorted[i], name+"/")
}

// has reports whether a file is in place already.
func (u *update) has(f manifest.File) bool {
	info, err := u.lstat(f.Path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm() != f.Mode.Perm() || info.Size() != int64(len(f.Bytes)) {
		return false
	}
	root, err := u.in(path.Dir(f.Path))
	if err != nil {
		return false
	}
	old, err := root.ReadFile(path.Base(f.Path))
	return err == nil && bytes.Equal(old, f.Bytes)
}

func (u *update) isFolder(name string) bool {
	info, err := u.lstat(name)
	return err == nil && info.IsDir()
}

func (u *update) folderInTheWay(f manifest.File) error {
	return fmt.Errorf("write %s: a folder is in the way", u.path(f.Path))
}

// put writes a file under the name temp in its folder and renames it.
func (u *update) put(f manifest.File, temp string) error {
	root, err := u.make(path.Dir(f.Path))
	if err == nil {
		err = create(root, temp, f)
	}
	if err == nil {
		err = root.Rename(temp, path.Base(f.Path))
	}
	if err == nil {
		return nil
	}
	if root != nil {
		_ = root.Remove(temp) // the next run does, if this one can't
	}
	if u.isFolder(f.Path) {
		return u.folderInTheWay(f)
	}
	return explain(u.path(f.Path), filepath.Dir(u.path(f.Path)), err)
}

// remove takes away a file, and the folders above it that are empty then.
func (u *update) remove(name string) error {
	u.leave()
	info, err := u.root.Lstat(name)
	if err == nil && !info.IsDir() {
		err = u.root.Remove(name)
	}
	switch {
	case err == nil && !info.IsDir():
		u.Removed++
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("remove %s: %w", u.path(name), reason(err))
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := u.root.Lstat(dir); err == nil && (!info.IsDir() || u.root.Remove(dir) != nil) {
			return nil // not empty, or no folder of ours
		}
	}
	return nil
}
