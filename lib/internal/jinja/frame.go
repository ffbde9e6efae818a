package jinja

import "strings"

// scope is a template's variables: those it was given and those it sets at its top.
type scope struct {
	given    map[string]any
	vars     map[string]any
	exported map[string]bool
	blocks   map[string][]blockOf // the innermost override first
}

// blockOf is a block in the template that defines it.
type blockOf struct {
	block *blockStmt
	t     *template
}

func newContext(t *template, given map[string]any) *scope {
	s := &scope{given: given, vars: map[string]any{}, exported: map[string]bool{}, blocks: map[string][]blockOf{}}
	for n, b := range t.blocks {
		s.blocks[n] = []blockOf{{b, t}}
	}
	return s
}

// all gives all variables, in a new map.
func (s *scope) all() map[string]any {
	all := make(map[string]any, len(s.given)+len(s.vars))
	for n, v := range s.given {
		all[n] = v
	}
	for n, v := range s.vars {
		all[n] = v
	}
	return all
}

// frame is where statements run: a template's top, a loop's body, a macro's call.
type frame struct {
	e       *engine
	t       *template
	scope   *scope
	parent  **template // the template that is extended, once it is known; nil in blocks
	vars    map[string]any
	up      *frame
	top     bool
	checked bool // output is dropped once a template is extended
	out     *strings.Builder
}

// inner gives a frame with variables of its own.
func (f *frame) inner() *frame {
	n := *f
	n.vars, n.up, n.top = map[string]any{}, f, false
	return &n
}

// into gives a frame that writes elsewhere, whatever is extended.
func (f *frame) into(out *strings.Builder) *frame {
	n := f.inner()
	n.out, n.checked = out, false
	return n
}

func (f *frame) lookup(n string) any {
	for at := f; at != nil; at = at.up {
		if v, ok := at.vars[n]; ok {
			return v
		}
	}
	if v, ok := f.scope.vars[n]; ok {
		return v
	}
	if v, ok := f.scope.given[n]; ok {
		return v
	}
	return &undefined{why: quote(n) + " is undefined"}
}

// set sets a variable. At the top it becomes one of the template.
func (f *frame) set(n string, v any, export bool) {
	if !f.top {
		f.vars[n] = v
		return
	}
	f.scope.vars[n] = v
	if !strings.HasPrefix(n, "_") {
		f.scope.exported[n] = export
	}
}

// visible gives all variables that another template sees from here.
func (f *frame) visible() map[string]any {
	all := f.scope.all()
	var frames []*frame
	for at := f; at != nil; at = at.up {
		frames = append(frames, at)
	}
	for i := len(frames) - 1; i >= 0; i-- {
		for n, v := range frames[i].vars {
			all[n] = v
		}
	}
	return all
}

// assign sets what a target names.
func (f *frame) assign(target expr, v any) error {
	switch target := target.(type) {
	case *nameRef:
		f.set(target.name, v, true)
		return nil
	case *nsRef:
		ns, ok := f.lookup(target.name).(*namespace)
		if !ok {
			return place(raise("%q is no namespace", target.name), target.line, f.t.file)
		}
		return ns.vars.set(target.attr, v)
	case *tupleExpr:
		items, err := f.e.slice(v)
		if err != nil {
			return err
		}
		if len(items) != len(target.items) {
			return raise("%d values for %d names", len(items), len(target.items))
		}
		for i, item := range items {
			if err := f.assign(target.items[i], item); err != nil {
				return err
			}
		}
	}
	return nil
}

// write adds to the output.
func (f *frame) write(s string) error {
	f.out.WriteString(s)
	if f.e.size += len(s); f.e.size > maxText {
		return raise("the text grows over %d MiB", maxText>>20)
	}
	return nil
}

// dropped tells whether output goes nowhere, because another template is extended.
func (f *frame) dropped() bool { return f.checked && f.parent != nil && *f.parent != nil }

func (f *frame) run(body []stmt) error {
	for _, s := range body {
		if err := s.exec(f); err != nil {
			return err
		}
	}
	return f.e.ctx.Err()
}

// deeper counts a level of calls; the result ends it.
func (e *engine) deeper() (func(), error) {
	if e.depth++; e.depth > maxDepth {
		e.depth--
		return nil, raise("more than %d calls within each other", maxDepth)
	}
	return func() { e.depth-- }, nil
}
