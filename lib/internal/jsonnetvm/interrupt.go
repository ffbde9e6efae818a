package jsonnetvm

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"unsafe"

	"github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"

	"github.com/azogue-build/azogue/lib/diag"
)

const (
	// checkEvery is the number of evaluated expressions between two looks at
	// the context: some hundred microseconds.
	checkEvery = 1 << 10

	// maxDepth is how deep expressions may be nested while they are evaluated,
	// counting what go-jsonnet's limit on calls does not: a chain of tailstrict
	// calls costs no call there, but it does cost Go's stack, and when that is
	// used up the process ends at once. An expression takes 2.4 kB at most, and
	// Go's default limit lets a stack grow to 512 MB. The reference crashes
	// only a little later.
	maxDepth = 190_000
)

// stop is the reason why an evaluation was broken off.
type stop struct {
	id, reason string
	limit      bool // rather than an interruption
	hint       string
}

// stopFor gives the reason that a context has ended for.
func stopFor(ctx context.Context) *stop {
	cause := context.Cause(ctx)
	if d, ok := errors.AsType[diag.Diag](cause); ok {
		return &stop{d.ID, d.Message, true, d.Hint}
	}
	return &stop{id: "jsonnet/stopped", reason: cause.Error()}
}

// before runs ahead of every expression that go-jsonnet evaluates. Its panic is
// what ends an evaluation; go-jsonnet turns it into an error at the top.
func (vm *VM) before(_ unsafe.Pointer, node ast.Node) {
	r := vm.run
	r.steps++
	around := r.innermost()
	loc := node.Loc()
	if loc == nil || !strings.HasPrefix(loc.FileName, "/") {
		loc = around // the standard library, or the inventory
	}
	r.open = append(r.open, loc)
	vm.moved(around, loc)
	if node == ast.Node(r.all) {
		vm.fillAll()
	}
	if len(r.open) < maxDepth && r.steps%checkEvery != 0 {
		return
	}
	if s := r.check(); s != nil {
		vm.stopped.Store(s)
		panic("stopped")
	}
}

// after runs behind every expression.
func (vm *VM) after(_ unsafe.Pointer, node ast.Node, v opaque, err error) {
	r := vm.run
	left := r.innermost()
	r.open = r.open[:len(r.open)-1]
	vm.moved(left, r.innermost())
	if err != nil {
		r.hintAtField(node, err)
		return
	}
	r.last[1], r.last[0] = r.last[0], evaluated{node, v}
}

// moved tells Left where the evaluation is. Two of three expressions are the
// standard library's, and a store that others see is as slow as all else here.
func (vm *VM) moved(from, to *ast.LocationRange) {
	if from != to {
		vm.at.Store(to)
	}
}

func (r *run) innermost() *ast.LocationRange {
	if len(r.open) == 0 {
		return nil
	}
	return r.open[len(r.open)-1]
}

func (r *run) check() *stop {
	switch {
	case r.ctx.Err() != nil:
		return stopFor(r.ctx)
	case len(r.open) >= maxDepth:
		return &stop{id: "jsonnet/stack", reason: "it is nested too deeply", limit: true}
	}
	return nil
}

// finding is what s comes to for an evaluation that was at a place.
func (s *stop) finding(at *ast.LocationRange) diag.Diag {
	d := diag.Diag{ID: s.id, Message: "the evaluation was stopped: " + s.reason}
	var hints []string
	if at != nil {
		d.Pos = position(*at)
		hints = append(hints, "the place is where it was busy then")
	}
	if at != nil && s.limit {
		hints = append(hints, endless)
	}
	if s.hint != "" {
		hints = append(hints, s.hint)
	}
	d.Hint = strings.Join(hints, "; ")
	return d
}

// Left gives the finding about an evaluation that is left behind, since it does
// not return although its context ctx has ended. It may be called at any time.
func (vm *VM) Left(ctx context.Context) diag.Diag {
	at := vm.at.Load()
	if s := vm.stopped.Load(); s != nil {
		return s.finding(at) // it is on its way out of calls nested deeply
	}
	s := stopFor(ctx)
	d := s.finding(at)
	if at != nil && s.limit && s.id != "jsonnet/stack" {
		d.Hint = strings.Replace(d.Hint, endless, "it was inside of one call or operator that does not end, such as std.range with a huge number, or a text that doubles", 1)
	}
	return d
}

const endless = "look for a function, a field or a value that refers to itself without end"

// setHook has go-jsonnet call before and after around each expression. EvalHook
// is exported but its functions' types are not, so they cannot be set in plain
// Go; without them an evaluation that never ends could only be left running. The
// types below have the same layout: go-jsonnet's interpreter is passed as the
// pointer it is, its values as the interfaces they are.
func setHook(vm *jsonnet.VM, before func(unsafe.Pointer, ast.Node), after func(unsafe.Pointer, ast.Node, opaque, error)) {
	hook := reflect.TypeFor[jsonnet.EvalHook]()
	for i, want := range []string{"pre func(*jsonnet.interpreter, ast.Node)", "post func(*jsonnet.interpreter, ast.Node, jsonnet.value, error)"} {
		if f := hook.Field(i); f.Name+" "+f.Type.String() != want {
			panic("bug: go-jsonnet's EvalHook has changed: " + f.Name + " " + f.Type.String())
		}
	}
	type functions struct {
		before func(unsafe.Pointer, ast.Node)
		after  func(unsafe.Pointer, ast.Node, opaque, error)
	}
	*(*functions)(unsafe.Pointer(&vm.EvalHook)) = functions{before, after}
}
