package reclass

import (
	"slices"
	"sync"
)

// merged is what a list of classes gives together, parameters unresolved. It is
// never changed: one more class makes a new one, which shares the entries of
// all keys that the class does not set. Targets whose class lists begin with
// the same classes share their merged values, and so the work on them.
type merged struct {
	slots slots
	order []int32 // the numbers of the keys, first set first (spec R24)
	grown bool    // what follows order in memory is taken
	last  *file   // merged over up
	up    *merged
	next  map[*file]*merged

	listed        sync.Once
	apps, classes []string
}

// entry is one top-level parameter.
type entry struct {
	field // val is layers, or the only one; override is of use only to keys with several prefixes
	id    int32
	spare bool // val's layers may grow in place; of use to keys only

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

// lists gives the applications, and the classes' unresolved names, each once
// (spec R5). Few of all merged values are asked for them.
func (m *merged) lists() (apps, classes []string) {
	m.listed.Do(m.list)
	return m.apps, m.classes
}

func (m *merged) list() {
	var files []*file
	for at := m; at.last != nil; at = at.up {
		files = append(files, at.last)
	}
	var all apps
	names := ordered{at: make(map[string]int, len(files))}
	for _, f := range slices.Backward(files) {
		all.merge(f.apps)
		for _, c := range f.classes {
			names.add(c.name)
		}
	}
	m.apps, m.classes = all.items.values(), names.values()
}

// step gives m with the file f merged over it.
func (k *keys) step(m *merged, f *file) (*merged, *fault) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if next := m.next[f]; next != nil {
		return next, nil
	}
	next := &merged{slots: m.slots, order: m.order, up: m, last: f}
	if m.grown {
		next.order = slices.Clip(m.order)
	}
	m.grown = true
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
	f = f.stripped()
	id := k.number(keyName(f.key))
	old := m.slots.get(id)
	if old == nil {
		m.order = append(m.order, id)
		m.slots.set(m, id, &entry{field: f, id: id})
		return nil
	}
	e := &entry{field: old.field, id: id}
	drops, bad := f.meet(&e.field)
	if bad != nil {
		return bad
	}
	if e.val = f.val; !drops {
		e.val, e.spare = old.pile(f.val), true
	}
	m.slots.set(m, id, e)
	return nil
}

// pile lays above over e's value. The new layers share the memory of those
// below, if they are the first to follow them.
func (e *entry) pile(above *value) *value {
	if !e.spare {
		return pile(e.val, above)
	}
	e.spare = false
	out := *e.val
	out.layer(above)
	return &out
}
