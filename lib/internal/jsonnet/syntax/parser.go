package syntax

import (
	"cmp"
	"fmt"
	"strconv"
)

// Error is why a text is no program.
type Error struct {
	Span
	Message string
}

func (e *Error) Error() string {
	pos := e.Pos()
	return fmt.Sprintf("%s:%d:%d %s", pos.File, pos.Line, pos.Column, e.Message)
}

// maxNesting is how deep expressions may be in each other, and maxChain how many
// operators may follow each other: both take stack where a program is evaluated.
const (
	maxNesting = 50_000
	maxChain   = 500_000
)

// parser is recursive descent with one token ahead.
type parser struct {
	lex   lexer
	tok   token // the one that comes next
	last  int32 // where the one before ended
	depth int

	objects int  // how many are around
	dollar  Span // the first $ that go-jsonnet finds outside of all of them
}

// Parse gives the program in a file. The error is an *Error.
func Parse(name, text string) (node Node, err error) {
	p := &parser{lex: lexer{file: &File{name, text}, text: text}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			node, err = nil, p.first(r)
		default:
			panic(r)
		}
	}()
	p.advance()
	node = p.expression()
	if p.tok.kind != endOfFile {
		p.fail(p.tok, "Did not expect: %s", p.show(p.tok))
	}
	if p.dollar != (Span{}) {
		panic(stop{err: &Error{p.dollar, "No top-level object found."}})
	}
	return resolve(node), nil
}

// first gives what go-jsonnet says first, which reads all tokens before it parses.
func (p *parser) first(s stop) *Error {
	if !s.token {
		if err := p.lex.rest(); err != nil {
			return err
		}
	}
	return s.err
}

func (p *parser) advance() token {
	t := p.tok
	p.last = t.to
	p.tok = p.lex.next()
	return t
}

func (p *parser) fail(t token, format string, args ...any) {
	panic(stop{err: &Error{p.span(t), fmt.Sprintf(format, args...)}})
}

// show is a token in messages.
func (p *parser) show(t token) string {
	switch data := p.data(t); {
	case data == "":
		return t.kind.String()
	case t.kind >= identifier && t.kind <= operator:
		return "(" + t.kind.String() + `, "` + data + `")`
	default:
		return `"` + data + `"`
	}
}

func (p *parser) word(t token) string { return p.lex.text[t.from:t.to] }

func (p *parser) expect(k kind) token {
	if p.tok.kind != k {
		p.fail(p.tok, "Expected token %s but got %s", k, p.show(p.tok))
	}
	return p.advance()
}

func (p *parser) isOp(op string) bool {
	return p.tok.kind == operator && p.word(p.tok) == op
}

func (p *parser) expectOp(op string) {
	if !p.isOp(op) {
		p.fail(p.tok, "Expected operator %s but got %s", op, p.show(p.tok))
	}
	p.advance()
}

// skipComma takes a comma, if there is one.
func (p *parser) skipComma() bool {
	if p.tok.kind != ',' {
		return false
	}
	p.advance()
	return true
}

// since is the span from a place to the token before the next.
func (p *parser) since(from int32) Span { return Span{p.lex.file, from, p.last} }

func (p *parser) span(t token) Span { return Span{p.lex.file, t.from, t.to} }

// precedences of binary operators, the tightest 5; what binds tighter still is
// unary (4), and calls and the like.
var binaries = map[string]struct {
	op         Op
	precedence int
}{
	"*": {OpMul, 5}, "/": {OpDiv, 5}, "%": {OpMod, 5}, "+": {OpAdd, 6}, "-": {OpSub, 6}, "<<": {OpShiftLeft, 7}, ">>": {OpShiftRight, 7},
	">": {OpGreater, 8}, ">=": {OpGreaterEq, 8}, "<": {OpLess, 8}, "<=": {OpLessEq, 8}, "in": {OpIn, 8}, "==": {OpEqual, 9}, "!=": {OpNotEqual, 9},
	"&": {OpBitAnd, 10}, "^": {OpBitXor, 11}, "|": {OpBitOr, 12}, "&&": {OpAnd, 13}, "||": {OpOr, 14},
}

const loosest = 14

var unaries = map[string]Op{"!": OpNot, "~": OpBitNot, "+": OpPlus, "-": OpMinus}

func (p *parser) expression() Node { return p.binary(loosest) }

