package jsonnet

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// stdFormat is std.format, which % on a string is too.
var stdFormat = []builtin{
	{"format", need("str", "vals"), func(ev *Evaluation, a []Value) Value {
		values := ev.Force(a[1])
		return ev.format(ev.formatText(a[0]), values)
	}},
}

// formatText gives the text of std.format. As std.jsonnet only asks for a length
// and characters, an array of characters is one, and so is whatever is empty.
func (ev *Evaluation) formatText(v Value) string {
	v = ev.Force(v)
	switch v := v.(type) {
	case string:
		return v
	case *Array:
		var b []byte
		for i := range v.elements {
			ev.tick(1)
			s := ev.text(ev.element(v, i))
			if length(s) != 1 {
				panic(ev.unexpected(v, "string"))
			}
			b = append(b, s...)
		}
		return string(b)
	case *Object, *Function:
		if ev.size(v) == 0 {
			return ""
		}
	}
	panic(ev.unexpected(v, "string"))
}

// conversion is a % with all up to its letter.
type conversion struct {
	before                                 string // the text between the last conversion and this one
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
	var room [4]conversion
	conversions, rest := ev.conversions(room[:0], text)
	var out [128]byte
	single := Array{}
	f := formatter{ev: ev, out: out[:0]}
	switch v := values.(type) {
	case *Array:
		f.list = v
	case *Object:
		f.object = v
	default:
		single.elements = []Value{v}
		f.list = &single
	}
	for i := range conversions {
		ev.tick(1)
		f.out = append(f.out, conversions[i].before...)
		f.add(&conversions[i])
		ev.grow(len(f.out))
	}
	if f.object == nil && f.used < len(f.list.elements) {
		panic(ev.errorf("Too many values to format: %d, expected %d", len(f.list.elements), f.used))
	}
	return string(append(f.out, rest...))
}

// conversions reads all of text, so that what is wrong with it comes before what
// is wrong with the values. rest is the text after the last conversion.
func (ev *Evaluation) conversions(list []conversion, text string) (all []conversion, rest string) {
	for {
		at := strings.IndexByte(text, '%')
		if at < 0 {
			return list, text
		}
		list = append(list, conversion{before: text[:at]})
		text = ev.conversion(&list[len(list)-1], text[at+1:])
	}
}

// conversion reads what follows a %, and gives the text behind that.
func (ev *Evaluation) conversion(c *conversion, s string) string {
	if strings.HasPrefix(s, "(") {
		key, rest, found := strings.Cut(s[1:], ")")
		if !found {
			s = ""
		}
		c.key, c.hasKey, s = key, true, rest
	}
	s = c.flags(s)
	c.width, c.widthStar, s = formatSize(s)
	if strings.HasPrefix(s, ".") {
		c.hasPrecision = true
		c.precision, c.precisionStar, s = formatSize(s[1:])
	}
	if s != "" && (s[0] == 'h' || s[0] == 'l' || s[0] == 'L') {
		s = s[1:]
	}
	if s == "" {
		panic(ev.errorf("Truncated format code."))
	}
	c.kind = s[0]
	switch c.kind {
	case 'i', 'u':
		c.kind = 'd'
	case 'X', 'E', 'F', 'G':
		c.kind, c.capitals = c.kind+'a'-'A', true
	case 'd', 'o', 'x', 'e', 'f', 'g', 'c', 's', '%':
	default:
		panic(ev.errorf("Unrecognised conversion type: %s", ev.charAt(s, 0)))
	}
	return s[1:]
}

func (c *conversion) flags(s string) string {
	for ; s != ""; s = s[1:] {
		switch s[0] {
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
			return s
		}
	}
	return s
}

