package jinja

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// tokenKind is what a token is; operators and names are told apart by text.
type tokenKind uint8

const (
	eof           tokenKind = iota
	data                    // text between tags
	variableBegin           // {{
	variableEnd             // }}
	blockBegin              // {%
	blockEnd                // %}
	name
	stringToken
	number
	operator
)

type token struct {
	kind  tokenKind
	text  string
	value any // of a number
	line  int
}

// is tells whether the token is an operator or, in letters, a name.
func (t token) is(text string) bool {
	return t.text == text && (t.kind == operator || t.kind == name)
}

// String names the token in messages.
func (t token) String() string {
	switch t.kind {
	case eof:
		return "the end of the template"
	case data:
		return "text"
	case variableEnd, blockEnd:
		return "the end of the tag"
	case stringToken:
		return "string " + strconv.Quote(t.text)
	}
	return strconv.Quote(t.text)
}

// operators are Jinja's, longer ones before their beginnings.
var operators = []string{
	"//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{", "}", ">", "<", "=", ".", ":", "|", ",", ";",
}

// lexer takes a template apart with trim_blocks and lstrip_blocks set.
type lexer struct {
	text        string
	at          int
	line        int
	atLineStart bool // the last piece ended a line
	tokens      []token
}

func lex(text string) ([]token, error) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	l := &lexer{text: strings.TrimSuffix(text, "\n"), line: 1, atLineStart: true}
	for l.at < len(l.text) {
		if err := l.root(); err != nil {
			return nil, err
		}
	}
	l.add(eof, "", nil)
	return l.tokens, nil
}

func (l *lexer) add(kind tokenKind, text string, value any) {
	l.tokens = append(l.tokens, token{kind, text, value, l.line})
}

func (l *lexer) fail(format string, args ...any) error { return failure(l.line, format, args...) }

// take moves on by n bytes.
func (l *lexer) take(n int) string {
	s := l.text[l.at : l.at+n]
	l.at += n
	l.line += strings.Count(s, "\n")
	if s != "" {
		l.atLineStart = strings.HasSuffix(s, "\n")
	}
	return s
}

func (l *lexer) rest() string { return l.text[l.at:] }

// root reads text up to a tag, and the tag.
func (l *lexer) root() error {
	rest := l.rest()
	n := 0
	for n < len(rest) && (rest[n] != '{' || n+1 == len(rest) || !strings.ContainsRune("%{#", rune(rest[n+1]))) {
		n++
	}
	if n == len(rest) {
		l.data(rest, len(rest))
		return nil
	}
	tag := rest[n+1]
	sign := ""
	if n+2 < len(rest) && (rest[n+2] == '-' || rest[n+2] == '+') {
		sign = rest[n+2 : n+3]
	}
	l.data(l.stripped(rest[:n], sign, tag != '{'), n)
	if size := rawBegin(l.rest()); size > 0 {
		l.take(size)
		return l.raw()
	}
	l.take(2 + len(sign))
	switch tag {
	case '#':
		return l.comment()
	case '%':
		l.add(blockBegin, "{%", nil)
		return l.tag(blockEnd)
	}
	l.add(variableBegin, "{{", nil)
	return l.tag(variableEnd)
}

// data adds text, which stands for size bytes.
func (l *lexer) data(text string, size int) {
	if text != "" {
		l.add(data, text, nil)
	}
	l.take(size)
}

// stripped takes off what a tag's sign or lstrip_blocks strip before it.
func (l *lexer) stripped(text, sign string, block bool) string {
	if sign == "-" {
		return strings.TrimRightFunc(text, isSpace)
	}
	if sign == "+" || !block {
		return text
	}
	start := strings.LastIndexByte(text, '\n') + 1
	if (start > 0 || l.atLineStart) && strings.TrimLeftFunc(text[start:], isSpace) == "" {
		return text[:start]
	}
	return text
}

