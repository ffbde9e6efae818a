package jsonnetvm

import (
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
	"github.com/azogue-build/azogue/lib/tree"
)

// pathText gives a path in the output as metadata.labels[0].
func pathText(steps []jsonnet.Step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.Index >= 0 {
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		} else {
			b.WriteString("." + s.Field)
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// Place gives where the file that was evaluated last writes a field of its value,
// or at least the file.
func (vm *VM) Place(field string) tree.Pos {
	return vm.run.place([]jsonnet.Step{{Field: field, Index: -1}})
}

// place follows steps through what the file itself spells out, as far as it
// does.
func (r *run) place(steps []jsonnet.Step) tree.Pos {
	node, at := r.program, tree.Pos{File: r.File}
	for _, s := range steps {
		inner, span := follow(node, s)
		if inner == nil {
			break
		}
		node, at = inner, span.Pos()
	}
	return at
}

// follow finds what a step leads to in an expression that is a collection, a
// sum of them, or has local variables before it. It does not look into calls,
// conditions and other files.
func follow(node syntax.Node, s jsonnet.Step) (syntax.Node, syntax.Span) {
	switch n := node.(type) {
	case *syntax.Local:
		return follow(n.Body, s)
	case *syntax.Binary:
		if n.Op != syntax.OpAdd {
			break
		}
		if inner, span := follow(n.Right, s); inner != nil {
			return inner, span
		}
		return follow(n.Left, s)
	case *syntax.Array:
		if s.Index >= 0 && s.Index < len(n.Elements) {
			return n.Elements[s.Index], n.Elements[s.Index].At()
		}
	case *syntax.Object:
		for i := range n.Fields {
			if f := &n.Fields[i]; s.Index < 0 && f.Computed == nil && f.Name == s.Field {
				return f.Body, f.At()
			}
		}
	}
	return nil, syntax.Span{}
}
