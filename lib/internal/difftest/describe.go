package difftest

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// Describe shows a value with everything in which it can differ, as describe.py
// does in the reference: kinds, digits, order, and what is shared.
func Describe(n *tree.Node) string {
	d := describer{seen: map[*tree.Node]int{}}
	d.show(n)
	return d.b.String()
}

type describer struct {
	b    strings.Builder
	seen map[*tree.Node]int
}

func (d *describer) show(n *tree.Node) {
	switch n.Kind {
	case tree.Null:
		d.b.WriteString("null")
	case tree.Bool:
		fmt.Fprint(&d.b, n.Bool)
	case tree.Int:
		i, ok := new(big.Int).SetString(n.Decimal(), 10)
		if !ok {
			panic("bug: not a decimal integer: " + n.Decimal())
		}
		d.b.WriteString(i.Text(16))
	case tree.Float:
		d.b.WriteString("float(" + floatText(n.Float) + ")")
	case tree.String:
		d.text(n.Text)
	case tree.Bytes:
		d.b.WriteString("bytes(" + hex.EncodeToString([]byte(n.Text)) + ")")
	default:
		d.shared(n)
	}
}

func (d *describer) shared(n *tree.Node) {
	if number, ok := d.seen[n]; ok {
		fmt.Fprintf(&d.b, "again(%d)", number)
		return
	}
	d.seen[n] = len(d.seen)
	switch n.Kind {
	case tree.Date, tree.Time:
		fmt.Fprintf(&d.b, "%s(%s)", n.Kind, n.Text)
	case tree.List:
		d.b.WriteString("[")
		for i, item := range n.Items {
			d.separate(i)
			d.show(item)
		}
		d.b.WriteString("]")
	case tree.Set:
		var keys []string
		for _, f := range n.Fields {
			keys = append(keys, Describe(f.Key))
		}
		slices.Sort(keys)
		d.b.WriteString("set(" + strings.Join(keys, ", ") + ")")
	case tree.Map:
		d.b.WriteString("{")
		for i, f := range n.Fields {
			d.separate(i)
			d.show(f.Key)
			d.b.WriteString(": ")
			d.show(f.Value)
		}
		d.b.WriteString("}")
	}
}

func (d *describer) separate(i int) {
	if i > 0 {
		d.b.WriteString(", ")
	}
}

func (d *describer) text(s string) {
	d.b.WriteByte('"')
	for s != "" {
		r, size := pyjson.DecodeRune(s)
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			fmt.Fprintf(&d.b, "\\%x;", r)
		} else {
			d.b.WriteRune(r)
		}
		s = s[size:]
	}
	d.b.WriteByte('"')
}

func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	return pyjson.FloatRepr(f)
}
