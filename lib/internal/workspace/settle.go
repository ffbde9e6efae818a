package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// Settle checks the rendered inventory against what its components declare of
// themselves in _metadata, and puts the library aliases that they declare into
// the layout (spec D9, D12, D15, D20). The parameters looked at are those of
// the bootstrap target, or of the only instance where there is none.
func (l *Layout) Settle(nodes []*reclass.Node) []diag.Diag {
	at := slices.IndexFunc(nodes, func(n *reclass.Node) bool { return n.Name == l.Bootstrap || l.Bootstrap == "" })
	if at < 0 {
		return nil
	}
	params := nodes[at].Parameters
	var diags []diag.Diag
	if v := params.Get("component_versions"); l.Bootstrap != "" && !v.Falsy() {
		diags = append(diags, diag.Diag{ID: "workspace/component-versions", Pos: v.Pos,
			Message: "Specifying component versions in parameter `component_versions` is no longer suppported. Please migrate your configuration to parameter `components`."})
	}
	for _, i := range l.Instances {
		meta := params.At(ParameterKey(i.Component), "_metadata")
		if i.Name != i.Component && meta.Get("multi_instance").Falsy() {
			diags = append(diags, diag.Diag{ID: "workspace/single-instance", Pos: l.placeOf(nodes[at], i.Component+" as "+i.Name), Target: i.Name, Message: fmt.Sprintf("Component %s with alias %s does not support instantiation.", i.Component, i.Name),
				Hint: fmt.Sprintf("the component allows several instances when %s._metadata.multi_instance is true", ParameterKey(i.Component))})
		}
		if i.pinned && !l.manyVersions(nodes, i, meta) {
			diags = append(diags, diag.Diag{ID: "workspace/single-version", Pos: l.placeOf(nodes[at], i.Component+" as "+i.Name), Target: i.Name, Message: fmt.Sprintf("Component %s with alias %s does not support overriding instance version.", i.Component, i.Name),
				Hint: fmt.Sprintf("the component allows it when %s._metadata.multi_version is true, in both versions", ParameterKey(i.Component))})
		}
		if l.Bootstrap != "" && !meta.Get("deprecated").Falsy() { // component compile says nothing of it
			diags = append(diags, diag.Diag{ID: "workspace/deprecated", Severity: diag.Notice, Message: deprecation(i.Component, meta)})
		}
	}
	return append(append(diags, l.misspelt(params)...), l.aliasLibraries(params)...)
}

// manyVersions tells whether a component allows its instances versions of their
// own, in the version of the component and in that of the instance (spec D9).
func (l *Layout) manyVersions(nodes []*reclass.Node, i Instance, meta *tree.Node) bool {
	at := slices.IndexFunc(nodes, func(n *reclass.Node) bool { return n.Name == i.Name })
	return at >= 0 && !meta.Get("multi_version").Falsy() && !nodes[at].Parameters.At(ParameterKey(i.Component), "_metadata", "multi_version").Falsy()
}

func isTrue(n *tree.Node) bool { return n != nil && n.Kind == tree.Bool && n.Bool }

func deprecation(component string, meta *tree.Node) string {
	text := fmt.Sprintf("Component %s is deprecated.", component)
	if by := meta.Get("replaced_by"); !by.Falsy() && by.Kind == tree.String {
		text += fmt.Sprintf(" Use component %s instead.", by.Text)
	}
	if notice := meta.Get("deprecation_notice"); !notice.Falsy() && notice.Kind == tree.String {
		text += " " + notice.Text
	}
	return text
}

