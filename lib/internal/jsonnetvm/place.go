package jsonnetvm

import (
	"strconv"
	"strings"

	"github.com/google/go-jsonnet/ast"

	"github.com/azogue-build/azogue/lib/tree"
)

// step leads from a value of the output to one in it.
type step struct {
	field string
	index int // of a list's element; -1 for a field
}

// pathText gives a path as metadata.labels[0].
func pathText(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.index >= 0 {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		} else {
			b.WriteString("." + s.field)
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// Place gives where an evaluated file writes a field of its value, or at least
// the file.
func (vm *VM) Place(file, field string) tree.Pos {
	return vm.place(file, []step{{field, -1}})
}

// place follows steps through what the file itself spells out, as far as it
// does.
func (vm *VM) place(file string, steps []step) tree.Pos {
	m, ok := vm.mains[file]
	if !ok {
		return tree.Pos{File: file}
	}
	node := m.node
	at := tree.Pos{File: file}
	for _, s := range steps {
		inner, loc := follow(node, s)
		if inner == nil {
			break
		}
		node, at = inner, position(loc)
	}
	return at
}

// follow finds what a step leads to in an expression that is a collection, a
// sum of them, or has local variables before it. It does not look into calls,
// conditions and other files.
func follow(node ast.Node, s step) (ast.Node, ast.LocationRange) {
	switch n := node.(type) {
	case *ast.Local:
		return follow(n.Body, s)
	case *ast.Binary:
		if n.Op != ast.BopPlus {
			break
		}
		if inner, loc := follow(n.Right, s); inner != nil {
			return inner, loc
		}
		return follow(n.Left, s)
	case *ast.Array:
		if s.index >= 0 && s.index < len(n.Elements) {
			inner := n.Elements[s.index].Expr
			return inner, *inner.Loc()
		}
	case *ast.DesugaredObject:
		for _, f := range n.Fields {
			if name, ok := f.Name.(*ast.LiteralString); ok && s.index < 0 && name.Value == s.field {
				return f.Body, f.LocRange
			}
		}
	}
	return nil, ast.LocationRange{}
}
