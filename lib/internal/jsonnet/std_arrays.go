package jsonnet

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// stdArrays is the rows of std that make and go through arrays, and strings as
// arrays of characters.
var stdArrays = []builtin{
	{"all", need("arr"), func(ev *Evaluation, args []Value) Value { return !ev.anyIs(args[0], "all", false) }},
	{"any", need("arr"), func(ev *Evaluation, args []Value) Value { return ev.anyIs(args[0], "any", true) }},
	{"contains", need("arr", "elem"), func(ev *Evaluation, args []Value) Value {
		a, i := ev.indexOf(args)
		return i < len(a.elements)
	}},
	{"count", need("arr", "x"), func(ev *Evaluation, args []Value) Value {
		return float64(len(ev.places(ev.array(args[0]), args[1])))
	}},
	{"deepJoin", need("arr"), func(ev *Evaluation, args []Value) Value { return string(ev.deepJoin(nil, args[0])) }},
	{"filter", need("func", "arr"), func(ev *Evaluation, args []Value) Value {
		ev.forceAll(args)
		a := ev.array(args[1])
		return ev.filter(ev.function(args[0]), a)
	}},
	{"filterMap", need("filter_func", "map_func", "arr"), stdFilterMap},
	{"find", need("value", "arr"), func(ev *Evaluation, args []Value) Value {
		a, ok := ev.Force(args[1]).(*Array)
		if !ok {
			panic(ev.errorf("find second parameter should be an array, got %s", ev.typeOf(args[1])))
		}
		return &Array{ev.places(a, args[0])}
	}},
	{"flatMap", need("func", "arr"), stdFlatMap},
	{"flattenArrays", need("arrs"), func(ev *Evaluation, args []Value) Value { return ev.flatten(ev.foldable(args[0], "foldl")) }},
	{"flattenDeepArray", need("value"), func(ev *Evaluation, args []Value) Value { return &Array{ev.flattenDeep(nil, args[0])} }},
	{"foldl", need("func", "arr", "init"), stdFoldl},
	{"foldr", need("func", "arr", "init"), stdFoldr},
	{"join", need("sep", "arr"), stdJoin},
	{"lines", need("arr"), func(ev *Evaluation, args []Value) Value {
		return ev.joinText("\n", &Array{append(slices.Clip(ev.array(args[0]).elements), "")})
	}},
	{"makeArray", need("sz", "func"), stdMakeArray},
	{"map", need("func", "arr"), func(ev *Evaluation, args []Value) Value {
		return ev.mapped(ev.mapArgs(args, "std.map", "array / string"))
	}},
	{"mapWithIndex", need("func", "arr"), func(ev *Evaluation, args []Value) Value {
		f, list := ev.mapArgs(args, "std.mapWithIndex", "array")
		elements := make([]Value, len(list))
		for i, v := range list {
			elements[i] = ev.called(f, float64(i), v)
		}
		return &Array{elements}
	}},
	{"member", need("arr", "x"), stdMember},
	{"range", need("from", "to"), stdRange},
	{"remove", need("arr", "elem"), func(ev *Evaluation, args []Value) Value {
		a, i := ev.indexOf(args)
		if i == len(a.elements) {
			return a
		}
		return a.without(i)
	}},
	{"removeAt", need("arr", "i"), func(ev *Evaluation, args []Value) Value {
		ev.forceAll(args)
		a := ev.array(args[0])
		i := ev.integer(args[1])
		if i < 0 || i >= len(a.elements) {
			panic(ev.errorf("Index %d out of bounds, not within [0, %d)", i, len(a.elements)))
		}
		return a.without(i)
	}},
	{"repeat", need("what", "count"), stdRepeat},
	{"reverse", need("arr"), func(ev *Evaluation, args []Value) Value {
		list := ev.array(args[0]).elements
		ev.tick(len(list))
		elements := make([]Value, len(list))
		for i, v := range list {
			elements[len(list)-1-i] = v
		}
		return &Array{elements}
	}},
	{"slice", need("indexable", "index", "end", "step"), func(ev *Evaluation, args []Value) Value {
		return ev.sliced(args[0], [3]Value{args[1], args[2], args[3]})
	}},
}

func (ev *Evaluation) typeOf(v Value) string { return typeName(ev.Force(v)) }

// called gives f(args...), which is evaluated when it is needed.
func (ev *Evaluation) called(f *Function, args ...Value) Value {
	ev.tick(1)
	if f.code != nil && len(f.code.Params) == len(args) && !f.code.Twice {
		// A thunk in the function's frame is less than half of what Later needs.
		inner := newFrame(f.env, int(f.code.Size))
		copy(inner.vars, args)
		return ev.later(f.code.Body, inner, int32(len(args)))
	}
	kept := append([]Value(nil), args...)
	return Later(func() Value { return ev.call(f, kept...) })
}

// indexable gives an array's elements, or a string's characters.
func (ev *Evaluation) indexable(v Value) (elements []Value, ok bool) {
	switch v := ev.Force(v).(type) {
	case *Array:
		return v.elements, true
	case string:
		n := utf8.RuneCountInString(v)
		ev.growList(n)
		elements = make([]Value, 0, n)
		for _, r := range v {
			ev.tick(1)
			elements = append(elements, string(r))
		}
		return elements, true
	}
	return nil, false
}

// anyIs tells whether one of the booleans in arr is wanted.
func (ev *Evaluation) anyIs(arr Value, name string, wanted bool) bool {
	a, ok := ev.Force(arr).(*Array)
	if !ok {
		panic(ev.errorf("%s() parameter should be an array, got %s", name, ev.typeOf(arr)))
	}
	for i := range a.elements {
		ev.tick(1)
		v := ev.element(a, i)
		b, ok := v.(bool)
		if !ok {
			panic(ev.errorf(`element "%s" of type %s is not a boolean`, ev.toString(v), typeName(v)))
		}
		if b == wanted {
			return true
		}
	}
	return false
}

