package workspace

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// ComponentOptions says which component to lay out, as the flags of
// `component compile` do. All paths are absolute.
type ComponentOptions struct {
	Disk   fs.FS    // the file system, from its root
	Path   string   // the component's folder
	Name   string   // empty: from the folder's name (spec CC1)
	Alias  string   // empty: the component's name
	Values []string // class files that are merged last, in order
	Search []string // further search paths, before all others
	Output string   // where downloads go, as the output does; empty: the component's folder
}

// ComponentRepository is what Component found out besides the layout.
type ComponentRepository struct {
	Layout
	InGit       bool     // the component is inside a git repository
	JsonnetFile bool     // it declares Jsonnet libraries to be fetched
	Linted      []string // the class files that LintRemoved is for

	repository string // where the git repository begins
}

// ComponentNames gives the names of the component and of the instance that the
// options ask for (spec CC1).
func ComponentNames(o ComponentOptions) (component, instance string) {
	if component = o.Name; component == "" {
		component = strings.ReplaceAll(stem(o.Path), "component-", "")
	}
	if instance = o.Alias; instance == "" {
		instance = component
	}
	return component, instance
}

// Component lays out one component and its values files for compiling, as
// Commodore's `component compile` does (spec CC1-CC10). The sentences of its
// errors are Commodore's.
func Component(o ComponentOptions) (*ComponentRepository, error) {
	w := newWorld()
	w.Mount("/", o.Disk, false)
	disk := overlay.New(w)
	var err error
	if o, err = resolved(disk, o); err != nil {
		return nil, err
	}
	if info, err := disk.Stat(o.Path); err != nil || !info.IsDir() {
		return nil, diag.Diag{ID: "workspace/no-component", Message: fmt.Sprintf("Can't compile component, repository %s doesn't exist", o.Path)}
	}
	instance := Instance{Name: o.Alias, Component: o.Name, Place: Place{o.Path, Source{Kind: FromWorkspace, Folder: o.Path}, o.Path}}
	repository, inGit := repositoryOf(disk, o.Path)
	class, defaults := path.Join(o.Path, "class", o.Name+".yml"), path.Join(o.Path, "class", "defaults.yml")
	if err := checkLibraries(disk, o.Path, o.Name); err != nil {
		return nil, err
	}
	for _, f := range []struct{ what, name, hint string }{
		{"class", class, "the class file is named after the component: is --name right?"},
		{"default", defaults, "a component needs class/defaults.yml, with what its parameters are by default; it may be empty"},
	} {
		if _, err := disk.Stat(f.name); err != nil {
			return nil, diag.Diag{ID: "workspace/no-class", Message: fmt.Sprintf("Could not find component %s file: %s", f.what, f.name), Hint: f.hint}
		}
	}
	classes := path.Join(workDir, "inventory/classes")
	w.Link(path.Join(classes, "components", o.Name+".yml"), class)
	w.Link(path.Join(classes, "defaults", o.Name+".yml"), defaults)
	w.Link(path.Join(workDir, "dependencies", o.Name), repository)
	list := []string{"params." + BootstrapTarget, "defaults." + o.Name, "components." + o.Name}
	for _, v := range o.Values {
		if _, err := disk.Stat(v); err != nil {
			return nil, diag.Diag{ID: "workspace/no-values", Message: fmt.Sprintf("Can't link %s to %s. Source does not exist.", v, path.Join(classes, path.Base(v)))}
		}
		w.Link(path.Join(classes, path.Base(v)), v)
		list = append(list, stem(v))
	}
	w.Put(path.Join(classes, "params", BootstrapTarget+".yml"), componentFacts(o.Name, o.Alias))
	w.Put(path.Join(workDir, "inventory/targets", o.Alias+".yml"), targetFile(instance, list))
	w.Link(path.Join(workDir, "dependencies/lib/argocd.libjsonnet"), path.Join(Shipped, "stub/argocd.libjsonnet"))
	_, noFile := disk.Stat(path.Join(o.Path, "jsonnetfile.json"))
	return &ComponentRepository{InGit: inGit, repository: repository, JsonnetFile: noFile == nil, Linted: append([]string{defaults, class}, o.Values...), Layout: Layout{
		World: w, WorkDir: workDir, Output: compiled, Downloads: cmp.Or(o.Output, o.Path),
		Search:    append(o.Search, path.Join(o.Path, "vendor"), path.Join(workDir, "dependencies"), workDir, Shipped, compiled),
		Instances: []Instance{instance}, bases: []Instance{instance}, Reveal: true, Parsed: &reclass.Files{},
	}}, nil
}

