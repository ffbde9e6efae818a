package workspace

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// removedReferences are references to parameters that no longer exist.
var removedReferences = []string{"${customer:name}", "${cloud:provider}", "${cloud:region}", "${cluster:dist}"}

// LintRemoved finds references to removed parameters in class files, as
// Commodore does before it renders anything (spec I20). Other than there,
// keys may be of any type (spec I22). Files that are not YAML are left to the
// inventory.
func LintRemoved(world *overlay.World, files []string) []diag.Diag {
	var diags []diag.Diag
	for _, name := range files {
		text, err := overlay.New(world).ReadFile(name)
		if err != nil || !mentionsRemoved(text) {
			continue
		}
		docs, err := pyyaml.Load(name, text)
		if err != nil || len(docs) != 1 {
			continue
		}
		diags = append(diags, lintRemoved(name, docs[0])...)
	}
	return diags
}

// lintRemoved finds the references in one file.
func lintRemoved(file string, doc *tree.Node) (diags []diag.Diag) {
	lintValue(doc, "", func(n *tree.Node, field, ref string) {
		diags = append(diags, diag.Diag{ID: "workspace/removed-parameter", Pos: n.Pos,
			Message: fmt.Sprintf("> Field '%s' in file '%s' contains deprecated parameter '%s'", field, file, ref)})
	})
	return diags
}

func mentionsRemoved(text []byte) bool {
	for _, ref := range removedReferences {
		if bytes.Contains(text, []byte(ref)) {
			return true
		}
	}
	return false
}

func lintValue(n *tree.Node, field string, found func(n *tree.Node, field, ref string)) {
	switch n.Kind {
	case tree.String:
		for _, ref := range removedReferences {
			if strings.Contains(n.Text, ref) {
				found(n, field, ref)
			}
		}
	case tree.List:
		for i, item := range n.Items {
			lintValue(item, fmt.Sprintf("%s[%d]", field, i), found)
		}
	case tree.Map:
		for _, f := range n.Fields {
			key := pythonText(f.Key)
			if field != "" {
				key = field + "." + key
			}
			lintValue(f.Value, key, found)
		}
	}
}
