package postprocess

import (
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// str gives a value as Python's str does.
func str(n *tree.Node) string {
	if n.Kind == tree.String {
		return n.Text
	}
	return repr(n)
}

// repr gives a value of an inventory as Python's repr does, but for characters
// in strings that Python escapes.
func repr(n *tree.Node) string {
	switch n.Kind {
	case tree.Null:
		return "None"
	case tree.Bool:
		if n.Bool {
			return "True"
		}
		return "False"
	case tree.Int:
		return n.Decimal()
	case tree.Float:
		return pyjson.FloatRepr(n.Float)
	case tree.List:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			parts[i] = repr(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case tree.Map:
		parts := make([]string, len(n.Fields))
		for i, f := range n.Fields {
			parts[i] = repr(f.Key) + ": " + repr(f.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	if strings.ContainsAny(n.Text, "'\\\n\t\r") {
		return strconv.Quote(n.Text)
	}
	return "'" + n.Text + "'"
}
