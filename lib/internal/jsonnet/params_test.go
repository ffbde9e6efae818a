package jsonnet

import "testing"

// TestParametersOfTheSameName calls functions like function(_, _) 1.
func TestParametersOfTheSameName(t *testing.T) {
	agreeAll(t,
		"function(a, a) a", "(function(a, a) a)(1, 2)", "(function(a, a) a)(1)", "(function(a, a) a)()", "(function(a, a) a)(a=1)", "(function(a=1, a=2) a)()", "(function(a=1, a=2) a)(3)", "(function(a=1, a=2) a)(a=3)",
		"(function(a=1, a=2) a)(3, a=4)", "(function(a, a=2) a)(3)", "(function(a=1, a) a)(3)", "(function(a=1, a) a)()", "(function(a, a) a)(a=1, a=2)", "(function(a, b=a, a=3) [a, b])(1)", "(function(a, b=a, a=3) [a, b])(1, 2, 5)",
		"(function(a, a) a)(error 'no', 2)", "(function(a, a) a)(1, error 'no')", "(function(a, a) a)(std.trace('x', 1), std.trace('y', 2)) tailstrict", "(function(a, a) a)(1, 2, 3)", "(function(a, a, b) [a, b])(1, a=3, b=4)", "(function(a, a, b) [a, b])(1, b=4)",
		"std.length(function(a, a) 1)", "std.foldl(function(_, _) 7, [1, 2], 0)", "std.foldl(function(a, a) a, [1, 2], 0)", "std.map(function(a, a=2) a, [1, 2])", "std.mapWithIndex(function(_, _) _, ['a', 'b'])", "std.mapWithKey(function(_, _) _, { a: 1 })",
		"local f(x, x) = x, g = f(1, 2); g", "{ f(x, x):: x, a: self.f(3, 4) }",
	)
}
