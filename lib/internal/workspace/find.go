package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// Where the world has the embedded components and the revisions of
// repositories.
const (
	embedded     = "/azogue/components"
	repositories = "/azogue/repositories"
)

// finder looks for the components and packages of one cluster.
type finder struct {
	ctx context.Context
	*Layout
	Sources
	diags []diag.Diag

	alone     bool   // there is no workspace: all components are in repositories
	checkouts string // or they are checked out in this folder, under their names
}

// components finds the folders of all components and instances (spec D5-D7,
// D11). asked has the application that asks for each component.
func (f *finder) components(bootstrap *reclass.Node, instances []Instance, asked map[string]string) {
	origins := map[string]origin{}
	list := bootstrap.Parameters.Get("components")
	find := func(component, name string, base origin) Place {
		o, p, diags := f.component(component, name, list.Get(name), base)
		for _, d := range diags {
			d.Pos = cmp.Or(d.Pos, f.placeOf(bootstrap, asked[component]))
			f.diags = append(f.diags, d)
		}
		origins[name] = o
		return p
	}
	names := slices.Sorted(maps.Keys(asked))
	for _, c := range names {
		f.bases = append(f.bases, Instance{Name: c, Component: c, Place: find(c, c, origin{})})
	}
	for _, i := range instances {
		i.Place = f.bases[slices.Index(names, i.Component)].Place
		entry := list.Get(i.Name)
		if i.Name != i.Component && entry != nil && i.Directory != "" {
			i.pinned = entry.Get("url") != nil || entry.Get("version") != nil
			i.Place = find(i.Component, i.Name, origins[i.Component])
		}
		f.Instances = append(f.Instances, i)
	}
	f.strays(list, origins)
}

// strays refuses versions of what the cluster does not have and that have no
// url: nothing would say that such a name is misspelt (spec D11).
func (f *finder) strays(list *tree.Node, known map[string]origin) {
	if list == nil || list.Kind != tree.Map {
		return
	}
	for _, e := range list.Fields {
		if _, ok := known[e.Key.Text]; ok || e.Value.Get("version") == nil || e.Value.Get("url") != nil {
			continue
		}
		f.diags = append(f.diags, diag.Diag{ID: "workspace/origin", Pos: e.Key.Pos, Message: fmt.Sprintf("Version override specified for component '%s' which has no URL", e.Key.Text),
			Hint: diag.DidYouMean(e.Key.Text, slices.Sorted(maps.Keys(known)))})
	}
}

// packages finds the packages that the applications name, and shows their
// classes (spec D2, L8).
func (f *finder) packages(bootstrap *reclass.Node) (diags []diag.Diag) {
	for _, a := range bootstrap.Applications {
		name, ok := strings.CutPrefix(a, packagePrefix)
		if !ok {
			continue
		}
		p, found := f.pkg(name, bootstrap.Parameters.At("packages", name))
		for _, d := range found {
			d.Message = fmt.Sprintf("package %q: %s", name, d.Message)
			d.Pos = cmp.Or(d.Pos, f.placeOf(bootstrap, a))
			diags = append(diags, d)
		}
		if !diag.HasErrors(found) {
			f.World.Link(path.Join(f.Inventory(), "classes", name), p.Directory)
			f.Packages = append(f.Packages, Instance{Name: name, Component: name, Place: p})
		}
	}
	return diags
}

func (f *finder) pkg(name string, entry *tree.Node) (Place, []diag.Diag) {
	refuse := func(why string) (Place, []diag.Diag) {
		return Place{}, []diag.Diag{{ID: "workspace/bad-name", Message: why}}
	}
	if why := badName(name); why != "" {
		return refuse("this can't be the name of a package: " + why)
	}
	if slices.Contains(ReservedClasses, name) {
		return refuse(fmt.Sprintf("Can't use reserved name '%s' as package name.", name))
	}
	if strings.HasPrefix(name, "t-") {
		return refuse("Package names can't be prefixed with 't-'. This prefix is reserved for tenant configurations.")
	}
	o, diags := readOrigin(entry, origin{})
	if diag.HasErrors(diags) {
		return Place{}, diags
	}
	p, err := f.place("packages", name, o)
	if err != nil {
		diags = append(diags, diag.From(err, "workspace/unknown-package"))
	}
	return p, diags
}

