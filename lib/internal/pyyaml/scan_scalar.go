package pyyaml

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// plainEnd holds the bytes at which a plain scalar may end.
var plainEnd = [256]bool{
	' ': true, '\t': true, '\n': true, '\r': true, ':': true, 0xC2: true, 0xE2: true,
	',': true, '?': true, '[': true, ']': true, '{': true, '}': true,
}

func (s *scanner) plain() {
	s.saveKey()
	t := token{kind: tokenScalar, line: s.line, column: int32(s.column())}
	start := s.pos
	end := s.plainLine()
	if s.err == nil && s.breakAt(0) == 0 {
		t.text = s.src[start:end]
		s.push(t)
		return
	}
	t.text = s.src[start:end]
	if s.plainLines(t.text) {
		t.text = string(s.buf)
		s.spread = lines{t.line, s.line, strings.Contains(t.text, ":")}
	}
	s.push(t)
}

// plainLines reads the further lines of a plain scalar. Where there are any,
// s.buf holds the whole text.
func (s *scanner) plainLines(first string) (more bool) {
	s.buf = s.buf[:0]
	for s.err == nil && s.breakAt(0) > 0 {
		mark := len(s.buf)
		s.keyHere = true
		s.foldPlain()
		if s.err != nil || s.at(0) == '#' || !s.flow() && s.column() <= s.indent || s.documentMark() {
			s.buf = s.buf[:mark]
			return more
		}
		start := s.pos
		end := s.plainLine()
		if end == start {
			s.buf = s.buf[:mark]
			return more
		}
		s.keyHere = false
		if !more {
			fold := string(s.buf)
			s.buf = append(append(s.buf[:0], first...), fold...)
			more = true
		}
		s.buf = append(s.buf, s.src[start:end]...)
	}
	return more
}

// plainLine steps over the plain text of this line and the blanks after it,
// and gives the end of the text.
func (s *scanner) plainLine() int {
	flow := s.flow()
	i := s.pos
	for i < len(s.src) {
		if !plainEnd[s.src[i]] {
			i++
			continue
		}
		switch c := s.src[i]; c {
		case ' ', '\t':
			j := i
			for j < len(s.src) && (s.src[j] == ' ' || s.tabs && s.src[j] == '\t') {
				j++
			}
			if j == len(s.src) || s.src[j] == '#' || s.src[j] == '\t' || s.endsLine(j) || s.endsPlain(j, flow) {
				s.pos = j
				return i
			}
			i = j
		case '\n', '\r', 0xC2, 0xE2:
			if s.endsLine(i) {
				s.pos = i
				return i
			}
			i++
		default:
			if s.endsPlain(i, flow) {
				s.pos = i
				return i
			}
			i++
		}
	}
	s.pos = i
	return i
}

func (s *scanner) endsLine(i int) bool { return s.breakAt(i-s.pos) > 0 }

// endsPlain reports whether the indicator at i ends a plain scalar.
func (s *scanner) endsPlain(i int, flow bool) bool {
	switch s.src[i] {
	case ':':
		if s.space(i + 1 - s.pos) {
			return true
		}
		if !flow || i+1 == len(s.src) || strings.IndexByte(",?[]{}", s.src[i+1]) < 0 {
			return false
		}
		if !s.colonEnds {
			s.pos = i
			s.fail(s.posAt(s.line, s.column()), "yaml/syntax", "a colon right before another indicator", "put the value in quotes, or a blank after the colon")
			return true
		}
		return s.src[i+1] != '?'
	case ',', '[', ']', '{', '}':
		return flow
	case '?':
		return flow && s.questionEnds
	}
	return false
}

// foldPlain steps over line breaks and the blanks after them; it appends what
// they stand for inside a plain scalar.
func (s *scanner) foldPlain() {
	first := s.newline()
	mark := len(s.buf)
	for {
		for c := s.at(0); c == ' ' || s.tabs && c == '\t'; c = s.at(0) {
			if c == '\t' && s.column() <= s.indent {
				s.fail(s.posAt(s.line, s.column()), "yaml/tab", "a tab in the indentation", "indent with blanks")
				return
			}
			s.pos++
		}
		if s.breakAt(0) == 0 {
			break
		}
		s.buf = append(s.buf, s.newline()...)
	}
	s.joinFold(mark, first)
}

