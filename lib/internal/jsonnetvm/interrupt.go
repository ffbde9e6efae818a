package jsonnetvm

import (
	"context"
	"fmt"
	"reflect"
	"runtime/metrics"
	"unsafe"

	"github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"
)

const (
	// checkEvery is the number of evaluated expressions between two looks at
	// the context: some hundred microseconds.
	checkEvery = 1 << 10
	// weighEvery is the same for the size of stacks, which takes longer.
	weighEvery = 1 << 14

	// maxDepth is how deep expressions may be nested while they are evaluated,
	// counting what go-jsonnet's limit on calls does not: a chain of tailstrict
	// calls costs no call there, but it does cost Go's stack, and when that is
	// used up the process ends at once. An expression takes 2.4 kB at most, and
	// Go's default limit lets a stack grow to 512 MB. The reference crashes
	// only a little later.
	maxDepth = 190_000

	// maxStacks is the size of all stacks of the process at which an evaluation
	// stops: comparing endless values nests deeply without evaluating deeply.
	// It takes effect only where debug.SetMaxStack allows more than that.
	maxStacks = 800 << 20
)

// stop is the reason why an evaluation was broken off, with the place.
type stop struct {
	node   ast.Node
	reason string
	deep   bool // for nesting
}

// before runs ahead of every expression that go-jsonnet evaluates. Its panic is
// what ends an evaluation; go-jsonnet turns it into an error at the top.
func (vm *VM) before(_ unsafe.Pointer, node ast.Node) {
	r := vm.run
	r.steps++
	r.depth++
	if r.depth < maxDepth && r.steps%checkEvery != 0 && r.steps != r.Limits.Steps {
		return
	}
	if s := r.check(); s.reason != "" {
		s.node = node
		r.stop = &s
		panic("stopped")
	}
}

// after runs behind every expression.
func (vm *VM) after(_ unsafe.Pointer, node ast.Node, v opaque, err error) {
	r := vm.run
	r.depth--
	if err != nil {
		r.hintAtField(node, err)
		return
	}
	r.last[1], r.last[0] = r.last[0], evaluated{node, v}
}

func (r *run) check() stop {
	switch {
	case r.ctx.Err() != nil:
		return stop{reason: context.Cause(r.ctx).Error()}
	case r.steps == r.Limits.Steps:
		return stop{reason: fmt.Sprintf("it takes more than %d steps", r.Limits.Steps)}
	case r.depth >= maxDepth, r.steps%weighEvery == 0 && stacks() > maxStacks:
		return stop{reason: "it is nested too deeply", deep: true}
	}
	return stop{}
}

// stacks gives the size of all stacks of the process.
func stacks() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

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
