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
