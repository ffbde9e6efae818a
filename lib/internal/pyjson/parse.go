package pyjson

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/tree"
)

const (
	// maxDepth keeps hostile text from exhausting the stack. Python stops at
	// about a thousand levels, Jsonnet at five hundred.
	maxDepth = 10000
	// maxDigits is how many digits Python converts to an integer at most.
	maxDigits = 4300
)

// Parse gives the value of a JSON text, as json.loads does: a number without
// fraction and exponent is an integer of any size (spec K36), others are
// doubles; NaN, Infinity and -Infinity are accepted; of equal keys the last
// value counts, in the place of the first. The nodes have no places and may
// keep text's content alive. The error is a diag.Diag with line and column.
func Parse(text []byte) (*tree.Node, error) {
	p := parser{s: string(text)}
	n, err := p.document()
	if err != nil {
		return nil, err
	}
	return n, nil
}

type parser struct {
	s      string
	i      int
	slab   []tree.Node
	items  []*tree.Node // of the open lists, the innermost last
	fields []tree.Field // of the open maps, the innermost last
	keys   [128]*tree.Node
}

func (p *parser) document() (*tree.Node, error) {
	if !utf8.ValidString(p.s) {
		p.i = invalidByte(p.s)
		return nil, p.fail("the text is not valid UTF-8")
	}
	p.space()
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if p.space(); p.i < len(p.s) {
		return nil, p.fail("the value ends here, but text follows")
	}
	return n, nil
}

// node gives a node out of a slab: one allocation serves many.
func (p *parser) node(kind tree.Kind) *tree.Node {
	if len(p.slab) == 0 {
		p.slab = make([]tree.Node, min(max(4, len(p.s)/64), 256))
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.Kind = kind
	return n
}

func (p *parser) space() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\n' || p.s[p.i] == '\t' || p.s[p.i] == '\r') {
		p.i++
	}
}

func (p *parser) peek() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

// words are the values that are written as one word. json.loads knows no others.
var words = []struct {
	text string
	node tree.Node
}{
	{"null", tree.Node{Kind: tree.Null}},
	{"true", tree.Node{Kind: tree.Bool, Bool: true}},
	{"false", tree.Node{Kind: tree.Bool}},
	{"NaN", tree.Node{Kind: tree.Float, Float: math.NaN()}},
	{"Infinity", tree.Node{Kind: tree.Float, Float: math.Inf(1)}},
	{"-Infinity", tree.Node{Kind: tree.Float, Float: math.Inf(-1)}},
}

func (p *parser) value(depth int) (*tree.Node, error) {
	switch c := p.peek(); {
	case c == '"':
		s, err := p.text()
		if err != nil {
			return nil, err
		}
		n := p.node(tree.String)
		n.Text = s
		return n, nil
	case c == '{':
		return p.object(depth + 1)
	case c == '[':
		return p.array(depth + 1)
	case c >= '0' && c <= '9', c == '-' && !strings.HasPrefix(p.s[p.i:], "-I"):
		return p.number()
	}
	for i := range words {
		if w := &words[i]; strings.HasPrefix(p.s[p.i:], w.text) {
			p.i += len(w.text)
			n := p.node(w.node.Kind)
			*n = w.node
			return n, nil
		}
	}
	return nil, p.unexpected("a value")
}

