package jsonnet

import (
	"context"
	"errors"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// stdResults is what go-jsonnet gives, in one line, for types, numbers, arrays
// and sets.
var stdResults = []struct{ program, want string }{
	{`[std.type([]), std.type(null), std.type(std.type)]`, `["array", "null", "function"]`},
	{`[std.length("äöü😀"), std.length({ a: 1, b:: 2 }), std.length(function(a, b, c=1) 1)]`, `[4, 1, 2]`},
	{`[std.toString({ b: [1.5, null], a: "x" })]`, `["{\"a\": \"x\", \"b\": [1.5, null]}"]`},
	{`[std.equals({ a: 1, b:: 2 }, { a: 1 })]`, `[true]`},
	{`[std.assertEqual("1", 1)]`, `error: Assertion failed. "1" != 1`},
	{`[std.primitiveEquals([], [])]`, `error: primitiveEquals operates on primitive types, got array`},
	{`[std.xor(true, false), std.xnor(true, false)]`, `[true, false]`},
	{`[std.abs(-3), std.abs(0), std.sign(-2), std.max(1, 2), std.min(1, 2), std.clamp(5, 0, 3)]`, `[3, -0, -1, 2, 1, 3]`},
	{`[std.floor(-1.5), std.ceil(1.2), std.round(2.5), std.round(-2.5), std.pow(2, 10), std.sqrt(2)]`, `[-2, 2, 3, -3, 1024, 1.4142135623730951]`},
	{`[std.log2(8), std.log10(1000), std.exponent(10), std.mantissa(10), std.deg2rad(180)]`, `[3, 2.9999999999999996, 4, 0.625, 3.1415926535897931]`},
	{`[std.isEven(3), std.isOdd(3), std.isInteger(1.5), std.isDecimal(1.5)]`, `[false, true, false, true]`},
	{`[std.mod(-7, 3), std.modulo(7, 2.5), std.sum([1, 2, 3.5]), std.avg([1, 2])]`, `[-1, 2, 6.5, 1.5]`},
	{`[std.log(0)]`, `error: Overflow`},
	{`[std.avg([])]`, `error: Cannot calculate average of an empty array.`},
	{`[std.all([true, true]), std.any([]), std.contains([1, [2]], [2]), std.count([1, 2, 1], 1)]`, `[true, false, true, 2]`},
	{`[std.any([1])]`, `error: element "1" of type number is not a boolean`},
	{`[std.find("a", ["a", "b", "a"]), std.member("abc", "bc"), std.member([1], 2)]`, `[[0, 2], true, false]`},
	{`[std.remove([1, 2, 1], 1), std.removeAt([1, 2, 3], 1)]`, `[[2, 1], [1, 3]]`},
	{`[std.filter(function(x) x > 1, [1, 2, 3]), std.filterMap(function(x) x > 1, function(x) x * 2, [1, 2, 3])]`, `[[2, 3], [4, 6]]`},
	{`[std.map(function(x) x + "!", "aé"), std.mapWithIndex(function(i, x) [i, x], ["a", "b"])]`, `[["a!", "é!"], [[0, "a"], [1, "b"]]]`},
	{`[std.map(1, [])]`, `error: std.map first param must be function, got number`},
	{`[std.length(std.map(function(x) error "not needed", [1, 2]))]`, `[2]`},
	{`[std.makeArray(3, function(i) i * i), std.range(-1, 2), std.range(2, 1)]`, `[[0, 1, 4], [-1, 0, 1, 2], [ ]]`},
	{`[std.range(1.5, 2)]`, `error: Expected an integer, but got 1.5`},
	{`[std.repeat("ab", 2), std.repeat([1, null], 2), std.reverse([1, 2])]`, `["abab", [1, null, 1, null], [2, 1]]`},
	{`[std.flatMap(function(x) [x, x], [1, 2]), std.flatMap(function(x) x + x, "ab")]`, `[[1, 1, 2, 2], "aabb"]`},
	{`[std.foldl(function(a, x) [a, x], [1, 2], 0), std.foldr(function(x, a) [x, a], [1, 2], 0), std.foldl(function(a, x) x + a, "abc", "")]`, `[[[0, 1], 2], [1, [2, 0]], "cba"]`},
	{`[std.join(", ", ["a", null, "b"]), std.join([0], [[1], null, [2]]), std.lines(["a", "b"]), std.deepJoin(["a", ["b", ["c"]]])]`, `["a, b", [1, 0, 2], "a\nb\n", "abc"]`},
	{`[std.join(",", ["a", 1])]`, `error: Unexpected type number, expected string`},
	{`[std.flattenArrays([[1], [[2]], []]), std.flattenDeepArray([1, [2, [3]]]), std.flattenArrays([[1], "a"])]`, `[[1, [2]], [1, 2, 3], "[1]a"]`},
	{`[std.slice([1, 2, 3, 4, 5], 1, null, 2), "héllo"[1:-1], [1, 2, 3][-2:], [1, 2, 3][5:]]`, `[[2, 4], "éll", [2, 3], [ ]]`},
	{`[[1, 2][::0]]`, `error: got 0 but step must be greater than 0`},
	{`[std.sort(["b", "a", "é", "B", ""]), std.sort([3, 1, 2], function(x) -x), std.sort([[1, 2], [1], []])]`, `[["", "B", "a", "b", "é"], [3, 2, 1], [[ ], [1], [1, 2]]]`},
	{`[std.sort([{ k: 1, v: "a" }, { k: 0, v: "b" }, { k: 1, v: "c" }, { k: 0, v: "d" }], keyF=function(x) x.k)]`, `[[{"k": 0, "v": "b"}, {"k": 0, "v": "d"}, {"k": 1, "v": "a"}, {"k": 1, "v": "c"}]]`},
	{`[std.sort([1, "a"])]`, `error: Unexpected type number, expected string`},
	{`[std.uniq([1, 1, 2, 1]), std.set([2, 1, 2]), std.set(["A", "a", "B"], std.asciiLower)]`, `[[1, 2, 1], [1, 2], ["A", "B"]]`},
	{`[std.setMember(2, [1, 2]), std.setMember("a", ["b", "a"])]`, `[true, false]`},
	{`[std.setUnion([1, 3], [2, 3]), std.setInter([1, 2], [2, 3]), std.setDiff([1, 2], [2, 3])]`, `[[1, 2, 3], [2], [1]]`},
	{`[std.setUnion([{ k: 1, v: "left" }], [{ k: 1, v: "right" }], function(x) x.k)]`, `[[{"k": 1, "v": "left"}]]`},
	{`[std.setUnion("ac", "b")]`, `["[\"a\", \"b\"]c"]`},
	{`[std.minArray([3, 1, 2]), std.maxArray(["a", "b"]), std.minArray([], onEmpty="none"), std.maxArray([1, -2], function(x) -x)]`, `[1, "b", "none", -2]`},
	{`[std.minArray([])]`, `error: Expected at least one element in array. Got none`},
	{`[std.__compare([1, 2], [1, 3]), std.__array_less([1], [1, 0])]`, `[-1, true]`},
}

func TestStdResults(t *testing.T) {
	for _, row := range stdResults {
		program, err := syntax.Parse("program", row.program)
		if err != nil {
			t.Fatalf("%s: %v", row.program, err)
		}
		ev := New(context.Background(), Host{})
		got, err := Run(ev, program, func(v Value) string { return ev.toString(v) })
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != row.want {
			t.Errorf("%s\n got %s\nwant %s", row.program, got, row.want)
		}
	}
}

// TestStdStops runs what would take all memory, or never end.
func TestStdStops(t *testing.T) {
	for _, text := range []string{
		`std.range(1, 2147483647)`,
		`std.makeArray(2147483647, function(i) i)`,
		`std.repeat("0123456789", 1000000000)`,
		`std.repeat([1, 2, 3], 1000000000)`,
		`std.slice([1, 2], 0, 2, 1e-300)`,
		`std.slice("ab", 0, 2, 1e-300)`,
		`std.join("0123456789", std.makeArray(1000, function(i) "x"))`,
		`local long = std.makeArray(1000, function(i) std.repeat("x", 1000)); std.join("", long)`,
		`local long = std.makeArray(1000, function(i) std.range(1, 1000)); std.flattenArrays(long)`,
		`local long = std.makeArray(1000, function(i) std.range(1, 1000)); std.join([0], long)`,
		`std.flatMap(function(i) std.range(1, 1000), std.range(1, 1000))`,
		`std.flatMap(function(c) std.repeat("x", 1000), std.repeat("x", 1000))`,
		`std.deepJoin(std.makeArray(1000, function(i) [std.repeat("x", 1000)]))`,
		`std.flattenDeepArray(std.makeArray(1000, function(i) [std.range(1, 1000)]))`,
		`local a = [a]; std.flattenDeepArray(a)`,
		`local a = [a]; std.deepJoin(a)`,
		`local a = [a], b = [b]; std.__compare(a, b)`,
		`local a = [a], b = [b]; std.equals(a, b)`,
		`local a = [a], b = [b]; std.set([a, b])`,
	} {
		program, err := syntax.Parse("program", text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		ev := New(context.Background(), Host{MaxSize: 10_000})
		got, err := Run(ev, program, ev.JSON)
		var e *Error
		if !errors.As(err, &e) || !e.TooLarge && !e.TooDeep {
			t.Errorf("%s: got %d bytes and error %v, want one about the size", text, len(got), err)
		}
	}
}
