package workspace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/tree"
)

// lintOrigins checks where a class file says that components or packages come
// from (spec I11). What is no map where one should be is a finding too.
func lintOrigins(file string, doc *tree.Node, key, kind string) []diag.Diag {
	var diags []diag.Diag
	say := func(pos tree.Pos, format string, args ...any) {
		diags = append(diags, diag.Diag{ID: "workspace/origin", Pos: pos, Message: fmt.Sprintf(format, args...) + " in " + file})
	}
	params := doc.Get("parameters")
	if params == nil {
		return nil
	}
	if params.Kind != tree.Map {
		say(params.Pos, "> Key 'parameters' isn't a dictionary")
		return diags
	}
	list := params.Get(key)
	if list == nil {
		return nil
	}
	if list.Kind != tree.Map {
		say(list.Pos, "> Key 'parameters.%s' isn't a dictionary", key)
		return diags
	}
	for _, f := range list.Fields {
		name := pyrepr.Text(f.Key)
		if f.Value.Kind != tree.Map {
			say(f.Value.Pos, "> %s specification for %s isn't a dictionary", kind, name)
			continue
		}
		if f.Value.Get("version") == nil {
			say(f.Key.Pos, "> %s specification for %s is missing key 'version'", kind, name)
		}
		if unknown := unknownKeys(f.Value); len(unknown) > 0 {
			say(f.Value.Pos, "> %s specification for %s contains unknown key(s) '{%s}'", kind, name, strings.Join(unknown, ", "))
		}
		if url := f.Value.Get("url"); url != nil && url.Kind != tree.String {
			say(url.Pos, "> %s %s url is of type %s (expected string)", kind, name, pythonType(url))
		}
		if version := f.Value.Get("version"); version != nil && version.Kind != tree.String {
			say(version.Pos, "> %s %s version is of type %s, (expected string)", kind, name, pythonType(version))
		}
	}
	return diags
}

// unknownKeys gives the keys that nothing reads, as Python shows them, sorted:
// the reference has them in random order.
func unknownKeys(spec *tree.Node) (list []string) {
	for _, f := range spec.Fields {
		if f.Key.Kind != tree.String || !slices.Contains([]string{"url", "version", "path"}, f.Key.Text) {
			list = append(list, pyrepr.Value(f.Key))
		}
	}
	slices.Sort(list)
	return list
}

// pythonType gives the name of a value's type in Python.
func pythonType(n *tree.Node) string {
	return [...]string{
		tree.Null: "NoneType", tree.Bool: "bool", tree.Int: "int", tree.Float: "float", tree.String: "str", tree.Bytes: "bytes",
		tree.Date: "date", tree.Time: "datetime", tree.List: "list", tree.Map: "dict", tree.Set: "set",
	}[n.Kind]
}
