package pyyaml

import (
	"fmt"

	"github.com/azogue-build/azogue/lib/tree"
)

func (p *parser) flowList(pr props) *tree.Node {
	p.next()
	mark := len(p.items)
	for first := true; p.peek() != tokenFlowListEnd; first = false {
		if !first && !p.comma(pr.pos, "]") {
			return nil
		}
		switch p.peek() {
		case tokenKey:
			p.items = append(p.items, p.nested(props{pos: p.here()}, (*parser).pair))
		case tokenFlowListEnd:
		default:
			p.items = append(p.items, p.value(false, false))
		}
		if p.err != nil {
			return nil
		}
	}
	p.next()
	return p.endList(pr, mark, tree.Flow)
}

// comma steps over a comma, which must follow a value of the collection that
// begins at start, unless the end does.
func (p *parser) comma(start tree.Pos, end string) bool {
	if p.peek() != tokenComma {
		hint := fmt.Sprintf("close the bracket that opens on line %d; text with braces or brackets must be in quotes", start.Line)
		p.refuse(fmt.Sprintf("a comma or %q must stand here", end), hint)
		return false
	}
	p.next()
	return true
}

// pair reads a map of one field that stands in a flow list without braces.
func (p *parser) pair(pr props) *tree.Node {
	mark := len(p.entries)
	p.next()
	var key entry
	switch p.peek() {
	case tokenValue, tokenComma, tokenFlowListEnd:
		key = p.keyOf(p.empty(p.here()))
		if p.eatenKey {
			p.next()
		}
	default:
		key = p.keyOf(p.value(false, false))
	}
	p.addEntry(key, p.flowValue(tokenFlowListEnd))
	return p.endMap(pr, mark, tree.Flow)
}

// flowValue reads `:` and a value, each of which may be missing.
func (p *parser) flowValue(end tokenKind) *tree.Node {
	if p.peek() != tokenValue {
		return p.empty(p.here())
	}
	p.next()
	if kind := p.peek(); kind == tokenComma || kind == end {
		return p.empty(p.here())
	}
	return p.value(false, false)
}

func (p *parser) flowMap(pr props) *tree.Node {
	p.next()
	mark := len(p.entries)
	for first := true; p.peek() != tokenFlowMapEnd; first = false {
		if !first && !p.comma(pr.pos, "}") {
			return nil
		}
		switch p.peek() {
		case tokenKey:
			p.flowField()
		case tokenFlowMapEnd:
		default:
			key := p.keyOf(p.value(false, false))
			p.addEntry(key, p.empty(p.here()))
		}
		if p.err != nil {
			return nil
		}
	}
	p.next()
	return p.endMap(pr, mark, tree.Flow)
}

func (p *parser) flowField() {
	p.next()
	var key entry
	switch p.peek() {
	case tokenValue, tokenComma, tokenFlowMapEnd:
		key = p.keyOf(p.empty(p.here()))
	default:
		key = p.keyOf(p.value(false, false))
	}
	p.addEntry(key, p.flowValue(tokenFlowMapEnd))
}
