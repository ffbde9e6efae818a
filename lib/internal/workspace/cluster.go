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

// Cluster lays out one cluster of a workspace: clusters/<id>.yaml with its
// facts, inventory/classes with the hierarchy that global/commodore.yml enters,
// and the components that its applications name, from components/<name>
// (spec 1.4, D1-D4). Links must stay inside files.
func Cluster(ctx context.Context, files fs.FS, id string) (*Layout, []diag.Diag) {
	w := newWorld()
	w.Mount(home, files, true)
	l := &Layout{World: w, WorkDir: workDir, Output: compiled, Bootstrap: BootstrapTarget, Parsed: &reclass.Files{},
		Search: []string{path.Join(workDir, "vendor"), workDir, Shipped, compiled},
		roots:  []root{{home, ""}}}
	fail := func(err error) (*Layout, []diag.Diag) {
		d := diag.From(err, "workspace/unreadable")
		d.Message = l.ShownText(d.Message)
		return l, []diag.Diag{d}
	}
	facts, err := readCluster(files, id)
	if err != nil {
		return fail(err)
	}
	w.Put(path.Join(l.Inventory(), "classes/params", BootstrapTarget+".yml"), facts.parameters())
	if err := linkClasses(l); err != nil {
		return fail(err)
	}
	bootstrap := []string{"params." + BootstrapTarget, "global.commodore"}
	w.Put(path.Join(l.Inventory(), "targets", BootstrapTarget+".yml"), targetFile(Instance{Name: BootstrapTarget}, bootstrap))
	bootstrapped, diags := l.applications(ctx)
	if diag.HasErrors(diags) {
		return l, diags
	}
	instances, more := l.instances(bootstrapped)
	l.Instances = instances
	if diags = append(diags, l.shown(more)...); diag.HasErrors(diags) {
		return l, diags
	}
	return l, append(diags, l.link()...)
}

// linkClasses shows each folder and file of the workspace's inventory/classes
// under the same name in the layout.
func linkClasses(l *Layout) error {
	entries, err := fs.ReadDir(overlay.New(l.World).Dir(home), "inventory/classes") // links that lead nowhere too
	if err != nil {
		return diag.Diag{ID: "workspace/no-classes", Message: "the workspace has no readable folder inventory/classes: " + err.Error()}
	}
	for _, e := range entries {
		if slices.Contains([]string{"params", "components", "defaults"}, e.Name()) {
			return diag.Diag{ID: "workspace/reserved-class", Pos: tree.Pos{File: path.Join("inventory/classes", e.Name())},
				Message: fmt.Sprintf("the class folder %q is reserved for generated classes", e.Name()), Hint: "rename the folder"}
		}
		l.World.Link(path.Join(l.Inventory(), "classes", e.Name()), path.Join(home, "inventory/classes", e.Name()))
	}
	return nil
}

// applications renders the bootstrap target alone, to learn what it lists.
func (l *Layout) applications(ctx context.Context) (*reclass.Node, []diag.Diag) {
	inv, diags := reclass.Open(ctx, overlay.New(l.World).Dir(l.Inventory()), l.Parsed)
	if diag.HasErrors(diags) {
		return nil, l.shown(diags)
	}
	nodes, more := inv.Render(ctx, []string{BootstrapTarget}, reclass.Options{})
	diags = append(diags, more...)
	if diag.HasErrors(diags) {
		return nil, l.shown(diags)
	}
	return nodes[0], l.shown(diags)
}

// shown names the files of the findings as people know them.
func (l *Layout) shown(diags []diag.Diag) []diag.Diag {
	return diag.Rename(diags, l.Shown, l.ShownText)
}

// link puts the components, their classes and libraries, and one target an
// instance into the layout (spec L3-L5, D18, C40).
func (l *Layout) link() []diag.Diag {
	var diags []diag.Diag
	files := overlay.New(l.World)
	var components []string
	for _, i := range l.Instances {
		components = append(components, i.Component)
	}
	slices.Sort(components)
	components = slices.Compact(components)
	classes := path.Join(l.Inventory(), "classes")
	for _, c := range components {
		folder := path.Join(home, "components", c)
		if err := checkLibraries(files, folder, c, components...); err != nil {
			diags = append(diags, diag.From(err, "workspace/library-name"))
		}
		for _, lib := range names(files, path.Join(folder, "lib")) {
			if !strings.HasPrefix(lib, ".") {
				l.World.Link(path.Join(workDir, "dependencies/lib", lib), path.Join(folder, "lib", lib))
			}
		}
		l.World.Link(path.Join(workDir, "dependencies", c), folder)
		l.World.Link(path.Join(workDir, "vendor", c), folder)
		l.World.Link(path.Join(classes, "defaults", c+".yml"), path.Join(folder, "class/defaults.yml"))
	}
	for _, v := range names(files, path.Join(home, "vendor")) {
		l.World.Link(path.Join(workDir, "vendor", v), path.Join(home, "vendor", v))
	}
	l.World.Link(path.Join(workDir, "vendor/lib"), path.Join(workDir, "dependencies/lib"))
	for _, i := range l.Instances {
		l.World.Link(path.Join(workDir, "dependencies", i.Name), i.Directory)
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
	slices.Sort(list)
	for i := range list {
		list[i] = "'" + list[i] + "'"
	}
	if n := len(list); n > 2 {
		return strings.Join(list[:n-1], ", ") + ", and " + list[n-1]
	}
	return strings.Join(list, " and ")
}
