package jsonnet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// failures are what a user is told of programs that fail: the message; the part of
// the output that was asked for; and the expressions in evaluation, the innermost
// first, each as line:column, text and what it is in. What is in std has no place.
var failures = []struct{ program, want string }{
	{"error 'a'", `a | program:1:1 'error 'a''`},
	{"{ a: error 'a' }", `a | output.a | program:1:6 'error 'a''`},
	{"{ a: [1, { b: error 'a' }] }", `a | output.a[1].b | program:1:15 'error 'a''`},
	{"local x = error 'a'; x + 1", `a | program:1:11 'error 'a'' in the value of x | program:1:22 'x'`},
	{"local f(x) = error 'a'; f(1)", `a | program:1:14 'error 'a'' in function f | program:1:25 'f(1)'`},
	{"local f(x) = x.y; f({ z: 1 })", `Field does not exist: y | program:1:14 'x.y' in function f | program:1:19 'f({ z: 1 })' | names z`},
	{"local f(x) = x; f(error 'a')", `a | program:1:19 'error 'a'' in the value of x | program:1:14 'x' in function f | program:1:17 'f(error 'a')'`},
	{"local f(x, y=error 'a') = y; { a: f(1) }", `a | output.a | program:1:14 'error 'a'' in the value of y | program:1:27 'y' in function f | program:1:35 'f(1)'`},
	{"local f(n) = if n == 0 then error 'a' else 1 + f(n - 1); f(2)", `a | program:1:29 'error 'a'' in function f | program:1:48 'f(n - 1)' in function f 2 times | program:1:58 'f(2)'`},
	{"local f(n) = if n == 0 then error 'a' else f(n - 1) tailstrict; f(2)", `a | program:1:29 'error 'a'' in function f | program:1:44 'f(n - 1)'`},
	{"local f(n) = if n == 0 then error 'a' else f(n - 1); f(2)", `a | program:1:29 'error 'a'' in function f | program:1:44 'f(n - 1)' in function f 2 times | program:1:54 'f(2)'`},
	{"{ a: self.b, b: self.c, c: 1 + {} }", `Unexpected type object, expected number | output.a | program:1:28 '1 + {}' | program:1:17 'self.c' | program:1:6 'self.b'`},
	{"{ a: 1, b: 2 }.c", `Field does not exist: c | program:1:1 '{ a: 1, b: 2 }.c' | names a b`},
	{"{ a: 1 } + { b: super.c }", `Field does not exist: c | output.b | program:1:17 'super.c' | names a b`},
	{"{ a: $.x.y, x: {} }", `Field does not exist: y | output.a | program:1:6 '$.x.y'`},
	{"{ assert self.a > 1 : 'too small', a: 1 }", `too small | program:1:3 'assert self.a > 1 : …'`},
	{"{ a: { assert false, b: 1 }.b }", `Object assertion failed. | output.a | program:1:8 'assert false' | program:1:6 '{ assert false, b: 1…'`},
	{"assert 1 > 2; 3", `Assertion failed | program:1:1 'assert 1 > 2'`},
	{"[x / 0 for x in [1, 2]]", `Division by zero. | output[0] | program:1:2 'x / 0'`},
	{"{ [k]: error k for k in ['a'] }", `a | output.a | program:1:8 'error k'`},
	{"std.map(function(x) x.a, [{ b: 1 }])", `Field does not exist: a | output[0] | program:1:21 'x.a' | names b`},
	{"std.foldl(function(a, x) a + x.b, [{ b: 1 }, {}], 0)", `Field does not exist: b | program:1:30 'x.b' | program:1:1 'std.foldl(function(a…'`},
	{"std.length(1)", `Unexpected type number | program:1:1 'std.length(1)'`},
	{"{ a: std.length(null) }", `Unexpected type null | output.a | program:1:6 'std.length(null)'`},
	{"local g(x) = std.parseInt(x); { a: { b: g('x') } }", `x is not a base 10 integer | output.a.b | program:1:14 'std.parseInt(x)' in function g | program:1:41 'g('x')'`},
	{"std.sort([1, 'a'])", `Unexpected type number, expected string | program:1:1 'std.sort([1, 'a'])'`},
	{"std.join(',', [1])", `Unexpected type number, expected string | program:1:1 'std.join(',', [1])'`},
	{"'%d' % 'a'", `Format required number at 0, got string | program:1:1 ''%d' % 'a''`},
	{"local l = [1]; l[3]", `Index 3 out of bounds, not within [0, 1) | program:1:16 'l[3]'`},
	{"1 + null", `Unexpected type null, expected number | program:1:1 '1 + null'`},
	{"local a = 1, b = a.c; b", `Value non indexable: number | program:1:18 'a.c' in the value of b | program:1:23 'b'`},
	{"{ a: function() 1 }", `couldn't manifest function as JSON | output.a`},
	{"(import 'lib').f({})", `Field does not exist: y | lib:2:9 'x.y' in function f | program:1:1 '(import 'lib').f({})'`},
	{"{ a: (import 'lib').f(1) }", `Value non indexable: number | output.a | lib:2:9 'x.y' in function f | program:1:6 '(import 'lib').f(1)'`},
	{"import 'no'", `couldn't open import "no" | program:1:1 'import 'no''`},
	{"local f(x) = 1 + f(x); f(1)", `max stack frames exceeded. | program:1:18 'f(x)' in function f 19 times | program:1:24 'f(1)'`},
	{"{ a: self.a }", `max stack frames exceeded. | output.a | program:1:6 'self.a' 19 times`},
	{"(function(x) x)(y=1)", `function has no parameter y | program:1:1 '(function(x) x)(y=1)'`},
	{"local f(x) = 1; f()", `Missing argument: x | program:1:17 'f()'`},
	{"std.map(1, 2)", `std.map first param must be function, got number | program:1:1 'std.map(1, 2)'`},
	{"{ a: 'x' + function() 1 }", `couldn't manifest function as JSON | output.a | program:1:6 ''x' + function() 1'`},
	{"if 1 then 2", `Unexpected type number, expected boolean | program:1:4 '1'`},
	{"{ a+: error 'x' } + { a+: 1 }", `x | output.a | program:1:7 'error 'x''`},
	{"{ a: { b: 1 } } + { a+: { c: error 'deep' } }", `deep | output.a.c | program:1:30 'error 'deep''`},
	{"std.manifestYamlDoc({ a: { b: error 'x' } })", `x | program:1:31 'error 'x'' | program:1:1 'std.manifestYamlDoc(…'`},
	{"{ ['a']: 1, ['a' + '']: 2 }", `Duplicate field name: "a" | program:1:1 '{ ['a']: 1, ['a' + '…'`},
	{"std.mergePatch({}, { a: { b: error 'x' } })", `x | output.a | program:1:30 'error 'x''`},
	{"'abc'.x", `Unexpected type string, expected number | program:1:1 ''abc'.x'`},
	{"std.extVar('v')", `Undefined external variable: v | program:1:1 'std.extVar('v')'`},
	{"std.parseJson('{')", `failed to parse JSON: unexpected end of JSON input | program:1:1 'std.parseJson('{')'`},
}

