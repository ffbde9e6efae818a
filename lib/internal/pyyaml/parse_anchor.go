package pyyaml

import (
	"fmt"

	"github.com/azogue-build/azogue/lib/tree"
)

// anchored reads the content of a node that has an anchor.
func (p *parser) anchored(kind tokenKind, pr props, block, bare bool) *tree.Node {
	a := p.define(pr)
	if p.err != nil {
		return nil
	}
	deepest, jumps := p.deepest, p.jumps
	p.deepest = p.depth
	n := p.content(kind, pr, block, bare)
	a.depth, a.jumps = p.deepest-p.depth, p.jumps-jumps
	p.deepest = max(p.deepest, deepest)
	a.node = n
	return n
}

// define gives a name its number. serde_yaml takes the count of names for it,
// so that a name defined twice shares its number with the next new name, and
// an alias of either gives the node that came last.
func (p *parser) define(pr props) *namedNode {
	if p.anchors == nil {
		p.anchors, p.named = map[string]int{}, map[int]*namedNode{}
	}
	if _, twice := p.anchors[pr.anchor]; twice {
		p.twice = true
		if p.anchorOnce {
			p.fail(pr.pos, "yaml/anchor", fmt.Sprintf("anchor %q is defined twice", pr.anchor), "give the second one another name")
			return nil
		}
	}
	number := len(p.anchors)
	a := &namedNode{}
	if old := p.named[number]; old != nil && old.used {
		p.failTwice(pr.pos)
		return nil
	}
	p.anchors[pr.anchor] = number
	p.named[number] = a
	return a
}

// failTwice reports aliases that mean something after them to serde_yaml, which
// no author can have meant.
func (p *parser) failTwice(pos tree.Pos) {
	p.fail(pos, "yaml/anchor", "an anchor is defined twice in this document, so that aliases get mixed up", "give every anchor its own name")
}

func (p *parser) alias() *tree.Node {
	pos := p.here()
	name := p.next().text
	p.events++
	number, ok := p.anchors[name]
	if !ok {
		p.fail(pos, "yaml/unknown-anchor", fmt.Sprintf("alias %q names no anchor before it", "*"+name), fmt.Sprintf("write %q before the value it stands for", "&"+name))
		return nil
	}
	a := p.named[number]
	a.used = true
	if a.node == nil && p.twice {
		p.failTwice(pos)
		return nil
	}
	if a.node == nil {
		p.fail(pos, "yaml/recursion", fmt.Sprintf("alias %q stands inside the value it names", "*"+name), "")
		return nil
	}
	if p.jumps == 0 {
		p.firstAlias = pos
	}
	p.jumps = min(p.jumps+1+a.jumps, 1<<40)
	p.deepest = max(p.deepest, p.depth+a.depth)
	if p.depth+a.depth > p.maxDepth {
		p.failDepth(pos)
	}
	return a.node
}

// checkJumps refuses a document whose aliases make a tree that is much larger.
func (p *parser) checkJumps() {
	if p.maxJumps > 0 && p.jumps > p.maxJumps*p.events {
		p.fail(p.firstAlias, "yaml/alias-bomb", "the document's aliases repeat too much", "write out less with aliases of values that hold aliases")
	}
}
