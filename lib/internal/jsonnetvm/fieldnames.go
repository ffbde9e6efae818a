package jsonnetvm

import (
	"reflect"
	"strings"

	"github.com/google/go-jsonnet/ast"

	"github.com/azogue-build/azogue/lib/diag"
)

const noField = "Field does not exist: "

// opaque has the layout of go-jsonnet's values.
type opaque interface{ value() }

// evaluated is a value that an expression had.
type evaluated struct {
	node  ast.Node
	value opaque
}

// hintAtField makes the hint for target.name where target has no such field.
// The two expressions evaluated last are then target and the name.
func (r *run) hintAtField(node ast.Node, err error) {
	index, ok := node.(*ast.Index)
	if !ok || r.hint != "" || r.last[1].node != index.Target {
		return
	}
	_, name, ok := strings.Cut(err.Error(), noField)
	if !ok {
		return
	}
	names := fieldNames(reflect.ValueOf(any(r.last[1].value)), nil)
	r.hint = diag.DidYouMean(name, names)
}

// fieldNames lists the fields of a go-jsonnet object, which does not export
// them. What it does not know it takes for having none.
func fieldNames(v reflect.Value, names []string) []string {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return names
	}
	for _, part := range []string{"uncached", "left", "right"} {
		if f := v.FieldByName(part); f.IsValid() {
			names = fieldNames(f, names)
		}
	}
	for _, part := range []string{"fields", "retainedFields"} {
		if f := v.FieldByName(part); f.Kind() == reflect.Map {
			for _, key := range f.MapKeys() {
				names = append(names, key.String())
			}
		}
	}
	return names
}
