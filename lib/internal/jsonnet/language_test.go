package jsonnet

import (
	"context"
	"strings"
	"testing"

	gojsonnet "github.com/google/go-jsonnet"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// TestLanguage runs programs here and in go-jsonnet.
func TestLanguage(t *testing.T) {
	for group, programs := range map[string][]string{
		"locals": {
			"local a = 1; a", "local a = b, b = 2; a", "local a = 1; local a = 2; a", "local a = 1; local b = a; local a = b + 1; [a, b]",
			"local f(x) = x, g(x) = f(x) + 1; g(2)", "local even(n) = n == 0 || odd(n - 1), odd(n) = n != 0 && even(n - 1); even(10)",
			"local x = error 'no'; 1", "local a = [b, c], b = 1, c = 2; a", "local a = { b: c }, c = 3; a.b", "local f = function(x) local y = x * 2, z = y + 1; z; f(3)",
			"local f(x) = local g(y) = x + y; g; f(1)(2)", "local a = 1; assert a == 1; local b = a + 1; b", "local x = 1; { local x = 2, a: x, b: { local x = 3, c: x } }",
			"local x = x; 1", "local x = x; x", "local a = 1, f() = local a = 2; a; [a, f()]", "(local a = 5; a) + (local a = 6; a)",
			"local f(x) = (local y = x; y) + (local y = x + 1; y); f(1)", "local a(b) = local c = b; local d = c; local e = d; e; a(1)",
		},
		"functions": {
			"(function(x) x)(1)", "(function(x, y=x + 1) [x, y])(1)", "(function(x, y=x + 1) [x, y])(y=1, x=2)", "(function(x=y, y=1) [x, y])()",
			"(function(x) x)()", "(function(x) x)(1, 2)", "(function(x) x)(y=1)", "(function(x) x)(1, x=2)", "(function(x, y) x)(1, error 'no')", "(function(x, y) x)(1, y=error 'no')",
			"local f(n, acc=0) = if n == 0 then acc else f(n - 1, acc + n) tailstrict; f(10000)", "local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(100)",
			"local f(x) = x; f(f)(f)(3)", "local f(x, y) = x; f(1, error 'no') tailstrict", "{ f(x): x + self.g, g: 1 }.f(2)", "{ f(x):: x, v: self.f(3) }", "5(3)", "(function() 3)()", "function() 4", "function(x) x",
			"local f(a, b=a, c=b) = [a, b, c]; [f(1), f(1, 2), f(1, c=4)]", "std.length(function(a, b, c=1) a)", "local f(x) = function() x; f(2)()", "local f(x) = [x for x in [x, x + 1]]; f(1)",
			"local compose(f, g) = function(x) f(g(x)); compose(function(x) x * 2, function(x) x + 1)(3)", "local f(x)= if x > 0 then g(x - 1) else 'f', g(x) = if x > 0 then f(x - 1) else 'g'; f(7)",
		},
		"objects": {
			"{ a: 1, b: self.a }", "{ a: 1 } + { a: 2, b: super.a }", "{ a: 1 } { a+: 1 }", "{ a+: 1 }", "{ a: { b: 1 } } + { a+: { c: 2 } }", "{ a: [1] } + { a+: [2] } + { a+: [3] }",
			"{ a:: 1, b: self.a }", "{ a:: 1 } + { a: 2 }", "{ a:: 1 } + { a::: 2 }", "{ a: 1 } + { a:: 2 }", "{ a::: 1 } + { a: 2 }", "{ a:: 1 } + { a+: 1 } + { b: super.a }",
			"{ a: $.b, b: 1, c: { d: $.b, e: { f: $.b } } }", "{ a: { b: $ } }.a.b.a.b.c", "local o = { x: 1, y: $.x }; { o: o, x: 2 }", "{ ['a' + 'b']: 1, [null]: 2 }", "{ [1]: 2 }", "{ ['a']: 1, ['a']: 2 }", "{ [x]: 1 for x in ['a', 'a'] }",
			"{ local x = self.a, a: 1, b: x }", "{ local f(x) = x + self.a, a: 1, b: f(2) } + { a: 5 }", "{ a: 1, local b = self.a } + { local b = 2, c: b }", "{ a: super.a }", "{ b: 1 } + { a: super.a }", "{ a: 1 } + { b: 'a' in super, c: 'x' in super }", "{ b: 'a' in super }",
			"{ a: 1 } + { a: super['a'] + 1 }", "{ a: 1 } + { local s = super.a, b: s }", "{ a: 1 } + { b: { c: super.a } }", "{ a: 1, c: { a: 3 } } + { c+: { b: super.a } }", "{ f(x):: x + 1 } + { f(x):: super.f(x) * 2, r: self.f(1) }",
			"{ a: 1 } + { b: [super.a for x in [1, 2]] }", "{ a: 1 } + { b: (function(x) super.a + x)(2) }", "{ assert self.a > 0, a: 1 }", "{ assert self.a > 0 : 'no ' + self.a, a: 0 }", "{ assert false }", "{ assert false, a: 1 }.a", "{ assert self.x, x:: true } + { x:: false }", "({ assert false } + { a: 1 }) == {}",
			"std.length({ assert false, a: 1 })", "std.objectFields({ assert false })", "std.objectHas({ assert false, a: 1 }, 'a')", "[{ assert false }][0] == [1]", "{ a: 1 }.b", "{ a: 1 }['a']", "{ a: 1 }[1]", "{ a: error 'x', b: 2 }.b", "{ a: { b: error 'deep' } }",
			"{ a: 1, assert self.a == 1 : 'first', assert self.b == 2 : 'second', b: 3 }", "({ assert std.trace('low', true) } + { assert std.trace('high', true), a: 1 }).a", "{ 'quoted key': 1, \"double\": 2, |||\n  block\n|||: 3 }",
			"local o = { a: 1, b: { c: self, d: $ } }; [o.b.c.d.a, o.b.d.a]", "{ a: 1 } == { a: 1, b:: 2 }", "{ a: 1 } == { a: 2 }", "{ a: [1, { b: 2 }] } == { a: [1, { b: 2 }] }", "{ a: function() 1 } == { a: 1 }", "{ a: function() 1 } == { a: function() 1 }",
			"local base = { n: 1, v: { n: $.n } }; base + { n: 2 }", "local base = { n: 1, v: { n: $.n } }; { w: base + { n: 2 } }", "{ a: 1 } + null", "null + { a: 1 }", "{ a: 1 } + 'x'", "{ a: 1 } + [1]", "{ a: 1, b: 2, c: 3 } + { b:: super.b } + { b+: 1 } + { d: self.b }",
			"local a = { x+: 1 }, b = { x: 10 }; [(b + a + a).x, (a + b).x, (b + (a + a)).x, ((b + a) + a).x]", "local t = { n: std.objectFields(self), a: 1, h:: 2 }; t", "{ a: 'a', b: { a: 'b', c: [self.a, $.a] } }",
			"std.foldl(function(o, i) o + { ['k' + i]: i, last: i, sum+: i }, std.range(1, 40), { sum: 0 })", "std.foldl(function(o, i) o { v+: [i] }, std.range(1, 12), { v: [] }).v", "local many = std.foldl(function(o, i) o + { x: super.x + 1 }, std.range(1, 30), { x: 0 }); many.x",
			"local o = std.objectRemoveKey({ a: 1, b: self.a }, 'a'); [o, std.objectHas(o, 'a'), o.b]", "std.objectRemoveKey({ a: 1, b: self.a }, 'a').b", "std.objectRemoveKey({ a: 1 } + { b: super.a }, 'a')", "std.objectRemoveKey({ a: 1 }, 'a') + { b: super.a }", "std.objectRemoveKey({ a:: 1 }, 'a') + { a: 2 }", "std.objectRemoveKey({ a: 1 }, 'x')", "std.objectRemoveKey({ a: 1, b: 2 }, 'a') + { a: 3, c: 'a' in super }", "std.objectRemoveKey(std.objectRemoveKey({ a: 1, b: 2, c: 3 }, 'a'), 'c')", "std.objectRemoveKey({ assert false, a: 1 }, 'a').b",
		},
		"comprehensions": {
			"[x * 2 for x in [1, 2, 3]]", "[x for x in [1, 2, 3, 4] if x % 2 == 0]", "[[x, y] for x in [1, 2] for y in [x, x * 2]]", "[[x, y] for x in [1, 2] if x > 1 for y in [3, 4] if y > x]", "[x for x in 5]", "[x for x in 'ab']", "[x for x in [1] if 1]", "[error 'no' for x in [1, 2]][1:1]", "std.length([error 'no' for x in [1, 2]])",
			"{ [k]: k + 1 for k in ['a', 'b'] }", "{ [k]: $ for k in ['a'] }.a.a.b", "{ [k]: self.z for k in ['a', 'z'] if k != 'z' } + { z: 9 }", "{ [k]+: 1 for k in ['a'] }", "{ a: 1 } + { [k]+: 1 for k in ['a', 'b'] }", "{ a: 5 } + { [k]: super.a for k in ['a', 'b'] }", "{ local y = x * 2, ['k' + x]: y for x in [1, 2] }", "{ [if x > 1 then 'k' + x]: x for x in [1, 2, 3] }", "{ ['%s%s' % [x, y]]: x + y for x in ['a', 'b'] for y in ['c', 'd'] if x + y != 'bc' }",
			"[f() for f in [function() x for x in [1, 2]]]", "[[y for y in [x]] for x in [1, 2]]", "local a = [b for b in [c for c in [1, 2]]]; a", "{ o: { [k]: $.v + k for k in ['a'] }, v: 'v' }", "{ [k]: { n: k, up: $.x } for k in ['x', 'y'] if k != 'x' } + { x: 1 }", "[x, for x in [1]]", "{ [x]: 1, for x in ['a'] }", "[{ a: x } for x in [1, 2]]", "[function(y) x + y for x in [1, 2]][1](5)",
		},
		"operators": {
			"1 + 2 * 3 - 4 / 2", "7 % 3", "-7 % 3", "7 % -3", "5.5 % 2", "1 / 0", "1 % 0", "1e308 * 10", "-1e308 - 1e308", "1e308 + 1e308", "1 << 3", "1 << 64", "1 << -1", "-1 >> 1", "5 & 3", "5 | 3", "5 ^ 3", "~5", "~5.7", "1.5 & 3", "9007199254740993 & 1", "1e300 | 1", "!true", "!1", "-'a'", "+'a'", "+5", "- -5", "--5", "!!true",
			"1 < 2", "'a' < 'b'", "[1, 2] < [1, 3]", "[1] < [1, 0]", "[] < [1]", "1 < 'a'", "'a' < 1", "[1] < ['a']", "{} < {}", "true < false", "null < null", "[null] < [null]", "'é' > 'z'", "'Z' < 'a'", "1 <= 1 && 2 >= 2", "1 == 1.0", "'1' == 1", "null == false", "[1, [2]] == [1, [2]]", "[1, 2] == [1]", "[] == {}", "[error 'x', 1] == [1]", "[1, error 'x'] == [2, 3]", "1 != 1", "(function() 1) == 1", "(function() 1) == (function() 1)",
			"true && error 'x'", "false && error 'x'", "true || error 'x'", "false || 1", "1 && true", "true && 1", "'a' + 1", "1 + 'a'", "'a' + null", "null + 'a'", "'a' + [1]", "[1] + 'a'", "'a' + { b: 1 }", "{ b: 1 } + 'a'", "[1] + [2]", "[1] + 2", "1 + [2]", "1 + true", "true + 1", "null + null", "'a' + function() 1", "1.5 + '|'", "1e21 + ''", "0.1 + ''", "-0.0 + ''", "100000000000000000000 + ''", "1e-7 + ''", "123456789.123456789 + ''", "3.0 + ''",
			"'a' in { a: 1 }", "'b' in { a: 1 }", "'a' in { a:: 1 }", "1 in { a: 1 }", "'a' in [1]", "1 + 2 == 3 && !false || true", "1 + 1 << 2", "2 * 3 % 4", "-2 * -3", "if true then 1", "if false then 1", "if 1 then 2", "if false then 1 else if true then 2 else 3", "1 + if true then 2 else 3", "10 - 2 - 3", "2 - -2",
		},
		"strings": {
			"'abc'[1]", "'äbc'[0]", "'a☃b'[1]", "'abc'[3]", "'abc'[-1]", "'abc'[1.7]", "''[0]", "'abc'['a']", "[1, 2][1.9]", "[1][1]", "[1]['0']", "null[0]", "1[0]", "true.x", "(function() 1).x", "'abc'[1:]", "'abc'[:2]", "'abc'[::2]", "'abcdef'[1:5:2]", "'äöü'[1:2]", "'abc'[5:]", "'abc'[-2:]", "'abc'[:-1]", "'abc'[2:1]", "'abc'[::0]", "'abc'[::-1]", "[1, 2, 3, 4][1:3]", "[1, 2, 3, 4][::3]", "[1, 2, 3][-1:]", "[1, 2, 3][0.5:]", "[1, 2][error 'x':]", "[error 'x', 2][1:]", "{}[1:]", "[1, 2, 3][null:null:null]",
			"'\\u00e9\\n\\t\\\\\\'\\\"\\/\\b\\f\\r'", "'\\ud83d\\ude00'", "@'a\\b''c'", "@\"a\"\"b\"", "|||\n  a\n    b\n\n  c\n|||", "|||-\n  a\n|||", "|||\n\n  a\n|||", "'%s' % 'a'", "'a' * 2", "std.foldl(function(s, i) s + 'ab' + i, std.range(1, 300), '')", "local s = std.foldl(function(s, i) s + 'é', std.range(1, 400), ''); [std.length(s), s[399], s == s + '', s < s + 'a']", "local a = std.repeat('x', 300), b = a + a; [b + b == b + b, std.length(b + 'y'), (b + 'y')[600]]", "std.map(function(x) x, 'äb')",
		},
		"errors": {"error 'a'", "error 1", "error { a: 1 }", "error error 'x'", "assert false; 1", "assert false : 'm'; 1", "assert 1; 1", "assert true : error 'x'; 1", "error null", "error function() 1", "error 'a' + 'b'", "[error 'x'][0]", "local f() = f(); f()", "local a = { b: a.b }; a.b", "{ a: self.b, b: self.a }", "local x = [x]; x", "std.foldl(function(a, b) error 'f', [1], 0)"},
		"lazy": {
			"[1, error 'x'][0]", "std.length([error 'x'])", "{ a: error 'x' } + { a: 1 }", "local f(x) = 1; f(error 'x')", "(if true then 1 else error 'x')", "local a = error 'x'; [1, a][0]", "{ local a = error 'x', b: 1 }", "[x for x in [1, 2] if true || error 'x']", "std.objectHas({ a: error 'x' }, 'a')", "local o = { a: std.trace('once', 1) }; [o.a, o.a]", "local a = std.trace('once', 1); a + a", "local l = [std.trace('once', 1)]; l[0] + l[0]",
			"local f(x) = x + x; f(std.trace('once', 1))", "[std.trace('a', 1), std.trace('b', 2)]", "{ b: std.trace('b', 1), a: std.trace('a', 2) }", "std.trace('l', 1) + std.trace('r', 2)", "std.trace('x', {}).a", "std.trace(1, 2)", "std.trace('multi\nline', 1)",
		},
		"std": {"std.type(std)", "local std = { length(x): 'mine' }; std.length([])", "(std + { length(x): 1 }).length('abc')", "std.nothing", "std.extVar('no')", "std.native('no')", "std.length(x=[1])", "std.length()", "std.length(1, 2)", "std['length']([1])", "local l = std.length; l('ab')", "std.map(std.length, ['a', 'bc'])", "std.objectHasAll(std, 'map')", "std.pi", "std", "std.length(std.objectFields(std))"},
	} {
		t.Run(group, func(t *testing.T) {
			for _, program := range programs {
				agree(t, program)
			}
		})
	}
}

// TestOtherwise has what docs/compat.md says of evaluation: here it does better than
// go-jsonnet.
func TestOtherwise(t *testing.T) {
	for _, test := range []struct{ program, want, trace, reference string }{
		{"{ local x = std.trace('x', 1), a: x, b: x }", "{\n   \"a\": 1,\n   \"b\": 1\n}\n", "TRACE: program:1 x\n", "TRACE: program:1 x\nTRACE: program:1 x\n"},
		{"std.length(std.uniq([1, 1, 1], function(x) std.trace('k', x)))", "1\n", strings.Repeat("TRACE: program:1 k\n", 3), strings.Repeat("TRACE: program:1 k\n", 4)},
		{"local deep(n) = if n == 0 then 0 else [deep(n - 1)]; std.length(std.toString(deep(600)))", "1201\n", "", "max stack frames exceeded"},
	} {
		var trace, other strings.Builder
		node, err := syntax.Parse("program", test.program)
		if err != nil {
			t.Fatal(err)
		}
		ev := New(context.Background(), Host{Trace: &trace})
		got, err := Run(ev, node, ev.JSON)
		if err != nil || got != test.want || trace.String() != test.trace {
			t.Errorf("%s: got %q, traces %q, error %v; want %q, traces %q", test.program, got, &trace, err, test.want, test.trace)
		}
		vm := gojsonnet.MakeVM()
		vm.SetTraceOut(&other)
		if _, err := vm.EvaluateAnonymousSnippet("program", test.program); err != nil {
			other.WriteString(err.Error())
		}
		if !strings.Contains(other.String(), test.reference) {
			t.Errorf("%s: go-jsonnet says %q, want %q", test.program, &other, test.reference)
		}
	}
}
