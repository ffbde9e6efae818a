package jinja

import (
	"fmt"
	"slices"
	"strings"
)

// function is what can be called.
type function struct {
	name  string
	call  func(e *engine, a args) (any, error)
	attrs map[string]any
	lazy  func(attr string) any // more attributes; nil where there are none
}

// args are the arguments of a call.
type args struct {
	pos   []any
	names []string
	named []any
}

func (a args) has(n string) bool { return slices.Contains(a.names, n) }

// take removes a named argument and gives its value, or nil.
func (a *args) take(n string) any {
	i := slices.Index(a.names, n)
	if i < 0 {
		return nil
	}
	v := a.named[i]
	a.names = slices.Delete(slices.Clone(a.names), i, i+1)
	a.named = slices.Delete(slices.Clone(a.named), i, i+1)
	return v
}

// bind puts the arguments in the order of the parameters, which are separated by
// blanks; those that end in "=" may be left out and are nil then.
func (a args) bind(fn, params string) ([]any, error) {
	list := strings.Fields(params)
	if len(a.pos) > len(list) {
		return nil, raise("%s takes %d arguments and gets %d", fn, len(list), len(a.pos))
	}
	v := make([]any, len(list))
	copy(v, a.pos)
	for i, p := range list {
		n, optional := strings.CutSuffix(p, "=")
		if given := a.take(n); given != nil {
			if v[i] != nil {
				return nil, raise("%s gets two values for %q", fn, n)
			}
			v[i] = given
		}
		if v[i] == nil && !optional {
			return nil, raise("%s needs the argument %q", fn, n)
		}
	}
	if len(a.names) > 0 {
		return nil, raise("%s has no parameter %q", fn, a.names[0])
	}
	return v, nil
}

// namespace holds attributes that inner frames can set.
type namespace struct{ vars *dict }

// module is an imported template.
type module struct {
	name, text string
	vars       map[string]any
}

// selfRef is the template itself, whose blocks can be called.
type selfRef struct {
	e     *engine
	scope *scope
}

// loop is the variable of a for loop.
type loop struct {
	e             *engine
	items         any // what has a length; nil when that is not known
	next          func() (any, error)
	index0        int
	after         any // read ahead
	before, now   any
	size          int // -1 when it is not known yet
	depth0        int
	recurse       func(v any) (string, error)
	changedBefore *list
}

func newLoop(e *engine, v any) (*loop, error) {
	next, err := e.each(v)
	l := &loop{e: e, items: v, next: next, index0: -1, size: -1}
	if _, once := v.(*iter); once {
		l.items = nil
	}
	return l, err
}

func (l *loop) advance() (any, error) {
	item := l.after
	l.after = nil
	if item == nil {
		var err error
		if item, err = l.next(); item == nil || err != nil {
			return nil, err
		}
	}
	l.index0++
	l.before, l.now = l.now, item
	return item, nil
}

func (l *loop) peek() (any, error) {
	var err error
	if l.after == nil {
		l.after, err = l.next()
	}
	return l.after, err
}

// length reads all items where their number is not known.
func (l *loop) length() (int, error) {
	if l.size >= 0 {
		return l.size, nil
	}
	if l.items != nil {
		n, err := l.e.length(l.items)
		l.size = n
		return n, err
	}
	rest, err := l.e.slice(&iter{next: l.next})
	if err != nil {
		return 0, err
	}
	l.next = fromSlice(rest)
	l.size = len(rest) + l.index0 + 1
	if l.after != nil {
		l.size++
	}
	return l.size, nil
}

func (l *loop) call(a args) (any, error) {
	if l.recurse == nil {
		return nil, raise("only a loop with the marker recursive can be called")
	}
	v, err := a.bind("loop", "iterable")
	if err != nil {
		return nil, err
	}
	done, err := l.e.deeper()
	if err != nil {
		return nil, err
	}
	defer done()
	return l.recurse(v[0])
}

func (l *loop) repr(b *strings.Builder) error {
	n, err := l.length()
	fmt.Fprintf(b, "<LoopContext %d/%d>", l.index0+1, n)
	return err
}

// attr gives an attribute of the loop, nil when there is none.
func (l *loop) attr(n string) (any, error) {
	switch n {
	case "index":
		return integer(l.index0 + 1), nil
	case "index0":
		return integer(l.index0), nil
	case "depth":
		return integer(l.depth0 + 1), nil
	case "depth0":
		return integer(l.depth0), nil
	case "first":
		return l.index0 == 0, nil
	case "last":
		next, err := l.peek()
		return next == nil, err
	case "length":
		size, err := l.length()
		return integer(size), err
	case "revindex":
		size, err := l.length()
		return integer(size - l.index0), err
	case "revindex0":
		size, err := l.length()
		return integer(size - l.index0 - 1), err
	case "previtem":
		if l.index0 == 0 {
			return &undefined{why: "there is no previous item"}, nil
		}
		return l.before, nil
	case "nextitem":
		next, err := l.peek()
		if next == nil && err == nil {
			next = &undefined{why: "there is no next item"}
		}
		return next, err
	case "cycle":
		return &function{name: n, call: l.cycle}, nil
	case "changed":
		return &function{name: n, call: l.changed}, nil
	}
	return nil, nil
}

