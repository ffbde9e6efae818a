package jsonnet

import (
	"cmp"
	"slices"
	"strings"
)

// stdSets is the rows of std that order elements by a key, and sets, which are
// arrays in that order. Without a key function an element is its own key.
//
// go-jsonnet takes a set's keys again for each comparison; here an element's key
// is taken once.
var stdSets = []builtin{
	{"sort", keyed("arr"), func(ev *Evaluation, args []Value) Value {
		_, elements := ev.sorted(args)
		return &Array{elements}
	}},
	{"set", keyed("arr"), func(ev *Evaluation, args []Value) Value {
		keys, elements := ev.sorted(args)
		return &Array{ev.distinct(elements, func(i int) Value { return keys[i] })}
	}},
	{"uniq", keyed("arr"), func(ev *Evaluation, args []Value) Value {
		list := ev.foldable(args[0], "foldl")
		return &Array{ev.distinct(list, func(i int) Value { return ev.key(args[1], list[i]) })}
	}},
	{"setMember", keyed("x", "arr"), func(ev *Evaluation, args []Value) Value {
		both := ev.sides(&Array{args[:1]}, args[1], args[2])
		return both.walk(inBoth) != nil
	}},
	{"setInter", keyed("a", "b"), func(ev *Evaluation, args []Value) Value {
		return &Array{ev.sides(args[0], args[1], args[2]).walk(inBoth)}
	}},
	{"setUnion", keyed("a", "b"), func(ev *Evaluation, args []Value) Value {
		both := ev.sides(args[0], args[1], args[2])
		elements := both.walk(inBoth | inLeft | inRight)
		if both.left.done() {
			return both.right.rest(elements)
		}
		return both.left.rest(elements)
	}},
	{"setDiff", keyed("a", "b"), func(ev *Evaluation, args []Value) Value {
		both := ev.sides(args[0], args[1], args[2])
		elements := both.walk(inLeft)
		if both.left.done() {
			return &Array{elements}
		}
		return both.left.rest(elements)
	}},
	{"minArray", append(keyed("arr"), maybe("onEmpty", absent{})), func(ev *Evaluation, args []Value) Value {
		return ev.extreme(args, 1)
	}},
	{"maxArray", append(keyed("arr"), maybe("onEmpty", absent{})), func(ev *Evaluation, args []Value) Value {
		return ev.extreme(args, -1)
	}},
	{"__compare", need("v1", "v2"), func(ev *Evaluation, args []Value) Value { return float64(ev.ranked(args[0], args[1])) }},
	{"__compare_array", need("arr1", "arr2"), func(ev *Evaluation, args []Value) Value { return float64(ev.rankedArrays(args)) }},
	{"__array_less", need("arr1", "arr2"), func(ev *Evaluation, args []Value) Value { return ev.rankedArrays(args) < 0 }},
	{"__array_less_or_equal", need("arr1", "arr2"), func(ev *Evaluation, args []Value) Value { return ev.rankedArrays(args) <= 0 }},
	{"__array_greater", need("arr1", "arr2"), func(ev *Evaluation, args []Value) Value { return ev.rankedArrays(args) > 0 }},
	{"__array_greater_or_equal", need("arr1", "arr2"), func(ev *Evaluation, args []Value) Value { return ev.rankedArrays(args) >= 0 }},
}

// keyed gives parameters and the optional one of a key function.
func keyed(names ...string) []param { return append(need(names...), maybe("keyF", absent{})) }

// key gives the key of an element.
func (ev *Evaluation) key(keyF, element Value) Value {
	if _, none := keyF.(absent); none {
		return ev.Force(element)
	}
	return ev.call(ev.function(keyF), element)
}

// sorted gives the elements of the array args[0] in the order of their keys by
// args[1], and the keys. Elements with the same key stay in order.
func (ev *Evaluation) sorted(args []Value) (keys, elements []Value) {
	ev.forceAll(args)
	list := ev.array(args[0]).elements
	if _, none := args[1].(absent); !none {
		ev.function(args[1])
	}
	keys = make([]Value, len(list))
	for i, v := range list {
		ev.tick(1)
		keys[i] = ev.key(args[1], v)
	}
	order := ev.order(keys)
	if order == nil {
		return keys, list
	}
	elements, ordered := make([]Value, len(list)), make([]Value, len(list))
	for i, from := range order {
		elements[i], ordered[i] = list[from], keys[from]
	}
	return ordered, elements
}

// order gives the indices of keys in their order, or nil where that is as they
// are.
func (ev *Evaluation) order(keys []Value) []int {
	if len(keys) < 2 {
		return nil
	}
	if order, ok := orderOf(ev, keys, strings.Compare); ok {
		return order
	}
	if order, ok := orderOf(ev, keys, cmp.Compare[float64]); ok {
		return order
	}
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		ev.tick(1)
		return ev.compare(keys[i], keys[j])
	})
	return order
}

// orderOf is order for keys that are all of one type.
func orderOf[K any](ev *Evaluation, keys []Value, compare func(K, K) int) (order []int, ok bool) {
	type numbered struct {
		key K
		at  int
	}
	list := make([]numbered, len(keys))
	inOrder := true
	for i, k := range keys {
		key, ok := k.(K)
		if !ok {
			return nil, false
		}
		list[i] = numbered{key, i}
		inOrder = inOrder && (i == 0 || compare(list[i-1].key, key) <= 0)
	}
	if inOrder {
		return nil, true
	}
	// The numbers make it as good as a stable sort, which would be slower.
	slices.SortFunc(list, func(a, b numbered) int {
		ev.tick(1)
		if c := compare(a.key, b.key); c != 0 {
			return c
		}
		return a.at - b.at
	})
	order = make([]int, len(list))
	for i := range list {
		order[i] = list[i].at
	}
	return order, true
}

// distinct gives the elements whose key differs from that of the last one kept. A
// single element's key is not needed.
func (ev *Evaluation) distinct(list []Value, key func(i int) Value) []Value {
	if len(list) < 2 {
		return list
	}
	last := key(0)
	kept := list[:1:1] // of list itself as long as that will do
	for i := 1; i < len(list); i++ {
		ev.tick(1)
		next := key(i)
		if ev.equal(last, next) {
			continue
		}
		last = next
		if len(kept) == i {
			kept = list[: i+1 : i+1]
		} else {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// extreme gives the element with the least key where sign is 1, with the greatest
// where it is -1, and of several the first.
func (ev *Evaluation) extreme(args []Value, sign int) Value {
	ev.forceAll(args)
	a := ev.array(args[0])
	if _, none := args[1].(absent); !none {
		ev.function(args[1])
	}
	if len(a.elements) == 0 {
		if _, none := args[2].(absent); none {
			panic(ev.errorf("Expected at least one element in array. Got none"))
		}
		return args[2]
	}
	best := ev.element(a, 0)
	bestKey := ev.key(args[1], best)
	for i := 1; i < len(a.elements); i++ {
		ev.tick(1)
		v := ev.element(a, i)
		k := ev.key(args[1], v)
		if ev.compare(bestKey, k)*sign > 0 {
			best, bestKey = v, k
		}
	}
	return best
}
