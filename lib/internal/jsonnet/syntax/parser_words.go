package syntax

// keyword parses an expression that begins with a word and reaches as far as it
// can; nil if there is none.
func (p *parser) keyword() Node {
	from := p.tok.from
	switch p.tok.kind {
	case wordAssert:
		p.advance()
		a := &Assert{Assertion: p.assertion(from)}
		p.expect(';')
		a.Rest = p.expression()
		return a
	case wordError:
		p.advance()
		message := p.expression()
		return &ErrorExpr{p.since(from), message}
	case wordIf:
		return p.conditional()
	case wordFunction:
		p.advance()
		if p.tok.kind != '(' {
			p.fail(p.tok, "Expected ( but got %s", p.show(p.tok))
		}
		params := p.params("function parameter")
		body := p.expression()
		return &Function{Span: p.since(from), Params: params, Body: body}
	case wordImport:
		return p.imported(ImportCode)
	case wordImportStr:
		return p.imported(ImportText)
	case wordImportBin:
		return p.imported(ImportBytes)
	case wordLocal:
		return p.local()
	}
	return nil
}

func (p *parser) conditional() Node {
	from := p.advance().from
	n := &If{Cond: p.expression()}
	p.expect(wordThen)
	n.Then = p.expression()
	if p.tok.kind == wordElse {
		p.advance()
		n.Else = p.expression()
	}
	n.Span = p.since(from)
	return n
}

// assertion parses `Cond : Message` after its word.
func (p *parser) assertion(from int32) Assertion {
	a := Assertion{Cond: p.expression()}
	if p.isOp(":") {
		p.advance()
		a.Message = p.expression()
	}
	a.Span = p.since(from)
	return a
}

func (p *parser) imported(kind ImportKind) Node {
	from := p.advance().from
	first := p.tok
	n, _ := p.expression().(*Literal)
	text, ok := "", false
	if n != nil && n.Span == p.since(first.from) { // not in parentheses
		text, ok = n.Value.(string)
	}
	switch {
	case !ok:
		panic(stop{err: &Error{p.since(first.from), "Computed imports are not allowed"}})
	case first.kind == stringBlock:
		p.fail(first, "Block string literals not allowed in imports")
	}
	return &Import{Span: p.since(from), Kind: kind, Path: text}
}

func (p *parser) local() Node {
	from := p.advance().from
	n := &Local{}
	var seen names
	for {
		n.Binds = append(n.Binds, p.bind(&seen))
		if p.tok.kind == ';' {
			break
		}
		if p.tok.kind != ',' {
			p.fail(p.tok, "Expected , or ; but got %s", p.show(p.tok))
		}
		p.advance()
	}
	p.advance()
	n.Body = p.expression()
	n.Span = p.since(from)
	return n
}

// bind parses `name = value` or `name(params) = value`.
func (p *parser) bind(seen *names) Bind {
	name := p.expect(identifier)
	if seen.twice(p.word(name)) {
		p.fail(name, "Duplicate local var: %s", p.word(name))
	}
	var method *Function
	if p.tok.kind == '(' {
		method = &Function{Params: p.params("function parameter")}
	}
	p.expectOp("=")
	value := p.expression()
	b := Bind{p.since(name.from), p.word(name), value}
	if method != nil {
		method.Span, method.Body = b.Span, value
		b.Value = method
	}
	if f, ok := b.Value.(*Function); ok {
		f.Name = b.Name
	}
	return b
}

// params parses parameters with their parentheses.
func (p *parser) params(what string) []Param {
	p.expect('(')
	var params []Param
	for comma := true; p.tok.kind != ')'; comma = p.skipComma() {
		if !comma {
			p.fail(p.tok, "Expected a comma before next %s, got %s", what, p.show(p.tok))
		}
		if p.tok.kind != identifier {
			p.fail(p.tok, "Expected token %s but got %s while parsing parameter", identifier, p.show(p.tok))
		}
		name := p.advance()
		param := Param{Name: p.word(name)}
		if p.isOp("=") {
			p.advance()
			param.Default = p.expression()
		}
		param.Span = p.since(name.from)
		params = append(params, param)
	}
	p.advance()
	return params
}
