package jsonnetvm

import (
	"errors"
	"fmt"
	"path"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/jinja"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// jinjaRenderFile renders a template of the search paths, in which other templates
// are looked for too (spec N11).
func jinjaRenderFile(r *run, args []any) (any, error) {
	name, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	vars, err := contextOf(args[1])
	if err != nil {
		return nil, err
	}
	at, ok := search(r, name)
	if !ok {
		return nil, notFound(r, "template", name)
	}
	out, err := jinja.Render(r.ctx, jinja.Input{FS: r.FS, File: path.Clean(at), Folders: r.SearchPaths, Vars: vars})
	if err == nil && !utf8.ValidString(out) {
		err = fmt.Errorf("%s: the text holds half of a surrogate pair", at)
	}
	return out, err
}

// contextOf reads a template's variables: what Python's dict() takes.
func contextOf(arg any) (*tree.Node, error) {
	s, ok := arg.(string)
	if !ok {
		return nil, errors.New("the argument ctx must be JSON text")
	}
	n, err := pyjson.Parse([]byte(s))
	switch {
	case err != nil:
		return nil, errors.New("the argument ctx is no JSON text")
	case n.Kind == tree.Map:
		return n, nil
	case n.Falsy() && (n.Kind == tree.List || n.Kind == tree.String):
		return tree.NewMap(), nil
	}
	return nil, fmt.Errorf("the argument ctx is no object but a value of type %s", n.Kind)
}
