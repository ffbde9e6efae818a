package jinja

import (
	"slices"
)

func listFilters() []filter {
	length := func(e *engine, v any, _ []any) (any, error) {
		n, err := e.length(v)
		return integer(n), err
	}
	return []filter{
		{name: "length", call: length}, {name: "count", call: length},
		{name: "list", call: func(e *engine, v any, _ []any) (any, error) {
			items, err := e.slice(v)
			return &list{items: items}, err
		}},
		{name: "first", call: func(e *engine, v any, _ []any) (any, error) {
			next, err := e.each(v)
			if err != nil {
				return nil, err
			}
			item, err := next()
			return orUndefined(item, "there is no first item"), err
		}},
		{name: "last", call: lastFilter},
		{name: "reverse", call: reverseFilter},
		{name: "sort", params: "reverse= case_sensitive= attribute=", call: sortFilter},
		{name: "dictsort", params: "case_sensitive= by= reverse=", call: dictsortFilter},
		{name: "unique", params: "case_sensitive= attribute=", call: uniqueFilter},
		{name: "min", params: "case_sensitive= attribute=", call: extreme("<")},
		{name: "max", params: "case_sensitive= attribute=", call: extreme(">")},
		{name: "groupby", params: "attribute default= case_sensitive=", call: groupbyFilter},
		{name: "batch", params: "linecount fill_with=", call: batchFilter},
		{name: "slice", params: "slices fill_with=", call: sliceFilter},
		{name: "sum", params: "attribute= start=", call: sumFilter},
		{name: "items", lenient: true, call: func(e *engine, v any, _ []any) (any, error) {
			switch v := v.(type) {
			case *undefined:
				return &iter{fromSlice(nil), "generator"}, nil
			case *dict:
				return &iter{fromSlice(e.viewItems(&view{v, "items"})), "generator"}, nil
			}
			return nil, raise("the filter items needs a dictionary, not a value of type %s", typeName(v))
		}},
		{name: "attr", params: "name", call: func(e *engine, v any, a []any) (any, error) {
			n, err := textArg(a[0], "")
			if err != nil {
				return nil, err
			}
			got, err := e.attribute(v, n)
			return orUndefined(got, "there is no attribute "+quote(n)), err
		}},
	}
}

func orUndefined(v any, why string) any {
	if v == nil {
		return &undefined{why: why}
	}
	return v
}

func lastFilter(e *engine, v any, _ []any) (any, error) {
	if it, ok := v.(*iter); ok {
		return nil, raise("a %s has no last item; make a list of it", it.what)
	}
	items, err := e.slice(v)
	if err != nil || len(items) == 0 {
		return orUndefined(nil, "there is no last item"), err
	}
	if s, ok := items[len(items)-1].(string); ok {
		if _, safe := v.(markup); safe { // which Python takes apart from behind as marked texts
			return markup(s), nil
		}
	}
	return items[len(items)-1], nil
}

func reverseFilter(e *engine, v any, _ []any) (any, error) {
	items, err := e.slice(v)
	if err != nil {
		return nil, err
	}
	items = slices.Clone(items)
	slices.Reverse(items)
	switch v.(type) {
	case string, markup:
		s := ""
		for _, c := range items {
			s += c.(string)
		}
		if _, safe := v.(markup); safe {
			return markup(s), nil
		}
		return s, nil
	case *iter:
		return &list{items: items}, nil
	}
	return &iter{fromSlice(items), "reversed"}, nil
}

func sortFilter(e *engine, v any, a []any) (any, error) {
	items, err := e.slice(v)
	if err != nil {
		return nil, err
	}
	reverse, err := flag(a[0], false)
	if err != nil {
		return nil, err
	}
	exactly, err := flag(a[1], false)
	if err != nil {
		return nil, err
	}
	items, err = e.sorted(items, e.getters(a[2], !exactly), reverse)
	return &list{items: items}, err
}

func dictsortFilter(e *engine, v any, a []any) (any, error) {
	d, ok := v.(*dict)
	if !ok {
		return nil, raise("the filter dictsort needs a dictionary, not a value of type %s", typeName(v))
	}
	exactly, err := flag(a[0], false)
	if err != nil {
		return nil, err
	}
	by, err := textArg(a[1], "key")
	at := slices.Index([]string{"key", "value"}, by)
	if err != nil || at < 0 {
		return nil, raise("dictsort sorts by \"key\" or \"value\" only")
	}
	reverse, err := flag(a[2], false)
	if err != nil {
		return nil, err
	}
	items, err := e.sorted(e.viewItems(&view{d, "items"}), func(item any) (any, error) {
		if exactly {
			return item.(*list).items[at], nil
		}
		return foldCase(item.(*list).items[at])
	}, reverse)
	return &list{items: items}, err
}

