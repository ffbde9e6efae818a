package jsonnetvm

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/jsonnet"
	"github.com/azogue-build/azogue/lib/tree"
)

// output makes of a value what the reference has of it after it went through JSON
// text: whole numbers are integers, what is no UTF-8 is U+FFFD, fields are sorted
// (spec K36). No collection is there twice.
type output struct {
	ev   *jsonnet.Evaluation
	slab []tree.Node
	keys [128]*tree.Node
}

var errFunction = errors.New("couldn't manifest function as JSON")

func (o *output) value(v jsonnet.Value) *tree.Node {
	switch v := v.(type) {
	case nil:
		return o.node(tree.Null)
	case bool:
		n := o.node(tree.Bool)
		n.Bool = v
		return n
	case float64:
		return o.number(v)
	case string:
		return o.text(v)
	case *jsonnet.Array:
		n := o.node(tree.List)
		if v.Len() > 0 {
			n.Items = make([]*tree.Node, v.Len())
			o.ev.Items(v, func(i int, item jsonnet.Value) { n.Items[i] = o.value(item) })
		}
		return n
	case *jsonnet.Object:
		n := o.node(tree.Map)
		if names := o.ev.Names(v); len(names) > 0 {
			n.Fields = make([]tree.Field, len(names))
			o.ev.Fields(v, func(i int, name string, field jsonnet.Value) {
				n.Fields[i] = tree.Field{Key: o.key(name), Value: o.value(field)}
			})
		}
		return n
	}
	o.ev.Fail(errFunction)
	return nil
}

// node gives a node out of a slab: one allocation serves many.
func (o *output) node(kind tree.Kind) *tree.Node {
	if len(o.slab) == 0 {
		o.slab = make([]tree.Node, 64)
	}
	n := &o.slab[0]
	o.slab = o.slab[1:]
	n.Kind = kind
	return n
}

// number reads a number as Python reads its text, which has no point and no
// exponent exactly where the number is whole.
func (o *output) number(f float64) *tree.Node {
	switch {
	case f != math.Floor(f):
		n := o.node(tree.Float)
		n.Float = f
		return n
	case f >= -1<<63 && f < 1<<63:
		n := o.node(tree.Int)
		n.Int = int64(f)
		return n
	}
	return tree.NewBigInt(strconv.FormatFloat(f, 'f', 0, 64))
}

func (o *output) text(s string) *tree.Node {
	n := o.node(tree.String)
	if n.Text = s; !utf8.ValidString(s) {
		n.Text = strings.Map(func(r rune) rune { return r }, s) // one U+FFFD for each byte
	}
	return n
}

// key gives a node for a key, mostly one that was made before: the keys of
// manifests are few words over and over, and half of all nodes.
func (o *output) key(name string) *tree.Node {
	slot := len(name)
	if name != "" {
		slot += 7*int(name[0]) + 31*int(name[len(name)/2]) + 61*int(name[len(name)-1])
	}
	known := &o.keys[slot%len(o.keys)]
	if *known == nil || (*known).Text != name {
		*known = o.text(name)
	}
	return *known
}
