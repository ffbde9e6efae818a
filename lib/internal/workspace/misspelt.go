package workspace

import (
	"fmt"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// misspelt warns of parameters that nothing reads, where a name that something
// reads is only a slip away: a component's own key, and the keys in it that the
// component has defaults for. As in the reference they change nothing.
func (l *Layout) misspelt(params *tree.Node) []diag.Diag {
	if params == nil {
		return nil
	}
	var diags []diag.Diag
	components := map[string]string{}
	var keys []string
	for _, list := range [][]Instance{l.bases, l.Instances} {
		for _, i := range list {
			key := ParameterKey(i.Name)
			if _, ok := components[key]; !ok {
				keys = append(keys, key)
			}
			components[key] = ParameterKey(i.Component)
		}
	}
	for _, f := range params.Fields {
		if component, ok := components[f.Key.Text]; ok {
			diags = append(diags, misspeltIn(f.Key.Text, f.Value, params.Get(component))...)
			continue
		}
		if near := diag.Slip(f.Key.Text, keys); near != "" && !isDefault(f.Key) {
			diags = append(diags, diag.Diag{ID: "workspace/misspelt", Severity: diag.Warning, Pos: f.Key.Pos,
				Message: fmt.Sprintf("parameters.%s belongs to no component here", f.Key.Text), Hint: fmt.Sprintf("did you mean %q?", near)})
		}
	}
	return diags
}

// misspeltIn looks at the keys of one instance, which are those of its component
// where that is another name for them, and at those below. at is the path so far.
func misspeltIn(at string, instance, component *tree.Node) []diag.Diag {
	if component == nil {
		return nil
	}
	var own []string
	for _, f := range component.Fields {
		if isDefault(f.Key) {
			own = append(own, f.Key.Text)
		}
	}
	var diags []diag.Diag
	for _, f := range instance.Fields {
		name := at + "." + f.Key.Text
		if near := diag.Slip(f.Key.Text, own); near != "" && !isDefault(f.Key) {
			diags = append(diags, diag.Diag{ID: "workspace/misspelt", Severity: diag.Warning, Pos: f.Key.Pos,
				Message: name + " is in no defaults of the component", Hint: fmt.Sprintf("did you mean %q?", near)})
		}
		diags = append(diags, misspeltIn(name, f.Value, component.Get(f.Key.Text))...)
	}
	return diags
}

// isDefault tells whether a component's own classes have a key: a key has the
// place of the lowest class that has it.
func isDefault(key *tree.Node) bool {
	return strings.HasPrefix(key.Pos.File, "classes/defaults/") || strings.HasPrefix(key.Pos.File, "classes/components/")
}