// component finds one component under the name of an instance, or its own.
func (f *finder) component(component, name string, entry *tree.Node, base origin) (origin, Place, []diag.Diag) {
	o, diags := readOrigin(entry, base)
	if f.alone {
		if d, ok := incomplete(name, entry, base); ok {
			return o, Place{}, []diag.Diag{d}
		}
	}
	var p Place
	if !diag.HasErrors(diags) {
		var err error
		if p, err = f.place("components", name, o); err == nil {
			err = f.usable(component, p)
		}
		if err != nil {
			diags = append(diags, diag.From(err, "workspace/unknown-component"))
		}
	}
	for i, d := range diags {
		if !strings.Contains(d.Message, fmt.Sprintf("component %q", name)) {
			diags[i].Message = fmt.Sprintf("component %q: %s", name, d.Message)
		}
	}
	return o, p, diags
}

// libraries installs what the components' repositories ask for. The components
// themselves and their libraries keep their names.
func (f *finder) libraries() []diag.Diag {
	l := libraries{Layout: f.Layout, ctx: f.ctx, revisions: f.Revisions, vendor: path.Join(f.WorkDir, "vendor"), taken: map[string]bool{"lib": true}, read: map[string]bool{}}
	for _, c := range f.bases {
		l.taken[c.Name] = true
	}
	for _, c := range f.bases {
		l.install(path.Join(c.checkout, "jsonnetfile.json"))
	}
	return l.diags
}

// place looks where the inventory says, else in the folder of the workspace
// that has the name, else among the embedded components.
func (f *finder) place(kind, name string, o origin) (Place, error) {
	switch {
	case f.checkouts != "":
		return f.checkedOut(name, o)
	case o.url != "":
		return f.revision(kind, name, o)
	case o.path != "":
		return f.folder(o)
	}
	usual := map[string]string{"components": "components", "packages": "inventory/classes"}[kind]
	at := path.Join(home, usual, name)
	_, err := overlay.New(f.World).Stat(at)
	switch {
	case err == nil:
		return Place{at, Source{Kind: FromWorkspace, Folder: path.Join(usual, name)}, at}, nil
	case !errors.Is(err, fs.ErrNotExist):
		return Place{}, f.unreadable(name, err)
	}
	shipped := f.embedded()
	if kind == "components" && slices.Contains(shipped, name) {
		at := path.Join(embedded, name)
		return Place{at, Source{Kind: FromEmbedded, Folder: path.Join("components", name)}, at}, nil
	}
	if kind == "packages" {
		return Place{}, diag.Diag{ID: "workspace/unknown-package", Message: fmt.Sprintf("there is no folder %s/%s, and no entry in parameters.packages", usual, name),
			Hint: diag.DidYouMean(name, names(overlay.New(f.World), path.Join(home, usual)))}
	}
	return Place{}, diag.Diag{ID: "workspace/unknown-component",
		Message: fmt.Sprintf("unknown component %q: there is no folder %s/%s, and azogue brings none of this name", name, usual, name),
		Hint:    f.insteadOf(name, shipped)}
}

// insteadOf is the hint for the name of a component that is not there.
func (f *finder) insteadOf(name string, shipped []string) string {
	files := overlay.New(f.World)
	if _, err := files.Stat(path.Join(home, name, "class/defaults.yml")); err == nil {
		return fmt.Sprintf("there is a component in %s: move it to components/%s", name, name)
	}
	hint := diag.DidYouMean(name, append(names(files, path.Join(home, "components")), shipped...))
	if hint == "" && len(shipped) > 0 {
		hint = "azogue brings " + strings.Join(shipped, ", ")
	}
	return hint
}

