package jinja

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
)

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
