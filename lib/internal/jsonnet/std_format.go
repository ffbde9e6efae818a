package jsonnet

import (
	"math"
	"strings"
)

// stdFormat is std.format, which % on a string is too.
var stdFormat = []builtin{
	{"format", need("str", "vals"), func(ev *Evaluation, a []Value) Value {
		s := ev.text(a[0])
		return ev.format(s, ev.Force(a[1]))
	}},
}

// conversion is what stands between % and its letter.
type conversion struct {
	key                                    string
	hasKey                                 bool
	alt, zero, left, blank, plus           bool
	width, precision                       int
	widthStar, hasPrecision, precisionStar bool
	kind                                   byte // of d o x e f g c s %
	capitals                               bool
}

// format is text % values.
func (ev *Evaluation) format(text string, values Value) Value {
	f := &formatter{ev: ev}
	switch v := values.(type) {
	case *Array:
		f.list = v
	case *Object:
		f.object = v
	default:
		f.list = &Array{[]Value{v}}
	}
	for {
		plain, rest, found := strings.Cut(text, "%")
		f.out = append(f.out, plain...)
		if !found {
			break
		}
		var c conversion
		c, text = ev.conversion(rest)
		f.add(c)
	}
	if f.object == nil && f.used < len(f.list.elements) {
		panic(ev.errorf("Too many values to format: %d, expected %d", len(f.list.elements), f.used))
	}
	return string(f.out)
}

// conversion reads one conversion, and gives what follows it.
func (ev *Evaluation) conversion(s string) (conversion, string) {
	var c conversion
	next := func() byte {
		if s == "" {
			panic(ev.errorf("Truncated format code."))
		}
		return s[0]
	}
	if next() == '(' {
		key, rest, found := strings.Cut(s[1:], ")")
		if !found {
			panic(ev.errorf("Truncated format code."))
		}
		c.key, c.hasKey, s = key, true, rest
	}
	for flags := true; flags; {
		switch next() {
		case '#':
			c.alt = true
		case '0':
			c.zero = true
		case '-':
			c.left = true
		case ' ':
			c.blank = true
		case '+':
			c.plus = true
		default:
			flags = false
			continue
		}
		s = s[1:]
	}
	size := func() (n int, star bool) {
		if s != "" && s[0] == '*' {
			s = s[1:]
			return 0, true
		}
		for isDigit(next()) {
			n = min(n*10+int(s[0]-'0'), math.MaxInt32)
			s = s[1:]
		}
		return n, false
	}
	c.width, c.widthStar = size()
	if next() == '.' {
		s = s[1:]
		c.hasPrecision = true
		c.precision, c.precisionStar = size()
	}
	if strings.IndexByte("hlL", next()) >= 0 {
		s = s[1:]
	}
	c.kind = next()
	switch c.kind {
	case 'i', 'u':
		c.kind = 'd'
	case 'X', 'E', 'F', 'G':
		c.kind, c.capitals = c.kind+'a'-'A', true
	case 'd', 'o', 'x', 'e', 'f', 'g', 'c', 's', '%':
	default:
		panic(ev.errorf("Unrecognised conversion type: %s", ev.charAt(s, 0)))
	}
	return c, s[1:]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// formatter puts values into a text.
type formatter struct {
	ev     *Evaluation
	list   *Array  // the values; or
	object *Object // them by name
	used   int     // of list
	out    []byte
}

// take gives the next value of the list, for a width or precision.
func (f *formatter) take() Value {
	if f.used >= len(f.list.elements) {
		panic(f.ev.errorf("Not enough values to format: %d, expected at least %d", len(f.list.elements), f.used))
	}
	f.used++
	return f.ev.element(f.list, f.used-1)
}

func (f *formatter) add(c conversion) {
	width := float64(c.width)
	if c.widthStar {
		if f.object != nil {
			panic(f.ev.errorf("Cannot use * field width with object."))
		}
		width = f.ev.number(f.take())
	}
	precision, hasPrecision := float64(c.precision), c.hasPrecision
	if c.precisionStar {
		if f.object != nil {
			panic(f.ev.errorf("Cannot use * precision with object."))
		}
		v := f.take()
		if hasPrecision = v != nil; hasPrecision {
			precision = f.ev.number(v)
		}
	}
	s := "%"
	if c.kind != '%' {
		v, at := f.value(c)
		s = f.ev.convert(v, c, width, precision, hasPrecision, at)
	}
	padding := f.ev.spaces(width-float64(length(s)), ' ')
	if c.left {
		f.out = append(append(f.out, s...), padding...)
	} else {
		f.out = append(append(f.out, padding...), s...)
	}
	f.ev.grow(len(f.out))
}

// value gives what c converts, and what messages call it.
func (f *formatter) value(c conversion) (Value, string) {
	if f.object == nil {
		if f.used >= len(f.list.elements) {
			panic(f.ev.errorf("Not enough values to format: %d, expected more than %d", len(f.list.elements), f.used))
		}
		return f.take(), number(float64(f.used - 1))
	}
	if !c.hasKey {
		panic(f.ev.errorf("Mapping keys required."))
	}
	if !f.object.has(c.key, true) {
		panic(f.ev.errorf("No such field: %s", c.key))
	}
	return f.ev.Force(f.ev.member(f.object, c.key, nil)), c.key
}

// spaces gives as many characters as fill n, which may have a fraction.
func (ev *Evaluation) spaces(n float64, c byte) string {
	if n <= 0 {
		return ""
	}
	if n > float64(ev.host.MaxSize) {
		ev.grow(ev.host.MaxSize + 1)
	}
	return strings.Repeat(string(rune(c)), int(math.Ceil(n)))
}

// convert gives a value as text, without the padding to its width by spaces.
func (ev *Evaluation) convert(v Value, c conversion, width, precision float64, hasPrecision bool, at string) string {
	switch c.kind {
	case 's':
		return ev.toString(v)
	case 'c':
		return ev.character(v)
	}
	x, ok := v.(float64)
	if !ok {
		panic(ev.errorf("Format required number at %s, got %s", at, typeName(v)))
	}
	d := digits{ev: ev, blank: c.blank, plus: c.plus}
	if c.zero && !c.left {
		d.zeros = width
	}
	digitsAfter := 6.0
	if hasPrecision {
		digitsAfter = precision
	} else {
		precision = 0
	}
	switch c.kind {
	case 'd':
		return d.integer(x <= -1, math.Floor(math.Abs(x)), precision, 10, "")
	case 'o':
		prefix := ""
		if c.alt {
			prefix = "0"
		}
		return d.integer(x <= -1, math.Floor(math.Abs(x)), precision, 8, prefix)
	case 'x':
		return d.hex(math.Floor(x), precision, c.alt, c.capitals)
	case 'f':
		return d.decimal(x, digitsAfter, c.alt, true)
	case 'e':
		return d.scientific(x, digitsAfter, c.alt, true, c.capitals)
	}
	exponent := decimalExponent(x)
	if exponent < -4 || exponent >= digitsAfter {
		return d.scientific(x, digitsAfter-1, c.alt, c.alt, c.capitals)
	}
	return d.decimal(x, digitsAfter-max(1, exponent+1), c.alt, c.alt)
}

func (ev *Evaluation) character(v Value) string {
	switch v := v.(type) {
	case float64:
		return char(ev, []Value{v}).(string)
	case string:
		if n := length(v); n != 1 {
			panic(ev.errorf("%%c expected 1-sized string got: %d", n))
		}
		return v
	}
	panic(ev.errorf("%%c expected number / string, got: %s", typeName(v)))
}
