package jinja

import (
	"math/big"
	"slices"
)

// is makes a test that asks about the value alone.
func is(n string, f func(v any) bool) filter {
	return filter{name: n, lenient: true, call: func(_ *engine, v any, _ []any) (any, error) { return f(v), nil }}
}

// compares makes a test of an operator under several names.
func compares(op string, names ...string) []filter {
	var list []filter
	for _, n := range names {
		list = append(list, filter{name: n, params: "other", call: func(e *engine, v any, a []any) (any, error) {
			return e.compareOp(op, v, a[0])
		}})
	}
	return list
}

func testTable() []filter {
	return slices.Concat([]filter{
		is("defined", func(v any) bool { _, missing := v.(*undefined); return !missing }),
		is("undefined", func(v any) bool { _, missing := v.(*undefined); return missing }),
		is("none", func(v any) bool { return v == none{} }),
		is("boolean", func(v any) bool { _, ok := v.(bool); return ok }),
		is("true", func(v any) bool { return v == true }),
		is("false", func(v any) bool { return v == false }),
		is("integer", func(v any) bool { _, ok := v.(*big.Int); return ok }),
		is("float", func(v any) bool { _, ok := v.(float64); return ok }),
		is("number", isNumber),
		is("string", func(v any) bool { _, ok := asText(v); return ok }),
		is("mapping", func(v any) bool { _, ok := v.(*dict); return ok }),
		is("escaped", func(v any) bool { _, ok := v.(markup); return ok }),
		is("callable", func(v any) bool {
			switch v.(type) {
			case *function, *loop, *undefined:
				return true
			}
			return false
		}),
		{name: "sequence", lenient: true, call: func(e *engine, v any, _ []any) (any, error) {
			switch v := v.(type) {
			case *undefined:
				return v.lenient, nil
			case *view, *loop:
				return false, nil
			}
			_, err := e.length(v)
			return err == nil, nil
		}},
		{name: "iterable", call: func(e *engine, v any, _ []any) (any, error) {
			_, err := e.each(v)
			return err == nil, nil
		}},
	}, valueTests(),
		compares("==", "==", "eq", "equalto"), compares("!=", "!=", "ne"),
		compares(">", ">", "gt", "greaterthan"), compares(">=", ">=", "ge"),
		compares("<", "<", "lt", "lessthan"), compares("<=", "<=", "le"),
	)
}

// valueTests are those that compute.
func valueTests() []filter {
	return []filter{
		{name: "odd", call: remainder(1)},
		{name: "even", call: remainder(0)},
		{name: "divisibleby", params: "num", call: func(e *engine, v any, a []any) (any, error) {
			rest, err := e.binaryOp("%", v, a[0])
			if err != nil {
				return nil, err
			}
			return e.equal(rest, integer(0))
		}},
		{name: "lower", call: func(e *engine, v any, _ []any) (any, error) { return e.casing(v, "islower") }},
		{name: "upper", call: func(e *engine, v any, _ []any) (any, error) { return e.casing(v, "isupper") }},
		{name: "sameas", params: "other", lenient: true, call: func(_ *engine, v any, a []any) (any, error) {
			return same(v, a[0])
		}},
		{name: "in", params: "seq", lenient: true, call: func(e *engine, v any, a []any) (any, error) { return e.contains(a[0], v) }},
		{name: "filter", call: func(e *engine, v any, _ []any) (any, error) {
			n, ok := asText(v)
			return ok && e.filters[n].known(), hashable(v)
		}},
		{name: "test", call: func(e *engine, v any, _ []any) (any, error) {
			n, ok := asText(v)
			return ok && e.tests[n].known(), hashable(v)
		}},
	}
}

func remainder(want int) func(e *engine, v any, _ []any) (any, error) {
	return func(e *engine, v any, _ []any) (any, error) {
		if !isNumber(v) {
			return nil, raise("the test needs a number, not a value of type %s", typeName(v))
		}
		rest, err := arithmetic("%", v, integer(2))
		if err != nil {
			return nil, err
		}
		return e.equal(rest, integer(want))
	}
}

func (e *engine) casing(v any, method string) (any, error) {
	s, err := e.str(v)
	if err != nil {
		return nil, err
	}
	m, err := e.method(s, method)
	if err != nil {
		return nil, err
	}
	return m.(*function).call(e, args{})
}

// same is Python's "is", where it does not depend on what the interpreter shares.
func same(a, b any) (any, error) {
	switch a.(type) {
	case *big.Int, float64, string, markup:
		if typeName(a) == typeName(b) {
			return nil, raise("the test sameas is not supported for two values of type %s", typeName(a))
		}
		return false, nil
	}
	return a == b, nil
}

// hashable gives an error for what Python cannot look up.
func hashable(v any) error {
	if l, ok := v.(*list); ok && l.tuple {
		for _, item := range l.items {
			if err := hashable(item); err != nil {
				return err
			}
		}
		return nil
	}
	switch v := v.(type) {
	case *view:
		if v.what == "values" {
			return nil
		}
	case *list, *dict:
	default:
		return nil
	}
	return raise("a value of type %s cannot be looked up", typeName(v))
}
