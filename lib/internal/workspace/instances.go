package workspace

import (
	"cmp"
	"fmt"
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
// applications ask for, sorted by name, without their places (spec D1, D4).
// asked has, for each component, the application that asks for it first.
func (l *Layout) instances(bootstrap *reclass.Node) (instances []Instance, asked map[string]string, diags []diag.Diag) {
	byName := map[string][]string{}
	asked = map[string]string{}
	refuse := func(application, id, format string, args ...any) {
		diags = append(diags, diag.Diag{ID: "workspace/" + id, Pos: l.placeOf(bootstrap, application), Message: fmt.Sprintf(format, args...)})
	}
	for _, a := range bootstrap.Applications {
		if strings.HasPrefix(a, packagePrefix) {
			continue
		}
		component, name := a, a
		if parts := strings.Split(a, " as "); len(parts) == 2 {
			component, name = parts[0], parts[1]
		}
		if why := badName(component); why != "" {
			refuse(a, "bad-name", "%q can't be the name of a component: %s", component, why)
			continue
		}
		if why := badName(name); why != "" || name == BootstrapTarget {
			refuse(a, "bad-name", "%q can't be the name of an instance: %s", name, cmp.Or(why, "the target of the whole cluster has it"))
			continue
		}
		if !slices.Contains(byName[name], component) {
			byName[name] = append(byName[name], component)
		}
		if asked[component] == "" {
			asked[component] = a
		}
	}
	for name, components := range byName {
		others := slices.DeleteFunc(slices.Clone(components), func(c string) bool { return c == name })
		switch {
		case asked[name] != "" && len(others) == 1:
			refuse(others[0]+" as "+name, "alias-is-component", "Component '%s' aliases existing component '%s'", others[0], name)
		case asked[name] != "" && len(others) > 1:
			refuse(others[0]+" as "+name, "alias-is-component", "Components %s alias existing component '%s'", quoted(others...), name)
		case len(others) > 1:
			refuse(others[1]+" as "+name, "duplicate-alias", "Duplicate component alias '%s': components %s are aliased to '%s'", name, quoted(others...), name)
		}
		instances = append(instances, Instance{Name: name, Component: components[0]})
	}
	slices.SortFunc(instances, func(a, b Instance) int { return strings.Compare(a.Name, b.Name) })
	return instances, asked, diag.Sort(diags)
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
