package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is the kind of a token. Those of brackets and other marks are their
// characters.
type kind uint8

const (
	endOfFile kind = iota
	identifier
	number
	stringSingle
	stringDouble
	stringBlock
	verbatimSingle
	verbatimDouble
	operator
	dollar
	// The keywords come last.
	wordAssert
	wordElse
	wordError
	wordFalse
	wordFor
	wordFunction
	wordIf
	wordImport
	wordImportStr
	wordImportBin
	wordIn
	wordLocal
	wordNull
	wordSelf
	wordSuper
	wordTailStrict
	wordThen
	wordTrue
)

// kindNames are how messages name kinds of tokens.
var kindNames = map[kind]string{
	endOfFile: "end of file", identifier: "IDENTIFIER", number: "NUMBER", stringSingle: "STRING_SINGLE", stringDouble: "STRING_DOUBLE",
	stringBlock: "STRING_BLOCK", verbatimSingle: "VERBATIM_STRING_SINGLE", verbatimDouble: "VERBATIM_STRING_DOUBLE", operator: "OPERATOR", dollar: `"$"`,
}

func (k kind) String() string {
	if name, ok := kindNames[k]; ok {
		return name
	}
	for word, w := range keywords {
		if w == k {
			return word
		}
	}
	return strconv.Quote(string(rune(k)))
}

var keywords = map[string]kind{
	"assert": wordAssert, "else": wordElse, "error": wordError, "false": wordFalse, "for": wordFor, "function": wordFunction,
	"if": wordIf, "import": wordImport, "importstr": wordImportStr, "importbin": wordImportBin, "in": wordIn, "local": wordLocal,
	"null": wordNull, "self": wordSelf, "super": wordSuper, "tailstrict": wordTailStrict, "then": wordThen, "true": wordTrue,
}

// token is a piece of the text, from and to in bytes.
type token struct {
	kind     kind
	from, to int32
}

// lexer gives one token after the other.
type lexer struct {
	file *File
	text string
	pos  int
	run  struct { // the symbols at hand
		to    int  // where they end
		apart bool // each is an operator
	}
}

// stop is what ends lexing and parsing; Parse recovers it.
type stop struct {
	err   *Error
	token bool // it is no token
}

func (l *lexer) fail(from, to int, format string, args ...any) {
	panic(stop{&Error{Span{l.file, int32(from), int32(to)}, fmt.Sprintf(format, args...)}, true})
}

// rest goes through all that is left. It gives what is no token there, or nil.
func (l *lexer) rest() (err *Error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			err = r.err
		default:
			panic(r)
		}
	}()
	for l.next().kind != endOfFile {
	}
	return nil
}

// next gives the token that comes next.
func (l *lexer) next() token {
	l.skip()
	from := l.pos
	k := l.scan()
	return token{k, int32(from), int32(l.pos)}
}

// peek gives the byte ahead, 0 at the end.
func (l *lexer) peek(ahead int) byte {
	if i := l.pos + ahead; i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// skip leaves out white space and comments.
func (l *lexer) skip() {
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			l.pos++
		case c == '#' || c == '/' && l.peek(1) == '/':
			l.toLineEnd()
		case c == '/' && l.peek(1) == '*':
			end := strings.Index(l.text[l.pos+2:], "*/")
			if end < 0 {
				l.fail(l.pos, l.pos, "Multi-line comment has no terminating */")
			}
			l.pos += 2 + end + 2
		default:
			return
		}
	}
}

func (l *lexer) toLineEnd() {
	if n := strings.IndexByte(l.text[l.pos:], '\n'); n >= 0 {
		l.pos += n
	} else {
		l.pos = len(l.text)
	}
}

