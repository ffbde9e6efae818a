package jsonnet

// stdTypes is the rows of std that tell and compare types and values.
var stdTypes = []builtin{
	{"type", need("x"), func(ev *Evaluation, args []Value) Value { return typeName(ev.Force(args[0])) }},
	isType("isArray", "v", "array"),
	isType("isBoolean", "v", "boolean"),
	isType("isFunction", "v", "function"),
	isType("isNull", "x", "null"),
	isType("isNumber", "v", "number"),
	isType("isObject", "v", "object"),
	isType("isString", "v", "string"),
	{"id", need("x"), func(_ *Evaluation, args []Value) Value { return args[0] }},
	{"length", need("x"), func(ev *Evaluation, args []Value) Value { return float64(ev.size(args[0])) }},
	{"toString", need("a"), func(ev *Evaluation, args []Value) Value { return ev.toString(args[0]) }},
	{"equals", need("x", "y"), func(ev *Evaluation, args []Value) Value { return ev.equal(args[0], args[1]) }},
	{"primitiveEquals", need("x", "y"), (*Evaluation).primitiveEquals},
	{"assertEqual", need("a", "b"), (*Evaluation).assertEqual},
	{"xor", need("x", "y"), func(ev *Evaluation, args []Value) Value {
		ev.forceAll(args)
		return ev.boolean(args[0]) != ev.boolean(args[1])
	}},
	{"xnor", need("x", "y"), func(ev *Evaluation, args []Value) Value {
		ev.forceAll(args)
		return ev.boolean(args[0]) == ev.boolean(args[1])
	}},
}

// isType is the row of a function that tells whether a value is of a type.
func isType(name, param, want string) builtin {
	return builtin{name, need(param), func(ev *Evaluation, args []Value) Value {
		return typeName(ev.Force(args[0])) == want
	}}
}

// size is what std.length gives. It does not look at an object's asserts.
func (ev *Evaluation) size(v Value) int {
	switch v := ev.Force(v).(type) {
	case string:
		return ev.length(v)
	case *Array:
		return len(v.elements)
	case *Object:
		return len(v.names(false))
	case *Function:
		return v.arity()
	default:
		panic(ev.errorf("Unexpected type %s", typeName(v)))
	}
}

// primitiveEquals is std.primitiveEquals: equality of what has no parts.
func (ev *Evaluation) primitiveEquals(args []Value) Value {
	x, y := ev.Force(args[0]), ev.Force(args[1])
	if typeName(x) != typeName(y) {
		return false
	}
	switch x.(type) {
	case *Array, *Object:
		panic(ev.errorf("primitiveEquals operates on primitive types, got %s", typeName(x)))
	}
	return ev.equal(x, y)
}

// assertEqual is std.assertEqual: true, or an error that shows both values.
func (ev *Evaluation) assertEqual(args []Value) Value {
	if ev.equal(args[0], args[1]) {
		return true
	}
	panic(ev.errorf("Assertion failed. %s != %s", ev.shown(args[0]), ev.shown(args[1])))
}

// shown is a value in one line, a string in quotes.
func (ev *Evaluation) shown(v Value) string {
	if s, ok := ev.Force(v).(string); ok {
		return quoted(s)
	}
	return ev.toString(v)
}
