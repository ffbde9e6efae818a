package syntax

// scope is the variables that one frame, or a part of one, gives to what is
// inside.
type scope struct {
	outer  *scope
	names  func(name string) int32 // the slot of a name, or -1
	inner  bool                    // of the same frame as outer
	object bool                    // its frame has an object
}

// resolver finds where variables are bound. It goes through a program in the order
// of go-jsonnet, which says of several errors the first.
type resolver struct{}

// resolve finishes a parsed program.
func resolve(root Node) Node { return resolver{}.node(root, nil, false) }

func (r resolver) fail(at Span, message string) {
	panic(stop{err: &Error{at, message}})
}

// node resolves n, and gives what is in its place. extend tells that n is in the
// place where a Local adds to the frame that is there.
func (r resolver) node(n Node, s *scope, extend bool) Node {
	switch e := n.(type) {
	case *Literal, *Import:
	case *Var:
		return r.variable(e, s)
	case *Index:
		e.Target = r.node(e.Target, s, false)
		e.Key = r.node(e.Key, s, false)
	case *Call:
		r.call(e, s)
	case *Local:
		r.local(e, s, extend)
	case *Object:
		r.object(e, s)
	case *Function:
		r.function(e, s)
	case *Self:
		if e.Frame == outermost {
			e.Frame = r.frameOf(e.Span, s, true, "$") // the parser knows that there is one
		} else {
			e.Frame = r.frameOf(e.Span, s, false, "self")
		}
	case *Binary:
		if e.Op == OpIn {
			e.Right = r.node(e.Right, s, false)
			e.Left = r.node(e.Left, s, false)
			break
		}
		e.Left = r.node(e.Left, s, false)
		e.Right = r.node(e.Right, s, false)
	case *Unary:
		e.Operand = r.node(e.Operand, s, false)
	case *If:
		e.Cond = r.node(e.Cond, s, false)
		e.Then = r.node(e.Then, s, false)
		e.Else = r.maybe(e.Else, s)
	case *Array:
		r.nodes(e.Elements, s)
	default:
		r.seldom(n, s)
	}
	return n
}

// seldom resolves the expressions that programs have few of.
func (r resolver) seldom(n Node, s *scope) {
	switch e := n.(type) {
	case *Comp:
		r.comp(e, s)
	case *Slice:
		e.Target = r.node(e.Target, s, false)
		e.From, e.To, e.Step = r.maybe(e.From, s), r.maybe(e.To, s), r.maybe(e.Step, s)
	case *Super:
		e.Frame = r.frameOf(e.Span, s, false, "super")
		e.Key = r.node(e.Key, s, false)
	case *InSuper:
		e.Frame = r.frameOf(e.Span, s, false, "super")
		e.Key = r.node(e.Key, s, false)
	case *Assert:
		e.Cond = r.node(e.Cond, s, false)
		e.Rest = r.node(e.Rest, s, false)
		e.Message = r.maybe(e.Message, s)
	case *ErrorExpr:
		e.Message = r.node(e.Message, s, false)
	default:
		panic("bug: an expression of an unknown type")
	}
}

func (r resolver) maybe(n Node, s *scope) Node {
	if n == nil {
		return nil
	}
	return r.node(n, s, false)
}

func (r resolver) nodes(list []Node, s *scope) {
	for i := range list {
		list[i] = r.node(list[i], s, false)
	}
}

func (r resolver) assertion(a *Assertion, s *scope) {
	a.Cond = r.node(a.Cond, s, false)
	a.Message = r.maybe(a.Message, s)
}

// variable finds the frame and slot of a name; the innermost wins.
func (r resolver) variable(e *Var, s *scope) Node {
	frame := int32(0)
	for ; s != nil; s = s.outer {
		if slot := s.names(e.Name); slot >= 0 {
			e.Frame, e.Slot = frame, slot
			return e
		}
		if !s.inner {
			frame++
		}
	}
	if e.Name == "std" {
		return &Std{e.Span}
	}
	r.fail(e.Span, "Unknown variable: "+e.Name)
	return nil
}

// frameOf gives the frame of the nearest object, or of the outermost.
func (r resolver) frameOf(at Span, s *scope, last bool, word string) int32 {
	found, frame := int32(-1), int32(0)
	for ; s != nil; s = s.outer {
		if s.object {
			if found = frame; !last {
				break
			}
		}
		if !s.inner {
			frame++
		}
	}
	if found < 0 {
		r.fail(at, "Can't use "+word+" outside of an object.")
	}
	return found
}

