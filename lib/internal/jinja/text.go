package jinja

import (
	"math/big"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
)

// str is Python's str().
func (e *engine) str(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case markup:
		return string(v), nil
	case *undefined:
		if v.lenient {
			return "", nil
		}
		return "", v.err()
	case *datetime:
		return v.String(), nil
	case *timedelta:
		return v.String(), nil
	case *module:
		return v.text, nil
	}
	var b strings.Builder
	err := e.repr(&b, v, 0)
	return b.String(), err
}

func (e *engine) reprText(v any) (string, error) {
	var b strings.Builder
	err := e.repr(&b, v, 0)
	return b.String(), err
}

// repr is Python's repr(). What it shows with an address in memory is refused.
func (e *engine) repr(b *strings.Builder, v any, depth int) error {
	if depth > maxDepth {
		return raise("the value is nested too deeply, or holds itself")
	}
	switch v := v.(type) {
	case none:
		b.WriteString("None")
	case bool:
		if v {
			b.WriteString("True")
		} else {
			b.WriteString("False")
		}
	case *big.Int:
		b.WriteString(v.String())
	case float64:
		b.WriteString(pyjson.FloatRepr(v))
	case string:
		b.WriteString(pyrepr.String(v))
	case markup:
		b.WriteString("Markup(" + pyrepr.String(string(v)) + ")")
	case *list:
		return e.reprList(b, v, depth)
	case *dict:
		return e.reprDict(b, v, depth)
	case *view:
		b.WriteString("dict_" + v.what + "(")
		if err := e.reprList(b, &list{items: e.viewItems(v)}, depth); err != nil {
			return err
		}
		b.WriteString(")")
	case *span:
		b.WriteString("range(" + number64(v.from).String() + ", " + number64(v.to).String())
		if v.step != 1 {
			b.WriteString(", " + number64(v.step).String())
		}
		b.WriteString(")")
	case *undefined:
		b.WriteString("Undefined")
	case *namespace:
		b.WriteString("<Namespace ")
		if err := e.reprDict(b, v.vars, depth); err != nil {
			return err
		}
		b.WriteString(">")
	case *timedelta:
		b.WriteString(v.repr())
	case *datetime:
		b.WriteString(v.repr())
	case *loop:
		return v.repr(b)
	default:
		return raise("a value of type %s cannot be shown: its text differs from run to run", typeName(v))
	}
	return nil
}

func (e *engine) reprList(b *strings.Builder, l *list, depth int) error {
	open, shut := "[", "]"
	if l.tuple {
		open, shut = "(", ")"
		if len(l.items) == 1 {
			shut = ",)"
		}
	}
	b.WriteString(open)
	for i := range l.items {
		if i > 0 {
			b.WriteString(", ")
		}
		if err := e.repr(b, e.item(l, i), depth+1); err != nil {
			return err
		}
	}
	b.WriteString(shut)
	return nil
}

func (e *engine) reprDict(b *strings.Builder, d *dict, depth int) error {
	b.WriteString("{")
	first := true
	err := e.entries(d, func(key, value any) error {
		if !first {
			b.WriteString(", ")
		}
		first = false
		if err := e.repr(b, key, depth+1); err != nil {
			return err
		}
		b.WriteString(": ")
		return e.repr(b, value, depth+1)
	})
	b.WriteString("}")
	return err
}

// viewItems gives what iterating over a view gives.
func (e *engine) viewItems(v *view) []any {
	items := make([]any, 0, v.of.size)
	_ = e.entries(v.of, func(key, value any) error {
		switch v.what {
		case "keys":
			items = append(items, key)
		case "values":
			items = append(items, value)
		default:
			items = append(items, &list{items: []any{key, value}, tuple: true})
		}
		return nil
	})
	return items
}

// escapeHTML is markupsafe.escape for text.
func escapeHTML(s string) markup {
	return markup(strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&#39;", `"`, "&#34;").Replace(s))
}
