package reclass

import (
	"fmt"
	"maps"

	"github.com/azogue-build/azogue/lib/tree"
)

// builder is a mapping that grows by the rules of spec R22 and R23.
type builder struct {
	fields []field
	index  map[string]int32
	shared bool // index belongs to a finished value
	fresh  map[int]bool
}

// newBuilder starts from the fields of v, which stays as it is.
func newBuilder(v *value, more int) *builder {
	b := &builder{fields: make([]field, len(v.fields), len(v.fields)+more), index: v.index, shared: true}
	copy(b.fields, v.fields)
	return b
}

func (b *builder) add(f field) {
	b.fields = append(b.fields, f)
	switch {
	case len(b.fields) < indexed:
		return
	case b.index == nil:
		b.index, b.shared = indexAll(b.fields), false
		return
	case b.shared:
		b.index, b.shared = maps.Clone(b.index), false
	}
	b.index[keyName(f.key)] = int32(len(b.fields) - 1)
}

// mapping gives what has been built, which b must not change any more.
func (b *builder) mapping(src *tree.Node) *value { return newMapping(src, b.fields, b.index) }

// insert puts f in place, without the prefix of its key. It gives the value
// that was dropped for f's, if one was.
func (b *builder) insert(f field) (dropped *value, bad *fault) {
	f = f.stripped()
	i := findKey(b.fields, b.index, f.key)
	if i < 0 {
		b.add(f)
		return nil, nil
	}
	old := &b.fields[i]
	drops, bad := f.meet(old)
	if bad != nil {
		return nil, bad
	}
	if drops {
		dropped, old.val = old.val, f.val
		delete(b.fresh, i)
	} else {
		b.stack(i, f.val)
	}
	return dropped, nil
}

// stripped gives f without the prefix of its key, which becomes a flag.
// reclass-rs strips one prefix at each insertion, so a key that still has one
// after parsing loses it later.
func (f field) stripped() field {
	p := prefix(f.key)
	if p == 0 {
		return f
	}
	f.constant, f.override = f.constant || p == '=', f.override || p == '~'
	f.key = &tree.Node{Kind: tree.String, Style: f.key.Style, Pos: f.key.Pos, Text: f.key.Text[1:]}
	return f
}

// meet tells whether f's value drops that of old, which has the same key, or is
// laid over it (spec R22), and makes old constant if f is (spec R23).
func (f field) meet(old *field) (drops bool, bad *fault) {
	if old.constant {
		return false, constantFault(f.key)
	}
	old.constant = f.constant
	return f.override, nil
}

func constantFault(key *tree.Node) *fault {
	return &fault{
		id: "reclass/constant", pos: key.Pos,
		msg:  fmt.Sprintf("Can't overwrite constant key %s", keyText(key)),
		hint: "a class below sets it as \"=" + scalarText(key) + "\", so that it stays as it is",
	}
}

// stack lays v over the value at i.
func (b *builder) stack(i int, v *value) {
	old := b.fields[i].val
	if !b.fresh[i] {
		if b.fresh == nil {
			b.fresh = map[int]bool{}
		}
		b.fresh[i] = true
		b.fields[i].val = pile(old, v)
		return
	}
	old.layer(v)
}

// pile gives new layers of below and above.
func pile(below, above *value) *value {
	v := &value{kind: layers, items: make([]*value, 0, max(4, len(below.items)+1))}
	v.layer(below)
	v.layer(above)
	return v
}

// layer lays above over the layers v.
func (v *value) layer(above *value) {
	if above.kind == layers {
		v.items = append(v.items, above.items...)
	} else {
		v.items = append(v.items, above)
	}
	v.take(above)
}

// mergeFields lays the fields of above over those of b.
func (r *resolver) mergeFields(b *builder, above *value) *fault {
	for i := range above.fields {
		f := &above.fields[i]
		dropped, bad := b.insert(*f)
		if bad != nil {
			return bad
		}
		if f.override && dropped != nil && dropped.kind == failed {
			r.warn(dropped.fault)
		}
	}
	return nil
}