func (r resolver) call(e *Call, s *scope) {
	e.Target = r.node(e.Target, s, false)
	r.nodes(e.Args, s)
	for i := range e.Named {
		e.Named[i].Value = r.node(e.Named[i].Value, s, false)
	}
}

// bound gives the slots of binds.
func bound(binds []Bind, base int32) func(string) int32 {
	if len(binds) > 4*few {
		slots := make(map[string]int32, len(binds))
		for i := range binds {
			slots[binds[i].Name] = base + int32(i)
		}
		return func(name string) int32 {
			if slot, ok := slots[name]; ok {
				return slot
			}
			return -1
		}
	}
	return func(name string) int32 {
		for i := range binds {
			if binds[i].Name == name {
				return base + int32(i)
			}
		}
		return -1
	}
}

// extent is how many variables the Locals add that n begins with.
func extent(n Node) int32 {
	size := int32(0)
	for {
		local, ok := n.(*Local)
		if !ok {
			return size
		}
		size += int32(len(local.Binds))
		n = local.Body
	}
}

func (r resolver) local(e *Local, s *scope, extend bool) {
	if !extend {
		e.Size = extent(e)
	}
	inner := &scope{outer: s, names: bound(e.Binds, e.Base), inner: extend}
	r.binds(e.Binds, inner)
	if next, ok := e.Body.(*Local); ok {
		next.Base = e.Base + int32(len(e.Binds))
	}
	e.Body = r.node(e.Body, inner, true)
}

func (r resolver) binds(binds []Bind, s *scope) {
	for i := range binds {
		binds[i].Value = r.node(binds[i].Value, s, false)
	}
}

func (r resolver) function(e *Function, s *scope) {
	slot := func(name string) int32 {
		for i := range e.Params {
			if e.Params[i].Name == name {
				return int32(i)
			}
		}
		return -1
	}
	inner := &scope{outer: s, names: slot}
	var seen names
	for i := range e.Params {
		e.Twice = seen.twice(e.Params[i].Name) || e.Twice
		e.Params[i].Default = r.maybe(e.Params[i].Default, inner)
	}
	if local, ok := e.Body.(*Local); ok {
		local.Base = int32(len(e.Params))
	}
	e.Size = int32(len(e.Params)) + extent(e.Body)
	e.Body = r.node(e.Body, inner, true)
}

func (r resolver) object(e *Object, s *scope) {
	inner := &scope{outer: s, names: bound(e.Locals, 0), object: true}
	r.binds(e.Locals, inner)
	fixed := make([]string, 0, len(e.Fields))
	for i := range e.Fields {
		f := &e.Fields[i]
		f.Body = r.node(f.Body, inner, false)
	}
	for i := range e.Asserts {
		r.assertion(&e.Asserts[i], inner)
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		f.Computed = r.maybe(f.Computed, s)
		if name, ok := fixedName(f); ok {
			f.Name, f.Computed = name, nil
			fixed = append(fixed, name)
		}
	}
	if len(fixed) == len(e.Fields) && !twice(fixed) {
		e.Shape = NewShape(fixed)
	}
}

// fixedName gives a name that is written out, maybe in brackets.
func fixedName(f *Field) (string, bool) {
	if f.Computed == nil {
		return f.Name, true
	}
	if key, ok := f.Computed.(*Literal); ok {
		name, ok := key.Value.(string)
		return name, ok
	}
	return "", false
}

// twice tells whether a name is there twice, which is an error only when the
// object is evaluated.
func twice(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, n := range names {
		if seen[n] {
			return true
		}
		seen[n] = true
	}
	return false
}

func (r resolver) comp(e *Comp, s *scope) {
	r.parts(e.Parts, s, func(s *scope) {
		if o, ok := e.Body.(*Object); ok && e.IsObject {
			r.object(o, s)
			return
		}
		e.Body = r.node(e.Body, s, false)
	})
}

// parts resolves the parts of a comprehension around its body.
func (r resolver) parts(parts []Part, s *scope, body func(*scope)) {
	if len(parts) == 0 {
		body(s)
		return
	}
	p := &parts[0]
	if p.Over == nil {
		p.Cond = r.node(p.Cond, s, false)
		r.parts(parts[1:], s, body)
		return
	}
	r.parts(parts[1:], &scope{outer: s, names: func(name string) int32 {
		if name == p.Name {
			return 0
		}
		return -1
	}}, body)
	p.Over = r.node(p.Over, s, false)
}
