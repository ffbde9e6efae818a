package jinja

import (
	"slices"
	"strings"
)

// signature reads the parameters of a macro.
func (p *parser) signature(m *macroStmt) error {
	if err := p.expect("("); err != nil {
		return err
	}
	for !p.cur().is(")") {
		if len(m.params) > 0 {
			if err := p.expect(","); err != nil {
				return err
			}
		}
		param, err := p.name()
		if err != nil {
			return err
		}
		if p.skipIf("=") {
			x, err := p.expression()
			if err != nil {
				return err
			}
			m.defaults = append(m.defaults, x)
		} else if len(m.defaults) > 0 {
			return p.fail("parameter %q without a default follows one with a default", param)
		}
		m.params = append(m.params, param)
	}
	return p.expect(")")
}

// macroBody reads the body and notes which special names it reads.
func (p *parser) macroBody(m *macroStmt, end string) error {
	before := map[string]int{}
	for _, n := range []string{"caller", "kwargs", "varargs"} {
		before[n] = p.uses[n]
	}
	var err error
	if m.body, _, err = p.frame(end); err != nil {
		return err
	}
	special := func(n string) bool { return p.uses[n] > before[n] && !slices.Contains(m.params, n) }
	m.caller, m.kwargs, m.varags = special("caller"), special("kwargs"), special("varargs")
	at := slices.Index(m.params, "caller")
	if p.uses["caller"] > before["caller"] && at >= 0 && at < len(m.params)-len(m.defaults) {
		return failure(m.line, "the parameter \"caller\" needs a default")
	}
	return nil
}

func (p *parser) macroTag(line int) (stmt, error) {
	m := &macroStmt{line: line}
	var err error
	if m.name, err = p.name(); err != nil {
		return nil, err
	}
	if err := p.signature(m); err != nil {
		return nil, err
	}
	return m, p.macroBody(m, "endmacro")
}

func (p *parser) callTag(line int) (stmt, error) {
	m := &macroStmt{line: line}
	if p.cur().is("(") {
		if err := p.signature(m); err != nil {
			return nil, err
		}
	}
	x, err := p.expression()
	if err != nil {
		return nil, err
	}
	call, ok := x.(*callExpr)
	if !ok {
		return nil, failure(line, "the tag call needs a call")
	}
	return &callBlockStmt{m, call}, p.macroBody(m, "endcall")
}

func (p *parser) blockTag(line int) (stmt, error) {
	s := &blockStmt{line: line}
	var err error
	if s.name, err = p.name(); err != nil {
		return nil, err
	}
	s.scoped = p.skipIf("scoped")
	s.required = p.skipIf("required")
	uses := map[string]int{}
	for n, count := range p.uses {
		uses[n] = count
	}
	if s.body, _, err = p.frame("endblock"); err != nil {
		return nil, err
	}
	p.uses = uses
	for _, b := range s.body {
		if text, ok := b.(textStmt); s.required && (!ok || strings.TrimFunc(text.text, isSpace) != "") {
			return nil, failure(line, "the required block %q may hold nothing but blanks and comments", s.name)
		}
	}
	p.skipIf(s.name)
	if p.t.blocks[s.name] != nil {
		return nil, failure(line, "the block %q is there twice", s.name)
	}
	p.t.blocks[s.name] = s
	return s, nil
}

func (p *parser) extendsTag(line int) (stmt, error) {
	p.t.extends = true
	x, err := p.expression()
	return &extendsStmt{x, line}, err
}

func (p *parser) includeTag(line int) (stmt, error) {
	s := &includeStmt{line: line}
	var err error
	if s.template, err = p.expression(); err != nil {
		return nil, err
	}
	if p.cur().is("ignore") && p.look().is("missing") {
		p.next()
		p.next()
		s.ignoreMissing = true
	}
	s.withContext, _ = p.context(true)
	return s, nil
}

// context reads "with context" or "without context".
func (p *parser) context(otherwise bool) (with, given bool) {
	if (p.cur().is("with") || p.cur().is("without")) && p.look().is("context") {
		with = p.next().text == "with"
		p.next()
		return with, true
	}
	return otherwise, false
}

func (p *parser) importTag(line int) (stmt, error) {
	s := &importStmt{line: line}
	var err error
	if s.template, err = p.expression(); err != nil {
		return nil, err
	}
	if err := p.expect("as"); err != nil {
		return nil, err
	}
	s.target, err = p.name()
	s.withContext, _ = p.context(false)
	return s, err
}

func (p *parser) fromTag(line int) (stmt, error) {
	s := &importStmt{line: line}
	var err error
	if s.template, err = p.expression(); err != nil {
		return nil, err
	}
	if err := p.expect("import"); err != nil {
		return nil, err
	}
	for {
		if len(s.names) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		var given bool
		if s.withContext, given = p.context(false); given {
			return s, nil
		}
		n, err := p.name()
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(n, "_") {
			return nil, p.fail("%q begins with an underscore and cannot be imported", n)
		}
		as := n
		if p.skipIf("as") {
			if as, err = p.name(); err != nil {
				return nil, err
			}
		}
		s.names, s.as = append(s.names, n), append(s.as, as)
		if s.withContext, given = p.context(false); given || !p.cur().is(",") {
			return s, nil
		}
	}
}
