package jsonnetvm

import (
	"context"
	"reflect"
	"unsafe"

	"github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"
)

// checkEvery is the number of evaluated expressions between two looks at the
// context: some ten microseconds.
const checkEvery = 1 << 10

// step is called before every expression that go-jsonnet evaluates. Its panic
// is what ends an evaluation; go-jsonnet turns it into an error at the top.
func (vm *VM) step(_ unsafe.Pointer, node ast.Node) {
	r := vm.run
	r.steps++
	if r.steps == r.Limits.Steps || r.steps%checkEvery == 0 && r.ctx.Err() != nil {
		r.stopped = node
		panic("stopped")
	}
}

// setHook has go-jsonnet call step before each expression. EvalHook is exported
// but its functions are not, so they cannot be set in plain Go; without them an
// evaluation that never ends could only be left running. The first argument is
// go-jsonnet's interpreter, passed as the pointer it is.
func setHook(vm *jsonnet.VM, step func(unsafe.Pointer, ast.Node)) {
	field := reflect.TypeFor[jsonnet.EvalHook]().Field(0)
	if field.Name != "pre" || field.Offset != 0 || field.Type.String() != "func(*jsonnet.interpreter, ast.Node)" {
		panic("bug: go-jsonnet's EvalHook has changed: " + field.Name + " " + field.Type.String())
	}
	*(*func(unsafe.Pointer, ast.Node))(unsafe.Pointer(&vm.EvalHook)) = step
}

// Guarded runs f in start, which must run what it is given in a goroutine of
// its own, and gives f's result, or ok == false as soon as abandon is closed.
// What f uses, a VM above all, must then be left alone: f may still be running
// and cannot be stopped, so the process should end soon.
//
// Evaluate ends by itself with its context nearly always, and its error then
// names the place. So a caller closes abandon a little after the context's end.
// This package starts no goroutines; the pipeline that does passes start.
func Guarded[T any](abandon <-chan struct{}, start func(func()), f func() T) (result T, ok bool) {
	done := make(chan T, 1)
	start(func() { done <- f() })
	select {
	case result = <-done:
		return result, true
	case <-abandon:
	}
	select {
	case result = <-done:
		return result, true
	default:
		return result, false
	}
}

// ended tells why an evaluation was stopped.
func (r *run) ended() string {
	if err := context.Cause(r.ctx); err != nil {
		return err.Error()
	}
	return "too many steps"
}
