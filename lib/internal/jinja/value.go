package jinja

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// A value is one of: none, bool, *big.Int, float64, string, markup, *list, *dict,
// *view, *span, *iter, *function, *undefined, and the objects of object.go.
// A nil any is no value: an argument that was not given.

// none is Python's None.
type none struct{}

// markup is text that is safe in HTML: a string for most purposes.
type markup string

// list is a list or tuple.
type list struct {
	items []any
	tuple bool
	group bool // a tuple of groupby, whose items are also attributes
}

// dict is a map in the order of insertion. What comes from outside is made into
// values only when something looks inside.
type dict struct {
	keys, values []any
	at           map[string]int // by hash; deleted entries have no key
	size         int
}

// view is what keys(), values() and items() give.
type view struct {
	of   *dict
	what string
}

// span is a range.
type span struct{ from, to, step int64 }

// iter gives values once. next gives nil at the end.
type iter struct {
	next func() (any, error)
	what string // as Python calls it
}

// undefined is what a name or attribute that is not there gives. Apart from what
// an if without else gives, it fails whatever is done with it.
type undefined struct {
	why     string
	lenient bool
}

func number64(i int64) *big.Int { return big.NewInt(i) }

func integer(i int) *big.Int { return big.NewInt(int64(i)) }

// fromNode makes a value of an inventory or JSON value. The same collection gives
// the same value each time.
func (e *engine) fromNode(n *tree.Node) any {
	switch n.Kind {
	case tree.Null:
		return none{}
	case tree.Bool:
		return n.Bool
	case tree.Int:
		if n.Text == "" {
			return big.NewInt(n.Int)
		}
		i, _ := new(big.Int).SetString(n.Text, 10)
		return i
	case tree.Float:
		return n.Float
	case tree.String:
		return n.Text
	case tree.List, tree.Map:
		return e.collection(n)
	}
	return &undefined{why: "a value of type " + n.Kind.String() + " is not supported in templates"}
}

func (e *engine) collection(n *tree.Node) any {
	if v, ok := e.known[n]; ok {
		return v
	}
	if n.Kind == tree.List {
		l := &list{items: make([]any, len(n.Items))}
		for i, item := range n.Items {
			l.items[i] = item
		}
		e.known[n] = l
		return l
	}
	d := newDict()
	for _, f := range n.Fields {
		if h, err := hash(e.fromNode(f.Key)); err == nil {
			d.put(h, e.fromNode(f.Key), f.Value)
		}
	}
	e.known[n] = d
	return d
}

// item gives an element, made into a value first where it is still a node.
func (e *engine) item(l *list, i int) any {
	if n, ok := l.items[i].(*tree.Node); ok {
		l.items[i] = e.fromNode(n)
	}
	return l.items[i]
}

func (e *engine) all(l *list) []any {
	for i := range l.items {
		e.item(l, i)
	}
	return l.items
}

func newDict() *dict { return &dict{at: map[string]int{}} }

func (d *dict) put(hash string, key, value any) {
	if i, ok := d.at[hash]; ok {
		d.values[i] = value
		return
	}
	d.at[hash] = len(d.keys)
	d.keys, d.values = append(d.keys, key), append(d.values, value)
	d.size++
}

func (d *dict) set(key, value any) error {
	h, err := hash(key)
	if err == nil {
		d.put(h, key, value)
	}
	return err
}

// get gives nil when there is no such key.
func (e *engine) get(d *dict, key any) (any, error) {
	h, err := hash(key)
	if err != nil {
		return nil, err
	}
	if i, ok := d.at[h]; ok {
		return e.value(d, i), nil
	}
	return nil, nil
}

func (e *engine) value(d *dict, i int) any {
	if n, ok := d.values[i].(*tree.Node); ok {
		d.values[i] = e.fromNode(n)
	}
	return d.values[i]
}

// remove takes an entry out and gives its value, nil when there is none.
func (e *engine) remove(d *dict, key any) (any, error) {
	h, err := hash(key)
	if err != nil {
		return nil, err
	}
	i, ok := d.at[h]
	if !ok {
		return nil, nil
	}
	v := e.value(d, i)
	delete(d.at, h)
	d.keys[i], d.values[i] = nil, nil
	d.size--
	return v, nil
}

// entries calls f for each entry in order.
func (e *engine) entries(d *dict, f func(key, value any) error) error {
	for i := 0; i < len(d.keys); i++ {
		if d.keys[i] == nil {
			continue
		}
		if err := f(d.keys[i], e.value(d, i)); err != nil {
			return err
		}
	}
	return nil
}

