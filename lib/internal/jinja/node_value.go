package jinja

import (
	"math/big"

	"github.com/azogue-build/azogue/lib/tree"
)

// toNode makes a node of a value, for what prints values. A collection that stands
// in two places is the same node in both.
func (e *engine) toNode(v any) (*tree.Node, error) {
	return e.nodeOf(v, map[any]*tree.Node{}, 0)
}

func (e *engine) nodeOf(v any, known map[any]*tree.Node, depth int) (*tree.Node, error) {
	if depth > maxDepth {
		return nil, raise("the value is nested too deeply, or holds itself")
	}
	switch v := v.(type) {
	case none:
		return tree.NewNull(), nil
	case bool:
		return tree.NewBool(v), nil
	case *big.Int:
		return tree.NewBigInt(v.String()), nil
	case float64:
		return tree.NewFloat(v), nil
	case string:
		return tree.NewString(v), nil
	case markup:
		return nil, raise("a text that is marked as safe cannot be written as a value")
	case *datetime:
		return &tree.Node{Kind: tree.Time, Text: v.String()}, nil
	case *undefined:
		return nil, v.err()
	case *list:
		if n := known[v]; n != nil {
			return n, nil
		}
		n := tree.NewList()
		known[v] = n
		for i := range v.items {
			item, err := e.nodeOf(e.item(v, i), known, depth+1)
			if err != nil {
				return nil, err
			}
			n.Items = append(n.Items, item)
		}
		return n, nil
	case *dict:
		if n := known[v]; n != nil {
			return n, nil
		}
		n := tree.NewMap()
		known[v] = n
		return n, e.entries(v, func(key, value any) error {
			k, err := e.nodeOf(key, known, depth+1)
			if err != nil {
				return err
			}
			child, err := e.nodeOf(value, known, depth+1)
			n.Fields = append(n.Fields, tree.Field{Key: k, Value: child})
			return err
		})
	}
	return nil, raise("a value of type %s cannot be written as a value", typeName(v))
}

// plain tells whether a node holds itself nowhere and has no keys but scalars.
func acyclic(n *tree.Node, open map[*tree.Node]bool) error {
	if n.Kind != tree.List && n.Kind != tree.Map {
		return nil
	}
	if open[n] {
		return raise("the value holds itself")
	}
	open[n] = true
	defer delete(open, n)
	for _, item := range n.Items {
		if err := acyclic(item, open); err != nil {
			return err
		}
	}
	for _, f := range n.Fields {
		if f.Key.Kind == tree.List {
			return raise("a tuple as a key is not supported")
		}
		if err := acyclic(f.Value, open); err != nil {
			return err
		}
	}
	return nil
}
