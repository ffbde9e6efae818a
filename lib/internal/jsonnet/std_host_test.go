package jsonnet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	gojsonnet "github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

var hostPrograms = []string{
	// extVar
	`std.extVar("text")`, `std.extVar("code")`, `std.extVar("code").a`, `std.extVar("none")`, `std.extVar(1)`, `std.extVar(null)`, `std.extVar(x="text")`, `std.extVar(name="text")`, `std.extVar()`, `std.extVar("text", "code")`,
	`std.extVar("failing")`, `[std.extVar("failing"), 1][1]`, `std.extVar("code") { a: 2 }`, `std.extVar("te" + "xt")`, `std.extVar(std.repeat("x", 300))`, `std.extVar(T("text"))`, `std.extVar("")`,
	// native
	`std.native("join")("a", "b")`, `std.native("join")(y="a", x="b")`, `std.native("none")`, `std.native("none")("a")`, `std.native(1)`, `std.native(null)`, `std.native(x="join")("a", "b")`, `std.native(name="join")`, `std.native()`, `std.native("join", 1)`,
	`std.native("join")`, `std.native("join")("a")`, `std.native("join")("a", "b", "c")`, `std.native("join")("a", z="b")`, `std.native("join")("a", x="b")`, `std.native("join")([1, { a: null, b:: 2 }], 1.5)`, `std.native("join")(function() 1, 1)`, `std.native("join")("a", error "x")`,
	`std.native("join")({ a: error "x" }, 1)`, `std.native("join")({ a:: error "x" }, 1)`, `std.native("join")({ assert false }, 1)`, `std.native("join")("fail", "why")`, `std.type(std.native("join"))`, `std.length(std.native("join"))`, `std.native("join") == null`, `std.native("none") == null`,
	`std.foldl(std.native("join"), ["a", "b"], "c")`, `std.mapWithKey(std.native("join"), { a: "b" })`, `std.native("join")(T("a"), T("b"))`, `std.native("join")("a", "b") tailstrict`, `std.native("data")(1)`, `std.native("data")(1).b[1].c`, `std.native("data")(1) { a+: 1, d: self.a }`, `std.objectFieldsAll(std.native("data")(1))`, `std.native("invalid")(1)`, `std.length(std.native("invalid")(1))`,
	// trace
	`std.trace("a", 1)`, `std.trace("", null)`, `std.trace("äö\n😀", { a: 1 })`, `std.trace(1, 2)`, `std.trace(null, 2)`, `std.trace(["a"], 2)`, `std.trace("a")`, `std.trace()`, `std.trace("a", 1, 2)`, `std.trace(str="a", rest=1)`, `std.trace(rest=1, str="a")`, `std.trace(a="a", rest=1)`, `std.trace("a", error "x")`, `std.trace(error "y", error "x")`, `std.trace(1, error "x")`,
	"std.trace(\"a\",\n  1)", "\n\nstd.trace(\n  \"a\",\n  1\n)", "\n[\n  std.trace(\"a\", 1),\n\n  std.trace(\"b\", 2),\n]", "local f(x) =\n  std.trace(\"f\", x);\n\nf(1) +\nf(2)", "local a = std.trace(\"once\", 1);\na + a", "{\n  a: std.trace(\"a\", 1),\n  b: self.a + self.a,\n}", "{\n  local x = std.trace(\"x\", 1),\n  assert std.trace(\"assert\", true),\n  a: x,\n}",
	"std.trace(\"out\",\n  std.trace(\"in\",\n    1))", "std.trace(\n  std.trace(\"text\", \"a\"), std.trace(\"rest\",\n 1))", "local t = std.trace;\n\nt(\"a\", 1)", "local t = std.trace;\n\n(t)(\"a\", 1)", "(\nstd\n.trace)(\n\"a\", 1)", "std\n.trace(\"a\", 1)", "std[\n\"trace\"](\"a\", 1)", "local s = std;\n\ns\n.trace(\"a\", 1)",
	"std.map(\n  function(x)\n    std.trace(\"x\", x),\n  [1, 2])", "[\n  std.trace(\"x\", x)\n  for x in\n   std.trace(\"over\", [1, 2])\n if\n  std.trace(\"if\", true)\n]", "std.trace(\"a\", [error \"x\", 1])[1]", "if\nstd.trace(\"a\", true) then std.trace(\"b\", 1)\nelse std.trace(\"c\", 2)", "local f(x=std.trace(\"default\", 1)) =\n\n  x + x;\n\nf()", "std.trace(\"a\", 1) +\nstd.trace(\"b\", 2)", "std.trace(\"a\",\n1) tailstrict",
	`std.trace(std.repeat("x", 300), 1)`, `std.trace("a" + std.repeat("x", 300), std.repeat("y", 300) + "z")`, `std.trace("a", function(x) x)(1)`, `std.length(std.trace("a", [1, 2]))`, `T(T(1))`,
	// toString
	`[std.toString(x) for x in [null, true, 1, -1.5, 1e100, "a\"b", [], [1, "a"], {}, { b: 1, a:: 2 }]]`, `std.toString(a=1)`, `std.toString(x=1)`, `std.toString()`, `std.toString(1, 2)`, `std.toString(function() 1)`, `std.toString({ a: T(1), b: T("x") })`, `std.toString([error "x"])`, `std.toString(T("a"))`,
}

