package pyyaml

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// keyReach is how far a colon may be from the start of its key.
const keyReach = 1024

// fetch reads one more token, and the ends of blocks before it.
func (s *scanner) fetch() {
	s.skipToToken()
	s.expireKeys()
	column := s.column()
	s.unwind(column)
	if s.err != nil {
		return
	}
	c := s.at(0)
	switch {
	case c == 0:
		s.endOfText()
	case c == '%' && column == 0:
		s.startOfDocument()
		s.directive()
	case s.documentMark():
		s.startOfDocument()
		kind := tokenDocument
		if c == '.' {
			kind = tokenDocumentEnd
		}
		s.mark(kind, 3)
	default:
		s.fetchContent(c)
	}
}

func (s *scanner) fetchContent(c byte) {
	switch c {
	case '[':
		s.openFlow(tokenFlowList)
	case '{':
		s.openFlow(tokenFlowMap)
	case ']':
		s.closeFlow(tokenFlowListEnd)
	case '}':
		s.closeFlow(tokenFlowMapEnd)
	case ',':
		s.keyHere = true
		s.dropKey()
		s.mark(tokenComma, 1)
	case '-':
		s.either(s.space(1), s.entry)
	case '?':
		s.either(s.flow() || s.space(1), s.explicitKey)
	case ':':
		s.either(s.flow() || s.space(1), s.value)
	case '*':
		s.anchor(tokenAlias)
	case '&':
		s.anchor(tokenAnchor)
	case '!':
		s.tag()
	case '|', '>':
		s.blockScalar()
	case '\'', '"':
		s.saveKey()
		s.quoted(c)
	case '#', '%', '@', '`', '\t':
		s.failStart()
	default:
		s.plain()
	}
}

// either takes an indicator for what it is, or for the start of a plain scalar.
func (s *scanner) either(indicator bool, take func()) {
	if indicator {
		take()
	} else {
		s.plain()
	}
}

func (s *scanner) failStart() {
	pos := s.posAt(s.line, s.column())
	r, _ := utf8.DecodeRuneInString(s.src[s.pos:])
	if r == '\t' {
		s.fail(pos, "yaml/tab", "a tab stands where only blanks may", "indent and align with blanks")
		return
	}
	s.fail(pos, "yaml/syntax", fmt.Sprintf("no value can start with %q", r), "put the value in quotes")
}

func (s *scanner) flow() bool { return len(s.keys) > 1 }

func (s *scanner) skipToToken() {
	for {
		atMark := s.pos == 0 || s.wideMark && s.column() == 0
		if atMark && strings.HasPrefix(s.src[s.pos:], byteOrderMark) {
			s.pos += len(byteOrderMark)
		}
		s.skipBlanks(s.tabs && (s.flow() || !s.keyHere))
		s.skipComment()
		if s.breakAt(0) == 0 {
			return
		}
		s.newline()
		if !s.flow() {
			s.keyHere = true
		}
	}
}

func (s *scanner) endOfText() {
	s.startOfDocument()
	s.push(token{kind: tokenEnd, line: s.line, column: int32(s.column())})
	s.done = true
}

// startOfDocument ends every block.
func (s *scanner) startOfDocument() {
	s.unwind(-1)
	s.dropKey()
	s.keyHere = false
}

// expireKeys gives up keys whose colon would be on another line or too far.
func (s *scanner) expireKeys() {
	for i := range s.keys {
		k := &s.keys[i]
		if k.pending && (k.line != s.line || s.tooFar(k.pos)) {
			s.giveUpKey(k)
		}
	}
}

func (s *scanner) tooFar(start int) bool {
	if s.pos-start <= keyReach {
		return false
	}
	return s.keyInBytes || utf8.RuneCountInString(s.src[start:s.pos]) > keyReach
}

func (s *scanner) giveUpKey(k *simpleKey) {
	if k.required {
		s.fail(s.posAt(k.line, k.column), "yaml/syntax", "a key without a colon", "write `key: value`, or indent the line if it goes on with the one above")
	}
	k.pending = false
	s.tokens[k.token-s.base].pending = false
}

// saveKey notes that the next token may be a key.
func (s *scanner) saveKey() {
	if s.keyHere {
		s.dropKey()
		column := s.column()
		s.keys[len(s.keys)-1] = simpleKey{
			pending: true, required: !s.flow() && s.indent == column,
			token: s.base + len(s.tokens), pos: s.pos, line: s.line, column: column,
		}
		s.saved = true
	}
	s.keyHere = false
}

func (s *scanner) dropKey() {
	if k := &s.keys[len(s.keys)-1]; k.pending {
		s.giveUpKey(k)
	}
}

// unwind ends the blocks that are indented more than column.
func (s *scanner) unwind(column int) {
	for !s.flow() && s.indent > column {
		s.mark(tokenBlockEnd, 0)
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

// indentTo reports whether a new block starts at column.
func (s *scanner) indentTo(column int) bool {
	if s.flow() || s.indent >= column {
		return false
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	return true
}

func (s *scanner) openFlow(kind tokenKind) {
	s.saveKey()
	s.keys = append(s.keys, simpleKey{})
	s.keyHere = true
	s.mark(kind, 1)
}

func (s *scanner) closeFlow(kind tokenKind) {
	s.dropKey()
	if s.flow() {
		s.keys = s.keys[:len(s.keys)-1]
	}
	s.keyHere = false
	s.mark(kind, 1)
}

func (s *scanner) entry() {
	if !s.flow() {
		if !s.keyHere {
			s.failHere("a list entry cannot start here")
			return
		}
		if s.indentTo(s.column()) {
			s.mark(tokenBlockList, 0)
		}
	}
	s.keyHere = true
	s.dropKey()
	s.mark(tokenEntry, 1)
}

func (s *scanner) explicitKey() {
	if !s.flow() {
		if !s.keyHere {
			s.failHere("a key cannot start here")
			return
		}
		if s.indentTo(s.column()) {
			s.mark(tokenBlockMap, 0)
		}
	}
	s.keyHere = !s.flow()
	s.dropKey()
	s.mark(tokenKey, 1)
}

func (s *scanner) value() {
	k := &s.keys[len(s.keys)-1]
	if k.pending {
		t := &s.tokens[k.token-s.base]
		t.pending, t.key, t.opens = false, true, s.indentTo(k.column)
		k.pending = false
		s.keyHere = false
		s.mark(tokenValue, 1)
		return
	}
	if !s.flow() {
		if !s.keyHere {
			s.failColon()
			return
		}
		if s.indentTo(s.column()) {
			s.mark(tokenBlockMap, 0)
		}
	}
	s.keyHere = !s.flow()
	s.mark(tokenValue, 1)
}

// failColon reports a colon where no key can end: in a value, which may have
// begun on a line above.
func (s *scanner) failColon() {
	message, hint := "a second `: ` in one line", "put the value in quotes"
	if on := s.spread; on.last == s.line && on.first < on.last {
		message = fmt.Sprintf("`: ` in a text that begins on line %d and goes on here", on.first+1)
		hint = fmt.Sprintf("line %d has a value already: indent this line as its key, if it is one as well", on.first+1)
		if on.colon {
			hint = fmt.Sprintf("a key ends with a colon and a blank: put a blank behind the colon on line %d", on.first+1)
		}
	}
	s.fail(s.posAt(s.line, s.column()), "yaml/syntax", message, hint)
}
