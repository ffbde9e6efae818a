package reclass

import (
	"fmt"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// sections are the keys of a class or target that mean something.
var sections = []string{"applications", "classes", "environment", "exports", "parameters"}

// misspelt gives the keys of a class or target that mean nothing, where one that
// does is near. The reference leaves them out without a word.
func misspelt(doc *tree.Node) (keys []*tree.Node) {
	for _, f := range doc.Fields {
		if f.Key.Kind == tree.String && !slices.Contains(sections, f.Key.Text) && meant(f.Key.Text) != "" {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// meant gives the section that a key is misspelt, or short, for.
func meant(key string) string {
	if short := strings.TrimSuffix(key, "s"); len(short) > 2 {
		for _, s := range sections {
			if strings.HasPrefix(s, short) {
				return s
			}
		}
	}
	return diag.Slip(key, sections)
}

// misspelt warns of such keys in the files read so far.
func (c *Files) misspelt() []diag.Diag {
	c.mu.Lock()
	defer c.mu.Unlock()
	var diags []diag.Diag
	for _, name := range sortedKeys(c.known) {
		for _, key := range c.known[name].strange {
			diags = append(diags, diag.Diag{ID: "reclass/misspelt", Severity: diag.Warning, Pos: key.Pos,
				Message: fmt.Sprintf("a class has no key %q", key.Text), Hint: fmt.Sprintf("did you mean %q?", meant(key.Text))})
		}
	}
	return diags
}