func (l *loop) cycle(_ *engine, a args) (any, error) {
	if len(a.pos) == 0 || len(a.names) > 0 {
		return nil, raise("cycle needs values, without names")
	}
	return a.pos[l.index0%len(a.pos)], nil
}

func (l *loop) changed(e *engine, a args) (any, error) {
	now := &list{items: a.pos, tuple: true}
	if l.changedBefore != nil {
		same, err := e.equal(l.changedBefore, now)
		if same || err != nil {
			return false, err
		}
	}
	l.changedBefore = now
	return true, nil
}

// globals are the functions that every template has.
func globals() map[string]any {
	return map[string]any{
		"range":     &function{name: "range", call: rangeOf},
		"dict":      &function{name: "dict", call: dictOf},
		"namespace": &function{name: "namespace", call: namespaceOf},
		"cycler":    &function{name: "cycler", call: cyclerOf},
		"joiner":    &function{name: "joiner", call: joinerOf},
		"lipsum": &function{name: "lipsum", call: func(*engine, args) (any, error) {
			return nil, raise("lipsum gives another text each time and is not supported")
		}},
	}
}

func rangeOf(_ *engine, a args) (any, error) {
	if len(a.pos) == 0 || len(a.pos) > 3 || len(a.names) > 0 {
		return nil, raise("range takes one to three numbers")
	}
	n := make([]int64, len(a.pos))
	for i, v := range a.pos {
		number, ok := asInt(v)
		if u, isUndefined := v.(*undefined); isUndefined {
			return nil, u.err()
		}
		if !ok || !number.IsInt64() {
			return nil, raise("range takes integers, not a value of type %s", typeName(v))
		}
		n[i] = number.Int64()
	}
	s := &span{0, n[0], 1}
	if len(n) > 1 {
		s.from, s.to = n[0], n[1]
	}
	if len(n) > 2 {
		if s.step = n[2]; s.step == 0 {
			return nil, raise("the step of a range is zero")
		}
	}
	if s.len() > maxItems {
		return nil, raise("a range of more than %d items", maxItems)
	}
	return s, nil
}

func dictOf(e *engine, a args) (any, error) {
	d := newDict()
	if len(a.pos) > 1 {
		return nil, raise("dict takes at most one value")
	}
	if len(a.pos) == 1 {
		if err := e.merge(d, a.pos[0]); err != nil {
			return nil, err
		}
	}
	for i, n := range a.names {
		d.put("s"+n, n, a.named[i])
	}
	return d, nil
}

// merge is dict.update: from another dictionary, or from pairs.
func (e *engine) merge(d *dict, v any) error {
	if other, ok := v.(*dict); ok {
		return e.entries(other, d.set)
	}
	pairs, err := e.slice(v)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		pair, err := e.slice(p)
		if err != nil {
			return err
		}
		if len(pair) != 2 {
			return raise("a dictionary is made of pairs, and one has %d items", len(pair))
		}
		if err := d.set(pair[0], pair[1]); err != nil {
			return err
		}
	}
	return nil
}

func namespaceOf(e *engine, a args) (any, error) {
	v, err := dictOf(e, a)
	if err != nil {
		return nil, err
	}
	return &namespace{v.(*dict)}, nil
}

func cyclerOf(_ *engine, a args) (any, error) {
	if len(a.pos) == 0 || len(a.names) > 0 {
		return nil, raise("cycler needs values, without names")
	}
	at := 0
	return &function{name: "cycler", call: func(*engine, args) (any, error) {
		return nil, raise("a cycler cannot be called; next gives its next value")
	}, lazy: func(attr string) any {
		switch attr {
		case "current":
			return a.pos[at]
		case "next":
			return &function{name: attr, call: func(*engine, args) (any, error) {
				v := a.pos[at]
				at = (at + 1) % len(a.pos)
				return v, nil
			}}
		case "reset":
			return &function{name: attr, call: func(*engine, args) (any, error) {
				at = 0
				return none{}, nil
			}}
		}
		return nil
	}}, nil
}

func joinerOf(_ *engine, a args) (any, error) {
	v, err := a.bind("joiner", "sep=")
	if err != nil {
		return nil, err
	}
	var sep any = ", "
	if v[0] != nil {
		sep = v[0]
	}
	used := false
	return &function{name: "joiner", call: func(*engine, args) (any, error) {
		if !used {
			used = true
			return "", nil
		}
		return sep, nil
	}}, nil
}
