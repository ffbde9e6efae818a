package jsonnet

import "unicode/utf8"

// stdManifest are functions that write a value as the text of some language.
var stdManifest = []builtin{
	{"manifestJson", need("value"), func(ev *Evaluation, a []Value) Value {
		return jsonWriter{ev: ev, step: "    ", newline: "\n", colon: ": "}.text(a[0])
	}},
	{"manifestJsonMinified", need("value"), func(ev *Evaluation, a []Value) Value {
		return jsonWriter{ev: ev, colon: ":"}.text(a[0])
	}},
	{"manifestJsonEx", append(need("value", "indent"), maybe("newline", "\n"), maybe("key_val_sep", ": ")), func(ev *Evaluation, a []Value) Value {
		ev.forceAll(a)
		w := jsonWriter{ev: ev}
		w.step = ev.text(a[1])
		w.newline = ev.text(a[2])
		w.colon = ev.text(a[3])
		return w.text(a[0])
	}},
	{"manifestYamlDoc", append(need("value"), maybe("indent_array_in_object", false), maybe("quote_keys", true)), func(ev *Evaluation, a []Value) Value {
		w := newYAMLWriter(ev, a[0], a[1], a[2])
		w.write(a[0], 0)
		return string(w.b)
	}},
	{"manifestYamlStream", append(need("value"), maybe("indent_array_in_object", false), maybe("c_document_end", true), maybe("quote_keys", true)), manifestYAMLStream},
	{"manifestToml", need("value"), func(ev *Evaluation, a []Value) Value { return manifestTOML(ev, a[0], "  ") }},
	{"manifestTomlEx", need("value", "indent"), func(ev *Evaluation, a []Value) Value {
		ev.forceAll(a)
		return manifestTOML(ev, a[0], ev.text(a[1]))
	}},
	{"manifestPython", need("v"), func(ev *Evaluation, a []Value) Value { return string(python(ev, nil, a[0])) }},
	{"manifestPythonVars", need("conf"), func(ev *Evaluation, a []Value) Value {
		o := ev.object(a[0])
		var b []byte
		for i, name := range ev.fieldsOf(o) {
			b = append(append(b, name...), " = "...)
			b = append(python(ev, b, ev.value(o, o.order.at[i], nil)), '\n')
		}
		return string(b)
	}},
	{"manifestIni", need("ini"), manifestINI},
	{"manifestXmlJsonml", need("value"), func(ev *Evaluation, a []Value) Value {
		v := ev.Force(a[0])
		if _, ok := v.(*Array); !ok {
			panic(ev.errorf("Expected a JSONML value (an array), got %s", typeName(v)))
		}
		return string(xml(ev, nil, v))
	}},
}

// fieldsOf gives the names of the visible fields, and makes the object ready for
// value. Asserts have to hold only if there are such fields.
func (ev *Evaluation) fieldsOf(o *Object) []string {
	names := o.names(false)
	if len(names) > 0 {
		ev.checkAsserts(o, nil)
	}
	return names
}

// jsonWriter writes JSON as std.manifestJsonEx lays it out.
type jsonWriter struct {
	ev                   *Evaluation
	step, newline, colon string // step is a level of indentation
	b, indent            []byte
}

func (w jsonWriter) text(v Value) Value {
	w.write(v)
	return string(w.b)
}

func (w *jsonWriter) write(v Value) {
	w.ev.tick(1)
	w.ev.grow(len(w.b))
	switch v := w.ev.Force(v).(type) {
	case *Array:
		w.open('[')
		for i := range v.elements {
			w.item(i)
			w.write(w.ev.element(v, i))
		}
		w.close(']')
	case *Object:
		w.open('{')
		for i, name := range w.ev.fieldsOf(v) {
			value := w.ev.value(v, v.order.at[i], nil)
			w.item(i)
			w.b = append(goQuote(w.b, name), w.colon...)
			w.write(value)
		}
		w.close('}')
	case string:
		w.ev.tick(len(v) / 64)
		w.ev.grow(len(w.b) + len(v))
		w.b = goQuote(w.b, v)
	case float64:
		w.b = shortest(w.b, v)
	case *Function:
		panic(w.ev.errorf("tried to manifest function"))
	default:
		w.b = w.ev.scalar(w.b, v)
	}
}

func (w *jsonWriter) open(bracket byte) {
	w.ev.enter()
	w.b = append(append(w.b, bracket), w.newline...)
	w.indent = append(w.indent, w.step...)
}

