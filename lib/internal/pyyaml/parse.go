package pyyaml

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

// props is what may stand before a value: an anchor and a tag.
type props struct {
	pos    tree.Pos
	anchor string
	tag    string // in full; "" for none
}

// entry is one field of a map with what its key was written as.
type entry struct {
	key, value *tree.Node
	text       string
	hasText    bool // the key is a scalar
	merge      bool // the key is `<<`
}

// builder makes nodes of what the parser has read.
type builder interface {
	scalar(p *parser, pr props, text string, style tree.Style) *tree.Node
	list(p *parser, pr props, items []*tree.Node, style tree.Style) *tree.Node
	mapping(p *parser, pr props, entries []entry, style tree.Style) *tree.Node
}

// namedNode is a node with an anchor; node is nil while its own content is being read.
type namedNode struct {
	node  *tree.Node
	depth int // how deep collections are nested inside
	jumps int // how many aliases are followed on a walk through all of it
	used  bool
}

// parser makes a tree of the tokens of one text.
type parser struct {
	scanner
	build    builder
	maxDepth int // how deep collections may be nested
	maxJumps int // how many aliases may be followed for each thing that was read, 0 for any number

	handles map[string]string // of the document's %TAG directives
	anchors map[string]int    // the number of each name
	named   map[int]*namedNode
	twice   bool // an anchor has been defined twice

	depth   int
	deepest int
	jumps   int
	events  int // how much has been read, to hold jumps against

	firstAlias tree.Pos

	lastKey entry                // the last scalar
	keys    map[*tree.Node]entry // the scalars with anchors
	tagged  bool                 // there was a tag
	items   []*tree.Node
	entries []entry
	nodes   []tree.Node
	size    int
}

