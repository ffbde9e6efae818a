package jsonnet

import "testing"

var arrayPrograms = []string{
	// all and any
	`[std.all([]), std.any([]), std.all([true, true]), std.all([true, false]), std.any([false, true]), std.any([false, false])]`,
	`std.all(arr=[true])`, `std.any(arr=[true])`, `std.all(a=[true])`, `std.all([false, error "x"])`, `std.any([true, error "x"])`, `std.all([true, error "x"])`, `std.any([false, error "x"])`,
	`std.all([true, 1])`, `std.any([false, "true"])`, `std.all([false, 1])`, `std.any([true, 1])`, `std.all([null])`, `std.any([{ a: 1 }])`, `std.all("true")`, `std.any(true)`, `std.all(null)`,
	`std.all([[true]])`, `std.any()`, `std.all([], [])`, `std.all([x > 1 for x in [2, 3]])`, `std.any(std.map(function(x) x > 1, [1, 2]))`, `std.all([function() 1])`,
	// contains
	`std.contains([1, 2], 2)`, `std.contains([1, 2], 3)`, `std.contains([], 1)`, `std.contains([[1], { a: 1 }], { a: 1 })`, `std.contains([1, error "x"], 1)`, `std.contains([error "x"], 1)`,
	`std.contains([], error "x")`, `std.contains("abc", "b")`, `std.contains(arr=[1], elem=1)`, `std.contains(arr=[1], x=1)`, `std.contains(null, 1)`, `std.contains([null], null)`,
	`std.contains([function() 1], function() 1)`, `std.contains([function() 1], 1)`, `std.contains([1])`, `std.contains(["é"], "é")`, `std.contains([1], true)`,
	// count
	`std.count([1, 2, 1], 1)`, `std.count([], 1)`, `std.count([], error "x")`, `std.count([1], error "x")`, `std.count("aab", "a")`, `std.count([[1], [1], 1], [1])`, `std.count(arr=[1], x=1)`,
	`std.count(arr=[1], elem=1)`, `std.count([null, null], null)`, `std.count([1, error "x"], 1)`, `std.count({}, 1)`, `std.count([1])`, `std.count([function() 1], function() 1)`, `std.count(["a", "A"], "a")`,
	// member
	`std.member([1, 2], 2)`, `std.member([1, 2], 3)`, `std.member("abc", "b")`, `std.member("abc", "bc")`, `std.member("abc", "d")`, `std.member("abc", "")`, `std.member("", "")`, `std.member("äöü", "ö")`,
	`std.member("abc", 1)`, `std.member([], error "x")`, `std.member([[1]], [1])`, `std.member([1, error "x"], 1)`, `std.member([error "x"], 1)`, `std.member(arr=[1], x=1)`, `std.member(arr=[1], elem=1)`,
	`std.member({}, "a")`, `std.member(null, null)`, `std.member([null], null)`, `std.member("abc")`, `std.member(error "x", 1)`, `std.member(["a"], "a")`, `std.member({ a: 1 }, error "x")`,
	// find
	`std.find(1, [1, 2, 1])`, `std.find(3, [1])`, `std.find("a", [])`, `std.find(error "x", [])`, `std.find(error "x", [1])`, `std.find("a", "banana")`, `std.find(value=1, arr=[1])`, `std.find(x=1, arr=[1])`,
	`std.find([1], [[1], 1, [1]])`, `std.find({ a: 1 }, [{ a: 1, b:: 2 }])`, `std.find(null, [null, false, 0])`, `std.find(1, null)`, `std.find(1)`, `std.find(1, [1, error "x"])`, `std.find(1, {})`,
	// remove and removeAt
	`std.remove([1, 2, 1], 1)`, `std.remove([1, 2], 3)`, `std.remove([], 1)`, `std.remove([[1], 2], [1])`, `std.remove("abc", "a")`, `std.remove([1, error "x"], 1)[0:0]`, `std.remove([error "x", 1], 1)`,
	`std.remove(arr=[1, 2], elem=1)`, `std.remove(arr=[1], x=1)`, `std.remove([null, 1], null)`, `std.remove([], error "x")`, `std.remove({}, 1)`, `std.remove([1])`, `std.length(std.remove([1, error "x"], 1))`,
	`std.remove([1, 2, 3], 3)`, `local a = [1, 2, 3]; [std.remove(a, 2), a]`,
	`std.removeAt([1, 2, 3], 0)`, `std.removeAt([1, 2, 3], 2)`, `std.removeAt([1, 2, 3], 3)`, `std.removeAt([1, 2, 3], -1)`, `std.removeAt([], 0)`, `std.removeAt([1, 2], 0.5)`, `std.removeAt([1], "0")`,
	`std.removeAt("abc", 1)`, `std.removeAt(arr=[1, 2], i=0)`, `std.removeAt(arr=[1, 2], at=0)`, `std.removeAt([error "x", 2], 0)`, `std.length(std.removeAt([error "x", 2], 1))`, `std.removeAt([1, 2], 1e10)`, `std.removeAt([1])`,
	`std.removeAt(null, 0)`, `local a = [1, 2, 3]; [std.removeAt(a, 1), a]`,
	// filter
	`std.filter(function(x) x > 1, [1, 2, 3])`, `std.filter(function(x) true, [])`, `std.length(std.filter(function(x) true, [error "x"]))`, `std.filter(function(x) x, [true, false, true])`, `std.filter(function(x) 1, [1])`,
	`std.filter(function(x) 1, [])`, `std.filter(function(x) x == "a", "abc")`, `std.filter([1], function(x) true)`, `std.filter(func=function(x) x > 1, arr=[1, 2])`, `std.filter(f=function(x) true, arr=[])`,
	`std.filter(function() true, [1])`, `std.filter(function(x, y) true, [1])`, `std.filter(function(x, y=2) x < y, [1, 2, 3])`, `std.filter(std.isString, [1, "a"])`, `std.filter(null, [])`, `std.filter(function(x) true, null)`,
	`std.filter(function(x) error "x", [1])`, `std.filter(function(x) error "x", [])`, `std.filter(function(x) null, [1])`, `std.filter(function(x) x != null, [1, null, 2])`, `std.filter(error "x", [])`, `std.filter(function(x) true, {})`,
	`std.filter(std.id, [true, false])`, `local f(n) = if n == 0 then [] else std.filter(function(x) x % n == 0, f(n - 1)) + [n]; f(10)`,
	// filterMap
	`std.filterMap(function(x) x > 1, function(x) x * 2, [1, 2, 3])`, `std.filterMap(function(x) true, function(x) error "x", [])`, `std.length(std.filterMap(function(x) true, function(x) error "x", [1]))`,
	`std.filterMap(1, function(x) x, [])`, `std.filterMap(function(x) x, 1, [])`, `std.filterMap(function(x) true, function(x) x, "abc")`, `std.filterMap(filter_func=function(x) true, map_func=function(x) x, arr=[1])`,
	`std.filterMap(function(x) x, function(x) x, null)`, `std.filterMap(function(x) 1, function(x) x, [1])`, `std.filterMap(std.isString, std.length, ["a", 1, "bc"])`, `std.filterMap(function(x) true, function(x) x)`,
	`std.filterMap(error "a", error "b", error "c")`, `std.filterMap(function(x) true, function() 1, [1])`, `std.filterMap(func=1)`,
	// map
	`std.map(function(x) x * 2, [1, 2, 3])`, `std.map(function(x) x, [])`, `std.length(std.map(function(x) error "x", [1, 2]))`, `std.map(function(x) error "x", [1])`, `std.map(function(c) c + "!", "aé😀")`, `std.map(function(x) 1, [error "x"])`,
	`std.map(func=function(x) x, arr=[1])`, `std.map(f=function(x) x, arr=[1])`, `std.map(1, [1])`, `std.map(function(x) x, 1)`, `std.map(function(x) x, {})`, `std.map(function(x) x, null)`, `std.map(function() 1, [1])`,
	`std.length(std.map(function() 1, [1]))`, `std.map(function(x, y) 1, [1])`, `std.map(function(x, y=x) [x, y], [1, 2])`, `std.map(std.length, ["a", "bc", []])`, `std.map(std.toString, [1, [2], { a: 3 }])`, `std.map(std.type, "ab")`,
	`std.map(function(x) std.map(function(y) [x, y], [1, 2]), [3, 4])`, `std.map(function(x) self.a, [1])`, `{ a: 5, b: std.map(function(x) x + $.a, [1, 2]) }`, `local y = 3; std.map(function(x) y, [1, 2])`, `std.map(function(x) 7, [1, 2])`,
	`std.map(function(x) function(y) x + y, [1, 2])[1](5)`, `std.map(function(x) local z = x + 1; z * z, [1, 2])`, `std.map(function(x) local a = x, b = a; b, [1, 2])`, `std.map(function(x) assert x > 0; x, [1, 2])`, `std.map(function(x) assert x > 1 : "small"; x, [1, 2])`,
	`std.map(function(x) if x > 1 then x, [1, 2])`, `std.map(function(x) { v: x, w: self.v }, [1, 2])`, `std.map(function(x) [x for y in [1, 2]], [1, 2])`, `std.map(error "x", [])`, `std.map(function(x) x)`, `std.map(std.id, [error "x"])[1:]`,
	`local m = std.map(function(x) m[1], [1, 2]); std.length(m)`, `local m = std.map(function(x) if x == 0 then 1 else m[x - 1] * 2, std.range(0, 20)); m[20]`, `std.map(std.native("nope"), [1])`, `std.map(null, [])`, `std.map("a", error "x")`,
	// mapWithIndex
	`std.mapWithIndex(function(i, x) [i, x], ["a", "b"])`, `std.mapWithIndex(function(i, x) i, [])`, `std.mapWithIndex(function(i, c) c + i, "xyz")`, `std.length(std.mapWithIndex(function(i, x) error "x", [1]))`, `std.mapWithIndex(function(i, x) i, [error "x"])`,
	`std.mapWithIndex(function(x) x, [1])`, `std.length(std.mapWithIndex(function(x) x, [1]))`, `std.mapWithIndex(func=function(i, x) x, arr=[1])`, `std.mapWithIndex(1, [])`, `std.mapWithIndex(function(i, x) x, {})`, `std.mapWithIndex(function(i, x) x, null)`,
	`std.mapWithIndex(std.max, [3, 0])`, `std.mapWithIndex(function(i, x, y=i) y, [3, 0])`, `std.mapWithIndex(function(i, x) x)`, `std.mapWithIndex(function(i, x) error "no", [1])`,
	// makeArray
	`std.makeArray(3, function(i) i * i)`, `std.makeArray(0, function(i) error "x")`, `std.makeArray(-1, function(i) i)`, `std.makeArray(2.5, function(i) i)`, `std.makeArray("2", function(i) i)`, `std.makeArray(2, 1)`, `std.makeArray(sz=2, func=function(i) i)`,
	`std.makeArray(n=2, func=function(i) i)`, `std.length(std.makeArray(3, function(i) error "x"))`, `std.length(std.makeArray(3, function() 1))`, `std.makeArray(3, function() 1)`, `std.makeArray(2, function(i, j) 1)`, `std.makeArray(2, function(i, j=i) j)`, `std.makeArray(2, std.toString)`,
	`std.makeArray(2, std.id)`, `std.makeArray(1e10, function(i) i)`, `std.makeArray(-1e10, function(i) i)`, `std.makeArray(null, function(i) i)`, `std.makeArray(2)`, `std.makeArray(error "x", error "y")`, `std.makeArray(2, error "y")`, `std.makeArray(-3, 1)`,
	`local a = std.makeArray(10, function(i) if i < 2 then i else a[i - 1] + a[i - 2]); a`,
	// range
	`std.range(1, 3)`, `std.range(3, 1)`, `std.range(1, 1)`, `std.range(1, 0)`, `std.range(-2, 2)`, `std.range(1.5, 3)`, `std.range(1, 3.5)`, `std.range("1", 3)`, `std.range(from=1, to=2)`, `std.range(a=1, b=2)`, `std.range(1)`, `std.range(1, null)`, `std.range(3000000000, 3000000001)`,
	`std.range(-2147483648, -2147483647)`, `std.range(error "x", 1)`, `std.range(0, error "x")`, `std.range(2147483646, 2147483647)`, `std.range(2147483647, -2147483648)`,
	// repeat
	`std.repeat("ab", 3)`, `std.repeat([1, 2], 2)`, `std.repeat("", 5)`, `std.repeat([], 5)`, `std.repeat("ab", 0)`, `std.repeat([1], 0)`, `std.repeat("a", -1)`, `std.repeat([1], -1)`, `std.repeat("a", 1.5)`, `std.repeat(1, 2)`, `std.repeat(null, 2)`, `std.repeat({}, 0)`, `std.repeat("a", "2")`,
	`std.repeat(what="a", count=2)`, `std.repeat(what="a", n=2)`, `std.length(std.repeat([error "x"], 3))`, `std.repeat("é", 3)`, `std.repeat(error "x", 0)`, `std.repeat("a", error "x")`, `std.repeat("a")`, `std.repeat([[1]], 2)`, `std.repeat([], 1e12)`, `std.repeat([null], 2)`,
	// reverse
	`std.reverse([1, 2, 3])`, `std.reverse([])`, `std.reverse([[1, 2], 3])`, `std.reverse("abc")`, `std.reverse(arr=[1, 2])`, `std.reverse(a=[1])`, `std.length(std.reverse([error "x"]))`, `std.reverse([error "x", 1])[0]`, `std.reverse(null)`, `std.reverse({})`, `std.reverse()`,
	`local a = [1, 2]; [std.reverse(a), a]`, `std.reverse(error "x")`,
	// flatMap
	`std.flatMap(function(x) [x, x], [1, 2])`, `std.flatMap(function(x) [], [1, 2])`, `std.flatMap(function(c) c + c, "abé")`, `std.flatMap(function(x) x, [])`, `std.flatMap(function(x) x, "")`, `std.flatMap(function(x) x, [1])`, `std.flatMap(function(c) [c], "ab")`, `std.flatMap(function(c) null, "ab")`,
	`std.flatMap(function(x) "a", [1])`, `std.flatMap(1, [1])`, `std.flatMap(function(x) [x], {})`, `std.flatMap(function(x) [x], null)`, `std.flatMap(func=function(x) [x], arr=[1])`, `std.length(std.flatMap(function(x) [error "x"], [1]))`, `std.flatMap(function(x) error "x", [1])`,
	`std.flatMap(function(x) [1], [error "x"])`, `std.flatMap(function() [1], [1])`, `std.flatMap(function(x) [x])`, `std.flatMap(error "x", [])`, `std.flatMap(function(x) std.range(1, x), [1, 2, 3])`, `std.flatMap(function(x) [null], [1])`,
}

func TestStdArrays(t *testing.T) {
	for _, program := range arrayPrograms {
		agree(t, program)
	}
}