// hash gives the same text for keys that are equal in Python.
func hash(v any) (string, error) {
	switch v := v.(type) {
	case none:
		return "none", nil
	case bool:
		if v {
			return "n1", nil
		}
		return "n0", nil
	case *big.Int:
		return "n" + v.String(), nil
	case float64:
		if v == math.Trunc(v) && !math.IsInf(v, 0) {
			i, _ := big.NewFloat(v).Int(nil)
			return "n" + i.String(), nil
		}
		return "f" + strconv.FormatFloat(v, 'g', -1, 64), nil
	case string:
		return "s" + v, nil
	case markup:
		return "s" + string(v), nil
	case *list:
		if !v.tuple {
			break
		}
		var b strings.Builder
		for _, item := range v.items {
			h, err := hash(item)
			if err != nil {
				return "", err
			}
			b.WriteString(strconv.Itoa(len(h)) + ":" + h)
		}
		return "t" + b.String(), nil
	case *span:
		n := v.sequence()
		return fmt.Sprintf("r%d:%d:%d", n[0], n[1], n[2]), nil
	case *undefined:
		if v.lenient {
			return "undefined", nil
		}
		return "", v.err()
	}
	return "", raise("a value of type %s cannot be a key", typeName(v))
}

func (u *undefined) err() error { return raise("%s", u.why) }

// typeName is the name of a value's type in Python.
func typeName(v any) string {
	switch v := v.(type) {
	case none:
		return "NoneType"
	case bool:
		return "bool"
	case *big.Int:
		return "int"
	case float64:
		return "float"
	case string:
		return "str"
	case markup:
		return "Markup"
	case *list:
		if v.tuple {
			return "tuple"
		}
		return "list"
	case *dict:
		return "dict"
	case *view:
		return "dict_" + v.what
	case *span:
		return "range"
	case *iter:
		return v.what
	case *undefined:
		return "Undefined"
	case *namespace:
		return "Namespace"
	case *module:
		return "TemplateModule"
	case *loop:
		return "LoopContext"
	}
	return "function"
}

// truth is Python's bool().
func truth(v any) (bool, error) {
	switch v := v.(type) {
	case none:
		return false, nil
	case bool:
		return v, nil
	case *big.Int:
		return v.Sign() != 0, nil
	case float64:
		return v != 0, nil
	case string:
		return v != "", nil
	case markup:
		return v != "", nil
	case *list:
		return len(v.items) > 0, nil
	case *dict:
		return v.size > 0, nil
	case *view:
		return v.of.size > 0, nil
	case *span:
		return v.len() > 0, nil
	case *undefined:
		if !v.lenient {
			return false, v.err()
		}
		return false, nil
	case *timedelta:
		return v.micros != 0, nil
	case *loop:
		n, err := v.length()
		return n > 0, err
	}
	return true, nil
}

// sequence gives three numbers that are the same for ranges with the same
// elements, which Python takes for equal: the length, the first one, the step.
func (s *span) sequence() [3]int64 {
	switch n := s.len(); n {
	case 0:
		return [3]int64{}
	case 1:
		return [3]int64{1, s.from}
	default:
		return [3]int64{n, s.from, s.step}
	}
}

func (s *span) len() int64 {
	if s.step > 0 && s.from < s.to {
		return (s.to-s.from-1)/s.step + 1
	}
	if s.step < 0 && s.from > s.to {
		return (s.from-s.to-1)/-s.step + 1
	}
	return 0
}

// runes gives the code points, surrogates too.
func runes(s string) []rune {
	list := make([]rune, 0, len(s))
	for s != "" {
		r, size := pyjson.DecodeRune(s)
		list = append(list, r)
		s = s[size:]
	}
	return list
}

func fromRunes(list []rune) string {
	b := make([]byte, 0, len(list))
	for _, r := range list {
		b = pyjson.AppendRune(b, r)
	}
	return string(b)
}

// asText gives the text of a string or markup.
func asText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case markup:
		return string(v), true
	}
	return "", false
}

// asInt gives the integer of an int or bool.
func asInt(v any) (*big.Int, bool) {
	switch v := v.(type) {
	case *big.Int:
		return v, true
	case bool:
		if v {
			return integer(1), true
		}
		return integer(0), true
	}
	return nil, false
}