// joinFold puts the first line break before the others, which start at mark: a
// lone line feed is a blank, and one before others is nothing.
func (s *scanner) joinFold(mark int, first string) {
	switch {
	case first != "\n":
		s.buf = append(s.buf, first...)
		copy(s.buf[mark+len(first):], s.buf[mark:])
		copy(s.buf[mark:], first)
	case len(s.buf) == mark:
		s.buf = append(s.buf, ' ')
	}
}

func (s *scanner) quoted(quote byte) {
	t := token{kind: tokenScalar, style: tree.SingleQuoted, line: s.line, column: int32(s.column())}
	if quote == '"' {
		t.style = tree.DoubleQuoted
	}
	s.pos++
	text, ok := s.quotedInLine(quote)
	if !ok {
		text, ok = s.quotedLines(quote)
	}
	if ok {
		t.text = text
		s.push(t)
	} else {
		s.fail(s.posAt(t.line, int(t.column)), "yaml/syntax", "a quoted string without its end", "close the quote; text in quotes may not hold `---` at the start of a line")
	}
}

// quotedInLine reads a string that stands in the text as it is.
func (s *scanner) quotedInLine(quote byte) (string, bool) {
	for i := s.pos; i < len(s.src); i++ {
		c := s.src[i]
		if c != quote && c != '\\' && !lineStop[c] {
			continue
		}
		switch {
		case c == quote:
			if quote == '\'' && i+1 < len(s.src) && s.src[i+1] == '\'' {
				return "", false
			}
			text := s.src[s.pos:i]
			s.pos = i + 1
			return text, true
		case c == '\\' && quote == '"', s.endsLine(i):
			return "", false
		}
	}
	return "", false
}

func (s *scanner) quotedLines(quote byte) (string, bool) {
	s.buf = s.buf[:0]
	for s.err == nil && s.pos < len(s.src) {
		c := s.at(0)
		switch {
		case c == quote && quote == '\'' && s.at(1) == '\'':
			s.buf = append(s.buf, '\'')
			s.pos += 2
		case c == quote:
			s.pos++
			return string(s.buf), true
		case c == '\\' && quote == '"':
			s.escape()
		case c == ' ' || c == '\t':
			start := s.pos
			s.skipBlanks(true)
			if s.breakAt(0) == 0 {
				s.buf = append(s.buf, s.src[start:s.pos]...)
			}
		case s.breakAt(0) > 0:
			first := s.newline()
			mark := len(s.buf)
			s.quotedBreaks()
			s.joinFold(mark, first)
		default:
			s.buf = append(s.buf, c)
			s.pos++
		}
	}
	return "", false
}

// quotedBreaks steps over blanks and line breaks and appends the latter.
func (s *scanner) quotedBreaks() {
	for {
		if s.documentMark() {
			s.failHere("a document separator inside a quoted string")
			return
		}
		s.skipBlanks(true)
		if s.breakAt(0) == 0 {
			return
		}
		s.buf = append(s.buf, s.newline()...)
	}
}

var escapeText = [256]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
	' ': " ", '"': "\"", '/': "/", '\\': "\\", 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

func (s *scanner) escape() {
	s.pos++
	if s.breakAt(0) > 0 {
		s.newline()
		s.quotedBreaks()
		return
	}
	c := s.at(0)
	if text := escapeText[c]; text != "" {
		s.buf = append(s.buf, text...)
		s.pos++
		return
	}
	switch c {
	case 'x':
		s.hexEscape(2)
	case 'u':
		s.hexEscape(4)
	case 'U':
		s.hexEscape(8)
	default:
		s.pos--
		r, _ := utf8.DecodeRuneInString(s.src[s.pos+1:])
		s.fail(s.posAt(s.line, s.column()), "yaml/escape", fmt.Sprintf("unknown escape %q", "\\"+string(r)), "write `\\\\` for a backslash, or use single quotes")
	}
}

func (s *scanner) hexEscape(digits int) {
	var r uint32
	for i := 1; i <= digits; i++ {
		if !hexByte(s.at(i)) {
			s.failHere(fmt.Sprintf("%d hexadecimal digits must follow %q", digits, "\\"+string(rune(s.at(0)))))
			return
		}
		r = r<<4 | uint32(hexValue(s.at(i)))
	}
	surrogate := r >= 0xD800 && r <= 0xDFFF
	if r > utf8.MaxRune || surrogate && !s.surrogates {
		s.failHere(fmt.Sprintf("no character has the number U+%04X", r))
		return
	}
	s.pos += digits + 1
	s.buf = pyjson.AppendRune(s.buf, rune(r))
}
