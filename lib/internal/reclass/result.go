package reclass

import (
	"math"
	"slices"
	"strconv"

	"github.com/azogue-build/azogue/lib/tree"
)

// result is a top-level parameter in the targets where it is made of the same.
type result struct {
	val      *value
	node     *tree.Node
	reads    []read
	faults   []*fault
	fatal    *fault // one that reclass-rs meets before all others
	warnings []*fault
}

// resolving is what reclass-rs puts before a fault that it meets while it still
// resolves references.
const resolving = "While resolving references: "

// read is a top-level parameter that another one was made of; entry is nil when
// it was looked for and not there.
type read struct {
	key   string
	entry *entry
}

// kept is the number of results that an entry keeps. One that reads a
// parameter which differs in all targets has a result for each, of no use to
// the others.
const kept = 8

// valid reports whether res holds in the target of r too.
func (res *result) valid(r *resolver) bool {
	for _, rd := range res.reads {
		if r.root(rd.key) != rd.entry {
			return false
		}
	}
	return true
}

// known gives a result of e that holds in the target of r, or nil.
func (e *entry) known(r *resolver) *result {
	e.mu.Lock()
	results := e.results
	e.mu.Unlock()
	for _, res := range results {
		if res.valid(r) {
			return res
		}
	}
	return nil
}

// keep publishes res, or gives the one that another target published meanwhile,
// so that targets with equal values have the same nodes.
func (e *entry) keep(res *result, r *resolver) *result {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, other := range e.results {
		if other.valid(r) {
			return other
		}
	}
	if len(e.results) < kept {
		e.results = append(slices.Clip(e.results), res)
	}
	return res
}

// resolve resolves all parameters of a loaded target.
func (inv *Inventory) resolve(l *loader) (n *Node, faults, warnings []*fault) {
	r := inv.resolver(l.ctx, l.merged, l.target)
	n = &Node{
		Name: l.target, Path: inv.targets[l.target].path, Loads: l.loads, inv: inv, merged: l.merged,
	}
	n.Applications, n.Classes = l.merged.lists()
	out := &tree.Node{Kind: tree.Map, Fields: make([]tree.Field, 0, len(l.merged.order))}
	dirty := false
	var fatal []*fault
	for _, id := range l.merged.order {
		e := l.merged.slots.get(id)
		if id == inv.reclassID {
			e = r.root(reclassKey)
		}
		res := e.known(r)
		if res == nil {
			res = r.top(e)
			if r.stop != nil {
				return nil, []*fault{r.stop.at(e.key.Pos)}, nil
			}
			res = e.keep(res, r)
		}
		n.results = append(n.results, res)
		out.Fields = append(out.Fields, tree.Field{Key: e.key, Value: res.node})
		faults, warnings = append(faults, res.faults...), append(warnings, res.warnings...)
		if res.fatal != nil {
			fatal = append(fatal, res.fatal)
		}
		dirty = dirty || prefix(e.key) != 0 || e.key.Kind != tree.String
	}
	if dirty {
		out, faults = r.retop(l.merged, n.results)
	}
	faults = append(fatal, faults...)
	n.Parameters = out
	return n, faults, warnings
}

// top resolves one top-level parameter.
func (r *resolver) top(e *entry) *result {
	r.visited, r.warnings = nil, nil
	st := state{}.key(e.key)
	res := &result{}
	v, f := r.resolve(e.val, &st)
	once := v
	if f == nil && !v.done { // keys with many prefixes: reclass-rs flattens twice
		if once, f = r.flatten(v, st); f != nil {
			f.msg = resolving + f.msg
			res.fatal = f.at(e.key.Pos)
		} else {
			v, f = r.flatten(once, state{})
		}
	}
	if f != nil {
		v = newFailed(f.at(e.key.Pos))
		once = v
	}
	res.val, res.warnings = once, r.warnings // retop flattens the second time
	res.node = render(v, &res.faults)
	for i, f := range res.faults {
		res.faults[i] = f.at(e.key.Pos) // a value out of a default has no place
	}
	for _, key := range r.readKeys() {
		res.reads = append(res.reads, read{key, r.root(key)})
	}
	return res
}

