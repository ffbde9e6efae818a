package jsonnet

import (
	"fmt"
	"strings"
	"testing"
)

func TestSelfSuperDollar(t *testing.T) {
	agreeAll(t,
		"{ a: { b: { c: $.x, d: self.e, e: 1 } }, x: 2 }", "{ a: { b: $.c.d }, c: { d: self.e, e: 5 } }", "local o = { x: 1, y: { x: 2, z: $.x, w: self.x } }; o { x: 10 }", "local o = { x: 1, y: { x: 2, z: $.x, w: self.x } }; o { y+: { x: 20 } }",
		"{ x: 1, f(y):: self.x + y, g: function(y) self.x + y, a: self.f(1), b: self.g(2) } { x: 10 }", "{ x: 1, a: (function(o) o.x + self.x)({ x: 5 }) }", "{ x: 1, a: [self.x, { x: 2, y: self.x, z: $.x }, [self.x]] }", "{ x: 1, a: local y = self.x; local z = $.x; [y, z] }",
		"{ x: 1, a: { [k]: self.q + $.x for k in ['m', 'n'] } + { q: 7 } }", "{ a: [$.n for x in [1, 2]], n: 3 }", "{ n: 3, a: { b: [{ c: $.n, d: self.e, e: x } for x in [1, 2]] } }", "{ x: 1 } { x: super.x + 1 } { x: super.x * 10, y: super.x }", "{ x: 1 } + ({ x: super.x + 1 } + { x: super.x * 10 })",
		"({ x: 1 } + { y: super.x }) + { x: 5, z: super.y }", "{ a: { x: 1 } } { a+: { x: super.x + 1 } } { a+: { x: super.x + 1, y: super.x } }", "{ a: { x: 1 } } { a: super.a { x: 2 } }", "{ a: { x: 1 } } { a: super.a + { y: super.x } }", "{ x: 1, o: { x: 2 } } { o: { y: super.x } }", "{ x: 1, o: { x: 2 } } { o+: { y: super.x } }",
		"{ x: 1 } { o: { p: { q: super.x } } }", "{ x: 1 } { o: { x: 2 } + { p: super.x } }", "{ x: 1 } { y: local s = super.x; function(z) s + z }.y(2)", "{ x: 1 } { y(z): super.x + z }.y(2)", "{ x: 1, y: 2 } { z: [super[k] for k in ['x', 'y']] }", "{ x: 1, y: 2 } { z: { [k]: super[k] for k in ['x', 'y'] } }",
		"{ x: 1 } + { [k]: super.x for k in ['y', 'z'] }", "{ x: 1 } + { [k]: super.x + 1 for k in ['x'] } + { x: super.x * 5 }", "{ x: 1 } + { [k]+: 5 for k in ['x', 'y'] } + { [k]+: 7 for k in ['y'] }", "{ f(x):: x } { f(x):: super.f(x) + 1 } { f(x):: super.f(x) * 2, r: self.f(3) }", "{ f: function(x) x } { f: function(x) super.f(x) + 1 }.f(1)",
		"{ a: 'x' in super, b: 1 }", "{ x: 1 } { a: 'x' in super, b: 'a' in super, c: 'c' in super }", "{ x:: 1 } { a: 'x' in super }", "{ x: 1 } { a: [k in super for k in ['x', 'y']] }", "{ x: 1 } { a: { b: 'x' in super } }", "{ x: 1 } { a: 1 in super }", "{ x: 1 } { a: if 'y' in super then super.y else 'none' }", "{ x: 1 } { local s = 'x' in super, a: s }",
		"{ x: super.x }", "{ x: 1 } { y: super.z }", "{ x: 1 } { y: super[1] }", "{ x: 1 } { y: super['x' + ''] }", "super.x", "'x' in super", "self", "$", "local f() = self; f()", "{ [self.x]: 1 }", "{ a: { [self.x]: 1 }, x: 'k' }", "{ a: { [$.x]: 1 }, x: 'k' }", "{ x: 'k' } { a: { [super.x]: 1 } }", "{ x: 1 } { [super.x]: 1 }", "{ [$.x]: 1 }",
		"local base = { local me = self, name: 'b', greet: 'hi ' + me.name }; base { name: 'c' }", "local base = { local me = self, kid: { parent: me.name, top: $.name }, name: 'b' }; base { name: 'c' }", "{ local a = super.x, b: a, x: 1 }", "{ x: 5 } { local a = super.x, b: a, x: 1 }", "{ x: 5 } { local f(y) = super.x + y + self.z, b: f(1), z: 3 } { z: 4 }",
		"local m = { v: super.v + 1 }; ({ v: 0 } + m + m + m).v", "local m = { v+: 1 }; { v: 0 } + m + (m + m) + m", "local m = { l+: ['m'] }, n = { l+: ['n'] }; [(m + n).l, (n + m).l, ({ l: [] } + m + n + m).l]", "local a = { x: self.y }, b = { y: self.z }, c = { z: 1 }; [(a + b + c).x, (c + b + a).x, (a + (b + c)).x]", "local a = { x: 1 }, b = a { y: self.x }, c = b { x: 2 }; [a, b, c]",
		"local o = { a: self, b: 1 }; o.a.a.b", "local o = { a: self }; (o { b: 2 }).a.b", "({ a: self } { b: 2 }).a.b", "{ a: (self { b: 2 }).b, b: 1 }", "{ a: (self { b: 2, a: 0 }), b: 1 }", "{ a: ($ { a: 0, b: 2 }), b: 1 }", "local o = { a: { b: $ { c: 1, a: 3 } } }; o.a.b", "{ a:: 1, b: { a:: 2, c: { d: [$.a, self.a], a:: 3 } } }",
		"local f(o) = o { x: super.x + 1 }; f(f(f({ x: 0 }))).x", "local wrap(o) = { inner: o, outer: self.inner.x }; wrap(wrap({ x: 1 }) + { x: 2 })", "local o = { a: 1, f:: function() self.a }; local g = o.f; (o { a: 2, g:: g }).g()", "local o = { a: 1, f():: self.a }; [o.f(), (o { a: 2 }).f(), { x: o { a: 3 } }.x.f()]",
		"{ a: { x: 1, y: self.x } } + { a+: { x: 2 } } + { a+: { x: 3 } }", "{ a+: { x+: { y+: [1] } } } + { a+: { x+: { y+: [2] } } }", "{ a+: { b+: { c: super.d } } }", "{ a: { b: { d: 1 } } } + { a+: { b+: { c: super.d } } }", "{ ['a']+: 1 } + { ['a']+: 2 }", "{ a+: 'x' } + { a+: 1 } + { a+: [2] }", "{ a: 1 } + { a+: error 'e' }", "{ a: error 'e' } + { a+: 1 }", "{ a: error 'e' } + { a: 1 }", "{ a: 1 } + { a+: null }", "{ a: null } + { a+: 1 }", "{ a: null } + { a+: 'x' }",
	)
}