// binary parses operators that bind at least as tightly as the precedence.
func (p *parser) binary(precedence int) Node {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.tok, "more than %d expressions are nested", maxNesting)
	}
	defer func() { p.depth-- }()
	if n := p.keyword(); n != nil {
		return n
	}
	from := p.tok.from
	left := p.unary()
	least := 0 // what binds tighter cannot follow, as behind `in super`
	for n := 0; ; n++ {
		word := ""
		switch {
		case p.tok.kind == wordIn:
			word = "in"
		case p.tok.kind == operator:
			word = p.word(p.tok)
		}
		if word == "" || word == ":" || word == "::" {
			return left
		}
		b, ok := binaries[word]
		if !ok {
			p.fail(p.tok, "Not a binary operator: %s", word)
		}
		if b.precedence > precedence || b.precedence < least {
			return left
		}
		least = b.precedence
		if n > maxChain {
			p.fail(p.tok, "more than %d operators follow each other", maxChain)
		}
		p.advance()
		if b.op == OpIn && p.tok.kind == wordSuper {
			p.advance()
			left = &InSuper{Span: p.since(from), Key: left}
			continue
		}
		right := p.binary(b.precedence - 1)
		left = &Binary{Span: p.since(from), Op: b.op, Left: left, Right: right}
	}
}

func (p *parser) unary() Node {
	if p.tok.kind != operator {
		return p.postfix()
	}
	t := p.tok
	op, ok := unaries[p.word(t)]
	if !ok {
		p.fail(t, "Not a unary operator: %s", p.word(t))
	}
	if p.depth++; p.depth > maxNesting {
		p.fail(t, "more than %d expressions are nested", maxNesting)
	}
	defer func() { p.depth-- }()
	p.advance()
	operand := p.keyword()
	if operand == nil {
		operand = p.unary()
	}
	return &Unary{Span: p.since(t.from), Op: op, Operand: operand}
}

// postfix parses what follows a terminal: .field, [index], (arguments), {object}.
func (p *parser) postfix() Node {
	from := p.tok.from
	n := p.terminal()
	for chain := 0; ; chain++ {
		if chain > maxChain {
			p.fail(p.tok, "more than %d operators follow each other", maxChain)
		}
		switch p.tok.kind {
		case '.':
			p.advance()
			field := p.expect(identifier)
			n = &Index{Span: p.since(from), Target: n, Key: &Literal{p.span(field), p.word(field)}}
		case '[':
			p.advance()
			n = p.index(n, from)
		case '(':
			p.advance()
			n = p.call(n, from)
		case '{':
			brace := p.advance()
			object := p.object(brace.from)
			n = &Binary{Span: p.since(from), Op: OpAdd, Left: n, Right: object}
		default:
			return n
		}
	}
}

// index parses an index or a slice after its bracket.
func (p *parser) index(target Node, from int32) Node {
	var parts [3]Node
	colons, ready := 0, true
	for p.tok.kind != ']' {
		switch n := p.sliceColons(); {
		case colons+n > 2:
			p.fail(p.tok, "Invalid slice: too many colons")
		case n > 0:
			p.advance()
			colons += n
			ready = true
		case !ready:
			p.expect(']')
		default:
			parts[colons] = p.expression()
			ready = false
		}
	}
	end := p.advance()
	switch {
	case colons == 0 && ready:
		p.fail(end, "ast.Index requires an expression")
	case colons > 0:
		return &Slice{Span: p.since(from), Target: target, From: parts[0], To: parts[1], Step: parts[2]}
	}
	return &Index{Span: p.since(from), Target: target, Key: parts[0]}
}

// sliceColons gives how many colons come next. As in go-jsonnet, texts count as
// what is in them: x[':'] is x[:].
func (p *parser) sliceColons() int {
	if p.tok.kind < stringSingle || p.tok.kind > operator {
		return 0
	}
	switch p.data(p.tok) {
	case ":":
		return 1
	case "::":
		return 2
	}
	return 0
}

// call parses arguments after their parenthesis.
func (p *parser) call(target Node, from int32) Node {
	c := &Call{Target: target}
	for comma := true; p.tok.kind != ')'; comma = p.skipComma() {
		next := p.tok
		if !comma {
			p.fail(next, "Expected a comma before next function argument, got %s", p.show(next))
		}
		name, value := p.argument()
		switch {
		case name.kind == identifier:
			c.Named = append(c.Named, NamedArg{p.since(name.from), p.word(name), value})
		case len(c.Named) > 0:
			p.fail(next, "Positional argument after a named argument is not allowed")
		default:
			c.Args = append(c.Args, value)
		}
	}
	p.advance()
	c.Span = p.since(from)
	if p.tok.kind == wordTailStrict {
		p.advance()
		c.TailStrict = true
	}
	return c
}