// node gives a new node; they are made many at a time.
func (p *parser) node(kind tree.Kind, style tree.Style, pos tree.Pos) *tree.Node {
	if len(p.nodes) == 0 {
		p.size = min(max(2*p.size, 8), 256)
		p.nodes = make([]tree.Node, p.size)
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	n.Kind, n.Style, n.Pos = kind, style, pos
	return n
}

func (p *parser) unexpected(message string) *tree.Node { return p.refuse(message, "") }

// refuse reports the next token, with the likely fix unless there is a likelier one.
func (p *parser) refuse(message, hint string) *tree.Node {
	switch p.peek() {
	case tokenFlowListEnd, tokenFlowMapEnd:
		message, hint = "a closing bracket that matches no opening one", ""
	}
	p.fail(p.here(), "yaml/syntax", message, cmp.Or(p.hint(), hint))
	return nil
}

// misplaced reports what stands between the entries of a block that begins at start.
func (p *parser) misplaced(start tree.Pos, message string) *tree.Node {
	at, hint := p.here(), ""
	if at.Line > start.Line && at.Column != start.Column {
		hint = fmt.Sprintf("this line is indented by %d; its neighbours, from line %d on, are by %d", at.Column-1, start.Line, start.Column-1)
	}
	return p.refuse(message, hint)
}

// hint names the usual cause of a document that ends early.
func (p *parser) hint() string {
	if p.wideMark && strings.HasPrefix(p.src, byteOrderMark) {
		return "save the file without a byte order mark"
	}
	return ""
}

// documents reads the whole text.
func (p *parser) documents() []*tree.Node {
	var docs []*tree.Node
	for p.err == nil {
		for len(docs) > 0 && p.peek() == tokenDocumentEnd {
			p.next()
		}
		if p.peek() == tokenEnd {
			break
		}
		docs = append(docs, p.document(len(docs) == 0))
		p.checkJumps()
		if p.peek() == tokenDocumentEnd {
			p.next()
		}
	}
	if p.err != nil {
		return nil
	}
	return docs
}

// document reads one document; only the first one may start without `---`.
func (p *parser) document(first bool) *tree.Node {
	p.handles, p.anchors, p.named = nil, nil, nil
	p.jumps, p.events, p.twice = 0, 0, false
	switch p.peek() {
	case tokenVersion, tokenHandle, tokenDirective, tokenDocument:
	default:
		if first {
			return p.value(true, false)
		}
	}
	p.directives()
	if p.peek() != tokenDocument {
		return p.unexpected("the document ends here, but text follows")
	}
	p.next()
	switch p.peek() {
	case tokenVersion, tokenHandle, tokenDirective, tokenDocument, tokenDocumentEnd, tokenEnd:
		return p.empty(p.here())
	}
	return p.value(true, false)
}

func (p *parser) directives() {
	versions := 0
	for {
		pos := p.here()
		switch p.peek() {
		case tokenDirective:
			p.next()
		case tokenVersion:
			text := p.next().text
			versions++
			p.checkVersion(pos, text, versions)
		case tokenHandle:
			t := p.next()
			if _, twice := p.handles[t.text]; twice {
				p.fail(pos, "yaml/syntax", fmt.Sprintf("tag handle %q is declared twice", t.text), "")
				return
			}
			if p.handles == nil {
				p.handles = map[string]string{}
			}
			p.handles[t.text] = t.suffix
		default:
			return
		}
	}
}

func (p *parser) checkVersion(pos tree.Pos, text string, count int) {
	major, minor, _ := strings.Cut(text, ".")
	major, minor = strings.TrimLeft(major, "0"), strings.TrimLeft(minor, "0")
	if count > 1 || major != "1" || !p.anyDirective && minor != "1" && minor != "2" {
		p.fail(pos, "yaml/syntax", "only one `%YAML 1.1` or `%YAML 1.2` can be read", "remove the directive")
	}
}

// empty gives the null of a place where nothing stands.
func (p *parser) empty(pos tree.Pos) *tree.Node {
	p.events++
	return p.build.scalar(p, props{pos: pos}, "", tree.Plain)
}

// value reads one value. A block value may start block collections; a list
// that is not indented more than its key needs bare.
func (p *parser) value(block, bare bool) *tree.Node {
	kind := p.peek()
	if kind == tokenAlias {
		return p.alias()
	}
	pr := props{pos: p.here()}
	if kind == tokenAnchor || kind == tokenTag {
		p.readProps(&pr)
		kind = p.peek()
	}
	if pr.anchor == "" {
		return p.content(kind, pr, block, bare)
	}
	return p.anchored(kind, pr, block, bare)
}

func (p *parser) readProps(pr *props) {
	tagged := false
	for {
		switch kind := p.peek(); {
		case kind == tokenAnchor && pr.anchor == "":
			pr.anchor = p.next().text
		case kind == tokenTag && !tagged:
			pos := p.here()
			t := p.next()
			pr.tag = p.fullTag(pos, t.text, t.suffix)
			tagged, p.tagged = true, true
		default:
			return
		}
	}
}

func (p *parser) fullTag(pos tree.Pos, handle, suffix string) string {
	if handle == "" {
		return suffix
	}
	if prefix, ok := p.handles[handle]; ok {
		return prefix + suffix
	}
	switch handle {
	case "!":
		return "!" + suffix
	case "!!":
		return "tag:yaml.org,2002:" + suffix
	}
	p.fail(pos, "yaml/tag", fmt.Sprintf("tag handle %q is not declared", handle), "")
	return ""
}

func (p *parser) content(kind tokenKind, pr props, block, bare bool) *tree.Node {
	switch kind {
	case tokenScalar:
		p.events++
		t := p.next()
		return p.build.scalar(p, pr, t.text, t.style)
	case tokenFlowList:
		return p.nested(pr, (*parser).flowList)
	case tokenFlowMap:
		return p.nested(pr, (*parser).flowMap)
	case tokenBlockList:
		if block {
			return p.nested(pr, (*parser).blockList)
		}
	case tokenBlockMap:
		if block {
			return p.nested(pr, (*parser).blockMap)
		}
	case tokenEntry:
		if bare {
			return p.nested(pr, (*parser).bareList)
		}
	}
	if pr.anchor != "" || pr.tag != "" {
		p.events++
		return p.build.scalar(p, pr, "", tree.Plain)
	}
	return p.unexpected("a value is missing or cannot stand here")
}

// nested reads a collection one level deeper.
func (p *parser) nested(pr props, read func(*parser, props) *tree.Node) *tree.Node {
	p.events += 2
	p.depth++
	p.deepest = max(p.deepest, p.depth)
	if p.depth > p.maxDepth {
		p.failDepth(pr.pos)
		return nil
	}
	n := read(p, pr)
	p.depth--
	return n
}

func (p *parser) failDepth(pos tree.Pos) {
	p.fail(pos, "yaml/depth", fmt.Sprintf("values are nested more than %d deep", p.maxDepth), "")
}

func (p *parser) blockList(pr props) *tree.Node {
	start := p.here()
	p.next()
	mark := len(p.items)
	for p.peek() == tokenEntry {
		p.listEntry(tokenEntry, tokenBlockEnd, tokenBlockEnd, tokenBlockEnd)
	}
	if p.peek() != tokenBlockEnd {
		return p.misplaced(start, "a list entry or the end of the list must stand here")
	}
	p.next()
	return p.endList(pr, mark, tree.Plain)
}

// bareList reads a list whose entries are not indented more than their key.
func (p *parser) bareList(pr props) *tree.Node {
	mark := len(p.items)
	for p.peek() == tokenEntry {
		p.listEntry(tokenEntry, tokenKey, tokenValue, tokenBlockEnd)
	}
	return p.endList(pr, mark, tree.Plain)
}

// listEntry reads `-` and its value, which is null before one of the kinds.
func (p *parser) listEntry(a, b, c, d tokenKind) {
	pos := p.here()
	p.next()
	pos.Column++
	var n *tree.Node
	switch p.peek() {
	case a, b, c, d:
		n = p.empty(pos)
	default:
		n = p.value(true, false)
	}
	p.items = append(p.items, n)
}

func (p *parser) endList(pr props, mark int, style tree.Style) *tree.Node {
	if p.err != nil {
		return nil
	}
	var items []*tree.Node
	if len(p.items) > mark {
		items = append(items, p.items[mark:]...)
	}
	p.items = p.items[:mark]
	return p.build.list(p, pr, items, style)
}

func (p *parser) endMap(pr props, mark int, style tree.Style) *tree.Node {
	if p.err != nil {
		return nil
	}
	n := p.build.mapping(p, pr, p.entries[mark:], style)
	p.entries = p.entries[:mark]
	return n
}

func (p *parser) addEntry(e entry, value *tree.Node) {
	e.value = value
	p.entries = append(p.entries, e)
}

func (p *parser) blockMap(pr props) *tree.Node {
	start := p.here()
	p.next()
	mark := len(p.entries)
	for p.peek() == tokenKey {
		key := p.keyOf(p.blockField())
		if p.peek() != tokenValue {
			p.addEntry(key, p.empty(p.here()))
			continue
		}
		p.addEntry(key, p.blockField())
	}
	if p.peek() != tokenBlockEnd {
		return p.misplaced(start, "a key or the end of the map must stand here")
	}
	p.next()
	return p.endMap(pr, mark, tree.Plain)
}

// blockField steps over `?` or `:` and reads what follows in a block map.
func (p *parser) blockField() *tree.Node {
	pos := p.here()
	p.next()
	switch p.peek() {
	case tokenKey, tokenValue, tokenBlockEnd:
		return p.empty(pos)
	}
	return p.value(true, true)
}

// keyOf gives an entry for a key that was just read.
func (p *parser) keyOf(n *tree.Node) entry {
	if p.lastKey.key == n {
		return p.lastKey
	}
	if e, ok := p.keys[n]; ok {
		return e
	}
	return entry{key: n}
}

// noteKey keeps what keyOf needs if a scalar turns out to be a key.
func (p *parser) noteKey(pr props, e entry) {
	p.lastKey = e
	if pr.anchor == "" {
		return
	}
	if p.keys == nil {
		p.keys = map[*tree.Node]entry{}
	}
	p.keys[e.key] = e
}
