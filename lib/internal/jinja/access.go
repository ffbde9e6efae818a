package jinja

import (
	"math/big"
	"slices"
	"strings"
)

// attr is v.name: an attribute, and where there is none an item.
func (e *engine) attr(v any, n string) (any, error) {
	got, err := e.attribute(v, n)
	if got != nil || err != nil {
		return got, err
	}
	if d, ok := v.(*dict); ok {
		if got, err = e.get(d, n); got != nil || err != nil {
			return got, err
		}
	}
	if s, ok := v.(*selfRef); ok && len(s.scope.blocks[n]) > 0 {
		return e.blockCall(s.scope, n, 0), nil
	}
	return missing(v, n), nil
}

func missing(v any, n string) any {
	return &undefined{why: "a value of type " + typeName(v) + " has no " + quote(n)}
}

// index is v[key]: an item, and where there is none an attribute.
func (e *engine) index(v, key any) (any, error) {
	if u, ok := v.(*undefined); ok {
		return nil, u.err()
	}
	got, err := e.element(v, key)
	if got != nil || err != nil {
		return got, err
	}
	n, ok := asText(key)
	if !ok {
		shown, err := e.reprText(key)
		return &undefined{why: "a value of type " + typeName(v) + " has no element " + shown}, err
	}
	if got, err = e.attribute(v, n); got != nil || err != nil {
		return got, err
	}
	return missing(v, n), nil
}

// element gives nil where Python finds none.
func (e *engine) element(v, key any) (any, error) {
	switch v := v.(type) {
	case *dict:
		h, err := hash(key)
		if _, isUndefined := key.(*undefined); isUndefined {
			return nil, err
		}
		if i, ok := v.at[h]; ok && err == nil {
			return e.value(v, i), nil
		}
		return nil, nil
	case *list:
		if i, ok := position(key, len(v.items)); ok {
			return e.item(v, i), nil
		}
	case string, markup:
		s, _ := asText(v)
		list := runes(s)
		if i, ok := position(key, len(list)); ok {
			return fromRunes(list[i : i+1]), nil
		}
	case *span:
		if i, ok := position(key, int(v.len())); ok {
			return number64(v.from + int64(i)*v.step), nil
		}
	case *selfRef:
		if n, ok := asText(key); ok && len(v.scope.blocks[n]) > 0 {
			return e.blockCall(v.scope, n, 0), nil
		}
	}
	return nil, nil
}

// position gives the place that an index stands for; negative ones count from the
// end.
func position(key any, size int) (int, bool) {
	i, ok := asInt(key)
	if !ok || !i.IsInt64() {
		return 0, false
	}
	n := i.Int64()
	if n < 0 {
		n += int64(size)
	}
	return int(n), n >= 0 && n < int64(size)
}

// attribute gives an attribute or method, nil where Python has none.
func (e *engine) attribute(v any, n string) (any, error) {
	if strings.HasPrefix(n, "__") {
		return nil, raise("the attribute %q is not supported", n)
	}
	switch v := v.(type) {
	case *undefined:
		return nil, v.err()
	case *loop:
		return v.attr(n)
	case *namespace:
		return e.get(v.vars, n)
	case *module:
		return v.vars[n], nil
	case *datetime:
		return v.attr(n)
	case *timedelta:
		return v.attr(n)
	case *function:
		if got := v.attrs[n]; got != nil || v.lazy == nil {
			return got, nil
		}
		return v.lazy(n), nil
	case *list:
		if at := slices.Index([]string{"grouper", "list"}, n); v.group && at >= 0 {
			return e.item(v, at), nil
		}
	}
	return e.method(v, n)
}

// method gives a method of Python's that is supported, as a function.
func (e *engine) method(v any, n string) (any, error) {
	var table []methodRow
	var others string
	switch v := v.(type) {
	case string, markup:
		table, others = stringMethods(), otherStringMethods
	case *dict:
		table, others = dictMethods(), otherDictMethods
	case *list:
		table = listMethods()
		if v.tuple {
			table = tupleMethods()
		}
	case bool, *big.Int:
		others = "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes"
	case float64:
		table, others = floatMethods(), "as_integer_ratio conjugate fromhex hex imag real"
	case *span:
		others = "count index start step stop"
	case *view:
		others = "isdisjoint mapping"
	case *iter:
		others = "close send throw gi_code gi_frame gi_running gi_yieldfrom"
	}
	for _, m := range table {
		if m.name == n {
			return &function{name: n, call: func(e *engine, a args) (any, error) { return m.invoke(e, v, a) }}, nil
		}
	}
	if slices.Contains(strings.Fields(others), n) {
		return nil, raise("the attribute %q of values of type %s is not supported", n, typeName(v))
	}
	return nil, nil
}

