package workspace

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// removedReferences are references to parameters that no longer exist, with what
// has taken their place.
var removedReferences = []struct{ text, instead string }{
	{"${customer:name}", "${cluster:tenant}"},
	{"${cloud:provider}", "${facts:cloud}"},
	{"${cloud:region}", "${facts:region}"},
	{"${cluster:dist}", "${facts:distribution}"},
}

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
	lintValue(doc, "", func(n *tree.Node, field, ref, instead string) {
		diags = append(diags, diag.Diag{ID: "workspace/removed-parameter", Pos: n.Pos, Hint: "write " + instead,
			Message: fmt.Sprintf("> Field '%s' in file '%s' contains deprecated parameter '%s'", field, file, ref)})
	})
	return diags
}

// removed finds such references in the workspace's hierarchy and in the classes
// of the cluster's components: wherever one is, nothing is compiled (spec C8,
// C12, I21).
func (l *Layout) removed() []diag.Diag {
	files := overlay.New(l.World)
	folder := path.Join(home, "inventory/classes")
	w := linting{files: files, Linter: Linter{lint: lintRemoved}, only: mentionsRemoved, ignored: ignoring(files, folder, nil)}
	w.folder(folder, folder, "", nil)
	var classes []string
	for _, c := range l.bases {
		classes = append(classes, path.Join(c.Directory, "class/defaults.yml"), path.Join(c.Directory, "class", c.Component+".yml"))
	}
	found := append(w.found, LintRemoved(l.World, classes)...)
	for i, d := range found {
		found[i].Message = strings.TrimPrefix(d.Message, "> ")
	}
	return l.ShownDiags(found)
}

func mentionsRemoved(text []byte) bool {
	for _, ref := range removedReferences {
		if bytes.Contains(text, []byte(ref.text)) {
			return true
		}
	}
	return false
}

func lintValue(n *tree.Node, field string, found func(n *tree.Node, field, ref, instead string)) {
	switch n.Kind {
	case tree.String:
		for _, ref := range removedReferences {
			if strings.Contains(n.Text, ref.text) {
				found(n, field, ref.text, ref.instead)
			}
		}
	case tree.List:
		for i, item := range n.Items {
			lintValue(item, fmt.Sprintf("%s[%d]", field, i), found)
		}
	case tree.Map:
		for _, f := range n.Fields {
			key := pyrepr.Text(f.Key)
			if field != "" {
				key = field + "." + key
			}
			lintValue(f.Value, key, found)
		}
	}
}
