package jsonnet

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// JSON gives a value as go-jsonnet prints it: keys sorted, indented by three
// spaces, with a newline at the end.
func (ev *Evaluation) JSON(v Value) string {
	return string(append(ev.lines(nil, v, 0), '\n'))
}

// newline appends a newline and the indentation of a level.
func newline(b []byte, level int) []byte {
	const spaces = "                                                            "
	b = append(b, '\n')
	n := 3 * level
	for ; n > len(spaces); n -= len(spaces) {
		b = append(b, spaces...)
	}
	return append(b, spaces[:n]...)
}

// lines appends v as JSON in several lines.
func (ev *Evaluation) lines(b []byte, v Value, level int) []byte {
	ev.tick(1)
	ev.grow(len(b))
	switch v := ev.Force(v).(type) {
	case *Array:
		if len(v.elements) == 0 {
			return append(b, "[ ]"...)
		}
		ev.enter()
		b = append(b, '[')
		for i := range v.elements {
			if i > 0 {
				b = append(b, ',')
			}
			b = newline(b, level+1)
			ev.pushFree(call{kind: callOutputItem, item: i})
			b = ev.lines(b, ev.element(v, i), level+1)
			ev.popFree()
		}
		ev.leave()
		return append(newline(b, level), ']')
	case *Object:
		ev.list(v)
		names := v.names(false)
		if len(names) == 0 {
			return append(b, "{ }"...)
		}
		ev.enter()
		b = append(b, '{')
		for i, name := range names {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(quote(newline(b, level+1), name), ": "...)
			ev.pushFree(call{kind: callOutputField, name: name})
			b = ev.lines(b, ev.value(v, v.order.at[i], nil), level+1)
			ev.popFree()
		}
		ev.leave()
		return append(newline(b, level), '}')
	default:
		return ev.scalar(b, v)
	}
}

// list makes an object ready to be looked through.
func (ev *Evaluation) list(o *Object) {
	o.list()
	ev.checkAsserts(o, nil)
}

// toString is what + and std.toString make of a value.
func (ev *Evaluation) toString(v Value) string {
	v = ev.Force(v)
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return number(v)
	}
	var room [128]byte
	return string(ev.oneLine(room[:0], v))
}

// appendString appends what toString gives for v, which is no thunk.
func (ev *Evaluation) appendString(b []byte, v Value) []byte {
	if s, ok := v.(string); ok {
		return append(b, s...)
	}
	return ev.oneLine(b, v)
}

// oneLine appends v as JSON in one line.
func (ev *Evaluation) oneLine(b []byte, v Value) []byte {
	ev.tick(1)
	ev.grow(len(b))
	switch v := ev.Force(v).(type) {
	case *Array:
		if len(v.elements) == 0 {
			return append(b, "[ ]"...)
		}
		ev.enter()
		b = append(b, '[')
		for i := range v.elements {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = ev.oneLine(b, ev.element(v, i))
		}
		ev.leave()
		return append(b, ']')
	case *Object:
		ev.list(v)
		names := v.names(false)
		if len(names) == 0 {
			return append(b, "{ }"...)
		}
		ev.enter()
		b = append(b, '{')
		for i, name := range names {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(quote(b, name), ": "...)
			b = ev.oneLine(b, ev.value(v, v.order.at[i], nil))
		}
		ev.leave()
		return append(b, '}')
	default:
		return ev.scalar(b, v)
	}
}

// scalar appends what is neither a list nor an object.
func (ev *Evaluation) scalar(b []byte, v Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case float64:
		return appendNumber(b, v)
	case string:
		ev.tick(len(v) / 64)
		ev.grow(len(b) + len(v))
		return quote(b, v)
	}
	panic(ev.errorf("couldn't manifest function as JSON"))
}

// number is a number as JSON.
func number(x float64) string {
	var room [24]byte
	return string(appendNumber(room[:0], x))
}

// appendNumber appends what printf's %.0f or, for a number with a fraction,
// %.17g gives.
func appendNumber(b []byte, x float64) []byte {
	if x != math.Floor(x) {
		return strconv.AppendFloat(b, x, 'g', 17, 64)
	}
	if -maxExact <= x && x <= maxExact {
		return shortest(b, x)
	}
	return strconv.AppendFloat(b, x, 'f', 0, 64)
}

// shortest appends x without an exponent, and with no more digits than tell it
// from other numbers.
func shortest(b []byte, x float64) []byte {
	// 0 may be -0.
	if i := int64(x); -maxExact <= x && x <= maxExact && float64(i) == x && i != 0 {
		return strconv.AppendInt(b, i, 10)
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

func quoted(s string) string {
	var room [64]byte
	return string(quote(room[:0], s))
}

// quote appends s as a JSON string. What is no UTF-8 becomes U+FFFD.
func quote(b []byte, s string) []byte {
	b = append(b, '"')
	plain := 0
	for i := 0; i < len(s); {
		c := s[i]
		if isPlain[c] {
			i++
			continue
		}
		r, n := rune(c), 1
		if c >= utf8.RuneSelf {
			if r, n = utf8.DecodeRuneInString(s[i:]); r > 0x9f && (r != utf8.RuneError || n > 1) {
				i += n
				continue
			}
		}
		b = escape(append(b, s[plain:i]...), r)
		i += n
		plain = i
	}
	return append(append(b, s[plain:]...), '"')
}

// isPlain tells which bytes stand for themselves in a JSON string, in all that
// write one.
var isPlain = func() (plain [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		plain[c] = c != '"' && c != '\\'
	}
	return plain
}()

// escape appends a character that does not stand for itself.
func escape(b []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	case utf8.RuneError:
		return utf8.AppendRune(b, r)
	}
	return append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
