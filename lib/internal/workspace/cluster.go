package workspace

import (
	"cmp"
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
	"github.com/azogue-build/azogue/lib/tree"
)

// home is where the user's workspace is in the world.
const home = "/azogue/workspace"

// Cluster lays out one cluster of a workspace: clusters/<id>.yaml with its
// facts, inventory/classes with the hierarchy that global/commodore.yml enters,
// and the components that its applications name, from components/<name>
// (spec 1.4, D1-D4). Links must stay inside files.
func Cluster(files fs.FS, id string) (*Layout, []diag.Diag) {
	w := newWorld()
	w.Mount(home, files, true)
	l := &Layout{World: w, WorkDir: workDir, Output: compiled, Bootstrap: BootstrapTarget, Parsed: &reclass.Files{},
		Search: []string{path.Join(workDir, "vendor"), workDir, shipped, compiled},
		roots:  []root{{home, ""}}}
	facts, err := readCluster(overlay.New(w), id)
	if err != nil {
		return l, []diag.Diag{diag.From(err, "workspace/cluster")}
	}
	w.Put(path.Join(l.Inventory(), "classes/params", BootstrapTarget+".yml"), facts.parameters())
	if err := linkClasses(l); err != nil {
		return l, []diag.Diag{diag.From(err, "workspace/classes")}
	}
	bootstrap := []string{"params." + BootstrapTarget, "global.commodore"}
	w.Put(path.Join(l.Inventory(), "targets", BootstrapTarget+".yml"), targetFile(Instance{Name: BootstrapTarget}, bootstrap))
	applications, diags := l.applications()
	if diag.HasErrors(diags) {
		return l, diags
	}
	instances, more := l.instances(applications)
	if l.Instances = instances; diag.HasErrors(more) {
		return l, append(diags, more...)
	}
	return l, append(append(diags, more...), l.link()...)
}

