package jsonnet

import (
	"bytes"
	"fmt"
	"strconv"
)

// tomlWriter writes TOML as std.manifestTomlEx lays it out.
type tomlWriter struct {
	ev     *Evaluation
	step   string   // a level of indentation
	tables []string // the keys of the table's header
	place  []string // the path of the value, with indices, for messages
}

func manifestTOML(ev *Evaluation, v Value, step string) Value {
	v = ev.Force(v)
	o, ok := v.(*Object)
	if !ok {
		panic(ev.errorf("TOML body must be an object. Got %s", typeName(v)))
	}
	w := tomlWriter{ev: ev, step: step}
	return string(w.body(nil, o, ""))
}

// body appends the fields of a table, then the tables in it.
func (w *tomlWriter) body(b []byte, o *Object, indent string) []byte {
	w.ev.enter()
	var sections []byte
	first := true
	for i, name := range w.ev.fieldsOf(o) {
		w.ev.tick(1)
		v := w.ev.Force(w.ev.value(o, o.order.at[i], nil))
		w.place = append(w.place, name)
		if w.isSection(v) {
			sections = w.section(append(sections, "\n\n"...), v, name, indent)
		} else {
			if !first {
				b = append(b, '\n')
			}
			first = false
			b = w.field(append(b, indent...), name, v, indent)
		}
		w.place = w.place[:len(w.place)-1]
		w.ev.grow(len(b) + len(sections))
	}
	w.ev.leave()
	return append(b, sections...)
}

// field appends a field of a table, whose lines after the first are indented.
func (w *tomlWriter) field(b []byte, name string, v Value, indent string) []byte {
	from := len(b)
	b = w.value(append(tomlKey(b, name), " = "...), v, false)
	if indent != "" && bytes.IndexByte(b[from:], '\n') >= 0 {
		b = append(b[:from], bytes.ReplaceAll(b[from:], []byte{'\n'}, []byte("\n"+indent))...)
	}
	return b
}

// isSection tells what has a header: an object, or a list of nothing else.
func (w *tomlWriter) isSection(v Value) bool {
	switch v := v.(type) {
	case *Object:
		return true
	case *Array:
		for i := range v.elements {
			if _, ok := w.ev.element(v, i).(*Object); !ok {
				return false
			}
		}
		return len(v.elements) > 0
	}
	return false
}

// section appends a table, or all tables of a list.
func (w *tomlWriter) section(b []byte, v Value, name, indent string) []byte {
	w.tables = append(w.tables, name)
	if table, ok := v.(*Object); ok {
		b = w.table(b, table, "[", "]", indent)
	} else {
		list := v.(*Array)
		for i := range list.elements {
			if i > 0 {
				b = append(b, "\n\n"...)
			}
			w.place = append(w.place, strconv.Itoa(i))
			b = w.table(b, w.ev.element(list, i).(*Object), "[[", "]]", indent)
			w.place = w.place[:len(w.place)-1]
		}
	}
	w.tables = w.tables[:len(w.tables)-1]
	return b
}

func (w *tomlWriter) table(b []byte, o *Object, open, end, indent string) []byte {
	b = append(append(b, indent...), open...)
	for i, key := range w.tables {
		if i > 0 {
			b = append(b, '.')
		}
		b = tomlKey(b, key)
	}
	b = append(b, end...)
	if len(o.names(false)) > 0 {
		b = append(b, '\n')
	}
	return w.body(b, o, indent+w.step)
}

// value appends what has no header; inline is within another value.
func (w *tomlWriter) value(b []byte, v Value, inline bool) []byte {
	w.ev.tick(1)
	w.ev.grow(len(b))
	switch v := v.(type) {
	case nil:
		panic(w.ev.errorf("Tried to manifest \"null\" at %v", w.place))
	case *Function:
		panic(w.ev.errorf("Tried to manifest function at %v", w.place))
	case bool, float64, string:
		return w.ev.scalar(b, v)
	case *Array:
		return w.list(b, v, inline)
	case *Object:
		w.ev.enter()
		b = append(b, "{ "...)
		for i, name := range w.ev.fieldsOf(v) {
			w.place = append(w.place, name)
			inner := w.ev.Force(w.ev.value(v, v.order.at[i], nil))
			if i > 0 {
				b = append(b, ", "...)
			}
			b = w.value(append(tomlKey(b, name), " = "...), inner, true)
			w.place = w.place[:len(w.place)-1]
		}
		w.ev.leave()
		return append(b, " }"...)
	}
	panic(fmt.Sprintf("bug: a value of type %T", v))
}

func (w *tomlWriter) list(b []byte, v *Array, inline bool) []byte {
	if len(v.elements) == 0 {
		return append(b, "[]"...)
	}
	indent, newline := w.step, byte('\n')
	if inline {
		indent, newline = "", ' '
	}
	w.ev.enter()
	b = append(b, '[')
	for i := range v.elements {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, newline), indent...)
		w.place = append(w.place, strconv.Itoa(i))
		b = w.value(b, w.ev.element(v, i), true)
		w.place = w.place[:len(w.place)-1]
	}
	w.ev.leave()
	return append(b, newline, ']')
}

func tomlKey(b []byte, s string) []byte {
	if s == "" {
		return append(b, "''"...)
	}
	for i := range len(s) {
		if c := s[i]; !isDigit(c) && !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z') && c != '-' && c != '_' {
			return quote(b, s)
		}
	}
	return append(b, s...)
}
