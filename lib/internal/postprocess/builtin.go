package postprocess

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/tree"
)

// builtin is a filter whose program is shipped, as filters/<name>.jsonnet.
type builtin struct {
	name      string
	variables func(env *Env, f Filter) ([]jsonnetvm.Variable, error)
}

var builtins = []builtin{
	{"helm_namespace", helmNamespace},
}

func findBuiltin(name string) (builtin, bool) {
	i := slices.IndexFunc(builtins, func(b builtin) bool { return b.name == name })
	if i < 0 {
		return builtin{}, false
	}
	return builtins[i], true
}

// checkBuiltin wants a known name, arguments, and the path to be there before
// any filter has run.
func checkBuiltin(env *Env, definition *tree.Node) error {
	name := definition.Get("filter")
	if name.Kind == tree.List || name.Kind == tree.Map {
		return invalid(name, fmt.Sprintf("a filter's name must be a string, but it is of type %s", name.Kind), "")
	}
	if _, ok := findBuiltin(name.Text); !ok || name.Kind != tree.String {
		var known []string
		for _, b := range builtins {
			known = append(known, b.name)
		}
		return skip(name, "Unknown builtin filter: "+pyrepr.Text(name), "the built-in filters are "+strings.Join(known, ", "))
	}
	if definition.Get("filterargs") == nil {
		return skip(definition, `"Builtin filter is missing required key 'filterargs'"`, "put the arguments, such as namespace, into filterargs")
	}
	where, err := textOf(definition, "path")
	if err != nil {
		return err
	}
	if _, err := env.FS.Stat(absolute(env.Output, where)); err == nil {
		return nil
	}
	hint := "the path is relative to the target's output: the output_path of a job, and what the job adds to it"
	if near := cmp.Or(env.FS.DidYouMean(where, []string{env.Output}), meantFolder(env, where)); near != "" {
		hint = near
	}
	return skip(definition.Get("path"), "Builtin filter called on path which doesn't exist", hint)
}

// meantFolder is the hint for a folder of the output that is not there, or "".
func meantFolder(env *Env, name string) string {
	var folders []string
	entries, _ := env.FS.ReadDir(absolute(env.Output, path.Dir(name)))
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, path.Join(path.Dir(name), e.Name()))
		}
	}
	return diag.DidYouMean(path.Clean(name), folders)
}

func builtinProgram(env *Env, f Filter) (jsonnetvm.Input, error) {
	b, ok := findBuiltin(f.name)
	if !ok {
		panic("bug: a built-in filter that was not checked: " + f.name)
	}
	variables, err := b.variables(env, f)
	return jsonnetvm.Input{File: path.Join(env.Shipped, "filters", f.name+".jsonnet"), Variables: variables}, err
}

// helmNamespace puts objects into a namespace (spec P17).
func helmNamespace(env *Env, f Filter) ([]jsonnetvm.Variable, error) {
	namespace := f.args.Get("namespace")
	if namespace == nil {
		return nil, diag.Diag{ID: "postprocess/argument", Pos: f.args.Pos, Message: "Builtin filter 'helm_namespace': filter argument 'namespace' is required"}
	}
	if namespace.Kind != tree.String {
		return nil, invalid(namespace, fmt.Sprintf("the filter argument %q must be a string, but it is of type %s", "namespace", namespace.Kind), "put it in quotes")
	}
	create := "false"
	switch n := f.args.Get("create_namespace"); {
	case n == nil:
	case n.Kind == tree.Bool && n.Bool:
		create = "true"
	case n.Kind == tree.Bool:
	case n.Kind == tree.String:
		create = n.Text
	default:
		return nil, invalid(n, fmt.Sprintf("the filter argument %q must be true or false, but it is of type %s", "create_namespace", n.Kind), "")
	}
	excluded, err := excludedObjects(f.args.Get("exclude_objects"))
	return []jsonnetvm.Variable{
		{Name: "namespace", Text: namespace.Text},
		{Name: "create_namespace", Text: create},
		{Name: "exclude_objects", Text: excluded},
		{Name: "chart_output_dir", Text: f.folder(env)},
	}, err
}

// excludedObjects joins what Python goes through in the argument, as JSON.
func excludedObjects(list *tree.Node) (string, error) {
	var items []*tree.Node
	switch {
	case list == nil:
	case list.Kind == tree.List:
		items = list.Items
	case list.Kind == tree.Map:
		for _, f := range list.Fields {
			items = append(items, f.Key)
		}
	case list.Kind == tree.String:
		for _, character := range list.Text {
			items = append(items, tree.NewString(string(character)))
		}
	default:
		return "", invalid(list, fmt.Sprintf("the filter argument %q must be a list of objects with kind and name, but it is of type %s", "exclude_objects", list.Kind), "")
	}
	texts := make([]string, len(items))
	for i, item := range items {
		text, err := pyjson.Dump(item)
		if err != nil {
			return "", err
		}
		texts[i] = string(text)
	}
	return strings.Join(texts, "|"), nil
}
