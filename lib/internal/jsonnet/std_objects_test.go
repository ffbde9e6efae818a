package jsonnet

import "testing"

var objectPrograms = []string{
	// objectFields and its relatives
	`std.objectFields({})`, `std.objectFields({ b: 1, a: 2, c:: 3, d::: 4 })`, `std.objectFields({ a: error "x" })`, `std.objectFields({ assert false, a: 1 })`,
	`std.objectFields({ a: 1, b:: 2 } + { b::: 3 } + { a:: 4 } + { c: 1 })`,
	`std.objectFields({ ["ü" + i]: 1 for i in [3, 1] } + { "": 1, "\u0001": 2, "😀": 3, "\uffee": 4, Z: 5 })`,
	`std.objectFields([])`, `std.objectFields(null)`, `std.objectFields("a")`, `std.objectFields(o={ a: 1 })`, `std.objectFields(obj={ a: 1 })`, `std.objectFields()`,
	`std.objectFields({}, {})`, `std.objectFields(error "x")`,
	`std.objectFields({ [if false then "a"]: 1, b: 2 })`, `std.objectFields({ local z = 1, a: z })`, `std.objectFields({ a+: 1, b+:: 2 })`,
	`std.objectFields({ a:: 1 } + { a: 2 })`, `std.objectFields(std)`,
	`std.objectFieldsAll({})`, `std.objectFieldsAll({ b: 1, a:: 2, c::: 3 })`, `std.objectFieldsAll({ a: error "x", b:: error "y" })`,
	`std.objectFieldsAll({ assert false, a: 1 })`, `std.objectFieldsAll(1)`,
	`std.objectFieldsAll(o={})`, `std.objectFieldsAll(obj={})`, `std.objectFieldsAll()`, `std.objectFieldsAll({ a:: 1 } + { a: 2, b:: 3 })`, `std.objectFieldsAll([1])`,
	`std.length(std.objectFieldsAll(std)) > 100`,
	`std.objectFieldsEx({ b: 1, a:: 2 }, true)`, `std.objectFieldsEx({ b: 1, a:: 2 }, false)`, `std.objectFieldsEx({ b: 1 }, 1)`, `std.objectFieldsEx({ b: 1 }, null)`,
	`std.objectFieldsEx([], true)`, `std.objectFieldsEx(obj={ a: 1 }, hidden=true)`,
	`std.objectFieldsEx(hidden=true, obj={ a:: 1 })`, `std.objectFieldsEx(o={ a: 1 }, hidden=true)`, `std.objectFieldsEx({})`,
	`std.objectFieldsEx({ a: error "x" }, error "y")`, `std.objectFieldsEx(T({ a: 1 }), T(true))`, `std.objectFieldsEx(T([]), T(true))`,

	// objectHas and its relatives
	`std.objectHas({ a: 1, b:: 2 }, "a")`, `std.objectHas({ a: 1, b:: 2 }, "b")`, `std.objectHas({ a: 1 }, "c")`, `std.objectHas({ a: error "x" }, "a")`,
	`std.objectHas({ assert false, a: 1 }, "a")`, `std.objectHas({}, "")`, `std.objectHas({ "": 1 }, "")`,
	`std.objectHas([], "a")`, `std.objectHas({}, 1)`, `std.objectHas({}, null)`, `std.objectHas(o={ a: 1 }, f="a")`, `std.objectHas(obj={ a: 1 }, fname="a")`,
	`std.objectHas({ a: 1 })`, `std.objectHas({}, "a", 1)`, `std.objectHas(T({ a: 1 }), T("a"))`, `std.objectHas(T([]), T("a"))`,
	`std.objectHas({ a:: 1 } + { a: 2 }, "a")`, `std.objectHas({ a:: 1 } + { a::: 2 }, "a")`, `std.objectHas({ a::: 1 } + { a: 2 }, "a")`,
	`std.objectHas({ a:: 1 } + { b: 1 } + { c: 1 } + { d: 1 } + { e: 1 } + { f: 1 } + { a: 2 }, "a")`, `std.objectHas(std, "length")`,
	`std.objectHas({ ["k" + i]: i for i in std.range(1, 40) }, "k17")`, `std.objectHas({ ["k" + i]: i for i in std.range(1, 40) }, "k41")`,
	`std.objectHas({ a: 1 }, "a" + std.repeat("b", 300))`, `std.objectHas({ [std.repeat("b", 300) + "c"]: 1 }, std.repeat("b", 300) + "c")`,
	`std.objectHasAll({ a: 1, b:: 2 }, "a")`, `std.objectHasAll({ a: 1, b:: 2 }, "b")`, `std.objectHasAll({ a: 1 }, "c")`, `std.objectHasAll({ b:: error "x" }, "b")`,
	`std.objectHasAll({ assert false, a:: 1 }, "a")`, `std.objectHasAll(null, "a")`, `std.objectHasAll({}, [])`,
	`std.objectHasAll(o={ a:: 1 }, f="a")`, `std.objectHasAll(f="a")`, `std.objectHasAll(std, "length")`, `std.objectHasAll(std, "thisFile")`, `std.objectHasAll(std, "no")`,
	`std.objectHasEx({ a:: 1 }, "a", true)`, `std.objectHasEx({ a:: 1 }, "a", false)`, `std.objectHasEx({ a: 1 }, "a", 1)`, `std.objectHasEx({ a: 1 }, 1, true)`,
	`std.objectHasEx([], "a", true)`, `std.objectHasEx(obj={ a: 1 }, fname="a", hidden=true)`, `std.objectHasEx(o={ a: 1 }, f="a", hidden=true)`,
	`std.objectHasEx({}, "a")`, `std.objectHasEx({ a: error "x" }, "a", true)`, `std.objectHasEx({}, "a", error "x")`, `std.objectHasEx({}, "a", null)`,
	`std.objectHasEx(T({}), T("a"), T(true))`, `std.objectHasEx(T(1), T(2), T(3))`,

	// get
	`std.get({ a: 1 }, "a")`, `std.get({ a: 1 }, "b")`, `std.get({ a: 1 }, "b", 2)`, `std.get({ a:: 1 }, "a", 2)`, `std.get({ a:: 1 }, "a", 2, false)`,
	`std.get({ a:: 1 }, "a", 2, true)`, `std.get({ a: 1 }, "a", error "x")`, `std.get({ a: 1 }, "b", error "x")`,
	`std.get({ a: error "x" }, "a", 1)`, `std.get({ a: error "x" }, "b", 1)`, `std.get({ assert false, a: 1 }, "b", 1)`, `std.get({ assert false, a: 1 }, "a", 1)`,
	`std.get({ a: null }, "a", 1)`, `std.get([], "a")`, `std.get({}, 1)`, `std.get({}, null, 1)`, `std.get({}, "a", 1, 1)`, `std.get({}, "a", 1, null)`,
	`std.get(o={ a: 1 }, f="a")`, `std.get(o={}, f="a", default=3)`, `std.get({ a:: 1 }, "a", inc_hidden=false)`, `std.get({ a:: 1 }, "a", inc_hidden=false, default=7)`,
	`std.get(obj={}, f="a")`, `std.get({})`, `std.get({}, "a", 1, true, 2)`, `std.get({}, "a", default=error "x", inc_hidden=true)`,
	`std.get({ a: { b: self.c, c: 4 } }, "a").b`, `std.get({ a: 1 } { a+: 2 }, "a")`, `std.get(T({ a: T(1) }), T("a"), T(2), T(true))`,
	`std.get(T({ a: T(1) }), T("b"), T(2), T(true))`, `std.get(T({ a: T(1) }), T("a"), T(2), T(false))`, `std.get({ a: [error "x", 1] }, "a")[1]`,
	`std.get({}, "a", [error "x", 1])[1]`,
	`[std.get({ a: T(1) }, "a"), 2][1]`, `local o = { a: T(1) }; [std.get(o, "a"), std.get(o, "a")]`, `std.get({ a: 1 }, "a") + std.get({}, "b", 2)`,
	`std.get({ a: std.repeat("x", 300) + "y" }, "a")`, `std.get({}, "a", std.repeat("x", 300) + "y") == std.repeat("x", 300) + "y"`,
	`std.get(std, "length")("abc")`, `std.get(std, "nothing", "d")`, `std.get({ f(x): x + 1 }, "f")(1)`, `std.get({ a: 1 }, std.toString("a")) tailstrict`,

	// objectValues and objectKeysValues
	`std.objectValues({})`, `std.objectValues({ b: 1, a: 2, c:: 3 })`, `std.length(std.objectValues({ a: error "x" }))`, `std.objectValues({ a: error "x", b: 2 })[1]`,
	`std.objectValues({ b: T(1), a: T(2), c:: T(3) })`, `std.objectValues({ b: T(1), a: T(2) })[1]`, `std.objectValues({ a: 1, b: self.a + 1 })`,
	`std.objectValues([])`, `std.objectValues("a")`, `std.objectValues(o={ a: 1 })`, `std.objectValues(obj={ a: 1 })`, `std.objectValues()`,
	`std.length(std.objectValues({ assert false, a: 1 }))`, `std.objectValues({ assert false, a: 1 })`, `std.objectValues({ a:: 1 } + { a: 2, b: super.a })`,
	`std.objectValues({ a: 1, b: std.objectValues({ c: 2 }) })`,
	`local v = std.objectValues({ a: T(1) }); v + v`, `std.objectValues({ a: { b: [1, { c: null }] } })`, `std.objectValues({ a: function(x) x })[0](5)`,
	`std.objectValuesAll({})`, `std.objectValuesAll({ b: 1, a:: 2 })`, `std.objectValuesAll({ b: 1, a:: error "x" })[1]`,
	`std.length(std.objectValuesAll({ b: error "x", a:: error "x" }))`, `std.objectValuesAll(1)`, `std.objectValuesAll(o={})`, `std.objectValuesAll({ a:: T(2), b: T(1) })`,
	`std.objectValuesAll()`, `std.objectValuesAll({ a:: $.b, b:: 1 })`,
	`std.objectKeysValues({})`, `std.objectKeysValues({ b: 1, a: 2, c:: 3 })`, `std.objectKeysValues({ a: error "x" })[0].key`,
	`std.objectKeysValues({ a: error "x", b: 1 })[1]`, `std.objectKeysValues({ b: T(1), a: T(2) })`, `std.objectKeysValues([])`, `std.objectKeysValues(o={ a: 1 })`,
	`std.objectKeysValues()`, `std.objectKeysValues({ assert false, a: 1 })[0].key`,
	`std.objectKeysValues({ assert false, a: 1 })`, `std.objectKeysValues({ a: 1 })[0] { key+: "!", value+: 1 }`,
	`std.objectKeysValues({ a: 1 })[0] { both: [self.key, self.value] }`, `std.objectKeysValues({ a: { b: 1 } })[0].value.b`, `std.objectKeysValues({ a: 1, b: self.a })`,
	`std.objectKeysValues(null)`, `{ [kv.key]: kv.value for kv in std.objectKeysValues({ a: 1, b:: 2, c: [3] }) }`,
	`std.objectKeysValuesAll({})`, `std.objectKeysValuesAll({ b: 1, a:: 2 })`, `std.objectKeysValuesAll({ b: error "x", a:: 2 })[0]`, `std.objectKeysValuesAll("")`,
	`std.objectKeysValuesAll(o={ a:: 1 })`, `std.objectKeysValuesAll({ a:: T(1), b: T(2) })`, `std.objectKeysValuesAll()`, `std.length(std.objectKeysValuesAll(std)) > 100`,

	// mapWithKey
	`std.mapWithKey(function(k, v) k + v, { a: 1, b: 2 })`, `std.mapWithKey(function(k, v) k, { a: error "x" })`, `std.mapWithKey(function(k, v) v, { a: 1, b:: 2 })`,
	`std.objectFieldsAll(std.mapWithKey(function(k, v) v, { a: 1, b:: 2, c::: 3 }))`, `std.length(std.mapWithKey(function(k, v) error "x", { a: 1 }))`,
	`std.mapWithKey(function(k, v) error "x", { a: 1, b: 2 }).a`, `std.mapWithKey(function(k, v) if k == "a" then error "x" else v, { a: 1, b: 2 }).b`,
	`std.mapWithKey(1, {})`, `std.mapWithKey(null, {})`, `std.mapWithKey(function(k, v) v, [])`, `std.mapWithKey(function(k, v) v, "a")`,
	`std.mapWithKey(function(k, v) v, {})`, `std.mapWithKey(function(k) k, { a: 1 })`,
	`std.length(std.mapWithKey(function(k) k, { a: 1 }))`, `std.mapWithKey(function(k, v, w) k, { a: 1 })`, `std.mapWithKey(function(k, v, w=3) w, { a: 1 })`,
	`std.mapWithKey(func=function(k, v) v, obj={ a: 1 })`, `std.mapWithKey(function(k, v) v)`, `std.mapWithKey(f=function(k, v) v, o={})`,
	`std.mapWithKey(std.format, { "%d": 1, "%s": "a" })`, `std.mapWithKey(std.join, { "-": ["a", "b"] })`,
	`std.mapWithKey(T(function(k, v) T(k + v)), T({ a: T(1), b: T(2) }))`, `std.mapWithKey(function(k, v) T(k), T({ a: T(1), b: T(2) })).b`,
	`std.mapWithKey(error "x", error "y")`, `std.mapWithKey(T(1), T(2))`, `std.mapWithKey(function(k, v) v, { assert false, a: 1 })`,
	`std.mapWithKey(function(k, v) k, { assert false, a: 1 })`, `std.mapWithKey(function(k, v) v, { a: 1, b: self.a })`,
	`std.mapWithKey(function(k, v) v, { a: 1 }) { b: super.a, c: self.a }`, `std.mapWithKey(function(k, v) v, { a: 1 }) { a+: 1 }`,
	`{ a:: 5 } + std.mapWithKey(function(k, v) v, { a: 1, b: 2 })`, `local o = std.mapWithKey(function(k, v) T(v), { a: 1 }); [o.a, o.a]`,
	`local o = std.mapWithKey(function(k, v) T(v), { a: 1 }); [o, o]`,
	`local o = std.mapWithKey(function(k, v) [v], { a: 1 }); [(o { x: 1 }).a, (o { x: 2 }).a]`,
	`local o = std.mapWithKey(function(k, v) [v], { a: 1 }); [o { x: 1 }, o { x: 2 }]`, `std.mapWithKey(function(k, v) { [k]: v }, { a: { b: 1 } })`,
	`std.mapWithKey(function(k, v) k + ":" + std.type(v), { a: null, b: [], c: {}, "": 1 })`,
}

