package jsonnet

import "testing"

var foldPrograms = []string{
	// foldl
	`std.foldl(function(a, x) a + x, [1, 2, 3], 0)`, `std.foldl(function(a, x) a + x, [], 5)`, `std.foldl(function(a, x) a + x, "abc", "")`, `std.foldl(function(a, x) [a, x], [1, 2], 0)`, `std.foldl(function(a, x) a, [error "x"], 1)`,
	`std.foldl(function(a, x) x, [1, 2], error "init")`, `std.foldl(function(a, x) x, [1, 2], 0)`, `std.foldl(func=function(a, x) a + x, arr=[1], init=2)`, `std.foldl(1, [], 0)`, `std.foldl(function(a, x) a, {}, 0)`, `std.foldl(function(a, x) a, null, 0)`,
	`std.foldl(function(a) a, [1], 0)`, `std.foldl(function(a) a, [], 0)`, `std.foldl(function(a, b, c) a, [1], 0)`, `std.foldl(function(a, b, c=3) a + b + c, [1, 2], 0)`, `std.foldl(function(a, x) a { [x]: a }, ["p", "q"], {})`,
	`std.foldl(function(a, x) a + [x * 2], [1, 2, 3], [])`, `std.foldl(function(a, x) error "x" + x, [1, 2], 0)`, `std.foldl(function(a, x) if x == 1 then error "one" else 2, [1, 2], 0)`, `std.foldl(std.max, [3, 9, 2], 0)`, `std.foldl(function(a, x) a + x)`,
	`std.length(std.foldl(function(a, x) a + "0123456789", std.range(1, 2000), ""))`, `std.foldl(function(a, x) a + [a], [1, 2], [])`, `std.foldl(function(a, x) function() a, [1], 2)()`, `std.foldl(function(a, x) null, [1], 2)`,
	`std.foldl(function(a, x) a + x, ["é", "😀"], "ü")`, `std.foldl(function(a, c) c + a, "äbc", "")`, `std.foldl(function(a, x) { a: a, x: x }, [1, 2], null)`, `std.foldl(function(acc, x) [error "x"], [1, 2], [])[0:0]`,
	`std.foldl(function(a, x) a + 1, std.range(1, 3000), 0)`,
	// foldr
	`std.foldr(function(x, a) x + a, [1, 2, 3], 0)`, `std.foldr(function(x, a) [x, a], [1, 2], 0)`, `std.foldr(function(x, a) x + a, "abc", "")`, `std.foldr(function(x, a) a + x, "abc", "")`, `std.foldr(function(x, a) a, [error "x"], 1)`, `std.foldr(function(x, a) x, [1, 2], error "init")`,
	`std.foldr(func=function(x, a) a, arr=[1], init=2)`, `std.foldr(1, [], 0)`, `std.foldr(function(x, a) a, {}, 0)`, `std.foldr(function(x, a) a, 3, 0)`, `std.foldr(function(a) a, [1], 0)`, `std.foldr(function(x, a) a, [], "i")`, `std.foldr(function(x, a) x + a)`, `std.foldr(function(x, a) x - a, [10, 3, 1], 0)`,
	`std.foldr(function(x, a) [error "x"], [1, 2], [])[0:0]`, `std.foldr(function(x, a) error "x", [1], 0)`,
	// join
	`std.join(",", ["a", "b", "c"])`, `std.join(",", [])`, `std.join(",", ["a"])`, `std.join("", ["a", "b"])`, `std.join(", ", ["a", null, "b"])`, `std.join(",", [null, null])`, `std.join(",", [null, "a", null])`, `std.join(",", ["", ""])`, `std.join("–", ["é", "😀"])`, `std.join(",", ["", null, ""])`,
	`std.join(",", "abc")`, `std.join(",", ["a", 1])`, `std.join(",", [["a"]])`, `std.join(1, ["a"])`, `std.join(null, [])`, `std.join({}, [])`, `std.join(",", null)`, `std.join(",", {})`, `std.join(sep=",", arr=["a", "b"])`, `std.join(s=",", arr=[])`, `std.join(",", ["a", error "x"])`, `std.join(",")`,
	`std.join([], [[1], [2, 3]])`, `std.join([0], [[1], [2, 3], []])`, `std.join([0], [])`, `std.join([0], [null, [1], null, [2]])`, `std.join([0], ["a"])`, `std.join([0], [[1], "a"])`, `std.length(std.join([error "x"], [[error "y"], [error "z"]]))`, `std.join([0], [error "x"])`, `std.join([0], "a")`,
	`std.join([0], [[], []])`, `std.join("a" + "b", ["x" + "y", "z"])`, `std.join(error "x", [])`, `std.join(1, 2)`, `local big = std.repeat("x", 400) + "y"; std.join(big + big, [big + "z", big])`, `std.join(",", std.map(function(x) x + "!", ["a", "b"]))`, `std.join(",", [x for x in ["a", "b"]])`,
	// lines
	`std.lines(["a", "b"])`, `std.lines([])`, `std.lines(["a"])`, `std.lines([""])`, `std.lines(["a", null])`, `std.lines([null])`, `std.lines("abc")`, `std.lines(null)`, `std.lines({})`, `std.lines([1])`, `std.lines(arr=["a"])`, `std.lines()`, `std.lines(3)`, `std.lines(["é", "a\nb"])`, `std.lines([error "x"])`,
	`local a = ["x"]; [std.lines(a), std.lines(a), a]`,
	// deepJoin
	`std.deepJoin(["a", ["b", ["c"], []], "d"])`, `std.deepJoin("abc")`, `std.deepJoin([])`, `std.deepJoin([[], [[]]])`, `std.deepJoin([1])`, `std.deepJoin(null)`, `std.deepJoin({})`, `std.deepJoin(["a", null])`, `std.deepJoin(arr=["a"])`, `std.deepJoin(a=["a"])`, `std.deepJoin()`, `std.deepJoin(["é", [["😀"]]])`, `std.deepJoin(["a", error "x"])`,
	`std.deepJoin([["a", 1]])`, `std.deepJoin(1)`,
	// flattenArrays
	`std.flattenArrays([[1, 2], [3], []])`, `std.flattenArrays([])`, `std.flattenArrays([[], []])`, `std.flattenArrays([[[1]], [2]])`, `std.flattenArrays([1])`, `std.flattenArrays([[1], null])`, `std.flattenArrays([[1], "a"])`, `std.flattenArrays([[1], "a", [2], 3])`, `std.flattenArrays("ab")`, `std.flattenArrays(["a", "b"])`,
	`std.flattenArrays({})`, `std.flattenArrays(null)`, `std.flattenArrays(arrs=[[1]])`, `std.flattenArrays(arr=[[1]])`, `std.length(std.flattenArrays([[error "x"], [error "y"]]))`, `std.flattenArrays([[1], error "x"])`, `std.flattenArrays([[1], {}])`, `std.flattenArrays("")`, `std.flattenArrays()`, `std.flattenArrays([[1], 2, "a"])`,
	// flattenDeepArray
	`std.flattenDeepArray([1, [2, [3, [[4]]], []], "a"])`, `std.flattenDeepArray(1)`, `std.flattenDeepArray(null)`, `std.flattenDeepArray([])`, `std.flattenDeepArray([null, {}, [[]]])`, `std.flattenDeepArray("abc")`, `std.flattenDeepArray(value=[1])`, `std.flattenDeepArray(arr=[1])`, `std.flattenDeepArray([error "x"])`,
	`std.length(std.flattenDeepArray([[error "x"]]))`, `std.length(std.flattenDeepArray([{ a: error "x" }]))`, `std.flattenDeepArray(error "x")`, `std.length(std.flattenDeepArray([function() 1]))`, `std.flattenDeepArray()`,
	// slice
	`std.slice([1, 2, 3, 4], 1, 3, 1)`, `std.slice("abcdef", 1, 5, 2)`, `std.slice([1, 2, 3], 0, null, null)`, `std.slice([1, 2, 3], null, null, null)`, `std.slice([1, 2, 3], -2, null, null)`, `std.slice([1, 2, 3], null, -1, null)`, `std.slice([1, 2, 3], -10, -1, 1)`, `std.slice([1, 2, 3], 0, -10, 1)`,
	`std.slice([1, 2, 3], 5, 10, 1)`, `std.slice([1, 2, 3], 2, 1, 1)`, `std.slice([1, 2, 3], 0, 3, 0)`, `std.slice([1, 2, 3], 0, 3, -1)`, `std.slice({}, 0, 1, 1)`, `std.slice(null, 0, 1, 1)`, `std.slice(1, 0, 1, 1)`, `std.slice(function() 1, 0, 1, 1)`, `std.slice("äöü😀", 1, 3, 1)`, `std.slice("äöü😀", 0, 4, 3)`,
	`std.slice([1, 2, 3], "a", 1, 1)`, `std.slice([1, 2, 3], 0, "a", 1)`, `std.slice([1, 2, 3], 0, 1, "a")`, `std.slice([1, 2, 3], [], 1, 1)`, `std.slice(indexable=[1, 2], index=1, end=2, step=1)`, `std.slice([1], 0, 1)`, `std.slice([1, 2, 3, 4, 5], 0.5, 4.5, 1)`, `std.slice([1, 2, 3, 4, 5], 0, 4.5, 1.5)`,
	`std.slice("abcde", 0.5, 4.5, 1)`, `std.slice("abcde", 1, 2.5, 1)`, `std.slice([1, 2, 3, 4, 5], -0.5, null, 1)`, `std.slice([1, 2, 3, 4, 5], 0, -0.5, 1)`, `std.slice([1, 2, 3], 0, 1e300, 1e300)`, `std.slice([1, 2, 3], 1e300, 1e301, 1)`, `std.slice([], 0, 0, 1)`, `std.slice("", 0, 0, 1)`, `std.slice([1, 2, 3], true, 1, 1)`,
	`std.slice([error "x", 2], 1, 2, 1)`, `std.length(std.slice([error "x", 2], 0, 2, 1))`, `std.slice(error "x", 0, 1, 0)`, `std.slice([1], error "a", error "b", error "c")`, `std.slice([1], error "a", error "b", 1)`, `std.slice([1], 0, error "b", 1)`, `std.slice([], 0, error "b", 1)`,
	`[1, 2, 3, 4, 5][1:3]`, `[1, 2, 3, 4, 5][::2]`, `[1, 2, 3, 4, 5][1::2]`, `[1, 2, 3, 4, 5][:2]`, `[1, 2, 3, 4, 5][-2:]`, `[1, 2, 3, 4, 5][:-2]`, `[1, 2, 3, 4, 5][:]`, `"hello"[1:3]`, `"hello"[::2]`, `"hello"[-3:]`, `"hé😀lo"[1:3]`, `"hé😀lo"[2:][1:]`, `"hello"[:100]`, `"hello"[100:]`, `{}[1:2]`, `[1, 2][0:2:0]`, `[1, 2][0:2:-1]`,
	// long texts, whose characters are looked up in a table
	`local s = std.repeat("aé😀b", 50), t = std.repeat("x", 200); [[s[i], t[i]] for i in [0, 1, 62, 63, 64, 65, 126, 127, 128, 129, 198, 199]]`, `(std.repeat("é", 100))[100]`, `(std.repeat("é", 100))[-1]`, `(std.repeat("e", 100))[100]`,
	`local s = std.repeat("aé😀b", 50); [s[a:b] for a in [0, 1, 63, 64, 65, 199, 200, 201] for b in [0, 63, 64, 65, 128, 199, 200, 300]]`, `local s = std.repeat("ab", 50); [s[a:b] for a in [0, 63, 64, 99, 100] for b in [63, 64, 65, 100, 101]]`,
	`local s = std.repeat("aé😀b", 50), t = std.repeat("x", 77), u = std.repeat("é", 77); [[std.length(x), std.substr(x, 63, 3), std.substr(x, 70, 100)] for x in [s, t, u, s, u, t]]`, `local s = std.repeat("é", 63) + "z"; [std.length(s), s[63], s[62:]]`,
	`[1, 2, 3][null:2]`, `local a = [1, 2, 3], b = a[1:], c = b + [4], d = b + [5]; [a, b, c, d]`, `local a = std.map(function(x) x * 2, [1, 2, 3])[1:]; [a[0], a]`, `(std.repeat("ab", 200) + "c")[398:]`, `("é" + std.repeat("ab", 200))[399:401]`, `std.slice("abcdef", 1, 5, 2.5)`, `"abc"[3:]`, `"abc"[0:0]`, `[][0:]`,
}

func TestStdFolds(t *testing.T) {
	for _, program := range foldPrograms {
		agree(t, program)
	}
}
