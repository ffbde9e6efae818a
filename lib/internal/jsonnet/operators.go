package jsonnet

import (
	"fmt"
	"math"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// binary is Left Op Right.
func (ev *Evaluation) binary(e *syntax.Binary, env *frame) Value {
	switch e.Op {
	case syntax.OpAnd:
		return ev.condition(e.Left, env) && ev.condition(e.Right, env)
	case syntax.OpOr:
		return ev.condition(e.Left, env) || ev.condition(e.Right, env)
	case syntax.OpIn:
		return ev.in(e, env)
	}
	left := ev.eval(e.Left, env)
	right := ev.eval(e.Right, env)
	switch e.Op {
	case syntax.OpAdd:
		return ev.plus(e, left, right)
	case syntax.OpEqual:
		return ev.same(e, left, right)
	case syntax.OpNotEqual:
		return !ev.same(e, left, right)
	}
	ev.pushFree(call{site: e, kind: callBuiltin})
	v := ev.operate(e.Op, left, right)
	ev.popFree()
	return v
}

// in is Left in Right, for which go-jsonnet evaluates Right first.
func (ev *Evaluation) in(e *syntax.Binary, env *frame) Value {
	o := ev.eval(e.Right, env)
	name := ev.eval(e.Left, env)
	ev.pushFree(call{site: e, kind: callBuiltin})
	has := ev.object(o).has(ev.text(name), true)
	ev.popFree()
	return has
}

// operate is the binary operators but those that are quicker done in binary.
func (ev *Evaluation) operate(op syntax.Op, left, right Value) Value {
	switch op {
	case syntax.OpGreater:
		return ev.compare(left, right) > 0
	case syntax.OpGreaterEq:
		return ev.compare(left, right) >= 0
	case syntax.OpLess:
		return ev.compare(left, right) < 0
	case syntax.OpLessEq:
		return ev.compare(left, right) <= 0
	case syntax.OpMod:
		return ev.modulo(left, right)
	}
	x := ev.number(left)
	y := ev.number(right)
	switch op {
	case syntax.OpMul:
		return ev.checked(x * y)
	case syntax.OpSub:
		return ev.checked(x - y)
	case syntax.OpDiv:
		if y == 0 {
			panic(ev.errorf("Division by zero."))
		}
		return ev.checked(x / y)
	}
	return ev.bitwise(op, x, y)
}

// checked refuses what is no number in JSON.
func (ev *Evaluation) checked(x float64) float64 {
	switch {
	case math.IsNaN(x):
		panic(ev.errorf("Not a number"))
	case math.IsInf(x, 0):
		panic(ev.errorf("Overflow"))
	}
	return x
}

// maxExact is the largest integer up to which a float64 holds all.
const maxExact = 1<<53 - 1

func (ev *Evaluation) bitwise(op syntax.Op, x, y float64) Value {
	for _, n := range []float64{x, y} {
		if n < -maxExact || n > maxExact {
			panic(ev.errorf("Bitwise operator argument %v outside of range [%v, %v]", n, -maxExact, maxExact))
		}
	}
	a, b := int64(x), int64(y)
	if b < 0 && (op == syntax.OpShiftLeft || op == syntax.OpShiftRight) {
		panic(ev.errorf("Shift by negative exponent."))
	}
	switch op {
	case syntax.OpShiftLeft:
		a <<= uint(b % 64)
	case syntax.OpShiftRight:
		a >>= uint(b % 64)
	case syntax.OpBitAnd:
		a &= b
	case syntax.OpBitXor:
		a ^= b
	case syntax.OpBitOr:
		a |= b
	default:
		panic("bug: an operator of an unknown kind")
	}
	return ev.checked(float64(a))
}

// modulo is % of numbers, and format of a string.
func (ev *Evaluation) modulo(left, right Value) Value {
	switch x := left.(type) {
	case float64:
		y, ok := right.(float64)
		if !ok {
			break
		}
		if y == 0 {
			panic(ev.errorf("Division by zero."))
		}
		return ev.checked(math.Mod(x, y))
	case string, *rope:
		return ev.format(flatText(x), ev.Force(right))
	}
	panic(ev.errorf("Operator %% cannot be used on types %s and %s.", typeName(left), typeName(right)))
}

// plus is left + right.
func (ev *Evaluation) plus(site syntax.Node, left, right Value) Value {
	switch x := left.(type) {
	case string, *rope:
		switch y := right.(type) {
		case string, *rope:
			if n := textSize(x) + textSize(y); n > ev.host.MaxSize {
				panic(ev.at(site, ev.textTooLong()))
			}
			return join(x, y)
		}
		return join(x, ev.asText(site, right))
	case float64:
		if y, ok := right.(float64); ok {
			sum := x + y
			switch {
			case math.IsInf(sum, 0):
				panic(ev.at(site, &Error{Message: "Overflow"}))
			case math.IsNaN(sum):
				panic(ev.at(site, &Error{Message: "Not a number"}))
			}
			return sum
		}
	case *Object:
		if y, ok := right.(*Object); ok {
			sum := add(x, y)
			if sum.size > maxLayers {
				panic(ev.fail(&Error{TooLarge: true, Message: fmt.Sprintf("an object that is a sum of more than %d", maxLayers)}))
			}
			return sum
		}
	case *Array:
		if y, ok := right.(*Array); ok {
			n := len(x.elements)
			ev.tick(n + len(y.elements))
			ev.growList(n + len(y.elements))
			elements := make([]Value, n+len(y.elements))
			copy(elements, x.elements)
			copy(elements[n:], y.elements)
			return &Array{elements}
		}
	}
	return ev.plusText(site, left, right)
}

// asText is toString for what site adds to a string.
func (ev *Evaluation) asText(site syntax.Node, v Value) string {
	ev.pushFree(call{site: site, kind: callBuiltin})
	s := ev.toString(v)
	ev.popFree()
	return s
}

func (ev *Evaluation) plusText(site syntax.Node, left, right Value) Value {
	switch right.(type) {
	case string, *rope:
		return join(ev.asText(site, left), right)
	}
	switch left.(type) {
	case nil, bool, *Function:
		panic(ev.at(site, &Error{Message: "Unexpected type " + typeName(left)}))
	}
	panic(ev.at(site, &Error{Message: "Unexpected type " + typeName(right) + ", expected " + typeName(left)}))
}

// unary is Op Operand.
func (ev *Evaluation) unary(e *syntax.Unary, env *frame) Value {
	v := ev.eval(e.Operand, env)
	if e.Op == syntax.OpNot {
		if b, ok := v.(bool); ok {
			return !b
		}
		panic(ev.at(e, &Error{Message: "Unexpected type " + typeName(v) + ", expected boolean"}))
	}
	x, ok := v.(float64)
	if !ok {
		panic(ev.at(e, &Error{Message: "Unexpected type " + typeName(v) + ", expected number"}))
	}
	switch e.Op {
	case syntax.OpMinus:
		return -x
	case syntax.OpBitNot:
		return float64(^int64(x))
	}
	return x
}

// compare orders numbers, strings and arrays: -1, 0 or 1.
func (ev *Evaluation) compare(left, right Value) int {
	left = ev.Force(left)
	switch x := left.(type) {
	case float64:
		switch y := ev.number(right); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	case string:
		return strings.Compare(x, ev.text(right))
	case *Array:
		y := ev.array(right)
		ev.level(maxCompared)
		defer ev.leave()
		for i := range min(len(x.elements), len(y.elements)) {
			ev.tick(1)
			if order := ev.compare(ev.element(x, i), ev.element(y, i)); order != 0 {
				return order
			}
		}
		return len(x.elements) - len(y.elements)
	}
	panic(ev.errorf("Unexpected type %s", typeName(left)))
}

// same is left == right for an expression.
func (ev *Evaluation) same(site syntax.Node, left, right Value) bool {
	switch x := left.(type) {
	case nil:
		return right == nil
	case string:
		if y, ok := right.(string); ok {
			return x == y
		}
	case *rope:
		// One that grows in a loop is not put together to be found longer.
		if y, ok := right.(string); ok && len(y) != x.size {
			return false
		}
	case bool:
		y, ok := right.(bool)
		return ok && x == y
	case float64:
		y, ok := right.(float64)
		return ok && x == y
	}
	ev.pushFree(call{site: site, kind: callBuiltin})
	v := ev.equal(left, right)
	ev.popFree()
	return v
}

// equal tells whether two values have the same visible content.
func (ev *Evaluation) equal(left, right Value) bool {
	left, right = ev.Force(left), ev.Force(right)
	switch x := left.(type) {
	case *Array:
		y, ok := right.(*Array)
		return ok && ev.equalArrays(x, y)
	case *Object:
		y, ok := right.(*Object)
		return ok && ev.equalObjects(x, y)
	case *Function:
		if _, ok := right.(*Function); ok {
			panic(ev.errorf("Cannot test equality of functions"))
		}
		return false
	}
	switch right.(type) {
	case *Array, *Object, *Function:
		return false
	}
	return left == right
}

func (ev *Evaluation) equalArrays(x, y *Array) bool {
	if len(x.elements) != len(y.elements) {
		return false
	}
	ev.level(maxCompared)
	defer ev.leave()
	for i := range x.elements {
		ev.tick(1)
		if !ev.equal(ev.element(x, i), ev.element(y, i)) {
			return false
		}
	}
	return true
}

func (ev *Evaluation) equalObjects(x, y *Object) bool {
	names, others := x.names(false), y.names(false)
	if len(names) != len(others) {
		return false
	}
	for i := range names {
		if names[i] != others[i] {
			return false
		}
	}
	ev.level(maxCompared)
	defer ev.leave()
	for _, name := range names {
		ev.tick(1)
		a := ev.member(x, name, nil)
		if !ev.equal(a, ev.member(y, name, nil)) {
			return false
		}
	}
	return true
}
