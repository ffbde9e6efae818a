package pyyaml

import (
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// letters are the characters with an escape of one letter (spec Y28); those
// beyond ASCII are in appendEscape.
var letters = [128]byte{
	0: '0', '\a': 'a', '\b': 'b', '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f', '\r': 'r', 0x1B: 'e', '"': '"', '\\': '\\',
}

// doubleQuoted writes a string in double quotes, folded with a backslash at
// spaces and behind letters once a line is full (spec Y28). What is not printable
// ASCII is escaped, so pending text never is more bytes than columns.
func (e *emitter) doubleQuoted(s string, where place) {
	outer := e.indent
	e.indent = e.inner()
	e.indicator(`"`, true)
	pending := 0 // start of the text that is not written yet
	for i := 0; i < len(s); {
		c, size := s[i], 1
		folds := c == ' ' || pending >= i
		column := e.column() + i - pending
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			var r rune
			r, size = pyjson.DecodeRune(s[i:])
			e.buf = append(e.buf, s[pending:i]...)
			e.buf = appendEscape(e.buf, r)
			pending = i + size
			folds = true
			column = e.column() - 1 // PyYAML counts from behind the character here
		}
		if folds && column > width && i > 0 && i+size < len(s) && where != inKey {
			pending = e.fold(s, pending, i)
		}
		i += size
	}
	e.buf = append(e.buf, s[pending:]...)
	e.indicator(`"`, false)
	e.indent = outer
}

// fold ends a line of double-quoted text at index i and gives the start of the
// text that is still to be written.
func (e *emitter) fold(s string, pending, i int) int {
	if pending < i {
		e.buf = append(e.buf, s[pending:i]...)
		pending = i
	}
	e.buf = append(e.buf, '\\')
	e.newline()
	e.blank = false
	e.leading = false
	if s[pending] == ' ' {
		e.buf = append(e.buf, '\\')
	}
	return pending
}

func appendEscape(buf []byte, r rune) []byte {
	switch {
	case r < 128 && letters[r] != 0:
		return append(buf, '\\', letters[r])
	case r == 0x85:
		return append(buf, `\N`...)
	case r == 0xA0:
		return append(buf, `\_`...)
	case r == 0x2028:
		return append(buf, `\L`...)
	case r == 0x2029:
		return append(buf, `\P`...)
	case r <= 0xFF:
		return appendHex(append(buf, `\x`...), r, 2)
	case r <= 0xFFFF:
		return appendHex(append(buf, `\u`...), r, 4)
	}
	return appendHex(append(buf, `\U`...), r, 8)
}

func appendHex(buf []byte, r rune, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		buf = append(buf, "0123456789ABCDEF"[r>>shift&15])
	}
	return buf
}

// block writes a literal or folded string (spec Y29, Y30). It holds no breaks
// but line feeds.
func (e *emitter) block(s string, style tree.Style) {
	outer := e.indent
	e.indent = e.inner()
	header := "|"
	if style == tree.Folded {
		header = ">"
	}
	hints := blockHints(s)
	e.indicator(header+hints, true)
	e.openEnded = strings.HasSuffix(hints, "+")
	e.lineBreak()
	if style == tree.Folded {
		e.folded(s)
	} else {
		e.literal(s)
	}
	e.indent = outer
}

// blockHints tells a reader of the text's own indentation and of how it ends.
func blockHints(s string) string {
	hints := ""
	if s[0] == ' ' || s[0] == '\n' {
		hints = "2"
	}
	switch {
	case !strings.HasSuffix(s, "\n"):
		return hints + "-"
	case len(s) == 1 || s[len(s)-2] == '\n':
		return hints + "+"
	}
	return hints
}

func (e *emitter) literal(s string) {
	for s != "" {
		line, rest, _ := strings.Cut(s, "\n")
		if line != "" {
			e.newline()
			e.buf = append(e.buf, line...)
		}
		e.lineBreak()
		s = rest
	}
}

// folded writes lines that a reader joins again: the line feeds between two
// lines get one more unless either starts with a space, and a single space
// beyond the width becomes a line break.
func (e *emitter) folded(s string) {
	spaced := true // the line before starts with a space; the start of the text counts as such
	if s[0] != '\n' {
		spaced = s[0] == ' '
		e.newline()
	}
	for i := 0; i < len(s); {
		run := i + 1
		switch s[i] {
		case '\n':
			run = skipByte(s, i, '\n')
			spaced = e.foldedBreaks(run-i, s[run:], spaced)
		case ' ':
			run = skipByte(s, i, ' ')
			if run == i+1 && e.column() > width {
				e.newline()
			} else {
				e.buf = append(e.buf, s[i:run]...)
			}
		default:
			for run < len(s) && s[run] != ' ' && s[run] != '\n' {
				run++
			}
			e.buf = append(e.buf, s[i:run]...)
			if run == len(s) {
				e.lineBreak()
			}
		}
		i = run
	}
}

// foldedBreaks writes n line feeds of a folded string, before the rest of it,
// and reports whether the next line starts with a space.
func (e *emitter) foldedBreaks(n int, rest string, spaced bool) bool {
	next := strings.HasPrefix(rest, " ")
	if !spaced && !next && rest != "" {
		e.lineBreak()
	}
	for range n {
		e.lineBreak()
	}
	if rest != "" {
		e.newline()
	}
	return next
}