// readKeys gives the top-level keys of the paths met, sorted.
func (r *resolver) readKeys() []string {
	slices.Sort(r.visited)
	var out []string
	for _, id := range slices.Compact(r.visited) {
		key := r.pathNames[id]
		for i := range len(key) {
			if key[i] == ':' {
				key = key[:i]
				break
			}
		}
		out = append(out, key)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// retop puts the top-level parameters together one by one, because some keys
// still have prefixes, or are no strings.
func (r *resolver) retop(m *merged, results []*result) (*tree.Node, []*fault) {
	var b builder
	for i, id := range m.order {
		e := m.slots.get(id)
		if _, f := b.insert(field{e.key, results[i].val, e.constant, e.override}); f != nil {
			f.msg = resolving + f.msg
			return nil, []*fault{f}
		}
	}
	var last builder
	var faults []*fault
	for _, field := range b.fields {
		v, f := r.flatten(field.val, state{})
		if f != nil {
			return nil, append(faults, f)
		}
		render(v, &faults)
		field.val = v
		if _, f := last.insert(field); f != nil {
			return nil, append(faults, f)
		}
	}
	n := render(last.mapping(nil), &faults)
	return n, faults
}

// render gives the tree of a resolved value, and collects the faults in it in
// the order of its keys (spec R34).
func render(v *value, faults *[]*fault) *tree.Node {
	if v.out != nil {
		return v.out
	}
	switch v.kind {
	case failed:
		*faults = append(*faults, v.fault)
		return tree.NewNull()
	case layers:
		*faults = append(*faults, &fault{id: "reclass/key", pos: v.items[1].pos(), msg: "keys that differ only in their prefixes can't be merged"})
		return tree.NewNull()
	case list:
		n := &tree.Node{Kind: tree.List, Pos: v.pos(), Items: make([]*tree.Node, len(v.items))}
		for i, item := range v.items {
			n.Items[i] = render(item, faults)
		}
		return v.keepOut(n)
	case mapping:
		d := dict{fields: make([]tree.Field, 0, len(v.fields))}
		for i := range v.fields {
			d.set(v.fields[i].key, render(v.fields[i].val, faults))
		}
		return v.keepOut(&tree.Node{Kind: tree.Map, Pos: v.pos(), Fields: d.fields})
	}
	panic("bug: " + v.kind.String() + " in a result")
}

// keepOut notes n as v's form in results, unless part of it failed.
func (v *value) keepOut(n *tree.Node) *tree.Node {
	if !v.broken {
		v.out = n
	}
	return n
}

// dict takes entries as a Python dict does: 1, 1.0 and true are one key, of
// which the first stays and the last value counts (spec R17).
type dict struct {
	fields  []tree.Field
	numbers map[string]int // places of keys that equal a number, by what it is
}

func (d *dict) set(key, val *tree.Node) {
	if x, ok := pythonNumber(key); ok {
		if i, met := d.numbers[x]; met {
			d.fields[i].Value = val
			return
		}
		if d.numbers == nil {
			d.numbers = map[string]int{}
		}
		d.numbers[x] = len(d.fields)
	}
	d.fields = append(d.fields, tree.Field{Key: key, Value: val})
}

// pythonNumber gives a text that is the same for keys that Python finds equal.
func pythonNumber(n *tree.Node) (string, bool) {
	switch n.Kind {
	case tree.Bool:
		if n.Bool {
			return "1", true
		}
		return "0", true
	case tree.Int:
		return n.Decimal(), true
	case tree.Float:
		return strconv.FormatFloat(n.Float+0, 'f', -1, 64), !math.IsNaN(n.Float)
	}
	return "", false
}
