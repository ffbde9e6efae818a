package jinja

import (
	"math/big"
	"strconv"
	"strings"
)

func quote(s string) string { return strconv.Quote(s) }

// at gives a result with the line of a fault.
func (f *frame) at(line int, v any, err error) (any, error) {
	if err != nil {
		return nil, place(err, line, f.t.file)
	}
	return v, nil
}

func (x *constant) eval(*frame) (any, error) { return x.value, nil }

func (x *nameRef) eval(f *frame) (any, error) { return f.lookup(x.name), nil }

func (x *nsRef) eval(f *frame) (any, error) {
	return f.at(x.line, nil, raise("a namespace's name stands where a value is expected"))
}

func (f *frame) evalAll(list []expr) ([]any, error) {
	items := make([]any, len(list))
	for i, x := range list {
		v, err := x.eval(f)
		if err != nil {
			return nil, err
		}
		items[i] = v
	}
	return items, nil
}

func (x *tupleExpr) eval(f *frame) (any, error) {
	items, err := f.evalAll(x.items)
	return &list{items: items, tuple: true}, err
}

func (x *listExpr) eval(f *frame) (any, error) {
	items, err := f.evalAll(x.items)
	return &list{items: items}, err
}

func (x *dictExpr) eval(f *frame) (any, error) {
	d := newDict()
	for i := range x.keys {
		k, err := x.keys[i].eval(f)
		if err != nil {
			return nil, err
		}
		v, err := x.values[i].eval(f)
		if err != nil {
			return nil, err
		}
		if err := d.set(k, v); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (f *frame) two(a, b expr) (any, any, error) {
	l, err := a.eval(f)
	if err != nil {
		return nil, nil, err
	}
	r, err := b.eval(f)
	return l, r, err
}

func (x *binaryExpr) eval(f *frame) (any, error) {
	l, r, err := f.two(x.l, x.r)
	if err != nil {
		return nil, err
	}
	v, err := f.e.binaryOp(x.op, l, r)
	return f.at(x.line, v, err)
}

func (x *unaryExpr) eval(f *frame) (any, error) {
	v, err := x.x.eval(f)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *undefined:
		return f.at(x.line, nil, v.err())
	case float64:
		if x.op == "-" {
			return -v, nil
		}
		return v, nil
	}
	i, ok := asInt(v)
	if !ok {
		return f.at(x.line, nil, raise("%q is not supported before a value of type %s", x.op, typeName(v)))
	}
	if x.op == "-" {
		return new(big.Int).Neg(i), nil
	}
	return i, nil
}

func (f *frame) test(x expr, line int) (bool, error) {
	v, err := x.eval(f)
	if err != nil {
		return false, err
	}
	ok, err := truth(v)
	return ok, place(err, line, f.t.file)
}

func (x *logicExpr) eval(f *frame) (any, error) {
	l, err := x.l.eval(f)
	if err != nil {
		return nil, err
	}
	ok, err := truth(l)
	if err != nil || ok != x.and {
		return f.at(x.line, l, err)
	}
	return x.r.eval(f)
}

func (x *notExpr) eval(f *frame) (any, error) {
	ok, err := f.test(x.x, x.line)
	return !ok, err
}

func (x *compareExpr) eval(f *frame) (any, error) {
	l, err := x.first.eval(f)
	if err != nil {
		return nil, err
	}
	for i, op := range x.ops {
		r, err := x.rest[i].eval(f)
		if err != nil {
			return nil, err
		}
		ok, err := f.e.compareOp(op, l, r)
		if err != nil || !ok {
			return f.at(x.line, false, err)
		}
		l = r
	}
	return true, nil
}

func (e *engine) compareOp(op string, l, r any) (bool, error) {
	switch op {
	case "==":
		return e.equal(l, r)
	case "!=":
		ok, err := e.equal(l, r)
		return !ok, err
	case "in":
		return e.contains(r, l)
	case "not in":
		ok, err := e.contains(r, l)
		return !ok, err
	}
	return e.order(op, l, r)
}

func (x *concatExpr) eval(f *frame) (any, error) {
	var b strings.Builder
	for _, item := range x.items {
		v, err := item.eval(f)
		if err != nil {
			return nil, err
		}
		s, err := f.e.str(v)
		if err != nil {
			return f.at(x.line, nil, err)
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

func (x *condExpr) eval(f *frame) (any, error) {
	ok, err := f.test(x.test, x.line)
	switch {
	case err != nil:
		return nil, err
	case ok:
		return x.then.eval(f)
	case x.els != nil:
		return x.els.eval(f)
	}
	return &undefined{why: "the if expression has no else and its condition is false", lenient: true}, nil
}

func (x *attrExpr) eval(f *frame) (any, error) {
	v, err := x.x.eval(f)
	if err != nil {
		return nil, err
	}
	v, err = f.e.attr(v, x.name)
	return f.at(x.line, v, err)
}

func (x *itemExpr) eval(f *frame) (any, error) {
	v, err := x.x.eval(f)
	if err != nil {
		return nil, err
	}
	if s, ok := x.index.(*sliceExpr); ok {
		v, err := s.of(f, v)
		return f.at(x.line, v, err)
	}
	index, err := x.index.eval(f)
	if err != nil {
		return nil, err
	}
	v, err = f.e.index(v, index)
	return f.at(x.line, v, err)
}

func (x *sliceExpr) eval(*frame) (any, error) {
	return nil, raise("slices among other indices are not supported")
}

func (x *callExpr) eval(f *frame) (any, error) { return x.with(f, nil) }

// with calls with a caller, where there is one.
func (x *callExpr) with(f *frame, caller any) (any, error) {
	fn, err := x.fn.eval(f)
	if err != nil {
		return nil, err
	}
	a, err := f.args(x.args)
	if err != nil {
		return f.at(x.line, nil, err)
	}
	if caller != nil {
		a.names, a.named = append(a.names, "caller"), append(a.named, caller)
	}
	v, err := f.e.call(fn, a)
	return f.at(x.line, v, err)
}

func (e *engine) call(fn any, a args) (any, error) {
	switch fn := fn.(type) {
	case *function:
		done, err := e.deeper()
		if err != nil {
			return nil, err
		}
		defer done()
		return fn.call(e, a)
	case *loop:
		return fn.call(a)
	case *undefined:
		return nil, fn.err()
	}
	return nil, raise("a value of type %s cannot be called", typeName(fn))
}

// args evaluates the arguments of a call.
func (f *frame) args(c callArgs) (args, error) {
	var a args
	var err error
	if a.pos, err = f.evalAll(c.args); err != nil {
		return a, err
	}
	a.names = append(a.names, c.names...)
	if a.named, err = f.evalAll(c.named); err != nil {
		return a, err
	}
	if c.rest != nil {
		v, err := c.rest.eval(f)
		if err != nil {
			return a, err
		}
		more, err := f.e.slice(v)
		if err != nil {
			return a, err
		}
		a.pos = append(a.pos, more...)
	}
	if c.restMap == nil {
		return a, nil
	}
	v, err := c.restMap.eval(f)
	if err != nil {
		return a, err
	}
	d, ok := v.(*dict)
	if !ok {
		return a, raise("a value of type %s stands after **", typeName(v))
	}
	return a, f.e.entries(d, func(key, value any) error {
		n, ok := asText(key)
		if !ok || a.has(n) {
			return raise("an argument after ** has no name, or one that is given already")
		}
		a.names, a.named = append(a.names, n), append(a.named, value)
		return nil
	})
}

func (x *filterExpr) eval(f *frame) (any, error) {
	v, err := x.x.eval(f)
	if err != nil {
		return nil, err
	}
	return x.apply(f, v)
}

// apply filters a value.
func (x *filterExpr) apply(f *frame, v any) (any, error) {
	a, err := f.args(x.args)
	if err != nil {
		return nil, err
	}
	v, err = f.e.filter(x.name, v, a)
	return f.at(x.line, v, err)
}

// applyText filters a block's text; the filters are written one after another.
func (x *filterExpr) applyText(f *frame, text string) (any, error) {
	var v any = text
	if inner, ok := x.x.(*filterExpr); ok {
		var err error
		if v, err = inner.applyText(f, text); err != nil {
			return nil, err
		}
	}
	return x.apply(f, v)
}

func (x *testExpr) eval(f *frame) (any, error) {
	v, err := x.x.eval(f)
	if err != nil {
		return nil, err
	}
	a, err := f.args(x.args)
	if err != nil {
		return nil, err
	}
	ok, err := f.e.test(x.name, v, a)
	return f.at(x.line, ok, err)
}
