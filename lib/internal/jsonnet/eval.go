package jsonnet

import (
	"math"
	"strconv"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// frame is a group of variables; see syntax.Node. A variable may be a *Thunk.
type frame struct {
	parent *frame
	self   *Object // of an object's frame
	layer  int     // the layer of self that the program is in
	vars   []Value
}

func newFrame(parent *frame, n int) *frame {
	// Most frames are small, and one piece of memory is cheaper than two.
	switch n {
	case 0:
		return &frame{parent: parent}
	case 1:
		f := &struct {
			frame
			vars [1]Value
		}{frame: frame{parent: parent}}
		f.frame.vars = f.vars[:]
		return &f.frame
	case 2:
		f := &struct {
			frame
			vars [2]Value
		}{frame: frame{parent: parent}}
		f.frame.vars = f.vars[:]
		return &f.frame
	}
	return &frame{parent: parent, vars: make([]Value, n)}
}

func (f *frame) up(n int32) *frame {
	for ; n > 0; n-- {
		f = f.parent
	}
	return f
}

// all is more variables than a frame has.
const all = math.MaxInt32

// later gives the value of n in env if it is at hand, and else a thunk. Of the
// variables of env's own frame, only the first ones are set.
func (ev *Evaluation) later(n syntax.Node, env *frame, set int32) Value {
	switch n := n.(type) {
	case *syntax.Literal:
		return n.Value
	case *syntax.Function:
		return &Function{code: n, env: env}
	case *syntax.Var:
		if n.Frame > 0 || n.Slot < set {
			return env.up(n.Frame).vars[n.Slot]
		}
	}
	return &Thunk{node: n, env: env}
}

// forceThunk gives the value of t; site is the expression that needs it, or nil.
func (ev *Evaluation) forceThunk(t *Thunk, site syntax.Node) Value {
	switch {
	case t.node != nil:
		name := ""
		if v, ok := site.(*syntax.Var); ok {
			name = v.Name
		}
		ev.push(call{site: site, kind: callVariable, name: name})
		t.value = ev.eval(t.node, t.env)
		ev.pop()
		t.node, t.env = nil, nil
	case t.make != nil:
		ev.pushFree(call{site: site, kind: callBuiltin})
		ev.descend()
		v := t.make()
		if inner, ok := v.(*Thunk); ok {
			v = ev.forceThunk(inner, nil)
		}
		ev.nested--
		ev.popFree()
		t.value, t.make = v, nil
	}
	return t.value
}

// eval gives the value of n, which may be a *rope but is no *Thunk.
func (ev *Evaluation) eval(n syntax.Node, env *frame) Value {
	base, free := len(ev.stack), ev.free
	ev.descend()
	v := ev.tail(n, env)
	ev.nested--
	ev.stack, ev.free = ev.stack[:base], free
	return v
}

// tail evaluates n; calls whose value is that of n leave their call on the stack.
func (ev *Evaluation) tail(n syntax.Node, env *frame) Value {
	base, free := len(ev.stack), ev.free
	for {
		ev.tick(1)
		switch e := n.(type) {
		case *syntax.Literal:
			return e.Value
		case *syntax.Var:
			return ev.variable(e, env)
		case *syntax.Index:
			return ev.index(e, env)
		case *syntax.Call:
			f := ev.callee(e, env)
			if f.code == nil {
				return ev.callBuiltin(e, f, env)
			}
			inner := ev.bind(e, f, env)
			c := call{site: e, kind: callFunction, name: f.code.Name}
			if e.TailStrict {
				// go-jsonnet ends the call that this one is in, be it only an operand there.
				ev.stack, ev.free = ev.stack[:base], free
				ev.pushFree(c)
			} else {
				ev.push(c)
			}
			n, env = f.code.Body, inner
		case *syntax.Local:
			if e.Size > 0 {
				env = newFrame(env, int(e.Size))
			}
			ev.locals(e.Binds, env, e.Base)
			n = e.Body
		case *syntax.If:
			switch {
			case ev.condition(e.Cond, env):
				n = e.Then
			case e.Else != nil:
				n = e.Else
			default:
				return nil
			}
		case *syntax.Assert:
			ev.assert(&e.Assertion, env, "Assertion failed")
			n = e.Rest
		case *syntax.Self:
			return env.up(e.Frame).self
		case *syntax.Object:
			return ev.newObject(e, env)
		case *syntax.Array:
			return ev.newArray(e, env)
		case *syntax.Function:
			return &Function{code: e, env: env}
		case *syntax.Binary:
			return ev.binary(e, env)
		case *syntax.Unary:
			return ev.unary(e, env)
		case *syntax.Std:
			return ev.standard(e.File)
		default:
			return ev.seldom(n, env)
		}
	}
}

// seldom evaluates the expressions that programs have few of.
func (ev *Evaluation) seldom(n syntax.Node, env *frame) Value {
	switch e := n.(type) {
	case *syntax.Comp:
		if e.IsObject {
			return ev.objectComp(e, env)
		}
		return ev.arrayComp(e, env)
	case *syntax.Super:
		f := env.up(e.Frame)
		name := ev.fieldName(e.Key, env)
		ev.checkAsserts(f.self, e)
		if f.layer == 0 {
			panic(ev.at(e, &Error{Message: "Attempt to use super when there is no super class."}))
		}
		return ev.field(f.self, name, f.layer, e)
	case *syntax.InSuper:
		f := env.up(e.Frame)
		_, ok := f.self.find(ev.fieldName(e.Key, env), f.layer)
		return ok
	case *syntax.Slice:
		return ev.slice(e, env)
	case *syntax.Import:
		return ev.importFile(e)
	case *syntax.ErrorExpr:
		panic(ev.at(e, &Error{Message: ev.toString(ev.eval(e.Message, env))}))
	}
	panic("bug: an expression of an unknown type")
}

func (ev *Evaluation) fieldName(key syntax.Node, env *frame) string {
	v := ev.eval(key, env)
	if s, ok := v.(string); ok {
		return s
	}
	if r, ok := v.(*rope); ok {
		return r.flat()
	}
	panic(ev.at(key, &Error{Message: "Unexpected type " + typeName(v) + ", expected string"}))
}

func (ev *Evaluation) variable(e *syntax.Var, env *frame) Value {
	f := env.up(e.Frame)
	v := f.vars[e.Slot]
	if t, ok := v.(*Thunk); ok {
		v = ev.forceThunk(t, e)
		f.vars[e.Slot] = v
	}
	return v
}

func (ev *Evaluation) locals(binds []syntax.Bind, env *frame, base int32) {
	for i := range binds {
		env.vars[int(base)+i] = ev.later(binds[i].Value, env, base)
	}
}

func (ev *Evaluation) condition(n syntax.Node, env *frame) bool {
	v := ev.eval(n, env)
	if b, ok := v.(bool); ok {
		return b
	}
	panic(ev.at(n, &Error{Message: "Unexpected type " + typeName(v) + ", expected boolean"}))
}

// assert fails with message, unless the program has one.
func (ev *Evaluation) assert(a *syntax.Assertion, env *frame, message string) {
	if ev.condition(a.Cond, env) {
		return
	}
	if a.Message != nil {
		message = ev.toString(ev.eval(a.Message, env))
	}
	panic(ev.at(a, &Error{Message: message}))
}

// index is Target[Key].
func (ev *Evaluation) index(e *syntax.Index, env *frame) Value {
	target := ev.eval(e.Target, env)
	if o, ok := target.(*Object); ok {
		if key, ok := e.Key.(*syntax.Literal); ok {
			if name, ok := key.Value.(string); ok {
				return ev.member(o, name, e)
			}
		}
		return ev.member(o, ev.fieldName(e.Key, env), e)
	}
	key := ev.eval(e.Key, env)
	switch t := target.(type) {
	case *Array:
		i := ev.position(e, key, len(t.elements))
		v := t.elements[i]
		if thunk, ok := v.(*Thunk); ok {
			v = ev.forceThunk(thunk, e)
			t.elements[i] = v
		}
		return v
	case string, *rope:
		s := flatText(t)
		return ev.charAt(s, ev.position(e, key, ev.length(s)))
	}
	panic(ev.at(e, &Error{Message: "Value non indexable: " + typeName(target)}))
}

// position gives an index into what has n elements; as in go-jsonnet, a fraction
// is dropped.
func (ev *Evaluation) position(e *syntax.Index, key Value, n int) int {
	i, ok := key.(float64)
	if !ok {
		panic(ev.at(e, &Error{Message: "Unexpected type " + typeName(key) + ", expected number"}))
	}
	if i := int(i); i >= 0 && i < n {
		return i
	}
	panic(ev.at(e, &Error{Message: "Index " + strconv.Itoa(int(i)) + " out of bounds, not within [0, " + strconv.Itoa(n) + ")"}))
}

func (ev *Evaluation) newArray(e *syntax.Array, env *frame) Value {
	elements := make([]Value, len(e.Elements))
	for i, n := range e.Elements {
		elements[i] = ev.later(n, env, all)
	}
	return &Array{elements}
}

// arrayComp is [Body for ... if ...]. As in go-jsonnet the parts are evaluated at
// once, the elements when they are needed.
func (ev *Evaluation) arrayComp(e *syntax.Comp, env *frame) Value {
	var elements []Value
	ev.parts(e.Parts, env, func(env *frame) { elements = append(elements, ev.later(e.Body, env, all)) })
	return &Array{elements}
}

// parts calls each for all that the parts of a comprehension let through.
func (ev *Evaluation) parts(parts []syntax.Part, env *frame, each func(*frame)) {
	if len(parts) == 0 {
		each(env)
		return
	}
	p := &parts[0]
	if p.Over == nil {
		if ev.condition(p.Cond, env) {
			ev.parts(parts[1:], env, each)
		}
		return
	}
	v := ev.eval(p.Over, env)
	list, ok := v.(*Array)
	if !ok {
		panic(ev.at(p.Over, &Error{Message: "Unexpected type " + typeName(v) + ", expected array"}))
	}
	for _, element := range list.elements {
		ev.tick(1)
		inner := newFrame(env, 1)
		inner.vars[0] = element
		ev.parts(parts[1:], inner, each)
	}
}

// importFile is import and its relatives.
func (ev *Evaluation) importFile(e *syntax.Import) Value {
	found, err := ev.host.Import(e.File.Name, e.Path, e.Kind)
	if err != nil {
		panic(ev.at(e, &Error{Message: err.Error(), Cause: err}))
	}
	switch e.Kind {
	case syntax.ImportText:
		return found.Data
	case syntax.ImportBytes:
		elements := make([]Value, len(found.Data))
		for i := range elements {
			elements[i] = float64(found.Data[i])
		}
		return &Array{elements}
	}
	v, ok := ev.imports[found.At]
	if !ok {
		ev.push(call{site: e, kind: callImport})
		v = ev.eval(found.Node, nil)
		ev.pop()
		ev.imports[found.At] = v
	}
	return v
}
