package jsonnet

import (
	"fmt"
	"strconv"
	"strings"
)

// toml writes tables; path is that of the value in messages.
type toml struct {
	ev     *Evaluation
	indent string
}

func manifestTOML(ev *Evaluation, v Value, indent string) Value {
	v = ev.Force(v)
	o, ok := v.(*Object)
	if !ok {
		panic(ev.errorf("TOML body must be an object. Got %s", typeName(v)))
	}
	return toml{ev, indent}.body(o, nil, nil, "")
}

// extended gives a path with a step more, which shares nothing.
func extended(path []string, step string) []string {
	return append(path[:len(path):len(path)], step)
}

// body writes the fields of a table, then the tables in it.
func (t toml) body(o *Object, path, place []string, indent string) string {
	t.ev.enter()
	defer t.ev.leave()
	var fields []string
	sections := []string{""}
	for _, name := range o.names(false) {
		v := t.ev.Force(t.ev.member(o, name, nil))
		t.ev.tick(1)
		inner := extended(place, name)
		if !t.isSection(v) {
			text := tomlKey(name) + " = " + t.value(v, inner, false)
			fields = append(fields, strings.Split(text, "\n")...)
			continue
		}
		header := extended(path, name)
		if table, ok := v.(*Object); ok {
			sections = append(sections, t.table(table, "[", "]", header, inner, indent))
			continue
		}
		var tables []string
		list := v.(*Array)
		for i := range list.elements {
			tables = append(tables, t.table(t.ev.element(list, i).(*Object), "[[", "]]", header, extended(inner, strconv.Itoa(i)), indent))
		}
		sections = append(sections, strings.Join(tables, "\n\n"))
	}
	text := strings.Join(fields, "\n"+indent)
	if len(fields) > 0 {
		text = indent + text
	}
	text += strings.Join(sections, "\n\n")
	t.ev.grow(len(text))
	return text
}

// isSection tells what has a header: an object, or a list of nothing else.
func (t toml) isSection(v Value) bool {
	switch v := v.(type) {
	case *Object:
		return true
	case *Array:
		for i := range v.elements {
			if _, ok := t.ev.element(v, i).(*Object); !ok {
				return false
			}
		}
		return len(v.elements) > 0
	}
	return false
}

func (t toml) table(o *Object, open, end string, path, place []string, indent string) string {
	keys := make([]string, len(path))
	for i, p := range path {
		keys[i] = tomlKey(p)
	}
	header := indent + open + strings.Join(keys, ".") + end
	if len(o.names(false)) > 0 {
		header += "\n"
	}
	return header + t.body(o, path, place, indent+t.indent)
}

// value writes what has no header; inline is within another value.
func (t toml) value(v Value, place []string, inline bool) string {
	t.ev.enter()
	defer t.ev.leave()
	switch v := v.(type) {
	case nil:
		panic(t.ev.errorf("Tried to manifest \"null\" at %v", place))
	case *Function:
		panic(t.ev.errorf("Tried to manifest function at %v", place))
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return number(v)
	case string:
		return quoted(v)
	case *Array:
		return t.list(v, place, inline)
	case *Object:
		var fields []string
		for _, name := range v.names(false) {
			inner := t.ev.Force(t.ev.member(v, name, nil))
			fields = append(fields, tomlKey(name)+" = "+t.value(inner, extended(place, name), true))
		}
		return "{ " + strings.Join(fields, ", ") + " }"
	}
	panic(fmt.Sprintf("bug: a value of type %T", v))
}

func (t toml) list(v *Array, place []string, inline bool) string {
	if len(v.elements) == 0 {
		return "[]"
	}
	indent, newline := t.indent, "\n"
	if inline {
		indent, newline = "", " "
	}
	values := make([]string, len(v.elements))
	for i := range v.elements {
		t.ev.tick(1)
		values[i] = indent + t.value(t.ev.element(v, i), extended(place, strconv.Itoa(i)), true)
	}
	return "[" + newline + strings.Join(values, ","+newline) + newline + "]"
}

func tomlKey(s string) string {
	if s == "" {
		return "''"
	}
	for i := range len(s) {
		if c := s[i]; !isDigit(c) && !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z') && c != '-' && c != '_' {
			return quoted(s)
		}
	}
	return s
}
