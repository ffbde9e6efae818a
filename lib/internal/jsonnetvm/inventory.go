package jsonnetvm

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/go-jsonnet/ast"

	"github.com/azogue-build/azogue/lib/tree"
)

// literal is an inventory value as a piece of Jsonnet program, which go-jsonnet
// evaluates one level at a time, and only where something looks into it. bad is
// set when gojsonnet's binding could not pass the value on (spec N13).
type literal struct {
	node ast.Node
	bad  *unfit
}

// maxLiterals is the number of collections, of some hundred bytes a field, that a
// VM keeps before it starts anew.
const maxLiterals = 200_000

// unfit is a value that Jsonnet cannot hold.
type unfit struct {
	path []string // innermost first
	pos  tree.Pos
	why  string
}

func (u *unfit) Error() string {
	var at strings.Builder
	for i := len(u.path) - 1; i >= 0; i-- {
		at.WriteString(u.path[i])
	}
	return strings.TrimPrefix(at.String(), ".") + ": " + u.why
}

// under gives the same finding seen from one level further out.
func (u *unfit) under(step string) *unfit {
	if u == nil {
		return nil
	}
	return &unfit{append(u.path[:len(u.path):len(u.path)], step), u.pos, u.why}
}

// inventoryNode gives what the external variable is bound to. The reference
// fails when inventory() is called, whatever part of it is used then.
func (vm *VM) inventoryNode(inventory *tree.Node) ast.Node {
	if inventory == nil {
		return failing("no inventory here")
	}
	if len(vm.literals) > maxLiterals {
		clear(vm.literals)
		clear(vm.names)
	}
	return vm.inventoryLiteral(inventory)
}

func (vm *VM) inventoryLiteral(inventory *tree.Node) ast.Node {
	l := vm.literal(inventory)
	if l.bad != nil {
		err := inventoryError(l.bad)
		vm.run.causes[err.Error()] = cause{id: "jsonnet/inventory", pos: l.bad.pos}
		return failing(err.Error())
	}
	return l.node
}

// fillAll makes the inventories of all targets ready.
func (vm *VM) fillAll() {
	if vm.run.All == nil {
		vm.run.all.Body = failing("the inventories of all targets are not available here")
		return
	}
	vm.run.all.Body = vm.inventoryLiteral(vm.run.All())
}

func failing(message string) ast.Node {
	return &ast.Error{Expr: &ast.LiteralString{Value: message}}
}

func inventoryError(bad *unfit) error {
	return fmt.Errorf("the inventory has a value that Jsonnet cannot hold: %w", bad)
}

// literal converts n. Collections are kept by node: targets share most of their
// inventory, and files of one target all of it.
func (vm *VM) literal(n *tree.Node) literal {
	if n.Kind != tree.List && n.Kind != tree.Map {
		return scalarLiteral(n)
	}
	if l, ok := vm.literals[n]; ok {
		return l
	}
	l := vm.listLiteral(n)
	if n.Kind == tree.Map {
		l = vm.mapLiteral(n)
	}
	vm.literals[n] = l
	return l
}

func (vm *VM) listLiteral(n *tree.Node) literal {
	array := &ast.Array{Elements: make([]ast.CommaSeparatedExpr, len(n.Items))}
	l := literal{node: array}
	for i, item := range n.Items {
		el := vm.literal(item)
		array.Elements[i].Expr = el.node
		if l.bad == nil {
			l.bad = el.bad.under("[" + strconv.Itoa(i) + "]")
		}
	}
	return l
}

func (vm *VM) mapLiteral(n *tree.Node) literal {
	object := &ast.DesugaredObject{Fields: make(ast.DesugaredObjectFields, 0, len(n.Fields))}
	l := literal{node: object}
	for _, f := range fields(n) {
		value := vm.literal(f.Value)
		object.Fields = append(object.Fields, ast.DesugaredObjectField{
			Name: vm.name(untilNUL(f.Key.Text)),
			Body: value.node,
			Hide: ast.ObjectFieldInherit,
		})
		if l.bad == nil {
			l.bad = keyProblem(f.Key)
		}
		if l.bad == nil {
			l.bad = value.bad.under("." + f.Key.Text)
		}
	}
	return l
}