// methodRow is a method with its parameters, as args.bind takes them.
type methodRow struct {
	name, params string
	call         func(e *engine, v any, a []any) (any, error)
	raw          func(e *engine, v any, a args) (any, error) // instead of call, for any arguments
}

func (m methodRow) invoke(e *engine, v any, a args) (any, error) {
	if m.raw != nil {
		return m.raw(e, v, a)
	}
	bound, err := a.bind(m.name, m.params)
	if err != nil {
		return nil, err
	}
	for _, given := range bound {
		if u, ok := given.(*undefined); ok && m.name != "append" && m.name != "insert" && m.name != "get" {
			return nil, u.err()
		}
	}
	safe, ok := v.(markup)
	if !ok {
		return m.call(e, v, bound)
	}
	return m.safely(e, string(safe), bound)
}

// safely keeps the mark of a safe text. Python escapes the arguments, so those that
// would change by that are refused.
func (m methodRow) safely(e *engine, s string, a []any) (any, error) {
	for _, v := range a {
		if s, ok := asText(v); ok && string(escapeHTML(s)) != s {
			return nil, raise("the method %q of a text that is marked as safe is not supported with %q", m.name, s)
		}
	}
	v, err := m.call(e, s, a)
	switch v := v.(type) {
	case string:
		return markup(v), err
	case *list:
		for i, item := range v.items {
			if s, ok := item.(string); ok {
				v.items[i] = markup(s)
			}
		}
	}
	return v, err
}

// of gives the part of v.
func (x *sliceExpr) of(f *frame, v any) (any, error) {
	var bounds [3]any
	for i, b := range []expr{x.from, x.to, x.step} {
		bounds[i] = none{}
		if b == nil {
			continue
		}
		var err error
		if bounds[i], err = b.eval(f); err != nil {
			return nil, err
		}
	}
	switch v := v.(type) {
	case *list:
		at, err := places(bounds, len(v.items))
		part := &list{tuple: v.tuple}
		for _, i := range at {
			part.items = append(part.items, f.e.item(v, i))
		}
		return part, err
	case string, markup:
		s, _ := asText(v)
		list := runes(s)
		at, err := places(bounds, len(list))
		part := make([]rune, len(at))
		for i, from := range at {
			part[i] = list[from]
		}
		if _, safe := v.(markup); safe {
			return markup(fromRunes(part)), err
		}
		return fromRunes(part), err
	case *undefined:
		return nil, v.err()
	}
	return nil, raise("a value of type %s has no slices", typeName(v))
}

// places gives the indices that a slice stands for.
func places(bounds [3]any, size int) ([]int, error) {
	var n [3]*big.Int
	for i, b := range bounds {
		if u, ok := b.(*undefined); ok {
			return nil, u.err()
		}
		if b == (none{}) {
			continue
		}
		var ok bool
		if n[i], ok = asInt(b); !ok {
			return nil, raise("a slice needs integers, not a value of type %s", typeName(b))
		}
	}
	step := 1
	if n[2] != nil {
		if n[2].Sign() == 0 {
			return nil, raise("the step of a slice is zero")
		}
		step = clamp(n[2], -size-1, size+1)
	}
	low, high := 0, size
	if step < 0 {
		low, high = -1, size-1
	}
	bound := func(i *big.Int, otherwise int) int {
		if i == nil {
			return otherwise
		}
		if i.Sign() < 0 {
			i = new(big.Int).Add(i, integer(size))
		}
		return clamp(i, low, high)
	}
	from, to := bound(n[0], low), bound(n[1], high)
	if step < 0 {
		from, to = bound(n[0], high), bound(n[1], low)
	}
	var list []int
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		list = append(list, i)
	}
	return list, nil
}

func clamp(i *big.Int, low, high int) int {
	if i.Cmp(integer(low)) < 0 {
		return low
	}
	if i.Cmp(integer(high)) > 0 {
		return high
	}
	return int(i.Int64())
}
