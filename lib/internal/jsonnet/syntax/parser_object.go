package syntax

import "strings"

// object parses an object, or a comprehension, after its brace.
func (p *parser) object(from int32) Node {
	o := &Object{}
	p.objects++
	var fields, locals names
	for comma := true; p.tok.kind != '}'; comma = p.skipComma() {
		t := p.tok
		if t.kind == wordFor {
			return p.objectComp(o, from)
		}
		if !comma {
			p.fail(t, "Expected a comma before next field")
		}
		switch t.kind {
		case '[', identifier, stringSingle, stringDouble, stringBlock, verbatimSingle, verbatimDouble:
			p.field(o, &fields)
		case wordLocal:
			p.advance()
			o.Locals = append(o.Locals, p.bind(&locals))
		case wordAssert:
			p.advance()
			o.Asserts = append(o.Asserts, p.assertion(t.from))
		default:
			p.fail(t, "Unexpected: %s while parsing field definition", p.show(t))
		}
	}
	p.objects--
	p.advance()
	o.Span = p.since(from)
	return o
}

func (p *parser) objectComp(o *Object, from int32) Node {
	next := p.tok
	switch {
	case len(o.Asserts) > 0:
		p.fail(next, "Object comprehension cannot have asserts")
	case len(o.Fields) != 1:
		p.fail(next, "Object comprehension can only have one field")
	case o.Fields[0].Hide != Inherit:
		p.fail(next, "Object comprehensions cannot have hidden fields")
	case o.Fields[0].Computed == nil:
		p.fail(next, "Object comprehensions can only have [e] fields")
	}
	p.objects--
	parts := p.parts('}')
	o.Span = p.since(from)
	return &Comp{Span: o.Span, Body: o, IsObject: true, Parts: parts}
}

// field parses `name: body`, `name(params): body` and their relatives.
func (p *parser) field(o *Object, seen *names) {
	t := p.advance()
	f := Field{}
	switch t.kind {
	case '[':
		p.objects--
		f.Computed = p.expression()
		p.objects++
		p.expect(']')
	case identifier:
		f.Name = p.word(t)
	default:
		f.Name = p.textOf(t)
	}
	var method *Function
	if p.tok.kind == '(' {
		method = &Function{Params: p.params("method parameter")}
	}
	p.colons(&f)
	if f.Plus && method != nil {
		p.fail(t, "Cannot use +: syntax sugar in a method: %s", p.data(t))
	}
	// What is written counts: { "a": 1, "\u0061": 2 } fails when it is evaluated.
	if f.Computed == nil && seen.twice(p.data(t)) {
		p.fail(t, "Duplicate field: %s", p.data(t))
	}
	f.Body = p.expression()
	f.Span = p.since(t.from)
	if method != nil {
		method.Span, method.Body = f.Span, f.Body
		f.Body = method
	}
	if function, ok := f.Body.(*Function); ok {
		function.Name = f.Name
	}
	o.Fields = append(o.Fields, f)
}

// data is a name or a string's text between its quotes, as messages have it.
func (p *parser) data(t token) string {
	switch raw := p.word(t); t.kind {
	case stringSingle, stringDouble:
		return raw[1 : len(raw)-1]
	case number:
		return strings.ReplaceAll(raw, "_", "")
	case stringBlock, verbatimSingle, verbatimDouble:
		return p.textOf(t)
	default:
		return raw
	}
}

// colons parses what is between a field's name and its body.
func (p *parser) colons(f *Field) {
	t := p.expect(operator)
	colons, plus := strings.CutPrefix(p.word(t), "+")
	f.Plus = plus
	switch colons {
	case ":":
		f.Hide = Inherit
	case "::":
		f.Hide = Hidden
	case ":::":
		f.Hide = Visible
	default:
		p.fail(t, "Expected one of :, ::, :::, +:, +::, +:::, got: %s", p.word(t))
	}
}
