package jinja

// postfix reads what follows an operand directly: attributes, items and calls.
func (p *parser) postfix(x expr) (expr, error) {
	var err error
	for err == nil {
		switch t := p.cur(); {
		case t.is("."):
			p.next()
			attr := p.next()
			switch {
			case attr.kind == name:
				x = &attrExpr{x, attr.text, t.line}
			case attr.kind == number && intSize(attr.text) == len(attr.text):
				x = &itemExpr{x, &constant{attr.value}, t.line}
			default:
				return nil, failure(attr.line, "%s stands where a name or number is expected", attr)
			}
		case t.is("["):
			x, err = p.subscript(x)
		case t.is("("):
			x, err = p.call(x)
		default:
			return x, nil
		}
	}
	return nil, err
}

func (p *parser) subscript(x expr) (expr, error) {
	line := p.next().line
	var items []expr
	for !p.cur().is("]") {
		if len(items) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		item, err := p.subscribed()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	p.next()
	if len(items) == 1 {
		return &itemExpr{x, items[0], line}, nil
	}
	return &itemExpr{x, &tupleExpr{items}, line}, nil
}

// subscribed reads an index or a slice.
func (p *parser) subscribed() (expr, error) {
	s := &sliceExpr{}
	var err error
	if !p.cur().is(":") {
		if s.from, err = p.expression(); err != nil || !p.cur().is(":") {
			return s.from, err
		}
	}
	p.next()
	ends := func() bool { return p.cur().is("]") || p.cur().is(",") }
	if !p.cur().is(":") && !ends() {
		if s.to, err = p.expression(); err != nil {
			return nil, err
		}
	}
	if p.skipIf(":") && !ends() {
		s.step, err = p.expression()
	}
	return s, err
}

func (p *parser) call(fn expr) (expr, error) {
	line := p.cur().line
	args, err := p.callArgs()
	return &callExpr{fn, args, line}, err
}

func (p *parser) callArgs() (callArgs, error) {
	var a callArgs
	line := p.next().line
	wrong := failure(line, "the arguments of the call are in a wrong order")
	for first := true; !p.cur().is(")"); first = false {
		if !first {
			if err := p.expect(","); err != nil {
				return a, err
			}
			if p.cur().is(")") {
				break
			}
		}
		var err error
		switch t := p.cur(); {
		case p.skipIf("*"):
			if a.rest != nil || a.restMap != nil {
				return a, wrong
			}
			a.rest, err = p.expression()
		case p.skipIf("**"):
			if a.restMap != nil {
				return a, wrong
			}
			a.restMap, err = p.expression()
		case t.kind == name && p.look().is("="):
			if a.restMap != nil {
				return a, wrong
			}
			p.next()
			p.next()
			var x expr
			x, err = p.expression()
			a.names, a.named = append(a.names, t.text), append(a.named, x)
		default:
			if a.rest != nil || a.restMap != nil || len(a.named) > 0 {
				return a, wrong
			}
			var x expr
			x, err = p.expression()
			a.args = append(a.args, x)
		}
		if err != nil {
			return a, err
		}
	}
	return a, p.expect(")")
}

// dotted reads a name that may have dots in it.
func (p *parser) dotted() (string, error) {
	n, err := p.name()
	for err == nil && p.skipIf(".") {
		var more string
		more, err = p.name()
		n += "." + more
	}
	return n, err
}

// miss notes a filter or test that is not there. In a branch it fails only when it
// is reached.
func (p *parser) miss(line int, kind, n string) {
	if !p.soft {
		p.missed = append(p.missed, failure(line, "there is no %s %q", kind, n))
	}
}

// filters reads filters applied to x, which is nil in a block. inline: the first one
// stands without its bar.
func (p *parser) filters(x expr, inline bool) (expr, error) {
	for inline || p.cur().is("|") {
		if !inline {
			p.next()
		}
		inline = false
		line := p.cur().line
		n, err := p.dotted()
		if err != nil {
			return nil, err
		}
		if !p.engine.filters[n].known() {
			p.miss(line, "filter", n)
		}
		f := &filterExpr{x: x, name: n, line: line}
		if p.cur().is("(") {
			if f.args, err = p.callArgs(); err != nil {
				return nil, err
			}
		}
		x = f
	}
	return x, nil
}

func (p *parser) test(x expr) (expr, error) {
	line := p.next().line
	negated := p.skipIf("not")
	n, err := p.dotted()
	if err != nil {
		return nil, err
	}
	if !p.engine.tests[n].known() {
		p.miss(line, "test", n)
	}
	t := &testExpr{x: x, name: n, line: line}
	switch c := p.cur(); {
	case c.is("("):
		t.args, err = p.callArgs()
	case c.is("else") || c.is("or") || c.is("and"):
	case c.is("is"):
		return nil, failure(line, "tests cannot follow one another")
	case c.kind == name || c.kind == stringToken || c.kind == number || c.is("[") || c.is("{"):
		var arg expr
		if arg, err = p.primary(false); err == nil {
			arg, err = p.postfix(arg)
		}
		t.args.args = []expr{arg}
	}
	if err != nil {
		return nil, err
	}
	if negated {
		return &notExpr{t, line}, nil
	}
	return t, nil
}
