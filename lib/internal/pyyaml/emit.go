package pyyaml

import (
	"fmt"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// Flavour is what the reference's dumpers differ in (spec Y2).
type Flavour struct {
	// IndentLists puts the items of a list two columns to the right of its key,
	// instead of right below it.
	IndentLists bool
	// Multiline is the style to ask for where a string holds a line feed:
	// Literal, Folded or DoubleQuoted. Plain asks for none, and such a string is
	// quoted.
	Multiline tree.Style
	// QuoteDigits puts quotes around a string of digits that begins with 0, or
	// has more than six: YAML libraries of other languages take it for a number.
	QuoteDigits bool
}

// The flavours: of Kapitan's YAML output; of the files that Commodore itself
// writes; of yaml.safe_dump, which Kapitan's natives and templates use.
var (
	Kapitan   = Flavour{IndentLists: true, Multiline: tree.Literal}
	Commodore = Flavour{IndentLists: true, Multiline: tree.Literal}
	Safe      = Flavour{}

	// HelmValues is that of the values that Kapitan passes to helm (spec K42).
	HelmValues = Flavour{QuoteDigits: true}
)

// WithMultiline gives the flavour for a target's multiline_string_style (spec
// K35). An empty name changes nothing; an unknown one is Kapitan's default,
// no style.
func (f Flavour) WithMultiline(name string) Flavour {
	switch name {
	case "":
	case "literal":
		f.Multiline = tree.Literal
	case "folded":
		f.Multiline = tree.Folded
	case "double-quotes":
		f.Multiline = tree.DoubleQuoted
	default:
		f.Multiline = tree.Plain
	}
	return f
}

// Dump gives the bytes of yaml.dump(doc). Two places that hold the same *Node
// of a collection, a date or a time are printed as an anchor and its aliases
// (spec Y41). Text is UTF-8, with surrogates as package pyjson keeps them.
func Dump(f Flavour, doc *tree.Node) []byte { return DumpAll(f, []*tree.Node{doc}) }

// DumpAll gives the bytes of yaml.dump_all(docs): nothing for no documents.
func DumpAll(f Flavour, docs []*tree.Node) []byte {
	sizes := make([]extent, len(docs))
	bytes := 0
	for i, doc := range docs {
		sizes[i].measure(doc, 0)
		bytes += sizes[i].bytes
	}
	e := emitter{Flavour: f, buf: make([]byte, 0, bytes), indent: noIndent, blank: true, leading: true}
	for i, doc := range docs {
		e.anchors = findShared(doc, sizes[i].nodes)
		e.document(doc, i == 0)
	}
	if e.openEnded {
		e.indicator("...", true)
		e.newline()
	}
	return e.buf
}

// DocumentsOf gives the documents that Kapitan makes of an output value (spec
// K30, K32): none of a falsy value, one of a map, one of each item of a list
// or set, one of each character of a string. The error, a diag.Diag with the
// value's place, is for what Python cannot iterate.
func DocumentsOf(value *tree.Node) ([]*tree.Node, error) {
	if value.Falsy() {
		return nil, nil
	}
	var docs []*tree.Node
	switch value.Kind {
	case tree.Map:
		return []*tree.Node{value}, nil
	case tree.List:
		return value.Items, nil
	case tree.Set:
		for _, f := range value.Fields {
			docs = append(docs, f.Key)
		}
		return docs, nil
	case tree.String:
		for rest := value.Text; rest != ""; {
			_, size := pyjson.DecodeRune(rest)
			docs = append(docs, tree.NewString(rest[:size]))
			rest = rest[size:]
		}
		return docs, nil
	case tree.Bytes:
		for _, b := range []byte(value.Text) {
			docs = append(docs, tree.NewInt(int64(b)))
		}
		return docs, nil
	}
	return nil, diag.Diag{
		ID:      "yaml/not-iterable",
		Pos:     value.Pos,
		Message: fmt.Sprintf("the output is %s, of which no documents can be made", describe(value)),
		Hint:    "return a map for one document or a list of documents",
	}
}

// describe names a value for a message, as Python and the user would.
func describe(value *tree.Node) string {
	switch value.Kind {
	case tree.Bool:
		return "a boolean ('bool' object is not iterable)"
	case tree.Int:
		return "an integer ('int' object is not iterable)"
	case tree.Float:
		return "a float ('float' object is not iterable)"
	}
	return "a " + value.Kind.String()
}

const (
	noIndent = -1 // outside of any collection
	step     = 2
	width    = 80
)

// emitter is PyYAML's emitter without its queue of events: it has the whole
// value before it. All it writes is ASCII, so the column is a count of bytes.
type emitter struct {
	Flavour
	buf       []byte
	lineStart int  // index in buf of the current line
	indent    int  // of the innermost collection, or noIndent
	blank     bool // the last character was a blank, or none is on the line yet
	leading   bool // only indentation and indicators are on the line so far
	openEnded bool // the stream needs "..." if nothing more follows (spec Y18)
	anchors   map[*tree.Node]anchor
}

// place is where a node stands, as far as its form depends on it.
type place uint8

const (
	inRoot place = iota
	inList
	inValue // of a map's pair, or its key behind "? "
	inKey   // a key that is followed by its colon
)

func (e *emitter) column() int { return len(e.buf) - e.lineStart }

// indicator writes punctuation, behind a blank if it needs one (spec Y10).
func (e *emitter) indicator(text string, needBlank bool) {
	if needBlank && !e.blank {
		e.buf = append(e.buf, ' ')
	}
	e.buf = append(e.buf, text...)
	e.blank = false
	e.leading = false
	e.openEnded = false
}

// dash writes punctuation that counts as indentation: "-", "?" and ":".
func (e *emitter) dash(text string) {
	leading := e.leading
	e.indicator(text, true)
	e.leading = leading
}

func (e *emitter) lineBreak() {
	e.buf = append(e.buf, '\n')
	e.lineStart = len(e.buf)
	e.blank = true
	e.leading = true
}

const blanks = "                                                                "

// newline goes to the indentation, on a new line unless the current one has
// nothing beyond it (spec Y11).
func (e *emitter) newline() {
	indent := max(e.indent, 0)
	column := e.column()
	if !e.leading || column > indent || column == indent && !e.blank {
		e.lineBreak()
		column = 0
	}
	if column < indent {
		e.blank = true
		e.pad(indent - column)
	}
}

func (e *emitter) pad(n int) {
	for ; n > len(blanks); n -= len(blanks) {
		e.buf = append(e.buf, blanks...)
	}
	e.buf = append(e.buf, blanks[:n]...)
}

// document writes one document (spec Y17).
func (e *emitter) document(doc *tree.Node, first bool) {
	if !first {
		e.newline()
		e.indicator("---", true)
	}
	e.node(doc, inRoot)
	e.newline()
}

func (e *emitter) node(n *tree.Node, where place) {
	if e.anchors != nil {
		if a, shared := e.anchors[n]; shared && a.written {
			e.indicator("*"+a.name(), true)
			return
		} else if shared {
			e.indicator("&"+a.name(), true)
			e.anchors[n] = anchor{id: a.id, written: true}
		}
	}
	switch n.Kind {
	case tree.List:
		e.list(n, where)
	case tree.Map:
		e.mapping(n)
	case tree.Set:
		e.indicator(tagTexts[tagSet], true)
		e.mapping(n)
	case tree.String:
		e.text(n.Text, where)
	default:
		e.scalar(n, where)
	}
}

// list writes a block list (spec Y14, Y15).
func (e *emitter) list(n *tree.Node, where place) {
	if len(n.Items) == 0 {
		e.indicator("[]", true)
		return
	}
	outer := e.indent
	if e.IndentLists || where != inValue || e.leading {
		e.deeper()
	}
	for _, item := range n.Items {
		e.newline()
		e.dash("-")
		e.node(item, inList)
	}
	e.indent = outer
}

func (e *emitter) deeper() {
	if e.indent == noIndent {
		e.indent = 0
	} else {
		e.indent += step
	}
}

// mapping writes a block map or set (spec Y13, Y15).
func (e *emitter) mapping(n *tree.Node) {
	if len(n.Fields) == 0 {
		e.indicator("{}", true)
		return
	}
	outer := e.indent
	e.deeper()
	for _, f := range sortedFields(n) {
		e.newline()
		if e.isSimpleKey(f.Key) {
			e.node(f.Key, inKey)
			e.indicator(":", false)
		} else {
			e.dash("?")
			e.node(f.Key, inValue)
			e.newline()
			e.dash(":")
		}
		e.node(f.Value, inValue)
	}
	e.indent = outer
}

// sortedFields gives the pairs as Python sorts them; in their own order where
// it cannot (spec Y3).
func sortedFields(n *tree.Node) []tree.Field {
	if sorted, ok := pyjson.SortFields(n.Fields); ok {
		return sorted
	}
	return n.Fields
}
