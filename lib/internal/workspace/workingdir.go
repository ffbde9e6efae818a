package workspace

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/manifest"
	"github.com/azogue-build/azogue/lib/tree"
)

// WorkingDirectory is one of Commodore's on disk, and what Commodore has
// compiled in it.
type WorkingDirectory struct {
	Layout
	Cluster string // its id
}

// WorkingDir lays out a working directory as it lies there after Commodore's
// `catalog compile` (spec L1-L8): with its targets, classes, checkouts and
// libraries, whatever other folders its links lead to. The folder is an absolute
// path of disk; shown is how people call it.
//
// Targets name the folders of their components in full. Where the working
// directory was another one then, as in a container, those names lead to here.
func WorkingDir(disk fs.FS, folder, shown string) (*WorkingDirectory, []diag.Diag) {
	world := newWorld()
	world.Mount("/", disk, false)
	files := overlay.New(world)
	if real, err := files.Resolve(folder); err == nil {
		folder = real
	}
	if shown = path.Clean(shown); shown == "." {
		shown = ""
	}
	w := &WorkingDirectory{Layout: Layout{World: world, WorkDir: folder, Output: compiled, Bootstrap: BootstrapTarget, Parsed: &reclass.Files{},
		Search: []string{path.Join(folder, "vendor"), folder, Shipped, compiled}, roots: []root{{folder, shown}}}}
	if err := w.usable(files); err != nil {
		return w, []diag.Diag{diag.From(err, "workspace/no-working-directory")}
	}
	origins := map[string]bool{}
	for _, name := range names(files, path.Join(w.Inventory(), "targets")) {
		target, isTarget := strings.CutSuffix(name, ".yml")
		if !isTarget || target == BootstrapTarget {
			continue
		}
		i := w.instance(files, target)
		w.Instances = append(w.Instances, i)
		if origin, ok := originOf(i); ok {
			origins[origin] = true
		}
	}
	if len(w.Instances) == 0 {
		return w, []diag.Diag{{ID: "workspace/no-targets", Message: fmt.Sprintf("there are no targets of components in %s", w.Shown("targets")), Hint: "commodore catalog compile makes them"}}
	}
	for origin := range origins {
		w.moved(origin)
	}
	// What the last compile has left there is not what this one reads: Commodore
	// removes it first.
	world.Mount(path.Join(folder, "compiled"), embed.FS{}, true)
	return w, nil
}

// usable checks that there is a working directory, and reads whose it is.
func (w *WorkingDirectory) usable(files *overlay.FS) error {
	if info, err := files.Stat(w.WorkDir); err != nil || !info.IsDir() {
		return diag.Diag{ID: "workspace/no-folder", Message: fmt.Sprintf("%q is not a folder", w.Shown(w.WorkDir))}
	}
	for _, folder := range []string{"inventory/classes", "inventory/targets", "compiled"} {
		if info, err := files.Stat(path.Join(w.WorkDir, folder)); err != nil || !info.IsDir() {
			return diag.Diag{ID: "workspace/no-working-directory", Message: fmt.Sprintf("%q is no working directory in which Commodore has compiled a cluster: it has no folder %s", w.Shown(w.WorkDir), folder),
				Hint: "name the folder in which commodore catalog compile has run"}
		}
	}
	params := readYAML(files, path.Join(w.Inventory(), "classes/params", BootstrapTarget+".yml"))
	if name := params.At("parameters", "cluster", "name"); name != nil {
		w.Cluster = name.Text
	}
	return nil
}

// instance tells what a target compiles. Its component's class is a link into
// the component, under the instance's name (spec L4).
func (w *WorkingDirectory) instance(files *overlay.FS, name string) Instance {
	i := Instance{Name: name, Component: name}
	class, err := files.Resolve(path.Join(w.Inventory(), "classes/components", name+".yml"))
	if path.Base(path.Dir(class)) == "class" && err == nil {
		i.Component, i.Directory = stem(class), path.Dir(path.Dir(class))
	}
	if base := readYAML(files, path.Join(w.Inventory(), "targets", name+".yml")).At("parameters", "_base_directory"); base != nil && path.IsAbs(base.Text) {
		i.Directory = path.Clean(base.Text)
	}
	i.checkout = i.Directory
	return i
}

// readYAML gives the only document of a file, or nil: what is wrong with it, the
// inventory finds.
func readYAML(files *overlay.FS, name string) *tree.Node {
	text, err := files.ReadFile(name)
	if err != nil {
		return nil
	}
	docs, err := pyyaml.ReadCore(name, text)
	if err != nil || len(docs) != 1 {
		return nil
	}
	return docs[0]
}

// originOf gives the working directory that an instance was set up in: its
// folder is in dependencies/<instance> of it (spec C41).
func originOf(i Instance) (string, bool) {
	at := strings.LastIndex(i.Directory+"/", "/dependencies/"+i.Name+"/")
	if at < 0 {
		return "", false
	}
	return i.Directory[:at], true
}

// moved has the names of checkouts and libraries in another working directory
// lead to those of this one.
func (w *WorkingDirectory) moved(origin string) {
	for _, folder := range []string{"dependencies", "vendor"} {
		from, to := path.Join(origin, folder), path.Join(w.WorkDir, folder)
		if from != to && !strings.HasPrefix(to, from+"/") {
			w.World.Link(from, to)
		}
	}
}

// Written gives the files in a folder of the working directory, which must be
// one: compiled/<target>, catalog/manifests or catalog/refs.
func (w *WorkingDirectory) Written(disk fs.FS, folder string) (manifest.Set, error) {
	at := path.Join(w.WorkDir, folder)
	var set manifest.Set
	err := fs.WalkDir(disk, strings.TrimPrefix(at, "/"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := fs.Stat(disk, name)
		if err != nil {
			return err
		}
		data, err := fs.ReadFile(disk, name)
		set = append(set, manifest.File{Path: strings.TrimPrefix("/"+name, at+"/"), Mode: info.Mode().Perm(), Bytes: data})
		return err
	})
	slices.SortFunc(set, func(a, b manifest.File) int { return strings.Compare(a.Path, b.Path) })
	if errors.Is(err, fs.ErrNotExist) && set == nil {
		return nil, diag.Diag{ID: "workspace/not-compiled", Message: fmt.Sprintf("there is no folder %s to compare with", w.Shown(at)), Hint: "commodore catalog compile makes it"}
	}
	return set, err
}
