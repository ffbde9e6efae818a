// Package diag is what azogue has to say about its input: a finding with a
// stable ID, a severity, a place, one sentence and the likely fix.
//
// Stages collect findings and go on as far as makes sense; Sort puts them in
// the order of their places, so that the same input always gives the same list.
// A finding is also an error, for stages that can only stop. Printing is left
// to package cli.
package diag

import (
	"cmp"
	"errors"
	"slices"

	"github.com/azogue-build/azogue/lib/tree"
)

// Severity tells a finding that makes the output wrong from one that does not.
type Severity uint8

// The severities, the worst first.
const (
	Error Severity = iota
	Warning
	Notice
)

// String gives the severity's name for messages.
func (s Severity) String() string { return [...]string{"error", "warning", "notice"}[s] }

// Diag is one finding.
type Diag struct {
	ID       string   // stable, as "reclass/unknown-reference"
	Severity Severity // the zero value is Error
	Pos      tree.Pos // the user's own place, if there is one
	Target   string   // the target it was found in, if any
	Message  string   // one sentence, lower case, no final period
	Hint     string   // the likely fix, if one is known
	Chain    []Frame  // how azogue came to the place, the nearest first
}

// Frame is one step on the way to a finding: a class that includes the next,
// an import, a call.
type Frame struct {
	Pos  tree.Pos
	Text string // as "class global.params" or "function render"
}

// Error gives place and sentence on one line.
func (d Diag) Error() string {
	if d.Pos == (tree.Pos{}) {
		return d.Message
	}
	return d.Pos.String() + ": " + d.Message
}

// Sort gives all findings of the lists in the order of severity, target, place,
// ID and message, each only once.
func Sort(lists ...[]Diag) []Diag {
	all := slices.Concat(lists...)
	slices.SortStableFunc(all, compare)
	return slices.CompactFunc(all, func(a, b Diag) bool { return compare(a, b) == 0 })
}

func compare(a, b Diag) int {
	return cmp.Or(
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Target, b.Target),
		cmp.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Message, b.Message),
	)
}

// Once gives the findings without those that differ from an earlier one only in
// the target and the way to the place: what is wrong with a shared file is one
// cause, however many targets meet it.
func Once(list []Diag) []Diag {
	type cause struct {
		id       string
		severity Severity
		pos      tree.Pos
		message  string
	}
	met := map[cause]bool{}
	var out []Diag
	for _, d := range list {
		c := cause{d.ID, d.Severity, d.Pos, d.Message}
		if d.Pos != (tree.Pos{}) && met[c] {
			continue
		}
		met[c] = true
		out = append(out, d)
	}
	return out
}

// HasErrors reports whether one of the findings is an Error.
func HasErrors(list []Diag) bool {
	return slices.ContainsFunc(list, func(d Diag) bool { return d.Severity == Error })
}

// From gives the finding that err is or wraps, or a new one with the ID given.
func From(err error, id string) Diag {
	if d, ok := errors.AsType[Diag](err); ok {
		return d
	}
	return Diag{ID: id, Message: err.Error()}
}

// Rename gives the findings with each file in them called name(file), and each
// sentence passed through text.
func Rename(list []Diag, name, text func(string) string) []Diag {
	out := slices.Clone(list)
	rename := func(p *tree.Pos) {
		if p.File != "" {
			p.File = name(p.File)
		}
	}
	for i := range out {
		rename(&out[i].Pos)
		out[i].Message, out[i].Hint = text(out[i].Message), text(out[i].Hint)
		out[i].Chain = slices.Clone(out[i].Chain)
		for j := range out[i].Chain {
			rename(&out[i].Chain[j].Pos)
			out[i].Chain[j].Text = text(out[i].Chain[j].Text)
		}
	}
	return out
}
