package reclass

import (
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// Load is one file that a target was made of.
type Load struct {
	Class string   // the class, or "" for the target itself
	Name  string   // the target
	File  string   // as shown in messages
	From  int      // index of the file that includes it; -1 for the target
	Pos   tree.Pos // the place of the inclusion
}

func (l Load) title() string {
	if l.From < 0 {
		return "target " + l.Name
	}
	return "class " + l.Class
}

// loader walks the classes of one target, depth first (spec R4).
type loader struct {
	inv      *Inventory
	target   string
	ignore   bool // missing classes
	merged   *merged
	finished map[string]bool // class names, references resolved
	loads    []Load
	stack    []visit
	ignored  []*fault
	warnings []*fault
}

// visit is a file whose inclusions are being walked.
type visit struct {
	file   *file
	before *merged // what was merged when the visit began
	load   int
}

// load merges the target's classes and the target itself.
func (l *loader) load(f *file) *fault {
	l.loads = append(l.loads, Load{Name: l.target, File: f.name, From: -1})
	if f.fault != nil {
		return f.fault
	}
	return l.visit(f, 0)
}

func (l *loader) visit(f *file, load int) *fault {
	l.stack = append(l.stack, visit{f, l.merged, load})
	for _, in := range f.classes {
		if bad := l.include(f, in, load); bad != nil {
			return bad
		}
	}
	l.stack = l.stack[:len(l.stack)-1]
	next, bad := l.inv.keys.step(l.merged, f)
	if bad != nil {
		return bad
	}
	l.merged = next
	return nil
}

// include loads one entry of f's classes, unless it is finished.
func (l *loader) include(f *file, in inclusion, from int) *fault {
	name := in.name
	if in.ref != nil {
		resolved, bad := l.className(in)
		if bad != nil {
			return bad
		}
		name = resolved
	}
	if l.finished[name] {
		return nil
	}
	abs := absolute(name, f.dir)
	c := l.inv.class(abs)
	if c == nil {
		return l.missing(abs, in.pos, f)
	}
	l.loads = append(l.loads, Load{Class: abs, Name: l.target, File: c.name, From: from, Pos: in.pos})
	if c.fault != nil {
		bad := *c.fault
		bad.msg = "Deserializing " + abs + ": " + bad.msg
		return &bad
	}
	if bad := l.cycle(c, abs, in.pos); bad != nil {
		return bad
	}
	if bad := l.visit(c, len(l.loads)-1); bad != nil {
		return bad
	}
	l.finished[name] = true
	return nil
}

// className resolves the references in a class name against what is merged so
// far (spec R6).
func (l *loader) className(in inclusion) (string, *fault) {
	r := l.inv.resolver(l.merged, l.target)
	v, f := r.pattern(in.ref, &state{})
	l.warnings = append(l.warnings, r.warnings...)
	if f != nil {
		return "", f.at(in.pos)
	}
	s, f := r.rawText(v)
	if f != nil {
		return "", f.at(in.pos)
	}
	return s, nil
}

func (l *loader) missing(name string, pos tree.Pos, f *file) *fault {
	bad := &fault{id: "reclass/missing-class", pos: pos, msg: "Class " + name + " not found"}
	bad.hint = l.inv.near(name)
	if !l.ignore {
		return bad
	}
	bad.msg = "ignore missing class " + name
	l.ignored = append(l.ignored, bad)
	return nil
}

// cycle notices a class that includes itself. reclass-rs recurses until its
// stack is full. Having merged anything since the class began, the same names
// may stand for other classes, so that only an unchanged state is a cycle.
func (l *loader) cycle(c *file, name string, pos tree.Pos) *fault {
	i := slices.IndexFunc(l.stack, func(v visit) bool { return v.file == c && v.before == l.merged })
	if i < 0 {
		return nil
	}
	var circle []string
	for _, v := range l.stack[i:] {
		circle = append(circle, l.loads[v.load].Class)
	}
	return &fault{
		id: "reclass/cycle", pos: pos,
		msg:  "class " + name + " includes itself: " + strings.Join(append(circle, name), " -> "),
		hint: "remove one of these entries from classes",
	}
}

// diagnose gives what is to be said about the target so far.
func (l *loader) diagnose(bad *fault) []diag.Diag {
	var out []diag.Diag
	if bad != nil {
		out = append(out, bad.diagnose(l.target, diag.Error, l.loads))
	}
	for _, f := range l.ignored {
		out = append(out, f.diagnose(l.target, diag.Warning, l.loads))
	}
	for _, f := range l.warnings {
		out = append(out, f.diagnose(l.target, diag.Warning, l.loads))
	}
	return out
}
