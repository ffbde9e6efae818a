package jsonnet

import (
	"slices"
	"sync"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// library is the standard library: std.<name> for each row.
var library = sync.OnceValue(func() []builtin {
	return slices.Concat(stdTypes, stdMath, stdArrays, stdSets, stdObjects, stdText, stdFormat, stdEncodings, stdManifest, stdHost)
})

// constants are the members of std that are no functions.
var constants = []struct {
	name  string
	value Value
}{
	{"pi", 3.14159265358979311600},
}

// standardObject is std, less thisFile. Nothing in it changes, so all evaluations
// share it.
var standardObject = sync.OnceValue(func() *Object {
	var names []string
	var values []Value
	rows := library()
	for i := range rows {
		names = append(names, rows[i].name)
		values = append(values, &Function{row: &rows[i]})
	}
	for _, c := range constants {
		names = append(names, c.name)
		values = append(values, c.value)
	}
	return hiddenObject(syntax.NewShape(names), values)
})

var thisFile = syntax.NewShape([]string{"thisFile"})

// standard gives std as a file sees it.
func (ev *Evaluation) standard(f *syntax.File) *Object {
	o := ev.std[f]
	if o == nil {
		o = add(ev.library, hiddenObject(thisFile, []Value{f.Name}))
		ev.std[f] = o
	}
	return o
}

// need gives parameters that must have an argument.
func need(names ...string) []param {
	list := make([]param, len(names))
	for i, n := range names {
		list[i] = param{name: n}
	}
	return list
}

// maybe gives a parameter that has the value otherwise where the call has none.
func maybe(name string, otherwise Value) param { return param{name, true, otherwise} }
