// Package diff compares two texts line by line, for people who review manifests:
// hunks as `diff -u` has them, each with the place in the YAML that it is at.
//
// Goals: a change is shown as its author made it. Lines that are there once on
// both sides hold the rest in place (patience), what is between them is compared
// for the fewest lines (Myers), and a run of lines that could be shown in
// several ways begins where the indentation is least, as an item of a list does.
// Any input takes time and memory proportional to its size, times a constant of
// at most maxEdits.
//
// Non-goals: equal YAML written in two ways, which is a difference in golden
// files; words within a line; patches that `patch` applies (texts are shown).
package diff

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Context is how many equal lines a hunk shows around its changes.
const Context = 3

// Line is one line of a hunk.
type Line struct {
	Op   byte   // '-' only old, '+' only new, ' ' both
	Text string // without its line break
	Open bool   // it ends the text without a line break
}

// Hunk is a part of both texts with changes in it. Numbers are those of lines,
// from 1; where a side has none, the number is of the line before.
type Hunk struct {
	OldStart, OldCount int
	NewStart, NewCount int
	Place              string // where it is, or ""
	Lines              []Line
}

// Place tells where line at (from 0) of a text is, in a word or two.
type Place func(lines []string, at int) string

// Hunks gives what differs, in order. Equal texts have no hunks. Place may be nil.
func Hunks(old, new []byte, place Place) []Hunk {
	if bytes.Equal(old, new) {
		return nil
	}
	ops := compare(split(old), split(new))
	slide(ops)
	return hunks(ops, place)
}

// Stat counts the lines that only one side has.
func Stat(hunks []Hunk) (added, removed int) {
	for _, h := range hunks {
		for _, l := range h.Lines {
			switch l.Op {
			case '+':
				added++
			case '-':
				removed++
			}
		}
	}
	return added, removed
}

// Binary reports whether people can't read a text: it is no UTF-8, or has zero
// bytes.
func Binary(text []byte) bool { return !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 }

// split gives the lines of a text, with their line breaks, so that a last line
// without one differs.
func split(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	lines := strings.SplitAfter(string(text), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// hunks cuts the lines of both texts into hunks.
func hunks(ops []Line, place Place) []Hunk {
	var list []Hunk
	old, new := 0, 0 // lines seen before ops[i]
	sides := sides{place: place}
	for i := 0; i < len(ops); {
		if ops[i].Op == ' ' {
			old, new, i = old+1, new+1, i+1
			continue
		}
		start := max(i-Context, 0)
		end := endOf(ops, i)
		h := Hunk{OldStart: old - (i - start), NewStart: new - (i - start), Lines: ops[start:end], Place: sides.at(ops, i, old, new)}
		for _, l := range ops[i:end] {
			if l.Op != '+' {
				old++
			}
			if l.Op != '-' {
				new++
			}
		}
		h.OldCount, h.NewCount = old-h.OldStart, new-h.NewStart
		if h.OldCount > 0 {
			h.OldStart++
		}
		if h.NewCount > 0 {
			h.NewStart++
		}
		list = append(list, h)
		i = end
	}
	for i := range list {
		list[i].Lines = shown(list[i].Lines)
	}
	return list
}

// endOf gives the end of the hunk whose first change is ops[i]: changes with at
// most twice the context between them are one hunk.
func endOf(ops []Line, i int) int {
	last := i
	for j := i; j < len(ops) && j-last <= 2*Context+1; j++ {
		if ops[j].Op != ' ' {
			last = j
		}
	}
	return min(last+1+Context, len(ops))
}

// shown gives the lines without their line breaks.
func shown(ops []Line) []Line {
	lines := slices.Clone(ops)
	for i := range lines {
		text, closed := strings.CutSuffix(lines[i].Text, "\n")
		lines[i].Text, lines[i].Open = text, !closed
	}
	return lines
}

// sides are the two texts as a Place wants them, made once when asked for.
type sides struct {
	place    Place
	old, new []string
}

// at gives the place of the change at ops[i], which is line old or new of its side.
func (s *sides) at(ops []Line, i, old, new int) string {
	if s.place == nil {
		return ""
	}
	if s.old == nil && s.new == nil {
		for _, l := range ops {
			text := strings.TrimRight(l.Text, "\r\n")
			if l.Op != '+' {
				s.old = append(s.old, text)
			}
			if l.Op != '-' {
				s.new = append(s.new, text)
			}
		}
	}
	if ops[i].Op == '-' {
		return s.place(s.old, old)
	}
	return s.place(s.new, new)
}
