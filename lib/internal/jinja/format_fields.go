package jinja

import (
	"math/big"
	"strconv"
	"strings"
)

// fields is one str.format.
type fields struct {
	e      *engine
	a      args
	auto   int // the next field without a number
	manual bool
}

// format is Python's "text".format(...).
func (e *engine) format(s string, a args) (any, error) {
	f := &fields{e: e, a: a}
	return f.expand(s, 0)
}

func (f *fields) expand(s string, depth int) (string, error) {
	if depth > 1 && strings.Contains(s, "{") {
		return "", raise("fields of a format are nested too deeply")
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		c := s[i]
		s = s[i+1:]
		if s != "" && s[0] == c {
			b.WriteByte(c)
			s = s[1:]
			continue
		}
		end := fieldEnd(s)
		if c == '}' || end < 0 {
			return "", raise("a single brace stands in the format")
		}
		text, err := f.field(s[:end], depth)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
		s = s[end+1:]
	}
	return b.String(), nil
}

// fieldEnd gives the place of the brace that closes a field, or -1.
func fieldEnd(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

func (f *fields) field(s string, depth int) (string, error) {
	s, format, _ := strings.Cut(s, ":")
	s, conversion, converted := strings.Cut(s, "!")
	v, err := f.value(s)
	if err != nil {
		return "", err
	}
	if format, err = f.expand(format, depth+1); err != nil {
		return "", err
	}
	if converted {
		var text string
		switch conversion {
		case "s":
			text, err = f.e.str(v)
		case "r":
			text, err = f.e.reprText(v)
		default:
			err = raise("the conversion %q is not supported", conversion)
		}
		if v = text; err != nil {
			return "", err
		}
	}
	if u, ok := v.(*undefined); ok {
		return "", u.err()
	}
	return f.e.formatted(v, format)
}

// value looks up what a field names: an argument, with attributes and items.
func (f *fields) value(s string) (any, error) {
	n := strings.IndexAny(s, ".[")
	if n < 0 {
		n = len(s)
	}
	v, err := f.argument(s[:n])
	for s = s[n:]; s != "" && err == nil; {
		if s[0] == '.' {
			s = s[1:]
			end := strings.IndexAny(s, ".[")
			if end < 0 {
				end = len(s)
			}
			attr := s[:end]
			if v, err = f.e.attribute(v, attr); v == nil && err == nil {
				err = raise("the format asks for an attribute %q that is not there", attr)
			}
			s = s[end:]
			continue
		}
		key, rest, ok := strings.Cut(s[1:], "]")
		if !ok || s[0] != '[' {
			return nil, raise("a field of the format is not well formed")
		}
		var index any = key
		if i, err := strconv.Atoi(key); err == nil && isDigit(key[0]) {
			index = integer(i)
		}
		if v, err = f.e.element(v, index); v == nil && err == nil {
			err = raise("the format asks for an element %q that is not there", key)
		}
		s = rest
	}
	return v, err
}

func (f *fields) argument(s string) (any, error) {
	i, err := strconv.Atoi(s)
	switch {
	case s == "":
		if f.manual {
			return nil, raise("numbered and automatic fields stand in one format")
		}
		i = f.auto
		f.auto++
	case err == nil && isDigit(s[0]):
		if f.auto > 0 {
			return nil, raise("numbered and automatic fields stand in one format")
		}
		f.manual = true
	default:
		for j, n := range f.a.names {
			if n == s {
				return f.a.named[j], nil
			}
		}
		return nil, raise("there is no value %q for the format", s)
	}
	if i >= len(f.a.pos) {
		return nil, raise("more values are needed in the format")
	}
	return f.a.pos[i], nil
}

// formatted is Python's format(v, how).
func (e *engine) formatted(v any, how string) (string, error) {
	if how == "" {
		return e.str(v)
	}
	f, err := parseSpec(how)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		if f.kind != 0 && f.kind != 's' || f.sign != 0 || f.align == '=' && f.fill != '0' || f.group != 0 || f.alternate {
			return "", raise("the format %q does not suit a string", how)
		}
		if f.align == 0 || f.align == '=' {
			f.align = '<'
		}
		return f.text(v), nil
	case bool, *big.Int:
		i, _ := asInt(v)
		return f.number(i, how)
	case float64:
		if f.kind != 0 && !strings.ContainsRune("eEfFgG%", rune(f.kind)) {
			return "", raise("the format %q does not suit a float", how)
		}
		if f.align == 0 {
			f.align = '>'
		}
		return f.float(v)
	}
	return "", raise("a value of type %s cannot be formatted with %q", typeName(v), how)
}

func (f spec) number(i *big.Int, how string) (string, error) {
	if f.align == 0 {
		f.align = '>'
	}
	switch {
	case f.kind != 0 && strings.ContainsRune("eEfFgG%", rune(f.kind)):
		return f.float(asFloat(i))
	case f.precision >= 0 || f.kind == 's' || f.kind == 'c' || f.group == ',' && f.kind != 0 && f.kind != 'd':
		return "", raise("the format %q is not supported for an integer", how)
	}
	return f.integer(i, 0), nil
}