// rawBegin gives the length of {% raw %}, or 0.
func rawBegin(s string) int {
	rest, ok := strings.CutPrefix(s, "{%")
	if !ok {
		return 0
	}
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		rest = rest[1:]
	}
	rest, ok = strings.CutPrefix(strings.TrimLeftFunc(rest, isSpace), "raw")
	if !ok {
		return 0
	}
	rest = strings.TrimLeftFunc(rest, isSpace)
	if after, ok := strings.CutPrefix(rest, "-%}"); ok {
		return len(s) - len(strings.TrimLeftFunc(after, isSpace))
	}
	if after, ok := strings.CutPrefix(rest, "%}"); ok {
		return len(s) - len(after)
	}
	return 0
}

// raw reads up to {% endraw %}.
func (l *lexer) raw() error {
	rest := l.rest()
	for n := 0; ; n++ {
		next := strings.Index(rest[n:], "{%")
		if next < 0 {
			return l.fail("raw is not closed")
		}
		n += next
		after := rest[n+2:]
		sign := ""
		if after != "" && (after[0] == '-' || after[0] == '+') {
			sign, after = after[:1], after[1:]
		}
		after, ok := strings.CutPrefix(strings.TrimLeftFunc(after, isSpace), "endraw")
		if !ok {
			continue
		}
		if end := blockEndSize(strings.TrimLeftFunc(after, isSpace)); end > 0 {
			after = strings.TrimLeftFunc(after, isSpace)[end:]
			l.data(l.stripped(rest[:n], sign, true), n)
			l.take(len(rest) - n - len(after))
			return nil
		}
	}
}

// blockEndSize gives the length of a block's end with what it trims, or 0.
func blockEndSize(s string) int {
	switch {
	case strings.HasPrefix(s, "+%}"):
		return 3
	case strings.HasPrefix(s, "-%}"):
		return len(s) - len(strings.TrimLeftFunc(s[3:], isSpace))
	case strings.HasPrefix(s, "%}\n"):
		return 3
	case strings.HasPrefix(s, "%}"):
		return 2
	}
	return 0
}

func (l *lexer) comment() error {
	rest := l.rest()
	n := strings.Index(rest, "#}")
	if n < 0 {
		return l.fail("a comment is not closed")
	}
	after := rest[n+2:]
	switch {
	case n > 0 && rest[n-1] == '-':
		after = strings.TrimLeftFunc(after, isSpace)
	case n > 0 && rest[n-1] == '+':
	default:
		after = strings.TrimPrefix(after, "\n")
	}
	l.take(len(rest) - len(after))
	return nil
}

// closer gives what an open bracket waits for, or nothing.
func closer(op string) string {
	switch op {
	case "(":
		return ")"
	case "[":
		return "]"
	case "{":
		return "}"
	}
	return ""
}

// tag reads the tokens of a tag. Within brackets, what looks like the end is none.
func (l *lexer) tag(end tokenKind) error {
	var open []string
	for {
		rest := l.rest()
		if len(open) == 0 {
			if size := endSize(rest, end); size > 0 {
				l.add(end, "", nil)
				l.take(size)
				return nil
			}
		}
		if rest == "" {
			return l.fail("a tag is not closed")
		}
		if n := len(rest) - len(strings.TrimLeftFunc(rest, isSpace)); n > 0 {
			l.take(n)
			continue
		}
		if done, err := l.word(rest); done || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		i := slices.IndexFunc(operators, func(op string) bool { return strings.HasPrefix(rest, op) })
		if i < 0 {
			r, _ := utf8.DecodeRuneInString(rest)
			return l.fail("unexpected character %q", r)
		}
		op := operators[i]
		if c := closer(op); c != "" {
			open = append(open, c)
		} else if op == ")" || op == "]" || op == "}" {
			if len(open) == 0 || open[len(open)-1] != op {
				return l.fail("unexpected %q", op)
			}
			open = open[:len(open)-1]
		}
		l.add(operator, op, nil)
		l.take(len(op))
	}
}

func endSize(s string, end tokenKind) int {
	if end == blockEnd {
		return blockEndSize(s)
	}
	if strings.HasPrefix(s, "-}}") {
		return len(s) - len(strings.TrimLeftFunc(s[3:], isSpace))
	}
	if strings.HasPrefix(s, "}}") {
		return 2
	}
	return 0
}
