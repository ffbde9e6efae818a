// Package overlay is the file system that a target sees: a read-only world
// below, and on top what the target has written, in memory.
//
// Goals: every path inside the engine is an absolute virtual path with slashes
// ("/a/b"), links are followed in this one place, and an FS records what was
// read, listed and looked for in vain, so that the set of accesses can serve as
// a cache key. It does for azogue what the working directory, the temporary
// folder and the vendor links do for Commodore 1.35.1 and Kapitan 0.36.3.
//
// Non-goals: writing to disk (package disk), watching for changes. A World is
// taken for unchanging while it is read.
package overlay

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/azogue-build/azogue/lib/manifest"
)

// FS is one target's view of a World. Several goroutines may read from it, but
// not while one writes.
type FS struct {
	From string // what files are written from, until it is set anew; Files tells

	world   *World
	files   map[string]written
	folders map[string]map[string]bool // folder -> names written in it
	removed map[string]bool            // of the world's files and folders

	mu       sync.Mutex
	accesses map[Access]bool
	used     map[string]bool // written files that were read since
}

type written struct {
	data []byte
	mode fs.FileMode
	from string
}

// How a path was accessed.
const (
	Read   = "read"
	Listed = "listed"
	Missed = "missed"
	Probed = "probed" // found, but not read

	unrecorded = "" // covered by the record of something else
)

// Access is one thing that a target wanted from the world below it.
type Access struct {
	Path string
	How  string
}

// New gives a view of world with nothing written.
func New(world *World) *FS {
	return &FS{world: world, files: map[string]written{}, folders: map[string]map[string]bool{}, removed: map[string]bool{}, accesses: map[Access]bool{}, used: map[string]bool{}}
}

// Accesses lists, sorted, what was asked of the world. What this FS itself had
// written is not in it.
func (o *FS) Accesses() []Access {
	list := make([]Access, 0, len(o.accesses))
	for a := range o.accesses {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b Access) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.How, b.How)) })
	return list
}

// Resolve gives the path that name stands for once all links are followed. What
// is not there keeps its name.
func (o *FS) Resolve(name string) (string, error) {
	p := o.world.locate(name)
	return p.path, p.err
}

// link tells whether the last part of a path is a link of the world that this
// FS still shows.
func (o *FS) link(here string) bool {
	_, target, err := o.world.lstat(here)
	return err == nil && target != "" && !o.isRemoved(here)
}

// Stat looks at what a path leads to.
func (o *FS) Stat(name string) (fs.FileInfo, error) {
	info, _, err := o.stat(name, Probed)
	return info, err
}

// stat follows name, and records how it was accessed when it is the world's.
func (o *FS) stat(name, how string) (info fs.FileInfo, here string, err error) {
	p := o.world.locate(name)
	if p.err != nil {
		return nil, "", pathError("open", name, p.err)
	}
	if f, ok := o.files[p.path]; ok {
		return fileInfo{path.Base(p.path), int64(len(f.data)), f.mode}, p.path, nil
	}
	if o.folders[p.path] != nil {
		return folderInfo(path.Base(p.path)), p.path, nil
	}
	if p.info == nil || o.isRemoved(p.path) {
		o.record(name, Missed)
		return nil, p.path, pathError("open", name, fs.ErrNotExist)
	}
	o.record(name, how)
	return p.info, p.path, nil
}

func (o *FS) record(name, how string) {
	if how == unrecorded {
		return
	}
	o.mu.Lock()
	o.accesses[Access{name, how}] = true
	o.mu.Unlock()
}

func (o *FS) isRemoved(here string) bool {
	if len(o.removed) == 0 {
		return false
	}
	for ; here != "/"; here = path.Dir(here) {
		if o.removed[here] {
			return true
		}
	}
	return false
}

// ReadFile gives a file's bytes, which are not to be changed.
func (o *FS) ReadFile(name string) ([]byte, error) {
	info, here, err := o.stat(name, Read)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, pathError("read", name, errIsFolder)
	}
	if f, ok := o.files[here]; ok {
		o.use(here)
		return f.data, nil
	}
	if !info.Mode().IsRegular() {
		return nil, pathError("read", name, errNotRegular) // a pipe would never end
	}
	data, err := o.world.readFile(here)
	if err != nil {
		return nil, pathError("read", name, err)
	}
	return data, nil
}

