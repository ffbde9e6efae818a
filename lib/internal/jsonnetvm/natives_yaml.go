package jsonnetvm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

func yamlLoad(r *run, args []any) (any, error) {
	at, docs, err := loadYAML(r, args)
	if err != nil {
		return nil, err
	}
	switch len(docs) {
	case 0:
		return "null", nil
	case 1:
		return asJSON(at, docs[0])
	}
	return nil, fmt.Errorf("%s: %d documents where yaml_load takes one; yaml_load_stream gives all", at, len(docs))
}

func yamlLoadStream(r *run, args []any) (any, error) {
	at, docs, err := loadYAML(r, args)
	if err != nil {
		return nil, err
	}
	return asJSON(at, tree.NewList(docs...))
}

// loadYAML finds and reads a file. Its name must end as a YAML file's (spec N6).
func loadYAML(r *run, args []any) (string, []*tree.Node, error) {
	name, err := text(args, 0)
	if err != nil {
		return "", nil, err
	}
	if !strings.HasSuffix(name, ".yml") && !strings.HasSuffix(name, ".yaml") {
		return "", nil, errors.New("the name must end in .yml or .yaml")
	}
	at, ok := search(r, name)
	if !ok {
		return "", nil, notFound(r, "file", name)
	}
	s, err := readText(r, at)
	if err != nil {
		return "", nil, err
	}
	docs, err := pyyaml.Load(at, []byte(newlines(s)))
	return at, docs, err
}

// asJSON gives the text that json.dumps would.
func asJSON(at string, n *tree.Node) (any, error) {
	if written(n, map[*tree.Node]int{}) > maxText {
		return nil, fmt.Errorf("%s: with its aliases written out, it is more than %d MiB of JSON", at, maxText>>20)
	}
	out, err := pyjson.Dump(n)
	if d, ok := errors.AsType[diag.Diag](err); ok && d.Pos != (tree.Pos{}) {
		return nil, d
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	return string(out), nil
}

// maxText bounds what a YAML file becomes: ten lines of aliases to aliases stand
// for more than any memory holds.
const maxText = 256 << 20

// written is about the size of a value as text, or more than maxText. A value in
// itself counts for nothing: making JSON of it refuses it.
func written(n *tree.Node, known map[*tree.Node]int) int {
	size := len(n.Text) + 2
	if n.Kind != tree.List && n.Kind != tree.Map {
		return size
	}
	if size, ok := known[n]; ok {
		return size
	}
	known[n] = 0
	for _, item := range n.Items {
		size = min(size+written(item, known), maxText+1)
	}
	for _, f := range n.Fields {
		size = min(size+written(f.Key, known)+written(f.Value, known), maxText+1)
	}
	known[n] = size
	return size
}

func yamlDump(_ *run, args []any) (any, error) {
	n, err := fromJSON(args)
	if err != nil {
		return nil, err
	}
	return string(pyyaml.Dump(pyyaml.Safe, n)), nil
}

// yamlDumpStream dumps what Python iterates over: a list's items, an object's
// keys, a string's characters (spec N7).
func yamlDumpStream(_ *run, args []any) (any, error) {
	n, err := fromJSON(args)
	if err != nil {
		return nil, err
	}
	var docs []*tree.Node
	switch n.Kind {
	case tree.List:
		docs = n.Items
	case tree.Map:
		for _, f := range n.Fields {
			docs = append(docs, f.Key)
		}
	case tree.String:
		for s := n.Text; s != ""; {
			// A half of a surrogate pair is one character too.
			_, size := pyjson.DecodeRune(s)
			docs = append(docs, tree.NewString(s[:size]))
			s = s[size:]
		}
	default:
		return nil, fmt.Errorf("a value of type %s is not a list of documents", n.Kind)
	}
	return string(pyyaml.DumpAll(pyyaml.Safe, docs)), nil
}

func fromJSON(args []any) (*tree.Node, error) {
	s, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	n, err := pyjson.Parse([]byte(s))
	if err != nil {
		d := diag.From(err, "")
		return nil, fmt.Errorf("the argument is no JSON text: line %d, column %d: %s", d.Pos.Line, d.Pos.Column, d.Message)
	}
	return n, nil
}
