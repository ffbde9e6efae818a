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
		if i.Name != i.Component && !isTrue(meta.Get("multi_instance")) {
			diags = append(diags, diag.Diag{ID: "workspace/single-instance", Pos: l.placeOf(nodes[at], i.Component+" as "+i.Name), Target: i.Name, Message: fmt.Sprintf("Component %s with alias %s does not support instantiation.", i.Component, i.Name),
				Hint: fmt.Sprintf("the component allows several instances when %s._metadata.multi_instance is true", ParameterKey(i.Component))})
		}
		if i.pinned && !l.manyVersions(nodes, i, meta) {
			diags = append(diags, diag.Diag{ID: "workspace/single-version", Pos: l.placeOf(nodes[at], i.Component+" as "+i.Name), Target: i.Name, Message: fmt.Sprintf("Component %s with alias %s does not support overriding instance version.", i.Component, i.Name),
				Hint: fmt.Sprintf("the component allows it when %s._metadata.multi_version is true, in both versions", ParameterKey(i.Component))})
		}
		if !meta.Get("deprecated").Falsy() {
			diags = append(diags, diag.Diag{ID: "workspace/deprecated", Severity: diag.Notice, Message: deprecation(i.Component, meta)})
		}
	}
	return append(diags, l.aliasLibraries(params)...)
}

// manyVersions tells whether a component allows its instances versions of their
// own, in the version of the component and in that of the instance (spec D9).
func (l *Layout) manyVersions(nodes []*reclass.Node, i Instance, meta *tree.Node) bool {
	at := slices.IndexFunc(nodes, func(n *reclass.Node) bool { return n.Name == i.Name })
	return at >= 0 && isTrue(meta.Get("multi_version")) && isTrue(nodes[at].Parameters.At(ParameterKey(i.Component), "_metadata", "multi_version"))
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
		if aliases == nil || aliases.Kind != tree.Map {
			continue
		}
		for _, f := range aliases.Fields {
			alias, lib := f.Key.Text, f.Value.Text
			if owners[alias] = append(owners[alias], i.Component); len(owners[alias]) > 1 {
				continue
			}
			if p := foreignPrefix(alias, i.Component, params, meta); p != "" {
				diags = append(diags, diag.Diag{ID: "workspace/library-alias", Pos: f.Key.Pos, Message: fmt.Sprintf("Invalid alias prefix '%s' for template library alias of component '%s'", p, i.Component)})
				continue
			}
			source := path.Join(i.Directory, "lib", lib)
			if _, err := files.Stat(source); err != nil {
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

// foreignPrefix gives the name of another component that the alias begins
// with, or "". The component that this one replaces is allowed when it is not
// there, or is deprecated in favour of this one.
func foreignPrefix(alias, component string, params, meta *tree.Node) string {
	allowed := ""
	if r := meta.Get("replaces"); r != nil && r.Kind == tree.String {
		allowed = r.Text
		other := params.At(ParameterKey(allowed), "_metadata")
		if params.Get(ParameterKey(allowed)) != nil && (other.Get("deprecated").Falsy() || other.Get("replaced_by") == nil || other.Get("replaced_by").Text != component) {
			allowed = ""
		}
	}
	known := params.Get("components")
	if known == nil || known.Kind != tree.Map {
		return ""
	}
	for _, f := range known.Fields {
		if name := f.Key.Text; name != component && name != allowed && strings.HasPrefix(alias, name) {
			return name
		}
	}
	return ""
}
