package jinja

import (
	"slices"
	"strings"
)

// tupleOptions say what ends a list of expressions, and what may stand in it.
type tupleOptions struct {
	cond      bool   // "a if b else c" is allowed
	end       string // a name that ends it
	simple    bool   // names and literals only
	namespace bool   // with ns.attr, as a target
	parens    bool   // an empty list is allowed
}

// tuple reads an expression, or several with commas, which are a tuple.
func (p *parser) tuple(o tupleOptions) (expr, error) {
	var items []expr
	isTuple := false
	for {
		if len(items) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		if t := p.cur(); t.kind == variableEnd || t.kind == blockEnd || t.is(")") || o.end != "" && t.is(o.end) {
			break
		}
		x, err := p.tupleItem(o)
		if err != nil {
			return nil, err
		}
		items = append(items, x)
		if !p.cur().is(",") {
			break
		}
		isTuple = true
	}
	if !isTuple && len(items) == 1 {
		return items[0], nil
	}
	if !isTuple && !o.parens {
		return nil, p.fail("%s stands where an expression is expected", p.cur())
	}
	return &tupleExpr{items}, nil
}

func (p *parser) tupleItem(o tupleOptions) (expr, error) {
	switch {
	case o.simple:
		return p.primary(o.namespace)
	case o.cond:
		return p.expression()
	}
	return p.or()
}

// target reads what can be assigned to.
func (p *parser) target(o tupleOptions) (expr, error) {
	o.simple = true
	line, uses := p.cur().line, p.uses["loop"]
	x, err := p.tuple(o)
	if err != nil {
		return nil, err
	}
	if p.uses["loop"] > uses {
		p.uses["loop"] = uses
		p.loopsSet++
	}
	if !assignable(x) {
		return nil, failure(line, "what stands left of the assignment cannot be assigned to")
	}
	return x, nil
}

func assignable(x expr) bool {
	switch x := x.(type) {
	case *nameRef:
		return !slices.Contains([]string{"true", "false", "none", "True", "False", "None"}, x.name)
	case *nsRef:
		return true
	case *tupleExpr:
		return !slices.ContainsFunc(x.items, func(item expr) bool { return !assignable(item) })
	}
	return false
}

func (p *parser) expression() (expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	missed := len(p.missed)
	x, err := p.or()
	if p.cur().is("if") {
		p.missed = p.missed[:missed] // within a condition
	}
	for err == nil && p.cur().is("if") {
		c := &condExpr{then: x, line: p.next().line}
		if c.test, err = p.softly(p.or); err != nil {
			return nil, err
		}
		if p.skipIf("else") {
			c.els, err = p.softly(p.expression)
		}
		x = c
	}
	return x, err
}

// chain reads operands with operators of one level between them, from the left.
func (p *parser) chain(operand func() (expr, error), join func(op string, line int, l, r expr) expr, ops ...string) (expr, error) {
	x, err := operand()
	for err == nil && (p.cur().kind == operator || p.cur().kind == name) && slices.Contains(ops, p.cur().text) {
		t := p.next()
		var r expr
		if r, err = operand(); err == nil {
			x = join(t.text, t.line, x, r)
		}
	}
	return x, err
}

func binary(op string, line int, l, r expr) expr { return &binaryExpr{op, l, r, line} }

func logic(op string, line int, l, r expr) expr { return &logicExpr{op == "and", l, r, line} }

func (p *parser) or() (expr, error) { return p.chain(p.and, logic, "or") }

func (p *parser) and() (expr, error) { return p.chain(p.not, logic, "and") }

func (p *parser) not() (expr, error) {
	if !p.cur().is("not") {
		return p.compare()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	line := p.next().line
	x, err := p.not()
	return &notExpr{x, line}, err
}

func (p *parser) compare() (expr, error) {
	first, err := p.sum()
	if err != nil {
		return nil, err
	}
	c := &compareExpr{first: first, line: p.cur().line}
	for {
		op := p.cur().text
		switch {
		case p.cur().kind == operator && slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, op):
			p.next()
		case p.skipIf("in"):
		case p.cur().is("not") && p.look().is("in"):
			p.next()
			p.next()
			op = "not in"
		case len(c.ops) == 0:
			return first, nil
		default:
			return c, nil
		}
		x, err := p.sum()
		if err != nil {
			return nil, err
		}
		c.ops, c.rest = append(c.ops, op), append(c.rest, x)
	}
}

