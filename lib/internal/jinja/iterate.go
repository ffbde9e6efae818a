package jinja

import (
	"math/big"
)

// maxItems bounds what a range or repetition makes.
const maxItems = 10_000_000

// each is Python's iter().
func (e *engine) each(v any) (func() (any, error), error) {
	switch v := v.(type) {
	case *list:
		i := 0
		return func() (any, error) { // the list may grow meanwhile
			if i >= len(v.items) {
				return nil, nil
			}
			i++
			return e.item(v, i-1), nil
		}, nil
	case *dict:
		return e.eachKey(v), nil
	case *view:
		return fromSlice(e.viewItems(v)), nil
	case string, markup:
		s, _ := asText(v)
		return fromSlice(characters(s)), nil
	case *span:
		n, i := v.len(), int64(0)
		return func() (any, error) {
			if i >= n {
				return nil, nil
			}
			i++
			return number64(v.from + (i-1)*v.step), nil
		}, nil
	case *iter:
		return v.next, nil
	case *undefined:
		if v.lenient {
			return fromSlice(nil), nil
		}
		return nil, v.err()
	}
	return nil, raise("a value of type %s cannot be iterated over", typeName(v))
}

func (e *engine) eachKey(d *dict) func() (any, error) {
	i, size := 0, d.size
	return func() (any, error) {
		if d.size != size {
			return nil, raise("the dictionary changed its size during iteration")
		}
		for ; i < len(d.keys); i++ {
			if d.keys[i] != nil {
				i++
				return d.keys[i-1], nil
			}
		}
		return nil, nil
	}
}

func fromSlice(items []any) func() (any, error) {
	i := 0
	return func() (any, error) {
		if i >= len(items) {
			return nil, nil
		}
		i++
		return items[i-1], nil
	}
}

func characters(s string) []any {
	list := runes(s)
	items := make([]any, len(list))
	for i, r := range list {
		items[i] = fromRunes([]rune{r})
	}
	return items
}

// slice is Python's list().
func (e *engine) slice(v any) ([]any, error) {
	next, err := e.each(v)
	if err != nil {
		return nil, err
	}
	var items []any
	for {
		item, err := next()
		if item == nil || err != nil {
			return items, err
		}
		if items = append(items, item); len(items) > maxItems {
			return nil, raise("more than %d items", maxItems)
		}
		if len(items)&0xfff == 0 {
			if err := e.ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
}

// length is Python's len().
func (e *engine) length(v any) (int, error) {
	switch v := v.(type) {
	case *list:
		return len(v.items), nil
	case *dict:
		return v.size, nil
	case *view:
		return v.of.size, nil
	case string, markup:
		s, _ := asText(v)
		return len(runes(s)), nil
	case *span:
		return int(v.len()), nil
	case *undefined:
		if v.lenient {
			return 0, nil
		}
		return 0, v.err()
	case *loop:
		return v.length()
	}
	return 0, raise("a value of type %s has no length", typeName(v))
}

// contains is Python's "item in v".
func (e *engine) contains(v, item any) (bool, error) {
	switch v := v.(type) {
	case string, markup:
		s, _ := asText(v)
		if u, ok := item.(*undefined); ok {
			return false, u.err()
		}
		part, ok := asText(item)
		if !ok {
			return false, raise("a value of type %s is looked for in a string", typeName(item))
		}
		return indexOf(s, part) >= 0, nil
	case *dict:
		found, err := e.get(v, item)
		return found != nil, err
	case *view:
		if v.what == "keys" {
			found, err := e.get(v.of, item)
			return found != nil, err
		}
		if v.what == "items" {
			pair, ok := item.(*list)
			if !ok || !pair.tuple || len(pair.items) != 2 {
				return false, nil
			}
			found, err := e.get(v.of, e.item(pair, 0))
			if found == nil || err != nil {
				return false, err
			}
			return e.equal(found, e.item(pair, 1))
		}
	case *undefined:
		if v.lenient { // which has no elements
			return false, nil
		}
		return false, v.err()
	case *namespace, *module, *loop, none, bool, *big.Int, float64, *function:
		return false, raise("nothing can be looked for in a value of type %s", typeName(v))
	}
	next, err := e.each(v)
	if err != nil {
		return false, err
	}
	for {
		got, err := next()
		if got == nil || err != nil {
			return false, err
		}
		if same, err := e.equal(got, item); same || err != nil {
			return same, err
		}
	}
}
