package jinja

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
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

// word reads a number, name or string, if there is one.
func (l *lexer) word(rest string) (bool, error) {
	if size := floatSize(rest); size > 0 && (l.at == 0 || l.text[l.at-1] != '.') {
		f, err := strconv.ParseFloat(strings.ReplaceAll(rest[:size], "_", ""), 64)
		if err != nil {
			return false, l.fail("%q is no number", rest[:size])
		}
		l.add(number, rest[:size], f)
		l.take(size)
		return true, nil
	}
	if size := intSize(rest); size > 0 {
		i, ok := new(big.Int).SetString(strings.ToLower(strings.ReplaceAll(rest[:size], "_", "")), 0)
		if !ok {
			return false, l.fail("%q is no number", rest[:size])
		}
		l.add(number, rest[:size], i)
		l.take(size)
		return true, nil
	}
	if size := nameSize(rest); size > 0 {
		if r, _ := utf8.DecodeRuneInString(rest); unicode.IsDigit(r) {
			return false, l.fail("%q is no name", rest[:size])
		}
		l.add(name, rest[:size], nil)
		l.take(size)
		return true, nil
	}
	if rest[0] != '\'' && rest[0] != '"' {
		return false, nil
	}
	n := 1
	for n < len(rest) && rest[n] != rest[0] {
		if rest[n] == '\\' {
			n++
		}
		n++
	}
	if n >= len(rest) {
		return false, l.fail("a string is not closed")
	}
	s, err := unescape(rest[1:n])
	if err != "" {
		return false, l.fail("%s", err)
	}
	l.add(stringToken, s, nil)
	l.take(n + 1)
	return true, nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// digitsSize gives the length of digits with single underscores between them.
func digitsSize(s string, digit func(byte) bool) int {
	n := 0
	for n < len(s) && (digit(s[n]) || s[n] == '_' && n > 0 && s[n-1] != '_' && n+1 < len(s) && digit(s[n+1])) {
		n++
	}
	return n
}

func floatSize(s string) int {
	whole := digitsSize(s, isDigit)
	if whole == 0 {
		return 0
	}
	n := whole
	if n < len(s) && s[n] == '.' {
		if frac := digitsSize(s[n+1:], isDigit); frac > 0 {
			n += 1 + frac
		}
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		exp := n + 1
		if exp < len(s) && (s[exp] == '+' || s[exp] == '-') {
			exp++
		}
		if digits := digitsSize(s[exp:], isDigit); digits > 0 {
			return exp + digits
		}
	}
	if n == whole {
		return 0
	}
	return n
}

// baseDigit tells the digits of a number that begins with 0b, 0o or 0x.
func baseDigit(s string) func(byte) bool {
	if len(s) < 3 || s[0] != '0' {
		return nil
	}
	switch s[1] | 0x20 {
	case 'b':
		return func(c byte) bool { return c == '0' || c == '1' }
	case 'o':
		return func(c byte) bool { return '0' <= c && c <= '7' }
	case 'x':
		return func(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
	}
	return nil
}

func intSize(s string) int {
	if digit := baseDigit(s); digit != nil {
		from := 2
		if s[2] == '_' {
			from = 3
		}
		if n := digitsSize(s[from:], digit); n > 0 {
			return from + n
		}
	}
	if s != "" && s[0] == '0' {
		return digitsSize(s, func(c byte) bool { return c == '0' })
	}
	return digitsSize(s, isDigit)
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

func nameSize(s string) int {
	for i, r := range s {
		if !isWord(r) {
			return i
		}
	}
	return len(s)
}

// isSpace is Python's str.isspace.
func isSpace(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

// escape gives what a character after a backslash stands for.
func escape(c byte) (string, bool) {
	const from, to = `\'"abfnrtv`, "\\'\"\a\b\f\n\r\t\v"
	if c == '\n' {
		return "", true
	}
	if i := strings.IndexByte(from, c); i >= 0 {
		return to[i : i+1], true
	}
	return "", false
}

// unescape reads a string as Python's unicode-escape does; unknown escapes stay.
func unescape(s string) (string, string) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		digits, base, from := hexDigits(s[i]), 16, i+1
		if '0' <= s[i] && s[i] <= '7' {
			from, base = i, 8
			for digits = 1; digits < 3 && from+digits < len(s) && '0' <= s[from+digits] && s[from+digits] <= '7'; {
				digits++
			}
		}
		switch plain, ok := escape(s[i]); {
		case ok:
			b = append(b, plain...)
		case digits > 0:
			if from+digits > len(s) {
				return "", "an escape sequence is cut short"
			}
			r, err := strconv.ParseUint(s[from:from+digits], base, 32)
			if err != nil || r > unicode.MaxRune {
				return "", "an escape sequence stands for no character"
			}
			b = pyjson.AppendRune(b, rune(r))
			i = from + digits - 1
		case s[i] == 'N':
			return "", `escape sequences with names (\N) are not supported`
		default:
			b = append(b, '\\', s[i])
		}
	}
	return string(b), ""
}

// hexDigits gives the number of digits after \x, \u and \U.
func hexDigits(c byte) int {
	switch c {
	case 'x':
		return 2
	case 'u':
		return 4
	case 'U':
		return 8
	}
	return 0
}