// embedded lists the embedded components.
func (f *finder) embedded() (list []string) {
	if f.Embedded == nil {
		return nil
	}
	entries, _ := fs.ReadDir(f.Embedded, ".") // embedded files can be read
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// folder gives the place of what is in a folder of the workspace.
func (f *finder) folder(o origin) (Place, error) {
	refuse := func(why string) (Place, error) {
		return Place{}, diag.Diag{ID: "workspace/origin", Pos: o.pathAt, Message: fmt.Sprintf("the path %q %s", o.path, why), Hint: "without a url, path is a folder of the workspace"}
	}
	folder := path.Clean(o.path)
	if !fs.ValidPath(folder) {
		return refuse("leaves the workspace")
	}
	at := path.Join(home, folder)
	info, err := overlay.New(f.World).Stat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse("is no folder of the workspace")
	case err != nil:
		return refuse("can't be read: " + f.ShownText(err.Error()))
	case !info.IsDir():
		return refuse("is a file")
	}
	return Place{at, Source{Kind: FromWorkspace, Folder: folder}, at}, nil
}

// revision gives the place of what is in a repository, and shows its version
// in the world.
func (f *finder) revision(kind, name string, o origin) (Place, error) {
	refuse := func(at tree.Pos, err error) (Place, error) {
		d := diag.From(err, "workspace/revision")
		d.Pos = at
		return Place{}, d
	}
	r, err := ParseRepository(o.url)
	if err != nil {
		return refuse(o.urlAt, err)
	}
	if f.Revisions == nil {
		return refuse(o.urlAt, diag.Diag{ID: "workspace/no-dependencies", Message: fmt.Sprintf("the inventory wants version %q of %s, which azogue does not download", o.version, r),
			Hint: fmt.Sprintf("git clone %s DIR/%s, and give --deps DIR; or take url and version out of parameters.%s.%s to use the one at hand", r.URL, r.Path, kind, name)})
	}
	revision, err := f.Revisions(f.ctx, r, o.version)
	if err != nil {
		return refuse(o.versionAt, err)
	}
	folder := path.Clean(o.path)
	if !fs.ValidPath(folder) {
		return refuse(o.pathAt, fmt.Errorf("the path %q leaves the repository %s", o.path, r))
	}
	checkout := f.mount(r, o.version, revision)
	at := path.Join(checkout, folder)
	info, err := overlay.New(f.World).Stat(at)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return refuse(o.pathAt, fmt.Errorf("version %q of %s has no folder %q", o.version, r, folder))
	}
	if err != nil {
		return refuse(o.pathAt, f.unreadable(name, err))
	}
	return Place{at, Source{Kind: FromRepository, Folder: folder, Repository: r.String(), Version: o.version, Commit: revision.Commit}, checkout}, nil
}

func (f *finder) unreadable(name string, err error) error {
	d := diag.Diag{ID: "workspace/unreadable", Message: fmt.Sprintf("component %q can't be read: %s", name, f.ShownText(err.Error()))}
	if errors.Is(err, overlay.ErrEscape) {
		d.Hint = "links must stay inside the workspace, or inside their repository"
	}
	return d
}

// usable checks that the folder of a component has the classes of one.
func (f *finder) usable(component string, p Place) error {
	files := overlay.New(f.World)
	for _, class := range []string{"defaults", component} {
		file := path.Join(p.Directory, "class", class+".yml")
		if _, err := files.Stat(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return f.unreadable(component, err)
		} else if err != nil {
			return diag.Diag{ID: "workspace/no-class", Message: fmt.Sprintf("component %q has no %s", component, f.Shown(file)),
				Hint: "a component needs class/defaults.yml and class/<name>.yml"}
		}
	}
	return nil
}
