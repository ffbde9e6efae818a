package pyyaml

import (
	"fmt"
	"math"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// maxJSONNodes bounds what aliases can blow a small text up to.
const maxJSONNodes = 20_000_000

// JSONValue gives a value as Python's json.dumps writes it: keys that are no
// strings become some (spec N6), dates, bytes and sets are errors. A key may
// then stand in a map twice. n is not changed; parts that need no change are
// shared. The error is a diag.Diag.
func JSONValue(n *tree.Node) (*tree.Node, error) {
	c := jsonConverter{done: map[*tree.Node]jsonValue{}}
	out := c.value(n)
	if c.err != nil {
		return nil, *c.err
	}
	if out.size > maxJSONNodes {
		return nil, diag.Diag{ID: "yaml/alias-bomb", Pos: n.Pos, Message: "written out, the aliases of the document make more than 20 million values"}
	}
	return out.node, nil
}

type jsonValue struct {
	node *tree.Node
	size int // how many values it is, written out
}

type jsonConverter struct {
	done map[*tree.Node]jsonValue // the collections
	err  *diag.Diag
}

func (c *jsonConverter) value(n *tree.Node) jsonValue {
	switch n.Kind {
	case tree.Null, tree.Bool, tree.Int, tree.Float, tree.String:
		return jsonValue{n, 1}
	case tree.List, tree.Map:
	default:
		c.fail(n, fmt.Sprintf("a %v cannot be written as JSON", n.Kind))
		return jsonValue{n, 1}
	}
	if v, ok := c.done[n]; ok {
		return v
	}
	v := jsonValue{n, 1}
	if n.Kind == tree.List {
		c.list(&v)
	} else {
		c.mapping(&v)
	}
	v.size = min(v.size, maxJSONNodes+1)
	c.done[n] = v
	return v
}

func (c *jsonConverter) list(v *jsonValue) {
	items := v.node.Items
	for i, item := range items {
		out := c.value(item)
		v.size = min(v.size+out.size, maxJSONNodes+1)
		if out.node == item {
			continue
		}
		if &v.node.Items[0] == &items[0] {
			node := *v.node
			node.Items = append([]*tree.Node(nil), items...)
			v.node = &node
		}
		v.node.Items[i] = out.node
	}
}

func (c *jsonConverter) mapping(v *jsonValue) {
	fields := v.node.Fields
	for i, f := range fields {
		key := c.key(f.Key)
		out := c.value(f.Value)
		v.size = min(v.size+out.size, maxJSONNodes+1)
		if out.node == f.Value && key == f.Key {
			continue
		}
		if &v.node.Fields[0] == &fields[0] {
			node := *v.node
			node.Fields = append([]tree.Field(nil), fields...)
			v.node = &node
		}
		v.node.Fields[i] = tree.Field{Key: key, Value: out.node}
	}
}

func (c *jsonConverter) key(n *tree.Node) *tree.Node {
	text := ""
	switch n.Kind {
	case tree.String:
		return n
	case tree.Null:
		text = "null"
	case tree.Bool:
		text = "false"
		if n.Bool {
			text = "true"
		}
	case tree.Int:
		text = n.Decimal()
	case tree.Float:
		text = jsonFloat(n.Float)
	default:
		c.fail(n, fmt.Sprintf("a %v cannot be a key in JSON", n.Kind))
	}
	return &tree.Node{Kind: tree.String, Pos: n.Pos, Text: text}
}

func (c *jsonConverter) fail(n *tree.Node, message string) {
	if c.err == nil {
		c.err = &diag.Diag{ID: "yaml/json", Pos: n.Pos, Message: message, Hint: "put it in quotes if it is meant as text"}
	}
}

func jsonFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return pyjson.FloatRepr(f)
}