// linkClasses shows each folder and file of the workspace's inventory/classes
// under the same name in the layout.
func linkClasses(l *Layout) error {
	entries, err := overlay.New(l.World).ReadDir(path.Join(home, "inventory/classes"))
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
func (l *Layout) applications() ([]string, []diag.Diag) {
	inv, diags := reclass.Open(overlay.New(l.World).Dir(l.Inventory()), l.Parsed)
	if diag.HasErrors(diags) {
		return nil, l.shown(diags)
	}
	nodes, more := inv.Render([]string{BootstrapTarget}, reclass.Options{})
	diags = append(diags, more...)
	if diag.HasErrors(diags) {
		return nil, l.shown(diags)
	}
	return nodes[0].Applications, l.shown(diags)
}

// shown names the files of the findings as people know them.
func (l *Layout) shown(diags []diag.Diag) []diag.Diag { return diag.Rename(diags, l.Shown) }

// instances gives the component instances that the applications ask for (spec
// D1, D2, D4).
func (l *Layout) instances(applications []string) ([]Instance, []diag.Diag) {
	var diags []diag.Diag
	files := overlay.New(l.World)
	byName := map[string]string{}
	components := map[string]bool{}
	for _, a := range applications {
		if strings.HasPrefix(a, "pkg.") {
			if _, err := files.Stat(path.Join(l.Inventory(), "classes", a[4:])); err != nil {
				diags = append(diags, diag.Diag{ID: "workspace/unknown-package", Message: fmt.Sprintf("the inventory includes the package %q, but there is no folder inventory/classes/%s", a, a[4:])})
			}
			continue
		}
		component, name := a, a
		if parts := strings.Split(a, " as "); len(parts) == 2 {
			component, name = parts[0], parts[1]
		}
		if other, ok := byName[name]; ok && other != component {
			list := quoted(other, component)
			diags = append(diags, diag.Diag{ID: "workspace/duplicate-alias", Message: fmt.Sprintf("Duplicate component alias '%s': components %s are aliased to '%s'", name, list, name)})
		}
		byName[name] = component
		components[component] = true
	}
	var instances []Instance
	for name, component := range byName {
		if name != component && components[name] {
			diags = append(diags, diag.Diag{ID: "workspace/alias-is-component", Message: fmt.Sprintf("Component '%s' aliases existing component '%s'", component, name)})
		}
		instances = append(instances, Instance{Name: name, Component: component, Directory: path.Join(home, "components", component), Source: path.Join("components", component)})
	}
	slices.SortFunc(instances, func(a, b Instance) int { return strings.Compare(a.Name, b.Name) })
	for component := range components {
		if err := l.findComponent(files, component); err != nil {
			diags = append(diags, diag.From(err, "workspace/unknown-component"))
		}
	}
	return instances, diag.Sort(diags)
}

// findComponent checks that the workspace has a usable component.
func (l *Layout) findComponent(files *overlay.FS, component string) error {
	folder := path.Join(home, "components", component)
	if !fs.ValidPath(component) || strings.Contains(component, "/") {
		return diag.Diag{ID: "workspace/bad-name", Message: fmt.Sprintf("%q can't be the name of a component", component)}
	}
	if _, err := files.Stat(folder); errors.Is(err, overlay.ErrEscape) || errors.Is(err, overlay.ErrLoop) {
		return diag.Diag{ID: "workspace/link", Message: fmt.Sprintf("component %q: %v", component, err), Hint: "links must stay inside the workspace"}
	} else if err != nil {
		return diag.Diag{ID: "workspace/unknown-component", Message: fmt.Sprintf("unknown component %q: there is no folder components/%s", component, component),
			Hint: diag.DidYouMean(component, names(files, path.Join(home, "components")))}
	}
	for _, f := range []string{"defaults", component} {
		file := path.Join(folder, "class", f+".yml")
		if _, err := files.Stat(file); err != nil {
			return diag.Diag{ID: "workspace/no-class", Message: fmt.Sprintf("component %q has no %s", component, l.Shown(file)),
				Hint: "a component needs class/defaults.yml and class/<name>.yml"}
		}
	}
	return nil
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

// clusterFile is clusters/<id>.yaml.
type clusterFile struct {
	id, displayName, tenant, tenantDisplayName, catalogURL string
	facts, dynamicFacts                                    *tree.Node
}

// Clusters lists the ids of a workspace's clusters.
func Clusters(files fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(files, "clusters")
	if err != nil {
		return nil, diag.Diag{ID: "workspace/no-clusters", Message: "this folder has no readable folder clusters: " + err.Error(), Hint: "run azogue in a workspace, or name one with --workspace"}
	}
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ".yaml"); ok {
			ids = append(ids, id)
		} else if id, ok := strings.CutSuffix(e.Name(), ".yml"); ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func readCluster(files *overlay.FS, id string) (c clusterFile, err error) {
	ids, err := Clusters(files.Dir(home))
	if err != nil {
		return c, err
	}
	if !slices.Contains(ids, id) {
		return c, diag.Diag{ID: "workspace/unknown-cluster", Message: fmt.Sprintf("unknown cluster %q: there is no clusters/%s.yaml", id, id),
			Hint: cmp.Or(diag.DidYouMean(id, ids), "known clusters: "+strings.Join(ids, ", "))}
	}
	name := path.Join("clusters", id+".yaml")
	if _, err := files.Stat(path.Join(home, name)); err != nil {
		name = path.Join("clusters", id+".yml")
	}
	text, err := files.ReadFile(path.Join(home, name))
	if err != nil {
		return c, fmt.Errorf("read %s: %w", name, err)
	}
	docs, err := pyyaml.ReadCore(name, text)
	if err != nil {
		return c, err
	}
	if len(docs) != 1 || docs[0].Kind != tree.Map {
		return c, diag.Diag{ID: "workspace/cluster", Pos: tree.Pos{File: name}, Message: "a cluster file holds one map"}
	}
	return parseCluster(name, id, docs[0])
}

// clusterFields are the texts that a cluster file may hold.
var clusterFields = []struct {
	key   string
	field func(*clusterFile) *string
}{
	{"id", func(c *clusterFile) *string { return &c.id }},
	{"displayName", func(c *clusterFile) *string { return &c.displayName }},
	{"tenant", func(c *clusterFile) *string { return &c.tenant }},
	{"tenantDisplayName", func(c *clusterFile) *string { return &c.tenantDisplayName }},
	{"catalogUrl", func(c *clusterFile) *string { return &c.catalogURL }},
}

func parseCluster(name, id string, doc *tree.Node) (c clusterFile, err error) {
	c.facts, c.dynamicFacts = tree.NewMap(), tree.NewMap()
	for _, f := range doc.Fields {
		if err := c.set(f); err != nil {
			return c, err
		}
	}
	for _, needed := range []struct{ key, value string }{{"id", c.id}, {"tenant", c.tenant}} {
		if needed.value == "" {
			return c, diag.Diag{ID: "workspace/cluster", Pos: doc.Pos, Message: fmt.Sprintf("the cluster has no %s", needed.key)}
		}
	}
	if c.id != id {
		return c, diag.Diag{ID: "workspace/cluster", Pos: doc.Get("id").Pos, Message: fmt.Sprintf("the id is %q, but the file is called %s", c.id, path.Base(name)), Hint: "a cluster's file is named after its id"}
	}
	for _, fact := range []string{"distribution", "cloud"} {
		if c.facts.Get(fact).Falsy() {
			return c, diag.Diag{ID: "workspace/missing-fact", Pos: doc.Pos, Message: fmt.Sprintf("Required fact '%s' not set", fact), Hint: "set it under facts:"}
		}
	}
	return c, nil
}

func (c *clusterFile) set(f tree.Field) error {
	wrong := func(kind string) error {
		return diag.Diag{ID: "workspace/cluster", Pos: f.Value.Pos, Message: fmt.Sprintf("%s must be a %s, not a %s", f.Key.Text, kind, f.Value.Kind)}
	}
	known := []string{"facts", "dynamicFacts"}
	for _, s := range clusterFields {
		if known = append(known, s.key); f.Key.Text != s.key {
			continue
		}
		if f.Value.Kind != tree.String {
			return wrong("string")
		}
		*s.field(c) = f.Value.Text
		return nil
	}
	switch f.Key.Text {
	case "facts", "dynamicFacts":
		if f.Value.Kind != tree.Map {
			return wrong("map")
		}
		if f.Key.Text == "facts" {
			c.facts = f.Value
		} else {
			c.dynamicFacts = f.Value
		}
		return nil
	}
	return diag.Diag{ID: "workspace/cluster", Pos: f.Key.Pos, Message: fmt.Sprintf("unknown key %q in a cluster file", f.Key.Text), Hint: diag.DidYouMean(f.Key.Text, known)}
}

// parameters gives the class params.cluster (spec C6).
func (c *clusterFile) parameters() []byte {
	return pyyaml.Dump(pyyaml.Commodore, tree.NewMap(tree.Entry("parameters", tree.NewMap(
		tree.Entry("cluster", strs(
			"name", c.id,
			"display_name", c.displayName,
			"catalog_url", c.catalogURL,
			"tenant", c.tenant,
			"tenant_display_name", c.tenantDisplayName)),
		tree.Entry("facts", c.facts),
		tree.Entry("dynamic_facts", c.dynamicFacts)))))
}
