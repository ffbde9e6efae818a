package jsonnet

import (
	"math"
	"strings"
)

// foldable gives what the folds go through.
func (ev *Evaluation) foldable(v Value, name string) []Value {
	list, ok := ev.indexable(v)
	if !ok {
		panic(ev.errorf("%s second parameter should be string or array, got %s", name, ev.typeOf(v)))
	}
	return list
}

func stdFoldl(ev *Evaluation, args []Value) Value {
	f, list, total := ev.foldArgs(args, "foldl")
	for _, v := range list {
		ev.tick(1)
		total = ev.callLoose(f, total, v)
	}
	return total
}

func stdFoldr(ev *Evaluation, args []Value) Value {
	f, list, total := ev.foldArgs(args, "foldr")
	for i := len(list) - 1; i >= 0; i-- {
		ev.tick(1)
		total = ev.callLoose(f, list[i], total)
	}
	return total
}

// foldArgs gives the arguments of a fold. All are evaluated at once.
func (ev *Evaluation) foldArgs(args []Value, name string) (*Function, []Value, Value) {
	ev.forceAll(args)
	f := ev.function(args[0])
	return f, ev.foldable(args[1], name), args[2]
}

// flatten adds up [] and what is in list. Usually that is arrays, but it may be
// all that can be added.
func (ev *Evaluation) flatten(list []Value) Value {
	var elements []Value
	for i, v := range list {
		part, ok := ev.Force(v).(*Array)
		if !ok {
			var total Value = &Array{elements}
			for _, v := range list[i:] {
				total = ev.plus(nil, total, ev.Force(v))
			}
			return total
		}
		ev.tick(1 + len(part.elements))
		ev.growList(len(elements) + len(part.elements))
		elements = append(elements, part.elements...)
	}
	return &Array{elements}
}

// flattenDeep appends what is in v, or v where that is no array.
func (ev *Evaluation) flattenDeep(elements []Value, v Value) []Value {
	v = ev.Force(v)
	a, ok := v.(*Array)
	if !ok {
		return append(elements, v)
	}
	ev.enter()
	for _, v := range a.elements {
		ev.tick(1)
		elements = ev.flattenDeep(elements, v)
		ev.growList(len(elements))
	}
	ev.leave()
	return elements
}

// deepJoin appends the strings in v.
func (ev *Evaluation) deepJoin(b []byte, v Value) []byte {
	switch v := ev.Force(v).(type) {
	case string:
		ev.grow(len(b) + len(v))
		return append(b, v...)
	case *Array:
		ev.enter()
		for _, part := range v.elements {
			ev.tick(1)
			b = ev.deepJoin(b, part)
		}
		ev.leave()
		return b
	default:
		panic(ev.errorf("Expected string or array, got %s", typeName(v)))
	}
}

func stdJoin(ev *Evaluation, args []Value) Value {
	ev.forceAll(args)
	a := ev.array(args[1])
	switch sep := args[0].(type) {
	case string:
		return ev.joinText(sep, a)
	case *Array:
		return &Array{ev.joinArrays(sep.elements, a)}
	}
	panic(ev.errorf("join first parameter should be string or array, got %s", typeName(args[0])))
}

// joinText gives the strings in a that are not null, with sep between them.
func (ev *Evaluation) joinText(sep string, a *Array) string {
	n, size := 0, 0
	for i := range a.elements {
		ev.tick(1)
		if v := ev.element(a, i); v != nil {
			n++
			size += len(ev.text(v))
		}
	}
	if n == 0 {
		return ""
	}
	size += (n - 1) * len(sep)
	ev.grow(size)
	b := make([]byte, 0, size)
	for i := range a.elements {
		s, ok := ev.element(a, i).(string)
		if !ok {
			continue
		}
		if n--; n > 0 {
			b = append(append(b, s...), sep...)
		} else {
			b = append(b, s...)
		}
	}
	return string(b)
}

func (ev *Evaluation) joinArrays(sep []Value, a *Array) (elements []Value) {
	first := true
	for i := range a.elements {
		v := ev.element(a, i)
		if v == nil {
			continue
		}
		part := ev.array(v).elements
		ev.tick(1 + len(sep) + len(part))
		ev.growList(len(elements) + len(sep) + len(part))
		if !first {
			elements = append(elements, sep...)
		}
		first = false
		elements = append(elements, part...)
	}
	return elements
}

// sliced is target[bounds[0]:bounds[1]:bounds[2]]; a bound not given is null. All
// may be a *Thunk.
func (ev *Evaluation) sliced(target Value, bounds [3]Value) Value {
	step := 1.0
	if v := ev.Force(bounds[2]); v != nil {
		step = ev.number(v)
	}
	switch {
	case step < 0:
		from, to := ev.limits(bounds, ev.size(target))
		panic(ev.errorf("got [%s:%s:%s] but negative steps are not supported", number(from), number(to), number(step)))
	case step == 0:
		panic(ev.errorf("got %s but step must be greater than 0", number(step)))
	}
	switch target := ev.Force(target).(type) {
	case *Array:
		from, to := ev.limits(bounds, len(target.elements))
		return &Array{ev.slicedArray(target.elements, from, to, step)}
	case string:
		n := ev.length(target)
		from, to := ev.limits(bounds, n)
		return ev.slicedText(target, from, min(to, float64(n)), step)
	default:
		panic(ev.errorf("std.slice accepts a string or an array, but got: %s", typeName(target)))
	}
}

// limits gives where a slice of n elements begins and ends, which need not be
// integers. The end may be behind the last element.
func (ev *Evaluation) limits(bounds [3]Value, n int) (from, to float64) {
	to = float64(n)
	if v := ev.Force(bounds[0]); v != nil {
		if from = ev.number(v); from < 0 {
			from = max(0, to+from)
		}
	}
	if v := ev.Force(bounds[1]); v != nil {
		if at := ev.number(v); at < 0 {
			to += at
		} else {
			to = at
		}
	}
	return from, to
}

func (ev *Evaluation) slicedArray(list []Value, from, to, step float64) (elements []Value) {
	to = min(to, float64(len(list)))
	if from >= to {
		return nil
	}
	if step == 1 && from == math.Trunc(from) {
		// No array's elements change, so that both can have the same.
		end := int(math.Ceil(to))
		return list[int(from):end:end]
	}
	for i := from; i < to; i += step {
		ev.tick(1)
		ev.growList(len(elements))
		elements = append(elements, list[int(i)])
	}
	return elements
}

func (ev *Evaluation) slicedText(s string, from, to, step float64) string {
	if from >= to {
		return ""
	}
	if step == 1 && from == math.Trunc(from) {
		return s[ev.offset(s, int(from)):ev.offset(s, int(math.Ceil(to)))]
	}
	ev.tick(len(s) / 16)
	var b strings.Builder
	characters := []rune(s)
	for i := from; i < to; i += step {
		ev.tick(1)
		ev.grow(b.Len())
		b.WriteRune(characters[int(i)])
	}
	return b.String()
}
