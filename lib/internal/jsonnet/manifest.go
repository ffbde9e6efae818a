package jsonnet

import (
	"strconv"
	"unicode/utf8"
)

// JSON gives a value as go-jsonnet prints it: keys sorted, indented by three
// spaces, with a newline at the end.
func (ev *Evaluation) JSON(v Value) string {
	return string(append(ev.lines(nil, v, ""), '\n'))
}

// lines appends v as JSON in several lines.
func (ev *Evaluation) lines(b []byte, v Value, indent string) []byte {
	switch v := ev.Force(v).(type) {
	case *Array:
		if len(v.elements) == 0 {
			return append(b, "[ ]"...)
		}
		ev.enter()
		inner := indent + "   "
		for i := range v.elements {
			b = append(append(append(b, opening('[', i)...), '\n'), inner...)
			ev.pushFree(call{kind: callOutputItem, item: i})
			b = ev.lines(b, ev.element(v, i), inner)
			ev.popFree()
		}
		ev.leave()
		return append(append(append(b, '\n'), indent...), ']')
	case *Object:
		ev.list(v)
		names := v.names(false)
		if len(names) == 0 {
			return append(b, "{ }"...)
		}
		ev.enter()
		inner := indent + "   "
		for i, name := range names {
			b = append(append(append(b, opening('{', i)...), '\n'), inner...)
			b = append(quote(b, name), ": "...)
			ev.pushFree(call{kind: callOutputField, name: name})
			b = ev.lines(b, ev.value(v, v.order.at[i], nil), inner)
			ev.popFree()
		}
		ev.leave()
		return append(append(append(b, '\n'), indent...), '}')
	default:
		return ev.scalar(b, v)
	}
}

func opening(bracket byte, i int) []byte {
	if i == 0 {
		return []byte{bracket}
	}
	return []byte{','}
}

// list makes an object ready to be looked through.
func (ev *Evaluation) list(o *Object) {
	o.list()
	ev.checkAsserts(o, nil)
}

// oneLine appends v as JSON in one line.
func (ev *Evaluation) oneLine(b []byte, v Value) []byte {
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
	ev.tick(1)
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case float64:
		return append(b, number(v)...)
	case string:
		ev.grow(len(b))
		return quote(b, v)
	}
	panic(ev.errorf("couldn't manifest function as JSON"))
}

func quoted(s string) string { return string(quote(nil, s)) }

// quote appends s as a JSON string. What is no UTF-8 becomes U+FFFD.
func quote(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	plain := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r > 0x9f && (r != utf8.RuneError || n > 1) {
			i += n
			continue
		}
		b = append(b, s[plain:i]...)
		switch r {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		case utf8.RuneError:
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, `\u00`...)
			b = append(b, hex[r>>4], hex[r&15])
		}
		i += n
		plain = i
	}
	return append(append(b, s[plain:]...), '"')
}