// names lists a folder, sorted, and gives its path without links.
func (o *FS) names(name string) (names []string, here string, err error) {
	info, here, err := o.stat(name, Listed)
	if err != nil {
		return nil, "", err
	}
	if !info.IsDir() {
		return nil, "", pathError("list", name, errNotFolder)
	}
	if p := o.world.locate(name); p.info != nil && !o.isRemoved(here) {
		if names, err = o.world.readDir(here); err != nil {
			return nil, "", pathError("list", name, err)
		}
	}
	for n := range o.folders[here] {
		names = append(names, n)
	}
	slices.Sort(names)
	return slices.Compact(names), here, nil
}

// ReadDir lists a folder, sorted by name. Links show as what they lead to; a
// link that leads nowhere is left out.
func (o *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	names, here, err := o.names(name)
	if err != nil {
		return nil, err
	}
	var entries []fs.DirEntry
	for _, n := range names {
		info, _, err := o.stat(path.Join(here, n), unrecorded)
		if err == nil {
			entries = append(entries, fs.FileInfoToDirEntry(renamed{info, n}))
		} else if p := o.world.locate(path.Join(here, n)); p.err != nil {
			return nil, pathError("list", name, p.err)
		}
	}
	return entries, nil
}

// WriteFile puts a file in place, and the folders above it. The data is kept.
func (o *FS) WriteFile(name string, data []byte, mode fs.FileMode) error {
	p := o.world.locate(name)
	if p.err != nil {
		return pathError("write", name, p.err)
	}
	here := p.path
	if _, err := o.makeFolder(path.Dir(here)); err != nil {
		return err
	}
	if p.info != nil && p.info.IsDir() && !o.isRemoved(here) {
		return pathError("write", name, errIsFolder)
	}
	if o.folders[here] != nil {
		return pathError("write", name, errIsFolder)
	}
	o.files[here] = written{data, mode.Perm(), o.From}
	delete(o.used, here)
	o.folders[path.Dir(here)][path.Base(here)] = true
	return nil
}

// MkdirAll makes a folder and those above it.
func (o *FS) MkdirAll(name string) error {
	_, err := o.makeFolder(name)
	return err
}

func (o *FS) makeFolder(name string) (here string, err error) {
	p := o.world.locate(name)
	if p.err != nil {
		return "", pathError("write", name, p.err)
	}
	here = p.path
	for dir, child := here, ""; ; dir, child = path.Dir(dir), path.Base(dir) {
		if _, isFile := o.files[dir]; isFile {
			return "", pathError("write", name, errNotFolder)
		}
		if p := o.world.locate(dir); p.info != nil && !p.info.IsDir() && !o.isRemoved(dir) {
			return "", pathError("write", name, errNotFolder)
		}
		if o.folders[dir] == nil {
			o.folders[dir] = map[string]bool{}
		}
		if child != "" {
			o.folders[dir][child] = true
		}
		if dir == "/" {
			return here, nil
		}
	}
}

// RemoveAll takes a file or a whole folder out of this view.
func (o *FS) RemoveAll(name string) error {
	p := o.world.locate(name)
	if p.err != nil {
		return pathError("remove", name, p.err)
	}
	here := p.path
	if p.info != nil {
		o.removed[here] = true
	}
	delete(o.files, here)
	for file := range o.files {
		if within(here, file) {
			delete(o.files, file)
		}
	}
	for dir := range o.folders {
		if within(here, dir) {
			delete(o.folders, dir)
		}
	}
	if up := o.folders[path.Dir(here)]; up != nil {
		delete(up, path.Base(here))
	}
	return nil
}

// Files gives what was written below a folder, sorted, with paths relative to
// it.
func (o *FS) Files(folder string) []manifest.File {
	here := o.world.locate(folder).path
	var list []manifest.File
	for name, f := range o.files {
		if strings.HasPrefix(name, here+"/") {
			list = append(list, manifest.File{Path: name[len(here)+1:], Mode: f.mode, Bytes: f.data, From: f.from})
		}
	}
	slices.SortFunc(list, func(a, b manifest.File) int { return cmp.Compare(a.Path, b.Path) })
	return list
}

var (
	errIsFolder   = fmt.Errorf("is a directory")
	errNotFolder  = fmt.Errorf("not a directory")
	errNotRegular = fmt.Errorf("is not a regular file")
)

func pathError(op, name string, err error) error {
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// fileInfo describes a file in memory.
type fileInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) Mode() fs.FileMode  { return i.mode }
func (i fileInfo) ModTime() time.Time { return time.Time{} }
func (i fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i fileInfo) Sys() any           { return nil }

func folderInfo(name string) fileInfo { return fileInfo{name, 0, fs.ModeDir | 0o755} }

// renamed shows a file under the name of the link that led to it.
type renamed struct {
	fs.FileInfo
	name string
}

func (r renamed) Name() string { return r.name }
