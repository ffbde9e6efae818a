package input

import (
	"errors"
	"fmt"
	"path"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// format prints a value as the content of a file.
type format struct {
	name  string
	print func(env *Env, value *tree.Node) ([]byte, error)
}

var formats = []format{
	{"yaml", printYAML},
	{"yml", printYAML},
	{"json", printJSON},
	{"plain", printPlain},
	{"toml", printTOML},
}

// printYAML gives one document for a map and one an element for all else; what
// is falsy gives nothing at all (spec K30, K32).
func printYAML(env *Env, value *tree.Node) ([]byte, error) {
	value, err := env.Secrets.Value(value)
	if err != nil {
		return nil, err
	}
	docs, err := pyyaml.DocumentsOf(value)
	if err != nil {
		return nil, err
	}
	return pyyaml.DumpAll(pyyaml.Kapitan.WithMultiline(env.Target.Multiline), docs), nil
}

// printJSON has no newline at the end (spec K33).
func printJSON(env *Env, value *tree.Node) ([]byte, error) {
	value, err := env.Secrets.Value(value)
	if err != nil || value.Falsy() {
		return nil, err
	}
	return pyjson.DumpIndent(value)
}

func printPlain(env *Env, value *tree.Node) ([]byte, error) {
	if value.Kind != tree.String {
		return nil, fmt.Errorf("output type plain needs a string, but the value is a %s", value.Kind)
	}
	text, err := env.Secrets.Text(value.Text)
	return []byte(text), err
}

// prune drops null and empty lists and maps from lists and maps, in one pass
// from the leaves up: what only becomes empty by it stays (spec K34).
func prune(n *tree.Node) *tree.Node {
	switch n.Kind {
	case tree.List:
		out := *n
		out.Items = make([]*tree.Node, 0, len(n.Items))
		for _, item := range n.Items {
			if !prunable(item) {
				out.Items = append(out.Items, prune(item))
			}
		}
		return &out
	case tree.Map:
		out := *n
		out.Fields = make([]tree.Field, 0, len(n.Fields))
		for _, f := range n.Fields {
			if !prunable(f.Value) {
				out.Fields = append(out.Fields, tree.Field{Key: f.Key, Value: prune(f.Value)})
			}
		}
		return &out
	}
	return n
}

func prunable(n *tree.Node) bool {
	return n.Kind == tree.Null || (n.Kind == tree.List || n.Kind == tree.Map) && n.Falsy()
}

func fsIs(err, target error) bool { return errors.Is(err, target) }

// Stem gives a path's base name without its last extension, as Python's
// os.path.splitext.
func Stem(name string) string {
	base := path.Base(name)
	for i := len(base) - 1; i > 0; i-- {
		if base[i] == '.' && !allDots(base[:i]) {
			return base[:i]
		}
	}
	return base
}

func allDots(s string) bool {
	for _, c := range s {
		if c != '.' {
			return false
		}
	}
	return true
}
