package jinja

import (
	"slices"
	"strings"
)

const otherStringMethods = "encode expandtabs format_map maketrans translate"

const otherDictMethods = "fromkeys popitem"

func indexOf(s, part string) int { return strings.Index(s, part) }

// textArg gives a string argument, or otherwise when it was not given.
func textArg(v any, otherwise string) (string, error) {
	if v == nil || v == (none{}) {
		return otherwise, nil
	}
	s, ok := asText(v)
	if !ok {
		return "", raise("a string is needed, not a value of type %s", typeName(v))
	}
	return s, nil
}

// intArg gives a whole number, or otherwise when it was not given.
func intArg(v any, otherwise int) (int, error) {
	if v == nil {
		return otherwise, nil
	}
	i, ok := asInt(v)
	if !ok {
		return 0, raise("an integer is needed, not a value of type %s", typeName(v))
	}
	return clamp(i, -maxText, maxText), nil
}

func listMethods() []methodRow {
	return append([]methodRow{
		{name: "append", params: "x", call: func(_ *engine, v any, a []any) (any, error) {
			v.(*list).items = append(v.(*list).items, a[0])
			return none{}, nil
		}},
		{name: "extend", params: "x", call: func(e *engine, v any, a []any) (any, error) {
			more, err := e.slice(a[0])
			v.(*list).items = append(v.(*list).items, more...)
			return none{}, err
		}},
		{name: "insert", params: "i x", call: listInsert},
		{name: "pop", params: "i=", call: listPop},
		{name: "remove", params: "x", call: func(e *engine, v any, a []any) (any, error) {
			i, err := e.find1(v.(*list), a[0])
			if err == nil {
				v.(*list).items = slices.Delete(v.(*list).items, i, i+1)
			}
			return none{}, err
		}},
		{name: "reverse", params: "", call: func(_ *engine, v any, _ []any) (any, error) {
			slices.Reverse(v.(*list).items)
			return none{}, nil
		}},
		{name: "clear", params: "", call: func(_ *engine, v any, _ []any) (any, error) {
			v.(*list).items = nil
			return none{}, nil
		}},
		{name: "copy", params: "", call: func(e *engine, v any, _ []any) (any, error) {
			return &list{items: slices.Clone(e.all(v.(*list)))}, nil
		}},
		{name: "sort", params: "reverse=", call: func(e *engine, v any, a []any) (any, error) {
			reverse := false
			if a[0] != nil {
				var err error
				if reverse, err = truth(a[0]); err != nil {
					return nil, err
				}
			}
			sorted, err := e.sorted(e.all(v.(*list)), func(item any) (any, error) { return item, nil }, reverse)
			if err == nil {
				v.(*list).items = sorted
			}
			return none{}, err
		}},
	}, tupleMethods()...)
}

func tupleMethods() []methodRow {
	return []methodRow{
		{name: "count", params: "x", call: func(e *engine, v any, a []any) (any, error) {
			n := 0
			for _, item := range e.all(v.(*list)) {
				same, err := e.equal(item, a[0])
				if err != nil {
					return nil, err
				}
				if same {
					n++
				}
			}
			return integer(n), nil
		}},
		{name: "index", params: "x", call: func(e *engine, v any, a []any) (any, error) {
			i, err := e.find1(v.(*list), a[0])
			return integer(i), err
		}},
	}
}

// find1 gives the first place of an item.
func (e *engine) find1(l *list, x any) (int, error) {
	for i, item := range e.all(l) {
		if same, err := e.equal(item, x); same || err != nil {
			return i, err
		}
	}
	return 0, raise("the item is not in the list")
}

func listInsert(_ *engine, v any, a []any) (any, error) {
	l := v.(*list)
	i, err := intArg(a[0], 0)
	if err != nil {
		return nil, err
	}
	if i < 0 {
		i += len(l.items)
	}
	l.items = slices.Insert(l.items, min(max(i, 0), len(l.items)), a[1])
	return none{}, nil
}

func listPop(e *engine, v any, a []any) (any, error) {
	l := v.(*list)
	if a[0] == nil {
		a[0] = integer(-1)
	}
	i, ok := position(a[0], len(l.items))
	if !ok {
		return nil, raise("there is no such item to pop")
	}
	item := e.item(l, i)
	l.items = slices.Delete(l.items, i, i+1)
	return item, nil
}

func dictMethods() []methodRow {
	look := func(what string) methodRow {
		return methodRow{name: what, call: func(_ *engine, v any, _ []any) (any, error) { return &view{v.(*dict), what}, nil }}
	}
	or := func(v any, otherwise any) any {
		if v == nil {
			return otherwise
		}
		return v
	}
	return []methodRow{
		look("keys"), look("values"), look("items"),
		{name: "get", params: "key default=", call: func(e *engine, v any, a []any) (any, error) {
			got, err := e.get(v.(*dict), a[0])
			return or(got, or(a[1], none{})), err
		}},
		{name: "pop", params: "key default=", call: func(e *engine, v any, a []any) (any, error) {
			got, err := e.remove(v.(*dict), a[0])
			if got = or(got, a[1]); got == nil && err == nil {
				err = raise("there is no such key to pop")
			}
			return got, err
		}},
		{name: "setdefault", params: "key default=", call: func(e *engine, v any, a []any) (any, error) {
			got, err := e.get(v.(*dict), a[0])
			if got != nil || err != nil {
				return got, err
			}
			return or(a[1], none{}), v.(*dict).set(a[0], or(a[1], none{}))
		}},
		{name: "copy", params: "", call: func(e *engine, v any, _ []any) (any, error) {
			d := newDict()
			return d, e.entries(v.(*dict), d.set)
		}},
		{name: "clear", params: "", call: func(_ *engine, v any, _ []any) (any, error) {
			*v.(*dict) = *newDict()
			return none{}, nil
		}},
		{name: "update", raw: func(e *engine, v any, a args) (any, error) {
			if len(a.pos) > 1 {
				return nil, raise("update takes at most one value")
			}
			for _, other := range a.pos {
				if err := e.merge(v.(*dict), other); err != nil {
					return nil, err
				}
			}
			for i, n := range a.names {
				v.(*dict).put("s"+n, n, a.named[i])
			}
			return none{}, nil
		}},
	}
}

func floatMethods() []methodRow {
	return []methodRow{{name: "is_integer", params: "", call: func(_ *engine, v any, _ []any) (any, error) {
		f := v.(float64)
		return f == float64(int64(f)), nil
	}}}
}
