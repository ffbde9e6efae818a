package pyyaml

import (
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// dialect names where the two readers of the reference, PyYAML's own scanner
// and the libyaml that serde_yaml carries, see the same text differently.
type dialect struct {
	tabs          bool // a tab may part two tokens where no key can start
	wideMark      bool // a byte order mark may start any line and takes a column
	questionEnds  bool // in a flow collection `?` ends a plain scalar
	colonEnds     bool // there `:` before a flow indicator ends it too; else it is an error
	gluedComment  bool // `#` may follow a block scalar's header or a directive without a blank
	keyInBytes    bool // the 1024 of a simple key are bytes; else code points
	surrogates    bool // an escape may name half a surrogate pair
	anyDirective  bool // unknown directives are skipped, every version 1.x will do
	tagTakesComma bool // `,`, `[` and `]` belong to a tag; else `,` ends it in a flow collection
	eatenKey      bool // after an empty `?` key in a flow list the next token is lost
	anchorOnce    bool // an anchor may be defined once a document; else the last one counts
}

var libyaml = dialect{tabs: true, wideMark: true, gluedComment: true, keyInBytes: true, eatenKey: true}

var pyscan = dialect{questionEnds: true, colonEnds: true, surrogates: true, anyDirective: true, tagTakesComma: true, anchorOnce: true}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenVersion
	tokenHandle // a %TAG directive: text is the handle, suffix the prefix it stands for
	tokenDirective
	tokenDocument
	tokenDocumentEnd
	tokenBlockList
	tokenBlockMap
	tokenBlockEnd
	tokenFlowList
	tokenFlowMap
	tokenFlowListEnd
	tokenFlowMapEnd
	tokenEntry
	tokenComma
	tokenKey
	tokenValue
	tokenAlias
	tokenAnchor
	tokenTag // text is the handle, suffix the rest
	tokenScalar
)

// token is one piece of the text. That a token starts a key is known only once
// its colon is seen; so the two tokens YAML puts before it are marks on it.
type token struct {
	kind    tokenKind
	style   tree.Style
	pending bool // a colon may still make it a key
	opens   bool // a block map starts before it
	key     bool // it starts a key
	line    int32
	column  int32
	text    string
	suffix  string
}

// simpleKey is the place where a key without `?` may have started, one for
// each level of flow collections.
type simpleKey struct {
	pending  bool
	required bool
	token    int
	pos      int
	line     int32
	column   int
}

// scanner cuts text into tokens, a few at a time. After the first error it
// gives only tokenEnd.
type scanner struct {
	dialect
	file  string
	src   string
	ascii bool

	pos       int
	line      int32
	column0   int // the column of columnPos
	columnPos int

	tokens  []token
	head    int // the next token to give
	base    int // the number of tokens dropped before tokens[0]
	indent  int
	indents []int
	keys    []simpleKey // the last one is of the current flow level
	keyHere bool        // a simple key may start here
	saved   bool        // the next token is pending
	done    bool
	buf     []byte
	spread  lines // the last plain scalar of several lines
	err     *diag.Diag
}

// lines are those of a plain scalar.
type lines struct {
	first, last int32
	colon       bool // there is one in it
}

func newScanner(d dialect, file string, text []byte) scanner {
	s := scanner{dialect: d, file: file, indent: -1, keys: make([]simpleKey, 1, 8), keyHere: true}
	if s.checkText(text); s.err == nil {
		s.src = string(text)
	}
	return s
}

// peek gives the kind of the next token, with the marks on it as tokens of
// their own.
func (s *scanner) peek() tokenKind {
	if s.head == len(s.tokens) || s.tokens[s.head].pending {
		s.fill()
	}
	if s.err != nil || s.head == len(s.tokens) {
		return tokenEnd
	}
	t := &s.tokens[s.head]
	switch {
	case t.opens:
		return tokenBlockMap
	case t.key:
		return tokenKey
	}
	return t.kind
}

// fill reads on until it is known what the next token is.
func (s *scanner) fill() {
	for s.err == nil && (s.head == len(s.tokens) || s.tokens[s.head].pending) && !s.done {
		if s.head == len(s.tokens) {
			s.base += s.head
			s.head = 0
			s.tokens = s.tokens[:0]
		}
		s.fetch()
	}
}

