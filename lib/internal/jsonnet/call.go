package jsonnet

import (
	"fmt"
	"slices"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// callee evaluates the function of a call.
func (ev *Evaluation) callee(e *syntax.Call, env *frame) *Function {
	v := ev.eval(e.Target, env)
	if f, ok := v.(*Function); ok {
		return f
	}
	panic(ev.at(e, &Error{Message: "Unexpected type " + typeName(v) + ", expected function"}))
}

// bind gives the frame of a call of a program's function.
func (ev *Evaluation) bind(e *syntax.Call, f *Function, env *frame) *frame {
	params := f.code.Params
	inner := newFrame(f.env, int(f.code.Size))
	given := ev.arguments(e, env, inner.vars[:len(params)], func(i int) string { return params[i].Name })
	if f.code.Twice {
		given = given.merged(params, inner.vars)
	}
	for i := range params {
		if given.has(i) {
			continue
		}
		if params[i].Default == nil {
			panic(ev.at(e, &Error{Message: "Missing argument: " + params[i].Name}))
		}
		inner.vars[i] = ev.later(params[i].Default, inner, 0)
	}
	if e.TailStrict {
		ev.forceLoose(inner.vars[:len(params)])
	}
	return inner
}

// given tells which arguments a call has: the first ones, and some more.
type given struct {
	first int
	named []bool
}

func (g given) has(i int) bool { return i < g.first || g.named != nil && g.named[i] }

// merged is g where parameters have the same name: the last argument of one is that
// of all.
func (g given) merged(params []syntax.Param, vars []Value) given {
	all := make([]bool, len(params))
	for i := range params {
		first := slices.IndexFunc(params, func(p syntax.Param) bool { return p.Name == params[i].Name })
		if all[i] = g.has(i) || g.has(first); g.has(i) {
			vars[first] = vars[i]
		}
	}
	return given{named: all}
}

// arguments fills in what the call gives.
func (ev *Evaluation) arguments(e *syntax.Call, env *frame, vars []Value, name func(i int) string) given {
	g := given{first: len(e.Args)}
	if g.first > len(vars) {
		panic(ev.at(e, &Error{Message: fmt.Sprintf("function expected %d positional argument(s), but got %d", len(vars), g.first)}))
	}
	for i, arg := range e.Args {
		vars[i] = ev.later(arg, env, all)
	}
	if len(e.Named) == 0 {
		return g
	}
	g.named = make([]bool, len(vars))
	for _, arg := range e.Named {
		i := 0
		for i < len(vars) && name(i) != arg.Name {
			i++
		}
		if i == len(vars) {
			panic(ev.at(e, &Error{Message: "function has no parameter " + arg.Name}))
		}
		if g.has(i) {
			panic(ev.at(e, &Error{Message: "Argument " + arg.Name + " already provided"}))
		}
		g.named[i] = true
		vars[i] = ev.later(arg.Value, env, all)
	}
	return g
}

func (ev *Evaluation) forceAll(vars []Value) {
	for i, v := range vars {
		vars[i] = ev.Force(v)
	}
}

// forceLoose leaves a *rope: a loop may append to it in every call.
func (ev *Evaluation) forceLoose(vars []Value) {
	for i, v := range vars {
		if t, ok := v.(*Thunk); ok {
			vars[i] = ev.forceThunk(t, nil)
		}
	}
}

// callBuiltin calls one of our functions as a program says.
func (ev *Evaluation) callBuiltin(e *syntax.Call, f *Function, env *frame) Value {
	params := f.row.params
	args := make([]Value, len(params))
	given := ev.arguments(e, env, args, func(i int) string { return params[i].name })
	for i := range params {
		if given.has(i) {
			continue
		}
		if !params[i].optional {
			panic(ev.at(e, &Error{Message: "Missing argument: " + params[i].name}))
		}
		args[i] = params[i].otherwise
	}
	if e.TailStrict {
		ev.forceAll(args)
	}
	ev.pushFree(call{site: e, kind: callBuiltin, name: f.row.name})
	v := f.row.call(ev, args)
	if t, ok := v.(*Thunk); ok {
		v = ev.forceThunk(t, nil)
	}
	v = ev.result(v)
	ev.popFree()
	return v
}

// call calls f with positional arguments, each maybe a *Thunk, and gives its
// value.
func (ev *Evaluation) call(f *Function, args ...Value) Value {
	v := ev.callLoose(f, args...)
	if r, ok := v.(*rope); ok {
		return r.flat()
	}
	return v
}

// callLoose is call for a value that may be a *rope.
func (ev *Evaluation) callLoose(f *Function, args ...Value) Value {
	if f.code == nil {
		return ev.callRow(f.row, args)
	}
	params := f.code.Params
	if len(args) > len(params) {
		panic(ev.errorf("function expected %d positional argument(s), but got %d", len(params), len(args)))
	}
	inner := newFrame(f.env, int(f.code.Size))
	copy(inner.vars, args)
	given := given{first: len(args)}
	if f.code.Twice {
		given = given.merged(params, inner.vars)
	}
	for i := range params {
		if given.has(i) {
			continue
		}
		if params[i].Default == nil {
			panic(ev.errorf("Missing argument: %s", params[i].Name))
		}
		inner.vars[i] = ev.later(params[i].Default, inner, 0)
	}
	ev.push(call{kind: callFunction, name: f.code.Name})
	v := ev.eval(f.code.Body, inner)
	ev.pop()
	return v
}

func (ev *Evaluation) callRow(row *builtin, args []Value) Value {
	if len(args) > len(row.params) {
		panic(ev.errorf("function expected %d positional argument(s), but got %d", len(row.params), len(args)))
	}
	all := make([]Value, len(row.params))
	copy(all, args)
	for i := len(args); i < len(row.params); i++ {
		if !row.params[i].optional {
			panic(ev.errorf("Missing argument: %s", row.params[i].name))
		}
		all[i] = row.params[i].otherwise
	}
	return ev.result(ev.Force(row.call(ev, all)))
}

// arity is how many arguments a function needs.
func (f *Function) arity() int {
	n := 0
	if f.code == nil {
		for _, p := range f.row.params {
			if !p.optional {
				n++
			}
		}
		return n
	}
	for _, p := range f.code.Params {
		if p.Default == nil {
			n++
		}
	}
	return n
}

// Native gives a function for std.native, whose arguments and result are plain
// values: nil, bool, float64, string, []any, map[string]any.
func Native(name string, params []string, f func(args []any) (any, error)) *Function {
	row := &builtin{name: name}
	for _, p := range params {
		row.params = append(row.params, param{name: p})
	}
	row.call = func(ev *Evaluation, args []Value) Value {
		plain := make([]any, len(args))
		for i, a := range args {
			plain[i] = ev.Plain(ev.Force(a))
		}
		result, err := f(plain)
		if err != nil {
			panic(ev.fail(&Error{Message: err.Error(), Cause: err}))
		}
		return ev.FromPlain(result)
	}
	return &Function{row: row}
}
