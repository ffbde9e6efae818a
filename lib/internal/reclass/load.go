package reclass

import (
	"context"
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
	ctx      context.Context
	inv      *Inventory
	target   string
	ignore   bool // missing classes
	merged   *merged
	finished map[string]bool // class names, references resolved
	loads    []Load
	stack    []int          // indexes of the loads under way
	active   map[visit]int  // their places in stack
	files    map[string]int // the first load of each file, once asked for
	ignored  []*fault
	warnings []*fault
}

// visit is a file whose inclusions are being walked.
type visit struct {
	file   *file
	before *merged // what was merged when the visit began
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
	v := visit{f, l.merged}
	l.active[v] = len(l.stack)
	l.stack = append(l.stack, load)
	for _, in := range f.classes {
		if bad := l.include(f, in, load); bad != nil {
			return bad
		}
	}
	l.stack = l.stack[:len(l.stack)-1]
	delete(l.active, v)
	next, bad := l.inv.keys.step(l.merged, f)
	if bad != nil {
		return bad
	}
	l.merged = next
	return nil
}

// include loads one entry of f's classes, unless it is finished.
func (l *loader) include(f *file, in inclusion, from int) *fault {
	if bad := stopped(l.ctx, in.pos); bad != nil {
		return bad
	}
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
	c := l.inv.class(l.ctx, abs)
	if c == nil {
		return l.missing(abs, in.pos, f)
	}
	l.loads = append(l.loads, Load{Class: abs, Name: l.target, File: c.name, From: from, Pos: in.pos})
	if c.fault != nil {
		if c.fault.id == stoppedID {
			return c.fault
		}
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
	r := l.inv.resolver(l.ctx, l.merged, l.target)
	v, f := r.pattern(in.ref, &state{})
	l.warnings = append(l.warnings, r.warnings...)
	if r.stop != nil {
		f = r.stop
	}
	if f != nil {
		return "", f.at(in.pos)
	}
	s, f := r.rawText(v, state{})
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
	i, under := l.active[visit{c, l.merged}]
	if !under {
		return nil
	}
	var circle []string
	for _, load := range l.stack[i:] {
		circle = append(circle, l.loads[load].Class)
	}
	return &fault{
		id: "reclass/cycle", pos: pos,
		msg:  "class " + name + " includes itself: " + strings.Join(append(circle, name), " -> "),
		hint: "remove one of these entries from classes",
	}
}

// maxHints is how many findings of a target get a hint that compares names; more
// are not read anyway.
const maxHints = 100

// maxName is the length of the longest name that is compared with others.
const maxName = 200

// diagnose gives what is to be said about the target so far.
func (l *loader) diagnose(bad []*fault) []diag.Diag {
	hints := 0
	var out []diag.Diag
	add := func(faults []*fault, severity diag.Severity) {
		for _, f := range faults {
			d := l.finding(f, severity)
			if f.hint == "" && f.among != nil && hints < maxHints && len(f.wrong) <= maxName {
				d.Hint = diag.DidYouMean(f.wrong, f.among())
				hints++
			}
			out = append(out, d)
		}
	}
	add(distinct(bad), diag.Error)
	add(l.ignored, diag.Warning)
	add(l.warnings, diag.Warning)
	return out
}

func (l *loader) finding(f *fault, severity diag.Severity) diag.Diag {
	return diag.Diag{
		ID: f.id, Severity: severity, Pos: f.pos, Target: l.target, Message: f.msg, Hint: f.hint,
		Chain: append(slices.Clip(f.frames), l.includes(f.pos.File)...),
	}
}

// includes gives the classes that led to file, the nearest first.
func (l *loader) includes(file string) []diag.Frame {
	if l.files == nil {
		l.files = map[string]int{}
		for i, load := range l.loads {
			if _, met := l.files[load.File]; !met {
				l.files[load.File] = i
			}
		}
	}
	i, ok := l.files[file]
	if !ok {
		return nil
	}
	var out []diag.Frame
	for l.loads[i].From >= 0 && len(out) < maxFrames {
		out = append(out, diag.Frame{Pos: l.loads[i].Pos, Text: l.loads[l.loads[i].From].title()})
		i = l.loads[i].From
	}
	return out
}