// next gives the next token and steps over it. It stays valid until the next
// call of peek.
func (s *scanner) next() *token {
	if s.peek() == tokenEnd {
		return &token{line: s.line, column: int32(s.column())}
	}
	t := &s.tokens[s.head]
	switch {
	case t.opens:
		t.opens = false
	case t.key:
		t.key = false
	default:
		s.head++
	}
	return t
}

// here gives the place of the next token.
func (s *scanner) here() tree.Pos {
	if s.peek() == tokenEnd {
		return s.posAt(s.line, s.column())
	}
	t := &s.tokens[s.head]
	return s.posAt(t.line, int(t.column))
}

func (s *scanner) posAt(line int32, column int) tree.Pos {
	return tree.Pos{File: s.file, Line: line + 1, Column: int32(column) + 1}
}

func (s *scanner) fail(pos tree.Pos, id, message, hint string) {
	if s.err == nil {
		s.err = &diag.Diag{ID: id, Pos: pos, Message: message, Hint: hint}
	}
}

// failHere reports wrong syntax at the place of reading.
func (s *scanner) failHere(message string) {
	s.fail(s.posAt(s.line, s.column()), "yaml/syntax", message, "")
}

func (s *scanner) push(t token) {
	t.pending = s.saved
	s.saved = false
	s.tokens = append(s.tokens, t)
}

// mark gives a token of n bytes at the place of reading and steps over it.
func (s *scanner) mark(kind tokenKind, n int) {
	column := s.column()
	s.pos += n
	s.push(token{kind: kind, line: s.line, column: int32(column)})
}

// at gives the byte i bytes ahead, 0 after the end. The text itself holds no 0.
func (s *scanner) at(i int) byte {
	if i += s.pos; i < len(s.src) {
		return s.src[i]
	}
	return 0
}

func (s *scanner) column() int {
	if s.columnPos < s.pos {
		s.column0 += s.width(s.src[s.columnPos:s.pos])
		s.columnPos = s.pos
	}
	return s.column0
}

// width counts the columns of text that holds no line break.
func (s *scanner) width(text string) int {
	if s.ascii {
		return len(text)
	}
	n := utf8.RuneCountInString(text)
	if !s.wideMark {
		n -= countMarks(text)
	}
	return n
}

// breakAt gives the length of the line break i bytes ahead, 0 if there is none.
func (s *scanner) breakAt(i int) int {
	switch s.at(i) {
	case '\n':
		return 1
	case '\r':
		if s.at(i+1) == '\n' {
			return 2
		}
		return 1
	case 0xC2:
		if s.at(i+1) == 0x85 {
			return 2
		}
	case 0xE2:
		if s.at(i+1) == 0x80 && (s.at(i+2) == 0xA8 || s.at(i+2) == 0xA9) {
			return 3
		}
	}
	return 0
}

// space reports whether i bytes ahead there is a blank, a tab, a line break or
// the end.
func (s *scanner) space(i int) bool {
	c := s.at(i)
	return c == 0 || c == ' ' || c == '\t' || s.breakAt(i) > 0
}

// newline steps over the line break and gives what it stands for.
func (s *scanner) newline() string {
	n := s.breakAt(0)
	text := "\n"
	if n == 3 {
		text = s.src[s.pos : s.pos+3]
	}
	s.pos += n
	s.line++
	s.column0, s.columnPos = 0, s.pos
	return text
}

// documentMark reports whether the line starts with a separator of documents.
func (s *scanner) documentMark() bool {
	c := s.at(0)
	return (c == '-' || c == '.') && s.at(1) == c && s.at(2) == c && s.space(3) && s.column() == 0
}

func (s *scanner) skipBlanks(tabs bool) {
	for c := s.at(0); c == ' ' || tabs && c == '\t'; c = s.at(0) {
		s.pos++
	}
}

func (s *scanner) skipComment() {
	if s.at(0) != '#' {
		return
	}
	s.pos = s.lineEnd()
}

// lineEnd gives the index of the next line break, or the end of the text.
func (s *scanner) lineEnd() int {
	rest := s.src[s.pos:]
	if s.ascii {
		if i := strings.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[:i]
		}
		if i := strings.IndexByte(rest, '\r'); i >= 0 {
			rest = rest[:i]
		}
		return s.pos + len(rest)
	}
	for i := range len(rest) {
		if lineStop[rest[i]] && s.breakAt(i) > 0 {
			return s.pos + i
		}
	}
	return len(s.src)
}

// lineStop holds the bytes that line breaks start with.
var lineStop = [256]bool{'\n': true, '\r': true, 0xC2: true, 0xE2: true}
