package jinja

import "slices"

// template is a parsed file.
type template struct {
	name    string // as it was asked for
	file    string
	body    []stmt
	blocks  map[string]*blockStmt
	extends bool // it has an extends tag somewhere
}

// maxDepth bounds nesting, in templates and of calls.
const maxDepth = 500

// parser makes nodes of tokens.
type parser struct {
	engine *engine
	tokens []token
	at     int
	depth  int
	t      *template
	uses   map[string]int // how often a name was read so far, blocks apart
	soft   bool           // in a branch, where an unknown filter may stand
	missed []error        // filters and tests that are not there

	loopsSet int // how often loop was assigned to so far
}

func parse(e *engine, name, file, text string) (*template, error) {
	tokens, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{engine: e, tokens: tokens, t: &template{name: name, file: file, blocks: map[string]*blockStmt{}}, uses: map[string]int{}}
	p.t.body, err = p.statements()
	if err == nil && len(p.missed) > 0 {
		err = p.missed[0]
	}
	return p.t, err
}

func (p *parser) cur() token { return p.tokens[p.at] }

func (p *parser) look() token { return p.tokens[min(p.at+1, len(p.tokens)-1)] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

func (p *parser) skipIf(text string) bool {
	if p.cur().is(text) {
		p.next()
		return true
	}
	return false
}

func (p *parser) fail(format string, args ...any) error {
	return failure(p.cur().line, format, args...)
}

func (p *parser) expect(text string) error {
	if !p.skipIf(text) {
		return p.fail("%s stands where %q is expected", p.cur(), text)
	}
	return nil
}

func (p *parser) expectKind(kind tokenKind, what string) (token, error) {
	if p.cur().kind != kind {
		return token{}, p.fail("%s stands where %s is expected", p.cur(), what)
	}
	return p.next(), nil
}

func (p *parser) name() (string, error) {
	t, err := p.expectKind(name, "a name")
	return t.text, err
}

// enter counts a level of nesting; leave with p.depth--.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return p.fail("more than %d levels of nesting", maxDepth)
	}
	return nil
}

// statements reads up to a tag that is one of ends, and leaves it as current.
func (p *parser) statements(ends ...string) ([]stmt, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	var body []stmt
	for {
		switch t := p.cur(); t.kind {
		case eof:
			if len(ends) > 0 {
				return nil, p.fail("the template ends where %q is expected", ends[len(ends)-1])
			}
			return body, nil
		case data:
			body = append(body, textStmt{p.next().text})
		case variableBegin:
			p.next()
			x, err := p.tuple(tupleOptions{cond: true})
			if err != nil {
				return nil, err
			}
			if _, err := p.expectKind(variableEnd, "}}"); err != nil {
				return nil, err
			}
			body = append(body, printStmt{x, t.line})
		case blockBegin:
			p.next()
			if tag := p.cur(); tag.kind == name && slices.Contains(ends, tag.text) {
				return body, nil
			}
			s, err := p.statement()
			if err != nil {
				return nil, err
			}
			if _, err := p.expectKind(blockEnd, "%}"); err != nil {
				return nil, err
			}
			body = append(body, s...)
		}
	}
}

// body reads what a tag holds, from its own end up to one of ends, and tells which.
func (p *parser) body(ends ...string) ([]stmt, string, error) {
	p.skipIf(":")
	if _, err := p.expectKind(blockEnd, "%}"); err != nil {
		return nil, "", err
	}
	list, err := p.statements(ends...)
	if err != nil {
		return nil, "", err
	}
	return list, p.next().text, nil
}

// frame reads a body that has variables of its own.
func (p *parser) frame(ends ...string) ([]stmt, string, error) {
	defer func(soft bool) { p.soft = soft }(p.soft)
	p.soft = false
	return p.body(ends...)
}

// branch reads a body that may be left out.
func (p *parser) branch(ends ...string) ([]stmt, string, error) {
	defer func(soft bool) { p.soft = soft }(p.soft)
	p.soft = true
	return p.body(ends...)
}

// tags are the statements. It is a function because they lead back to it.
func tags() map[string]func(*parser, int) (stmt, error) {
	return map[string]func(*parser, int) (stmt, error){
		"for": (*parser).forTag, "if": (*parser).ifTag, "set": (*parser).setTag, "with": (*parser).withTag,
		"macro": (*parser).macroTag, "call": (*parser).callTag, "filter": (*parser).filterTag, "block": (*parser).blockTag,
		"extends": (*parser).extendsTag, "include": (*parser).includeTag, "import": (*parser).importTag, "from": (*parser).fromTag,
		"do": (*parser).doTag,
	}
}

