package jsonnet

import "strings"

// A side is one of two sets that are walked through together. It may be all that
// has a length, although only arrays and strings have elements.
type side struct {
	ev     *Evaluation
	source Value
	list   []Value // elements; nil for what has none
	size   int     // -1 until it is needed
	at     int     // the element that is next
	keyF   Value   // absent if an element is its own key
	key    Value   // of the next element, if known is true
	known  bool
}

func (ev *Evaluation) side(v, keyF Value) side {
	s := side{ev: ev, source: ev.Force(v), size: -1, keyF: keyF}
	s.list, _ = ev.indexable(s.source)
	return s
}

func (s *side) done() bool {
	if s.size < 0 {
		s.size = s.ev.size(s.source)
	}
	return s.at >= s.size
}

func (s *side) next() { s.at, s.known = s.at+1, false }

// need takes the key of the next element.
func (s *side) need() Value {
	if !s.known {
		s.key, s.known = s.ev.key(s.keyF, s.element()), true
	}
	return s.key
}

// element gives the next element.
func (s *side) element() Value { return s.ev.item(s.source, s.list, s.at) }

// item gives an element of what has a length. There may be none, but that is an
// error only where it is needed.
func (ev *Evaluation) item(source Value, list []Value, i int) Value {
	if list == nil {
		return Later(func() Value { panic(ev.unexpected(source, "array")) })
	}
	return list[i]
}

// rest adds the elements that are left to those in front of them. Like + it gives
// a string where the set is one.
func (s *side) rest(front []Value) Value {
	switch source := s.source.(type) {
	case *Array:
		left := source.elements[s.at:]
		if len(front) == 0 {
			return &Array{left}
		}
		s.ev.growList(len(front) + len(left))
		return &Array{append(front, left...)}
	case string:
		return s.ev.toString(&Array{front}) + source[s.ev.offset(source, s.at):]
	}
	panic(s.ev.errorf("std.slice accepts a string or an array, but got: %s", typeName(s.source)))
}

// sides are two sets in a walk.
type sides struct{ left, right side }

func (ev *Evaluation) sides(left, right, keyF Value) *sides {
	return &sides{ev.side(left, keyF), ev.side(right, keyF)}
}

// kept is which elements a walk keeps.
type kept uint8

const (
	inLeft  kept = 1 << iota // only there
	inRight                  // only there
	inBoth                   // the left one
)

// walk goes through both sets as long as both have elements, and gives those to
// be kept. Elements behind are not evaluated.
func (b *sides) walk(keep kept) (elements []Value) {
	ev := b.left.ev
	for !b.left.done() && !b.right.done() {
		ev.tick(1)
		x := b.left.need()
		switch order := ev.setOrder(x, b.right.need()); {
		case order == 0:
			if keep&inBoth != 0 {
				elements = append(elements, b.left.element())
			}
			b.left.next()
			b.right.next()
		case order < 0:
			if keep&inLeft != 0 {
				elements = append(elements, b.left.element())
			}
			b.left.next()
		default:
			if keep&inRight != 0 {
				elements = append(elements, b.right.element())
			}
			b.right.next()
		}
	}
	return elements
}

// setOrder compares keys. They may be equal without having an order.
func (ev *Evaluation) setOrder(x, y Value) int {
	switch x := x.(type) {
	case string:
		if y, ok := y.(string); ok {
			return strings.Compare(x, y)
		}
	case float64:
		if y, ok := y.(float64); ok && x < y {
			return -1
		}
	}
	switch {
	case ev.equal(x, y):
		return 0
	case ev.compare(x, y) < 0:
		return -1
	}
	return 1
}

// ranked is std.__compare: -1, 0 or 1.
func (ev *Evaluation) ranked(left, right Value) int {
	left, right = ev.Force(left), ev.Force(right)
	if t, other := typeName(left), typeName(right); t != other {
		panic(ev.errorf("Comparison requires matching types. Got %s and %s", t, other))
	}
	switch left.(type) {
	case *Array:
		return ev.rankedArrays([]Value{left, right})
	case *Function, *Object, bool:
		panic(ev.errorf("Values of type %s are not comparable.", typeName(left)))
	}
	return ev.compare(left, right)
}

// rankedArrays is std.__compare_array, for all that has a length.
func (ev *Evaluation) rankedArrays(args []Value) int {
	n, m := ev.size(args[0]), ev.size(args[1])
	left, right := ev.Force(args[0]), ev.Force(args[1])
	x, _ := ev.indexable(left)
	y, _ := ev.indexable(right)
	ev.enter()
	defer ev.leave()
	for i := range min(n, m) {
		ev.tick(1)
		a := ev.item(left, x, i)
		if order := ev.ranked(a, ev.item(right, y, i)); order != 0 {
			return order
		}
	}
	switch {
	case n < m:
		return -1
	case n > m:
		return 1
	}
	return 0
}
