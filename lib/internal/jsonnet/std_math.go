package jsonnet

import "math"

// stdMath is the rows of std that reckon with numbers.
var stdMath = []builtin{
	{"abs", need("n"), (*Evaluation).abs},
	numeric("acos", math.Acos),
	numeric("asin", math.Asin),
	numeric("atan", math.Atan),
	numeric2("atan2", "y", "x", math.Atan2),
	{"avg", need("arr"), (*Evaluation).average},
	numeric("ceil", math.Ceil),
	{"clamp", need("x", "minVal", "maxVal"), (*Evaluation).clamp},
	numeric("cos", math.Cos),
	{"deg2rad", need("x"), func(ev *Evaluation, args []Value) Value {
		return ev.checked(ev.number(args[0])*math.Pi) / 180
	}},
	{"rad2deg", need("x"), func(ev *Evaluation, args []Value) Value {
		return ev.checked(ev.number(args[0])*180) / math.Pi
	}},
	numeric("exp", math.Exp),
	numeric("exponent", exponent),
	numeric("floor", math.Floor),
	numeric2("hypot", "x", "y", math.Hypot),
	numericTest("isDecimal", func(x float64) bool { return fraction(x) != 0 }),
	numericTest("isEven", func(x float64) bool { return math.Mod(math.Trunc(x), 2) == 0 }),
	numericTest("isInteger", func(x float64) bool { return fraction(x) == 0 }),
	numericTest("isOdd", func(x float64) bool { return math.Mod(math.Trunc(x), 2) != 0 }),
	numeric("log", math.Log),
	// Not math.Log10 and math.Log2, which are more exact.
	numeric("log10", func(x float64) float64 { return math.Log(x) / math.Log(10) }),
	numeric("log2", func(x float64) float64 { return math.Log(x) / math.Log(2) }),
	numeric("mantissa", mantissa),
	{"max", need("a", "b"), func(ev *Evaluation, args []Value) Value {
		a, b := ev.twoNumbers("max", args)
		if a > b {
			return a
		}
		return b
	}},
	{"min", need("a", "b"), func(ev *Evaluation, args []Value) Value {
		a, b := ev.twoNumbers("min", args)
		if a < b {
			return a
		}
		return b
	}},
	{"mod", need("a", "b"), func(ev *Evaluation, args []Value) Value {
		a := ev.Force(args[0])
		return ev.modulo(a, ev.Force(args[1]))
	}},
	{"modulo", need("x", "y"), func(ev *Evaluation, args []Value) Value {
		ev.forceAll(args)
		x := ev.number(args[0])
		return ev.modulo(x, ev.number(args[1]))
	}},
	numeric2("pow", "x", "n", math.Pow),
	numeric("round", math.Round),
	{"sign", need("n"), (*Evaluation).sign},
	numeric("sin", math.Sin),
	numeric("sqrt", math.Sqrt),
	{"sum", need("arr"), func(ev *Evaluation, args []Value) Value { return ev.sum(ev.array(args[0])) }},
	numeric("tan", math.Tan),
}

// numeric is the row of a function of one number.
func numeric(name string, f func(float64) float64) builtin {
	return builtin{name, need("x"), func(ev *Evaluation, args []Value) Value {
		return ev.checked(f(ev.number(args[0])))
	}}
}

// numeric2 is the row of a function of two numbers.
func numeric2(name, first, second string, f func(x, y float64) float64) builtin {
	return builtin{name, need(first, second), func(ev *Evaluation, args []Value) Value {
		ev.forceAll(args)
		x := ev.number(args[0])
		return ev.checked(f(x, ev.number(args[1])))
	}}
}

// numericTest is the row of a function that tells something of a number.
func numericTest(name string, f func(float64) bool) builtin {
	return builtin{name, need("x"), func(ev *Evaluation, args []Value) Value {
		return f(ev.number(args[0]))
	}}
}

// fraction is no number where x is infinite.
func fraction(x float64) float64 {
	_, f := math.Modf(x)
	return f
}

func mantissa(x float64) float64 {
	m, _ := math.Frexp(x)
	return m
}

func exponent(x float64) float64 {
	_, e := math.Frexp(x)
	return float64(e)
}

func (ev *Evaluation) abs(args []Value) Value {
	n, ok := ev.Force(args[0]).(float64)
	if !ok {
		panic(ev.errorf("std.abs expected number, got %s", typeName(ev.Force(args[0]))))
	}
	if n > 0 {
		return n
	}
	return -n // as in go-jsonnet -0 where n is 0
}

func (ev *Evaluation) sign(args []Value) Value {
	n, ok := ev.Force(args[0]).(float64)
	switch {
	case !ok:
		panic(ev.errorf("std.sign expected number, got %s", typeName(ev.Force(args[0]))))
	case n > 0:
		return 1.0
	case n < 0:
		return -1.0
	}
	return 0.0
}

func (ev *Evaluation) twoNumbers(name string, args []Value) (a, b float64) {
	a, ok := ev.Force(args[0]).(float64)
	if !ok {
		panic(ev.errorf("std.%s first param expected number, got %s", name, typeName(ev.Force(args[0]))))
	}
	b, ok = ev.Force(args[1]).(float64)
	if !ok {
		panic(ev.errorf("std.%s second param expected number, got %s", name, typeName(ev.Force(args[1]))))
	}
	return a, b
}

// clamp takes whatever can be compared, not only numbers, as go-jsonnet does.
func (ev *Evaluation) clamp(args []Value) Value {
	ev.forceAll(args[:2])
	switch {
	case ev.compare(args[0], args[1]) < 0:
		return args[1]
	case ev.compare(args[0], ev.Force(args[2])) > 0:
		return args[2]
	}
	return args[0]
}

// sum may be infinite, as in go-jsonnet.
func (ev *Evaluation) sum(a *Array) float64 {
	ev.tick(len(a.elements))
	sum := 0.0
	for i := range a.elements {
		sum += ev.number(ev.element(a, i))
	}
	return sum
}

func (ev *Evaluation) average(args []Value) Value {
	a := ev.array(args[0])
	if len(a.elements) == 0 {
		panic(ev.errorf("Cannot calculate average of an empty array."))
	}
	return ev.sum(a) / float64(len(a.elements))
}
