package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// home is where the user's workspace is in the world.
const home = "/azogue/workspace"

// deployer is the component whose library makes Applications; Commodore knows it
// by this name as well.
const deployer = "argocd"

// NoCatalog is the ID of the warning that a cluster can't be deployed yet.
const NoCatalog = "workspace/no-catalog"

// packagePrefix is how applications name packages.
const packagePrefix = "pkg."

// Cluster lays out one cluster of a workspace: clusters/<id>.yaml with its
// facts, inventory/classes with the hierarchy that global/commodore.yml enters,
// and the components that its applications name (spec 1.4, D1-D11). A component
// comes from where parameters.components says, a folder of the workspace or a
// version of a repository; else from components/<name>; else it is an embedded
// one. Links must stay inside the workspace or the repository.
func Cluster(ctx context.Context, s Sources, id string) (*Layout, []diag.Diag) {
	w := newWorld()
	w.Mount(home, s.Workspace, true)
	if s.Embedded != nil {
		w.Mount(embedded, s.Embedded, true)
	}
	l := &Layout{World: w, WorkDir: workDir, Output: compiled, Downloads: workDir, Bootstrap: BootstrapTarget, Parsed: &reclass.Files{},
		Search: []string{path.Join(workDir, "vendor"), workDir, Shipped, compiled},
		roots:  []root{{home, ""}}}
	fail := func(err error) (*Layout, []diag.Diag) {
		d := diag.From(err, "workspace/unreadable")
		d.Message = l.ShownText(d.Message)
		return l, []diag.Diag{d}
	}
	facts, err := readCluster(s.Workspace, id)
	if err != nil {
		return fail(err)
	}
	w.Put(path.Join(l.Inventory(), "classes/params", BootstrapTarget+".yml"), facts.parameters())
	if err := linkClasses(l); err != nil {
		return fail(err)
	}
	bootstrap := []string{"params." + BootstrapTarget, "global.commodore"}
	w.Put(path.Join(l.Inventory(), "targets", BootstrapTarget+".yml"), targetFile(Instance{Name: BootstrapTarget}, bootstrap))
	f := &finder{ctx: ctx, Layout: l, Sources: s}
	bootstrapped, diags := f.applications()
	if diag.HasErrors(diags) {
		return l, diags
	}
	instances, asked, more := l.instances(bootstrapped)
	if diags = append(diags, l.ShownDiags(more)...); diag.HasErrors(diags) {
		return l, diags
	}
	f.components(bootstrapped, instances, asked)
	if diags = append(diags, l.ShownDiags(diag.Sort(f.diags))...); diag.HasErrors(diags) {
		return l, diags
	}
	diags = append(diags, append(l.link(), l.removed()...)...)
	if facts.catalogURL == "" && slices.ContainsFunc(l.bases, func(c Instance) bool { return c.Component == deployer }) {
		diags = append(diags, diag.Diag{ID: NoCatalog, Severity: diag.Warning, Pos: tree.Pos{File: facts.file},
			Message: fmt.Sprintf("%s has no catalogUrl: its Applications have no repository", id), Hint: "catalogUrl is the repository that Argo CD reads"})
	}
	if s.Revisions != nil {
		diags = append(diags, f.jsonnetFiles()...)
		diags = append(diags, f.libraries()...)
	}
	return l, diags
}

// linkClasses shows each folder and file of the workspace's inventory/classes
// under the same name in the layout.
func linkClasses(l *Layout) error {
	entries, err := fs.ReadDir(overlay.New(l.World).Dir(home), "inventory/classes") // links that lead nowhere too
	if err != nil {
		return diag.Diag{ID: "workspace/no-classes", Message: "the workspace has no readable folder inventory/classes: " + err.Error()}
	}
	for _, e := range entries {
		if name := e.Name(); name != "global" && slices.Contains(ReservedClasses, name) {
			return diag.Diag{ID: "workspace/reserved-class", Pos: tree.Pos{File: path.Join("inventory/classes", e.Name())},
				Message: fmt.Sprintf("the class folder %q is reserved for generated classes", e.Name()), Hint: "rename the folder"}
		}
		l.World.Link(path.Join(l.Inventory(), "classes", e.Name()), path.Join(home, "inventory/classes", e.Name()))
	}
	return nil
}

// applications renders the bootstrap target alone, to learn what it lists, with
// the classes of packages in place. Those are found as if no class were missing,
// and only once: a package can't bring another one (spec D2).
func (f *finder) applications() (*reclass.Node, []diag.Diag) {
	node, diags := f.bootstrap(reclass.Options{})
	first := node
	if node == nil {
		first, _ = f.bootstrap(reclass.Options{IgnoreMissing: true})
	}
	if first == nil || !slices.ContainsFunc(first.Applications, func(a string) bool { return strings.HasPrefix(a, packagePrefix) }) {
		return node, diags
	}
	if found := f.ShownDiags(f.packages(first)); diag.HasErrors(found) {
		return nil, found
	}
	f.Parsed = &reclass.Files{} // classes may be others now
	return f.bootstrap(reclass.Options{})
}

