package jsonnet

import (
	"fmt"
	"slices"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// Plain gives a value in full, as encoding/json has it: nil, bool, float64,
// string, []any or map[string]any.
func (ev *Evaluation) Plain(v Value) any {
	switch v := ev.Force(v).(type) {
	case *Array:
		ev.enter()
		list := make([]any, len(v.elements))
		for i := range list {
			ev.tick(1)
			list[i] = ev.Plain(ev.element(v, i))
		}
		ev.leave()
		return list
	case *Object:
		ev.list(v)
		ev.enter()
		names := v.names(false)
		object := make(map[string]any, len(names))
		for i, name := range names {
			ev.tick(1)
			object[name] = ev.Plain(ev.value(v, v.order.at[i], nil))
		}
		ev.leave()
		return object
	case *Function:
		panic(ev.errorf("couldn't manifest function as JSON"))
	default:
		return v
	}
}

// FromPlain gives what Plain gives as a value.
func (ev *Evaluation) FromPlain(v any) Value {
	switch v := v.(type) {
	case nil, bool, string:
		return v
	case float64:
		return ev.checked(v)
	case int:
		return float64(v)
	case []any:
		elements := make([]Value, len(v))
		for i := range v {
			ev.tick(1)
			elements[i] = ev.FromPlain(v[i])
		}
		return &Array{elements}
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		values := make([]Value, len(names))
		for i, name := range names {
			values[i] = ev.FromPlain(v[name])
		}
		return NewObject(syntax.NewShape(names), values)
	}
	panic(fmt.Sprintf("bug: %T is no plain value", v))
}