func (p *parser) sum() (expr, error) { return p.chain(p.concat, binary, "+", "-") }

func (p *parser) concat() (expr, error) {
	line := p.cur().line
	x, err := p.product()
	if err != nil || !p.cur().is("~") {
		return x, err
	}
	c := &concatExpr{[]expr{x}, line}
	for p.skipIf("~") {
		if x, err = p.product(); err != nil {
			return nil, err
		}
		c.items = append(c.items, x)
	}
	return c, nil
}

func (p *parser) product() (expr, error) { return p.chain(p.power, binary, "*", "/", "//", "%") }

func (p *parser) power() (expr, error) {
	return p.chain(func() (expr, error) { return p.unary(true) }, binary, "**")
}

func (p *parser) unary(withFilter bool) (x expr, err error) {
	if t := p.cur(); t.is("-") || t.is("+") {
		if err := p.enter(); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		p.next()
		if x, err = p.unary(false); err != nil {
			return nil, err
		}
		x = &unaryExpr{t.text, x, t.line}
	} else if x, err = p.primary(false); err != nil {
		return nil, err
	}
	if x, err = p.postfix(x); err != nil || !withFilter {
		return x, err
	}
	for err == nil {
		switch {
		case p.cur().is("|"):
			x, err = p.filters(x, false)
		case p.cur().is("is"):
			x, err = p.test(x)
		case p.cur().is("("):
			x, err = p.call(x)
		default:
			return x, nil
		}
	}
	return nil, err
}

// constantOf gives the value that a name always has.
func constantOf(name string) (any, bool) {
	switch name {
	case "true", "True":
		return true, true
	case "false", "False":
		return false, true
	case "none", "None":
		return none{}, true
	}
	return nil, false
}

func (p *parser) primary(namespace bool) (expr, error) {
	t := p.cur()
	switch {
	case t.kind == name:
		p.next()
		if v, ok := constantOf(t.text); ok {
			return &constant{v}, nil
		}
		if namespace && p.skipIf(".") {
			attr, err := p.name()
			return &nsRef{t.text, attr, t.line}, err
		}
		p.uses[t.text]++
		return &nameRef{t.text, t.line}, nil
	case t.kind == stringToken:
		var b strings.Builder
		for p.cur().kind == stringToken {
			b.WriteString(p.next().text)
		}
		return &constant{b.String()}, nil
	case t.kind == number:
		p.next()
		return &constant{t.value}, nil
	case p.skipIf("("):
		x, err := p.tuple(tupleOptions{cond: true, parens: true})
		if err != nil {
			return nil, err
		}
		return x, p.expect(")")
	case t.is("["):
		return p.list()
	case t.is("{"):
		return p.dict()
	}
	return nil, p.fail("%s stands where an expression is expected", t)
}

func (p *parser) list() (expr, error) {
	l := &listExpr{}
	for p.next(); !p.cur().is("]"); {
		if len(l.items) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
			if p.cur().is("]") {
				break
			}
		}
		x, err := p.expression()
		if err != nil {
			return nil, err
		}
		l.items = append(l.items, x)
	}
	return l, p.expect("]")
}

func (p *parser) dict() (expr, error) {
	d := &dictExpr{}
	for p.next(); !p.cur().is("}"); {
		if len(d.keys) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
			if p.cur().is("}") {
				break
			}
		}
		key, err := p.expression()
		if err != nil {
			return nil, err
		}
		if err := p.expect(":"); err != nil {
			return nil, err
		}
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		d.keys, d.values = append(d.keys, key), append(d.values, value)
	}
	return d, p.expect("}")
}
