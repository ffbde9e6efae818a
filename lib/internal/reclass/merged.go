package reclass

import (
	"slices"
	"sync"

	"github.com/azogue-build/azogue/lib/tree"
)

// merged is what a list of classes gives together, parameters unresolved. It is
// never changed: one more class makes a new one, which shares the entries of
// all keys that the class does not set. Targets whose class lists begin with
// the same classes share their merged values, and so the work on them.
type merged struct {
	slots   []*entry // by number of the key; nil where not set
	order   []int32  // the numbers, first set first (spec R24)
	apps    apps
	classes []string // unresolved names, each once (spec R5)
	next    map[*file]*merged
}

// entry is one top-level parameter.
type entry struct {
	key      *tree.Node
	id       int32
	constant bool
	override bool   // of use only to keys with several prefixes
	val      *value // layers, or the only one

	mu      sync.Mutex
	results []*result
}

// keys numbers the top-level keys of an inventory and guards the steps from one
// merged value to the next.
type keys struct {
	mu    sync.RWMutex
	ids   map[string]int32
	names []string
}

// keyName gives the name under which a top-level key is numbered; keys that are
// no strings get one that no string in YAML can be.
func keyName(n *tree.Node) string {
	if n.Kind == tree.String {
		return n.Text
	}
	return "\x00" + n.Kind.String() + scalarText(n)
}

func (k *keys) id(name string) (int32, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	id, ok := k.ids[name]
	return id, ok
}

// number gives the key's number; k.mu is held.
func (k *keys) number(name string) int32 {
	id, ok := k.ids[name]
	if !ok {
		if k.ids == nil {
			k.ids = map[string]int32{}
		}
		id = int32(len(k.names))
		k.ids[name] = id
		k.names = append(k.names, name)
	}
	return id
}

func (m *merged) entry(id int32) *entry {
	if int(id) < len(m.slots) {
		return m.slots[id]
	}
	return nil
}

// step gives m with the file f merged over it.
func (k *keys) step(m *merged, f *file) (*merged, *fault) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if next := m.next[f]; next != nil {
		return next, nil
	}
	next := &merged{
		slots: slices.Clone(m.slots), order: slices.Clip(m.order),
		apps: m.apps.with(f.apps), classes: slices.Clip(m.classes),
	}
	for _, c := range f.classes {
		if !slices.Contains(next.classes, c.name) {
			next.classes = append(next.classes, c.name)
		}
	}
	for i := range f.params.fields {
		if bad := k.set(next, f.params.fields[i]); bad != nil {
			return nil, bad
		}
	}
	if m.next == nil {
		m.next = map[*file]*merged{}
	}
	m.next[f] = next
	return next, nil
}

// set lays one top-level parameter over those of m, which is still private.
func (k *keys) set(m *merged, f field) *fault {
	if p := prefix(f.key); p != 0 {
		f.constant, f.override = f.constant || p == '=', f.override || p == '~'
		f.key = &tree.Node{Kind: tree.String, Pos: f.key.Pos, Text: f.key.Text[1:]}
	}
	id := k.number(keyName(f.key))
	old := m.entry(id)
	for int(id) >= len(m.slots) {
		m.slots = append(m.slots, nil)
	}
	switch {
	case old == nil:
		m.order = append(m.order, id)
		m.slots[id] = &entry{key: f.key, id: id, constant: f.constant, override: f.override, val: f.val}
	case old.constant:
		return constantFault(f.key)
	case f.override:
		m.slots[id] = &entry{key: old.key, id: id, constant: f.constant, override: old.override, val: f.val}
	default:
		m.slots[id] = &entry{key: old.key, id: id, constant: f.constant, override: old.override, val: pile(old.val, f.val)}
	}
	return nil
}
