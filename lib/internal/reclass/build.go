package reclass

import (
	"fmt"
	"maps"

	"github.com/azogue-build/azogue/lib/tree"
)

// builder is a mapping that grows by the rules of spec R22 and R23; keys.set has
// them for top-level parameters.
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
	if b.index == nil && len(b.fields)+more >= indexed {
		b.index, b.shared = indexAll(b.fields, indexed), false
	}
	return b
}

func (b *builder) find(key *tree.Node) int {
	if key.Kind == tree.String {
		return findText(b.fields, b.index, key.Text)
	}
	for i := range b.fields {
		if sameKey(b.fields[i].key, key) {
			return i
		}
	}
	return -1
}

func (b *builder) add(f field) {
	if b.index != nil && f.key.Kind == tree.String {
		if b.shared {
			b.index, b.shared = maps.Clone(b.index), false
		}
		b.index[f.key.Text] = int32(len(b.fields))
	}
	b.fields = append(b.fields, f)
}

// insert puts v under key, whose prefix it strips. It gives the value that was
// dropped for v, if one was. reclass-rs strips one prefix at each insertion, so
// a key that still has one after parsing loses it later.
func (b *builder) insert(key *tree.Node, v *value, constant, override bool) (dropped *value, f *fault) {
	if p := prefix(key); p != 0 {
		constant, override = constant || p == '=', override || p == '~'
		key = &tree.Node{Kind: tree.String, Style: key.Style, Pos: key.Pos, Text: key.Text[1:]}
	}
	i := b.find(key)
	if i < 0 {
		b.add(field{key, v, constant, override})
		return nil, nil
	}
	old := &b.fields[i]
	if old.constant {
		return nil, constantFault(key)
	}
	if override {
		dropped, old.val = old.val, v
		delete(b.fresh, i)
	} else {
		b.stack(i, v)
	}
	old.constant = old.constant || constant
	return dropped, nil
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
	if v.kind == layers {
		old.items = append(old.items, v.items...)
	} else {
		old.items = append(old.items, v)
	}
	old.dirty, old.broken = old.dirty || v.dirty, old.broken || v.broken
}

// pile gives new layers of below and above.
func pile(below, above *value) *value {
	items := make([]*value, 0, 4)
	for _, v := range []*value{below, above} {
		if v.kind == layers {
			items = append(items, v.items...)
		} else {
			items = append(items, v)
		}
	}
	return newList(layers, nil, items)
}

// mergeFields lays the fields of above over those of b.
func (r *resolver) mergeFields(b *builder, above *value) *fault {
	for i := range above.fields {
		f := &above.fields[i]
		dropped, bad := b.insert(f.key, f.val, f.constant, f.override)
		if bad != nil {
			return bad
		}
		if f.override && dropped != nil && dropped.kind == failed {
			r.warn(dropped.fault)
		}
	}
	return nil
}
