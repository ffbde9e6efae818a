// Package jsonnet evaluates Jsonnet programs with the results of go-jsonnet
// 0.22.0.
//
// Goals: give for every program the value, and the JSON text, that go-jsonnet
// gives, or fail where it fails; evaluate only what is asked for; be several
// times faster; stop whenever the caller's context ends; refuse what would take
// all memory.
//
// Non-goals: finding files (the caller's Importer), knowing Kapitan's functions
// (the caller's natives), and telling people what to do about an error (package
// jsonnetvm).
//
// A value is nil for null, a bool, a float64, a string, an *Array, an *Object or
// a *Function. A variable, an array's element or an argument may also hold a
// *Thunk, which stands for a value not yet needed; Force gives that. Between
// operators a long string may be a *rope; Force and the accessors give a string.
//
// Errors are panics of *Error inside of this package: Jsonnet cannot catch one,
// so it always ends the evaluation. Evaluate is where they are recovered.
package jsonnet

import "github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"

// Value is what an expression has; see the package comment.
type Value = any

// Array is a list; an element may be a *Thunk.
type Array struct{ elements []Value }

// NewArray keeps elements.
func NewArray(elements []Value) *Array { return &Array{elements} }

// Function is a function of a program, or one of ours.
type Function struct {
	code *syntax.Function // with env
	env  *frame
	row  *builtin // if not nil
}

// A builtin is a function written in Go. It gets one argument for each
// parameter, each maybe a *Thunk; call gives a value, which may be a *Thunk too.
type builtin struct {
	name   string
	params []param
	call   func(ev *Evaluation, args []Value) Value
}

// param is a parameter of a builtin. One that is optional has the value otherwise
// where the call has none.
type param struct {
	name      string
	optional  bool
	otherwise Value
}

// absent is what an optional argument has that tells "not given" from null.
type absent struct{}

// Thunk is a value that is made when it is first needed.
type Thunk struct {
	node  syntax.Node // to be evaluated in env; or
	env   *frame
	make  func() Value // to be called; or neither, and value is there
	value Value
}

// Later gives a value that is made by f when it is needed, once. It may return
// a *Thunk.
func Later(f func() Value) *Thunk { return &Thunk{make: f} }

// typeName is what std.type gives.
func typeName(v Value) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string, *rope:
		return "string"
	case *Array:
		return "array"
	case *Object:
		return "object"
	case *Function:
		return "function"
	}
	panic("bug: a value of an unknown type")
}

// Force gives the value of a thunk, and any other as it is, but a string as a
// string.
func (ev *Evaluation) Force(v Value) Value {
	if t, ok := v.(*Thunk); ok {
		v = ev.forceThunk(t, nil)
	}
	if r, ok := v.(*rope); ok {
		return r.flat()
	}
	return v
}

// The accessors force v and fail where it is of another type.

func (ev *Evaluation) text(v Value) string {
	v = ev.Force(v)
	if s, ok := v.(string); ok {
		ev.tick(len(s) / 64) // for what is done with it
		return s
	}
	panic(ev.unexpected(v, "string"))
}

func (ev *Evaluation) number(v Value) float64 {
	v = ev.Force(v)
	if n, ok := v.(float64); ok {
		return n
	}
	panic(ev.unexpected(v, "number"))
}

// integer is a number without a fraction that fits in 32 bits, which is what
// go-jsonnet takes for sizes and indices.
func (ev *Evaluation) integer(v Value) int {
	n := ev.number(v)
	if i := int32(n); float64(i) == n {
		return int(i)
	}
	panic(ev.errorf("Expected an integer, but got %v", n))
}

func (ev *Evaluation) boolean(v Value) bool {
	v = ev.Force(v)
	if b, ok := v.(bool); ok {
		return b
	}
	panic(ev.unexpected(v, "boolean"))
}

func (ev *Evaluation) array(v Value) *Array {
	v = ev.Force(v)
	if a, ok := v.(*Array); ok {
		return a
	}
	panic(ev.unexpected(v, "array"))
}

func (ev *Evaluation) object(v Value) *Object {
	v = ev.Force(v)
	if o, ok := v.(*Object); ok {
		return o
	}
	panic(ev.unexpected(v, "object"))
}

func (ev *Evaluation) function(v Value) *Function {
	v = ev.Force(v)
	if f, ok := v.(*Function); ok {
		return f
	}
	panic(ev.unexpected(v, "function"))
}

// element gives the value of an array's element.
func (ev *Evaluation) element(a *Array, i int) Value {
	v := a.elements[i]
	if t, ok := v.(*Thunk); ok {
		v = ev.forceThunk(t, nil)
		a.elements[i] = v
	}
	if r, ok := v.(*rope); ok {
		v = r.flat()
		a.elements[i] = v
	}
	return v
}

// stringArray gives an array of strings.
func (ev *Evaluation) stringArray(list []string) *Array {
	elements := make([]Value, len(list))
	for i, s := range list {
		ev.tick(1)
		elements[i] = s
	}
	return &Array{elements}
}
