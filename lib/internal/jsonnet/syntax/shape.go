package syntax

import "slices"

// NewShape gives the shape for names, of which none is there twice. It keeps
// names.
func NewShape(names []string) *Shape {
	s := &Shape{Names: names, Sorted: make([]int32, len(names))}
	for i := range names {
		s.Sorted[i] = int32(i)
	}
	// The order of UTF-8's bytes is that of code points.
	slices.SortFunc(s.Sorted, func(a, b int32) int {
		switch x, y := names[a], names[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	if len(names) > few {
		s.index = make(map[string]int32, len(names))
		for i, n := range names {
			s.index[n] = int32(i)
		}
	}
	return s
}

// names are those that a list has so far: all of them in the array, or, if they are
// more than that, in the map.
type names struct {
	few  [few]string
	size int
	many map[string]bool
}

// twice adds a name, and tells whether it was there.
func (n *names) twice(name string) bool {
	if n.many != nil {
		was := n.many[name]
		n.many[name] = true
		return was
	}
	for _, other := range n.few[:n.size] {
		if other == name {
			return true
		}
	}
	if n.size < few {
		n.few[n.size] = name
		n.size++
		return false
	}
	n.many = map[string]bool{name: true}
	for _, other := range n.few {
		n.many[other] = true
	}
	return false
}
