package reclass

import (
	"slices"
	"sync"

	"github.com/azogue-build/azogue/lib/tree"
)

// reclassKey is the parameter that differs in every target (spec R8).
const reclassKey = "_reclass_"

// ownMeta stands for the target's own metadata in merged values, which targets
// share.
var ownMeta = &value{kind: mapping, src: tree.NewMap()}

// metadata gives the value of _reclass_ in a target.
func metadata(target string) *value {
	text := tree.NewString
	v, f := fromTree(tree.NewMap(
		tree.Entry("environment", text("base")),
		tree.Entry("name", tree.NewMap(
			tree.Entry("full", text(target)),
			tree.Entry("parts", tree.NewList(text(target))),
			tree.Entry("path", text(target)),
			tree.Entry("short", text(target)),
		)),
	))
	if f != nil {
		panic("bug: metadata of " + target + ": " + f.msg)
	}
	return v
}

func (k *keys) begin() *merged {
	m := &merged{}
	if f := k.set(m, field{key: tree.NewString(reclassKey), val: ownMeta}); f != nil {
		panic("bug: " + f.msg)
	}
	return m
}

func newClass(inv *Inventory, src source) *class {
	return &class{src, sync.OnceValue(func() *file { return inv.files.read(inv.fsys, src.path, src.dir) })}
}

// class gives the file of a class, or nil.
func (inv *Inventory) class(name string) *file {
	if c := inv.classes[name]; c != nil {
		return c.once()
	}
	return nil
}

// near gives the hint for a missing class. Many targets miss the same ones.
func (inv *Inventory) near(name string) string {
	if hint, ok := inv.hints.Load(name); ok {
		return hint.(string)
	}
	hint := didYouMean(name, inv.classNames)
	inv.hints.Store(name, hint)
	return hint
}

// prefetch reads the classes that targets surely include, many at a time. What
// is wrong with them is found later, by the target that needs them.
func (inv *Inventory) prefetch(targets []string, each func(int, func(int))) {
	files := make([]*file, len(targets))
	each(len(targets), func(i int) {
		if src, ok := inv.targets[targets[i]]; ok {
			files[i] = inv.files.read(inv.fsys, src.path, src.dir)
		}
	})
	known := map[string]bool{}
	for len(files) > 0 {
		var names []string
		for _, f := range files {
			if f == nil {
				continue
			}
			for _, in := range f.classes {
				if in.ref == nil && !known[in.name] {
					known[in.name] = true
					names = append(names, in.name)
				}
			}
		}
		files = make([]*file, len(names))
		each(len(names), func(i int) { files[i] = inv.class(names[i]) })
	}
}

// resolver gives a resolver of what a target has merged so far.
func (inv *Inventory) resolver(m *merged, target string) *resolver {
	var own *entry
	root := func(name string) *entry {
		id, ok := inv.keys.id(name)
		if !ok {
			return nil
		}
		e := m.entry(id)
		if e != nil && id == inv.reclassID {
			if own == nil {
				own = &entry{key: e.key, id: id, val: withMeta(e.val, target)}
			}
			return own
		}
		return e
	}
	names := func() []string {
		var out []string
		for _, id := range m.order {
			if k := m.slots[id].key; k.Kind == tree.String {
				out = append(out, k.Text)
			}
		}
		return out
	}
	return newResolver(root, names)
}

// withMeta gives v with the target's metadata in its place.
func withMeta(v *value, target string) *value {
	if v == ownMeta {
		return metadata(target)
	}
	if v.kind != layers || v.items[0] != ownMeta {
		return v
	}
	items := slices.Clone(v.items)
	items[0] = metadata(target)
	return newList(layers, nil, items)
}

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
	r := inv.resolver(l.merged, l.target)
	n = &Node{
		Name: l.target, Path: inv.targets[l.target].path, Applications: l.merged.apps.items,
		Classes: l.merged.classes, Loads: l.loads, inv: inv, merged: l.merged,
	}
	out := &tree.Node{Kind: tree.Map, Fields: make([]tree.Field, 0, len(l.merged.order))}
	dirty := false
	var fatal []*fault
	for _, id := range l.merged.order {
		e := l.merged.slots[id]
		if id == inv.reclassID {
			e = r.root(reclassKey)
		}
		res := e.known(r)
		if res == nil {
			res = e.keep(r.top(e), r)
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
	if f == nil && !v.done { // keys with many prefixes: reclass-rs flattens twice
		if v, f = r.flatten(v, st); f != nil {
			f.msg = resolving + f.msg
			res.fatal = f.at(e.key.Pos)
		} else {
			v, f = r.flatten(v, state{})
		}
	}
	if f != nil {
		v = newFailed(f.at(e.key.Pos))
	}
	res.val, res.warnings = v, r.warnings
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
		e := m.slots[id]
		if _, f := b.insert(e.key, results[i].val, e.constant, e.override); f != nil {
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
		if _, f := last.insert(field.key, v, field.constant, field.override); f != nil {
			return nil, append(faults, f)
		}
	}
	n := render(newMapping(nil, last.fields, nil), &faults)
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
		n := &tree.Node{Kind: tree.Map, Pos: v.pos(), Fields: make([]tree.Field, 0, len(v.fields))}
		for i := range v.fields {
			n.Fields = appendField(n.Fields, v.fields[i].key, render(v.fields[i].val, faults))
		}
		return v.keepOut(n)
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

// appendField adds an entry as a Python dict takes it: 1, 1.0 and true are one
// key, of which the first stays and the last value counts (spec R17).
func appendField(fields []tree.Field, key, val *tree.Node) []tree.Field {
	if x, ok := pythonNumber(key); ok {
		for i := range fields {
			if y, ok := pythonNumber(fields[i].Key); ok && x == y {
				fields[i].Value = val
				return fields
			}
		}
	}
	return append(fields, tree.Field{Key: key, Value: val})
}

func pythonNumber(n *tree.Node) (float64, bool) {
	switch n.Kind {
	case tree.Bool:
		if n.Bool {
			return 1, true
		}
		return 0, true
	case tree.Int:
		return float64(n.Int), n.Text == ""
	case tree.Float:
		return n.Float, true
	}
	return 0, false
}