// indexOf gives the array args[0] and the index of its first element that equals
// args[1], or its length.
func (ev *Evaluation) indexOf(args []Value) (*Array, int) {
	ev.forceAll(args)
	a := ev.array(args[0])
	text, isText := args[1].(string)
	for i := range a.elements {
		ev.tick(1)
		v := ev.element(a, i)
		if s, ok := v.(string); ok && isText {
			if s == text { // most searches are for texts in texts
				return a, i
			}
		} else if ev.equal(v, args[1]) {
			return a, i
		}
	}
	return a, len(a.elements)
}

// places gives the indices of the elements that equal v. Without elements v is
// not evaluated.
func (ev *Evaluation) places(a *Array, v Value) []Value {
	var found []Value
	for i := range a.elements {
		ev.tick(1)
		if ev.equal(ev.element(a, i), v) {
			found = append(found, float64(i))
		}
	}
	return found
}

func (a *Array) without(i int) *Array {
	elements := make([]Value, 0, len(a.elements)-1)
	return &Array{append(append(elements, a.elements[:i]...), a.elements[i+1:]...)}
}

func stdMember(ev *Evaluation, args []Value) Value {
	ev.forceAll(args)
	switch in := args[0].(type) {
	case string:
		return strings.Contains(in, ev.text(args[1]))
	case *Array:
		_, i := ev.indexOf(args)
		return i < len(in.elements)
	}
	panic(ev.errorf("std.member first argument must be an array or a string"))
}

func (ev *Evaluation) filter(f *Function, a *Array) *Array {
	var elements []Value
	for _, v := range a.elements {
		ev.tick(1)
		if ev.boolean(ev.call(f, v)) {
			elements = append(elements, v)
		}
	}
	return &Array{elements}
}

func stdFilterMap(ev *Evaluation, args []Value) Value {
	var functions [2]*Function
	for i, which := range []string{"first", "second"} {
		f, ok := ev.Force(args[i]).(*Function)
		if !ok {
			panic(ev.errorf("std.filterMap %s param must be function, got %s", which, ev.typeOf(args[i])))
		}
		functions[i] = f
	}
	a, ok := ev.Force(args[2]).(*Array)
	if !ok {
		panic(ev.errorf("std.filterMap third param must be array, got %s", ev.typeOf(args[2])))
	}
	return ev.mapped(functions[1], ev.filter(functions[0], a).elements)
}

// mapArgs checks the arguments of the functions that map.
func (ev *Evaluation) mapArgs(args []Value, name, want string) (*Function, []Value) {
	f, ok := ev.Force(args[0]).(*Function)
	if !ok {
		panic(ev.errorf("%s first param must be function, got %s", name, ev.typeOf(args[0])))
	}
	list, ok := ev.indexable(args[1])
	if !ok {
		panic(ev.errorf("%s second param must be %s, got %s", name, want, ev.typeOf(args[1])))
	}
	return f, list
}

// mapped gives f of each element; none is evaluated now.
func (ev *Evaluation) mapped(f *Function, list []Value) Value {
	elements := make([]Value, len(list))
	for i, v := range list {
		elements[i] = ev.called(f, v)
	}
	return &Array{elements}
}

func stdMakeArray(ev *Evaluation, args []Value) Value {
	ev.forceAll(args)
	n := max(ev.integer(args[0]), 0)
	f := ev.function(args[1])
	ev.growList(n)
	elements := make([]Value, n)
	for i := range elements {
		elements[i] = ev.called(f, float64(i))
	}
	return &Array{elements}
}

func stdRange(ev *Evaluation, args []Value) Value {
	ev.forceAll(args)
	from := ev.integer(args[0])
	n := max(ev.integer(args[1])-from+1, 0)
	ev.growList(n)
	elements := make([]Value, n)
	for i := range elements {
		ev.tick(1)
		elements[i] = float64(from + i)
	}
	return &Array{elements}
}

func stdRepeat(ev *Evaluation, args []Value) Value {
	switch what := ev.Force(args[0]).(type) {
	case string:
		n := max(ev.integer(args[1]), 0)
		ev.tick(n)
		ev.grow(n * len(what))
		return strings.Repeat(what, n)
	case *Array:
		n := max(ev.integer(args[1]), 0)
		ev.growList(n * len(what.elements))
		elements := make([]Value, 0, n*len(what.elements))
		for len(what.elements) > 0 && n > 0 {
			ev.tick(1)
			elements = append(elements, what.elements...)
			n--
		}
		return &Array{elements}
	}
	panic(ev.errorf("std.repeat first argument must be an array or a string"))
}

func stdFlatMap(ev *Evaluation, args []Value) Value {
	ev.forceAll(args)
	f := ev.function(args[0])
	switch over := args[1].(type) {
	case *Array:
		var elements []Value
		for _, v := range over.elements {
			part := ev.array(ev.call(f, v)).elements
			ev.tick(1 + len(part))
			ev.growList(len(elements) + len(part))
			elements = append(elements, part...)
		}
		return &Array{elements}
	case string:
		var b []byte
		for _, r := range over {
			ev.tick(1)
			b = append(b, ev.text(ev.call(f, string(r)))...)
			ev.grow(len(b))
		}
		return string(b)
	}
	panic(ev.errorf("std.flatMap second param must be array / string, got %s", typeName(args[1])))
}
