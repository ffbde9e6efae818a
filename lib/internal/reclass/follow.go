package reclass

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// maxDepth is how many references a chain may have (spec R31).
const maxDepth = 64

// memo is the outcome of following one reference where nothing failed. It holds
// in any place that has seen none of the paths it met and is not too deep.
type memo struct {
	val     *value  // whole references
	text    string  // embedded ones
	visited []int32 // sorted
	rel     int     // how much deeper it went
	added   []int32 // paths that st.seen gained
	depth   int     // what st.depth gained
}

func (r *resolver) usable(m *memo, st *state) bool {
	if st.depth+m.rel > maxDepth {
		return false
	}
	for s := st.seen; s != nil; s = s.up {
		if _, met := slices.BinarySearch(m.visited, s.path); met {
			return false
		}
	}
	return true
}

// reuse does to r and st what the evaluation of m did.
func (r *resolver) reuse(m *memo, st *state) {
	r.deepest = max(r.deepest, st.depth+m.rel)
	r.visited = append(r.visited, m.visited...)
	st.depth += m.depth
	for _, p := range m.added {
		st.seen = &seen{path: p, up: st.seen}
	}
}

// frame is the part of r that measures one evaluation.
type frame struct {
	visited []int32
	deepest int
	faults  int
	start   state
}

func (r *resolver) begin(st *state) frame {
	f := frame{visited: r.visited, deepest: r.deepest, faults: r.faults, start: *st}
	r.visited, r.deepest = nil, st.depth
	return f
}

// end gives the memo of the evaluation since begin, or nil if it met a fault.
func (r *resolver) end(f frame, st *state) *memo {
	visited, deepest := r.visited, r.deepest
	if len(visited) > 1 {
		slices.Sort(visited)
		visited = slices.Compact(visited)
	}
	r.visited, r.deepest = append(f.visited, visited...), max(f.deepest, deepest)
	if r.faults != f.faults {
		return nil
	}
	m := &memo{visited: visited, rel: deepest - f.start.depth, depth: st.depth - f.start.depth}
	for s := st.seen; s != f.start.seen; s = s.up {
		m.added = append(m.added, s.path)
	}
	slices.Reverse(m.added)
	return m
}

// follow gives what a string that is one reference stands for (spec R29).
func (r *resolver) follow(ref *reference, st *state) (*value, *fault) {
	text, f := r.enter(ref, st)
	if f != nil {
		return nil, f
	}
	if m := r.whole[text]; m != nil && r.usable(m, st) {
		r.reuse(m, st)
		return m.val, nil
	}
	fr := r.begin(st)
	v, f := r.lookup(text, st)
	if f == nil {
		v, f = r.resolve(v, st)
	}
	if m := r.end(fr, st); m != nil && f == nil {
		m.val = v
		r.whole[text] = m
	}
	return v, f
}

// embed gives the text of a reference inside other text (spec R30). A mapping
// named there is printed as it was written, its references unresolved.
func (r *resolver) embed(ref *reference, st state) (string, *fault) {
	text, f := r.enter(ref, &st)
	if f != nil {
		return "", f
	}
	if m := r.embedded[text]; m != nil && r.usable(m, &st) {
		r.reuse(m, &st)
		return m.text, nil
	}
	fr := r.begin(&st)
	var out string
	v, f := r.lookup(text, &st)
	if f == nil {
		out, f = r.rawText(v, st)
	}
	if m := r.end(fr, &st); m != nil && f == nil {
		m.text = out
		r.embedded[text] = m
	}
	return out, f
}