func (w *jsonWriter) close(bracket byte) {
	w.ev.leave()
	w.indent = w.indent[:len(w.indent)-len(w.step)]
	w.b = append(append(append(w.b, w.newline...), w.indent...), bracket)
}

// item begins the i-th item of a list or object.
func (w *jsonWriter) item(i int) {
	if i > 0 {
		w.b = append(append(w.b, ','), w.newline...)
	}
	w.b = append(w.b, w.indent...)
}

// goQuote is quote as encoding/json has it, which go-jsonnet uses here.
func goQuote(b []byte, s string) []byte {
	b = append(b, '"')
	plain := 0
	for i := 0; i < len(s); {
		c := s[i]
		if isPlain[c] || c == 0x7f {
			i++
			continue
		}
		r, n := rune(c), 1
		if c >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
			if r != '\u2028' && r != '\u2029' && (r != utf8.RuneError || n > 1) {
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

func python(ev *Evaluation, b []byte, v Value) []byte {
	ev.tick(1)
	ev.grow(len(b))
	switch v := ev.Force(v).(type) {
	case *Object:
		ev.enter()
		b = append(b, '{')
		for i, name := range ev.fieldsOf(v) {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(quote(b, name), ": "...)
			b = python(ev, b, ev.value(v, v.order.at[i], nil))
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

// iniLine is a section's title or, with values, an assignment of one of them.
type iniLine struct {
	name   string
	values *Array
	at     int
}

// manifestINI writes the section main without a title, and those of sections. As
// in go-jsonnet all lines are known before any is written.
func manifestINI(ev *Evaluation, a []Value) Value {
	ini := ev.object(a[0])
	var lines []iniLine
	if ini.has("main", false) {
		lines = iniLines(ev, lines, ev.member(ini, "main", nil))
	}
	sections := ev.object(ev.member(ini, "sections", nil))
	for i, name := range ev.fieldsOf(sections) {
		lines = append(lines, iniLine{name: name})
		lines = iniLines(ev, lines, ev.value(sections, sections.order.at[i], nil))
	}
	var b []byte
	for _, line := range lines {
		ev.tick(1)
		ev.grow(len(b))
		if line.values == nil {
			b = append(append(append(b, '['), line.name...), "]\n"...)
			continue
		}
		b = append(append(b, line.name...), " = "...)
		b = append(ev.appendString(b, ev.element(line.values, line.at)), '\n')
	}
	return string(b)
}

func iniLines(ev *Evaluation, lines []iniLine, v Value) []iniLine {
	body := ev.object(v)
	for i, name := range ev.fieldsOf(body) {
		value := ev.Force(ev.value(body, body.order.at[i], nil))
		values, ok := value.(*Array)
		if !ok {
			values = &Array{[]Value{value}}
		}
		ev.tick(1 + len(values.elements))
		for at := range values.elements {
			lines = append(lines, iniLine{name, values, at})
		}
	}
	return lines
}

// xml writes JsonML: a text, or a tag with attributes, if its second element is an
// object, and content.
func xml(ev *Evaluation, b []byte, v Value) []byte {
	ev.tick(1)
	ev.grow(len(b))
	v = ev.Force(v)
	if s, ok := v.(string); ok {
		return append(b, s...)
	}
	list, ok := v.(*Array)
	if !ok || len(list.elements) == 0 {
		panic(ev.errorf("Expected a JSONML element (a string or an array with a tag), got %s", typeName(v)))
	}
	ev.enter()
	b = append(b, '<')
	from := len(b)
	b = ev.deepJoin(b, ev.element(list, 0))
	tag := string(b[from:])
	content := 1
	if len(list.elements) > 1 {
		if attributes, ok := ev.element(list, 1).(*Object); ok {
			content = 2
			b = xmlAttributes(ev, b, attributes)
		}
	}
	b = append(b, '>')
	for i := content; i < len(list.elements); i++ {
		b = xml(ev, b, ev.element(list, i))
	}
	ev.leave()
	b = append(append(b, "</"...), tag...)
	return append(b, '>')
}

func xmlAttributes(ev *Evaluation, b []byte, o *Object) []byte {
	for i, name := range ev.fieldsOf(o) {
		b = append(append(append(b, ' '), name...), `="`...)
		b = append(ev.appendString(b, ev.Force(ev.value(o, o.order.at[i], nil))), '"')
	}
	return b
}
