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
	out    *tree.Node       // its form in a result, once made
	ref    *template        // of a pattern
	items  []*value         // of a list or of layers
	fields []field          // of a mapping
	index  map[string]int32 // by keyName
	size   int              // of it and all in it, as often as it is in it
	fault  *fault           // of a failed value
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

var nullValue = newScalar(null, tree.NewNull())

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
		return lookUp(index, key)
	}
	for i := range fields {
		if k := fields[i].key; k.Kind == tree.String && k.Text == key {
			return i
		}
	}
	return -1
}

// findKey gives the index of the field with a key, or -1.
func findKey(fields []field, index map[string]int32, key *tree.Node) int {
	if index != nil {
		return lookUp(index, keyName(key))
	}
	for i := range fields {
		if sameKey(fields[i].key, key) {
			return i
		}
	}
	return -1
}

func lookUp(index map[string]int32, name string) int {
	if i, ok := index[name]; ok {
		return int(i)
	}
	return -1
}

func indexAll(fields []field) map[string]int32 {
	index := make(map[string]int32, 2*len(fields))
	for i := range fields {
		index[keyName(fields[i].key)] = int32(i)
	}
	return index
}

// keyName gives a text that is the same for keys that are one (spec R17): the
// text of a string, and for others what no string can be.
func keyName(n *tree.Node) string {
	switch n.Kind {
	case tree.String:
		return n.Text
	case tree.Float:
		return "\xff" + floatText(n.Float+0) // -0.0 is 0.0
	}
	return "\xff" + n.Kind.String() + scalarText(n)
}

// newMapping gives a mapping of fields, which it keeps.
func newMapping(src *tree.Node, fields []field, index map[string]int32) *value {
	v := &value{kind: mapping, done: true, src: src, fields: fields, index: index, size: weight}
	for i := range fields {
		v.take(fields[i].val)
		v.size += len(fields[i].key.Text)
		v.dirty = v.dirty || prefix(fields[i].key) != 0
	}
	v.done = v.done && !v.dirty
	return v
}

// newList gives a list or layers of items, which it keeps.
func newList(k kind, src *tree.Node, items []*value) *value {
	v := &value{kind: k, done: k == list, src: src, items: items, size: weight}
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
	v.size += part.size
}

// newText gives the literal that a pattern at src resolves to.
func newText(src *tree.Node, text string) *value {
	n := &tree.Node{Kind: tree.String, Text: text}
	if src != nil {
		n.Pos = src.Pos
	}
	return newScalar(literal, n)
}

// newScalar gives a value that is as it stands in its file.
func newScalar(k kind, n *tree.Node) *value {
	return &value{kind: k, done: true, src: n, out: n, size: weight + len(n.Text)}
}

func newPattern(n *tree.Node) *value {
	return &value{kind: pattern, src: n, ref: parse(n), size: weight + len(n.Text)}
}

func newFailed(f *fault) *value {
	return &value{kind: failed, done: true, broken: true, fault: f, size: weight}
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