// join gives the text of tokens. References next to each other cannot loop, so
// each gets its own state.
func (r *resolver) join(tokens []token, st state) (string, *fault) {
	var b strings.Builder
	for _, t := range tokens {
		if t.ref == nil {
			b.WriteString(t.text)
			continue
		}
		if r.stop != nil || r.ctx.Err() != nil {
			return "", r.stopped(nullValue)
		}
		s, f := r.embed(t.ref, st)
		if f != nil {
			return "", f
		}
		if b.Len()+len(s) > maxText {
			return "", r.tooLarge(maxText, st)
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// enter counts a reference and gives its text, nested ones resolved.
func (r *resolver) enter(ref *reference, st *state) (string, *fault) {
	st.depth++
	r.deepest = max(r.deepest, st.depth)
	if st.depth > maxDepth {
		return "", r.fault("reclass/depth", fmt.Sprintf(
			"Token resolution exceeded recursion depth of %d for parameter '%s'. We've seen the following reference paths: [%s].",
			maxDepth, st.parameter(), r.paths(*st)))
	}
	if !ref.nested {
		return ref.static, nil
	}
	return r.join(ref.parts, *st)
}

// pathID numbers a reference path and notes that it was met.
func (r *resolver) pathID(path string) int32 {
	id, ok := r.pathIDs[path]
	if !ok {
		id = int32(len(r.pathNames))
		r.pathIDs[path] = id
		r.pathNames = append(r.pathNames, path)
	}
	r.visited = append(r.visited, id)
	return id
}

// lookup walks down a path (spec R26). Its result is never a string with
// references nor layers.
func (r *resolver) lookup(text string, st *state) (*value, *fault) {
	path, def, hasDefault := strings.Cut(text, "::")
	id := r.pathID(path)
	for s := st.seen; s != nil; s = s.up {
		if s.path == id {
			f := r.fault("reclass/loop", "Detected reference loop with reference paths ["+r.paths(*st)+"].")
			f.hint = "give one of these parameters a value that doesn't lead back to it"
			f.circle = r.paths(state{seen: st.seen.until(s)})
			return nil, f
		}
	}
	st.seen = &seen{path: id, up: st.seen}
	key, rest, more := strings.Cut(path, ":")
	e := r.root(key)
	if e == nil {
		if hasDefault {
			return r.fallback(path, def, *st)
		}
		return nil, r.missing(path, key, r.names, *st)
	}
	v := e.val
	for walked := len(key); more; walked += 1 + len(key) {
		key, rest, more = strings.Cut(rest, ":")
		open, f := r.open(v, st)
		if f != nil {
			return nil, f
		}
		if open.kind != mapping {
			return nil, r.blocked(path, key, path[:walked], open, *st)
		}
		if v = open.get(key); v != nil {
			continue
		}
		if hasDefault {
			return r.fallback(path, def, *st)
		}
		return nil, r.missing(path, key, func() []string { return stringKeys(open) }, *st)
	}
	for v.kind == pattern || v.kind == layers {
		out, f := r.resolve(v, st)
		if f != nil {
			return nil, f
		}
		v = out
	}
	return v, nil
}

func stringKeys(v *value) []string {
	var out []string
	for i := range v.fields {
		if k := v.fields[i].key; k.Kind == tree.String {
			out = append(out, k.Text)
		}
	}
	return out
}

// open gives v as far as a step into it needs (spec R28): a mapping in it may
// still hold references and layers.
func (r *resolver) open(v *value, st *state) (*value, *fault) {
	if v.kind == pattern {
		return r.resolve(v, st)
	}
	if v.kind != layers {
		return v, nil
	}
	if out := r.opened[v]; out != nil {
		return out, nil
	}
	faults, fixed := r.faults, true
	acc := accumulator{v: nullValue}
	items := make([]*value, len(v.items))
	for i, layer := range v.items {
		items[i] = layer
		if layer.kind != pattern {
			continue
		}
		fixed = false
		sub := *st
		out, f := r.resolve(layer, &sub)
		if f != nil {
			return nil, f
		}
		items[i] = out
	}
	for _, layer := range items {
		if f := r.merge(&acc, layer, *st); f != nil {
			return nil, f
		}
	}
	out := acc.value()
	if fixed && faults == r.faults {
		r.opened[v] = out
	}
	return out, nil
}

// fallback gives the default of a reference, which is YAML (spec R27).
func (r *resolver) fallback(path, def string, st state) (*value, *fault) {
	docs, err := pyyaml.ReadCore("", []byte(def))
	if err == nil && len(docs) > 1 {
		err = errors.New(manyDocuments)
	}
	if err != nil {
		return nil, r.fault("reclass/default", fmt.Sprintf(
			"Error parsing default value for reference '%s' in parameter '%s': %s", brief(path), st.parameter(), sentence(err)))
	}
	if len(docs) == 0 {
		return nullValue, nil
	}
	if docs[0].Kind == tree.String {
		return newText(nil, docs[0].Text), nil
	}
	unplace(docs[0])
	c := conversion{ctx: r.ctx}
	return c.value(docs[0])
}

// unplace drops the places in a default, which are none of a file.
func unplace(n *tree.Node) {
	n.Pos = tree.Pos{}
	for _, item := range n.Items {
		unplace(item)
	}
	for _, f := range n.Fields {
		unplace(f.Key)
		unplace(f.Value)
	}
}

func (r *resolver) missing(path, key string, among func() []string, st state) *fault {
	f := r.fault("reclass/unknown-reference", fmt.Sprintf(
		"lookup error for reference '${%s}' in parameter '%s': key '%s' not found", brief(path), st.parameter(), brief(key)))
	f.wrong, f.among = key, among
	return f
}

func (r *resolver) blocked(path, key, walked string, v *value, st state) *fault {
	why := "Can't continue lookup, " + brief(walked) + " is a " + v.kind.String()
	hint := "only maps have keys; refer to " + brief(walked) + " itself, or make it a map"
	if v.kind == list {
		why = "Sequence lookups aren't supported for Reclass references!"
		hint = "refer to the whole list; Jsonnet can take an element of it"
	}
	f := r.fault("reclass/lookup", fmt.Sprintf(
		"While looking up key '%s' in reference '${%s}' for parameter '%s': %s", brief(key), brief(path), st.parameter(), why))
	f.hint = hint
	if p := v.pos(); p.Line > 0 {
		f.frames = []diag.Frame{{Pos: p, Text: "the value of " + brief(walked)}}
	}
	return f
}

// splitPath gives the steps of a reference path, its default left out.
func splitPath(text string) []string {
	path, _, _ := strings.Cut(text, "::")
	return strings.Split(path, ":")
}