func (l *lexer) scan() kind {
	if l.pos >= len(l.text) {
		return endOfFile
	}
	switch c := l.text[l.pos]; {
	case isLetter(c):
		return l.word()
	case strings.IndexByte("{}[](),.;", c) >= 0:
		l.pos++
		return kind(c)
	case c >= '0' && c <= '9':
		return l.number()
	case c == '"':
		return l.quoted(c, stringDouble)
	case c == '\'':
		return l.quoted(c, stringSingle)
	case c == '@':
		return l.verbatim()
	case isSymbol(c):
		return l.symbol()
	}
	l.fail(l.pos, l.pos, "Could not lex the character %s", strconv.QuoteRuneToASCII(l.character()))
	return 0
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSymbol(c byte) bool { return strings.IndexByte("!$:~+-&|^=<>*/%", c) >= 0 }

func (l *lexer) word() kind {
	from := l.pos
	for l.pos++; l.pos < len(l.text) && (isLetter(l.text[l.pos]) || isDigit(l.text[l.pos])); l.pos++ {
	}
	word := l.text[from:l.pos]
	if len(word) > 1 && len(word) <= len("tailstrict") {
		if k, ok := keywords[word]; ok {
			return k
		}
	}
	return identifier
}

// number is an integer, a fraction and an exponent; digits may be parted by
// single underscores, but after a leading 0.
func (l *lexer) number() kind {
	if l.text[l.pos] == '0' {
		if l.pos++; l.peek(0) == '_' {
			l.fail(l.pos, l.pos, "Couldn't lex number, _ not allowed after leading 0")
		}
	} else {
		l.digits("")
	}
	if l.peek(0) == '.' {
		l.pos++
		l.digits("decimal point")
	}
	if c := l.peek(0); c == 'e' || c == 'E' {
		l.pos++
		after := "'E'"
		if c := l.peek(0); c == '+' || c == '-' {
			l.pos++
			after = "exponent sign"
		}
		l.digits(after)
	}
	return number
}

func (l *lexer) digits(after string) {
	if !isDigit(l.peek(0)) {
		l.junk(after)
	}
	for {
		for isDigit(l.peek(0)) {
			l.pos++
		}
		if l.peek(0) != '_' {
			return
		}
		if l.pos++; !isDigit(l.peek(0)) {
			l.junk("'_'")
		}
	}
}

func (l *lexer) junk(after string) {
	l.fail(l.pos, l.pos, "Couldn't lex number, junk after %s: %v", after, strconv.QuoteRuneToASCII(l.character()))
}

// character gives the code point that comes next, -1 at the end.
func (l *lexer) character() rune {
	if l.pos == len(l.text) {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(l.text[l.pos:])
	return r
}

func (l *lexer) quoted(quote byte, k kind) kind {
	from := l.pos
	for l.pos++; l.pos < len(l.text); l.pos++ {
		switch l.text[l.pos] {
		case quote:
			l.pos++
			return k
		case '\\':
			l.pos++
		}
	}
	l.fail(from, from, "Unterminated String")
	return 0
}

// verbatim is @'...' with two quotes for one.
func (l *lexer) verbatim() kind {
	from := l.pos
	l.pos++
	quote, k := l.peek(0), verbatimSingle
	switch quote {
	case '"':
		k = verbatimDouble
	case '\'':
	default:
		l.fail(from, from, "Couldn't lex verbatim string, junk after '@': %v", l.character())
	}
	for l.pos++; l.pos < len(l.text); l.pos++ {
		if l.text[l.pos] != quote {
			continue
		}
		if l.peek(1) != quote {
			l.pos++
			return k
		}
		l.pos++
	}
	l.fail(from, from, "Unterminated String")
	return 0
}

// symbol is an operator, $, or a block of text.
func (l *lexer) symbol() kind {
	from := l.pos
	if strings.HasPrefix(l.text[l.pos:], "|||") {
		l.block()
		return stringBlock
	}
	if from >= l.run.to {
		l.symbols()
	}
	l.pos = l.run.to
	if l.run.apart {
		l.pos = from + 1
	}
	if l.text[from:l.pos] == "$" {
		return dollar
	}
	return operator
}

// symbols looks at what is there up to a word, / or ||. That is one operator,
// unless it ends in one of +-~!$: then go-jsonnet takes each symbol for itself, so
// that x==-1 is no program. It is looked at once for all of them.
func (l *lexer) symbols() {
	at := l.pos + 1
	for at < len(l.text) && isSymbol(l.text[at]) && l.text[at] != '/' && !strings.HasPrefix(l.text[at:], "||") {
		at++
	}
	l.run.to, l.run.apart = at, strings.IndexByte("+-~!$", l.text[at-1]) >= 0
}

// block is the lines between ||| and |||; blockText gives the text.
func (l *lexer) block() {
	from := l.pos
	l.pos += 3
	if l.peek(0) == '-' {
		l.pos++
	}
	for c := l.peek(0); c == ' ' || c == '\t' || c == '\r'; c = l.peek(0) {
		l.pos++
	}
	if l.peek(0) != '\n' {
		l.fail(from, from, "Text block requires new line after |||.")
	}
	for l.peek(0) == '\n' {
		l.pos++
	}
	indent := indentOf(l.text[l.pos:])
	if indent == "" {
		l.fail(from, from, "Text block's first line must start with whitespace")
	}
	for strings.HasPrefix(l.text[l.pos:], indent) {
		if l.toLineEnd(); l.pos == len(l.text) {
			l.fail(from, from, "Unexpected EOF")
		}
		for l.peek(0) == '\n' {
			l.pos++
		}
	}
	for c := l.peek(0); c == ' ' || c == '\t'; c = l.peek(0) {
		l.pos++
	}
	if !strings.HasPrefix(l.text[l.pos:], "|||") {
		l.fail(from, from, "Text block not terminated with |||")
	}
	l.pos += 3
}

func indentOf(line string) string {
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// blockText gives the text of a block, brackets included.
func blockText(block string) string {
	first := strings.IndexByte(block, '\n')
	chomp := block[3] == '-'
	lines := block[first+1 : strings.LastIndexByte(block, '\n')+1]
	start := 0
	for lines[start] == '\n' {
		start++
	}
	indent := indentOf(lines[start:])
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString(strings.TrimPrefix(line, indent))
	}
	if chomp {
		return b.String()[:b.Len()-1]
	}
	return b.String()
}
