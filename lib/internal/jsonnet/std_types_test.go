package jsonnet

import "testing"

var typePrograms = []string{
	// type and its relatives
	`[std.type(x) for x in [null, true, 1, "", [], {}, function() 1, std.type]]`,
	`std.type(x=1)`, `std.type(v=1)`, `std.type()`, `std.type(1, 2)`, `std.type(error "x")`,
	`std.type([error "x"])`, `std.type({ a: error "x" })`, `std.type(std)`,
	`[std.isArray(x) for x in [null, true, 1, "", [], {}, function() 1]]`,
	`[std.isBoolean(x) for x in [null, true, 1, "", [], {}, function() 1]]`,
	`[std.isFunction(x) for x in [null, true, 1, "", [], {}, function() 1, std.isFunction]]`,
	`[std.isNumber(x) for x in [null, true, 1, "", [], {}, function() 1]]`,
	`[std.isObject(x) for x in [null, true, 1, "", [], {}, function() 1]]`,
	`[std.isString(x) for x in [null, true, 1, "", [], {}, function() 1]]`,
	`[std.isNull(x) for x in [null, true, 1, "", [], {}, function() 1]]`,
	`std.isNull(x=null)`, `std.isNull(v=null)`, `std.isArray(v=[])`, `std.isArray(x=[])`, `std.isString(v="")`,
	`std.isObject()`, `std.isNumber(1, 2)`, `std.isString(error "x")`, `std.isArray([error "x"])`,
	// id
	`std.id(1)`, `std.id(x=[1, 2])`, `std.id(y=1)`, `std.id()`, `std.id([error "x"])[1:]`, `std.id(error "x")`, `std.id(std.id)(3)`,
	`local f = std.id; f(function(x) x + 1)(1)`,
	// length
	`[std.length(x) for x in ["", "abc", "äöü", "日本", "😀a", [], [1, 2], [[]], {}, { a: 1, b:: 2, c::: 3 }]]`,
	`std.length(function(a, b, c=1) 1)`, `std.length(function() 1)`, `std.length(std.length)`, `std.length(std.sort)`, `std.length(std.setUnion)`,
	`std.length(std.makeArray)`, `std.length(std.minArray)`, `std.length(std.clamp)`, `std.length(std.slice)`,
	`std.length(null)`, `std.length(true)`, `std.length(1)`, `std.length(x="ab")`, `std.length()`, `std.length("a", "b")`,
	`std.length([error "x", error "y"])`, `std.length({ a: error "x" })`, `std.length({ assert false, a: 1 })`, `std.length({ a: 1 } { b: 2, a:: 3 })`,
	`std.length(std.repeat("ab", 1000) + "c")`, `std.length({ [x]: 1 for x in ["a", "b"] })`, `std.length(error "x")`,
	// toString
	`[std.toString(x) for x in [null, true, false, 1, -0, 1.5, 1e20, 1e-7, 0.1, "", "a\"b", [], [1, "a", [null]], {}, { b: 1, a: "x", c:: 3 }]]`,
	`std.toString(a=1)`, `std.toString(x=1)`, `std.toString()`, `std.toString(1, 2)`, `std.toString(function() 1)`, `std.toString([function() 1])`,
	`std.toString([1, error "x"])`, `std.toString({ a: error "x" })`, `std.toString({ a:: error "x" })`, `std.toString({ assert false : "no" })`,
	`std.toString("äö\n\t\u0001")`, `std.toString(["äö\n\t\u0001\u007f"])`, `std.toString({ "a b": { c: [{}] } })`,
	// equals
	`std.equals(1, 1)`, `std.equals("a", "a")`, `std.equals(1, "1")`, `std.equals([1, [2]], [1, [2]])`, `std.equals([1], [1, 2])`,
	`std.equals({ a: 1, b:: 2 }, { a: 1 })`, `std.equals({ a: 1, b:: 2 }, { a: 1, b: 2 })`, `std.equals({ a: { b: 1 } }, { a: { b: 2 } })`,
	`std.equals(null, null)`, `std.equals(null, false)`, `std.equals(function() 1, 1)`, `std.equals(function() 1, function() 1)`,
	`std.equals([function() 1], [function() 1])`, `std.equals([1, error "x"], [2, error "y"])`, `std.equals([1, error "x"], [1, error "y"])`,
	`std.equals([error "x"], [1, 2])`, `std.equals({ a: error "x" }, { b: error "y" })`, `std.equals(a=1, b=1)`, `std.equals(x=1, y=1)`, `std.equals(y=2, x=1)`,
	`std.equals(1)`, `std.equals(error "x", 1)`, `std.equals(1, error "x")`, `std.equals(-0, 0)`, `std.equals({ assert false }, {})`,
	`std.equals({ assert false, a: 1 }, { a: 1 })`, `std.equals("", [])`, `std.equals([], {})`,
	// primitiveEquals
	`std.primitiveEquals(1, 1)`, `std.primitiveEquals("a", "b")`, `std.primitiveEquals(null, null)`, `std.primitiveEquals(true, true)`, `std.primitiveEquals(true, false)`,
	`std.primitiveEquals(1, "1")`, `std.primitiveEquals([], [])`, `std.primitiveEquals({}, {})`, `std.primitiveEquals([], {})`, `std.primitiveEquals([], 1)`,
	`std.primitiveEquals(function() 1, function() 1)`, `std.primitiveEquals(function() 1, 1)`, `std.primitiveEquals(x=1, y=2)`, `std.primitiveEquals(a=1, b=2)`,
	`std.primitiveEquals(1)`, `std.primitiveEquals(1, error "x")`, `std.primitiveEquals(error "x", 1)`,
	// assertEqual
	`std.assertEqual(1, 1)`, `std.assertEqual("a", "a")`, `std.assertEqual([1, { a: 2 }], [1, { a: 2 }])`, `std.assertEqual(1, 2)`, `std.assertEqual("a\n", "b")`,
	`std.assertEqual("1", 1)`, `std.assertEqual([1], { a: 1 })`, `std.assertEqual(null, null)`, `std.assertEqual(a=1, b=1)`, `std.assertEqual(x=1, y=1)`,
	`std.assertEqual(function() 1, function() 1)`, `std.assertEqual(function() 1, 1)`, `std.assertEqual(error "x", 1)`, `std.assertEqual(1)`,
	// xor and xnor
	`[std.xor(a, b) for a in [true, false] for b in [true, false]]`, `[std.xnor(a, b) for a in [true, false] for b in [true, false]]`,
	`std.xor(x=true, y=false)`, `std.xnor(y=true, x=false)`, `std.xor(1, 2)`, `std.xnor(null, null)`, `std.xor(true)`, `std.xnor(true, "a")`, `std.xor("a", true)`,
	`std.xor(true, error "x")`, `std.xnor(error "x", true)`, `std.xor(a=true, b=true)`,
}

func TestStdTypes(t *testing.T) {
	for _, program := range typePrograms {
		agree(t, program)
	}
}
