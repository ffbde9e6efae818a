package dependency

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// revision shows the tree of a commit. Links are not followed. Files have no
// sizes, which git would have to unpack them for, and no times.
type revision struct {
	clone *clone
	root  string // the id of the tree
}

// maxPath is the length of the longest path. A damaged folder may contain itself.
const maxPath = 4096

// errLFS is about a file that git has elsewhere.
var errLFS = errors.New("is kept in Git LFS, which azogue does not read")

// lookup walks to a name, without following links.
func (r revision) lookup(op, name string) (entry, error) {
	fail := func(err error) (entry, error) { return entry{}, &fs.PathError{Op: op, Path: name, Err: err} }
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	if len(name) > maxPath {
		return fail(fmt.Errorf("is a path of more than %d bytes", maxPath))
	}
	e := entry{name: ".", id: r.root, mode: fs.ModeDir | 0o755}
	if name == "." {
		return e, nil
	}
	for part := range strings.SplitSeq(name, "/") {
		if !e.mode.IsDir() {
			return fail(fs.ErrNotExist)
		}
		list, err := r.list(e)
		if err != nil {
			return fail(err)
		}
		i := slices.IndexFunc(list, func(e entry) bool { return e.name == part })
		if i < 0 {
			return fail(fs.ErrNotExist)
		}
		e = list[i]
	}
	return e, nil
}

// list gives what is in a folder, in git's order.
func (r revision) list(folder entry) ([]entry, error) {
	if folder.id == "" {
		return nil, nil
	}
	list, err := r.clone.tree(folder.id)
	return list, present(err)
}

// blob gives the bytes of a file, or where a link leads.
func (r revision) blob(e entry) ([]byte, error) {
	_, data, err := r.clone.object(e.id, "blob")
	return data, present(err)
}

// present turns what a commit names and the clone lacks into another error than
// that of a file which is not there.
func present(err error) error {
	if errors.Is(err, errMissing) {
		return errors.New("its content is missing in the clone, which is a partial one")
	}
	return err
}

func (r revision) Lstat(name string) (fs.FileInfo, error) {
	e, err := r.lookup("lstat", name)
	if err != nil {
		return nil, err
	}
	return info{e}, nil
}

func (r revision) ReadLink(name string) (string, error) {
	e, err := r.lookup("readlink", name)
	if err == nil && e.mode.Type() != fs.ModeSymlink {
		err = &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return "", err
	}
	data, err := r.blob(e)
	return string(data), err
}

func (r revision) ReadFile(name string) ([]byte, error) {
	e, err := r.lookup("read", name)
	if err == nil && !e.mode.IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	data, err := r.blob(e)
	if bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/")) {
		err = errLFS
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, nil
}

func (r revision) ReadDir(name string) ([]fs.DirEntry, error) {
	e, err := r.lookup("list", name)
	if err == nil && !e.mode.IsDir() {
		err = &fs.PathError{Op: "list", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	list, err := r.list(e)
	if err != nil {
		return nil, &fs.PathError{Op: "list", Path: name, Err: err}
	}
	entries := make([]fs.DirEntry, len(list))
	for i, e := range list {
		entries[i] = fs.FileInfoToDirEntry(info{e})
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (r revision) Open(name string) (fs.File, error) {
	e, err := r.lookup("open", name)
	if err != nil {
		return nil, err
	}
	if e.mode.IsDir() {
		entries, err := r.ReadDir(name)
		return &folder{info: info{e}, entries: entries}, err
	}
	data, err := r.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &file{info{e}, bytes.NewReader(data)}, nil
}

// info describes an entry.
type info struct{ entry }

func (i info) Name() string       { return path.Base(i.name) }
func (i info) Size() int64        { return 0 }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.mode.IsDir() }
func (i info) Sys() any           { return nil }

type file struct {
	info info
	*bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }

type folder struct {
	info    info
	entries []fs.DirEntry
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *folder) Close() error               { return nil }
func (f *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.info.Name(), Err: fs.ErrInvalid}
}

func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.entries)
	} else if len(f.entries) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.entries))
	list := f.entries[:n]
	f.entries = f.entries[n:]
	return list, nil
}
