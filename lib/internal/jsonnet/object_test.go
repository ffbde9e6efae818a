package jsonnet

import "testing"

// TestReducedObjects looks at objects less a field, in sums with others.
func TestReducedObjects(t *testing.T) {
	for _, program := range []string{
		`less({ a: 1, b: self.a }, "a")`, `less({ a: 1, b: self.a }, "a").b`, `less({ a: 1, b: 2 }, "a") + { a: 3 }`, `less({ a: 1 }, "a") { c: "a" in super }`,
		`less({ a:: 1, b: 2 }, "b") { a: 5 }`, `{ x: 1, a: 2 } + less({ a: 1, b: 2 }, "a")`, `less({ x: 1, a: 2 } + { a+: 5, b: 1 }, "b")`, `{ x: 1 } + less({ y: super.x, z: 1 }, "z")`,
		`less({ assert false, a: 1 }, "a")`, `less({ a: 1 }, "a").a`, `(less({ a: 1 }, "a") + { b: 2 }).a`, `(less({ a: 1 }, "a") + { b: 2 }).c`, `less({ a: 1 }, "a") + { b: 2 }`,
		`{ a: 1, x: 9 } + less({ a:: 2, b: 3 }, "a") + { c: 4, d: "a" in super, e: super.a } + less({ c+: 1 } + { q: 1 }, "q") + { z: 1 } + { y: 2 }`,
		`{ a:: 1, x: 9 } + less({ a: 2, b: 3 }, "a") + { a+: 4, d: "a" in super } + less({ c: 1 } + { q: 1 }, "q") + { z: 1 } + { y: 2 }`,
		`less({ a:: 1, x: 9 } + less({ a: 2, b: 3 }, "b") + { a+: 4, d: "a" in super } + less({ c: 1 } + { q: 1 }, "q"), "c") + { z: 1 } + { y: 2 }`,
		`std.objectHas({ a: 1 } + less({ a:: 2 }, "a"), "a")`, `std.objectHas({ a:: 1 } + less({ a: 2 }, "b"), "a")`, `std.objectHas({ a:: 1 } + less({ a: 2 }, "a"), "a")`,
		`less(less({ a: 1, b: 2, c: self.b }, "a"), "b")`, `less(less({ a: 1, b: 2, c: 3 }, "a"), "b") + { a: 1 } + { b+: 1 }`, `{ b: 5 } + less(less({ a: 1, b: 2, c: super.b }, "a"), "b") + { a: 1 } + { b+: 1 }`,
		`"a" in less({ a: 1 }, "a")`, `"a" in (less({ a: 1 }, "a") + { b: 1 })`, `std.length(less({ a: 1, b: 2 }, "a") + { b: 1 })`, `less({ a: 1 }, "a") == {}`,
	} {
		agree(t, "local less = std.objectRemoveKey; "+program)
	}
}
