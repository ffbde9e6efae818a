package pyre

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The members of Python's classes, as Go writes them within brackets.
const (
	digits = `\p{Nd}`
	words  = `\p{L}\p{N}_`
	blanks = `\t-\r\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}`
)

// translator writes a pattern of Python's as one of Go's.
type translator struct {
	in        string
	at        int
	out       strings.Builder
	multiline bool
	boundary  bool
	dollar    bool
}

func (t *translator) run() error {
	for t.at < len(t.in) {
		var err error
		switch c := t.in[t.at]; c {
		case '\\':
			err = t.escape()
		case '[':
			err = t.class()
		case '(':
			err = t.group()
		case '$':
			t.at++
			t.out.WriteByte('$')
			t.dollar = t.dollar || !t.multiline
		case '{':
			t.repetition()
		case '*', '+', '?':
			err = t.quantifier(c)
		default:
			t.at++
			t.out.WriteByte(c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// quantifier copies * + and ?, with the ? of a lazy one.
func (t *translator) quantifier(c byte) error {
	t.at++
	t.out.WriteByte(c)
	return t.lazy()
}

func (t *translator) lazy() error {
	if t.at < len(t.in) && t.in[t.at] == '?' {
		t.at++
		t.out.WriteByte('?')
	} else if t.at < len(t.in) && t.in[t.at] == '+' {
		return Unsupported{"possessive repetition is not supported"}
	}
	return nil
}

// repetition copies {2,3}. What is none stands for itself; {,3} begins at 0.
func (t *translator) repetition() {
	body, _, ok := strings.Cut(t.in[t.at+1:], "}")
	low, high, ranged := strings.Cut(body, ",")
	number := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	if !ok || !number(low) && !(ranged && low == "" && number(high)) && !(ranged && low == "" && high == "") || ranged && high != "" && !number(high) {
		t.at++
		t.out.WriteString(`\{`)
		return
	}
	t.at += len(body) + 2
	if low == "" {
		low = "0"
	}
	t.out.WriteString("{" + low)
	if ranged {
		t.out.WriteString("," + high)
	}
	t.out.WriteString("}")
	_ = t.lazy()
}

// group copies the beginning of a group.
func (t *translator) group() error {
	rest := t.in[t.at:]
	unsupported := []struct{ start, what string }{
		{"(?=", "look-ahead"}, {"(?!", "look-ahead"}, {"(?<=", "look-behind"}, {"(?<!", "look-behind"},
		{"(?P=", "a back-reference"}, {"(?(", "a condition"}, {"(?>", "an atomic group"},
	}
	for _, u := range unsupported {
		if strings.HasPrefix(rest, u.start) {
			return Unsupported{u.what + " in a pattern is not supported"}
		}
	}
	if strings.HasPrefix(rest, "(?#") {
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return errors.New("a comment in the pattern is not closed")
		}
		t.at += end + 1
		return nil
	}
	if !strings.HasPrefix(rest, "(?") || strings.HasPrefix(rest, "(?:") || strings.HasPrefix(rest, "(?P<") {
		n := 1
		if strings.HasPrefix(rest, "(?") {
			n = 3
		}
		t.out.WriteString(rest[:n])
		t.at += n
		return nil
	}
	return t.flags(rest)
}

// flags copies (?i) at the start, and (?i: anywhere.
func (t *translator) flags(rest string) error {
	n := 2
	for n < len(rest) && rest[n] != ')' && rest[n] != ':' {
		n++
	}
	if n == len(rest) {
		return errors.New("a group in the pattern is not closed")
	}
	var kept strings.Builder
	for _, c := range rest[2:n] {
		switch c {
		case 'i', 's', '-':
			kept.WriteRune(c)
		case 'm':
			t.multiline = true
			kept.WriteRune(c)
		case 'u':
		case 'a', 'L', 'x':
			return Unsupported{"the flag " + string(c) + " in a pattern is not supported"}
		default:
			return fmt.Errorf("the pattern has an unknown extension %q", rest[:n+1])
		}
	}
	if rest[n] == ')' && t.at > 0 {
		return errors.New("flags in a pattern must stand at its start")
	}
	t.at += n + 1
	switch {
	case kept.Len() > 0 || rest[n] == ':':
		t.out.WriteString("(?" + kept.String() + rest[n:n+1])
	}
	return nil
}

// escape translates a backslash outside of brackets.
func (t *translator) escape() error {
	if t.at+1 == len(t.in) {
		return errors.New("the pattern ends in a backslash")
	}
	switch c := t.in[t.at+1]; c {
	case 'd', 'w', 's', 'D', 'W', 'S':
		t.at += 2
		t.out.WriteString("[" + negation(c) + members(c) + "]")
	case 'b', 'B':
		t.at += 2
		t.boundary = true
		t.out.WriteString(`\` + string(c))
	case 'A', 'Z':
		t.at += 2
		t.out.WriteString(map[byte]string{'A': `\A`, 'Z': `\z`}[c])
	default:
		return t.character(false)
	}
	return nil
}

func negation(c byte) string {
	if c < 'a' {
		return "^"
	}
	return ""
}

func members(c byte) string {
	switch c | 0x20 {
	case 'd':
		return digits
	case 'w':
		return words
	}
	return blanks
}

// character translates an escape that stands for a single character.
func (t *translator) character(inClass bool) error {
	c := t.in[t.at+1]
	t.at += 2
	size := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	switch {
	case size > 0:
		if t.at+size > len(t.in) {
			return errors.New("an escape in the pattern is cut short")
		}
		r, err := strconv.ParseUint(t.in[t.at:t.at+size], 16, 32)
		if err != nil || r > 0x10ffff {
			return fmt.Errorf("the pattern has a wrong escape %q", t.in[t.at-2:t.at+size])
		}
		t.at += size
		fmt.Fprintf(&t.out, `\x{%x}`, r)
	case '0' <= c && c <= '9':
		return t.number(c, inClass)
	case strings.IndexByte("abfnrtv", c) >= 0:
		fmt.Fprintf(&t.out, `\x{%x}`, "\a\b\f\n\r\t\v"[strings.IndexByte("abfnrtv", c)])
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		if c == 'N' {
			return Unsupported{`\N in a pattern is not supported`}
		}
		return fmt.Errorf(`the pattern has an unknown escape \%c`, c)
	case c < 0x80 && c != '_' && c > ' ':
		t.out.WriteString(`\` + string(rune(c)))
	case c <= ' ':
		fmt.Fprintf(&t.out, `\x{%x}`, c)
	default:
		t.out.WriteByte(c)
	}
	return nil
}

// number tells octal escapes from back-references.
func (t *translator) number(c byte, inClass bool) error {
	n := 1
	for n < 3 && t.at-1+n < len(t.in) && '0' <= t.in[t.at-1+n] && t.in[t.at-1+n] <= '7' {
		n++
	}
	if c > '7' || c != '0' && n < 3 && !inClass {
		return Unsupported{"a back-reference in a pattern is not supported"}
	}
	r, err := strconv.ParseUint(t.in[t.at-1:t.at-1+n], 8, 32)
	if err != nil || r > 0o377 {
		return errors.New("the pattern has an octal escape that is too big")
	}
	t.at += n - 1
	fmt.Fprintf(&t.out, `\x{%x}`, r)
	return nil
}

// class translates a set in brackets.
func (t *translator) class() error {
	t.at++
	t.out.WriteByte('[')
	if t.at < len(t.in) && t.in[t.at] == '^' {
		t.at++
		t.out.WriteByte('^')
	}
	for first := true; t.at < len(t.in); first = false {
		c := t.in[t.at]
		switch {
		case c == ']' && !first:
			t.at++
			t.out.WriteByte(']')
			return nil
		case c == '\\':
			if err := t.classEscape(); err != nil {
				return err
			}
		case c == '[' || c == ']':
			t.at++
			t.out.WriteString(`\` + string(rune(c)))
		default:
			t.at++
			t.out.WriteByte(c)
		}
	}
	return errors.New("a set in the pattern is not closed")
}

func (t *translator) classEscape() error {
	if t.at+1 == len(t.in) {
		return errors.New("the pattern ends in a backslash")
	}
	switch c := t.in[t.at+1]; c {
	case 'd', 'w', 's':
		t.at += 2
		t.out.WriteString(members(c))
	case 'D':
		t.at += 2
		t.out.WriteString(`\P{Nd}`)
	case 'W', 'S':
		return Unsupported{`\` + string(rune(c)) + " within brackets is not supported"}
	case 'b':
		t.at += 2
		t.out.WriteString(`\x{8}`)
	default:
		return t.character(true)
	}
	return nil
}
