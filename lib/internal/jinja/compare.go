package jinja

import (
	"math"
	"math/big"
	"strings"
)

// equal is Python's ==.
func (e *engine) equal(a, b any) (bool, error) {
	return e.equalTo(a, b, 0)
}

func (e *engine) equalTo(a, b any, depth int) (bool, error) {
	if depth > maxDepth {
		return false, raise("the values are nested too deeply, or hold themselves")
	}
	if u, ok := a.(*undefined); ok && !u.lenient {
		return false, u.err()
	}
	if u, ok := b.(*undefined); ok && !u.lenient {
		return false, u.err()
	}
	if isNumber(a) && isNumber(b) {
		c, ok := compareNumbers(a, b)
		return ok && c == 0, nil
	}
	if s, ok := asText(a); ok {
		other, ok := asText(b)
		return ok && s == other, nil
	}
	switch a := a.(type) {
	case none:
		return a == b, nil
	case *list:
		b, ok := b.(*list)
		if !ok || a.tuple != b.tuple || len(a.items) != len(b.items) {
			return false, nil
		}
		for i := range a.items {
			if same, err := e.equalTo(e.item(a, i), e.item(b, i), depth+1); !same || err != nil {
				return false, err
			}
		}
		return true, nil
	case *dict:
		b, ok := b.(*dict)
		if !ok || a.size != b.size {
			return false, nil
		}
		return e.equalDicts(a, b, depth)
	case *view:
		if b, ok := b.(*view); ok && a.what != "values" && b.what != "values" {
			return e.equalViews(a, b, depth)
		}
	case *span:
		b, ok := b.(*span)
		return ok && a.sequence() == b.sequence(), nil
	case *undefined:
		_, ok := b.(*undefined)
		return ok, nil
	case *datetime:
		b, ok := b.(*datetime)
		return ok && *a == *b, nil
	case *timedelta:
		b, ok := b.(*timedelta)
		return ok && *a == *b, nil
	}
	return a == b, nil
}

func (e *engine) equalDicts(a, b *dict, depth int) (bool, error) {
	same := true
	err := e.entries(a, func(key, value any) error {
		other, err := e.get(b, key)
		if err != nil || other == nil {
			same = false
			return err
		}
		if same {
			same, err = e.equalTo(value, other, depth+1)
		}
		return err
	})
	return same, err
}

// equalViews compares what keys() and items() give, which are sets: a key is
// never equal to a pair.
func (e *engine) equalViews(a, b *view, depth int) (bool, error) {
	if a.of.size != b.of.size || a.what != b.what {
		return a.of.size == 0 && b.of.size == 0, nil
	}
	if a.what == "items" {
		return e.equalDicts(a.of, b.of, depth)
	}
	same := true
	err := e.entries(a.of, func(key, _ any) error {
		other, err := e.get(b.of, key)
		same = same && other != nil
		return err
	})
	return same, err
}

func isNumber(v any) bool {
	switch v.(type) {
	case bool, *big.Int, float64:
		return true
	}
	return false
}

// compareNumbers compares exactly; it is false for nan.
func compareNumbers(a, b any) (int, bool) {
	x, y := exact(a), exact(b)
	if x == nil || y == nil {
		f, g := asFloat(a), asFloat(b)
		switch {
		case math.IsNaN(f) || math.IsNaN(g):
			return 0, false
		case f < g:
			return -1, true
		case f > g:
			return 1, true
		}
		return 0, true
	}
	return x.Cmp(y), true
}

// exact gives a number as a fraction, or nil for what is none.
func exact(v any) *big.Rat {
	if f, ok := v.(float64); ok {
		return new(big.Rat).SetFloat64(f)
	}
	i, _ := asInt(v)
	return new(big.Rat).SetInt(i)
}

func asFloat(v any) float64 {
	if f, ok := v.(float64); ok {
		return f
	}
	i, ok := asInt(v)
	if !ok {
		return math.NaN()
	}
	f, _ := new(big.Float).SetInt(i).Float64()
	return f
}

// less is Python's <.
func (e *engine) less(a, b any) (bool, error) { return e.order("<", a, b) }

// order is one of Python's <, <=, >, >=.
func (e *engine) order(op string, a, b any) (bool, error) {
	c, ok, err := e.compare(a, b, op, 0)
	if err != nil || !ok {
		return false, err
	}
	switch op {
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	}
	return c >= 0, nil
}

func (e *engine) compare(a, b any, op string, depth int) (c int, ok bool, err error) {
	for _, v := range []any{a, b} {
		if u, is := v.(*undefined); is {
			return 0, false, u.err()
		}
	}
	if isNumber(a) && isNumber(b) {
		c, ok = compareNumbers(a, b)
		return c, ok, nil
	}
	s, isText := asText(a)
	if other, both := asText(b); isText && both {
		return strings.Compare(s, other), true, nil
	}
	x, isList := a.(*list)
	if y, both := b.(*list); isList && both && x.tuple == y.tuple && depth < maxDepth {
		for i := range min(len(x.items), len(y.items)) {
			p, q := e.item(x, i), e.item(y, i)
			if same, err := e.equalTo(p, q, depth+1); err != nil {
				return 0, false, err
			} else if !same {
				return e.compare(p, q, op, depth+1)
			}
		}
		return len(x.items) - len(y.items), true, nil
	}
	switch a := a.(type) {
	case *datetime:
		if b, ok := b.(*datetime); ok {
			return a.minus(b).sign(), true, nil
		}
	case *timedelta:
		if b, ok := b.(*timedelta); ok {
			return (&timedelta{a.micros - b.micros}).sign(), true, nil
		}
	}
	return 0, false, raise("%q is not supported between values of the types %s and %s", op, typeName(a), typeName(b))
}