func TestFailures(t *testing.T) {
	for _, row := range failures {
		if got := failure(t, row.program); got != row.want {
			t.Errorf("%s\n got %s\nwant %s", row.program, got, row.want)
		}
	}
}

func failure(t *testing.T, program string) string {
	t.Helper()
	node, err := syntax.Parse("program", program)
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	ev := New(context.Background(), Host{MaxStack: 20, Import: imports(map[string]string{"lib": "{\n  f(x): x.y,\n}"})})
	_, err = Run(ev, node, ev.JSON)
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%s: got error %v, want an *Error", program, err)
	}
	parts := []string{e.Message}
	if len(e.Output) > 0 {
		parts = append(parts, "output"+path(e.Output))
	}
	for _, f := range e.Frames {
		parts = append(parts, shownFrame(f))
	}
	if len(e.Names) > 0 {
		parts = append(parts, "names "+strings.Join(e.Names, " "))
	}
	return strings.Join(counted(parts), " | ")
}

func path(steps []Step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.Index >= 0 {
			fmt.Fprintf(&b, "[%d]", s.Index)
		} else {
			b.WriteString("." + s.Field)
		}
	}
	return b.String()
}

func shownFrame(f Frame) string {
	if f.File == nil {
		return "nowhere"
	}
	text := f.Source()
	if len(text) > 20 {
		text = text[:20] + "…"
	}
	pos := f.Pos()
	s := fmt.Sprintf("%s:%d:%d '%s'", pos.File, pos.Line, pos.Column, text)
	if f.Within != "" {
		s += " in " + f.Within
	}
	return s
}

// counted says how often a part comes again.
func counted(parts []string) (list []string) {
	for i := 0; i < len(parts); {
		n := 1
		for i+n < len(parts) && parts[i+n] == parts[i] {
			n++
		}
		if n > 1 {
			list = append(list, fmt.Sprintf("%s %d times", parts[i], n))
		} else {
			list = append(list, parts[i])
		}
		i += n
	}
	return list
}

// TestTooDeepKnowsItsPlace has values that contain themselves.
func TestTooDeepKnowsItsPlace(t *testing.T) {
	for _, program := range []string{"local a = [a]; a", "local a = { b: a }; a", "{ a: self }"} {
		got := failure(t, program)
		if !strings.HasPrefix(got, "max stack frames exceeded. | output") {
			t.Errorf("%s: got %.100s", program, got)
		}
	}
}
