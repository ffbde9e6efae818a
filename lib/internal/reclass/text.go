package reclass

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

func indexText(i int) string { return "[" + strconv.Itoa(i) + "]" }

// scalarText gives a scalar as text, as it is embedded in other text (spec R30).
func scalarText(n *tree.Node) string {
	switch n.Kind {
	case tree.Null:
		return "null"
	case tree.Bool:
		if n.Bool {
			return "True"
		}
		return "False"
	case tree.Int:
		return n.Decimal()
	case tree.Float:
		return floatText(n.Float)
	}
	return n.Text
}

// keyText gives a key as reclass-rs's messages show it.
func keyText(n *tree.Node) string {
	switch n.Kind {
	case tree.Null:
		return "Null"
	case tree.Bool:
		return strconv.FormatBool(n.Bool)
	case tree.String:
		return quote(n.Text)
	}
	return scalarText(n)
}

// floatText prints as Rust's ryu does, and as YAML names the values that are no
// numbers.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return ".nan"
	case math.IsInf(f, 1):
		return ".inf"
	case math.IsInf(f, -1):
		return "-.inf"
	case f == 0 && math.Signbit(f):
		return "-0.0"
	case f == 0:
		return "0.0"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(exponent)
	if point := exp + 1; point > 16 || point <= -5 {
		return mantissa + "e" + strconv.Itoa(exp)
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// rawText gives a value as text inside other text (spec R30).
func (r *resolver) rawText(v *value, st state) (string, *fault) {
	switch v.kind {
	case mapping, list:
		if v.size > maxText {
			return "", r.tooLarge(maxText, st)
		}
		var b strings.Builder
		if !writeJSON(&b, v) {
			if bad := failedPart(v); bad != nil {
				return "", r.unresolved("a map or list that can't be resolved can't be part of a text", bad)
			}
			return "", r.fault("reclass/embed", "a map with a key given twice can't be part of a text")
		}
		return b.String(), nil
	case failed:
		return "", r.unresolved("Value::raw_string isn't implemented for Value::ResolveError", v)
	}
	return scalarText(v.src), nil
}

// unresolved says that v, which failed, is needed in a text.
func (r *resolver) unresolved(msg string, v *value) *fault {
	f := r.fault("reclass/embed", msg)
	f.hint, f.pos, f.frames = v.fault.msg, v.fault.pos, v.fault.frames
	return f
}

// failedPart gives the first part of v that failed, or nil.
func failedPart(v *value) *value {
	if v.kind == failed {
		return v
	}
	for _, item := range v.items {
		if bad := failedPart(item); bad != nil {
			return bad
		}
	}
	for i := range v.fields {
		if bad := failedPart(v.fields[i].val); bad != nil {
			return bad
		}
	}
	return nil
}

// writeJSON writes v as serde_json does, with integers as floats. It gives false
// for layers, at which reclass-rs panics.
func writeJSON(b *strings.Builder, v *value) bool {
	switch v.kind {
	case null:
		b.WriteString("null")
	case boolean:
		b.WriteString(strconv.FormatBool(v.src.Bool))
	case number:
		writeNumber(b, v.src)
	case literal, pattern:
		writeString(b, v.src.Text)
	case list:
		b.WriteByte('[')
		for i, item := range v.items {
			if i > 0 {
				b.WriteByte(',')
			}
			if !writeJSON(b, item) {
				return false
			}
		}
		b.WriteByte(']')
	case mapping:
		return writeObject(b, v)
	default:
		return false
	}
	return true
}

// writeObject sorts the keys by bytes; of keys that are one as text the last
// counts.
func writeObject(b *strings.Builder, v *value) bool {
	type member struct {
		key string
		val *value
	}
	var members []member
	for i := range v.fields {
		members = append(members, member{jsonKey(v.fields[i].key), v.fields[i].val})
	}
	slices.SortStableFunc(members, func(a, b member) int { return cmp.Compare(a.key, b.key) })
	b.WriteByte('{')
	first := true
	for i, m := range members {
		if i+1 < len(members) && members[i+1].key == m.key {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		writeString(b, m.key)
		b.WriteByte(':')
		if !writeJSON(b, m.val) {
			return false
		}
	}
	b.WriteByte('}')
	return true
}

func jsonKey(n *tree.Node) string {
	if n.Kind == tree.Bool {
		return strconv.FormatBool(n.Bool)
	}
	return scalarText(n)
}

func writeNumber(b *strings.Builder, n *tree.Node) {
	f := n.Float
	if n.Kind == tree.Int {
		f, _ = strconv.ParseFloat(n.Decimal(), 64)
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		writeString(b, floatText(f))
		return
	}
	s := floatText(f)
	if mantissa, exp, ok := strings.Cut(s, "e"); ok && exp[0] != '-' {
		s = mantissa + "e+" + exp // serde_json prints the sign, serde_yaml does not
	}
	b.WriteString(s)
}

// short are the control characters that JSON has a letter for.
var short = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func writeString(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, c := range s {
		if e, ok := short[c]; ok {
			b.WriteString(e)
		} else if c < 0x20 {
			fmt.Fprintf(b, `\u%04x`, c)
		} else {
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
}