// name gives a literal that all fields of a name share: names are a few hundred,
// fields many thousands.
func (vm *VM) name(text string) ast.Node {
	if n := vm.names[text]; n != nil {
		return n
	}
	n := &ast.LiteralString{Value: text}
	vm.names[text] = n
	return n
}

func keyProblem(key *tree.Node) *unfit {
	switch {
	case key.Kind == tree.String && utf8.ValidString(key.Text):
		return nil
	case key.Kind == tree.String:
		return &unfit{pos: key.Pos, why: fmt.Sprintf("the key %s has a half of a surrogate pair, which is no character", keyText(key))}
	}
	return &unfit{pos: key.Pos, why: fmt.Sprintf("the key %s is no string but of type %s", keyText(key), key.Kind)}
}

func keyText(key *tree.Node) string {
	switch key.Kind {
	case tree.Int:
		return key.Decimal()
	case tree.Float:
		return strconv.FormatFloat(key.Float, 'g', -1, 64)
	case tree.Bool:
		return strconv.FormatBool(key.Bool)
	case tree.Null:
		return "null"
	}
	return strconv.Quote(key.Text)
}

// fields gives a map's fields with each name once, the last one, as the binding
// has it after cutting keys at a NUL.
func fields(n *tree.Node) []tree.Field {
	at := make(map[string]int, len(n.Fields))
	for i, f := range n.Fields {
		at[untilNUL(f.Key.Text)] = i
	}
	if len(at) == len(n.Fields) {
		return n.Fields
	}
	var list []tree.Field
	for i, f := range n.Fields {
		if f.Key.Kind != tree.String || at[untilNUL(f.Key.Text)] == i {
			list = append(list, f)
		}
	}
	return list
}

// untilNUL is what is left of a string in C.
func untilNUL(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}

func scalarLiteral(n *tree.Node) literal {
	v, bad := scalarValue(n)
	switch v := v.(type) {
	case bool:
		if v {
			return literal{literalTrue, bad}
		}
		return literal{literalFalse, bad}
	case string:
		return literal{&ast.LiteralString{Value: v}, bad}
	case float64:
		return literal{&ast.LiteralNumber{OriginalString: strconv.FormatFloat(v, 'g', -1, 64)}, bad}
	}
	return literal{literalNull, bad}
}

var (
	literalTrue  = &ast.LiteralBoolean{Value: true}
	literalFalse = &ast.LiteralBoolean{Value: false}
	literalNull  = &ast.LiteralNull{}
)

func scalarValue(n *tree.Node) (any, *unfit) {
	switch n.Kind {
	case tree.Null:
		return nil, nil
	case tree.Bool:
		return n.Bool, nil
	case tree.String:
		if !utf8.ValidString(n.Text) {
			return nil, &unfit{pos: n.Pos, why: "a half of a surrogate pair, which is no character"}
		}
		return untilNUL(n.Text), nil
	case tree.Int:
		if n.Text != "" {
			return nil, &unfit{pos: n.Pos, why: "the integer " + n.Text + " does not fit in 64 bits"}
		}
		return float64(n.Int), nil
	case tree.Float:
		if math.IsNaN(n.Float) || math.IsInf(n.Float, 0) {
			return nil, &unfit{pos: n.Pos, why: strconv.FormatFloat(n.Float, 'g', -1, 64) + " is no number in Jsonnet"}
		}
		return n.Float, nil
	}
	return nil, &unfit{pos: n.Pos, why: "a value of type " + n.Kind.String()}
}

// value converts n at once, for the results of native functions.
func value(n *tree.Node) (any, *unfit) {
	switch n.Kind {
	case tree.List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			v, bad := value(item)
			if bad != nil {
				return nil, bad.under("[" + strconv.Itoa(i) + "]")
			}
			list[i] = v
		}
		return list, nil
	case tree.Map:
		object := make(map[string]any, len(n.Fields))
		for _, f := range fields(n) {
			v, bad := value(f.Value)
			if bad == nil {
				bad = keyProblem(f.Key)
			} else {
				bad = bad.under("." + f.Key.Text)
			}
			if bad != nil {
				return nil, bad
			}
			object[untilNUL(f.Key.Text)] = v
		}
		return object, nil
	case tree.Bytes:
		list := make([]any, len(n.Text))
		for i := range n.Text {
			list[i] = float64(n.Text[i])
		}
		return list, nil
	}
	return scalarValue(n)
}
