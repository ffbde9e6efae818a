package jsonnet

import "slices"

// stdSets are functions of sorted arrays. Where elements have a key function,
// keys are what is compared.
var stdSets = []builtin{
	{"sort", keyed("arr"), func(ev *Evaluation, a []Value) Value { return sorted(ev, a[0], a[1]) }},
	{"uniq", keyed("arr"), func(ev *Evaluation, a []Value) Value { return uniq(ev, a[0], a[1]) }},
	{"set", keyed("arr"), func(ev *Evaluation, a []Value) Value { return uniq(ev, sorted(ev, a[0], a[1]), a[1]) }},
	{"setMember", keyed("x", "arr"), func(ev *Evaluation, a []Value) Value {
		return len(merge(ev, &Array{[]Value{a[0]}}, a[1], a[2], keepBoth)) > 0
	}},
	{"setUnion", keyed("a", "b"), func(ev *Evaluation, a []Value) Value {
		return &Array{merge(ev, a[0], a[1], a[2], keepBoth|keepLeft|keepRight)}
	}},
	{"setInter", keyed("a", "b"), func(ev *Evaluation, a []Value) Value { return &Array{merge(ev, a[0], a[1], a[2], keepBoth)} }},
	{"setDiff", keyed("a", "b"), func(ev *Evaluation, a []Value) Value { return &Array{merge(ev, a[0], a[1], a[2], keepLeft)} }},
	{"minArray", emptied(keyed("arr")), func(ev *Evaluation, a []Value) Value { return extreme(ev, a, 1) }},
	{"maxArray", emptied(keyed("arr")), func(ev *Evaluation, a []Value) Value { return extreme(ev, a, -1) }},
}

func keyed(names ...string) []param { return append(need(names...), maybe("keyF", absent{})) }

func emptied(params []param) []param { return append(params, maybe("onEmpty", absent{})) }

// keyer gives the function that makes a key of an element. Without one, an
// element is its own key.
func keyer(ev *Evaluation, keyF Value) func(element Value) Value {
	if _, none := keyF.(absent); none {
		return ev.Force
	}
	f := ev.function(keyF)
	if f.row != nil && f.row.name == "id" {
		return ev.Force
	}
	return func(element Value) Value { return ev.call(f, element) }
}

// keyedElement is an element in sorting.
type keyedElement struct{ key, element Value }

func sorted(ev *Evaluation, arr, keyF Value) *Array {
	list := ev.array(arr)
	key := keyer(ev, keyF)
	items := make([]keyedElement, len(list.elements))
	for i, v := range list.elements {
		ev.tick(1)
		items[i] = keyedElement{key(v), v}
	}
	slices.SortStableFunc(items, func(a, b keyedElement) int {
		ev.tick(1)
		return ev.compare(a.key, b.key)
	})
	elements := make([]Value, len(items))
	for i := range items {
		elements[i] = items[i].element
	}
	return &Array{elements}
}

func uniq(ev *Evaluation, arr, keyF Value) *Array {
	v := ev.Force(arr)
	list, ok := ev.indexable(v)
	if !ok {
		panic(ev.errorf("foldl second parameter should be string or array, got %s", typeName(v)))
	}
	if len(list) < 2 {
		return &Array{list}
	}
	key := keyer(ev, keyF)
	elements := list[:1:1]
	last := key(list[0])
	for _, v := range list[1:] {
		ev.tick(1)
		next := key(v)
		if !ev.equal(last, next) {
			elements = append(elements, v)
			last = next
		}
	}
	return &Array{elements}
}

// keep says which elements of two sets a merge keeps.
type keep uint8

const (
	keepLeft keep = 1 << iota
	keepRight
	keepBoth
)

// merge goes through two sets side by side; of equal elements it keeps the left
// one.
func merge(ev *Evaluation, left, right, keyF Value, what keep) []Value {
	a, okA := ev.indexable(ev.Force(left))
	b, okB := ev.indexable(ev.Force(right))
	if !okA || !okB {
		ev.array(left)
		ev.array(right)
	}
	key := keyer(ev, keyF)
	var elements []Value
	var keyA, keyB Value
	i, j, doneA, doneB := 0, 0, false, false
	for i < len(a) && j < len(b) {
		ev.tick(1)
		if !doneA {
			keyA, doneA = key(a[i]), true
		}
		if !doneB {
			keyB, doneB = key(b[j]), true
		}
		switch {
		case ev.equal(keyA, keyB):
			if what&keepBoth != 0 {
				elements = append(elements, a[i])
			}
			i, j, doneA, doneB = i+1, j+1, false, false
		case ev.compare(keyA, keyB) < 0:
			if what&keepLeft != 0 {
				elements = append(elements, a[i])
			}
			i, doneA = i+1, false
		default:
			if what&keepRight != 0 {
				elements = append(elements, b[j])
			}
			j, doneB = j+1, false
		}
	}
	if what&keepLeft != 0 {
		elements = append(elements, a[i:]...)
	}
	if what&keepRight != 0 {
		elements = append(elements, b[j:]...)
	}
	return elements
}

// extreme gives the element whose key is least, or greatest where sign is -1; the
// first of several.
func extreme(ev *Evaluation, a []Value, sign int) Value {
	list := ev.array(a[0])
	key := keyer(ev, a[1])
	if len(list.elements) == 0 {
		if _, none := a[2].(absent); none {
			panic(ev.errorf("Expected at least one element in array. Got none"))
		}
		return a[2]
	}
	best := ev.element(list, 0)
	bestKey := key(best)
	for i := 1; i < len(list.elements); i++ {
		ev.tick(1)
		v := ev.element(list, i)
		if k := key(v); ev.compare(bestKey, k)*sign > 0 {
			best, bestKey = v, k
		}
	}
	return best
}