// formatSize reads a width or precision.
func formatSize(s string) (n int, star bool, rest string) {
	if strings.HasPrefix(s, "*") {
		return 0, true, s[1:]
	}
	for s != "" && isDigit(s[0]) {
		n = min(n*10+int(s[0]-'0'), math.MaxInt32)
		s = s[1:]
	}
	return n, false, s
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

// add appends a conversion. Width and precision are not evaluated unless they are
// needed, and in the order of std.jsonnet: a width first if it pads on the left.
func (f *formatter) add(c *conversion) {
	s := sizes{f: f, c: c}
	if c.widthStar {
		s.widthAt = f.used
		f.used++
	}
	if c.precisionStar {
		s.precisionAt = f.used
		f.used++
	}
	width := 0.0
	if !c.left {
		width = s.width()
	}
	from := len(f.out)
	if c.kind == '%' {
		f.out = append(f.out, '%')
	} else {
		f.convert(c, s, width)
	}
	if c.left {
		width = s.width()
	}
	if width <= 0 {
		return
	}
	padding := f.ev.missing(width, utf8.RuneCount(f.out[from:]))
	f.out = repeated(f.out, ' ', padding)
	if !c.left {
		copy(f.out[from+padding:], f.out[from:])
		repeated(f.out[:from], ' ', padding)
	}
}

// missing tells how many characters n lacks to fill a width, which may have a
// fraction.
func (ev *Evaluation) missing(width float64, n int) int {
	lack := width - float64(n)
	if lack <= 0 {
		return 0
	}
	if lack > float64(ev.host.MaxSize) {
		ev.grow(ev.host.MaxSize + 1)
	}
	return int(math.Ceil(lack))
}

func repeated(b []byte, c byte, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, c)
	}
	return b
}

// sizes gives the width and the precision of a conversion.
type sizes struct {
	f                    *formatter
	c                    *conversion
	widthAt, precisionAt int // in the list, if they are *
}

func (s *sizes) width() float64 {
	if !s.c.widthStar {
		return float64(s.c.width)
	}
	if s.f.object != nil {
		panic(s.f.ev.errorf("Cannot use * field width with object."))
	}
	return s.f.ev.number(s.f.star(s.widthAt))
}

// precision gives otherwise if there is none.
func (s *sizes) precision(otherwise float64) float64 {
	switch {
	case !s.c.hasPrecision:
		return otherwise
	case !s.c.precisionStar:
		return float64(s.c.precision)
	case s.f.object != nil:
		panic(s.f.ev.errorf("Cannot use * precision with object."))
	}
	v := s.f.star(s.precisionAt)
	if v == nil {
		return otherwise
	}
	return s.f.ev.number(v)
}

func (f *formatter) star(at int) Value {
	if at >= len(f.list.elements) {
		panic(f.ev.errorf("Not enough values to format: %d, expected at least %d", len(f.list.elements), at))
	}
	return f.ev.element(f.list, at)
}

// value gives what c converts.
func (f *formatter) value(c *conversion) Value {
	if f.object == nil {
		at := f.used
		f.used++
		if at >= len(f.list.elements) {
			panic(f.ev.errorf("Not enough values to format: %d, expected more than %d", len(f.list.elements), at))
		}
		return f.ev.element(f.list, at)
	}
	if !c.hasKey {
		panic(f.ev.errorf("Mapping keys required."))
	}
	if !f.object.has(c.key, true) {
		panic(f.ev.errorf("No such field: %s", c.key))
	}
	return f.ev.Force(f.ev.member(f.object, c.key, nil))
}

// convert appends a value, without the spaces around it.
func (f *formatter) convert(c *conversion, s sizes, width float64) {
	v := f.value(c)
	switch c.kind {
	case 's':
		f.out = f.ev.appendString(f.out, v)
		return
	case 'c':
		f.out = append(f.out, f.ev.character(v)...)
		return
	}
	x, ok := v.(float64)
	if !ok {
		at := c.key
		if f.object == nil {
			at = strconv.Itoa(f.used - 1)
		}
		panic(f.ev.errorf("Format required number at %s, got %s", at, typeName(v)))
	}
	d := digits{ev: f.ev, blank: c.blank, plus: c.plus}
	if c.zero && !c.left {
		d.zeros = width
	}
	f.out = d.convert(f.out, c, x, &s)
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