// newWorld gives a world that has the shipped libraries and the output folder.
func newWorld() *overlay.World {
	w := overlay.NewWorld()
	w.Mount(Shipped, jsonnet.Lib, true)
	w.Folder(compiled)
	w.Folder(path.Join(workDir, "inventory/targets"))
	return w
}

// resolved follows the links in all paths and fills in the names (spec CC1).
func resolved(disk *overlay.FS, o ComponentOptions) (ComponentOptions, error) {
	follow := func(list []string) []string {
		out := make([]string, 0, len(list))
		for _, p := range list {
			if real, err := disk.Resolve(p); err == nil {
				p = real
			}
			out = append(out, p)
		}
		return out
	}
	o.Path = follow([]string{o.Path})[0]
	o.Values, o.Search = follow(o.Values), follow(o.Search)
	o.Name, o.Alias = ComponentNames(o)
	for _, name := range []string{o.Name, o.Alias} {
		if name == "" || strings.ContainsAny(name, "/\x00") || name == "." || name == ".." {
			return o, diag.Diag{ID: "workspace/bad-name", Message: fmt.Sprintf("%q can't be the name of a component or instance", name)}
		}
	}
	return o, nil
}

// stem gives a path's base name without its last suffix, as Python's pathlib.
func stem(name string) string {
	base := path.Base(name)
	if i := strings.LastIndexByte(base, '.'); i > 0 && i < len(base)-1 {
		return base[:i]
	}
	return base
}

// repositoryOf gives the folder of the git working tree that holds a folder,
// or the folder itself.
func repositoryOf(disk *overlay.FS, folder string) (top string, inGit bool) {
	for top = folder; ; top = path.Dir(top) {
		if _, err := disk.Stat(path.Join(top, ".git")); err == nil {
			return top, true
		}
		if top == "/" {
			return folder, false
		}
	}
}

// componentFacts gives the stand-in for a cluster's parameters (spec CC6).
func componentFacts(component, instance string) []byte {
	return pyyaml.Dump(pyyaml.Commodore, tree.NewMap(tree.Entry("parameters", tree.NewMap(
		tree.Entry("cluster", strs(
			"catalog_url", "ssh://git@git.example.com/org/repo.git",
			"name", "c-green-test-1234",
			"display_name", "Test Cluster 1234",
			"tenant", "t-silent-test-1234",
			"tenant_display_name", "Test Tenant 1234")),
		tree.Entry("facts", strs("distribution", "test-distribution", "cloud", "cloudscale", "region", "rma1")),
		tree.Entry("argocd", strs("namespace", "test")),
		tree.Entry("components", tree.NewMap(tree.Entry(component, strs("url", "https://example.com/"+component+".git", "version", "master")))),
		tree.Entry("kapitan", tree.NewMap(
			tree.Entry("vars", strs("target", instance)),
			tree.Entry("namespace", tree.NewString("test")))),
	))))
}

// checkLibraries refuses library files that are not named after their
// component (spec D19).
func checkLibraries(files *overlay.FS, folder, component string, others ...string) error {
	entries, err := files.ReadDir(path.Join(folder, "lib"))
	if err != nil {
		return nil // no libraries
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		for _, other := range others {
			if other != component && strings.HasPrefix(other, component) && strings.HasPrefix(stem(name), other) {
				return diag.Diag{ID: "workspace/library-name", Message: fmt.Sprintf("Component '%s' defines component library '%s' which is reserved for another component.", component, name)}
			}
		}
		if !strings.HasPrefix(stem(name), component) {
			return diag.Diag{ID: "workspace/library-name", Message: fmt.Sprintf("Component '%s' uses invalid component library name '%s'. Consider using a library alias.", component, name)}
		}
	}
	return nil
}
