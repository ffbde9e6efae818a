package jsonnet

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// yamlWriter writes YAML as std.manifestYamlDoc lays it out.
type yamlWriter struct {
	ev                      *Evaluation
	indentArrays, quoteKeys bool
	b                       []byte
}

func newYAMLWriter(ev *Evaluation, args ...Value) *yamlWriter {
	ev.forceAll(args)
	w := &yamlWriter{ev: ev, indentArrays: ev.boolean(args[1])}
	w.quoteKeys = ev.boolean(args[2])
	return w
}

func manifestYAMLStream(ev *Evaluation, a []Value) Value {
	v := ev.Force(a[0])
	list, ok := v.(*Array)
	if !ok {
		panic(ev.errorf("manifestYamlStream only takes arrays, got %s", typeName(v)))
	}
	b := []byte("---\n")
	for i := range list.elements {
		if i > 0 {
			b = append(b, "\n---\n"...)
		}
		w := newYAMLWriter(ev, ev.element(list, i), a[1], a[3])
		w.b = b
		w.write(list.elements[i], 0)
		b = w.b
	}
	if ev.boolean(a[2]) {
		return string(append(b, "\n...\n"...))
	}
	return string(append(b, '\n'))
}

// write writes a value; level is how far its second line and all after that are
// indented.
func (w *yamlWriter) write(v Value, level int) {
	w.ev.tick(1)
	w.ev.grow(len(w.b))
	switch v := w.ev.Force(v).(type) {
	case string:
		w.ev.grow(len(w.b) + len(v))
		w.text(v, level)
	case float64:
		w.b = shortest(w.b, v)
	case *Array:
		w.ev.enter()
		w.array(v, level)
		w.ev.leave()
	case *Object:
		w.ev.enter()
		w.object(v, level)
		w.ev.leave()
	case *Function: // go-jsonnet writes nothing
	default:
		w.b = w.ev.scalar(w.b, v)
	}
}

// line begins a line.
func (w *yamlWriter) line(level int) {
	w.b = append(w.b, '\n')
	for ; level > 0; level-- {
		w.b = append(w.b, "  "...)
	}
}

func (w *yamlWriter) text(s string, level int) {
	switch text, isBlock := strings.CutSuffix(s, "\n"); {
	case s == "":
		w.b = append(w.b, `""`...)
	case isBlock:
		w.b = append(w.b, '|')
		for line := range strings.SplitSeq(text, "\n") {
			w.line(level + 1)
			w.b = append(w.b, line...)
		}
	default:
		w.b = quote(w.b, s)
	}
}

func (w *yamlWriter) array(list *Array, level int) {
	if len(list.elements) == 0 {
		w.b = append(w.b, "[]"...)
		return
	}
	for i := range list.elements {
		if i > 0 {
			w.line(level)
		}
		v := w.ev.element(list, i)
		w.b = append(w.b, '-')
		if inner, ok := v.(*Array); ok && len(inner.elements) > 0 {
			w.line(level + 1)
		} else {
			w.b = append(w.b, ' ')
		}
		// Of what is no collection only a text has lines, and it is indented less.
		switch v.(type) {
		case *Array, *Object:
			w.write(v, level+1)
		default:
			w.write(v, level)
		}
	}
}

func (w *yamlWriter) object(o *Object, level int) {
	names := w.ev.fieldsOf(o)
	if len(names) == 0 {
		w.b = append(w.b, "{}"...)
		return
	}
	for i, name := range names {
		v := w.ev.Force(w.ev.value(o, o.order.at[i], nil))
		if i > 0 {
			w.line(level)
		}
		if w.quoteKeys || !bareYAML(name) {
			w.b = quote(w.b, name)
		} else {
			w.b = append(w.b, name...)
		}
		w.b = append(w.b, ':')
		inner := level
		switch v := v.(type) {
		case *Array:
			if len(v.elements) > 0 && w.indentArrays {
				inner++
			}
			w.begin(len(v.elements) > 0, inner)
		case *Object:
			isFilled := len(v.names(false)) > 0
			if isFilled {
				inner++
			}
			w.begin(isFilled, inner)
		default:
			w.b = append(w.b, ' ')
		}
		w.write(v, inner)
	}
}

// begin is what stands between a key and a collection.
func (w *yamlWriter) begin(isFilled bool, level int) {
	if isFilled {
		w.line(level)
	} else {
		w.b = append(w.b, ' ')
	}
}

// yamlWords are keys that mean something else without quotes, in any case.
var yamlWords = []string{"true", "false", "yes", "no", "on", "off", "y", "n", ".nan", "-.inf", ".inf", "null", "-", "---"}

// yamlNumbers are keys that are dates or numbers without quotes.
var yamlNumbers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9]*-){2}[0-9]*$|^[-+]?0b[0-1_]+$|[-+]?0x[0-9a-fA-F_]+`)
})

// bareYAML tells whether a key can do without quotes.
func bareYAML(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		c := s[i]
		isLetter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		if !isLetter && !isDigit(c) && c != '_' && c != '-' && c != '/' && c != '.' {
			return false
		}
	}
	for _, w := range yamlWords {
		if len(w) == len(s) && strings.EqualFold(s, w) {
			return false
		}
	}
	if strings.IndexByte("0123456789-.iInN", s[0]) < 0 && !strings.Contains(s, "0x") {
		return true // neither a date nor a number
	}
	if yamlNumbers().MatchString(s) {
		return false
	}
	_, err := strconv.ParseFloat(s, 64)
	if err == nil {
		return false
	}
	_, err = strconv.Atoi(s)
	return err != nil
}
