package pyyaml

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

// Where serde_yaml stops.
const (
	maxCoreDepth = 128
	maxCoreJumps = 100
)

// ReadCore reads YAML 1.2 as serde_yaml 0.9 does (spec R10 to R17), with the
// place of every node. It gives one node for each document, none for a text
// without any. Aliased values are shared. Merge keys stay as they are; see
// ApplyMerges. The error is a diag.Diag.
func ReadCore(file string, text []byte) ([]*tree.Node, error) {
	p := &parser{scanner: newScanner(libyaml, file, text), build: core{}, maxDepth: maxCoreDepth, maxJumps: maxCoreJumps}
	docs := p.documents()
	if p.err != nil {
		return nil, *p.err
	}
	return docs, nil
}

// core makes nodes by the core schema.
type core struct{}

const yamlTag = "tag:yaml.org,2002:"

func (core) scalar(p *parser, pr props, text string, style tree.Style) *tree.Node {
	n := p.node(tree.String, style, pr.pos)
	n.Text = text
	switch tag := pr.tag; {
	case tag == "":
		if style == tree.Plain {
			resolveCore(p, n)
		}
	case tag[0] == '!':
		p.failTag(pr)
	default:
		if strings.HasPrefix(tag, yamlTag) {
			coreTag(p, n, tag[len(yamlTag):])
		}
	}
	return n
}

func (p *parser) failTag(pr props) {
	p.fail(pr.pos, "yaml/tag", fmt.Sprintf("tag %q has no meaning here", pr.tag), "remove the tag")
}

func (core) list(p *parser, pr props, items []*tree.Node, style tree.Style) *tree.Node {
	if strings.HasPrefix(pr.tag, "!") {
		p.failTag(pr)
	}
	n := p.node(tree.List, style, pr.pos)
	n.Items = items
	return n
}

func (core) mapping(p *parser, pr props, entries []entry, style tree.Style) *tree.Node {
	if strings.HasPrefix(pr.tag, "!") {
		p.failTag(pr)
	}
	n := p.node(tree.Map, style, pr.pos)
	if len(entries) == 0 {
		return n
	}
	n.Fields = make([]tree.Field, len(entries))
	index := keyIndex{canonical: coreKey}
	for i, e := range entries {
		if e.key.Kind == tree.List || e.key.Kind == tree.Map {
			p.fail(e.key.Pos, "yaml/key", fmt.Sprintf("a %v cannot be a key", e.key.Kind), "text that begins with a brace or bracket must be in quotes, as a whole")
			return nil
		}
		n.Fields[i] = tree.Field{Key: e.key, Value: e.value}
		if old := index.add(n.Fields[:i], e.key); old >= 0 {
			p.failDuplicate(entries[old].key, e.key)
			return nil
		}
	}
	return n
}

func (p *parser) failDuplicate(old, key *tree.Node) {
	name := key.Text
	if key.Kind != tree.String {
		name = coreText(key)
	}
	p.fail(key.Pos, "yaml/duplicate-key", fmt.Sprintf("key %q is already set on line %d", name, old.Pos.Line), "remove one of the two")
}

// coreText gives a scalar as serde_yaml prints it where text is asked for.
func coreText(n *tree.Node) string {
	switch n.Kind {
	case tree.Null:
		return "null"
	case tree.Bool:
		return strconv.FormatBool(n.Bool)
	case tree.Int:
		return n.Decimal()
	case tree.Float:
		return coreFloat(n.Float)
	}
	return n.Text
}

func coreFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return ".nan"
	case math.IsInf(f, 1):
		return ".inf"
	case math.IsInf(f, -1):
		return "-.inf"
	}
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// coreWord sets null or a boolean, if the text is one of their words.
func coreWord(n *tree.Node) bool {
	switch n.Text {
	case "", "~", "null", "Null", "NULL":
		n.Kind = tree.Null
	case "true", "True", "TRUE":
		n.Kind, n.Bool = tree.Bool, true
	case "false", "False", "FALSE":
		n.Kind, n.Bool = tree.Bool, false
	default:
		return false
	}
	n.Text = ""
	return true
}