func TestHidden(t *testing.T) {
	var programs []string
	colons := []string{":", "::", ":::"}
	for _, a := range colons {
		for _, b := range colons {
			for _, c := range colons {
				o := fmt.Sprintf("{ x%s 1, y: self.x } { x%s 2 } { x%s 3 }", a, b, c)
				programs = append(programs, o, "{ a: 1 } + ("+o+")", "local o = "+o+"; [std.objectFields(o), std.objectFieldsAll(o), std.length(o), 'x' in o, std.objectHas(o, 'x'), std.objectHasAll(o, 'x'), o == { x: 3, y: 3 }, o == { y: 3 }]",
					fmt.Sprintf("{ x%s 1 } + { ['x']%s 2 } + { [k]%s 3 for k in ['x'] }", a, b, c), fmt.Sprintf("{ x%s 1 } + ({ x+%s 2 } + { x+%s 3 })", a, b, c), fmt.Sprintf("std.objectRemoveKey({ x%s 1, z: 0 }, 'z') { x%s 2 } + std.objectRemoveKey({ x%s 3, z: 1 }, 'z')", a, b, c))
			}
		}
	}
	agreeAll(t, programs...)
}

func TestNames(t *testing.T) {
	agreeAll(t,
		"{ [null]: error 'x' }", "{ [if true then null]: 1, a: 2 }", "{ ['a']: 1, a: 2 }", "{ a: 1, a: 2 }", "{ a: 1, 'a': 2 }", "{ ['a' + '']: 1, a: 2 }", "{ [1]: 1 }", "{ [true]: 1 }", "{ [[]]: 1 }", "{ [{}]: 1 }", "{ [error 'n']: 1 }", "{ a: 1, [error 'n']: 1 }.a", "std.length({ [error 'n']: 1 })", "{ ['é']: 1, e: 2, z: 3, 'ÿ': 4, '😀': 5, '\\uffff': 6 }", "{ '': 1 }", "{ 'a b': 1 }['a b']",
		"{ ['k' + i]: i for i in std.range(1, 12) }", "{ [k]: 1 for k in [] }", "{ [k]: 1 for k in ['a', null, 'b'] }", "{ [k]: 1 for k in ['a', 'a'] }", "{ [k]: 1 for k in [1] }", "{ [k]: 1 for k in 'ab' }", "{ [k]: 1 for k in {} }", "{ [k]: error k for k in ['a'] }", "std.length({ [k]: error k for k in ['a'] })", "{ [error k]: 1 for k in ['a'] }", "{ [k]: k for k in ['b', 'a'] if k != 'b' }",
		"{ [std.trace('n' + k, k)]: std.trace('v' + k, k) for k in ['b', 'a'] if std.trace('c' + k, true) }", "{ [std.trace('n2', 'b')]: std.trace('v2', 1), [std.trace('n1', 'a')]: std.trace('v1', 2) }", "{ local v = k + 1, ['x' + k]: v + w, local w = v * 2 for k in [1, 2] }", "{ local v = self.x1, ['x' + k]: if k == 1 then 1 else v for k in [1, 2] }", "{ ['x' + k]: $['x' + (k - 1)] + 1 for k in [1, 2] } + { x0: 0 }",
		"local k = 'o'; { [k]: k for k in ['i'] }", "{ k: 1, a: { [k]: k for k in [$.n] }, n: 'q' }", "{ [k](x): x + 1 for k in ['f'] }.f(2)", "{ [k](x):: x + 1 for k in ['f'] }.f(2)", "{ [k]:: k for k in ['a', 'b'] } + { a::: 1 }", "{ [k]: { [l]: k + l for l in ['x', 'y'] } for k in ['a', 'b'] }", "{ [k + l]: [k, l] for k in ['a', 'b'] for l in ['x', k] if l != 'b' }",
		strings.Repeat("{ a: 1 } + ", 5)+"{ b: self.a }", "{ ['f%02d' % i]: i for i in std.range(0, 30) } + { f05: 'five', f31: 31 }", "({ ['f%02d' % i]: i for i in std.range(0, 30) } + { f05: 'five' }).f05",
	)
}

