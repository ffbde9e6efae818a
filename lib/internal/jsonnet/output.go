package jsonnet

// What a host needs to go through a value of the output: Force for the value
// itself, Items and Fields for what is in it.

// Len is the number of elements.
func (a *Array) Len() int { return len(a.elements) }

// Items calls each with all elements. An error that comes up meanwhile knows the
// element.
func (ev *Evaluation) Items(a *Array, each func(i int, v Value)) {
	ev.enter()
	for i := range a.elements {
		ev.tick(1)
		ev.pushFree(call{kind: callOutputItem, item: i})
		each(i, ev.element(a, i))
		ev.popFree()
	}
	ev.leave()
}

// Names gives the names of the visible fields in the order of code points; they
// are the object's. Asserts have to hold.
func (ev *Evaluation) Names(o *Object) []string {
	ev.list(o)
	return o.names(false)
}

// Fields calls each with the visible fields, in the order of Names. An error that
// comes up meanwhile knows the field.
func (ev *Evaluation) Fields(o *Object, each func(i int, name string, v Value)) {
	ev.enter()
	for i, name := range ev.Names(o) {
		ev.tick(1)
		ev.pushFree(call{kind: callOutputField, name: name})
		each(i, name, ev.Force(ev.value(o, o.order.at[i], nil)))
		ev.popFree()
	}
	ev.leave()
}

// Fail ends the evaluation. The *Error has err's text, and err as its Cause.
func (ev *Evaluation) Fail(err error) { panic(ev.fail(&Error{Message: err.Error(), Cause: err})) }
