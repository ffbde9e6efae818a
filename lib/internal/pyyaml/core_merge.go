package pyyaml

import (
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// ApplyMerges gives n with the merge keys in it and below applied as reclass-rs
// does it for parameters (spec R15). The key may be quoted. n is not changed;
// parts without merge keys are shared with it. The error is a diag.Diag.
//
// Of keys that are set more than once the first value counts, the map's own
// before the merged ones, but the last place.
func ApplyMerges(n *tree.Node) (*tree.Node, error) {
	m := merger{done: map[*tree.Node]*tree.Node{}}
	out := m.apply(n)
	if m.err != nil {
		return nil, *m.err
	}
	return out, nil
}

type merger struct {
	done map[*tree.Node]*tree.Node
	err  *diag.Diag
}

func (m *merger) apply(n *tree.Node) *tree.Node {
	if n == nil || n.Kind != tree.List && n.Kind != tree.Map {
		return n
	}
	if out, ok := m.done[n]; ok {
		return out
	}
	out := n
	if n.Kind == tree.List {
		out = m.list(n)
	} else {
		out = m.mapping(n)
	}
	m.done[n] = out
	return out
}

func (m *merger) list(n *tree.Node) *tree.Node {
	var out *tree.Node
	for i, item := range n.Items {
		applied := m.apply(item)
		if applied == item {
			continue
		}
		if out == nil {
			c := *n
			c.Items = append([]*tree.Node(nil), n.Items...)
			out = &c
		}
		out.Items[i] = applied
	}
	if out == nil {
		return n
	}
	return out
}

func (m *merger) mapping(n *tree.Node) *tree.Node {
	var out *tree.Node
	merge := -1
	for i, f := range n.Fields {
		if f.Key.Kind == tree.String && f.Key.Text == "<<" {
			merge = i
		}
		applied := m.apply(f.Value)
		if applied == f.Value {
			continue
		}
		if out == nil {
			c := *n
			c.Fields = append([]tree.Field(nil), n.Fields...)
			out = &c
		}
		out.Fields[i].Value = applied
	}
	if out == nil {
		out = n
	}
	if merge < 0 || m.err != nil {
		return out
	}
	return m.merged(out, merge)
}

// merged gives n with the field at index merge dissolved.
func (m *merger) merged(n *tree.Node, merge int) *tree.Node {
	field := n.Fields[merge]
	sources := []*tree.Node{field.Value}
	if field.Value.Kind == tree.List {
		sources = field.Value.Items
	}
	all := make([]tree.Field, 0, len(n.Fields))
	all = append(all, n.Fields[:merge]...)
	all = append(all, n.Fields[merge+1:]...)
	for _, s := range sources {
		if s.Kind != tree.Map {
			m.fail(field.Key, s)
			return n
		}
		all = append(all, s.Fields...)
	}
	out := *n
	out.Fields = lastPlaceFirstValue(all)
	return &out
}

func lastPlaceFirstValue(all []tree.Field) []tree.Field {
	first := make([]tree.Field, 0, len(all)) // the keys in the order of their first places
	last := make([]int, 0, len(all))         // their last places in all
	index := keyIndex{canonical: coreKey}
	for i, f := range all {
		if old := index.add(first, f.Key); old >= 0 {
			last[old] = i
			continue
		}
		first = append(first, f)
		last = append(last, i)
	}
	if len(first) == len(all) {
		return all
	}
	sorted := make([]int, len(all))
	for i, place := range last {
		sorted[place] = i + 1
	}
	out := make([]tree.Field, 0, len(first))
	for _, i := range sorted {
		if i > 0 {
			out = append(out, first[i-1])
		}
	}
	return out
}

func (m *merger) fail(key, value *tree.Node) {
	if m.err != nil {
		return
	}
	pos := value.Pos
	if pos.Line == 0 {
		pos = key.Pos
	}
	m.err = &diag.Diag{
		ID: "yaml/merge", Pos: pos, Message: "only maps and lists of maps can be merged with `<<`; this is of type " + value.Kind.String(),
		Hint: "name an anchor of a map",
	}
}
