package jsonnet

import (
	"slices"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// Object is an object: layers, the last of which was added last. What a layer's
// fields are depends on the object that they are in, so values are kept here.
type Object struct {
	left, right *Object // a sum whose layers are not listed yet
	size        int     // how many those are
	layers      []layer
	state       []layerState // of layers; nil until a field is asked for
	top         map[string]topmost
	checked     bool // asserts hold, or are being checked
	reduced     bool // some of the listed layers are of an object less a field
	order       *ordering
}

// layer is an object literal with the variables around it, or ready values.
type layer struct {
	shape  *syntax.Shape
	code   *syntax.Object // nil where the values are ready
	around *frame
	ready  []Value  // one a name; may be *Thunk
	rare   *special // nil for most
}

// special is what only some layers have.
type special struct {
	fields []int32            // of the names, the number of the field in code; nil if it is the same
	each   []*frame           // of a comprehension, the variables around each field
	hide   bool               // ready values are hidden
	kept   map[string]topmost // the layer has no fields; of those of the next layers below, these are left
	over   int                // how many layers those are
}

// layerState is what a layer is in one object.
type layerState struct {
	env    *frame  // the object's frame; nil until it is needed
	values []Value // fields' values so far; nil is not evaluated yet
}

// location is a field: its layer and its number in the layer's shape.
type location struct{ layer, field int }

// nullField is null in layerState.values.
type nullField struct{}

// NewObject gives an object with visible fields. It keeps both; a value may be a
// *Thunk.
func NewObject(shape *syntax.Shape, values []Value) *Object {
	return &Object{layers: []layer{{shape: shape, ready: values}}, checked: true}
}

// hiddenObject gives an object with hidden fields.
func hiddenObject(shape *syntax.Shape, values []Value) *Object {
	o := NewObject(shape, values)
	o.layers[0].rare = &special{hide: true}
	return o
}

// without gives o less a field; the layers that o has still see it.
func (o *Object) without(name string) *Object {
	o.list()
	kept := o.table()
	delete(kept, name)
	rare := &special{kept: kept, over: len(o.layers)}
	return add(o, &Object{layers: []layer{{shape: noNames, rare: rare}}, checked: true})
}

var noNames = syntax.NewShape(nil)

// list makes the layers of a sum. It does not recurse, as sums may be deep.
func (o *Object) list() {
	if o.left == nil {
		return
	}
	n := 0
	for open := []*Object{o}; len(open) > 0; {
		part := open[len(open)-1]
		open = open[:len(open)-1]
		if part.left != nil {
			open = append(open, part.left, part.right)
		} else {
			n += len(part.layers)
		}
	}
	layers := make([]layer, n)
	for open := []*Object{o}; len(open) > 0; {
		part := open[len(open)-1]
		open = open[:len(open)-1]
		if part.left != nil {
			open = append(open, part.left, part.right)
			continue
		}
		n -= copy(layers[n-len(part.layers):], part.layers)
	}
	o.layers, o.left, o.right = layers, nil, nil
	for i := range layers {
		o.reduced = o.reduced || layers[i].kept() != nil
	}
}

// kept is not nil where the layer takes away from those below.
func (l *layer) kept() map[string]topmost {
	if l.rare == nil {
		return nil
	}
	return l.rare.kept
}

// manyLayers is from how many on an object has a table of its fields.
const manyLayers = 6

// find gives the topmost field of a name among the layers below limit.
//
// A field that was taken away is gone only where the search begins right there. In
// go-jsonnet it comes back when something is added to the object, though it is
// not among the object's names.
func (o *Object) find(name string, limit int) (location, bool) {
	if limit == len(o.layers) && limit >= manyLayers && !o.reduced {
		if o.top == nil {
			o.top = o.table()
		}
		top, ok := o.top[name]
		return top.location, ok
	}
	for i := limit - 1; i >= 0; i-- {
		l := &o.layers[i]
		if j := l.shape.Find(name); j >= 0 {
			return location{i, j}, true
		}
		if i < limit-1 || l.kept() == nil {
			continue
		}
		if _, ok := l.rare.kept[name]; !ok {
			i -= l.rare.over
		}
	}
	return location{}, false
}

// topmost is where a field of an object is, and how it is hidden by all layers.
type topmost struct {
	location
	hide syntax.Visibility
}

// table gives the names that an object has.
func (o *Object) table() map[string]topmost {
	top := map[string]topmost{}
	set := func(name string, at location, hide syntax.Visibility) {
		if hide == syntax.Inherit {
			hide = top[name].hide
		}
		top[name] = topmost{at, hide}
	}
	for _, i := range o.seen() {
		l := &o.layers[i]
		for j, name := range l.shape.Names {
			set(name, location{i, j}, l.visibility(j))
		}
		for name, of := range l.kept() {
			set(name, of.location, of.hide)
		}
	}
	if o.reduced {
		for name, of := range top {
			of.location, _ = o.find(name, len(o.layers))
			top[name] = of
		}
	}
	return top
}

// seen gives the layers, but those from which some other has what is kept.
func (o *Object) seen() []int {
	list := make([]int, 0, len(o.layers))
	for i := len(o.layers) - 1; i >= 0; i-- {
		list = append(list, i)
		if o.layers[i].kept() != nil {
			i -= o.layers[i].rare.over
		}
	}
	slices.Reverse(list)
	return list
}

// has tells whether the object has a field; hidden ones count if hidden is true.
func (o *Object) has(name string, hidden bool) bool {
	o.list()
	if o.reduced {
		if o.top == nil {
			o.top = o.table()
		}
		top, ok := o.top[name]
		return ok && (hidden || top.hide != syntax.Hidden)
	}
	at, ok := o.find(name, len(o.layers))
	if !ok || hidden {
		return ok
	}
	if o.top != nil {
		return o.top[name].hide != syntax.Hidden
	}
	for i := at.layer; i >= 0; i-- {
		l := &o.layers[i]
		if j := l.shape.Find(name); j >= 0 {
			if hide := l.visibility(j); hide != syntax.Inherit {
				return hide == syntax.Visible
			}
		}
	}
	return true
}

func (l *layer) visibility(j int) syntax.Visibility {
	if l.code == nil {
		if l.rare != nil && l.rare.hide {
			return syntax.Hidden
		}
		return syntax.Inherit
	}
	return l.field(j).Hide
}

// field gives the code of a name.
func (l *layer) field(j int) *syntax.Field {
	if l.rare != nil && l.rare.fields != nil {
		j = int(l.rare.fields[j])
	}
	return &l.code.Fields[j]
}

// ordering is the names of an object, in the order of code points.
type ordering struct {
	visible, all []string
	at           []location // of visible
}

// names gives the fields' names in the order of code points, with the hidden ones
// or without. They are the object's, not the caller's.
func (o *Object) names(hidden bool) []string {
	order := o.sorted()
	if hidden {
		return order.all
	}
	return order.visible
}

func (o *Object) sorted() *ordering {
	if o.order != nil {
		return o.order
	}
	o.list()
	o.order = &ordering{}
	if len(o.layers) == 1 {
		o.order.single(&o.layers[0])
	} else {
		o.order.several(o)
	}
	return o.order
}

func (order *ordering) single(l *layer) {
	n := len(l.shape.Names)
	order.all, order.visible, order.at = make([]string, 0, n), make([]string, 0, n), make([]location, 0, n)
	for _, j := range l.shape.Sorted {
		name := l.shape.Names[j]
		order.all = append(order.all, name)
		if l.visibility(int(j)) != syntax.Hidden {
			order.visible = append(order.visible, name)
			order.at = append(order.at, location{0, int(j)})
		}
	}
}

func (order *ordering) several(o *Object) {
	top := o.top
	if top == nil {
		top = o.table()
	}
	order.all = make([]string, 0, len(top))
	for name := range top {
		order.all = append(order.all, name)
	}
	slices.Sort(order.all)
	order.visible = make([]string, 0, len(top))
	order.at = make([]location, 0, len(top))
	for _, name := range order.all {
		if at := top[name]; at.hide != syntax.Hidden {
			order.visible = append(order.visible, name)
			order.at = append(order.at, at.location)
		}
	}
}
