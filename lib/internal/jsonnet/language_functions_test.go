package jsonnet

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestFunctionsAndLocals(t *testing.T) {
	agreeAll(t,
		"local f(a, b=a, c=b + 1) = [a, b, c]; [f(1), f(1, 2), f(1, c=5), f(c=1, a=2), f(b=c0, a=1), f(1, b=2, c=3)]", "local c0 = 9, f(a, b=a) = [a, b]; f(b=c0, a=1)", "local f(a=b, b=c, c=1) = [a, b, c]; [f(), f(5), f(b=6)]", "local f(a=a) = a; f()", "local f(a=b, b=a) = a; f()", "local f(a=b, b=a) = a; f(b=2)",
		"local a = 1, f(b=a) = (local a = 2; b); f()", "local a = 1, f(a, b=a) = b; f(2)", "local f(x, y=error 'no') = x; f(1)", "local f(x=error 'no') = 1; f()", "local f(x=error 'no') = 1; f() tailstrict", "local f(x) = 1; f(error 'no') tailstrict", "local f(x, y=2) = x + y; f(1) tailstrict", "local f(x, y=2) = x + y; f(y=5, x=1) tailstrict",
		"local f(x) = x; f(x=1, x=2)", "local f(x) = x; f(1, x=2)", "local f(x) = x; f(x=2, 1)", "local f() = 1; f(1)", "local f(x, y) = x; f(1)", "local f(x, y) = x; f(y=1)", "local f(x) = x; f(z=1)", "(function(x, y) y)(1, x=2)", "local f = 1; f()", "'a'()", "{}.f()", "null()", "[function() 1][0]()", "(if true then function(x) x else null)(3)",
		"local mk(n) = { get():: n, inc():: mk(n + 1) }; mk(1).inc().inc().get()", "local add(x) = function(y) function(z) x + y + z; add(1)(2)(3)", "local twice(f) = function(x) f(f(x)); twice(twice(function(x) x * 2))(1)", "local y(f) = (function(x) x(x))(function(x) f(function(n) x(x)(n))); y(function(fac) function(n) if n <= 1 then 1 else n * fac(n - 1))(10)",
		"local l = [function() i for i in [1, 2, 3]]; [f() for f in l]", "local l = [function(x) [x, i, j] for i in [1, 2] for j in [i, i * 10] if j != 2]; [f(0) for f in l]", "local fs = { ['f' + i]: function() i for i in [1, 2] }; [fs.f1(), fs.f2()]", "[(local y = x * 2; function() y + x)() for x in [1, 2]]",
		"local a = 1; local b = a + 1, c = b + d, d = a; local a = c; [a, b, c, d]", "local a = b, b = c, c = 3; a", "local a = [a[1], 1]; a[0]", "local o = { a: o.b, b: 1 }; o.a", "local x = 1; local x = x; x", "local x = 1; local y = x; local x = 2; [x, y]", "local f(x) = local x = 2; x; f(1)", "local f(x) = local y = x; local x = 3; [x, y]; f(1)", "local a = (local b = 1; b) + (local b = 2; b), b = 3; [a, b]",
		"local x = 1, y = x, x = 2; y", "local f(x) = x, f = 2; f", "local std = 1; std", "local std = { length: 1 }; [1][0:1]", "local std = 1; [x for x in [1, 2] if x > 1]", "local std = 1; 'a' in { a: 1 }", "local std = 1; 5 % 3", "local std = 1; { [k]: 1 for k in ['a'] }", "function(std) std", "(function(std) std)(2)", "{ local std = 5, a: std }", "[std for std in [1]]",
		"local a = 1, b = 2, c = 3, d = 4, e = 5; [e, d, c, b, a]", "local f(a, b, c, d, e) = local g = a, h = b; local i = c; [a, b, c, d, e, g, h, i]; f(1, 2, 3, 4, 5)", "local f(a) = if a > 0 then (local b = a; local c = b; f(c - 1)) else local d = 'end'; d; f(3)", "local f(n, l=[]) = if n == 0 then l else local m = n - 1; f(m, l + [function() n]) tailstrict; [g() for g in f(3)]",
		"if true then 1 else error 'x'", "if false then error 'x'", "if error 'c' then 1 else 2", "if 'a' then 1", "if null then 1", "local x = if false then 1; x", "[if i % 2 == 0 then i for i in [1, 2, 3]]", "(if true then { a: 1 } else {}) { b: 2 }", "[1, if true then 2 else 3, 4]", "if true then if false then 1 else 2 else 3", "if true then 1 else 2 + 3", "1 + if true then 2 else 3 + 4",
	)
}