func uniqueFilter(e *engine, v any, a []any) (any, error) {
	exactly, err := flag(a[0], false)
	if err != nil {
		return nil, err
	}
	next, err := e.each(v)
	if err != nil {
		return nil, err
	}
	key := e.getter(a[1], nil, !exactly)
	seen := map[string]bool{}
	return &iter{func() (any, error) {
		for {
			item, err := next()
			if item == nil || err != nil {
				return nil, err
			}
			k, err := key(item)
			if err != nil {
				return nil, err
			}
			h, err := hash(k)
			if err != nil {
				return nil, err
			}
			if !seen[h] {
				seen[h] = true
				return item, nil
			}
		}
	}, "generator"}, nil
}

// extreme makes min or max: the first of the items that none is before.
func extreme(op string) func(e *engine, v any, a []any) (any, error) {
	return func(e *engine, v any, a []any) (any, error) {
		exactly, err := flag(a[0], false)
		if err != nil {
			return nil, err
		}
		items, err := e.slice(v)
		if err != nil || len(items) == 0 {
			return orUndefined(nil, "there is no item to choose"), err
		}
		key := e.getter(a[1], nil, !exactly)
		best := items[0]
		bestKey, err := key(best)
		if err != nil {
			return nil, err
		}
		for _, item := range items[1:] {
			k, err := key(item)
			if err != nil {
				return nil, err
			}
			better, err := e.order(op, k, bestKey)
			if err != nil {
				return nil, err
			}
			if better {
				best, bestKey = item, k
			}
		}
		return best, nil
	}
}

func groupbyFilter(e *engine, v any, a []any) (any, error) {
	items, err := e.slice(v)
	if err != nil {
		return nil, err
	}
	exactly, err := flag(a[2], false)
	if err != nil {
		return nil, err
	}
	key := e.getter(a[0], a[1], !exactly)
	if items, err = e.sorted(items, key, false); err != nil {
		return nil, err
	}
	shown := e.getter(a[0], a[1], false)
	out := &list{}
	var last any
	for _, item := range items {
		k, err := key(item)
		if err != nil {
			return nil, err
		}
		same := false
		if last != nil {
			if same, err = e.equal(last, k); err != nil {
				return nil, err
			}
		}
		if !same {
			name, err := shown(item)
			if err != nil {
				return nil, err
			}
			out.items = append(out.items, &list{items: []any{name, &list{}}, tuple: true, group: true})
			last = k
		}
		group := out.items[len(out.items)-1].(*list).items[1].(*list)
		group.items = append(group.items, item)
	}
	return out, nil
}

func batchFilter(e *engine, v any, a []any) (any, error) {
	items, err := e.slice(v)
	if err != nil {
		return nil, err
	}
	size, err := intArg(a[0], 0)
	if err != nil {
		return nil, err
	}
	var batches []any
	if size == 0 && len(items) > 0 {
		batches = append(batches, &list{})
	}
	for len(items) > 0 {
		n := len(items) // a size that is not positive is never reached
		if size > 0 {
			n = min(size, n)
		}
		batch := slices.Clone(items[:n])
		items = items[n:]
		for a[1] != nil && a[1] != (none{}) && len(batch) < size {
			batch = append(batch, a[1])
		}
		batches = append(batches, &list{items: batch})
	}
	return &iter{fromSlice(batches), "generator"}, nil
}

func sliceFilter(e *engine, v any, a []any) (any, error) {
	items, err := e.slice(v)
	if err != nil {
		return nil, err
	}
	n, err := intArg(a[0], 0)
	if err != nil {
		return nil, err
	}
	if n <= 0 || n > maxItems {
		return nil, raise("the number of slices must be positive")
	}
	each, more := len(items)/n, len(items)%n
	var parts []any
	for i := range n {
		size := each
		if i < more {
			size++
		}
		part := slices.Clone(items[:size])
		items = items[size:]
		if a[1] != nil && a[1] != (none{}) && i >= more {
			part = append(part, a[1])
		}
		parts = append(parts, &list{items: part})
	}
	return &iter{fromSlice(parts), "generator"}, nil
}

func sumFilter(e *engine, v any, a []any) (any, error) {
	items, err := e.slice(v)
	if err != nil {
		return nil, err
	}
	var total any = integer(0)
	if a[1] != nil {
		total = a[1]
	}
	if _, ok := asText(total); ok {
		return nil, raise("the filter sum does not join strings")
	}
	get := e.getter(a[0], nil, false)
	for _, item := range items {
		if item, err = get(item); err != nil {
			return nil, err
		}
		if total, err = e.binaryOp("+", total, item); err != nil {
			return nil, err
		}
	}
	return total, nil
}
