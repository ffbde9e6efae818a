package input

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// misread warns of texts in Kubernetes objects that PyYAML writes without quotes,
// and that the API server does not read as texts: 03190301 is a number to it, and y
// is true. The bytes stay the reference's (bugs.jsonl KP02).
func misread(env *Env, name string, value *tree.Node) []diag.Diag {
	docs := []*tree.Node{value}
	if value.Kind == tree.List {
		docs = value.Items
	}
	var diags []diag.Diag
	for _, doc := range docs {
		if doc.Get("apiVersion") == nil || doc.Get("kind") == nil {
			continue
		}
		secret := doc.Get("kind").Text == "Secret"
		misreadIn(doc, "", func(at, text, as string) {
			if secret {
				text = "(hidden)"
			}
			diags = append(diags, diag.Diag{ID: "output/misread", Severity: diag.Warning, Pos: tree.Pos{File: env.FS.From}, Target: env.Target.Name,
				Message: fmt.Sprintf("%s: %s is the text %s, which stands without quotes, and which Kubernetes reads as a %s", strings.TrimPrefix(name, env.Output+"/"), at, text, as),
				Hint:    "the reference writes the same; Kubernetes refuses or changes it"})
		})
	}
	return diags
}

// misreadIn calls each with the path, the text, and what it is taken for.
func misreadIn(n *tree.Node, at string, each func(at, text, as string)) {
	switch n.Kind {
	case tree.String:
		if as := readAs(n.Text); as != "" {
			each(at, n.Text, as)
		}
	case tree.List:
		for i, item := range n.Items {
			misreadIn(item, at+"["+strconv.Itoa(i)+"]", each)
		}
	case tree.Map:
		for _, f := range n.Fields {
			inner := strings.TrimPrefix(at+"."+f.Key.Text, ".")
			misreadIn(f.Value, inner, each)
		}
	}
}

// readAs gives the type that a text has in Go's YAML, where that is none and
// PyYAML writes it plain; else "".
func readAs(text string) string {
	if text == "" || strings.IndexByte("0123456789+-.yYnN", text[0]) < 0 || len(text) > 1 && strings.IndexByte("yYnN", text[0]) >= 0 {
		return "" // nearly all
	}
	if !bytes.HasPrefix(pyyaml.DumpAll(pyyaml.Kapitan, []*tree.Node{tree.NewString(text)}), []byte(text+"\n")) {
		return ""
	}
	var read any
	if err := yaml.Unmarshal([]byte(text), &read); err != nil {
		return ""
	}
	switch read.(type) {
	case string, nil:
		return ""
	case bool:
		return "boolean"
	}
	return "number"
}