// aliasLibraries shows libraries under the further names that components give
// them (spec D20).
func (l *Layout) aliasLibraries(params *tree.Node) []diag.Diag {
	var diags []diag.Diag
	files := overlay.New(l.World)
	owners := map[string][]string{}
	for _, i := range l.bases {
		meta := params.At(ParameterKey(i.Component), "_metadata")
		aliases := meta.Get("library_aliases")
		if aliases.Falsy() {
			continue
		}
		if aliases.Kind != tree.Map {
			diags = append(diags, diag.Diag{ID: "workspace/library-alias", Pos: aliases.Pos, Message: fmt.Sprintf("library_aliases of component '%s' must be a map, but is of the kind %s", i.Component, aliases.Kind)})
			continue
		}
		prefix, ignored := l.replaced(i.Component, params, meta)
		diags = append(diags, ignored...)
		for _, f := range aliases.Fields {
			alias, lib := f.Key.Text, f.Value.Text
			if owners[alias] = append(owners[alias], i.Component); len(owners[alias]) > 1 {
				continue
			}
			if why := badName(alias); why != "" {
				diags = append(diags, diag.Diag{ID: "workspace/library-alias", Pos: f.Key.Pos, Message: fmt.Sprintf("%q can't be a template library alias of component '%s': %s", alias, i.Component, why)})
				continue
			}
			if p := l.foreignPrefix(alias, i.Component, prefix, params); p != "" {
				diags = append(diags, diag.Diag{ID: "workspace/library-alias", Pos: f.Key.Pos, Message: fmt.Sprintf("Invalid alias prefix '%s' for template library alias of component '%s'", p, i.Component)})
				continue
			}
			source := path.Join(i.Directory, "lib", lib)
			if _, err := files.Stat(source); err != nil || badName(lib) != "" || strings.HasPrefix(lib, ".") {
				diags = append(diags, diag.Diag{ID: "workspace/library-alias", Severity: diag.Warning, Pos: f.Value.Pos,
					Message: fmt.Sprintf("'%s' template library alias '%s' refers to nonexistent template library '%s'", i.Component, alias, lib)})
				continue
			}
			l.World.Link(path.Join(l.WorkDir, "dependencies/lib", alias), source)
		}
	}
	for alias, list := range owners {
		if len(list) > 1 {
			all := "both"
			if len(list) > 2 {
				all = "all"
			}
			diags = append(diags, diag.Diag{ID: "workspace/library-alias", Message: fmt.Sprintf("Components %s %s define component library alias '%s'", quoted(list...), all, alias)})
		}
	}
	return diag.Sort(diags)
}

// replaced gives the component whose libraries' names a component may take, as
// it replaces that one: one that is not there, or is deprecated in favour of it.
func (l *Layout) replaced(component string, params, meta *tree.Node) (string, []diag.Diag) {
	n := meta.Get("replaces")
	if n.Falsy() || n.Kind != tree.String {
		return "", nil
	}
	if !slices.ContainsFunc(l.bases, func(c Instance) bool { return c.Component == n.Text }) {
		return n.Text, nil
	}
	other := params.At(ParameterKey(n.Text), "_metadata")
	why := ""
	switch by := other.Get("replaced_by"); {
	case other.Get("deprecated").Falsy():
		why = fmt.Sprintf("Component '%s' is also deployed on the cluster and isn't deprecated.", n.Text)
	case by == nil || by.Text != component:
		why = fmt.Sprintf("Component '%s' is also deployed on the cluster and hasn't nominated '%s' as its replacement.", n.Text, component)
	default:
		return n.Text, nil
	}
	return "", []diag.Diag{{ID: "workspace/library-alias", Severity: diag.Warning, Pos: n.Pos, Message: fmt.Sprintf("Ignoring additional library prefix '%s' requested by '%s'. %s", n.Text, component, why)}}
}

// foreignPrefix gives the name of another component that the alias begins
// with, or "". The one that is replaced is allowed.
func (l *Layout) foreignPrefix(alias, component, replaced string, params *tree.Node) string {
	var known []string
	for _, c := range l.bases {
		known = append(known, c.Component)
	}
	if list := params.Get("components"); list != nil && list.Kind == tree.Map {
		for _, f := range list.Fields {
			known = append(known, f.Key.Text)
		}
	}
	for _, name := range known {
		if name != "" && name != component && name != replaced && strings.HasPrefix(alias, name) {
			return name
		}
	}
	return ""
}