// mergePrograms are of mergePatch and prune.
var mergePrograms = []string{
	// mergePatch: RFC 7396's examples first
	`std.mergePatch({ a: "b" }, { a: "c" })`, `std.mergePatch({ a: "b" }, { b: "c" })`, `std.mergePatch({ a: "b" }, { a: null })`,
	`std.mergePatch({ a: "b", b: "c" }, { a: null })`, `std.mergePatch({ a: ["b"] }, { a: "c" })`, `std.mergePatch({ a: "c" }, { a: ["b"] })`,
	`std.mergePatch({ a: { b: "c" } }, { a: { b: "d", c: null } })`,
	`std.mergePatch({ a: [{ b: "c" }] }, { a: [1] })`, `std.mergePatch(["a", "b"], ["c", "d"])`, `std.mergePatch({ a: "b" }, ["c"])`, `std.mergePatch({ a: "foo" }, null)`,
	`std.mergePatch({ a: "foo" }, "bar")`, `std.mergePatch({ e: null }, { a: 1 })`, `std.mergePatch([1, 2], { a: "b", c: null })`,
	`std.mergePatch({}, { a: { bb: { ccc: null } } })`,
	`std.mergePatch({}, {})`, `std.mergePatch(null, { a: { b: null, c: 1 } })`, `std.mergePatch("x", { a: 1 })`, `std.mergePatch(1, 2)`,
	`std.mergePatch({ a: 1, b:: 2 }, { c: 3, d:: 4 })`, `std.objectFieldsAll(std.mergePatch({ a: 1, b:: 2 }, { c: 3, d:: 4 }))`, `std.mergePatch({ a:: 1 }, { a: 2 })`,
	`std.mergePatch({ a:: { b: 1 } }, { a: { c: 2 } })`, `std.mergePatch({ a: 1 }, { a:: null })`, `std.mergePatch({ a: { b: 1 } }, { a:: { b: 2 } })`,
	`std.objectFieldsAll(std.mergePatch({ a: { b: 1 } }, { a:: { b: 2 } }))`, `std.mergePatch({ a: { x:: 1, y: 2 } }, { a: { z: 3 } }).a.x`,
	`std.mergePatch({ a: { x:: 1, y: 2 } }, { b: { z: 3 } }).a.x`, `std.mergePatch({}, { a: { x:: 1 } }).a.x`,
	`std.length(std.mergePatch({ a: error "x" }, { b: 1 }))`, `std.mergePatch({ a: error "x" }, { b: 1 }).b`, `std.mergePatch({ a: error "x" }, { b: 1 })`,
	`std.length(std.mergePatch({ a: 1 }, { b: error "x" }))`, `std.mergePatch({ a: 1 }, { b: error "x" }).a`, `std.mergePatch({ a: error "x" }, { a: 1 })`,
	`std.mergePatch({ a: error "x" }, { a: {} }).a`, `std.length(std.mergePatch({ a: error "x" }, { a: {} }))`,
	`std.mergePatch({ a: 1 }, { a: { b: error "x" } }).a`, `std.length(std.mergePatch({ a: 1 }, { a: { b: error "x" } }))`,
	`std.mergePatch({ a: { b: error "x", c: 1 } }, { a: { d: 1 } }).a.c`, `std.mergePatch(error "x", {})`, `std.mergePatch(error "x", { a: 1 })`,
	`std.mergePatch(error "x", 1)`, `std.mergePatch({}, error "x")`, `std.mergePatch({ a: error "x" }, [])`,
	`std.mergePatch(target={ a: 1 }, patch={ b: 2 })`, `std.mergePatch(patch={ b: 2 }, target={ a: 1 })`, `std.mergePatch({ a: 1 })`, `std.mergePatch()`,
	`std.mergePatch(a={}, b={})`, `std.mergePatch({}, {}, {})`,
	`std.mergePatch({ a: T(1), b: T(2), c: T(3) }, T({ b: T(null), c: T(4), d: T(5) }))`,
	`std.mergePatch({ a: T(1), b: T(2), c: T(3) }, T({ b: T(null), c: T(4), d: T(5) })).a`,
	`std.mergePatch({ a: T({ x: T(1) }) }, T({ a: T({ y: T(2), x: T(null) }) }))`, `std.mergePatch({ a: T({ x: T(1) }) }, T({ a: T({ y: T(2) }), q: T(5) })).a.y`,
	`std.mergePatch(1, T(2))`,
	`std.mergePatch({ assert false, a: 1 }, { b: 2 }).b`, `std.mergePatch({ assert false, a: 1 }, { b: 2 }).a`, `std.mergePatch({ a: 1 }, { assert false, b: 2 })`,
	`std.length(std.mergePatch({ a: 1 }, { assert false, b: 2 }))`, `std.mergePatch({ a: 1 }, { assert false })`, `std.mergePatch({ assert false }, { a: 1 })`,
	`std.mergePatch({ a: 1, b: self.a }, { a: 2 })`, `std.mergePatch({ a: 1, b: $.a }, { c: self.d, d: 3 })`,
	`std.mergePatch({ a: 1 }, { b: 2 }) { a+: 10, c: self.b, d: super.a }`, `{ a:: 7 } + std.mergePatch({ a: 1 }, { b: 2 })`,
	`std.mergePatch({ a: { b: { c: { d: 1, e: 2 } } } }, { a: { b: { c: { d: null } } } })`, `std.mergePatch({ a: null }, { b: null })`,
	`std.mergePatch({ a: null }, { a: {} })`,
	`std.mergePatch({ a: function(x) x }, { b: 1 }).a(3)`, `std.mergePatch({ a: 1 }, { a: function(x) x }).a(3)`, `std.mergePatch({ a: 1 }, function(x) x)(3)`,
	`std.mergePatch({ f(x): x }, { g: null })`, `local m = std.mergePatch({ a: T(1) }, { b: T(2) }); [m.a, m.a, m.b, m.b]`,
	`local m = std.mergePatch({ a: T(1) }, { b: T(2) }); [m { z: 1 }, m { z: 2 }]`,
	`local m = std.mergePatch({ a: { b: T(1) } }, { a: { c: T(2) } }); [m, m, m { z: 1 }, m { a+: { q: 1 } }]`,
	`std.mergePatch({ "ü": 1, b: 2, a: 3 }, { "😀": 1, Z: 2, b: null })`, `std.mergePatch({ [k]: k for k in ["c", "a", "b"] }, { [k]: null for k in ["b", "d"] })`,
	`std.foldl(std.mergePatch, [{ a: { ["k" + i]: i, all: i } } for i in std.range(1, 20)], {})`,
	`std.mergePatch({ a: { b: 1 } } { a+: { c: 2 } }, { a: { b: null } } { a+: { d: 1 } })`, `std.mergePatch({ a: 1 }, { a: error "e" }).a`,
	`std.mergePatch({ a: [null, { b: null }] }, { c: [null, { d: null }] })`,

	// prune
	`std.prune(null)`, `std.prune(1)`, `std.prune("")`, `std.prune(false)`, `std.prune([])`, `std.prune({})`, `std.prune([null, [], {}, "", 0, false])`,
	`std.prune({ a: null, b: [], c: {}, d: "", e: 0 })`, `std.prune({ a: { b: { c: null } } })`, `std.prune([[[null]], [[1, null]]])`,
	`std.prune({ a: [{}, { b: [] }], c: [1] })`,
	`std.prune({ a: 1, b:: 2 })`, `std.objectFieldsAll(std.prune({ a: 1, b:: 2, c::: 3 }))`, `std.prune({ a: { b:: 1 } })`, `std.prune([{ b:: 1 }])`, `std.prune(error "x")`,
	`std.prune([1, error "x"])`, `std.prune({ a: error "x" })`, `std.prune({ a:: error "x", b: 1 })`, `std.length(std.prune([1, error "x"]))`, `std.prune(a=[null])`,
	`std.prune(x=[null])`, `std.prune()`, `std.prune([], [])`,
	`std.prune(function(x) x)(4)`, `std.prune([function(x) x, null])[0](4)`, `std.prune({ assert false, a: 1 })`, `std.prune({ a: 1, b: self.a, c: $.b })`,
	`std.prune({ a: 1 }) { a+: 1, b: super.a }`, `std.prune({ a: null } { a+: { b: 1 } })`, `std.prune(T({ a: T(1), b: T(null), c: T([T(null), T(2)]) }))`,
	`std.prune([T(1), T(null), T({ a: T(1) })])`,
	`std.length(std.prune([T(1), T(null), T({ a: T(1) })]))`, `std.prune([T(1), [T(2), error "x"]])`, `std.length(std.prune([T(1), [T(2), error "x"]]))`,
	`std.prune([1, [2, error "x"]])[0]`, `std.prune({ a: [1, error "x"] })`, `std.length(std.prune({ a: [1, error "x"] }))`, `std.prune({ a: [error "x"], b: 1 }).b`,
	`std.length(std.prune({ a: [1, { b: [1, error "x"] }] }))`,
	`local p = std.prune({ a: T([T(1), null]) }); [p, p]`, `std.prune("äöü")`, `std.prune([std.repeat("x", 300) + "y", std.repeat("", 3)])`,
	`std.prune({ a: { b: 1, c:: null, d: null } }).a.c`, `std.prune({ a: std.prune })`, `std.type(std.prune(std.prune))`, `std.prune({ "": null, " ": 1 })`,
	`std.prune([[], [[]], [[[]]], [[[1]]]])`,
	`std.prune({ b: 1, a: null, c: [null] }) == { b: 1 }`, `std.prune(std.prune({ a: [{ b: null }] }))`,
}

// TestStdObjects has the same results, errors and order of evaluation as go-jsonnet.
func TestStdObjects(t *testing.T) {
	for _, program := range append(objectPrograms, mergePrograms...) {
		agree(t, traced+program)
	}
}

// traced has T(x), which tells that x is evaluated and gives it. Where go-jsonnet's
// order is by chance, as for the target of mergePatch, no program has it.
const traced = `local T(x) = std.trace(std.type(x), x); `
