package pyjson

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// text reads a string from its opening quote to behind its closing one. Without
// an escape it is a part of the input and costs no allocation.
func (p *parser) text() (string, error) {
	p.i++
	start := p.i
	var buf []byte
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == '"':
			p.i++
			if buf == nil {
				return p.s[start : p.i-1], nil
			}
			return string(append(buf, p.s[start:p.i-1]...)), nil
		case c == '\\':
			if buf == nil {
				buf = make([]byte, 0, p.i-start+strings.IndexByte(p.s[p.i+1:], '"')+1)
			}
			buf = append(buf, p.s[start:p.i]...)
			var err error
			if buf, err = p.escape(buf); err != nil {
				return "", err
			}
			start = p.i
		case c < 0x20:
			return "", p.fail(fmt.Sprintf("a string holds the control character %q", rune(c)))
		default:
			p.i++
		}
	}
	return "", p.fail("a string has no closing quote")
}

// simple maps the letter of a two-character escape to its meaning; 0 is none.
var simple = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (p *parser) escape(buf []byte) ([]byte, error) {
	at := p.i
	p.i++
	c := p.peek()
	if p.i < len(p.s) && simple[c] != 0 {
		p.i++
		return append(buf, simple[c]), nil
	}
	if c != 'u' {
		p.i = at
		return nil, p.fail("a string holds an unknown escape")
	}
	r, ok := p.hex(p.i + 1)
	if !ok {
		p.i = at
		return nil, p.fail(`\u is not followed by four hexadecimal digits`)
	}
	p.i += 5
	if isHigh(r) && strings.HasPrefix(p.s[p.i:], `\u`) {
		if low, ok := p.hex(p.i + 2); ok && isLow(low) {
			p.i += 6
			r = (r-0xD800)<<10 | (low - 0xDC00) + 0x10000
		}
	}
	return AppendRune(buf, r), nil
}

func (p *parser) hex(at int) (rune, bool) {
	if at+4 > len(p.s) {
		return 0, false
	}
	for _, c := range []byte(p.s[at : at+4]) {
		if !isHex(c) {
			return 0, false
		}
	}
	v, err := strconv.ParseUint(p.s[at:at+4], 16, 16)
	return rune(v), err == nil
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isHigh(r rune) bool { return 0xD800 <= r && r <= 0xDBFF }
func isLow(r rune) bool  { return 0xDC00 <= r && r <= 0xDFFF }

// AppendRune appends r in UTF-8; a surrogate gets the three bytes that UTF-8
// has no use for, so that text from Python survives.
func AppendRune(buf []byte, r rune) []byte {
	if isHigh(r) || isLow(r) {
		return append(buf, 0xED, 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(buf, r)
}

// DecodeRune gives the first code point of s and its length in bytes, for text
// that may hold surrogates as AppendRune writes them. A byte that belongs to no
// code point is U+FFFD with length 1; an empty s gives length 0.
func DecodeRune(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, size
}

func invalidByte(s string) int {
	for i := 0; ; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
}

func (p *parser) unexpected(wanted string) error {
	if p.i >= len(p.s) {
		return p.fail("the text ends where " + wanted + " should follow")
	}
	r, _ := DecodeRune(p.s[p.i:])
	return p.fail(fmt.Sprintf("%q stands where %s should be", r, wanted))
}

// fail gives the finding with the place of the next character.
func (p *parser) fail(message string) error {
	before := p.s[:p.i]
	line := strings.LastIndexByte(before, '\n') + 1
	return diag.Diag{
		ID: "json/syntax",
		Pos: tree.Pos{
			Line:   int32(strings.Count(before, "\n") + 1),
			Column: int32(utf8.RuneCountInString(before[line:]) + 1),
		},
		Message: message,
	}
}
