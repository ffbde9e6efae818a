package jinja

import (
	"math/big"
	"strconv"
	"strings"
)

// spec is how a value is shown by % and by str.format.
type spec struct {
	fill      rune
	align     byte // one of < > = ^, 0 where it is not said
	sign      byte // + or blank, 0 for - only
	alternate bool
	width     int
	group     byte // , or _, 0 for none
	precision int  // -1 where it is not said
	kind      byte // 0 where it is not said
}

// subscripted reports whether Python takes the values of a format for a map, of
// which none has to be used.
func subscripted(v any) bool {
	switch v := v.(type) {
	case *list:
		return !v.tuple
	case *dict, *span, *undefined:
		return true
	}
	return false
}

// percent is Python's "text" % values.
func (e *engine) percent(s string, values any) (any, error) {
	p := &percentFormat{e: e, s: s, items: []any{values}}
	if l, ok := values.(*list); ok && l.tuple {
		p.items = e.all(l)
	}
	p.byName, _ = values.(*dict)
	for p.at < len(p.s) {
		next := strings.IndexByte(p.s[p.at:], '%')
		if next < 0 {
			next = len(p.s) - p.at
		}
		p.b.WriteString(p.s[p.at : p.at+next])
		if p.at += next; p.at == len(p.s) {
			break
		}
		if err := p.conversion(); err != nil {
			return nil, err
		}
	}
	if p.used < len(p.items) && !subscripted(values) {
		return nil, raise("not all values are used in the format %q", s)
	}
	return p.b.String(), nil
}

type percentFormat struct {
	e      *engine
	s      string
	at     int
	items  []any
	used   int
	byName *dict
	b      strings.Builder
}

func (p *percentFormat) next() (any, error) {
	if p.used == len(p.items) {
		return nil, raise("more values are needed in the format %q", p.s)
	}
	p.used++
	return p.items[p.used-1], nil
}

// number reads digits or *; otherwise where there are none.
func (p *percentFormat) number(otherwise int) (int, error) {
	if strings.HasPrefix(p.s[p.at:], "*") {
		p.at++
		v, err := p.next()
		if err != nil {
			return 0, err
		}
		return intArg(v, 0)
	}
	n := digitsSize(p.s[p.at:], isDigit)
	if n == 0 {
		return otherwise, nil
	}
	i, err := strconv.Atoi(p.s[p.at : p.at+n])
	p.at += n
	if err != nil || i > maxText {
		return 0, raise("a number in the format %q is too big", p.s)
	}
	return i, nil
}

// conversion shows the value that a % asks for.
func (p *percentFormat) conversion() error {
	p.at++
	var value any
	if strings.HasPrefix(p.s[p.at:], "(") {
		end := strings.IndexByte(p.s[p.at:], ')')
		if end < 0 || p.byName == nil {
			return raise("the format %q needs a dictionary", p.s)
		}
		key := p.s[p.at+1 : p.at+end]
		p.at += end + 1
		var err error
		if value, err = p.e.get(p.byName, key); value == nil {
			return firstError(err, raise("there is no value %q for the format", key))
		}
	}
	f, err := p.flags()
	if err != nil {
		return err
	}
	if p.at == len(p.s) {
		return raise("the format %q ends within a %%", p.s)
	}
	f.kind = p.s[p.at]
	p.at++
	if f.kind == '%' {
		p.b.WriteByte('%')
		return nil
	}
	if value == nil {
		if value, err = p.next(); err != nil {
			return err
		}
	}
	text, err := p.e.convert(f, value)
	p.b.WriteString(text)
	return err
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *percentFormat) flags() (spec, error) {
	f := spec{fill: ' ', align: '>', precision: -1}
	zero := false
flags:
	for ; p.at < len(p.s); p.at++ {
		switch c := p.s[p.at]; c {
		case '-':
			f.align = '<'
		case '+':
			f.sign = '+'
		case ' ':
			if f.sign == 0 {
				f.sign = ' '
			}
		case '#':
			f.alternate = true
		case '0':
			zero = true
		default:
			break flags
		}
	}
	var err error
	if f.width, err = p.number(0); err != nil {
		return f, err
	}
	if f.width < 0 {
		f.align, f.width = '<', -f.width
	}
	if zero && f.align == '>' {
		f.fill, f.align = '0', '='
	}
	if strings.HasPrefix(p.s[p.at:], ".") {
		p.at++
		if f.precision, err = p.number(0); err != nil {
			return f, err
		}
	}
	return f, nil
}

