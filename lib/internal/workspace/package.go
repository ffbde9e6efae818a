package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// PackageOptions says which package to lay out, as the flags of `package
// compile` do. All paths are absolute.
type PackageOptions struct {
	Disk      fs.FS     // the file system, from its root
	Path      string    // the package's folder
	Class     string    // the class to compile, as tests/defaults.yml
	Values    []string  // class files that come before it, in order
	Revisions Revisions // of the components; nil: each is an error
	Evaluate  Evaluator // for jsonnetfile.jsonnet; nil leaves those alone
	// WorkDir is a working directory that Commodore has left. If there is one,
	// components are what lies in its dependencies/, whatever their versions,
	// and its vendor/ is used.
	WorkDir string
}

// PackageRepository is what Package found out besides the layout.
type PackageRepository struct {
	Layout
	Found   bool     // the class is there
	Known   bool     // so is what it asks for
	Linted  []string // the class files that LintRemoved is for
	Missing []string // components that WorkDir does not have, sorted
	Dropped []string // instances that are left out for it, sorted
}

// PackageName gives the name of the package in a folder (spec CP1).
func PackageName(folder string) string {
	if base := path.Base(folder); strings.HasPrefix(base, packagePrefix) {
		return strings.ReplaceAll(base, packagePrefix, "")
	}
	return strings.ReplaceAll(stem(folder), "package-", "")
}

// Package lays out one package and values files for compiling, as Commodore's
// `package compile` does (spec CP1-CP4). The sentences of its errors are
// Commodore's where it has one.
func Package(ctx context.Context, o PackageOptions) (*PackageRepository, []diag.Diag) {
	w := newWorld()
	w.Mount("/", o.Disk, false)
	p := &PackageRepository{Layout: Layout{World: w, WorkDir: workDir, Output: compiled, Downloads: workDir, Bootstrap: BootstrapTarget, Parsed: &reclass.Files{},
		Search: []string{path.Join(workDir, "vendor"), workDir, Shipped, compiled}}}
	if err := p.classes(o); err != nil {
		return p, []diag.Diag{diag.From(err, "workspace/unreadable")}
	}
	p.Found = true
	f := &finder{ctx: ctx, Layout: &p.Layout, Sources: Sources{Revisions: o.Revisions, Evaluate: o.Evaluate}, alone: true}
	if o.WorkDir != "" {
		f.checkouts = path.Join(o.WorkDir, "dependencies")
	}
	node, diags := f.bootstrap(reclass.Options{})
	if diag.HasErrors(diags) {
		return p, diags
	}
	instances, asked, more := p.instances(node)
	if diags = append(diags, p.ShownDiags(more)...); diag.HasErrors(diags) {
		return p, diags
	}
	p.Known = true
	if f.checkouts != "" {
		instances = p.available(f, instances, asked)
	}
	if list := node.Parameters.Get("components"); len(asked) > 0 && list.Falsy() {
		return p, []diag.Diag{{ID: "workspace/no-components", Message: "Component list ('parameters.components') missing", Hint: "say where each component comes from, by its url and version"}}
	}
	f.components(node, instances, asked)
	if diags = append(diags, p.ShownDiags(diag.Sort(f.diags))...); diag.HasErrors(diags) {
		return p, diags
	}
	p.vendor(o)
	diags = append(diags, p.link()...)
	if f.Revisions != nil {
		diags = append(diags, f.jsonnetFiles()...)
		diags = append(diags, f.libraries()...)
	}
	for _, c := range p.bases {
		p.Linted = append(p.Linted, path.Join(c.Directory, "class/defaults.yml"), path.Join(c.Directory, "class", c.Component+".yml"))
	}
	return p, diags
}

// classes puts the package's classes, the values files and the stand-ins into
// the layout (spec CP2, CP3).
func (p *PackageRepository) classes(o PackageOptions) error {
	disk := overlay.New(p.World)
	root := strings.ReplaceAll(strings.ReplaceAll(o.Class, ".yml", ""), "/", ".")
	if info, err := disk.Stat(path.Join(o.Path, o.Class)); err != nil || info.IsDir() {
		return diag.Diag{ID: "workspace/no-class", Message: fmt.Sprintf("Test class '%s' doesn't exist.", root), Hint: "name a file of the package, as tests/defaults.yml"}
	}
	name := PackageName(o.Path)
	if why := badName(name); why != "" || name == "t-fake" || slices.Contains(ReservedClasses, name) {
		return diag.Diag{ID: "workspace/bad-name", Message: fmt.Sprintf("Can't use reserved name '%s' as package name.", name), Hint: "the package is named after its folder: rename that"}
	}
	classes := path.Join(p.Inventory(), "classes")
	var list []string
	for _, v := range o.Values {
		p.World.Link(path.Join(classes, "t-fake", path.Base(v)), v)
		list = append(list, "t-fake."+stem(v))
	}
	list = append(list, name+"."+root)
	p.World.Link(path.Join(classes, name), o.Path)
	p.World.Put(path.Join(classes, "global/commodore.yml"), pyyaml.Dump(pyyaml.Commodore, tree.NewMap(tree.Entry("classes", tree.NewStrings(list)))))
	p.World.Put(path.Join(classes, "params", BootstrapTarget+".yml"), packageFacts())
	p.World.Put(path.Join(p.Inventory(), "targets", BootstrapTarget+".yml"), targetFile(Instance{Name: BootstrapTarget}, []string{"params." + BootstrapTarget, "global.commodore"}))
	p.World.Link(path.Join(workDir, "dependencies/lib/argocd.libjsonnet"), path.Join(Shipped, "stub/argocd.libjsonnet"))
	return nil
}

