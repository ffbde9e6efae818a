package difftest

import (
	"time"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// shrinkFor is how long a request is shrunk.
const shrinkFor = time.Minute

// shrink gives a request as small as can be found for which differs is true.
func shrink(request *tree.Node, differs func(*tree.Node) bool) *tree.Node {
	end := time.Now().Add(shrinkFor)
	for {
		smaller := false
		for part := range nodes(request) {
			for changed := range smallerOnes(part) {
				if time.Now().After(end) {
					return request
				}
				if candidate := replaced(request, part, changed); differs(candidate) {
					request, smaller = candidate, true
					break
				}
			}
			if smaller {
				break
			}
		}
		if !smaller {
			return request
		}
	}
}

// nodes gives all nodes, a node before what it holds. Keys are left as they are.
func nodes(n *tree.Node) func(yield func(*tree.Node) bool) {
	var walk func(n *tree.Node, yield func(*tree.Node) bool) bool
	walk = func(n *tree.Node, yield func(*tree.Node) bool) bool {
		if !yield(n) {
			return false
		}
		for _, item := range n.Items {
			if !walk(item, yield) {
				return false
			}
		}
		for _, f := range n.Fields {
			if !walk(f.Value, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(*tree.Node) bool) { walk(n, yield) }
}

// replaced gives a copy of n in which the node old is another one.
func replaced(n, old, other *tree.Node) *tree.Node {
	if n == old {
		return other
	}
	out := *n
	out.Items = make([]*tree.Node, len(n.Items))
	for i, item := range n.Items {
		out.Items[i] = replaced(item, old, other)
	}
	out.Fields = make([]tree.Field, len(n.Fields))
	for i, f := range n.Fields {
		out.Fields[i] = tree.Field{Key: f.Key, Value: replaced(f.Value, old, other)}
	}
	return &out
}

// smallerOnes gives what a node may be replaced by, the smallest first: without
// a half, a quarter and so on, or by a part of it.
func smallerOnes(n *tree.Node) func(yield func(*tree.Node) bool) {
	return func(yield func(*tree.Node) bool) {
		switch n.Kind {
		case tree.List:
			for from, to := range gaps(len(n.Items)) {
				out := *n
				out.Items = append(append([]*tree.Node{}, n.Items[:from]...), n.Items[to:]...)
				if !yield(&out) {
					return
				}
			}
			for _, item := range n.Items {
				if item.Kind == tree.List && !yield(item) {
					return
				}
			}
		case tree.Map:
			for from, to := range gaps(len(n.Fields)) {
				out := *n
				out.Fields = append(append([]tree.Field{}, n.Fields[:from]...), n.Fields[to:]...)
				if !yield(&out) {
					return
				}
			}
		case tree.String:
			starts := characters(n.Text)
			for from, to := range gaps(len(starts) - 1) {
				if !yield(tree.NewString(n.Text[:starts[from]] + n.Text[starts[to]:])) {
					return
				}
			}
		}
	}
}

// characters gives where each character of s begins, and the end of s.
func characters(s string) []int {
	starts := []int{0}
	for at := 0; at < len(s); {
		_, size := pyjson.DecodeRune(s[at:])
		at += size
		starts = append(starts, at)
	}
	return starts
}

// gaps gives ranges to take out of n things: all, halves, quarters and so on.
func gaps(n int) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for size := n; size > 0; size /= 2 {
			for from := 0; from < n; from += size {
				if !yield(from, min(from+size, n)) {
					return
				}
			}
		}
	}
}
