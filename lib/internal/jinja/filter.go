package jinja

import "slices"

// filter is a filter or test, with its parameters after the value as args.bind takes
// them.
type filter struct {
	name, params string
	call         func(e *engine, v any, a []any) (any, error)
	raw          func(e *engine, v any, a args) (any, error) // instead of call, for any arguments
	lenient      bool                                        // an undefined value may come in
}

func (f filter) known() bool { return f.call != nil || f.raw != nil }

func (e *engine) filter(n string, v any, a args) (any, error) {
	return e.invoke(e.filters[n], "filter", n, v, a)
}

func (e *engine) test(n string, v any, a args) (bool, error) {
	got, err := e.invoke(e.tests[n], "test", n, v, a)
	if err != nil {
		return false, err
	}
	return truth(got)
}

func (e *engine) invoke(f filter, kind, n string, v any, a args) (any, error) {
	if !f.known() {
		return nil, raise("there is no %s %q", kind, n)
	}
	if u, ok := v.(*undefined); ok && !f.lenient && !u.lenient {
		return nil, u.err()
	}
	if f.raw != nil {
		return f.raw(e, v, a)
	}
	bound, err := a.bind("the "+kind+" "+n, f.params)
	if err != nil {
		return nil, err
	}
	return f.call(e, v, bound)
}

// filterTables are all filters; later ones take the place of earlier ones.
func filterTables() [][]filter {
	return [][]filter{textFilters(), listFilters(), selectFilters(), numberFilters(), kapitanFilters(), refusedFilters()}
}

// refusedFilters are there, but not supported.
func refusedFilters() []filter {
	var list []filter
	for _, r := range []struct{ name, why string }{
		{"random", "gives another item each time"},
		{"shuffle", "gives another order each time"},
		{"strftime", "depends on the time and the time zone of the machine"},
		{"fileglob", "looks at the files of the machine"},
		{"urlize", "is too seldom used"},
		{"striptags", "is too seldom used"},
		{"wordwrap", "is too seldom used"},
		{"pprint", "is too seldom used"},
	} {
		list = append(list, filter{name: r.name, lenient: true, raw: func(*engine, any, args) (any, error) {
			return nil, raise("the filter %q %s and is not supported", r.name, r.why)
		}})
	}
	return list
}

// flag gives the truth of an optional argument.
func flag(v any, otherwise bool) (bool, error) {
	if v == nil {
		return otherwise, nil
	}
	return truth(v)
}

// getter gives what reads an attribute such as "a.b.0" of a value. With fallback, an
// undefined value is that.
func (e *engine) getter(attribute, fallback any, fold bool) func(any) (any, error) {
	parts := attributeParts(attribute)
	return func(v any) (any, error) {
		for _, p := range parts {
			var err error
			if v, err = e.index(v, p); err != nil {
				return nil, err
			}
			if _, ok := v.(*undefined); ok && fallback != nil && fallback != (none{}) {
				v = fallback
			}
		}
		if fold {
			return foldCase(v)
		}
		return v, nil
	}
}

// getters reads attributes separated by commas, as a list.
func (e *engine) getters(attribute any, fold bool) func(any) (any, error) {
	one := []any{attribute}
	if s, ok := attribute.(string); ok {
		one = nil
		for _, part := range splitOn(s, ",", -1) {
			one = append(one, part)
		}
	}
	var all []func(any) (any, error)
	for _, a := range one {
		all = append(all, e.getter(a, nil, fold))
	}
	return func(v any) (any, error) {
		l := &list{}
		for _, get := range all {
			got, err := get(v)
			if err != nil {
				return nil, err
			}
			l.items = append(l.items, got)
		}
		return l, nil
	}
}

func attributeParts(attribute any) []any {
	switch a := attribute.(type) {
	case nil, none:
		return nil
	case string:
		var parts []any
		for _, p := range splitOn(a, ".", -1) {
			if n := digitsSize(p, isDigit); n > 0 && n == len(p) {
				v, _ := parseInt(p, 10)
				parts = append(parts, v)
			} else {
				parts = append(parts, p)
			}
		}
		return parts
	}
	return []any{attribute}
}

// foldCase lowers strings, and gives other values as they are.
func foldCase(v any) (any, error) {
	if s, ok := asText(v); ok {
		return lower(s)
	}
	return v, nil
}

// sorted sorts by keys, stably, and stops at the first comparison that fails.
func (e *engine) sorted(items []any, key func(any) (any, error), reverse bool) ([]any, error) {
	type keyed struct{ key, item any }
	list := make([]keyed, len(items))
	for i, item := range items {
		k, err := key(item)
		if err != nil {
			return nil, err
		}
		list[i] = keyed{k, item}
	}
	if reverse {
		slices.Reverse(list)
	}
	var failed error
	slices.SortStableFunc(list, func(a, b keyed) int {
		if failed != nil {
			return 0
		}
		if less, err := e.less(a.key, b.key); err != nil || less {
			failed = err
			return -1
		}
		less, err := e.less(b.key, a.key)
		failed = err
		if less {
			return 1
		}
		return 0
	})
	if reverse {
		slices.Reverse(list)
	}
	out := make([]any, len(list))
	for i, k := range list {
		out[i] = k.item
	}
	return out, failed
}
