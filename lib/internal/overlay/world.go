package overlay

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// maxLinks is how many links one path may cross, as on Linux.
const maxLinks = 40

// ErrEscape is what a link or path gives that leaves a closed mount.
var ErrEscape = errors.New("path leaves its folder")

// ErrLoop is what a path gives that crosses too many links.
var ErrLoop = errors.New("too many links in path")

// World is a read-only tree of absolute paths that is put together from
// folders, files and links. It may be read from several goroutines at once, but
// not while something is put in place.
type World struct {
	mounts  map[string]mount
	files   map[string][]byte
	links   map[string]string
	folders map[string]map[string]bool // folder -> names placed in it
	cache   sync.Map                   // path -> place, of paths that have been looked up
	read    sync.Map                   // path -> []byte, of files in mounts that have been read
}

type mount struct {
	fsys   fs.FS
	closed bool
}

// NewWorld gives an empty tree.
func NewWorld() *World {
	w := &World{mounts: map[string]mount{}, files: map[string][]byte{}, links: map[string]string{}, folders: map[string]map[string]bool{}}
	w.folders["/"] = map[string]bool{}
	return w
}

// Mount shows fsys at an absolute path. In a closed mount a link that leads out
// of it is an ErrEscape; otherwise links go anywhere in the world.
func (w *World) Mount(at string, fsys fs.FS, closed bool) {
	w.place(at)
	w.mounts[path.Clean(at)] = mount{fsys, closed}
}

// Put places a file, whose bytes the world keeps.
func (w *World) Put(name string, data []byte) {
	w.place(name)
	w.files[path.Clean(name)] = data
}

// Link places a link. A relative target counts from the link's folder.
func (w *World) Link(name, target string) {
	w.place(name)
	w.links[path.Clean(name)] = target
}

// Folder places an empty folder.
func (w *World) Folder(name string) {
	w.place(name)
	if name = path.Clean(name); w.folders[name] == nil {
		w.folders[name] = map[string]bool{}
	}
}

// place makes the folders above name known, and forgets what was looked up.
func (w *World) place(name string) {
	w.cache.Clear()
	w.read.Clear()
	for name = path.Clean(name); name != "/"; {
		dir, base := path.Split(name)
		dir = path.Clean(dir)
		if w.folders[dir] == nil {
			w.folders[dir] = map[string]bool{}
		}
		w.folders[dir][base] = true
		name = dir
	}
}

// place says where a path leads once its links are followed.
type place struct {
	path  string      // absolute, without links
	info  fs.FileInfo // nil where nothing is
	err   error       // why not even that can be said
	links int         // how many were followed
}

// locate follows all links of an absolute path. The last part may be missing.
func (w *World) locate(name string) place {
	name = path.Clean(name)
	if p, ok := w.cache.Load(name); ok {
		return p.(place)
	}
	p := w.follow(name, maxLinks)
	w.cache.Store(name, p)
	return p
}

// follow is locate for a path that may cross so many more links.
func (w *World) follow(name string, links int) place {
	if name == "/" {
		return place{path: "/", info: folderInfo("/")}
	}
	dir, base := path.Split(name)
	var parent place
	if links == maxLinks {
		parent = w.locate(dir)
	} else {
		parent = w.follow(path.Clean(dir), links)
	}
	here := path.Join(parent.path, base)
	if parent.err != nil || parent.info == nil || !parent.info.IsDir() {
		return place{path: here, err: parent.err, links: parent.links}
	}
	info, target, err := w.lstat(here)
	if err != nil || target == "" {
		return place{path: here, info: info, err: err, links: parent.links}
	}
	if links == parent.links {
		return place{path: here, err: fmt.Errorf("%s: %w", name, ErrLoop)}
	}
	if !path.IsAbs(target) {
		target = path.Join(parent.path, target)
	}
	target = path.Clean(target)
	if at, m := w.mountOf(here); m.closed && w.links[here] == "" && !within(at, target) {
		return place{path: here, err: fmt.Errorf("link %s to %s: %w", here, target, ErrEscape)}
	}
	end := w.follow(target, links-parent.links-1)
	end.links += parent.links + 1
	return end
}

// lstat looks at one path whose folder has no links: what is there, or where
// the link there leads.
func (w *World) lstat(here string) (info fs.FileInfo, target string, err error) {
	if target, ok := w.links[here]; ok {
		return nil, target, nil
	}
	if data, ok := w.files[here]; ok {
		return fileInfo{name: path.Base(here), size: int64(len(data)), mode: 0o644}, "", nil
	}
	if w.folders[here] != nil {
		return folderInfo(path.Base(here)), "", nil
	}
	at, m := w.mountOf(here)
	if m.fsys == nil {
		return nil, "", nil
	}
	rel := relative(at, here)
	if !fs.ValidPath(rel) {
		return nil, "", nil
	}
	info, err = fs.Lstat(m.fsys, rel)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || isNotFolder(err) {
			return nil, "", nil
		}
		return nil, "", fmt.Errorf("%s: %w", here, cause(err))
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err = fs.ReadLink(m.fsys, rel)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", here, cause(err))
		}
		return nil, target, nil
	}
	return info, "", nil
}

// mountOf gives the innermost mount that holds the path.
func (w *World) mountOf(name string) (at string, m mount) {
	for at = name; ; at = path.Dir(at) {
		if m, ok := w.mounts[at]; ok {
			return at, m
		}
		if at == "/" {
			return "", mount{}
		}
	}
}

// readFile reads a path without links. Each target imports the same libraries, and
// reading them again and again took a tenth of a compile.
func (w *World) readFile(here string) ([]byte, error) {
	if data, ok := w.files[here]; ok {
		return data, nil
	}
	if data, ok := w.read.Load(here); ok {
		return data.([]byte), nil
	}
	at, m := w.mountOf(here)
	if m.fsys == nil {
		return nil, fs.ErrNotExist
	}
	data, err := fs.ReadFile(m.fsys, relative(at, here))
	if err != nil {
		return nil, cause(err)
	}
	w.read.Store(here, data)
	return data, nil
}

// readDir gives the names in a folder without links, in no order; some twice.
func (w *World) readDir(here string) ([]string, error) {
	var names []string
	if at, m := w.mountOf(here); m.fsys != nil {
		entries, err := fs.ReadDir(m.fsys, relative(at, here))
		if err != nil && (w.folders[here] == nil || !errors.Is(err, fs.ErrNotExist)) {
			return nil, cause(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
	}
	for name := range w.folders[here] {
		names = append(names, name)
	}
	return names, nil
}

func within(folder, name string) bool {
	return folder == "/" || name == folder || strings.HasPrefix(name, folder+"/")
}

func relative(folder, name string) string {
	if folder == name {
		return "."
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, folder), "/")
}

// isNotFolder tells "not a directory", which is as good as missing.
func isNotFolder(err error) bool {
	var p *fs.PathError
	return errors.As(err, &p) && p.Err.Error() == "not a directory"
}

// cause drops the operation and path that fs puts before the reason.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
