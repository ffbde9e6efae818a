package pyyaml

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' || c == '_'
}

// word steps over letters, digits, `-` and `_` and gives them.
func (s *scanner) word() string {
	start := s.pos
	for wordByte(s.at(0)) {
		s.pos++
	}
	return s.src[start:s.pos]
}

func (s *scanner) anchor(kind tokenKind) {
	s.saveKey()
	line, column := s.line, s.column()
	s.pos++
	name := s.word()
	if name == "" || !s.space(0) && strings.IndexByte("?:,]}%@`", s.at(0)) < 0 {
		hint := ""
		if kind == tokenAlias {
			hint = "put the value in quotes if it is text"
		}
		s.fail(s.posAt(s.line, s.column()), "yaml/syntax", "an anchor's name is made of letters, digits, `-` and `_`", hint)
		return
	}
	s.push(token{kind: kind, line: line, column: int32(column), text: name})
}

func (s *scanner) tag() {
	s.saveKey()
	t := token{kind: tokenTag, line: s.line, column: int32(s.column())}
	switch {
	case s.at(1) == '<':
		s.pos += 2
		t.suffix = s.uri(true)
		if s.at(0) != '>' {
			s.failHere("a tag that starts with `!<` ends with `>`")
			return
		}
		s.pos++
	case s.space(1):
		t.suffix = "!"
		s.pos++
	default:
		t.text, t.suffix = s.shortTag()
	}
	if s.err != nil {
		return
	}
	ended := s.space(0) && (s.tabs || s.at(0) != '\t') || !s.tagTakesComma && s.flow() && s.at(0) == ','
	if !ended {
		s.failHere("a blank must follow a tag")
		return
	}
	if t.text == "!" && t.suffix == "" {
		t.text, t.suffix = "", "!"
	}
	s.push(t)
}

// shortTag reads a tag with a handle: `!x`, `!!x` or `!e!x`.
func (s *scanner) shortTag() (handle, suffix string) {
	start := s.pos
	s.pos++
	s.word()
	if s.at(0) == '!' {
		s.pos++
		return s.src[start:s.pos], s.uri(s.tagTakesComma)
	}
	if s.tagTakesComma && s.exclamationAhead() {
		s.failHere("`!` after other characters than letters and digits in a tag")
		return "", ""
	}
	s.pos = start + 1
	if !s.tagTakesComma && !s.uriByte(s.at(0), false) {
		return "!", ""
	}
	return "!", s.uri(s.tagTakesComma)
}

// exclamationAhead reports whether a `!` comes before the next blank.
func (s *scanner) exclamationAhead() bool {
	for i := 0; ; i++ {
		switch c := s.at(i); {
		case c == '!':
			return true
		case c != '\t' && s.space(i):
			return false
		}
	}
}

func (s *scanner) uriByte(c byte, all bool) bool {
	return wordByte(c) || c != 0 && strings.IndexByte(";/?:@&=+$.!~*'()%", c) >= 0 || all && (c == ',' || c == '[' || c == ']')
}

// uri reads the characters of a tag, at least one.
func (s *scanner) uri(all bool) string {
	start := s.pos
	escaped := false
	for s.uriByte(s.at(0), all) {
		if s.at(0) == '%' {
			if !hexByte(s.at(1)) || !hexByte(s.at(2)) {
				s.failHere("two hexadecimal digits must follow a `%` in a tag")
				return ""
			}
			escaped = true
		}
		s.pos++
	}
	if s.pos == start {
		s.failHere("a tag without a name")
		return ""
	}
	if !escaped {
		return s.src[start:s.pos]
	}
	text := unescapeURI(s.src[start:s.pos])
	if !utf8.ValidString(text) {
		s.failHere("the escapes of a tag are not UTF-8")
	}
	return text
}

func unescapeURI(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		b.WriteByte(hexValue(text[i+1])<<4 | hexValue(text[i+2]))
		i += 2
	}
	return b.String()
}

func hexByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func hexValue(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	default:
		return c - 'a' + 10
	}
}

func (s *scanner) directive() {
	t := token{kind: tokenDirective, line: s.line, column: int32(s.column())}
	s.pos++
	name := s.word()
	if name == "" || !s.space(0) || !s.tabs && s.at(0) == '\t' {
		s.failHere("a directive is `%YAML 1.2` or `%TAG !handle! prefix`")
		return
	}
	switch name {
	case "YAML":
		t.kind = tokenVersion
		t.text = s.version()
	case "TAG":
		t.kind = tokenHandle
		t.text, t.suffix = s.handle()
	default:
		if !s.anyDirective {
			s.failHere(fmt.Sprintf("unknown directive %q", "%"+name))
			return
		}
		s.pos = s.lineEnd()
	}
	if s.err != nil {
		return
	}
	if s.endLine("a directive") {
		s.push(t)
	}
}

func (s *scanner) version() string {
	s.skipBlanks(s.tabs)
	start := s.pos
	for i := range 2 {
		digits := s.pos
		for c := s.at(0); c >= '0' && c <= '9'; c = s.at(0) {
			s.pos++
		}
		if s.pos == digits || !s.anyDirective && s.pos-digits > 9 {
			s.failHere("a YAML version is two numbers with a dot")
			return ""
		}
		if i == 1 {
			break
		}
		if s.at(0) != '.' {
			s.failHere("a YAML version is two numbers with a dot")
			return ""
		}
		s.pos++
	}
	return s.src[start:s.pos]
}

func (s *scanner) handle() (handle, prefix string) {
	s.skipBlanks(s.tabs)
	start := s.pos
	if s.at(0) == '!' {
		s.pos++
		s.word()
		if s.at(0) == '!' {
			s.pos++
		}
	}
	handle = s.src[start:s.pos]
	closed := len(handle) > 1 && strings.HasSuffix(handle, "!") || handle == "!"
	if !closed || s.at(0) != ' ' && !(s.tabs && s.at(0) == '\t') {
		s.failHere("a tag handle is `!`, `!!` or `!name!`")
		return "", ""
	}
	s.skipBlanks(s.tabs)
	prefix = s.uri(true)
	if s.err == nil && !s.space(0) {
		s.failHere("a blank must follow the prefix of a tag handle")
	}
	return handle, prefix
}

// endLine steps over blanks, a comment and the line break after what; anything
// else there is an error.
func (s *scanner) endLine(what string) bool {
	glued := s.at(0) == '#' && !s.gluedComment
	s.skipBlanks(s.tabs)
	if !glued {
		s.skipComment()
	}
	if s.pos < len(s.src) && s.breakAt(0) == 0 {
		s.failHere("only a comment may follow " + what)
		return false
	}
	if s.pos < len(s.src) {
		s.newline()
	}
	return true
}
