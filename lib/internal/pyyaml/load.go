package pyyaml

import (
	"fmt"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

// maxLoadDepth stops what Python's recursion limit would stop, a little later.
const maxLoadDepth = 1000

// Load reads YAML 1.1 as list(yaml.safe_load_all(text)) does in Kapitan's
// process (spec Y40, Y42): one node for each document, with the place of every
// node. Aliased values are shared. Half surrogate pairs from escapes stand in
// Text as three bytes each. The error is a diag.Diag.
//
// A value that holds itself is an error here; PyYAML reads it, but nothing that
// the reference does with it afterwards ends well.
func Load(file string, text []byte) ([]*tree.Node, error) {
	l := &loader{}
	p := &parser{scanner: newScanner(pyscan, file, text), build: l, maxDepth: maxLoadDepth}
	docs := p.documents()
	for _, doc := range docs {
		l.checkValue(p, doc)
	}
	if p.err != nil {
		return nil, *p.err
	}
	return docs, nil
}

// loader makes nodes as PyYAML's SafeConstructor makes objects.
type loader struct {
	merges  map[*tree.Node]bool    // the scalars that are `<<`
	entries map[*tree.Node][]entry // of the maps that might yet be merged into others
}

func (l *loader) scalar(p *parser, pr props, text string, style tree.Style) *tree.Node {
	n := p.node(tree.String, style, pr.pos)
	n.Text = text
	key := entry{key: n, text: text, hasText: true}
	kind := tagStr
	switch {
	case pr.tag == "!", pr.tag == "" && style == tree.Plain:
		kind = resolve(text)
	case pr.tag != "":
		kind = l.explicitTag(p, pr)
	}
	if kind == tagMerge {
		key.merge = true
		if l.merges == nil {
			l.merges = map[*tree.Node]bool{}
		}
		l.merges[n] = true
	} else if kind != tagStr && !construct(n, kind) {
		p.fail(pr.pos, "yaml/value", fmt.Sprintf("%q is no valid %s", text, strings.TrimPrefix(tagTexts[kind], "!!")), "put it in quotes if it is meant as text")
	}
	p.noteKey(pr, key)
	return n
}

// scalarTags are the tags that a scalar may be given.
var scalarTags = map[string]tag{
	"str": tagStr, "null": tagNull, "bool": tagBool, "int": tagInt, "float": tagFloat,
	"timestamp": tagTimestamp, "merge": tagMerge, "value": tagStr, "binary": tagBinary,
}

func (l *loader) explicitTag(p *parser, pr props) tag {
	name, yaml := strings.CutPrefix(pr.tag, yamlTag)
	kind, ok := scalarTags[name]
	if !yaml || !ok {
		p.failTag(pr)
	}
	return kind
}

func (l *loader) list(p *parser, pr props, items []*tree.Node, style tree.Style) *tree.Node {
	n := p.node(tree.List, style, pr.pos)
	n.Items = items
	if l.merges != nil {
		for _, item := range items {
			l.checkValue(p, item)
		}
	}
	switch pr.tag {
	case "", "!", yamlTag + "seq":
	case yamlTag + "omap", yamlTag + "pairs":
		n.Items = l.pairs(p, items)
	default:
		p.failTag(pr)
	}
	return n
}

// pairs turns maps of one field into lists of two values.
func (l *loader) pairs(p *parser, items []*tree.Node) []*tree.Node {
	out := make([]*tree.Node, len(items))
	for i, item := range items {
		if item.Kind != tree.Map && item.Kind != tree.Set || len(l.entries[item]) != 1 {
			p.fail(item.Pos, "yaml/value", "each item of an ordered map is a map of one field", "")
			return nil
		}
		e := l.entries[item][0]
		out[i] = p.node(tree.List, tree.Plain, item.Pos)
		out[i].Items = []*tree.Node{e.key, e.value}
	}
	return out
}

func (l *loader) mapping(p *parser, pr props, entries []entry, style tree.Style) *tree.Node {
	n := p.node(tree.Map, style, pr.pos)
	switch pr.tag {
	case "", "!", yamlTag + "map":
	case yamlTag + "set":
		n.Kind = tree.Set
	default:
		p.failTag(pr)
		return n
	}
	if l.merges != nil {
		for _, e := range entries {
			l.checkValue(p, e.value)
		}
		entries = l.merged(p, entries)
	}
	n.Fields = make([]tree.Field, 0, len(entries))
	index := keyIndex{canonical: pythonKey}
	for _, e := range entries {
		if k := e.key.Kind; k == tree.List || k == tree.Map || k == tree.Set {
			p.fail(e.key.Pos, "yaml/key", fmt.Sprintf("a %v cannot be a key", k), "put the key in quotes if it is meant as text")
			return n
		}
		if old := index.add(n.Fields, e.key); old >= 0 {
			n.Fields[old].Value = e.value
			continue
		}
		n.Fields = append(n.Fields, tree.Field{Key: e.key, Value: e.value})
	}
	if n.Kind == tree.Set {
		for i := range n.Fields {
			n.Fields[i].Value = p.node(tree.Null, tree.Plain, n.Fields[i].Key.Pos)
		}
	}
	l.keep(p, n, entries)
	return n
}

// keep notes the entries of a map that may be merged into another one: what
// has an anchor or stands in something that has, or in the value of a `<<`.
func (l *loader) keep(p *parser, n *tree.Node, entries []entry) {
	if p.named == nil && l.merges == nil && !p.tagged {
		return
	}
	if l.entries == nil {
		l.entries = map[*tree.Node][]entry{}
	}
	l.entries[n] = append([]entry(nil), entries...)
}

// checkValue refuses a `<<` that is not a key; PyYAML cannot make a value of it.
func (l *loader) checkValue(p *parser, n *tree.Node) {
	if l.merges[n] {
		p.fail(n.Pos, "yaml/merge", "`<<` stands where a value is expected", "put it in quotes")
	}
}

// merged gives the entries of a map with its merge keys dissolved: the merged
// entries come first, so that the map's own win (spec Y42).
func (l *loader) merged(p *parser, entries []entry) []entry {
	merges := 0
	for _, e := range entries {
		if e.merge {
			merges++
		}
	}
	if merges == 0 {
		return entries
	}
	var s mergeSet
	own := make([]entry, 0, len(entries)-merges)
	for _, e := range entries {
		if e.merge {
			l.merge(p, &s, e.value)
		} else {
			own = append(own, e)
		}
	}
	return append(s.entries, own...)
}

func (l *loader) merge(p *parser, s *mergeSet, n *tree.Node) {
	sources := []*tree.Node{n}
	if n.Kind == tree.List {
		sources = n.Items
	}
	for _, source := range sources {
		if source.Kind != tree.Map && source.Kind != tree.Set {
			p.fail(source.Pos, "yaml/merge", "only maps and lists of maps can be merged with `<<`; this is of type "+source.Kind.String(), "name an anchor of a map")
			return
		}
		for _, e := range l.entries[source] {
			s.add(e)
		}
	}
}

// mergeSet collects merged entries. PyYAML means to keep the first of equal
// keys, but compares them by identity. That finds a key that comes twice by
// alias, and the texts of which Python has only one object: the empty one and
// single characters up to U+00FF. Of all other equal keys the last one wins.
type mergeSet struct {
	entries []entry
	seen    map[*tree.Node]bool
	short   map[string]bool
}

func (s *mergeSet) add(e entry) {
	if s.seen == nil {
		s.seen, s.short = map[*tree.Node]bool{}, map[string]bool{}
	}
	short := e.hasText && (len(e.text) <= 1 || len(e.text) == 2 && e.text[0]&^1 == 0xC2)
	if s.seen[e.key] || short && s.short[e.text] {
		return
	}
	s.seen[e.key] = true
	if short {
		s.short[e.text] = true
	}
	s.entries = append(s.entries, e)
}
