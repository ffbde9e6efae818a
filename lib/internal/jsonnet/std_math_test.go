package jsonnet

import (
	"strings"
	"testing"
)

// numericFunctions are those of one number; each is called with all of numbers.
var numericFunctions = []string{
	"abs", "acos", "asin", "atan", "ceil", "cos", "deg2rad", "exp", "exponent", "floor", "isDecimal", "isEven", "isInteger", "isOdd", "log", "log10", "log2",
	"mantissa", "rad2deg", "round", "sign", "sin", "sqrt", "tan",
}

var numbers = []string{
	"0", "-0", "1", "-1", "2", "3", "-3", "0.5", "-0.5", "1.5", "2.5", "-2.5", "0.49999999999999994", "10", "100", "1000", "1e15", "4503599627370497.5",
	"9007199254740993", "1e100", "-1e300", "1e308", "1.7976931348623157e308", "5e-324", "1e-10", "710", "-746", "8", "1024", "3.14159", "45", "360",
}

var mathPrograms = []string{
	`std.pi`, `std.abs(n=-2)`, `std.abs(x=-2)`, `std.sign(n=-2)`, `std.sign(x=-2)`, `std.floor(x=2.5)`, `std.floor(n=2.5)`, `std.log(x=1)`, `std.log2(x=8)`, `std.deg2rad(x=180)`,
	`std.abs()`, `std.abs(1, 2)`, `std.abs(error "x")`, `std.sign([])`, `std.isEven("2")`, `std.exp()`,
	// two numbers
	`[std.atan2(a, b) for a in [0, 1, -1, 2.5] for b in [0, 1, -1, 2.5]]`, `std.atan2(y=1, x=2)`, `std.atan2(1)`, `std.atan2("1", 2)`, `std.atan2(1, "2")`, `std.atan2(-0, -1)`,
	`std.atan2(1, error "x")`, `std.atan2(1, 2, 3)`,
	`[std.hypot(a, b) for a in [0, 3, -5] for b in [0, 4, 12]]`, `std.hypot(x=3, y=4)`, `std.hypot(1e200, 1e200)`, `std.hypot(1e308, 1e308)`, `std.hypot(3)`, `std.hypot("3", 4)`,
	`std.hypot(3, null)`, `std.hypot(a=3, b=4)`, `std.hypot(error "x", 4)`, `std.hypot(3, 4, 5)`,
	`[std.pow(a, b) for a in [1, 2, 10, 0.5] for b in [0, 1, -1, 3, 0.5]]`, `std.pow(x=2, n=10)`, `std.pow(x=2, y=10)`, `std.pow(0, -1)`, `std.pow(-8, 1 / 3)`, `std.pow(10, 308)`,
	`std.pow(10, 309)`, `std.pow(2)`, `std.pow("2", 2)`, `std.pow(2, "2")`, `std.pow(0, 0)`,
	`[std.max(a, b) for a in [0, 1, -1] for b in [0, 1, -1.5]]`, `std.max(a=1, b=2)`, `std.max(x=1, y=2)`, `std.max("a", "b")`, `std.max(1, "b")`, `std.max([1], 2)`, `std.max(1)`,
	`std.max(error "x", 1)`, `std.max(1, error "x")`, `std.max(0, -0)`, `std.max(-0, 0)`, `std.max(1, 2, 3)`,
	`[std.min(a, b) for a in [0, 1, -1] for b in [0, 1, -1.5]]`, `std.min(a=1, b=2)`, `std.min(x=1, y=2)`, `std.min("a", "b")`, `std.min(1, null)`, `std.min([1], 2)`, `std.min(1)`,
	`std.min(error "x", 1)`, `std.min(1, error "x")`, `std.min(0, -0)`, `std.min(-0, 0)`,
	// clamp
	`[std.clamp(x, 0, 10) for x in [-3, 0, 4.5, 10, 11]]`, `std.clamp("b", "c", "d")`, `std.clamp([3], [1], [2])`, `std.clamp(1, 5, 0)`, `std.clamp(x=1, minVal=2, maxVal=3)`,
	`std.clamp(1, 2, error "x")`, `std.clamp(3, 2, error "x")`, `std.clamp(1, error "x", 2)`, `std.clamp(1, "a", 2)`, `std.clamp(1, 0, "a")`, `std.clamp(null, 0, 1)`, `std.clamp(1, 2)`,
	`std.clamp({}, {}, {})`, `std.clamp([error "x"], [], [])`, `std.clamp([1, error "x"], [2], [3])`,
	// mod and modulo
	`[std.mod(a, b) for a in [7, -7, 7.5, 0] for b in [3, -3, 0.5]]`, `std.mod(a=7, b=3)`, `std.mod(x=7, y=3)`, `std.mod(7, 0)`, `std.mod(7, "a")`, `std.mod([], 1)`, `std.mod(null, 1)`,
	`std.mod(7)`, `std.mod(1e300, 7)`, `std.mod(-0, 3)`, `std.mod(error "x", 1)`, `std.mod(1, error "x")`,
	`[std.modulo(a, b) for a in [7, -7, 7.5, 0] for b in [3, -3, 0.5]]`, `std.modulo(x=7, y=3)`, `std.modulo(a=7, b=3)`, `std.modulo(7, 0)`, `std.modulo(7, "a")`, `std.modulo("%d", 1)`,
	`std.modulo([], 1)`, `std.modulo(7)`, `std.modulo("a", error "x")`,
	// sum and avg
	`std.sum([])`, `std.sum([1, 2, 3.5])`, `std.sum(arr=[1])`, `std.sum(a=[1])`, `std.sum([1, "2"])`, `std.sum("12")`, `std.sum([1, null])`, `std.sum([1e308, 1e308])`, `std.sum([1, error "x"])`,
	`std.sum([-0])`, `std.sum(std.range(1, 1000))`, `std.sum({})`, `std.sum()`, `std.sum([0.1, 0.2, 0.3])`, `std.sum(std.map(function(x) x * 2, [1, 2]))`,
	`std.sum([1e308, 1e308]) + -std.sum([1e308, 1e308])`, `std.sum([1e308, 1e308]) + 1`, `std.sum([1e308, 1e308]) - 1`,
	`std.avg([1, 2, 4])`, `std.avg([])`, `std.avg(arr=[3])`, `std.avg([1, "2"])`, `std.avg("12")`, `std.avg(null)`, `std.avg([1e308, 1e308])`, `std.avg([1, error "x"])`, `std.avg([0.1, 0.2])`, `std.avg()`,
}

func TestStdMath(t *testing.T) {
	for _, f := range numericFunctions {
		for _, x := range numbers {
			agree(t, "std."+f+"("+x+")")
		}
		for _, x := range []string{`"1"`, "null", "true", "[1]", "{}", "std.abs", "", "1, 2", `error "x"`, "x=1", "n=1", "x=2.5", "std.sum([1e308, 1e308])", "-std.sum([1e308, 1e308])"} {
			agree(t, "std."+f+"("+x+")")
		}
		agree(t, "std."+f+"("+strings.Join(numbers[:2], " + ")+")")
	}
	for _, program := range mathPrograms {
		agree(t, program)
	}
}
