package reclass

import (
	"context"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// resolver resolves the values of one target. It is used by one goroutine.
type resolver struct {
	ctx       context.Context
	root      func(key string) *entry
	names     func() []string // all top-level keys, for hints
	pathIDs   map[string]int32
	pathNames []string
	whole     map[string]*memo // by the text of a reference
	embedded  map[string]*memo
	opened    map[*value]*value
	visited   []int32 // paths met in the evaluation under way
	deepest   int
	faults    int
	last      string // the newest fault's message
	stop      *fault // set when all work has to end
	warnings  []*fault
}

func newResolver(ctx context.Context, root func(string) *entry, names func() []string) *resolver {
	return &resolver{
		ctx: ctx, root: root, names: names, pathIDs: map[string]int32{},
		whole: map[string]*memo{}, embedded: map[string]*memo{}, opened: map[*value]*value{},
	}
}

// resolve gives v with all references replaced and all layers merged (spec
// R28, R29). Only following a reference changes st; see spec R31.
func (r *resolver) resolve(v *value, st *state) (*value, *fault) {
	if v.done {
		return v, nil
	}
	if f := r.stopped(v); f != nil {
		return nil, f
	}
	out, f := v, (*fault)(nil)
	switch v.kind {
	case pattern:
		out, f = r.pattern(v, st)
	case mapping:
		out, f = r.mapping(v, *st)
	case list:
		out, f = r.list(v, *st)
	case layers:
		out, f = r.fold(v, st)
	}
	if f == nil && out.size > maxSize {
		f = r.tooLarge(maxSize, *st).at(v.pos())
	}
	if r.stop != nil && f != nil && f.id == r.stop.id {
		r.stop = f // it has more of the way to the place
	}
	return out, f
}

// pattern resolves a string. One that is a single reference takes the type of
// what it names; all others give text (spec R29, R30).
func (r *resolver) pattern(v *value, st *state) (*value, *fault) {
	t := v.ref
	if t.bad {
		f := r.fault("reclass/syntax", "Error while parsing ref: Error parsing reference '"+brief(v.src.Text)+"'")
		f.hint = `close every ${ with }, or write \${ for a literal one`
		return nil, f.at(v.src.Pos)
	}
	if t.fixed != nil {
		return t.fixed, nil
	}
	if len(t.tokens) == 1 {
		out, f := r.follow(t.tokens[0].ref, st)
		if f != nil {
			return nil, f.through(v.src)
		}
		return out, nil
	}
	text, f := r.join(t.tokens, *st)
	if f != nil {
		return nil, f.through(v.src)
	}
	return newText(v.src, text), nil
}

// mapping resolves the values of a mapping. What fails stays in it as a failed
// value, so that a later layer can cover it (spec R33, R34).
func (r *resolver) mapping(v *value, st state) (*value, *fault) {
	if v.dirty {
		return r.dirtyMapping(v, st)
	}
	fields := make([]field, len(v.fields))
	copy(fields, v.fields)
	for i := range fields {
		if fields[i].val.done {
			continue
		}
		out, f := r.child(fields[i].key, fields[i].val, st)
		if f != nil {
			return nil, f
		}
		fields[i].val = out
	}
	return newMapping(v.src, fields, v.index), nil
}

func (r *resolver) child(key *tree.Node, v *value, st state) (*value, *fault) {
	st = st.key(key)
	out, f := r.resolve(v, &st)
	if f != nil {
		r.faults++
		return newFailed(f.at(key.Pos)), nil
	}
	if out.done {
		return out, nil
	}
	return r.flatten(out, st)
}

// dirtyMapping is mapping where keys still have prefixes, which go one by one.
func (r *resolver) dirtyMapping(v *value, st state) (*value, *fault) {
	var b builder
	for _, f := range v.fields {
		out, bad := r.child(f.key, f.val, st)
		if bad != nil {
			return nil, bad
		}
		f.val = out
		if _, bad := b.insert(f); bad != nil {
			return nil, bad
		}
	}
	return b.mapping(v.src), nil
}

func (r *resolver) list(v *value, st state) (*value, *fault) {
	items := make([]*value, len(v.items))
	for i, item := range v.items {
		items[i] = item
		if item.done {
			continue
		}
		sub := st.item(i)
		out, f := r.resolve(item, &sub)
		if f != nil {
			return nil, f
		}
		items[i] = out
	}
	return newList(list, v.src, items), nil
}

// fold merges the layers of one key, each resolved on its own (spec R20). A
// layer that cannot be resolved only counts if it is the last (spec R33).
func (r *resolver) fold(v *value, st *state) (*value, *fault) {
	acc := accumulator{v: nullValue}
	for i, layer := range v.items {
		sub := *st
		out, f := r.resolve(layer, &sub)
		if f != nil {
			if i == len(v.items)-1 {
				return nil, f
			}
			r.faults++
			out = newFailed(f)
		}
		if f := r.merge(&acc, out, sub); f != nil {
			return nil, f
		}
	}
	// Merged mappings hold layers of their own.
	return r.resolve(acc.value(), st)
}

// accumulator is the merge of the layers so far.
type accumulator struct {
	v     *value
	b     *builder // v's fields, when v is a mapping that has grown
	items []*value // v's items, when v is a list that has grown
	size  int      // theirs
}

func (a *accumulator) set(v *value) { *a = accumulator{v: v} }

func (a *accumulator) value() *value {
	switch {
	case a.b != nil:
		return a.b.mapping(a.v.src)
	case a.items != nil:
		return newList(list, a.v.src, a.items)
	}
	return a.v
}

// merge lays above over what was merged so far, by the table of spec R20.
func (r *resolver) merge(a *accumulator, above *value, st state) *fault {
	if above.kind == null {
		a.set(above) // spec R21
		return nil
	}
	if above.kind == layers {
		flat, f := r.flatten(above, st)
		if f != nil {
			return f
		}
		above = flat
	}
	complex := above.kind == mapping || above.kind == list
	switch {
	case a.v.kind == null:
		a.set(above)
	case a.v.kind == mapping && above.kind == mapping:
		if a.b == nil {
			a.b = newBuilder(a.v, len(above.fields))
		}
		return r.mergeFields(a.b, above)
	case a.v.kind == list && above.kind == list:
		if a.items == nil {
			a.items, a.size = append(make([]*value, 0, len(a.v.items)+len(above.items)), a.v.items...), a.v.size
		}
		if a.size += above.size; a.size > maxSize {
			return r.tooLarge(maxSize, st).at(above.pos())
		}
		a.items = append(a.items, above.items...)
	case a.v.kind == mapping:
		return r.conflict("mapping", above, a.v, st)
	case a.v.kind == list:
		return r.conflict("sequence", above, a.v, st)
	case a.v.kind == failed && complex:
		r.faults++
		return a.v.fault
	case a.v.kind == failed:
		r.warn(a.v.fault)
		a.set(above)
	case complex:
		return r.conflict(a.v.kind.String(), above, a.v, st)
	default:
		a.set(above)
	}
	return nil
}

func (r *resolver) conflict(below string, above, under *value, st state) *fault {
	f := r.fault("reclass/merge", "In "+st.parameter()+": Can't merge "+above.kind.String()+" over "+below)
	if above.kind == failed {
		f.hint, f.pos, f.frames = above.fault.msg, above.fault.pos, above.fault.frames
		return f
	}
	f.hint = "give it the type of the value below, or prefix the key with ~ to replace that"
	if p := under.pos(); p.Line > 0 {
		f.frames = []diag.Frame{{Pos: p, Text: "the value below"}}
	}
	return f.at(above.pos())
}

// flatten merges layers that hold no references (reclass-rs flattened).
func (r *resolver) flatten(v *value, st state) (*value, *fault) {
	if v.done {
		return v, nil
	}
	if f := r.stopped(v); f != nil {
		return nil, f
	}
	switch v.kind {
	case layers:
		acc := accumulator{v: nullValue}
		for _, layer := range v.items {
			if f := r.merge(&acc, layer, st); f != nil {
				return nil, f
			}
		}
		return acc.value(), nil
	case mapping:
		var b builder
		for _, f := range v.fields {
			out, bad := r.flatten(f.val, st)
			if bad != nil {
				return nil, bad
			}
			f.val = out
			if _, bad := b.insert(f); bad != nil {
				return nil, bad
			}
		}
		return b.mapping(v.src), nil
	case list:
		items := make([]*value, len(v.items))
		for i, item := range v.items {
			out, f := r.flatten(item, st)
			if f != nil {
				return nil, f
			}
			items[i] = out
		}
		return newList(list, v.src, items), nil
	}
	return v, nil
}
