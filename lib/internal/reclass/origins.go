package reclass

import (
	"context"
	"slices"

	"github.com/azogue-build/azogue/lib/tree"
)

// Layer is one place that had a say in a value.
type Layer struct {
	Pos   tree.Pos
	Class string // "" for the target's own file
	// Via is the reference, as ${a:b}, whose value this layer gives; "" when
	// the layer stands at the asked path itself.
	Via string
	// Covered says that nothing of this layer is left: a later scalar, a null
	// or a key with ~ took its place.
	Covered bool
}

// Reads gives the top-level parameters that the parameter named key was made
// of, without itself, sorted. Those looked for in vain count too.
func (n *Node) Reads(key string) []string {
	for i, id := range n.merged.order {
		if n.inv.keys.name(id) != key {
			continue
		}
		var out []string
		for _, rd := range n.results[i].reads {
			if rd.key != key {
				out = append(out, rd.key)
			}
		}
		return out
	}
	return nil
}

func (k *keys) name(id int32) string {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.names[id]
}

// Origins gives the layers of the value at path, the first merged first, or nil
// when there is no such value. It resolves again what it needs, so that a
// rendering that nobody asks costs nothing.
func (n *Node) Origins(path ...string) []Layer {
	if len(path) == 0 {
		return nil
	}
	w := tracer{r: n.inv.resolver(context.Background(), n.merged, n.Name), classes: map[string]string{}}
	for _, l := range n.Loads {
		w.classes[l.File] = l.Class
	}
	e := w.r.root(path[0])
	if e == nil {
		return nil
	}
	w.trace(e.val, path[1:], "", state{}.key(e.key))
	return w.out
}

// tracer collects layers.
type tracer struct {
	r       *resolver
	classes map[string]string // by file
	out     []Layer
	depth   int
}

// trace collects the layers of the value at path below v.
func (w *tracer) trace(v *value, path []string, via string, st state) {
	if w.depth++; w.depth > maxDepth*maxDepth {
		return
	}
	items := []*value{v}
	if v.kind == layers {
		items = v.items
	}
	start, below := len(w.out), null
	for _, layer := range items {
		from := len(w.out)
		kind, override := w.layer(layer, path, via, st)
		if len(w.out) == from {
			continue
		}
		merges := kind == below && (kind == mapping || kind == list)
		if override || !merges {
			w.cover(start, from)
		}
		below = kind
	}
}

// cover marks the layers between two indexes as covered.
func (w *tracer) cover(from, to int) {
	for i := from; i < to; i++ {
		w.out[i].Covered = true
	}
}

// layer collects what one layer adds; it gives the kind of the value that the
// layer has at path, and whether it drops what is below.
func (w *tracer) layer(v *value, path []string, via string, st state) (kind, bool) {
	if v.kind == pattern {
		return w.through(v, path, via, st)
	}
	if len(path) == 0 {
		w.add(v.pos(), via)
		return v.kind, false
	}
	if v.kind == null {
		w.add(v.pos(), via) // it takes away all that is below
		return null, false
	}
	if v.kind != mapping {
		return v.kind, false
	}
	i := findText(v.fields, v.index, path[0])
	if i < 0 {
		return null, false
	}
	f := v.fields[i]
	from := len(w.out)
	w.trace(f.val, path[1:], via, st.key(f.key))
	if len(w.out) == from {
		return null, f.override
	}
	out, bad := w.value(f.val, path[1:], st.key(f.key))
	if bad != nil || out == nil {
		return null, f.override
	}
	return out.kind, f.override
}

// value gives the resolved value at path below v, or nil.
func (w *tracer) value(v *value, path []string, st state) (*value, *fault) {
	out, f := w.r.resolve(v, &st)
	for _, key := range path {
		if f != nil || out == nil || out.kind != mapping {
			return nil, f
		}
		out = out.get(key)
	}
	return out, f
}

// through follows a layer that is a string with references.
func (w *tracer) through(v *value, path []string, via string, st state) (kind, bool) {
	from := len(w.out)
	w.add(v.pos(), via)
	out, f := w.value(v, path, st)
	if f != nil {
		return null, false
	}
	if out == nil { // a null takes away what is below, a map leaves it
		if whole, _ := w.value(v, nil, st); whole == nil || whole.kind != null {
			w.out = w.out[:from]
		}
		return null, false
	}
	if v.ref.fixed == nil && len(v.ref.tokens) == 1 {
		text, f := w.r.enter(v.ref.tokens[0].ref, &st)
		if f == nil {
			w.target(text, path, st)
		}
	}
	return out.kind, false
}

// target collects the layers of what a reference names.
func (w *tracer) target(text string, path []string, st state) {
	steps := splitPath(text)
	e := w.r.root(steps[0])
	if e == nil {
		return
	}
	w.trace(e.val, slices.Concat(steps[1:], path), "${"+text+"}", st)
}

func (w *tracer) add(pos tree.Pos, via string) {
	w.out = append(w.out, Layer{Pos: pos, Class: w.classes[pos.File], Via: via})
}
