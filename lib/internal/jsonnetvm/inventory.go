package jsonnetvm

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
	"github.com/azogue-build/azogue/lib/tree"
)

// maxKept is the number of collections that a VM keeps before it starts anew.
const maxKept = 200_000

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

// ownInventory is bound to inventoryVar. The reference fails when inventory() is
// called, whatever part of it is used then (spec N13).
func (r *run) ownInventory() jsonnet.Value {
	if r.Inventory == nil {
		r.ev.Fail(errors.New("no inventory here"))
	}
	return r.inventoryValue(r.Inventory)
}

// allInventories is bound to inventoriesVar.
func (r *run) allInventories() jsonnet.Value {
	if r.All == nil {
		r.ev.Fail(errors.New("the inventories of all targets are not available here"))
	}
	return r.inventoryValue(r.All())
}

func (r *run) inventoryValue(n *tree.Node) jsonnet.Value {
	if bad := r.vm.check(n); bad != nil {
		r.ev.Fail(&failure{cause{id: "jsonnet/inventory", pos: bad.pos}, inventoryError(bad)})
	}
	return r.vm.value(n)
}

func inventoryError(bad *unfit) error {
	return fmt.Errorf("the inventory has a value that Jsonnet cannot hold: %w", bad)
}

// forget drops what was made of inventories when it has become much.
func (vm *VM) forget() {
	if len(vm.checked) > maxKept {
		clear(vm.checked)
		clear(vm.values)
	}
}

// check looks for what Jsonnet cannot hold. Collections are looked at once: targets
// share most of their inventory, and files of one target all of it.
func (vm *VM) check(n *tree.Node) (bad *unfit) {
	if n.Kind != tree.List && n.Kind != tree.Map {
		return scalarProblem(n)
	}
	if bad, ok := vm.checked[n]; ok {
		return bad
	}
	for i := 0; i < len(n.Items) && bad == nil; i++ {
		if bad = vm.check(n.Items[i]); bad != nil {
			bad = bad.under("[" + strconv.Itoa(i) + "]")
		}
	}
	for i := 0; i < len(n.Fields) && bad == nil; i++ {
		f := &n.Fields[i]
		if bad = keyProblem(f.Key); bad != nil {
			break
		}
		if bad = vm.check(f.Value); bad != nil {
			bad = bad.under("." + f.Key.Text)
		}
	}
	vm.checked[n] = bad
	return bad
}

// value converts n, which fits. What is in a collection is converted when a
// program looks at it, once a VM.
func (vm *VM) value(n *tree.Node) jsonnet.Value {
	if n.Kind != tree.List && n.Kind != tree.Map {
		return scalar(n)
	}
	v, ok := vm.values[n]
	if ok {
		return v
	}
	if n.Kind == tree.List {
		elements := make([]jsonnet.Value, len(n.Items))
		for i, item := range n.Items {
			elements[i] = vm.later(item)
		}
		v = jsonnet.NewArray(elements)
	} else {
		list := fields(n)
		names, values := make([]string, len(list)), make([]jsonnet.Value, len(list))
		for i, f := range list {
			names[i], values[i] = untilNUL(f.Key.Text), vm.later(f.Value)
		}
		v = jsonnet.NewObject(syntax.NewShape(names), values)
	}
	vm.values[n] = v
	return v
}

func (vm *VM) later(n *tree.Node) jsonnet.Value {
	if n.Kind != tree.List && n.Kind != tree.Map {
		return scalar(n)
	}
	return jsonnet.Later(func() jsonnet.Value { return vm.value(n) })
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
	if !slices.ContainsFunc(n.Fields, func(f tree.Field) bool { return strings.Contains(f.Key.Text, "\x00") }) {
		return n.Fields
	}
	at := map[string]int{}
	for i, f := range n.Fields {
		at[untilNUL(f.Key.Text)] = i
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

func scalarProblem(n *tree.Node) *unfit {
	why := ""
	switch n.Kind {
	case tree.Null, tree.Bool:
	case tree.String:
		if !utf8.ValidString(n.Text) {
			why = "a half of a surrogate pair, which is no character"
		}
	case tree.Int:
		if n.Text != "" {
			why = "the integer " + n.Text + " does not fit in 64 bits"
		}
	case tree.Float:
		if math.IsNaN(n.Float) || math.IsInf(n.Float, 0) {
			why = strconv.FormatFloat(n.Float, 'g', -1, 64) + " is no number in Jsonnet"
		}
	default:
		why = "a value of type " + n.Kind.String()
	}
	if why == "" {
		return nil
	}
	return &unfit{pos: n.Pos, why: why}
}

// scalar converts what is no collection and has no problem.
func scalar(n *tree.Node) any {
	switch n.Kind {
	case tree.Null:
		return nil
	case tree.Bool:
		return n.Bool
	case tree.Int:
		return float64(n.Int)
	case tree.Float:
		return n.Float
	}
	return untilNUL(n.Text)
}

// plainValue converts n at once, for the results of native functions.
func plainValue(n *tree.Node) (any, *unfit) {
	switch n.Kind {
	case tree.List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			v, bad := plainValue(item)
			if bad != nil {
				return nil, bad.under("[" + strconv.Itoa(i) + "]")
			}
			list[i] = v
		}
		return list, nil
	case tree.Map:
		object := make(map[string]any, len(n.Fields))
		for _, f := range fields(n) {
			v, bad := plainValue(f.Value)
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
	if bad := scalarProblem(n); bad != nil {
		return nil, bad
	}
	return scalar(n), nil
}
