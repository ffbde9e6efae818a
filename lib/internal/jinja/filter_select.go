package jinja

func selectFilters() []filter {
	return []filter{
		{name: "map", raw: mapFilter},
		{name: "select", raw: selecting(true, false)},
		{name: "reject", raw: selecting(false, false)},
		{name: "selectattr", raw: selecting(true, true)},
		{name: "rejectattr", raw: selecting(false, true)},
	}
}

// lazily gives what f makes of the items; nil leaves an item out. An empty value is
// not looked into.
func (e *engine) lazily(v any, prepare func() (func(any) (any, error), error)) (any, error) {
	var next func() (any, error)
	var f func(any) (any, error)
	return &iter{func() (any, error) {
		if next == nil {
			ok, err := truth(v)
			if !ok || err != nil {
				return nil, err
			}
			if f, err = prepare(); err != nil {
				return nil, err
			}
			if next, err = e.each(v); err != nil {
				return nil, err
			}
		}
		for {
			item, err := next()
			if item == nil || err != nil {
				return nil, err
			}
			if item, err = f(item); item != nil || err != nil {
				return item, err
			}
		}
	}, "generator"}, nil
}

func mapFilter(e *engine, v any, a args) (any, error) {
	return e.lazily(v, func() (func(any) (any, error), error) {
		if len(a.pos) == 0 && a.has("attribute") {
			attribute, fallback := a.take("attribute"), a.take("default")
			if len(a.names) > 0 {
				return nil, raise("the filter map has no parameter %q", a.names[0])
			}
			return e.getter(attribute, fallback, false), nil
		}
		if len(a.pos) == 0 {
			return nil, raise("the filter map needs the name of a filter or an attribute")
		}
		n, ok := asText(a.pos[0])
		if !ok || !e.filters[n].known() {
			return nil, raise("there is no such filter for map")
		}
		rest := args{a.pos[1:], a.names, a.named}
		return func(item any) (any, error) { return e.filter(n, item, rest) }, nil
	})
}

func selecting(keep, byAttribute bool) func(e *engine, v any, a args) (any, error) {
	return func(e *engine, v any, a args) (any, error) {
		return e.lazily(v, func() (func(any) (any, error), error) {
			get := func(item any) (any, error) { return item, nil }
			if byAttribute {
				if len(a.pos) == 0 {
					return nil, raise("the filter needs the name of an attribute")
				}
				get = e.getter(a.pos[0], nil, false)
				a.pos = a.pos[1:]
			}
			test, err := e.tester(a)
			if err != nil {
				return nil, err
			}
			return func(item any) (any, error) {
				got, err := get(item)
				if err != nil {
					return nil, err
				}
				ok, err := test(got)
				if err != nil || ok != keep {
					return nil, err
				}
				return item, nil
			}, nil
		})
	}
}

// tester gives the test that arguments name, or truth.
func (e *engine) tester(a args) (func(any) (bool, error), error) {
	if len(a.pos) == 0 {
		return truth, nil
	}
	n, ok := asText(a.pos[0])
	if !ok || !e.tests[n].known() {
		return nil, raise("there is no such test to select by")
	}
	rest := args{a.pos[1:], a.names, a.named}
	return func(item any) (bool, error) { return e.test(n, item, rest) }, nil
}