// argument parses expr, or name = expr; name is none of the first.
func (p *parser) argument() (name token, value Node) {
	if p.tok.kind == identifier {
		before, last := p.lex, p.last
		name = p.advance()
		if p.isOp("=") {
			p.advance()
			return name, p.expression()
		}
		p.lex, p.last, p.tok = before, last, name
	}
	return token{}, p.expression()
}

// terminal parses what has no operator outside of brackets.
func (p *parser) terminal() Node {
	t := p.tok
	switch t.kind {
	case '{':
		p.advance()
		return p.object(t.from)
	case '[':
		p.advance()
		return p.array(t.from)
	case '(':
		p.advance()
		n := p.expression()
		p.expect(')')
		return n
	case number:
		p.advance()
		return p.numberLiteral(t)
	case stringSingle, stringDouble, stringBlock, verbatimSingle, verbatimDouble:
		p.advance()
		return &Literal{p.span(t), p.textOf(t)}
	case wordFalse, wordTrue:
		p.advance()
		return &Literal{p.span(t), t.kind == wordTrue}
	case wordNull:
		p.advance()
		return &Literal{p.span(t), nil}
	case dollar:
		p.advance()
		if p.objects == 0 {
			p.dollar = cmp.Or(p.dollar, p.span(t))
		}
		return &Self{Span: p.span(t), Frame: outermost}
	case wordSelf:
		p.advance()
		return &Self{Span: p.span(t)}
	case identifier:
		p.advance()
		return &Var{Span: p.span(t), Name: p.word(t)}
	case wordSuper:
		return p.super()
	case endOfFile:
		p.fail(t, "Unexpected end of file")
	}
	p.fail(t, "Unexpected: %s while parsing terminal", p.show(t))
	return nil
}

// outermost marks a Self that is $, until it is resolved.
const outermost = -1

func (p *parser) super() Node {
	t := p.advance()
	n := &Super{}
	switch p.tok.kind {
	case '.':
		p.advance()
		field := p.expect(identifier)
		n.Key = &Literal{p.span(field), p.word(field)}
	case '[':
		p.advance()
		n.Key = p.expression()
		p.expect(']')
	default:
		p.fail(t, "Expected . or [ after super")
	}
	n.Span = p.since(t.from)
	return n
}

func (p *parser) numberLiteral(t token) Node {
	digits := make([]byte, 0, 24)
	for _, c := range []byte(p.word(t)) {
		if c != '_' {
			digits = append(digits, c)
		}
	}
	x, err := strconv.ParseFloat(string(digits), 64)
	if err != nil {
		return &ErrorExpr{p.span(t), &Literal{p.span(t), "overflow"}}
	}
	return &Literal{p.span(t), x}
}

func (p *parser) array(from int32) Node {
	a := &Array{}
	for comma := true; p.tok.kind != ']'; comma = p.skipComma() {
		if p.tok.kind == wordFor && len(a.Elements) == 1 {
			parts := p.parts(']')
			return &Comp{Span: p.since(from), Body: a.Elements[0], Parts: parts}
		}
		if !comma {
			p.fail(p.tok, "Expected a comma before next array element")
		}
		a.Elements = append(a.Elements, p.expression())
	}
	p.advance()
	a.Span = p.since(from)
	return a
}

// parts parses `for ... if ...` up to the closing bracket. Of a $ in them go-jsonnet
// finds the one in the last `for`, its conditions first, unless the body has one.
func (p *parser) parts(end kind) []Part {
	var parts []Part
	body, last := p.dollar, Span{}
	p.dollar = Span{}
	for {
		t := p.advance()
		switch t.kind {
		case wordFor:
			name := p.expect(identifier)
			p.expect(wordIn)
			last, p.dollar = cmp.Or(p.dollar, last), Span{}
			over := p.expression()
			last, p.dollar = cmp.Or(p.dollar, last), Span{}
			parts = append(parts, Part{Span: p.since(t.from), Name: p.word(name), Over: over})
		case wordIf:
			cond := p.expression()
			parts = append(parts, Part{Span: p.since(t.from), Cond: cond})
		case end:
			p.dollar = cmp.Or(body, p.dollar, last)
			return parts
		default:
			p.fail(t, "Expected for, if or %s after for clause, got: %s", end, p.show(t))
		}
	}
}