// packageFacts gives the stand-in for a cluster's parameters (spec CP3).
func packageFacts() []byte {
	return pyyaml.Dump(pyyaml.Commodore, tree.NewMap(tree.Entry("parameters", tree.NewMap(
		tree.Entry("cluster", strs(
			"catalog_url", "ssh://git@git.example.com/org/repo.git",
			"name", "c-green-test-1234",
			"display_name", "Test Cluster 1234",
			"tenant", "t-silent-test-1234",
			"tenant_display_name", "Test Tenant 1234")),
		tree.Entry("facts", strs("distribution", "x-fake-distribution", "cloud", "x-fake-cloud", "region", "x-fake-region")),
		tree.Entry("argocd", strs("namespace", "syn")),
		tree.Entry("kapitan", tree.NewMap(tree.Entry("secrets", tree.NewMap(tree.Entry("vaultkv", strs(
			"VAULT_ADDR", "https://vault.syn.example.com",
			"VAULT_SKIP_VERIFY", "false",
			"VAULT_CAPATH", "/etc/ssl/certs/",
			"auth", "token",
			"engine", "kv-v2",
			"mount", "clusters/kv")))))),
	))))
}

// available leaves out components that the working directory does not have, and
// their instances (spec C31).
func (p *PackageRepository) available(f *finder, instances []Instance, asked map[string]string) []Instance {
	files := overlay.New(p.World)
	for _, c := range slices.Sorted(maps.Keys(asked)) {
		if info, err := files.Stat(path.Join(f.checkouts, c)); err != nil || !info.IsDir() {
			p.Missing = append(p.Missing, c)
			delete(asked, c)
		}
	}
	return slices.DeleteFunc(instances, func(i Instance) bool {
		gone := asked[i.Component] == ""
		if gone {
			p.Dropped = append(p.Dropped, i.Name)
		}
		return gone
	})
}

// vendor shows the Jsonnet libraries of the working directory.
func (p *PackageRepository) vendor(o PackageOptions) {
	if o.WorkDir == "" {
		return
	}
	folder := path.Join(o.WorkDir, "vendor")
	for _, v := range names(overlay.New(p.World), folder) {
		p.World.Link(path.Join(workDir, "vendor", v), path.Join(folder, v))
	}
}

// incomplete says what is missing in the entry of a component that can only be
// in a repository (spec D5).
func incomplete(name string, entry *tree.Node, base origin) (diag.Diag, bool) {
	if base.url != "" {
		return diag.Diag{}, false
	}
	if entry == nil {
		return diag.Diag{ID: "workspace/unknown-component", Message: fmt.Sprintf("Unknown component '%s'. Please add it to 'parameters.components'", name),
			Hint: "its url and its version"}, true
	}
	for _, field := range []string{"url", "version"} {
		if entry.Kind == tree.Map && entry.Get(field) == nil {
			return diag.Diag{ID: "workspace/origin", Pos: entry.Pos, Message: fmt.Sprintf("Component '%s' is missing field '%s'", name, field)}, true
		}
	}
	return diag.Diag{}, false
}

// checkedOut gives the place of what lies in the folder of checkouts.
func (f *finder) checkedOut(name string, o origin) (Place, error) {
	checkout := path.Join(f.checkouts, name)
	folder := path.Clean(o.path)
	if !fs.ValidPath(folder) {
		return Place{}, diag.Diag{ID: "workspace/origin", Pos: o.pathAt, Message: fmt.Sprintf("the path %q leaves the checkout %s", o.path, checkout)}
	}
	at := path.Join(checkout, folder)
	if info, err := overlay.New(f.World).Stat(at); err != nil || !info.IsDir() {
		return Place{}, diag.Diag{ID: "workspace/no-checkout", Pos: o.pathAt, Message: fmt.Sprintf("Missing checkout %s", at), Hint: "compile with --deps and without --local, or once with commodore"}
	}
	return Place{at, Source{Kind: FromWorkspace, Folder: at}, checkout}, nil
}
