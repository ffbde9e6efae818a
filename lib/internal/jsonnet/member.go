package jsonnet

import (
	"strconv"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// newObject is an object literal. Names are evaluated at once, all else when it
// is needed.
func (ev *Evaluation) newObject(e *syntax.Object, env *frame) Value {
	o := &struct {
		Object
		layers [1]layer
	}{}
	l := &o.layers[0]
	*l = layer{shape: e.Shape, code: e, around: env}
	if e.Shape == nil {
		l.shape, l.rare = ev.computeNames(e, env)
	}
	o.Object.layers = o.layers[:]
	o.Object.checked = len(e.Asserts) == 0
	return &o.Object
}

// computeNames evaluates the names of fields; one that is null has no field.
func (ev *Evaluation) computeNames(e *syntax.Object, env *frame) (*syntax.Shape, *special) {
	names := make([]string, 0, len(e.Fields))
	fields := make([]int32, 0, len(e.Fields))
	seen := make(map[string]bool, len(e.Fields))
	for i := range e.Fields {
		f := &e.Fields[i]
		name := f.Name
		if f.Computed != nil {
			v := ev.eval(f.Computed, env)
			if v == nil {
				continue
			}
			name = ev.nameFrom(v, f.Computed)
		}
		if seen[name] {
			panic(ev.at(e, duplicate(name)))
		}
		seen[name] = true
		names = append(names, name)
		fields = append(fields, int32(i))
	}
	return syntax.NewShape(names), &special{fields: fields}
}

func duplicate(name string) *Error {
	return &Error{Message: "Duplicate field name: " + quoted(name)}
}

func (ev *Evaluation) nameFrom(v Value, site syntax.Node) string {
	switch v := v.(type) {
	case string, *rope:
		return flatText(v)
	}
	panic(ev.at(site, &Error{Message: "Field name must be string, got " + typeName(v)}))
}

// objectComp is {[name]: value for ... if ...}.
func (ev *Evaluation) objectComp(e *syntax.Comp, env *frame) Value {
	code := e.Body.(*syntax.Object)
	field := &code.Fields[0]
	var around []*frame
	ev.parts(e.Parts, env, func(env *frame) { around = append(around, env) })
	names := make([]string, 0, len(around))
	seen := make(map[string]bool, len(around))
	rare := special{each: around[:0]}
	for _, env := range around {
		name := field.Name
		if field.Computed != nil {
			v := ev.eval(field.Computed, env)
			if v == nil {
				continue
			}
			name = ev.nameFrom(v, field.Computed)
		}
		if seen[name] {
			panic(ev.at(e, duplicate(name)))
		}
		seen[name] = true
		names = append(names, name)
		rare.each = append(rare.each, env)
	}
	rare.fields = make([]int32, len(names))
	return &Object{layers: []layer{{shape: syntax.NewShape(names), code: code, rare: &rare}}, checked: true}
}

// add is left + right.
func add(left, right *Object) *Object {
	return &Object{left: left, right: right, size: left.layerCount() + right.layerCount()}
}

func (o *Object) layerCount() int {
	if o.left != nil {
		return o.size
	}
	return len(o.layers)
}

// maxLayers is how many objects may be added; doubling one makes many.
const maxLayers = 1 << 20

// member gives the value of a field, which must be there.
func (ev *Evaluation) member(o *Object, name string, site syntax.Node) Value {
	o.list()
	ev.checkAsserts(o, site)
	return ev.field(o, name, len(o.layers), site)
}

// field gives the value of a field as the layers below limit have it.
func (ev *Evaluation) field(o *Object, name string, limit int, site syntax.Node) Value {
	at, ok := o.find(name, limit)
	if !ok {
		e := &Error{Message: "Field does not exist: " + name, Names: o.names(true)}
		if site == nil {
			panic(ev.fail(e))
		}
		panic(ev.at(site, e))
	}
	return ev.value(o, at, site)
}

// value gives the value of a field.
func (ev *Evaluation) value(o *Object, at location, site syntax.Node) Value {
	l := &o.layers[at.layer]
	if l.code == nil {
		v := l.ready[at.field]
		if t, ok := v.(*Thunk); ok {
			v = ev.forceThunk(t, site)
			l.ready[at.field] = v
		}
		return v
	}
	if o.state == nil {
		o.state = make([]layerState, len(o.layers))
	}
	s := &o.state[at.layer]
	if s.values == nil {
		s.values = make([]Value, len(l.shape.Names))
	}
	switch v := s.values[at.field].(type) {
	case nil:
	case nullField:
		return nil
	default:
		return v
	}
	v := ev.compute(o, at, site)
	if s.values[at.field] = v; v == nil {
		s.values[at.field] = nullField{}
	}
	return v
}

func (ev *Evaluation) compute(o *Object, at location, site syntax.Node) Value {
	l := &o.layers[at.layer]
	code := l.field(at.field)
	ev.push(call{site: site, kind: callField, name: l.shape.Names[at.field]})
	v := ev.eval(code.Body, ev.frameOf(o, at))
	if code.Plus {
		if below, ok := o.find(l.shape.Names[at.field], at.layer); ok {
			v = ev.plus(code.Body, ev.value(o, below, nil), v)
		}
	}
	ev.pop()
	return v
}

// frameOf gives the object's frame around a field.
func (ev *Evaluation) frameOf(o *Object, at location) *frame {
	l := &o.layers[at.layer]
	if l.rare != nil && l.rare.each != nil {
		return ev.objectFrame(o, at.layer, l.rare.each[at.field])
	}
	s := &o.state[at.layer]
	if s.env == nil {
		s.env = ev.objectFrame(o, at.layer, l.around)
	}
	return s.env
}

func (ev *Evaluation) objectFrame(o *Object, layer int, around *frame) *frame {
	locals := o.layers[layer].code.Locals
	env := newFrame(around, len(locals))
	env.self, env.layer = o, layer
	ev.locals(locals, env, 0)
	return env
}

// checkAsserts runs the asserts of o, whose layers are listed, once.
func (ev *Evaluation) checkAsserts(o *Object, site syntax.Node) {
	if o.checked {
		return
	}
	// An assert may look into the object, which asks for its asserts.
	o.checked = true
	for i := len(o.layers) - 1; i >= 0; i-- {
		l := &o.layers[i]
		if l.code == nil || len(l.code.Asserts) == 0 {
			continue
		}
		if o.state == nil {
			o.state = make([]layerState, len(o.layers))
		}
		env := ev.frameOf(o, location{layer: i})
		for j := range l.code.Asserts {
			ev.push(call{site: site, kind: callAssert, name: strconv.Itoa(j)})
			ev.assert(&l.code.Asserts[j], env, "Object assertion failed.")
			ev.pop()
		}
	}
}