func (p *parser) array(depth int) (*tree.Node, error) {
	if depth > maxDepth {
		return nil, p.fail("the value is nested too deeply")
	}
	n := p.node(tree.List)
	p.i++
	if p.space(); p.peek() == ']' {
		p.i++
		return n, nil
	}
	start := len(p.items)
	for {
		v, err := p.value(depth)
		if err != nil {
			return nil, err
		}
		p.items = append(p.items, v)
		more, err := p.more(']')
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	n.Items = append([]*tree.Node(nil), p.items[start:]...)
	p.items = p.items[:start]
	return n, nil
}

func (p *parser) object(depth int) (*tree.Node, error) {
	if depth > maxDepth {
		return nil, p.fail("the value is nested too deeply")
	}
	n := p.node(tree.Map)
	p.i++
	if p.space(); p.peek() == '}' {
		p.i++
		return n, nil
	}
	start := len(p.fields)
	ordered := true // strictly ascending keys, as Jsonnet writes them, have no duplicates
	for {
		key, err := p.key()
		if err != nil {
			return nil, err
		}
		v, err := p.value(depth)
		if err != nil {
			return nil, err
		}
		if len(p.fields) > start && p.fields[len(p.fields)-1].Key.Text >= key.Text {
			ordered = false
		}
		p.fields = append(p.fields, tree.Field{Key: key, Value: v})
		more, err := p.more('}')
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	n.Fields = append([]tree.Field(nil), p.fields[start:]...)
	p.fields = p.fields[:start]
	if !ordered {
		n.Fields = lastWins(n.Fields)
	}
	return n, nil
}

// key reads a key and the colon after it, up to the value.
func (p *parser) key() (*tree.Node, error) {
	if p.peek() != '"' {
		return nil, p.unexpected("a key in double quotes")
	}
	s, err := p.text()
	if err != nil {
		return nil, err
	}
	if p.space(); p.peek() != ':' {
		return nil, p.unexpected("a colon")
	}
	p.i++
	p.space()
	return p.keyNode(s), nil
}

// keyNode gives a node for a key, mostly one that was made before: the keys of
// manifests are few words over and over, and half of all nodes.
func (p *parser) keyNode(s string) *tree.Node {
	slot := len(s)
	if s != "" {
		slot += 7*int(s[0]) + 31*int(s[len(s)/2]) + 61*int(s[len(s)-1])
	}
	known := &p.keys[slot%len(p.keys)]
	if *known == nil || (*known).Text != s {
		*known = p.node(tree.String)
		(*known).Text = s
	}
	return *known
}

// more reads a comma, up to the next entry, or the closing bracket.
func (p *parser) more(closing byte) (bool, error) {
	p.space()
	switch p.peek() {
	case ',':
		p.i++
		p.space()
		return true, nil
	case closing:
		p.i++
		return false, nil
	}
	return false, p.unexpected(fmt.Sprintf(`a comma or "%c"`, closing))
}

// lastWins drops all but the last value of equal keys; the first key's place stays.
func lastWins(fields []tree.Field) []tree.Field {
	place := make(map[string]int, len(fields))
	out := fields[:0]
	for _, f := range fields {
		if i, ok := place[f.Key.Text]; ok {
			out[i].Value = f.Value
			continue
		}
		place[f.Key.Text] = len(out)
		out = append(out, f)
	}
	return out
}

func (p *parser) digits() {
	for p.i < len(p.s) && p.s[p.i]-'0' <= 9 {
		p.i++
	}
}

func (p *parser) number() (*tree.Node, error) {
	start := p.i
	if p.s[p.i] == '-' {
		p.i++
	}
	first := p.i
	if p.digits(); p.i == first {
		return nil, p.unexpected("a digit")
	}
	if p.s[first] == '0' {
		p.i = first + 1 // "01" is 0 and then more text
	}
	whole := p.i
	if rest := p.s[p.i:]; len(rest) > 1 && rest[0] == '.' && rest[1]-'0' <= 9 {
		p.i++
		p.digits()
	}
	p.exponent()
	literal := p.s[start:p.i]
	if p.i > whole {
		n := p.node(tree.Float)
		n.Float, _ = strconv.ParseFloat(literal, 64) // out of range gives an infinity, as in Python
		return n, nil
	}
	if i, err := strconv.ParseInt(literal, 10, 64); err == nil {
		n := p.node(tree.Int)
		n.Int = i
		return n, nil
	}
	if whole-first > maxDigits {
		p.i = start
		return nil, p.fail(fmt.Sprintf("an integer has more than %d digits", maxDigits))
	}
	return tree.NewBigInt(literal), nil
}

// exponent reads one if it is complete; else what is there is not the number's.
func (p *parser) exponent() {
	start := p.i
	if c := p.peek(); c != 'e' && c != 'E' {
		return
	}
	p.i++
	if c := p.peek(); c == '+' || c == '-' {
		p.i++
	}
	first := p.i
	if p.digits(); p.i == first {
		p.i = start
	}
}
