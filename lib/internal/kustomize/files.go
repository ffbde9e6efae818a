package kustomize

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/azogue-build/azogue/lib/internal/overlay"
)

// files is the file system that the library sees: a target's, read-only, with
// kustomizations in which URLs are names of files and folders that are there.
type files struct {
	filesys.FileSystem // for what is never called

	ctx     context.Context
	from    *overlay.FS
	remotes Remotes

	repositories map[string]mount  // by URL and version
	single       map[string][]byte // remote files, by the path that they have here
	known        map[string][]byte // kustomizations, by path
	err          error             // the first that is ours to tell
}

func newFiles(ctx context.Context, from *overlay.FS, remotes Remotes) *files {
	return &files{filesys.MakeFsInMemory(), ctx, from, remotes, map[string]mount{}, map[string][]byte{}, map[string][]byte{}, nil}
}

// mount is a repository, and the folder that it has here.
type mount struct {
	at    string
	files fs.FS
}

var errReadOnly = errors.New("nothing is written here")

// stat looks at a path of a repository, of a remote file or of the target.
func (f *files) stat(name string) (fs.FileInfo, error) {
	if err := f.ctx.Err(); err != nil {
		return nil, err
	}
	name = path.Clean(name)
	for _, m := range f.repositories {
		if below, ok := within(m.at, name); ok {
			return fs.Stat(m.files, below)
		}
	}
	return f.from.Stat(name)
}

func within(folder, name string) (below string, ok bool) {
	if name == folder {
		return ".", true
	}
	return strings.CutPrefix(name, folder+"/")
}

func (f *files) IsDir(name string) bool {
	info, err := f.stat(name)
	return err == nil && info.IsDir()
}

func (f *files) Exists(name string) bool {
	if _, ok := f.single[path.Clean(name)]; ok {
		return true
	}
	_, err := f.stat(name)
	return err == nil
}

func (f *files) CleanedAbs(name string) (filesys.ConfirmedDir, string, error) {
	name = path.Clean(name)
	if _, ok := f.single[name]; ok {
		return filesys.ConfirmedDir(path.Dir(name)), path.Base(name), nil
	}
	info, err := f.stat(name)
	if err != nil {
		return "", "", err
	}
	if resolved, err := f.from.Resolve(name); err == nil && !strings.HasPrefix(name, remoteFolder) {
		name = resolved
	}
	if info.IsDir() {
		return filesys.ConfirmedDir(name), "", nil
	}
	return filesys.ConfirmedDir(path.Dir(name)), path.Base(name), nil
}

func (f *files) ReadFile(name string) ([]byte, error) {
	name = path.Clean(name)
	if text, ok := f.single[name]; ok {
		return text, nil
	}
	if text, ok := f.known[name]; ok {
		return text, nil
	}
	text, err := f.read(name)
	if err != nil || !isKustomization(name) {
		return text, err
	}
	if text, err = f.local(name, text); err != nil {
		if f.err == nil {
			f.err = err
		}
		return nil, err
	}
	f.known[name] = text
	return text, nil
}

func (f *files) read(name string) ([]byte, error) {
	for _, m := range f.repositories {
		if below, ok := within(m.at, name); ok {
			return fs.ReadFile(m.files, below)
		}
	}
	return f.from.ReadFile(name)
}

func (f *files) ReadDir(name string) ([]string, error) {
	name = path.Clean(name)
	var entries []fs.DirEntry
	var err error
	for _, m := range f.repositories {
		if below, ok := within(m.at, name); ok {
			entries, err = fs.ReadDir(m.files, below)
			return names(entries), err
		}
	}
	entries, err = f.from.ReadDir(name)
	return names(entries), err
}

func names(entries []fs.DirEntry) []string {
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// Glob expands the pattern of one level, as the library uses it.
func (f *files) Glob(pattern string) ([]string, error) {
	folder := path.Dir(pattern)
	list, err := f.ReadDir(folder)
	if err != nil {
		return nil, nil
	}
	var found []string
	for _, name := range list {
		if ok, err := path.Match(path.Base(pattern), name); err != nil {
			return nil, err
		} else if ok {
			found = append(found, path.Join(folder, name))
		}
	}
	return found, nil
}

func (f *files) Walk(root string, visit filepath.WalkFunc) error { return errReadOnly }
func (f *files) Create(string) (filesys.File, error)             { return nil, errReadOnly }
func (f *files) Open(string) (filesys.File, error)               { return nil, errReadOnly }
func (f *files) Mkdir(string) error                              { return errReadOnly }
func (f *files) MkdirAll(string) error                           { return errReadOnly }
func (f *files) RemoveAll(string) error                          { return errReadOnly }
func (f *files) WriteFile(string, []byte) error                  { return errReadOnly }
