package jsonnet

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// yamlForm is how std.manifestYamlDoc lays out YAML.
type yamlForm struct{ indentArrays, quoteKeys bool }

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
		e := ev.element(list, i)
		form := yamlForm{ev.boolean(a[1]), ev.boolean(a[3])}
		b = form.write(ev, b, e, "")
	}
	if ev.boolean(a[2]) {
		return string(append(b, "\n...\n"...))
	}
	return string(append(b, '\n'))
}

func (f yamlForm) write(ev *Evaluation, b []byte, v Value, indent string) []byte {
	ev.tick(1)
	ev.grow(len(b))
	switch v := ev.Force(v).(type) {
	case string:
		return yamlText(b, v, indent)
	case float64:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case *Array:
		ev.enter()
		defer ev.leave()
		return f.array(ev, b, v, indent)
	case *Object:
		ev.enter()
		defer ev.leave()
		return f.object(ev, b, v, indent)
	case *Function:
		return b // go-jsonnet writes nothing
	default:
		return ev.scalar(b, v)
	}
}

func yamlText(b []byte, s, indent string) []byte {
	if s == "" {
		return append(b, `""`...)
	}
	text, isBlock := strings.CutSuffix(s, "\n")
	if !isBlock {
		return quote(b, s)
	}
	b = append(b, '|')
	for line := range strings.SplitSeq(text, "\n") {
		b = append(append(append(b, '\n'), indent...), "  "...)
		b = append(b, line...)
	}
	return b
}

func (f yamlForm) array(ev *Evaluation, b []byte, list *Array, indent string) []byte {
	if len(list.elements) == 0 {
		return append(b, "[]"...)
	}
	for i := range list.elements {
		if i > 0 {
			b = append(append(b, '\n'), indent...)
		}
		v := ev.element(list, i)
		b = append(b, '-')
		inner := indent
		switch v := v.(type) {
		case *Array:
			inner += "  "
			if len(v.elements) > 0 {
				b = append(append(b, '\n'), inner...)
			} else {
				b = append(b, ' ')
			}
		case *Object:
			inner += "  "
			b = append(b, ' ')
		default:
			b = append(b, ' ')
		}
		b = f.write(ev, b, v, inner)
	}
	return b
}

func (f yamlForm) object(ev *Evaluation, b []byte, o *Object, indent string) []byte {
	names := o.names(false)
	if len(names) == 0 {
		return append(b, "{}"...)
	}
	for i, name := range names {
		v := ev.Force(ev.member(o, name, nil))
		if i > 0 {
			b = append(append(b, '\n'), indent...)
		}
		if f.quoteKeys || !bareYAML(name) {
			b = quote(b, name)
		} else {
			b = append(b, name...)
		}
		b = append(b, ':')
		inner := indent
		switch {
		case filled(v) && isArray(v):
			if f.indentArrays {
				inner += "  "
			}
			b = append(append(b, '\n'), inner...)
		case filled(v):
			inner += "  "
			b = append(append(b, '\n'), inner...)
		default:
			b = append(b, ' ')
		}
		b = f.write(ev, b, v, inner)
	}
	return b
}

func isArray(v Value) bool {
	_, ok := v.(*Array)
	return ok
}

// filled tells whether v is a collection with something in it.
func filled(v Value) bool {
	switch v := v.(type) {
	case *Array:
		return len(v.elements) > 0
	case *Object:
		return len(v.names(false)) > 0
	}
	return false
}

// yamlWords are keys that mean something else without quotes, in any case.
var yamlWords = []string{"true", "false", "yes", "no", "on", "off", "y", "n", ".nan", "-.inf", "+.inf", ".inf", "null", "-", "---", "''"}

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
		if !isLetter && !isDigit(c) && strings.IndexByte("_-/.", c) < 0 {
			return false
		}
	}
	for _, w := range yamlWords {
		if len(w) == len(s) && strings.EqualFold(s, w) {
			return false
		}
	}
	if strings.IndexByte("0123456789+-.iInN", s[0]) < 0 && !strings.Contains(s, "0x") {
		return true
	}
	if yamlNumbers().MatchString(s) {
		return false
	}
	if _, err := strconv.Atoi(s); err == nil {
		return false
	}
	_, err := strconv.ParseFloat(s, 64)
	return err != nil
}