func (p *parser) statement() ([]stmt, error) {
	t := p.cur()
	if t.kind != name {
		return nil, p.fail("%s stands where the name of a tag is expected", t)
	}
	switch t.text {
	case "print":
		return p.printTag()
	case "autoescape":
		return nil, p.fail("the tag autoescape is not supported")
	}
	parse := tags()[t.text]
	if parse == nil {
		return nil, p.fail("unknown tag %q", t.text)
	}
	p.next()
	s, err := parse(p, t.line)
	return []stmt{s}, err
}

func (p *parser) printTag() ([]stmt, error) {
	var list []stmt
	for p.next(); p.cur().kind != blockEnd; {
		if len(list) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		line := p.cur().line
		x, err := p.expression()
		if err != nil {
			return nil, err
		}
		list = append(list, printStmt{x, line})
	}
	return list, nil
}

func (p *parser) forTag(line int) (stmt, error) {
	s := &forStmt{line: line}
	set := p.loopsSet
	var err error
	if s.target, err = p.target(tupleOptions{end: "in"}); err != nil {
		return nil, err
	}
	if err := p.expect("in"); err != nil {
		return nil, err
	}
	if s.iter, err = p.tuple(tupleOptions{end: "recursive"}); err != nil {
		return nil, err
	}
	if p.skipIf("if") {
		if s.test, err = p.expression(); err != nil {
			return nil, err
		}
	}
	s.recursive = p.skipIf("recursive")
	before := p.uses["loop"]
	var end string
	if s.body, end, err = p.frame("else", "endfor"); err != nil {
		return nil, err
	}
	s.usesVar = s.recursive || p.uses["loop"] > before || hasScopedBlock(s.body)
	if end == "else" {
		s.els, _, err = p.frame("endfor")
	}
	if p.loopsSet > set && err == nil {
		err = failure(line, "loop cannot be assigned to in a loop")
	}
	return s, err
}

// hasScopedBlock tells whether a block that sees the loop's variables is below.
func hasScopedBlock(body []stmt) bool {
	return slices.ContainsFunc(body, func(s stmt) bool {
		switch s := s.(type) {
		case *blockStmt:
			return s.scoped || hasScopedBlock(s.body)
		case *forStmt:
			return hasScopedBlock(s.body) || hasScopedBlock(s.els)
		case *ifStmt:
			return slices.ContainsFunc(append(s.bodies, s.els), hasScopedBlock)
		case *withStmt:
			return hasScopedBlock(s.body)
		}
		return false
	})
}

func (p *parser) ifTag(line int) (stmt, error) {
	s := &ifStmt{line: line}
	for {
		test, err := p.softly(func() (expr, error) { return p.tuple(tupleOptions{}) })
		if err != nil {
			return nil, err
		}
		body, end, err := p.branch("elif", "else", "endif")
		if err != nil {
			return nil, err
		}
		s.tests, s.bodies = append(s.tests, test), append(s.bodies, body)
		switch end {
		case "else":
			s.els, _, err = p.branch("endif")
			return s, err
		case "endif":
			return s, nil
		}
	}
}

func (p *parser) softly(read func() (expr, error)) (expr, error) {
	defer func(soft bool) { p.soft = soft }(p.soft)
	p.soft = true
	return read()
}

func (p *parser) setTag(line int) (stmt, error) {
	target, err := p.target(tupleOptions{namespace: true})
	if err != nil {
		return nil, err
	}
	if p.skipIf("=") {
		value, err := p.tuple(tupleOptions{cond: true})
		return &setStmt{target, value, line}, err
	}
	s := &setBlockStmt{target: target, line: line}
	x, err := p.filters(nil, false)
	if err != nil {
		return nil, err
	}
	s.filter, _ = x.(*filterExpr)
	s.body, _, err = p.frame("endset")
	return s, err
}

func (p *parser) withTag(int) (stmt, error) {
	s := &withStmt{}
	for p.cur().kind != blockEnd {
		if len(s.targets) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		target, err := p.target(tupleOptions{})
		if err != nil {
			return nil, err
		}
		if err := p.expect("="); err != nil {
			return nil, err
		}
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		s.targets, s.values = append(s.targets, target), append(s.values, value)
	}
	var err error
	s.body, _, err = p.frame("endwith")
	return s, err
}

func (p *parser) doTag(int) (stmt, error) {
	x, err := p.tuple(tupleOptions{cond: true})
	return &doStmt{x}, err
}

func (p *parser) filterTag(line int) (stmt, error) {
	defer func(soft bool) { p.soft = soft }(p.soft)
	p.soft = false
	x, err := p.filters(nil, true)
	if err != nil {
		return nil, err
	}
	s := &filterBlockStmt{filter: x.(*filterExpr), line: line}
	s.body, _, err = p.frame("endfilter")
	return s, err
}
