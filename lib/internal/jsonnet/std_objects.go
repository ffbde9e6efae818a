package jsonnet

import "github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"

// stdObjects are functions of objects.
var stdObjects = []builtin{
	{"objectFields", need("o"), func(ev *Evaluation, a []Value) Value { return ev.stringArray(ev.object(a[0]).names(false)) }},
	{"objectFieldsAll", need("o"), func(ev *Evaluation, a []Value) Value { return ev.stringArray(ev.object(a[0]).names(true)) }},
	{"objectFieldsEx", need("obj", "hidden"), func(ev *Evaluation, a []Value) Value {
		ev.forceAll(a)
		o := ev.object(a[0])
		return ev.stringArray(o.names(ev.boolean(a[1])))
	}},
	{"objectHas", need("o", "f"), func(ev *Evaluation, a []Value) Value { return hasField(ev, a[0], a[1], false) }},
	{"objectHasAll", need("o", "f"), func(ev *Evaluation, a []Value) Value { return hasField(ev, a[0], a[1], true) }},
	{"objectHasEx", need("obj", "fname", "hidden"), func(ev *Evaluation, a []Value) Value { return hasField(ev, a[0], a[1], a[2]) }},
	{"objectValues", need("o"), func(ev *Evaluation, a []Value) Value { return fieldValues(ev, ev.object(a[0]), false) }},
	{"objectValuesAll", need("o"), func(ev *Evaluation, a []Value) Value { return fieldValues(ev, ev.object(a[0]), true) }},
	{"objectKeysValues", need("o"), func(ev *Evaluation, a []Value) Value { return keysValues(ev, ev.object(a[0]), false) }},
	{"objectKeysValuesAll", need("o"), func(ev *Evaluation, a []Value) Value { return keysValues(ev, ev.object(a[0]), true) }},
	{"objectRemoveKey", need("obj", "key"), func(ev *Evaluation, a []Value) Value {
		ev.forceAll(a)
		o := ev.object(a[0])
		return o.without(ev.text(a[1]))
	}},
	{"get", append(need("o", "f"), maybe("default", nil), maybe("inc_hidden", true)), func(ev *Evaluation, a []Value) Value {
		if !hasField(ev, a[0], a[1], a[3]) {
			return a[2]
		}
		return ev.member(ev.object(a[0]), ev.text(a[1]), nil)
	}},
	{"mapWithKey", need("func", "obj"), mapWithKey},
	{"mergePatch", need("target", "patch"), func(ev *Evaluation, a []Value) Value { return mergePatch(ev, a[0], ev.Force(a[1])) }},
	{"prune", need("a"), func(ev *Evaluation, a []Value) Value { return prune(ev, ev.Force(a[0])) }},
}

// hasField takes hidden as a value, as objectHasEx does.
func hasField(ev *Evaluation, obj, name, hidden Value) bool {
	obj, name, hidden = ev.Force(obj), ev.Force(name), ev.Force(hidden)
	o := ev.object(obj)
	field := ev.text(name)
	return o.has(field, ev.boolean(hidden))
}

// fieldLater gives a field's value when it is needed.
func fieldLater(ev *Evaluation, o *Object, name string) Value {
	return Later(func() Value { return ev.member(o, name, nil) })
}

func fieldValues(ev *Evaluation, o *Object, hidden bool) *Array {
	names := o.names(hidden)
	elements := make([]Value, len(names))
	for i, name := range names {
		elements[i] = fieldLater(ev, o, name)
	}
	return &Array{elements}
}

var keyValueShape = syntax.NewShape([]string{"key", "value"})

func keysValues(ev *Evaluation, o *Object, hidden bool) *Array {
	names := o.names(hidden)
	elements := make([]Value, len(names))
	for i, name := range names {
		elements[i] = NewObject(keyValueShape, []Value{name, fieldLater(ev, o, name)})
	}
	return &Array{elements}
}

func mapWithKey(ev *Evaluation, a []Value) Value {
	v := ev.Force(a[0])
	f, ok := v.(*Function)
	if !ok {
		panic(ev.errorf("std.mapWithKey first param must be function, got %s", typeName(v)))
	}
	v = ev.Force(a[1])
	o, ok := v.(*Object)
	if !ok {
		panic(ev.errorf("std.mapWithKey second param must be object, got %s", typeName(v)))
	}
	names := o.names(false)
	values := make([]Value, len(names))
	for i, name := range names {
		values[i] = Later(func() Value { return ev.call(f, name, fieldLater(ev, o, name)) })
	}
	return NewObject(syntax.NewShape(names), values)
}

// mergePatch is RFC 7396 on visible fields; what the patch does not change is not
// evaluated.
func mergePatch(ev *Evaluation, target, patch Value) Value {
	p, ok := patch.(*Object)
	if !ok {
		return patch
	}
	t, _ := ev.Force(target).(*Object)
	var old []string
	if t != nil {
		old = t.names(false)
	}
	names, values := []string{}, []Value{}
	keep := func(name string, v Value) { names, values = append(names, name), append(values, v) }
	changed := p.names(false)
	for i, j := 0, 0; i < len(old) || j < len(changed); {
		ev.tick(1)
		if j == len(changed) || i < len(old) && old[i] < changed[j] {
			keep(old[i], fieldLater(ev, t, old[i]))
			i++
			continue
		}
		name := changed[j]
		j++
		both := i < len(old) && old[i] == name
		if both {
			i++
		}
		v := ev.Force(ev.member(p, name, nil))
		_, isPatch := v.(*Object)
		switch {
		case v == nil:
		case both:
			// What is replaced is evaluated all the same.
			keep(name, Later(func() Value { return mergePatch(ev, ev.Force(ev.member(t, name, nil)), v) }))
		case isPatch:
			keep(name, Later(func() Value { return mergePatch(ev, nil, v) }))
		default:
			keep(name, v)
		}
	}
	return NewObject(syntax.NewShape(names), values)
}

// prune gives a without null and without what is empty then.
func prune(ev *Evaluation, a Value) Value {
	switch v := a.(type) {
	case *Array:
		ev.enter()
		defer ev.leave()
		elements := []Value{}
		for i := range v.elements {
			ev.tick(1)
			if pruned := prune(ev, ev.element(v, i)); isContent(pruned) {
				elements = append(elements, pruned)
			}
		}
		return &Array{elements}
	case *Object:
		ev.enter()
		defer ev.leave()
		names, values := []string{}, []Value{}
		for _, name := range v.names(false) {
			ev.tick(1)
			if pruned := prune(ev, ev.Force(ev.member(v, name, nil))); isContent(pruned) {
				names, values = append(names, name), append(values, pruned)
			}
		}
		return NewObject(syntax.NewShape(names), values)
	}
	return a
}

func isContent(v Value) bool {
	switch v := v.(type) {
	case nil:
		return false
	case *Array:
		return len(v.elements) > 0
	case *Object:
		return len(v.names(false)) > 0
	}
	return true
}
