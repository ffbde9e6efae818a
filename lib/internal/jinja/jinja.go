// Package jinja renders Jinja2 templates as Kapitan does: Jinja2 3.1.6 with
// StrictUndefined, trim_blocks, lstrip_blocks, the extension "do", and Kapitan
// 0.36.3's filters (spec N11, K45, K46).
//
// Goals: the same text as the reference, or an error. Templates work on Python's
// values, so numbers, texts, comparisons and the methods of strings, lists and
// dictionaries are Python's. What depends on the machine, the time or chance, and
// what is rare and long (see docs/compat.md), is refused where it is reached.
//
// Non-goals: autoescaping, other settings and extensions, filters written in Python
// (lib/jinja2_filters.py), and speed beyond walking the syntax tree.
//
// How it is laid out: lex.go and parse*.go make nodes of text, eval.go and exec.go
// walk them, template.go is inheritance and inclusion. Values are in value.go, what
// can be done with them in compare.go, arith.go, access.go, method_*.go, filters and
// tests in filter_*.go.
package jinja

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/tree"
)

// Input is one template to render.
type Input struct {
	FS      *overlay.FS
	File    string   // the template
	Folders []string // where other templates are looked for after File's folder; the first wins

	// Vars are the variables, a map with string keys.
	Vars *tree.Node
	// Functions can be called by their names. Arguments that are no JSON values
	// fail before the call.
	Functions map[string]func(args []*tree.Node) (*tree.Node, error)
}

// Render gives the text. The error is a diag.Diag with the place in the template,
// or ctx's error.
func Render(ctx context.Context, in Input) (string, error) {
	e := newEngine(ctx, in)
	text, err := e.render(in)
	var f *fault
	if errors.As(err, &f) {
		pos := tree.Pos{File: f.file, Line: int32(max(f.line, 1)), Column: 1}
		if pos.File == "" {
			pos.File = in.File
		}
		return "", diag.Diag{ID: "jinja/template", Pos: pos, Message: f.text}
	}
	return text, err
}

// engine is what all templates of one rendering share.
type engine struct {
	ctx       context.Context
	fs        *overlay.FS
	folders   []string
	filters   map[string]filter
	tests     map[string]filter
	globals   map[string]any
	known     map[*tree.Node]any
	templates map[string]*template
	modules   map[*template]*module
	depth     int
	size      int // of what was written
}

func newEngine(ctx context.Context, in Input) *engine {
	folder := path.Dir(in.File)
	e := &engine{
		ctx: ctx, fs: in.FS, folders: append([]string{folder}, in.Folders...),
		known: map[*tree.Node]any{}, templates: map[string]*template{}, modules: map[*template]*module{},
		filters: map[string]filter{}, tests: map[string]filter{},
	}
	for _, table := range filterTables() {
		for _, f := range table {
			e.filters[f.name] = f
		}
	}
	for _, t := range testTable() {
		e.tests[t.name] = t
	}
	e.globals = globals()
	return e
}

func (e *engine) render(in Input) (string, error) {
	t, err := e.load(path.Base(in.File))
	if err != nil {
		return "", err
	}
	vars, err := e.variables(in)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = e.renderRoot(t, newContext(t, vars), &out)
	return out.String(), err
}

// variables gives the globals with the input's variables over them.
func (e *engine) variables(in Input) (map[string]any, error) {
	vars := make(map[string]any, len(e.globals))
	for n, v := range e.globals {
		vars[n] = v
	}
	if in.Vars != nil {
		for _, f := range in.Vars.Fields {
			if f.Key.Kind != tree.String {
				return nil, raise("the name of a variable is no string")
			}
			vars[f.Key.Text] = e.fromNode(f.Value)
		}
	}
	for n, call := range in.Functions {
		vars[n] = &function{name: n, call: func(e *engine, a args) (any, error) {
			if len(a.names) > 0 {
				return nil, raise("%s takes no named arguments here", n)
			}
			nodes := make([]*tree.Node, len(a.pos))
			for i, v := range a.pos {
				node, err := e.toNode(v)
				if err != nil {
					return nil, err
				}
				nodes[i] = node
			}
			result, err := call(nodes)
			if err != nil {
				return nil, raise("%s: %v", n, err)
			}
			return e.fromNode(result), nil
		}}
	}
	return vars, nil
}

// fault is an error of a template, with its place once it is known.
type fault struct {
	line int
	file string
	text string
}

func (f *fault) Error() string { return f.text }

// failure is a fault whose line is known.
func failure(line int, format string, args ...any) error {
	return &fault{line: line, text: fmt.Sprintf(format, args...)}
}

// raise is a fault of a value; whoever evaluates it adds the line.
func raise(format string, args ...any) error { return failure(0, format, args...) }

// place adds what a fault does not know yet.
func place(err error, line int, file string) error {
	var f *fault
	if errors.As(err, &f) {
		if f.line == 0 {
			f.line = line
		}
		if f.file == "" && f.line != 0 {
			f.file = file
		}
	}
	return err
}
