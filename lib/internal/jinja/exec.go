package jinja

import "strings"

func (s textStmt) exec(f *frame) error {
	if f.dropped() {
		return nil
	}
	return f.write(s.text)
}

func (s printStmt) exec(f *frame) error {
	if f.dropped() {
		return nil
	}
	v, err := s.x.eval(f)
	if err != nil {
		return place(err, s.line, f.t.file)
	}
	return f.show(v, s.line)
}

// show writes a value.
func (f *frame) show(v any, line int) error {
	text, err := f.e.str(v)
	if err == nil {
		err = f.write(text)
	}
	return place(err, line, f.t.file)
}

func (s *doStmt) exec(f *frame) error {
	_, err := s.x.eval(f)
	return err
}

func (s *setStmt) exec(f *frame) error {
	v, err := s.value.eval(f)
	if err == nil {
		err = f.assign(s.target, v)
	}
	return place(err, s.line, f.t.file)
}

func (s *setBlockStmt) exec(f *frame) error {
	var out strings.Builder
	inner := f.into(&out)
	if err := inner.run(s.body); err != nil {
		return err
	}
	var v any = out.String()
	if s.filter != nil {
		var err error
		if v, err = s.filter.applyText(inner, out.String()); err != nil {
			return err
		}
	}
	return place(f.assign(s.target, v), s.line, f.t.file)
}

func (s *filterBlockStmt) exec(f *frame) error {
	var out strings.Builder
	inner := f.inner()
	inner.out = &out
	if err := inner.run(s.body); err != nil {
		return err
	}
	v, err := s.filter.applyText(inner, out.String())
	if err != nil {
		return err
	}
	return f.show(v, s.line)
}

func (s *ifStmt) exec(f *frame) error {
	for i, test := range s.tests {
		ok, err := f.test(test, s.line)
		if err != nil {
			return err
		}
		if ok {
			return f.run(s.bodies[i])
		}
	}
	return f.run(s.els)
}

func (s *withStmt) exec(f *frame) error {
	inner := f.inner()
	for i, target := range s.targets {
		v, err := s.values[i].eval(f)
		if err != nil {
			return err
		}
		if err := inner.assign(target, v); err != nil {
			return err
		}
	}
	return inner.run(s.body)
}

func (s *forStmt) exec(f *frame) error {
	v, err := s.iter.eval(f)
	if err != nil {
		return place(err, s.line, f.t.file)
	}
	if !s.recursive {
		return place(s.over(f, v, 0), s.line, f.t.file)
	}
	var out strings.Builder
	if err := s.over(f.into(&out), v, 0); err != nil {
		return place(err, s.line, f.t.file)
	}
	return f.write(out.String())
}

// over runs the body for each item of v.
func (s *forStmt) over(f *frame, v any, depth int) error {
	l, err := newLoop(f.e, v)
	if err != nil {
		return err
	}
	l.depth0 = depth
	if s.test != nil {
		l.items, l.next = nil, s.tested(f, l.next)
	}
	if s.recursive {
		l.recurse = func(v any) (string, error) {
			var out strings.Builder
			err := s.over(f.into(&out), v, depth+1)
			return out.String(), err
		}
	}
	for {
		item, err := l.advance()
		if err != nil {
			return err
		}
		if item == nil {
			break
		}
		inner := f.inner()
		if s.usesVar {
			inner.vars["loop"] = l
		}
		if err := inner.assign(s.target, item); err != nil {
			return err
		}
		if err := inner.run(s.body); err != nil {
			return err
		}
	}
	if l.index0 < 0 {
		return f.inner().run(s.els)
	}
	return nil
}

// tested leaves out the items for which the loop's condition is false.
func (s *forStmt) tested(f *frame, next func() (any, error)) func() (any, error) {
	return func() (any, error) {
		for {
			item, err := next()
			if item == nil || err != nil {
				return nil, err
			}
			inner := f.inner()
			if err := inner.assign(s.target, item); err != nil {
				return nil, err
			}
			if ok, err := inner.test(s.test, s.line); ok || err != nil {
				return item, err
			}
		}
	}
}

func (s *macroStmt) exec(f *frame) error {
	f.set(s.name, s.bind(f), true)
	return nil
}

func (s *callBlockStmt) exec(f *frame) error {
	v, err := s.call.with(f, s.macro.bind(f))
	if err != nil {
		return err
	}
	return f.show(v, s.call.line)
}

// bind makes a function of a macro where it is defined.
func (s *macroStmt) bind(f *frame) *function {
	names := make([]any, len(s.params))
	for i, p := range s.params {
		names[i] = p
	}
	return &function{name: s.name, attrs: map[string]any{
		"name": s.name, "arguments": &list{items: names, tuple: true},
		"caller": s.caller, "catch_kwargs": s.kwargs, "catch_varargs": s.varags,
	}, call: func(_ *engine, a args) (any, error) {
		var out strings.Builder
		inner := f.into(&out)
		if err := s.receive(inner, a); err != nil {
			return nil, err
		}
		err := inner.run(s.body)
		return out.String(), err
	}}
}

// receive sets the macro's parameters.
func (s *macroStmt) receive(f *frame, a args) error {
	if len(a.pos) > len(s.params) && !s.varags {
		return raise("macro %q takes %d arguments and gets %d", s.name, len(s.params), len(a.pos))
	}
	given := make([]any, len(s.params))
	copy(given, a.pos)
	for i := len(a.pos); i < len(s.params); i++ {
		given[i] = a.take(s.params[i])
	}
	if s.caller {
		f.vars["caller"] = &undefined{why: "nothing called the macro with a caller"}
		if c := a.take("caller"); c != nil && c != (none{}) {
			f.vars["caller"] = c
		}
	}
	if !s.kwargs && len(a.names) > 0 {
		return raise("macro %q has no parameter %q", s.name, a.names[0])
	}
	if s.kwargs {
		d := newDict()
		for i, n := range a.names {
			d.put("s"+n, n, a.named[i])
		}
		f.vars["kwargs"] = d
	}
	if s.varags {
		f.vars["varargs"] = &list{items: a.pos[min(len(a.pos), len(s.params)):], tuple: true}
	}
	return s.bindParameters(f, given)
}

// bindParameters sets the parameters. A default sees all of them, not what is
// outside under their names.
func (s *macroStmt) bindParameters(f *frame, given []any) error {
	for i, p := range s.params {
		f.vars[p] = given[i]
		if given[i] == nil {
			f.vars[p] = &undefined{why: "the parameter " + quote(p) + " was not given"}
		}
	}
	for d, value := range s.defaults {
		i := len(s.params) - len(s.defaults) + d
		if given[i] != nil {
			continue
		}
		v, err := value.eval(f)
		if err != nil {
			return err
		}
		f.vars[s.params[i]] = v
	}
	return nil
}
