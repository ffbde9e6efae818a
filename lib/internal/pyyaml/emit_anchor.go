package pyyaml

import (
	"fmt"

	"github.com/azogue-build/azogue/lib/tree"
)

// anchor is the number of a node that stands in several places of a document.
type anchor struct {
	id      int
	written bool
}

func (a anchor) name() string { return fmt.Sprintf("id%03d", a.id) }

// findShared gives the nodes that a document holds more than once, numbered in
// the order in which they are met for the second time, or nil. PyYAML anchors
// every value but null, booleans, numbers, text and bytes (spec Y19, Y41).
// nodes is about how many nodes could be shared.
func findShared(doc *tree.Node, nodes int) map[*tree.Node]anchor {
	s := sharing{seen: make(map[*tree.Node]struct{}, nodes)}
	if !s.repeats(doc) {
		return nil
	}
	clear(s.seen)
	s.anchors = map[*tree.Node]anchor{}
	s.number(doc)
	return s.anchors
}

func canShare(k tree.Kind) bool { return k >= tree.Date }

// extent is about how large a document is. Knowing it beforehand saves a fifth
// of the time, which growing would cost.
type extent struct {
	nodes int // that could be shared
	bytes int // of its text in YAML
}

// maxNodes bounds the measuring, because a value that shares much, or contains
// itself, is larger than its nodes.
const maxNodes = 1 << 16

func (x *extent) measure(n *tree.Node, depth int) {
	x.bytes += len(n.Text) + len(": ''\n")
	if !canShare(n.Kind) || x.nodes >= maxNodes {
		return
	}
	x.nodes++
	for _, item := range n.Items {
		x.bytes += step * depth
		x.measure(item, depth+1)
	}
	for i := range n.Fields {
		f := &n.Fields[i]
		x.bytes += step*depth + len(f.Key.Text)
		x.measure(f.Value, depth+1)
	}
}

type sharing struct {
	seen    map[*tree.Node]struct{}
	anchors map[*tree.Node]anchor
}

// repeats reports whether any node is met twice, in whatever order.
func (s *sharing) repeats(n *tree.Node) bool {
	if !canShare(n.Kind) {
		return false
	}
	size := len(s.seen)
	if s.seen[n] = struct{}{}; len(s.seen) == size {
		return true
	}
	for _, item := range n.Items {
		if s.repeats(item) {
			return true
		}
	}
	for i := range n.Fields {
		if s.repeats(n.Fields[i].Key) || s.repeats(n.Fields[i].Value) {
			return true
		}
	}
	return false
}

// number walks in the order of printing. It enters each node once, so a value
// that contains itself is no trouble.
func (s *sharing) number(n *tree.Node) {
	if !canShare(n.Kind) {
		return
	}
	if _, again := s.seen[n]; again {
		if _, numbered := s.anchors[n]; !numbered {
			s.anchors[n] = anchor{id: len(s.anchors) + 1}
		}
		return
	}
	s.seen[n] = struct{}{}
	for _, item := range n.Items {
		s.number(item)
	}
	if len(n.Fields) == 0 {
		return
	}
	for _, f := range sortedFields(n) {
		s.number(f.Key)
		s.number(f.Value)
	}
}