// TestStdHost has the same results, errors and traces as go-jsonnet, with the same
// variables and natives.
func TestStdHost(t *testing.T) {
	join := func(args []any) (any, error) {
		if args[0] == "fail" {
			return nil, errors.New("no join")
		}
		return fmt.Sprint(args[0], "+", args[1]), nil
	}
	data := func([]any) (any, error) {
		return map[string]any{"b": []any{nil, map[string]any{"c": true}}, "a": 1.5}, nil
	}
	invalid := func([]any) (any, error) { return "a\xff\xfeb", nil }
	for _, program := range hostPrograms {
		program = "local T(x) = std.trace(std.type(x), x);" + program
		var trace, wantTrace strings.Builder
		vm := gojsonnet.MakeVM()
		vm.SetTraceOut(&wantTrace)
		vm.ExtVar("text", "a\u00e4")
		vm.ExtCode("code", "{ a: 1, b:: self.a }")
		vm.ExtCode("failing", `error "why"`)
		vm.NativeFunction(&gojsonnet.NativeFunction{Name: "join", Params: ast.Identifiers{"x", "y"}, Func: join})
		vm.NativeFunction(&gojsonnet.NativeFunction{Name: "data", Params: ast.Identifiers{"x"}, Func: data})
		vm.NativeFunction(&gojsonnet.NativeFunction{Name: "invalid", Params: ast.Identifiers{"x"}, Func: invalid})
		want, wantErr := vm.EvaluateAnonymousSnippet("program", program)

		node, err := syntax.Parse("program", program)
		if err != nil {
			t.Fatalf("%s: %v", program, err)
		}
		var ev *Evaluation
		variable := func(text string) Value {
			node, err := syntax.Parse("variable", text)
			if err != nil {
				t.Fatal(err)
			}
			return Later(func() Value { return ev.eval(node, nil) })
		}
		ev = New(context.Background(), Host{
			Trace:     &trace,
			Variables: map[string]Value{"text": "a\u00e4", "code": variable("{ a: 1, b:: self.a }"), "failing": variable(`error "why"`)},
			Natives:   map[string]*Function{"join": Native("join", []string{"x", "y"}, join), "data": Native("data", []string{"x"}, data), "invalid": Native("invalid", []string{"x"}, invalid)},
		})
		got, err := Run(ev, node, ev.JSON)
		switch {
		case (err != nil) != (wantErr != nil):
			t.Errorf("%s\n got %q, error %v\nwant %q, error %v", program, got, err, want, wantErr)
		case err == nil && got != want:
			t.Errorf("%s\n got %s\nwant %s", program, got, want)
		case trace.String() != wantTrace.String():
			t.Errorf("%s traces\n got %s\nwant %s", program, &trace, &wantTrace)
		}
	}
}