// convert shows a value by a % conversion.
func (e *engine) convert(f spec, v any) (string, error) {
	if u, ok := v.(*undefined); ok && f.kind != 'r' && f.kind != 'a' {
		return "", u.err()
	}
	switch f.kind {
	case 's', 'r', 'a':
		text, err := e.str(v)
		if f.kind != 's' {
			text, err = e.reprText(v)
		}
		if f.kind == 'a' && strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f }) {
			return "", raise("%%a is not supported beyond ASCII")
		}
		if f.align == '=' {
			f.fill, f.align = ' ', '>'
		}
		return f.text(text), err
	case 'c':
		if s, ok := asText(v); ok && len(runes(s)) == 1 {
			return f.text(s), nil
		}
		i, ok := asInt(v)
		if !ok || !i.IsInt64() || i.Int64() < 0 || i.Int64() > 0x10ffff {
			return "", raise("%%c needs a character or its number")
		}
		return f.text(fromRunes([]rune{rune(i.Int64())})), nil
	case 'd', 'i', 'u', 'x', 'X', 'o':
		if x, ok := v.(float64); ok && f.kind != 'x' && f.kind != 'X' && f.kind != 'o' {
			var err error
			if v, err = truncated(x); err != nil {
				return "", err
			}
		}
		i, ok := asInt(v)
		if !ok {
			return "", raise("%%%c needs a number, not a value of type %s", f.kind, typeName(v))
		}
		return f.integer(i, f.precision), nil
	case 'e', 'E', 'f', 'F', 'g', 'G':
		if !isNumber(v) {
			return "", raise("%%%c needs a number, not a value of type %s", f.kind, typeName(v))
		}
		return f.float(asFloat(v))
	}
	return "", raise("the conversion %%%c is not supported", f.kind)
}

// pad fills up to the width. prefix stays in front of zeros.
func (f spec) pad(prefix, s string) string {
	missing := f.width - len(runes(prefix)) - len(runes(s))
	if missing <= 0 {
		return prefix + s
	}
	fill := string(f.fill)
	switch f.align {
	case '<':
		return prefix + s + strings.Repeat(fill, missing)
	case '=':
		return prefix + strings.Repeat(fill, missing) + s
	case '^':
		return strings.Repeat(fill, missing/2) + prefix + s + strings.Repeat(fill, missing-missing/2)
	}
	return strings.Repeat(fill, missing) + prefix + s
}

func (f spec) text(s string) string {
	if list := runes(s); f.precision >= 0 && len(list) > f.precision {
		s = fromRunes(list[:f.precision])
	}
	return f.pad("", s)
}

func (f spec) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case f.sign != 0:
		return string(f.sign)
	}
	return ""
}

// integer shows a whole number, with at least so many digits.
func (f spec) integer(i *big.Int, digits int) string {
	base := 10
	prefix := ""
	switch f.kind {
	case 'x', 'X':
		base, prefix = 16, "0"+string(f.kind)
	case 'o':
		base, prefix = 8, "0o"
	case 'b':
		base, prefix = 2, "0b"
	}
	s := new(big.Int).Abs(i).Text(base)
	if f.kind == 'X' {
		s = strings.ToUpper(s)
	}
	s = strings.Repeat("0", max(digits-len(s), 0)) + s
	if !f.alternate {
		prefix = ""
	}
	prefix = f.signOf(i.Sign() < 0) + prefix
	size := 3
	if base != 10 {
		size = 4
	}
	return f.pad(prefix, f.grouped(prefix, s, size))
}

// grouped separates groups of digits, also of the zeros that fill up to the width.
func (f spec) grouped(prefix, s string, size int) string {
	if f.group == 0 {
		return s
	}
	whole, rest := s, ""
	if i := strings.IndexAny(s, ".e%"); i >= 0 {
		whole, rest = s[:i], s[i:]
	}
	join := func(digits string) string {
		var b strings.Builder
		for i, d := range digits {
			if i > 0 && (len(digits)-i)%size == 0 {
				b.WriteByte(f.group)
			}
			b.WriteRune(d)
		}
		return b.String()
	}
	out := join(whole)
	if f.fill == '0' && f.align == '=' {
		for room := f.width - len(prefix) - len(rest); len(out) < room; {
			whole = "0" + whole
			out = join(whole)
		}
	}
	return out + rest
}

// float shows a number with f.kind one of e f g and %, or 0 for what str gives.
func (f spec) float(x float64) (string, error) {
	s, err := f.digits(x)
	if err != nil {
		return "", err
	}
	negative := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	prefix := f.signOf(negative)
	return f.pad(prefix, f.grouped(prefix, s, 3)), nil
}
