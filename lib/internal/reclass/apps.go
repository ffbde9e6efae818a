package reclass

import "strings"

// apps is the list of applications so far, with the removals that found nothing
// to remove yet (spec R40).
type apps struct {
	items   ordered
	removed ordered
}

// newApps gives the list that one file's entries make.
func newApps(entries []string) *apps {
	a := &apps{}
	for _, e := range entries {
		if name, ok := strings.CutPrefix(e, "~"); ok {
			a.remove(name)
		} else {
			a.add(e)
		}
	}
	return a
}

// merge lays the list of the next class over a: first what that removes, then
// what it adds.
func (a *apps) merge(above *apps) {
	for _, name := range above.removed.values() {
		a.remove(name)
	}
	for _, name := range above.items.values() {
		a.add(name)
	}
}

func (a *apps) add(name string) {
	if !a.removed.drop(name) {
		a.items.add(name)
	}
}

func (a *apps) remove(name string) {
	if !a.items.drop(name) {
		a.removed.add(name)
	}
}

// ordered is a set that keeps the order in which names came.
type ordered struct {
	list []string // dropped names too
	at   map[string]int
}

// add puts name last, unless it is there.
func (o *ordered) add(name string) {
	if _, there := o.at[name]; there {
		return
	}
	if o.at == nil {
		o.at = map[string]int{}
	}
	o.at[name] = len(o.list)
	o.list = append(o.list, name)
}

// drop takes name out and tells whether it was there.
func (o *ordered) drop(name string) bool {
	_, there := o.at[name]
	delete(o.at, name)
	return there
}

// values gives the names, the first one first.
func (o *ordered) values() []string {
	var out []string
	for i, name := range o.list {
		if at, there := o.at[name]; there && at == i {
			out = append(out, name)
		}
	}
	return out
}