// bootstrap renders the bootstrap target; with errors there is no node. Without,
// there are no findings: warnings come again with the whole inventory.
func (f *finder) bootstrap(o reclass.Options) (*reclass.Node, []diag.Diag) {
	node, diags := f.render(f.ctx, BootstrapTarget, o)
	if !diag.HasErrors(diags) {
		return node, nil
	}
	for i, d := range diags {
		if strings.Contains(d.Message, "lookup error for reference") && d.Hint == "" {
			diags[i].Hint = "classes are read before components are known: what a reference leads to must be set in a class, not only in a component's class/defaults.yml"
		}
	}
	return node, diags
}

// ShownDiags gives the findings with their files named as people know them. How
// a target that nobody has written came to its classes is left out.
func (l *Layout) ShownDiags(diags []diag.Diag) []diag.Diag {
	targets := l.Shown("targets") + "/"
	out := diag.Rename(diags, l.Shown, l.ShownText)
	for i := range out {
		out[i].Chain = slices.DeleteFunc(out[i].Chain, func(f diag.Frame) bool {
			return strings.HasPrefix(targets, generated) && strings.HasPrefix(f.Pos.File, targets)
		})
	}
	return out
}

// link puts the components, their classes and libraries, and one target an
// instance into the layout (spec L3-L5, D18, C40).
func (l *Layout) link() []diag.Diag {
	var diags []diag.Diag
	files := overlay.New(l.World)
	var components []string
	for _, c := range l.bases {
		components = append(components, c.Component)
	}
	classes := path.Join(l.Inventory(), "classes")
	for _, c := range l.bases {
		if err := checkLibraries(files, c.Directory, c.Component, components...); err != nil {
			diags = append(diags, diag.From(err, "workspace/library-name"))
		}
		for _, lib := range names(files, path.Join(c.Directory, "lib")) {
			if !strings.HasPrefix(lib, ".") {
				l.World.Link(path.Join(workDir, "dependencies/lib", lib), path.Join(c.Directory, "lib", lib))
			}
		}
		l.World.Link(path.Join(workDir, "dependencies", c.Name), c.checkout)
		l.World.Link(path.Join(workDir, "vendor", c.Name), c.checkout)
		l.World.Link(path.Join(classes, "defaults", c.Name+".yml"), path.Join(c.Directory, "class/defaults.yml"))
	}
	for _, v := range names(files, path.Join(home, "vendor")) {
		l.World.Link(path.Join(workDir, "vendor", v), path.Join(home, "vendor", v))
	}
	l.World.Link(path.Join(workDir, "vendor/lib"), path.Join(workDir, "dependencies/lib"))
	for _, i := range l.Instances {
		l.World.Link(path.Join(workDir, "dependencies", i.Name), i.checkout)
		l.World.Link(path.Join(classes, "defaults", i.Name+".yml"), path.Join(i.Directory, "class/defaults.yml"))
		l.World.Link(path.Join(classes, "components", i.Name+".yml"), path.Join(i.Directory, "class", i.Component+".yml"))
		l.World.Put(path.Join(l.Inventory(), "targets", i.Name+".yml"), targetFile(i, targetClasses(i, components)))
	}
	l.World.Put(path.Join(l.Inventory(), "targets", BootstrapTarget+".yml"), targetFile(Instance{Name: BootstrapTarget}, targetClasses(Instance{}, components)))
	return diags
}

// targetClasses lists the classes of a target (spec C40).
func targetClasses(i Instance, components []string) []string {
	list := []string{"params." + BootstrapTarget}
	for _, c := range components {
		if c == i.Component {
			c = i.Name
		}
		list = append(list, "defaults."+c)
	}
	list = append(list, "global.commodore")
	if i.Name != "" {
		list = append(list, "components."+i.Name)
	}
	return list
}

// names lists a folder's entries; a missing folder has none.
func names(files *overlay.FS, folder string) []string {
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil
	}
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Name()
	}
	return list
}

// quoted gives names in quotes, sorted, as Commodore lists them.
func quoted(list ...string) string {
	list = slices.Sorted(slices.Values(list))
	for i := range list {
		list[i] = "'" + list[i] + "'"
	}
	if n := len(list); n > 2 {
		return strings.Join(list[:n-1], ", ") + ", and " + list[n-1]
	}
	return strings.Join(list, " and ")
}
