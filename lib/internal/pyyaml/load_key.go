package pyyaml

import (
	"math"
	"math/big"
	"strconv"

	"github.com/azogue-build/azogue/lib/tree"
)

// keyIndex finds equal keys of a map; it starts tables when there are many.
type keyIndex struct {
	canonical func(*tree.Node) string // equal for equal keys that are not strings
	strings   map[string]int
	others    map[string]int
}

// indexFrom is the number of keys from which a table is faster than looking.
const indexFrom = 12

// add gives the index of an equal key in fields, or -1. Then the caller appends
// the key to fields.
func (x *keyIndex) add(fields []tree.Field, key *tree.Node) int {
	if len(fields) < indexFrom {
		return x.find(fields, key)
	}
	if x.strings == nil {
		x.strings, x.others = make(map[string]int, 4*indexFrom), map[string]int{}
		for i := range fields {
			x.note(fields[i].Key, i)
		}
	}
	return x.note(key, len(fields))
}

func (x *keyIndex) find(fields []tree.Field, key *tree.Node) int {
	if key.Kind == tree.String {
		for i := range fields {
			if k := fields[i].Key; k.Kind == tree.String && k.Text == key.Text {
				return i
			}
		}
		return -1
	}
	text := x.canonical(key)
	for i := range fields {
		if k := fields[i].Key; k.Kind != tree.String && x.canonical(k) == text {
			return i
		}
	}
	return -1
}

func (x *keyIndex) note(key *tree.Node, i int) int {
	table, text := x.strings, key.Text
	if key.Kind != tree.String {
		table, text = x.others, x.canonical(key)
	}
	if old, ok := table[text]; ok {
		return old
	}
	table[text] = i
	return -1
}

// coreKey is equal for the keys that serde_yaml takes for the same: 1 and 1.0
// are not, but all NaN are.
func coreKey(n *tree.Node) string {
	if n.Kind == tree.Float {
		return "f" + strconv.FormatFloat(n.Float+0, 'g', -1, 64)
	}
	return n.Kind.String() + coreText(n)
}

// pythonKey is equal for the keys that a Python dict takes for the same: 1, 1.0
// and true are.
func pythonKey(n *tree.Node) string {
	switch n.Kind {
	case tree.Bool:
		if n.Bool {
			return "1"
		}
		return "0"
	case tree.Int:
		return n.Decimal()
	case tree.Float:
		if n.Float == math.Trunc(n.Float) && !math.IsInf(n.Float, 0) {
			whole, _ := big.NewFloat(n.Float).Int(nil)
			return whole.String()
		}
		return strconv.FormatFloat(n.Float, 'g', -1, 64)
	}
	return n.Kind.String() + n.Text
}
