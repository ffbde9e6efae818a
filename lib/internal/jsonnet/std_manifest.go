package jsonnet

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// stdManifest are functions that write a value as the text of some language.
var stdManifest = []builtin{
	{"manifestJson", need("value"), func(ev *Evaluation, a []Value) Value {
		return string(jsonForm{"    ", "\n", ": "}.write(ev, nil, a[0], ""))
	}},
	{"manifestJsonMinified", need("value"), func(ev *Evaluation, a []Value) Value {
		return string(jsonForm{"", "", ":"}.write(ev, nil, a[0], ""))
	}},
	{"manifestJsonEx", append(need("value", "indent"), maybe("newline", "\n"), maybe("key_val_sep", ": ")), func(ev *Evaluation, a []Value) Value {
		v := ev.Force(a[0])
		form := jsonForm{ev.text(a[1]), ev.text(a[2]), ev.text(a[3])}
		return string(form.write(ev, nil, v, ""))
	}},
	{"manifestYamlDoc", append(need("value"), maybe("indent_array_in_object", false), maybe("quote_keys", true)), func(ev *Evaluation, a []Value) Value {
		v := ev.Force(a[0])
		form := yamlForm{ev.boolean(a[1]), ev.boolean(a[2])}
		return string(form.write(ev, nil, v, ""))
	}},
	{"manifestYamlStream", append(need("value"), maybe("indent_array_in_object", false), maybe("c_document_end", true), maybe("quote_keys", true)), manifestYAMLStream},
	{"manifestToml", need("value"), func(ev *Evaluation, a []Value) Value { return manifestTOML(ev, a[0], "  ") }},
	{"manifestTomlEx", need("value", "indent"), func(ev *Evaluation, a []Value) Value {
		v := ev.Force(a[0])
		return manifestTOML(ev, v, ev.text(a[1]))
	}},
	{"manifestPython", need("v"), func(ev *Evaluation, a []Value) Value { return string(python(ev, nil, a[0])) }},
	{"manifestPythonVars", need("conf"), func(ev *Evaluation, a []Value) Value {
		o := ev.object(a[0])
		var b []byte
		for _, name := range o.names(false) {
			b = append(append(b, name...), " = "...)
			b = append(python(ev, b, ev.member(o, name, nil)), '\n')
		}
		return string(b)
	}},
	{"manifestIni", need("ini"), manifestINI},
	{"manifestXmlJsonml", need("value"), func(ev *Evaluation, a []Value) Value {
		v := ev.Force(a[0])
		list, ok := v.(*Array)
		if !ok {
			panic(ev.errorf("Expected a JSONML value (an array), got %s", typeName(v)))
		}
		var b strings.Builder
		xml(ev, &b, list)
		return b.String()
	}},
}

// jsonForm is how std.manifestJsonEx lays out JSON.
type jsonForm struct{ indent, newline, colon string }

func (f jsonForm) write(ev *Evaluation, b []byte, v Value, indent string) []byte {
	ev.tick(1)
	ev.grow(len(b))
	switch v := ev.Force(v).(type) {
	case *Array:
		ev.enter()
		b = append(append(b, '['), f.newline...)
		inner := indent + f.indent
		for i := range v.elements {
			b = append(f.comma(b, i), inner...)
			b = f.write(ev, b, ev.element(v, i), inner)
		}
		ev.leave()
		return append(append(append(b, f.newline...), indent...), ']')
	case *Object:
		ev.enter()
		b = append(append(b, '{'), f.newline...)
		inner := indent + f.indent
		for i, name := range v.names(false) {
			value := ev.member(v, name, nil)
			b = append(f.comma(b, i), inner...)
			b = append(goQuote(b, name), f.colon...)
			b = f.write(ev, b, value, inner)
		}
		ev.leave()
		return append(append(append(b, f.newline...), indent...), '}')
	case string:
		return goQuote(b, v)
	case float64:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case *Function:
		panic(ev.errorf("tried to manifest function"))
	default:
		return ev.scalar(b, v)
	}
}

func (f jsonForm) comma(b []byte, i int) []byte {
	if i == 0 {
		return b
	}
	return append(append(b, ','), f.newline...)
}

// goQuote is quote as encoding/json has it, which go-jsonnet uses here.
func goQuote(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			var buffer bytes.Buffer
			encoder := json.NewEncoder(&buffer)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(s); err != nil {
				panic("bug: a string that is no JSON: " + err.Error())
			}
			return append(b, bytes.TrimRight(buffer.Bytes(), "\n")...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

func python(ev *Evaluation, b []byte, v Value) []byte {
	ev.tick(1)
	ev.grow(len(b))
	switch v := ev.Force(v).(type) {
	case *Object:
		ev.enter()
		b = append(b, '{')
		for i, name := range v.names(false) {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(quote(b, name), ": "...)
			b = python(ev, b, ev.member(v, name, nil))
		}
		ev.leave()
		return append(b, '}')
	case *Array:
		ev.enter()
		b = append(b, '[')
		for i := range v.elements {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = python(ev, b, ev.element(v, i))
		}
		ev.leave()
		return append(b, ']')
	case *Function:
		panic(ev.errorf("cannot manifest function"))
	case bool:
		if v {
			return append(b, "True"...)
		}
		return append(b, "False"...)
	case nil:
		return append(b, "None"...)
	default:
		return ev.scalar(b, v)
	}
}

// manifestINI writes the section main without a title, and those of sections.
func manifestINI(ev *Evaluation, a []Value) Value {
	ini := ev.object(a[0])
	var b []byte
	if ini.has("main", false) {
		b = iniBody(ev, b, ev.member(ini, "main", nil))
	}
	sections := ev.object(ev.member(ini, "sections", nil))
	for _, name := range sections.names(false) {
		b = append(append(append(b, '['), name...), "]\n"...)
		b = iniBody(ev, b, ev.member(sections, name, nil))
	}
	return string(b)
}

func iniBody(ev *Evaluation, b []byte, v Value) []byte {
	body := ev.object(v)
	for _, name := range body.names(false) {
		value := ev.Force(ev.member(body, name, nil))
		values, ok := value.(*Array)
		if !ok {
			values = &Array{[]Value{value}}
		}
		for i := range values.elements {
			ev.tick(1)
			ev.grow(len(b))
			b = append(append(b, name...), " = "...)
			b = append(append(b, ev.toString(ev.element(values, i))...), '\n')
		}
	}
	return b
}

// xml writes JsonML: a text, or a tag with attributes, if its second element is an
// object, and content.
func xml(ev *Evaluation, b *strings.Builder, v Value) {
	ev.tick(1)
	ev.grow(b.Len())
	v = ev.Force(v)
	if s, ok := v.(string); ok {
		b.WriteString(s)
		return
	}
	list, ok := v.(*Array)
	if !ok || len(list.elements) == 0 {
		panic(ev.errorf("Expected a JSONML element (a string or an array with a tag), got %s", typeName(v)))
	}
	ev.enter()
	defer ev.leave()
	tag := string(ev.deepJoin(nil, ev.element(list, 0)))
	b.WriteString("<" + tag)
	children := list.elements[1:]
	if len(children) > 0 {
		if attributes, ok := ev.element(list, 1).(*Object); ok {
			children = children[1:]
			for _, name := range attributes.names(false) {
				b.WriteString(" " + name + `="` + ev.toString(ev.member(attributes, name, nil)) + `"`)
			}
		}
	}
	b.WriteString(">")
	for _, child := range children {
		xml(ev, b, child)
	}
	b.WriteString("</" + tag + ">")
}
