package reclass

import (
	"context"

	"github.com/azogue-build/azogue/lib/tree"
)

// conversion makes values of the nodes of one file.
type conversion struct {
	ctx    context.Context
	shared map[*tree.Node]*value // of nodes so large that a second alias must not cost a second copy
}

// large is the number of parts from which a collection is kept for its aliases.
const large = 16

// value gives the value that a node of a file stands for.
func (c *conversion) value(n *tree.Node) (*value, *fault) {
	switch n.Kind {
	case tree.Null:
		return newScalar(null, n), nil
	case tree.Bool:
		return newScalar(boolean, n), nil
	case tree.Int, tree.Float:
		return newScalar(number, n), nil
	case tree.List, tree.Map:
		return c.collection(n)
	}
	if !scanned(n.Text) {
		return newScalar(literal, n), nil
	}
	return newPattern(n), nil
}

func (c *conversion) collection(n *tree.Node) (*value, *fault) {
	if v := c.shared[n]; v != nil {
		return v, nil
	}
	if f := stopped(c.ctx, n.Pos); f != nil {
		return nil, f
	}
	convert := c.list
	if n.Kind == tree.Map {
		convert = c.mapping
	}
	v, f := convert(n)
	if f != nil {
		return nil, f
	}
	if len(n.Items)+len(n.Fields) >= large {
		if c.shared == nil {
			c.shared = map[*tree.Node]*value{}
		}
		c.shared[n] = v
	}
	return v, nil
}

func (c *conversion) list(n *tree.Node) (*value, *fault) {
	items := make([]*value, len(n.Items))
	for i, item := range n.Items {
		v, f := c.value(item)
		if f != nil {
			return nil, f
		}
		items[i] = v
	}
	v := newList(list, n, items)
	if v.done {
		if v.out = n; rebuilt(items) {
			v.out = nil
			v.out = render(v, nil)
		}
	}
	return v, nil
}

func (c *conversion) mapping(n *tree.Node) (*value, *fault) {
	b := builder{fields: make([]field, 0, len(n.Fields))}
	plain := true
	for _, f := range n.Fields {
		if f.Key.Kind == tree.List || f.Key.Kind == tree.Map {
			return nil, &fault{id: "reclass/key", pos: f.Key.Pos, msg: "a map key must be a scalar"}
		}
		v, bad := c.value(f.Value)
		if bad != nil {
			return nil, bad
		}
		plain = plain && f.Key.Kind == tree.String && prefix(f.Key) == 0 && (v.out == f.Value || !v.done)
		if _, bad := b.insert(field{key: f.Key, val: v}); bad != nil {
			return nil, bad
		}
	}
	v := b.mapping(n)
	if v.done {
		if v.out = n; !plain {
			v.out = nil
			v.out = render(v, nil)
		}
	}
	return v, nil
}

// rebuilt reports whether an item's result is not the node it was read from.
func rebuilt(items []*value) bool {
	for _, item := range items {
		if item.out != item.src {
			return true
		}
	}
	return false
}
