package reclass

import (
	"math"

	"github.com/azogue-build/azogue/lib/tree"
)

// kind is what reclass-rs calls the variant of a value.
type kind uint8

const (
	null kind = iota
	boolean
	number
	literal // a string that stands for itself
	pattern // a string with references or escapes, not resolved yet
	list
	mapping
	layers // the values that classes gave to one key, the first class first
	failed // what is left of a value that could not be resolved
)

// variants are the names that merge and lookup messages use.
var variants = [...]string{
	"Value::Null", "Value::Bool", "Value::Number", "Value::Literal", "Value::String",
	"Value::Sequence", "Value::Mapping", "Value::ValueList", "Value::ResolveError",
}

func (k kind) String() string { return variants[k] }

// value is one value on its way from class files to a result. It is not
// changed once it is shared, except that out is filled in by the one goroutine
// that knows it.
type value struct {
	kind   kind
	done   bool // resolving it gives itself
	dirty  bool // a key in it still begins with ~ or =
	broken bool // it holds a failed value
	src    *tree.Node
	out    *tree.Node // its form in a result, once made
	ref    *template  // of a pattern
	items  []*value   // of a list or of layers
	fields []field    // of a mapping
	index  map[string]int32
	fault  *fault // of a failed value
}

// field is one entry of a mapping. Its key has lost its prefix.
type field struct {
	key      *tree.Node
	val      *value
	constant bool // nothing may be merged over it (spec R23)
	override bool // it drops what it is merged over (spec R22)
}

// indexed is the number of fields from which a mapping is looked up by hash.
const indexed = 9

var nullValue = &value{kind: null, done: true, src: tree.NewNull(), out: tree.NewNull()}

// pos gives the place of v, if it was read from a file.
func (v *value) pos() tree.Pos {
	if v.src == nil {
		return tree.Pos{}
	}
	return v.src.Pos
}

// get gives the value of a string key in a mapping, or nil (spec R26).
func (v *value) get(key string) *value {
	if i := findText(v.fields, v.index, key); i >= 0 {
		return v.fields[i].val
	}
	return nil
}

func findText(fields []field, index map[string]int32, key string) int {
	if index != nil {
		if i, ok := index[key]; ok {
			return int(i)
		}
		return -1
	}
	for i := range fields {
		if k := fields[i].key; k.Kind == tree.String && k.Text == key {
			return i
		}
	}
	return -1
}

func indexOf(fields []field) map[string]int32 {
	if len(fields) < indexed {
		return nil
	}
	return indexAll(fields, 0)
}

// indexAll gives an index of fields with room for more.
func indexAll(fields []field, more int) map[string]int32 {
	index := make(map[string]int32, len(fields)+more)
	for i := range fields {
		if k := fields[i].key; k.Kind == tree.String {
			index[k.Text] = int32(i)
		}
	}
	return index
}

// newMapping gives a mapping of fields, which it keeps.
func newMapping(src *tree.Node, fields []field, index map[string]int32) *value {
	v := &value{kind: mapping, done: true, src: src, fields: fields, index: index}
	for i := range fields {
		v.take(fields[i].val)
		v.dirty = v.dirty || prefix(fields[i].key) != 0
	}
	v.done = v.done && !v.dirty
	return v
}

// newList gives a list or layers of items, which it keeps.
func newList(k kind, src *tree.Node, items []*value) *value {
	v := &value{kind: k, done: k == list, src: src, items: items}
	for _, item := range items {
		v.take(item)
	}
	return v
}

// take notes in v what holds for a value inside it.
func (v *value) take(part *value) {
	v.done = v.done && part.done
	v.dirty = v.dirty || part.dirty
	v.broken = v.broken || part.broken
}

// newText gives the literal that a pattern at src resolves to.
func newText(src *tree.Node, text string) *value {
	n := &tree.Node{Kind: tree.String, Text: text}
	if src != nil {
		n.Pos = src.Pos
	}
	return &value{kind: literal, done: true, src: n, out: n}
}

func newFailed(f *fault) *value {
	return &value{kind: failed, done: true, broken: true, fault: f}
}

// prefix gives the marker that a key begins with, or 0.
func prefix(key *tree.Node) byte {
	if key.Kind == tree.String && key.Text != "" && (key.Text[0] == '~' || key.Text[0] == '=') {
		return key.Text[0]
	}
	return 0
}

// sameKey reports whether two keys are one (spec R17): 1, 1.0, true and "1"
// are four.
func sameKey(a, b *tree.Node) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case tree.Bool:
		return a.Bool == b.Bool
	case tree.Float:
		return a.Float == b.Float || math.IsNaN(a.Float) && math.IsNaN(b.Float)
	case tree.Int:
		return a.Int == b.Int && a.Text == b.Text
	}
	return a.Text == b.Text
}

// fromTree gives the value that a node of a file stands for.
func fromTree(n *tree.Node) (*value, *fault) {
	switch n.Kind {
	case tree.Null:
		return &value{kind: null, done: true, src: n, out: n}, nil
	case tree.Bool:
		return &value{kind: boolean, done: true, src: n, out: n}, nil
	case tree.Int, tree.Float:
		return &value{kind: number, done: true, src: n, out: n}, nil
	case tree.List:
		return listFromTree(n)
	case tree.Map:
		return mapFromTree(n)
	}
	if !scanned(n.Text) {
		return &value{kind: literal, done: true, src: n, out: n}, nil
	}
	return &value{kind: pattern, src: n, ref: parse(n)}, nil
}

func listFromTree(n *tree.Node) (*value, *fault) {
	items := make([]*value, len(n.Items))
	for i, item := range n.Items {
		v, f := fromTree(item)
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

func mapFromTree(n *tree.Node) (*value, *fault) {
	b := builder{fields: make([]field, 0, len(n.Fields))}
	plain := true
	for _, f := range n.Fields {
		if f.Key.Kind == tree.List || f.Key.Kind == tree.Map {
			return nil, &fault{id: "reclass/key", pos: f.Key.Pos, msg: "a map key must be a scalar"}
		}
		v, bad := fromTree(f.Value)
		if bad != nil {
			return nil, bad
		}
		plain = plain && f.Key.Kind == tree.String && prefix(f.Key) == 0 && (v.out == f.Value || !v.done)
		if _, bad := b.insert(f.Key, v, false, false); bad != nil {
			return nil, bad
		}
	}
	v := newMapping(n, b.fields, indexOf(b.fields))
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
