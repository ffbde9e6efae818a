package refs

import (
	"errors"
	"slices"
	"strconv"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// Value gives a value with the tokens in its strings replaced, keys apart. The
// error is a diag.Diag; its place is that of the string where it has one, and
// its frame the path to it.
//
// What is shared is what the reference shares, tokens or not: a map that is in
// several places is one map again, and a list that is in several places becomes
// several (spec K67, Y41). Where that changes nothing n itself comes back.
func (f Form) Value(n *tree.Node) (*tree.Node, error) {
	r := rewriter{f, map[*tree.Node]*tree.Node{}, map[*tree.Node]bool{}}
	return r.value(n)
}

type rewriter struct {
	form  Form
	maps  map[*tree.Node]*tree.Node
	lists map[*tree.Node]bool // those that stand somewhere already
}

func (r *rewriter) value(n *tree.Node) (*tree.Node, error) {
	switch n.Kind {
	case tree.String:
		text, err := r.form.Text(n.Text)
		if err != nil {
			return nil, located(err, n.Pos)
		}
		if text == n.Text {
			return n, nil
		}
		out := *n
		out.Text = text
		return &out, nil
	case tree.List:
		return r.list(n)
	case tree.Map:
		if done := r.maps[n]; done != nil {
			return done, nil
		}
		done, err := r.mapping(n)
		r.maps[n] = done
		return done, err
	}
	return n, nil
}

func (r *rewriter) list(n *tree.Node) (*tree.Node, error) {
	changed := r.lists[n]
	r.lists[n] = true
	var items []*tree.Node
	for i, item := range n.Items {
		v, err := r.value(item)
		if err != nil {
			return nil, inside(err, "["+strconv.Itoa(i)+"]")
		}
		if v != item && items == nil {
			items = slices.Clone(n.Items)
		}
		if items != nil {
			items[i] = v
		}
	}
	switch {
	case items == nil && !changed:
		return n, nil
	case items == nil:
		items = n.Items
	}
	out := *n
	out.Items = items
	return &out, nil
}

func (r *rewriter) mapping(n *tree.Node) (*tree.Node, error) {
	out := n
	for i, f := range n.Fields {
		v, err := r.value(f.Value)
		if err != nil {
			return nil, inside(err, "."+f.Key.Text)
		}
		if v == f.Value {
			continue
		}
		if out == n {
			clone := *n
			clone.Fields = slices.Clone(n.Fields)
			out = &clone
		}
		out.Fields[i].Value = v
	}
	return out, nil
}

// located gives a finding a place and the start of its path.
func located(err error, pos tree.Pos) error {
	if d, ok := errors.AsType[diag.Diag](err); ok {
		d.Pos = pos
		d.Chain = []diag.Frame{{}}
		return d
	}
	return err
}

// inside puts a step in front of a finding's path.
func inside(err error, step string) error {
	if d, ok := errors.AsType[diag.Diag](err); ok && len(d.Chain) == 1 {
		d.Chain = []diag.Frame{{Text: step + d.Chain[0].Text}}
		return d
	}
	return err
}