func TestLaziness(t *testing.T) {
	agreeAll(t,
		"local x = std.trace('x', 1), f(a, b) = a; f(2, x)", "local x = std.trace('x', 1), f(a, b) = a + a; f(x, x)", "local x = std.trace('x', 1); [x, x, x]", "local f(a, b=std.trace('b', a)) = [b, b, a]; f(std.trace('a', 1))", "local f(x) = std.trace('f', x); [f(1), f(1)]", "local l = [std.trace('e' + i, i) for i in [1, 2, 3]]; [l[1], l[1], std.length(l)]", "local l = [std.trace('a', 1)] + [std.trace('b', 2)]; [l[1], l]",
		"local o = { a: std.trace('a', 1), b: self.a + self.a }; [o.b, o.a, o]", "local o = { a: std.trace('a', 1) }; [(o { b: 1 }).a, o.a, (o { b: 2 }).a]", "local o = { a+: std.trace('a', [1]) }; (o + o + o).a", "local o = { local l = std.trace('l', 1), a: l + l }; o.a", "{ a: std.trace('low', 1) } { a: std.trace('high', 2) }", "{ a: std.trace('low', 1) } { a+: std.trace('high', 2) }", "{ a: std.trace('low', 1) } { a: std.trace('high', 2) + super.a }",
		"[std.trace('c' + x, x) for x in [1, 2, 3] if std.trace('i' + x, x > 1)][0]", "[[x, y] for x in std.trace('o', [1, 2]) for y in std.trace('y' + x, [x])]", "local a = [std.trace('a', 1), std.trace('b', 2)]; a == [1, 3]", "[std.trace('a', 1), 5] == [2, std.trace('b', 2)]", "[std.trace('a', 1), 5] < [2, std.trace('b', 2)]", "std.trace('a', { x: 1 }) == std.trace('b', { x: std.trace('c', 2) })", "std.trace('a', 'x') in std.trace('b', { x: 1 })", "std.trace('a', [1, 2])[std.trace('b', 1)]", "std.trace('a', 'abc')[std.trace('b', 0):std.trace('c', 2):std.trace('d', 1)]", "std.trace('a', 5) % std.trace('b', 3)", "std.trace('a', true) && std.trace('b', false) || std.trace('c', true)", "!std.trace('a', true)",
		"std.trace('f', function(x, y) x)(std.trace('a', 1), std.trace('b', 2))", "std.trace('f', function(x) x)(std.trace('a', 1)) tailstrict", "local t = std.trace('t', { a: 1, b: 2 }); t.a + t.b", "std.objectValues({ a: std.trace('a', 1), b: std.trace('b', 2) })[0]", "local o = { [k]: std.trace(k, 1) for k in ['a', 'b'] }; [o.b, o.b]", "error std.trace('a', 'x')", "assert std.trace('a', true) : std.trace('b', 'm'); 1", "std.map(function(x) std.trace('m' + x, x), [1, 2])[1]", "std.length(std.map(function(x) std.trace('m' + x, x), [1, 2]))", "local s = std.trace('s', 'ab') + std.trace('t', 'cd'); s + s",
		"local inf(n) = [n, inf(n + 1)]; inf(0)[1][1][1][0]", "local inf(n) = { n: n, next: inf(n + 1) }; inf(0).next.next.n", "local fib = [1, 1] + [fib[i - 1] + fib[i - 2] for i in std.range(2, 50)]; fib[50]", "local primes = [p for p in std.range(2, 50) if std.length([d for d in std.range(2, p - 1) if p % d == 0]) == 0]; primes",
	)
}

func TestImports(t *testing.T) {
	files := map[string]string{
		"lib": "{ x: 1, y: self.x, f(a):: a + self.x }", "text": "a\u00e9\r\n\tb\x00", "function": "function(a, b=2) a + b", "traced": "std.trace('loaded', { v: 1 })", "first": "{ a: 1, b: (import 'second').c }", "second": "{ c: (import 'first').a }",
		"self": "import 'self'", "loop": "{ a: (import 'loop').a }", "bad": "{ a: ", "fails": "error 'from ' + std.thisFile", "name": "std.thisFile", "outer": "{ n: import 'name', m: std.thisFile }", "dollar": "{ a: 1, b: { c: $.a } }", "unbound": "x",
	}
	for _, program := range []string{
		"import 'lib'", "(import 'lib') { x: 2 }", "(import 'lib').f(2)", "[import 'lib', import 'lib'] ", "importstr 'text'", "importbin 'text'", "std.length(importstr 'text')", "(import 'function')(1)", "import 'function'", "[(import 'traced').v, (import 'traced').v]", "local l = import 'traced'; 1", "import 'first'", "(import 'second').c", "import 'self'", "import 'loop'", "(import 'loop').a", "import 'bad'", "if true then 1 else import 'bad'", "{ a: import 'bad', b: 1 }.b", "import 'missing'", "importstr 'missing'", "importbin 'missing'", "local x = import 'missing'; 1", "import 'fails'", "import 'name'", "import 'outer'", "importstr 'bad'", "importstr 'lib'", "{ o: import 'dollar', a: 2 }", "(import 'dollar') { a: 2 }", "local x = 1; import 'unbound'", "[importstr 'lib', (importstr 'lib')[0]]", "import 'lib' + 'x'",
	} {
		files["program"] = program
		agreeFiles(t, files)
	}
}

