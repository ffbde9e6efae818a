package reclass

import (
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// fault is what is wrong with one value. Its message is the first sentence of
// reclass-rs, because Commodore's users look for it.
type fault struct {
	id     string
	pos    tree.Pos
	msg    string
	hint   string
	wrong  string // a name that is not in among, when there is no hint
	among  func() []string
	frames []diag.Frame // the references that led to pos, the nearest first
	circle string       // of a loop: its paths, wherever it was entered
}

// maxFrames is how many references a finding shows; the nearest tell most.
const maxFrames = 12

// through gives f as seen from the string n, whose reference led to it.
func (f *fault) through(n *tree.Node) *fault {
	out := *f
	if f.pos == (tree.Pos{}) {
		out.pos = n.Pos
		return &out
	}
	if f.pos == n.Pos {
		return f
	}
	if len(f.frames) == maxFrames {
		return f
	}
	out.frames = append(slices.Clip(f.frames), diag.Frame{Pos: n.Pos, Text: "reference in " + quote(n.Text)})
	return &out
}

// at gives f with a place, unless it has one.
func (f *fault) at(pos tree.Pos) *fault {
	if f.pos != (tree.Pos{}) {
		return f
	}
	out := *f
	out.pos = pos
	return &out
}

func quote(s string) string { return `"` + brief(s) + `"` }

// brief gives the beginning of a text that is too long for a sentence.
func brief(s string) string {
	const most = 1000
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// state is what reclass-rs carries along while it follows references. Copying
// it is how the loop check is split between values (spec R31).
type state struct {
	seen  *seen
	depth int
	keys  *step
}

// seen is the chain of reference paths followed so far.
type seen struct {
	path int32
	up   *seen
}

// until gives the part of the chain that s stands for, down to last.
func (s *seen) until(last *seen) *seen {
	if s == last {
		return &seen{path: s.path}
	}
	return &seen{path: s.path, up: s.up.until(last)}
}

// step is one key or list index on the way to the parameter.
type step struct {
	key  string
	list bool
	up   *step
}

func (s state) key(key *tree.Node) state {
	s.keys = &step{key: scalarText(key), up: s.keys}
	return s
}

func (s state) item(i int) state {
	s.keys = &step{key: indexText(i), list: true, up: s.keys}
	return s
}

// parameter gives the path of the parameter, as a.b[0].c.
func (s state) parameter() string {
	var steps []*step
	for k := s.keys; k != nil; k = k.up {
		steps = append(steps, k)
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		if i < len(steps)-1 && !steps[i].list {
			b.WriteByte('.')
		}
		b.WriteString(steps[i].key)
	}
	return b.String()
}

// paths gives the reference paths followed so far, sorted and quoted.
func (r *resolver) paths(s state) string {
	var out []string
	for p := s.seen; p != nil; p = p.up {
		out = append(out, quote(r.pathNames[p.path]))
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), ", ")
}

// fault gives a new fault and counts it, so that nothing that met one is
// remembered for other places.
func (r *resolver) fault(id, msg string) *fault {
	r.faults++
	r.last = msg
	return &fault{id: id, msg: msg}
}

// warn reports a fault that a later value covers up (spec R33).
func (r *resolver) warn(f *fault) {
	r.faults++
	w := *f
	w.msg = "Ignoring resolve error: " + f.msg
	r.warnings = append(r.warnings, &w)
}

// distinct gives the faults without those that have the cause of an earlier one
// and were only met from another parameter.
func distinct(faults []*fault) []*fault {
	type cause struct {
		id, circle string
		pos        tree.Pos
	}
	met := map[cause]bool{}
	var out []*fault
	for _, f := range faults {
		c := cause{f.id, f.circle, f.pos}
		if f.circle != "" {
			c.pos = tree.Pos{}
		}
		if !met[c] {
			met[c] = true
			out = append(out, f)
		}
	}
	return out
}
