package postprocess

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/tree"
)

// Filter is one that can be run.
type Filter struct {
	Pos     tree.Pos // of its definition
	kind    *kind
	name    string // of a built-in filter, or the path of a program, as it is written
	path    string // relative to the target's output unless it is absolute, as pathlib writes it
	enabled bool
	args    *tree.Node // nil for none
}

// folder is where the filter works.
func (f Filter) folder(env *Env) string { return absolute(env.Output, f.path) }

// Filters gives the filters that a target's parameters list, in order. A filter
// with an invalid definition is left out with a warning, where the reference
// leaves it out too (spec P11); what it breaks down on is an error. It looks for
// files as they are now, so it comes before the first Run.
func Filters(env *Env, parameters *tree.Node) ([]Filter, []diag.Diag) {
	list, err := listed(parameters)
	if err != nil {
		return nil, []diag.Diag{targeted(env, err)}
	}
	var filters []Filter
	var diags []diag.Diag
	for _, definition := range list {
		f, err := define(env, definition)
		if err == nil {
			filters = append(filters, f)
			continue
		}
		d := targeted(env, err)
		d.Pos = cmp.Or(d.Pos, definition.Pos)
		if d.Severity == diag.Warning {
			name := "<unknown>"
			if n := definition.Get("filter"); n != nil {
				name = pyrepr.Text(n)
			}
			d.Message = fmt.Sprintf("Skipping filter '%s' with invalid definition %s: %s", name, pyrepr.Value(definition), d.Message)
			fmt.Fprintf(env.Said, " > %s\n", d.Message)
		}
		diags = append(diags, d)
	}
	return filters, diags
}

func targeted(env *Env, err error) diag.Diag {
	d := diag.From(err, "postprocess/filter")
	d.Target = env.Instance
	return d
}

// listed gives the definitions below parameters.commodore.postprocess.filters.
func listed(parameters *tree.Node) ([]*tree.Node, error) {
	at := parameters
	for _, key := range []string{"commodore", "postprocess", "filters"} {
		if at.Kind != tree.Map {
			return nil, invalid(at, fmt.Sprintf("what holds %q must be a map, but it is of type %s", key, at.Kind), "")
		}
		if at = at.Get(key); at == nil {
			return nil, nil
		}
	}
	switch {
	case at.Kind == tree.List:
		return at.Items, nil
	case at.Falsy() && (at.Kind == tree.Map || at.Kind == tree.String):
		return nil, nil // Python goes through it, and it is empty
	}
	return nil, invalid(at, fmt.Sprintf("commodore.postprocess.filters must be a list of filters, but it is of type %s", at.Kind), "begin each filter with a dash")
}

// invalid is an error in a definition, on which the reference breaks down.
func invalid(at *tree.Node, message, hint string) error {
	return diag.Diag{ID: "postprocess/definition", Pos: at.Pos, Message: message, Hint: hint}
}

// skip is a definition that the reference skips. The message is the reference's.
func skip(at *tree.Node, message, hint string) error {
	return diag.Diag{ID: "postprocess/skipped", Severity: diag.Warning, Pos: at.Pos, Message: message, Hint: hint}
}

// define makes a filter of its definition, in the reference's order of checks.
func define(env *Env, definition *tree.Node) (Filter, error) {
	if definition.Kind != tree.Map {
		return Filter{}, invalid(definition, fmt.Sprintf("a filter is a map with type, path and filter, but this is of type %s", definition.Kind), "")
	}
	var missing []string
	for _, key := range []string{"filter", "path", "type"} {
		if definition.Get(key) == nil {
			missing = append(missing, "'"+key+"'")
		}
	}
	if len(missing) > 0 {
		return Filter{}, skip(definition, fmt.Sprintf(`"Filter is missing required key(s) {%s}"`, strings.Join(missing, ", ")), "a filter has the keys type, path and filter")
	}
	enabled := definition.Get("enabled")
	if enabled != nil && enabled.Kind != tree.Bool {
		return Filter{}, skip(enabled, "Filter key 'enabled' is not a boolean", "write true or false without quotes")
	}
	kind, err := kindOf(definition.Get("type"))
	if err != nil {
		return Filter{}, err
	}
	if err := kind.check(env, definition); err != nil {
		return Filter{}, err
	}
	where, err := textOf(definition, "path")
	if err != nil {
		return Filter{}, err
	}
	name := definition.Get("filter").Text
	return Filter{Pos: definition.Pos, kind: kind, name: name, path: purePath(where), enabled: enabled == nil || enabled.Bool, args: definition.Get("filterargs")}, nil
}

