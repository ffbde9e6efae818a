package jinja

import (
	"path"
	"strings"
	"unicode/utf8"
)

// load finds and parses a template. The result is nil when there is none.
func (e *engine) find(n string) (*template, error) {
	if t, ok := e.templates[n]; ok {
		return t, nil
	}
	var parts []string
	for _, part := range strings.Split(n, "/") {
		if part == ".." {
			return nil, nil
		}
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	for _, folder := range e.folders {
		file := path.Join(append([]string{folder}, parts...)...)
		if info, err := e.fs.Stat(file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		text, err := e.fs.ReadFile(file)
		if err != nil {
			return nil, raise("%v", err)
		}
		if !utf8.Valid(text) {
			return nil, &fault{file: file, line: 1, text: "the template is not UTF-8 text"}
		}
		t, err := parse(e, n, file, string(text))
		if err != nil {
			return nil, place(err, 1, file)
		}
		e.templates[n] = t
		return t, nil
	}
	return nil, nil
}

func (e *engine) load(n string) (*template, error) {
	t, err := e.find(n)
	if t == nil && err == nil {
		err = raise("there is no template %q", n)
	}
	return t, err
}

// named gives the template that a value names: one name, or the first of several
// that is there. It is nil when there is none.
func (f *frame) named(x expr, several bool) (*template, string, error) {
	v, err := x.eval(f)
	if err != nil {
		return nil, "", err
	}
	if u, ok := v.(*undefined); ok {
		return nil, "", u.err()
	}
	if n, ok := asText(v); ok {
		t, err := f.e.find(n)
		return t, quote(n), err
	}
	if _, ok := v.(*list); !ok || !several {
		return nil, "", raise("a value of type %s is no name of a template", typeName(v))
	}
	names, err := f.e.slice(v)
	if err != nil {
		return nil, "", err
	}
	for _, n := range names {
		s, ok := asText(n)
		if !ok {
			return nil, "", raise("a value of type %s is no name of a template", typeName(n))
		}
		if t, err := f.e.find(s); t != nil || err != nil {
			return t, quote(s), err
		}
	}
	shown, err := f.e.reprText(v)
	return nil, shown, err
}

// renderRoot renders a template, and then what it extends.
func (e *engine) renderRoot(t *template, s *scope, out *strings.Builder) error {
	done, err := e.deeper()
	if err != nil {
		return err
	}
	defer done()
	var parent *template
	f := &frame{e: e, t: t, scope: s, parent: &parent, top: true, checked: t.extends, out: out}
	f.vars = map[string]any{"self": selfOf(f)}
	if err := f.run(t.body); err != nil {
		return err
	}
	if parent != nil {
		return e.renderRoot(parent, s, out)
	}
	return nil
}

func (s *extendsStmt) exec(f *frame) error {
	if !f.top {
		return failure(s.line, "extends may stand at the top of a template only")
	}
	if *f.parent != nil {
		return place(raise("the template extends two others"), s.line, f.t.file)
	}
	t, n, err := f.named(s.template, false)
	if t == nil && err == nil {
		err = raise("there is no template %s", n)
	}
	if err != nil {
		return place(err, s.line, f.t.file)
	}
	*f.parent = t
	for n, b := range t.blocks {
		f.scope.blocks[n] = append(f.scope.blocks[n], blockOf{b, t})
	}
	return nil
}

func (s *blockStmt) exec(f *frame) error {
	if f.top && f.dropped() {
		return nil
	}
	at := f.scope
	if s.scoped {
		at = &scope{given: f.visible(), vars: map[string]any{}, exported: map[string]bool{}, blocks: f.scope.blocks}
	}
	if s.required && len(f.scope.blocks[s.name]) <= 1 {
		return failure(s.line, "the required block %q is not there", s.name)
	}
	return f.e.renderBlock(at, s.name, 0, f.out)
}

// renderBlock renders the definition of a block at a depth: 0 is the innermost.
func (e *engine) renderBlock(s *scope, n string, depth int, out *strings.Builder) error {
	done, err := e.deeper()
	if err != nil {
		return err
	}
	defer done()
	b := s.blocks[n][depth]
	f := &frame{e: e, t: b.t, scope: s, out: out}
	f.vars = map[string]any{"self": selfOf(f), "super": e.blockCall(s, n, depth+1)}
	return f.run(b.block.body)
}

// blockCall is a block as a function, with what it overrides as super.
func (e *engine) blockCall(s *scope, n string, depth int) any {
	if depth >= len(s.blocks[n]) {
		return &undefined{why: "there is no parent block called " + quote(n)}
	}
	return &function{name: n, lazy: func(attr string) any {
		if attr == "super" {
			return e.blockCall(s, n, depth+1)
		}
		return nil
	}, call: func(e *engine, a args) (any, error) {
		var out strings.Builder
		err := e.renderBlock(s, n, depth, &out)
		return out.String(), err
	}}
}

func selfOf(f *frame) any { return &selfRef{f.e, f.scope} }

func (s *includeStmt) exec(f *frame) error {
	t, n, err := f.named(s.template, true)
	if t == nil && err == nil {
		if s.ignoreMissing {
			return nil
		}
		err = raise("there is no template %s", n)
	}
	if err != nil {
		return place(err, s.line, f.t.file)
	}
	if !s.withContext {
		m, err := f.e.moduleOf(t, nil)
		if err != nil {
			return place(err, s.line, f.t.file)
		}
		return f.write(m.text)
	}
	vars := f.visible()
	delete(vars, "self")
	delete(vars, "super")
	return place(f.e.renderRoot(t, newContext(t, vars), f.out), s.line, f.t.file)
}

// moduleOf runs a template for its variables: with vars, or once with none but the
// globals.
func (e *engine) moduleOf(t *template, vars map[string]any) (*module, error) {
	m := e.modules[t]
	if vars == nil && m != nil {
		return m, nil
	}
	given := vars
	if vars == nil {
		given = e.globals
	}
	s := newContext(t, given)
	var out strings.Builder
	if err := e.renderRoot(t, s, &out); err != nil {
		return nil, err
	}
	m = &module{name: t.name, text: out.String(), vars: map[string]any{}}
	for n, exported := range s.exported {
		if exported {
			m.vars[n] = s.vars[n]
		}
	}
	if vars == nil {
		e.modules[t] = m
	}
	return m, nil
}

func (s *importStmt) exec(f *frame) error {
	t, n, err := f.named(s.template, false)
	if t == nil && err == nil {
		err = raise("there is no template %s", n)
	}
	var m *module
	if err == nil {
		var vars map[string]any
		if s.withContext {
			vars = f.visible()
			delete(vars, "self")
			delete(vars, "super")
		}
		m, err = f.e.moduleOf(t, vars)
	}
	if err != nil {
		return place(err, s.line, f.t.file)
	}
	if s.target != "" {
		f.set(s.target, m, false)
		return nil
	}
	for i, n := range s.names {
		v, ok := m.vars[n]
		if !ok {
			v = &undefined{why: "template " + quote(m.name) + " does not export " + quote(n)}
		}
		f.set(s.as[i], v, false)
	}
	return nil
}
