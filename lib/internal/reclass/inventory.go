package reclass

import (
	"context"
	"slices"

	"github.com/azogue-build/azogue/lib/diag"
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
	c := conversion{ctx: context.Background()}
	v, f := c.value(tree.NewMap(
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

// class gives the file of a class, or nil.
func (inv *Inventory) class(ctx context.Context, name string) *file {
	c := inv.classes[name]
	if c == nil {
		return nil
	}
	c.once.Do(func() { c.file = inv.read(ctx, c.source) })
	return c.file
}

func (inv *Inventory) read(ctx context.Context, src source) *file {
	return inv.files.read(ctx, inv.fsys, src)
}

// near gives the hint for a missing class. Many targets miss the same ones.
func (inv *Inventory) near(name string) string {
	if hint, ok := inv.hints.Load(name); ok {
		return hint.(string)
	}
	if len(name) > maxName {
		return ""
	}
	hint := diag.DidYouMean(name, inv.classNames)
	inv.hints.Store(name, hint)
	return hint
}

// prefetch reads the classes that targets surely include, many at a time. What
// is wrong with them is found later, by the target that needs them.
func (inv *Inventory) prefetch(ctx context.Context, targets []string, each func(int, func(int))) {
	files := make([]*file, len(targets))
	each(len(targets), func(i int) {
		if src, ok := inv.targets[targets[i]]; ok {
			files[i] = inv.read(ctx, src)
		}
	})
	known := map[string]bool{}
	for len(files) > 0 && ctx.Err() == nil {
		names := unmet(files, known)
		files = make([]*file, len(names))
		each(len(names), func(i int) { files[i] = inv.class(ctx, names[i]) })
	}
}

// unmet gives the classes that files include by a plain name, each once and none
// that is known, and makes them known.
func unmet(files []*file, known map[string]bool) []string {
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
	return names
}

// resolver gives a resolver of what a target has merged so far.
func (inv *Inventory) resolver(ctx context.Context, m *merged, target string) *resolver {
	var own *entry
	root := func(name string) *entry {
		id, ok := inv.keys.id(name)
		if !ok {
			return nil
		}
		e := m.slots.get(id)
		if e != nil && id == inv.reclassID {
			if own == nil {
				own = &entry{field: field{key: e.key, val: withMeta(e.val, target)}, id: id}
			}
			return own
		}
		return e
	}
	names := func() []string {
		var out []string
		for _, id := range m.order {
			if k := m.slots.get(id).key; k.Kind == tree.String {
				out = append(out, k.Text)
			}
		}
		return out
	}
	return newResolver(ctx, root, names)
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