// purePath gives a path as pathlib writes it.
func purePath(name string) string {
	if path.IsAbs(name) {
		return "/" + relative(name)
	}
	return cmp.Or(relative(name), ".")
}

func textOf(definition *tree.Node, key string) (string, error) {
	n := definition.Get(key)
	if n.Kind != tree.String {
		return "", invalid(n, fmt.Sprintf("a filter's %s must be a string, but it is of type %s", key, n.Kind), "")
	}
	return n.Text, nil
}

// kind is a type of filter.
type kind struct {
	name    string
	shipped bool // the program is not the user's
	check   func(env *Env, definition *tree.Node) error
	program func(env *Env, f Filter) (jsonnetvm.Input, error) // File and Variables
}

var kinds = []kind{
	{"builtin", true, checkBuiltin, builtinProgram},
	{"jsonnet", false, checkProgram, ownProgram},
}

func kindOf(n *tree.Node) (*kind, error) {
	if n.Kind == tree.List || n.Kind == tree.Map {
		return nil, invalid(n, fmt.Sprintf("a filter's type must be a string, but it is of type %s", n.Kind), "the types are builtin and jsonnet")
	}
	for i := range kinds {
		if n.Kind == tree.String && n.Text == kinds[i].name {
			return &kinds[i], nil
		}
	}
	return nil, skip(n, "Filter has unknown type "+pyrepr.Text(n), "the types are builtin and jsonnet")
}

// checkProgram wants the file of a jsonnet filter.
func checkProgram(env *Env, definition *tree.Node) error {
	name, err := textOf(definition, "filter")
	if err != nil {
		return err
	}
	if info, err := env.FS.Stat(absolute(env.Directory, name)); err == nil && info.Mode().IsRegular() {
		return nil
	}
	hint := "the path is relative to the component's folder"
	if near := env.FS.DidYouMean(name, []string{env.Directory}); near != "" {
		hint = near
	}
	return skip(definition.Get("filter"), "Jsonnet filter definition does not exist", hint)
}

// ownProgram gives a component's program the filterargs as external variables
// (spec P13).
func ownProgram(env *Env, f Filter) (jsonnetvm.Input, error) {
	in := jsonnetvm.Input{File: absolute(env.Directory, f.name)}
	if f.args == nil {
		return in, nil
	}
	for _, arg := range f.args.Fields {
		if arg.Value.Kind != tree.String {
			return in, invalid(arg.Value, fmt.Sprintf("the filter argument %q must be a string, but it is of type %s", arg.Key.Text, arg.Value.Kind),
				"arguments are external variables: put it in quotes, and have the filter read JSON text with std.parseJson")
		}
		in.Variables = append(in.Variables, jsonnetvm.Variable{Name: arg.Key.Text, Text: arg.Value.Text})
	}
	return in, nil
}

// reserved are names that no argument can have: the reference's own functions
// use them for what they pass along.
var reserved = []string{"config", "inv", "component", "instance", "filterid", "path", "work_dir"}

// reservedForPrograms are more such names.
var reservedForPrograms = []string{"jsonnet_func", "jsonnet_input"}

func (f Filter) checkArguments() error {
	if f.args == nil {
		return nil
	}
	if f.args.Kind != tree.Map {
		return invalid(f.args, fmt.Sprintf("filterargs must be a map, but it is of type %s", f.args.Kind), "leave it away where there are no arguments")
	}
	for _, arg := range f.args.Fields {
		if arg.Key.Kind != tree.String {
			return invalid(arg.Key, fmt.Sprintf("the name of a filter argument must be a string, but it is of type %s", arg.Key.Kind), "put it in quotes")
		}
		if name := arg.Key.Text; slices.Contains(reserved, name) || !f.kind.shipped && slices.Contains(reservedForPrograms, name) {
			return invalid(arg.Key, fmt.Sprintf("no filter argument can have the name %q", name), "Commodore uses it for itself: choose another one")
		}
	}
	return nil
}