func TestAsserts(t *testing.T) {
	agreeAll(t,
		"{ assert std.trace('1', true), assert std.trace('2', true), a: 1 }", "{ assert std.trace('1', true), a: 1 } + { assert std.trace('2', true) } + { assert std.trace('3', true) }", "({ assert std.trace('1', true) } + { assert std.trace('2', true) }) + ({ assert std.trace('3', true) } + { assert std.trace('4', true), a: 1 })",
		"{ assert self.a == 1, a: 1 } + { a: 2 }", "{ assert self.a == 1, a: 1 } + { a: 2 } + { a: 1 }", "{ a: 1 } + { assert super.a == 1, a: 2 }", "{ a: 2 } + { assert super.a == 1, a: 1 }", "{ assert self.b, a: 1, b:: self.a == 1 }", "{ assert false : self.m, m:: 'mm' }", "{ assert false : 1 }", "{ assert false : { a: 1 } }", "{ assert 1 }", "{ assert 'x' : error 'y' }", "{ assert true : error 'y', a: 1 }", "{ assert error 'z' }",
		"{ local x = self.a > 0, assert x, a: 1 }", "{ local x = self.a > 0, assert x : 'neg ' + y, local y = self.a, a: -1 }", "local o = { assert false : 'no', a: 1 }; 'a' in o", "local o = { assert false, a: 1 }; std.objectHas(o, 'a')", "local o = { assert false, a: 1 }; [std.length(o), std.objectFields(o), std.type(o)]", "local o = { assert false, a: 1 }; o == o", "local o = { assert false }; o == o", "local o = { assert false }; o == { a: 1 }", "local o = { assert false, a: 1 }; o.a", "local o = { assert false, a:: 1 }; std.toString(o)",
		"{ a: { assert $.b, c: 1 }, b: true }", "{ a: { assert $.b, c: 1 }, b: false }", "{ a:: { assert false, c: 1 }, b: 1 }", "{ a: { assert false } }", "({ a: { assert false, x: 1 } } + { a: 2 })", "({ a: { assert self.x == 2, x: 1 } } + { a+: { x: 2 } })", "{ assert self == self, a: 1 }", "{ assert std.length(self) == 1, a: 1 }", "{ assert self.a.b, a: { assert $.c, b: true }, c: true }", "local o = { assert std.trace('once', true), a: 1, b: 2 }; [o.a, o.b, o == o, o]", "local o = { assert std.trace('once', true), a: 1 }; [o.a, (o + {}).a, (o { b: 1 }).b]",
		"{ assert false } + { a: super.a }", "{ a: 1 } + { assert false, b: super.a }", "std.objectRemoveKey({ assert self.a == 1, a: 1, b: 2 }, 'b')", "std.objectRemoveKey({ assert self.a == 1, a: 1, b: 2 }, 'a')", "std.objectRemoveKey({ assert std.trace('x', true), a: 1, b: 2 }, 'a').b", "[{ assert false, a: 1 }][0].a", "std.map(function(o) o.a, [{ assert false, a: 1 }])", "std.mergePatch({ assert false, a: 1 }, {})", "std.objectValues({ assert false, a: 1 })", "std.get({ assert false, a: 1 }, 'a')", "std.get({ assert false, a: 1 }, 'b', 2)", "std.manifestYamlDoc({ assert false })", "std.prune({ assert false })", "std.mapWithKey(function(k, v) v, { assert false, a: 1 })",
		"assert true; 1", "assert false; 1", "assert false : 'm' + 1; 1", "assert 1 == 1 : error 'x'; 2", "local f(x) = assert x > 0 : 'bad ' + x; x; f(1)", "local f(x) = assert x > 0 : 'bad ' + x; x; f(-1)", "local f(x) = assert x > 0; local y = x; assert y > 0; y; f(1)", "assert null; 1", "assert std.trace('a', true); assert std.trace('b', true); 1",
	)
}