// TestDepth has what go-jsonnet does within 500 calls. Where a tailstrict call is
// only an operand, it forgets the calls around nonetheless.
func TestDepth(t *testing.T) {
	agreeAll(t,
		"local f(n) = if n == 0 then 0 else f(n - 1); f(240)", "local f(n) = if n == 0 then 0 else f(n - 1); f(600)", "local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(248)", "local f(a, n) = if n == 0 then a else f(a + n, n - 1) tailstrict; f(0, 10000)", "local f(n) = if n == 0 then 0 else 1 + f(n - 1) tailstrict; f(3000)", "local f(n) = n == 0 || f(n - 1) tailstrict; f(3000)", "local f(n) = n != 0 && f(n - 1) tailstrict; f(3000)", "local f(n) = if n == 0 then true else !f(n - 1) tailstrict; f(3000)", "local f(n) = g(n), g(n) = if n == 0 then 0 else f(n - 1) tailstrict; f(400)", "local f(n) = g(n) tailstrict, g(n) = if n == 0 then 0 else f(n - 1); f(200)",
		"local f(n) = { a: if n == 0 then 0 else f(n - 1).a }; f(240).a", "local f(n) = if n == 0 then [] else [f(n - 1)]; f(240)", "local f(n) = { a: if n == 0 then 0 else f(n - 1) }; f(240)", "std.toString(std.foldl(function(a, i) [a], std.range(1, 490), []))", "std.foldl(function(o, i) o + { x+: 1 }, std.range(1, 240), { x: 0 }).x", "std.foldl(function(o, i) o + { x: super.x + 1 }, std.range(1, 490), { x: 0 }).x", "local a = [if i == 0 then 0 else a[i - 1] + 1 for i in std.range(0, 300)]; a[240]", "local a = std.makeArray(300, function(i) if i == 0 then 0 else a[i - 1] + 1); a[160]", "std.foldl(function(a, i) [x + 1 for x in a], std.range(1, 240), [1, 2])", "std.foldl(function(a, i) a + i, std.range(1, 5000), 0)",
		"local f(a) = std.foldl(function(a, i) [a], std.range(1, 3000), a); f([]) == f([])", "local f(a) = std.foldl(function(a, i) [a], std.range(1, 3000), a); f([1]) < f([2])", "local f(a) = std.foldl(function(a, i) { a: a }, std.range(1, 3000), a); f({}) == f(1)", "local f(x) = f(x); f(1)", "local a = b, b = a; a", "{ a: self.a }", "{ a: self.b, b: self.a }", "{ a: self }", "local x = [x]; x", "{ f(x): self.f(x), a: self.f(1) }", "{ a: super.a } + { a: self.a }",
	)
}

// TestLoops has loops that are long for go-jsonnet.
func TestLoops(t *testing.T) {
	for program, want := range map[string]string{
		"local f(a, n) = if n == 0 then a else f(a + n, n - 1) tailstrict; f(0, 100000)":                           "5000050000\n",
		"local f(n) = if n == 0 then 0 else 1 + f(n - 1) tailstrict; f(20000)":                                     "20000\n",
		"local f(l, n) = if n == 0 then std.length(l) else f(l + [n], n - 1) tailstrict; f([], 3000)":              "3000\n",
		"local f(s, n) = if n == 0 then std.length(s) else f(s + 'é', n - 1) tailstrict; f('', 50000)":             "50000\n",
		"local f(s, n) = if n == 0 || s == 'q' then std.length(s) else f(s + 'é', n - 1) tailstrict; f('', 50000)": "50000\n",
		"std.foldl(function(a, i) a + i, std.range(1, 200000), 0)":                                                 "20000100000\n",
	} {
		if got := evaluated(t.Context(), map[string]string{"program": program}); got.err != nil || got.text != want {
			t.Errorf("%s\n got %s\nwant %s", program, got, want)
		}
	}
}

// TestStops has programs that go on for very long; the context ends them.
func TestStops(t *testing.T) {
	for _, program := range []string{
		"local f(x) = f(x + 1) tailstrict; f(0)", "local f(x) = if x < 0 then 0 else local y = x + 1; f(y) tailstrict; f(0)", "local f(a, b) = f(b, a) tailstrict; f([1], [2])", "std.length([1 for x in std.range(1, 1e7) for y in std.range(1, 100000) if false])", "{ [k + '']: 1 for k in std.range(1, 1e7) for l in [1, 2, 3, 4, 5, 6, 7, 8] if k < 0 }", "local l = std.makeArray(5000000, function(i) 1), f(n) = if l == l then f(n + 1) tailstrict else 0; f(0)", "local l = std.makeArray(5000000, function(i) 1), f(n) = if l < l then 0 else f(n + 1) tailstrict; f(0)", "local f(o) = f(o { a+: 1 }) tailstrict; f({ a: 1 })", "local f(s) = f(if s == '' then 'x' else '') tailstrict; f('')", "std.foldl(function(a, x) std.foldl(function(b, y) b + y, std.range(1, 10000), a), std.range(1, 1000000), 0)",
	} {
		stop, cancel := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, errLate)
		r := evaluated(stop, map[string]string{"program": program})
		cancel()
		var e *Error
		if !errors.As(r.err, &e) || e.Stopped != errLate && !e.TooLarge {
			t.Errorf("%s\n got %s, want it stopped", program, r)
		}
	}
}

var errLate = errors.New("late")
