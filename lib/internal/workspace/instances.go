package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// instances gives the component instances that the bootstrap target's
// applications ask for (spec D1, D2, D4).
func (l *Layout) instances(bootstrap *reclass.Node) ([]Instance, []diag.Diag) {
	var diags []diag.Diag
	files := overlay.New(l.World)
	byName := map[string]string{}
	entries := map[string]string{} // component -> the application that asks for it first
	refuse := func(application, id, hint, format string, args ...any) {
		diags = append(diags, diag.Diag{ID: "workspace/" + id, Pos: l.placeOf(bootstrap, application), Message: fmt.Sprintf(format, args...), Hint: hint})
	}
	for _, a := range bootstrap.Applications {
		if pkg, ok := strings.CutPrefix(a, "pkg."); ok {
			if _, err := files.Stat(path.Join(l.Inventory(), "classes", pkg)); err != nil {
				refuse(a, "unknown-package", "", "the inventory includes the package %q, but there is no folder inventory/classes/%s", a, pkg)
			}
			continue
		}
		component, name := a, a
		if parts := strings.Split(a, " as "); len(parts) == 2 {
			component, name = parts[0], parts[1]
		}
		if why := badName(component); why != "" {
			refuse(a, "bad-name", "", "%q can't be the name of a component: %s", component, why)
			continue
		}
		if why := badName(name); why != "" || name == BootstrapTarget {
			refuse(a, "bad-name", "", "%q can't be the name of an instance: %s", name, cmp.Or(why, "the target of the whole cluster has it"))
			continue
		}
		if other, ok := byName[name]; ok && other != component {
			list := quoted(other, component)
			refuse(a, "duplicate-alias", "", "Duplicate component alias '%s': components %s are aliased to '%s'", name, list, name)
		}
		byName[name] = component
		if entries[component] == "" {
			entries[component] = a
		}
	}
	var instances []Instance
	for name, component := range byName {
		if name != component && entries[name] != "" {
			refuse(component+" as "+name, "alias-is-component", "", "Component '%s' aliases existing component '%s'", component, name)
		}
		instances = append(instances, Instance{Name: name, Component: component, Directory: path.Join(home, "components", component), Source: path.Join("components", component)})
	}
	slices.SortFunc(instances, func(a, b Instance) int { return strings.Compare(a.Name, b.Name) })
	for component, application := range entries {
		if err := l.findComponent(files, component); err != nil {
			d := diag.From(err, "workspace/unknown-component")
			d.Pos = l.placeOf(bootstrap, application)
			diags = append(diags, d)
		}
	}
	return instances, diag.Sort(diags)
}

// badName says why a name is none for a component or an instance, or "". Names
// are file names, and parts of the catalog's paths.
func badName(name string) string {
	switch {
	case name == "":
		return "it is empty"
	case name == "." || name == "..":
		return "it is a folder of its own"
	case strings.Contains(name, "/"):
		return "it has a slash"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "it has a control character"
	case len(name) > 200:
		return "it is longer than 200 bytes"
	}
	return ""
}

// placeOf finds where a class of the target lists an application, its file as
// the inventory names it; no place if none does in these words. It reads the files again, as only faults need it.
func (l *Layout) placeOf(n *reclass.Node, application string) tree.Pos {
	files := overlay.New(l.World)
	for _, load := range slices.Backward(n.Loads) {
		text, err := files.ReadFile(path.Join(l.Inventory(), load.File))
		if err != nil {
			continue
		}
		docs, err := pyyaml.ReadCore(load.File, text)
		if err != nil || len(docs) == 0 {
			continue
		}
		list := docs[0].Get("applications")
		if list == nil {
			continue
		}
		for _, item := range list.Items {
			if item.Text == application {
				return item.Pos
			}
		}
	}
	return tree.Pos{}
}

// findComponent checks that the workspace has a usable component.
func (l *Layout) findComponent(files *overlay.FS, component string) error {
	folder := path.Join(home, "components", component)
	unreadable := func(err error) error {
		d := diag.Diag{ID: "workspace/unreadable", Message: fmt.Sprintf("component %q can't be read: %s", component, l.ShownText(err.Error()))}
		if errors.Is(err, overlay.ErrEscape) {
			d.Hint = "links must stay inside the workspace"
		}
		return d
	}
	if _, err := files.Stat(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unreadable(err)
	} else if err != nil {
		return diag.Diag{ID: "workspace/unknown-component", Message: fmt.Sprintf("unknown component %q: there is no folder components/%s", component, component),
			Hint: diag.DidYouMean(component, names(files, path.Join(home, "components")))}
	}
	for _, f := range []string{"defaults", component} {
		file := path.Join(folder, "class", f+".yml")
		if _, err := files.Stat(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return unreadable(err)
		} else if err != nil {
			return diag.Diag{ID: "workspace/no-class", Message: fmt.Sprintf("component %q has no %s", component, l.Shown(file)),
				Hint: "a component needs class/defaults.yml and class/<name>.yml"}
		}
	}
	return nil
}