// resolveCore sets a plain scalar's value, whose text n holds.
func resolveCore(p *parser, n *tree.Node) {
	if coreWord(n) {
		return
	}
	text := n.Text
	c := text[0]
	if c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' {
		if !coreInt(p, n) && !leadingZero(text) {
			coreFloatOf(n)
		}
	}
}

// coreTag gives a scalar the type that one of YAML's own tags asks for; tags
// that serde_yaml does not know leave a string.
func coreTag(p *parser, n *tree.Node, tag string) {
	text, ok := n.Text, true
	switch tag {
	case "null":
		ok = text != "" && coreWord(n) && n.Kind == tree.Null
	case "bool":
		ok = coreWord(n) && n.Kind == tree.Bool
	case "int":
		ok = coreInt(p, n)
	case "float":
		ok = coreFloatOf(n)
	}
	if !ok {
		p.fail(n.Pos, "yaml/tag", fmt.Sprintf("%q is no %s, as its tag says", text, tag), "remove the tag")
	}
}

func leadingZero(text string) bool {
	text = strings.TrimLeft(text[:1], "+-") + text[1:]
	if len(text) < 2 || text[0] != '0' {
		return false
	}
	return digitsOnly(text)
}

func digitsOnly(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// coreInt sets an integer. What serde_yaml can read but not keep, between 64
// and 128 bits, is an error there and here.
func coreInt(p *parser, n *tree.Node) bool {
	negative, digits, base := splitInt(n.Text)
	if digits == "" || base == 10 && leadingZero(n.Text) {
		return false
	}
	u, err := strconv.ParseUint(digits, base, 64)
	switch {
	case err == nil && !negative && u <= math.MaxInt64:
		n.Int = int64(u)
	case err == nil && negative && u <= 1<<63:
		n.Int = -int64(u)
	case err == nil && !negative:
		n.Kind, n.Text = tree.Int, strconv.FormatUint(u, 10)
		return true
	default:
		return bigInt(p, n, negative, digits, base)
	}
	n.Kind, n.Text = tree.Int, ""
	return true
}

func bigInt(p *parser, n *tree.Node, negative bool, digits string, base int) bool {
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > 128 {
		return false
	}
	b, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.Contains(digits, "_") {
		return false
	}
	limit := new(big.Int).Lsh(big.NewInt(1), 128)
	if negative {
		limit.Rsh(limit, 1)
		limit.Add(limit, big.NewInt(1))
	}
	if b.Cmp(limit) >= 0 {
		return false
	}
	p.fail(n.Pos, "yaml/number", fmt.Sprintf("integer %q needs more than 64 bits", n.Text), "put it in quotes")
	return true
}

// splitInt cuts an integer's text into sign, digits and base.
func splitInt(text string) (negative bool, digits string, base int) {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		negative = text[0] == '-'
		text = text[1:]
	}
	base = 10
	if len(text) > 2 && text[0] == '0' {
		switch text[1] {
		case 'x':
			base = 16
		case 'o':
			base = 8
		case 'b':
			base = 2
		}
	}
	if base != 10 {
		text = text[2:]
	}
	if text == "" || !hexByte(text[0]) {
		return negative, "", base
	}
	return negative, text, base
}

// coreFloatOf sets a float if Rust reads the text as a finite one.
func coreFloatOf(n *tree.Node) bool {
	text := n.Text
	switch strings.TrimPrefix(text, "+") {
	case ".inf", ".Inf", ".INF":
		return setFloat(n, math.Inf(1))
	case "-.inf", "-.Inf", "-.INF":
		if text[0] == '-' {
			return setFloat(n, math.Inf(-1))
		}
	}
	switch text {
	case ".nan", ".NaN", ".NAN":
		return setFloat(n, math.NaN())
	}
	for i := range len(text) {
		c := text[i]
		if (c < '0' || c > '9') && c != '.' && c != '+' && c != '-' && c != 'e' && c != 'E' {
			return false
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && setFloat(n, f)
}

func setFloat(n *tree.Node, f float64) bool {
	n.Kind, n.Float, n.Text = tree.Float, f, ""
	return true
}