// TestSums adds many objects, of which the fields are found by a table.
func TestSums(t *testing.T) {
	for _, n := range []int{2, 3, 5, 6, 7, 8, 12, 25, 40} {
		for _, object := range []string{"{ x+: i }", "{ ['f' + i]: i, x: super.x + 1 }", "{ ['f' + i % 3]+: [i], x:: i }", "{ ['f' + i]: 'f' + (i - 1) in super, x: 1, y: self.x }", "{ local j = i, ['f' + i]: j + self.x, x: i * 2 }", "{ assert self.x >= i, x: 100 + i }", "{ x: i, o+: { ['p' + i]: super.x, q+: i } }", "std.objectRemoveKey({ x: i, ['f' + i]: i, z: 1 }, 'z')", "{ [k]+: i for k in ['x', 'f' + i] }", "{ ['f' + i]: self.x, [if i % 2 == 0 then 'e']: i }"} {
			from := "{ x: 0, o: { x: 5 } }"
			agreeAll(t,
				fmt.Sprintf("std.foldl(function(o, i) o + %s, std.range(1, %d), %s)", object, n, from), fmt.Sprintf("std.foldr(function(i, o) %s + o, std.range(1, %d), %s)", object, n, from),
				fmt.Sprintf("local h(a, b) = if a == b then (local i = a; %s) else local m = std.floor((a + b) / 2); h(a, m) + h(m + 1, b); %s + h(1, %d)", object, from, n), fmt.Sprintf("local o = std.foldl(function(o, i) o + %s, std.range(1, %d), %s); [o.x, std.objectFieldsAll(o), std.length(o), o { x: super.x }.x]", object, n, from))
		}
	}
}

func TestRemovedFields(t *testing.T) {
	objects := []string{"{ a: 1, b: self.a }", "{ a:: 1, b: 2 }", "{ a: 1 } + { a+: 2, b: super.a }", "{ assert 'a' in self, a: 1, b: 3 }", "{ [k]: k for k in ['a', 'b'] }", "{ local x = self.a, a: 1, b: x, c: 'a' in self }"}
	for _, o := range objects {
		less := "std.objectRemoveKey(" + o + ", 'a')"
		agreeAll(t, less, less+".b", less+" + { a: 5 }", "{ a: 7 } + "+less, less+" { a+: 5 }", "{ a: 7, c: 8 } + "+less+" + { d: super.a }", "local o = "+less+"; [std.objectFieldsAll(o), std.length(o), 'a' in o, std.objectHasAll(o, 'a'), o == { b: 1 }]", less+" { e: 'a' in super, f: self.b }", "std.objectRemoveKey("+less+" + { a: 1, q: 2 }, 'q')", "std.objectRemoveKey("+less+", 'b')", less+" + "+less, "("+less+" + {}) == {}", "{ o: "+o+" } + { o+: "+less+" }")
	}
}

// TestDeepSums adds objects in a row so long that going down it must not recurse.
func TestDeepSums(t *testing.T) {
	agreeAll(t, "local o = std.foldl(function(o, i) o + { ['f' + i % 10]: i }, std.range(1, 2000), {}); [o.f3, std.length(o)]", "local o = std.foldr(function(i, o) { ['f' + i % 10]: i } + o, std.range(1, 2000), {}); [o.f3, std.length(o)]")
	got := evaluated(t.Context(), map[string]string{"program": "local o = std.foldl(function(o, i) o + { ['f' + i % 10]: i }, std.range(1, 10000), {}); [o.f3, std.length(o)]"})
	if want := "[\n   9993,\n   10\n]\n"; got.text != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
