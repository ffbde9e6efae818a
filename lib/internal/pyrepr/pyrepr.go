// Package pyrepr shows values as Python 3.11 does: repr, str, and pprint.pformat.
//
// Goals: the same text for what JSON can hold, because the reference puts such text
// into results: in the reasons of jsonschema_validate (spec N10), in templates, in
// TOML. Lone surrogates are shown as escapes, like all that is not printable.
//
// Non-goals: dates, bytes and sets, whose repr names Python classes; pprint's
// compact form; limits on size.
package pyrepr

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// String gives the repr of a string: in single quotes, or in double ones when it
// has single quotes and no double ones.
func String(s string) string {
	var b strings.Builder
	writeString(&b, s)
	return b.String()
}

func writeString(b *strings.Builder, s string) {
	quote := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b.WriteRune(quote)
	for len(s) > 0 {
		r, size := pyjson.DecodeRune(s)
		s = s[size:]
		switch {
		case r == quote || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case Printable(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	}
	b.WriteRune(quote)
}

// Value gives the repr of a value.
func Value(n *tree.Node) string {
	var b strings.Builder
	write(&b, n)
	return b.String()
}

// Text gives the str of a value.
func Text(n *tree.Node) string {
	if n.Kind == tree.String {
		return n.Text
	}
	return Value(n)
}

func write(b *strings.Builder, n *tree.Node) {
	switch n.Kind {
	case tree.List:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, item)
		}
		b.WriteByte(']')
	case tree.Map:
		b.WriteByte('{')
		for i, f := range n.Fields {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, f.Key)
			b.WriteString(": ")
			write(b, f.Value)
		}
		b.WriteByte('}')
	case tree.String:
		writeString(b, n.Text)
	default:
		b.WriteString(scalar(n))
	}
}

func scalar(n *tree.Node) string {
	switch n.Kind {
	case tree.Null:
		return "None"
	case tree.Bool:
		if n.Bool {
			return "True"
		}
		return "False"
	case tree.Int:
		return n.Decimal()
	case tree.Float:
		return pyjson.FloatRepr(n.Float)
	}
	return n.Text
}

// Printable is Python 3.11's str.isprintable for one character, which goes by
// Unicode 14.
func Printable(r rune) bool { return unicode.IsPrint(r) && !unicode.Is(afterUnicode14, r) }

// afterUnicode14 has the printable characters that Unicode 15 added.
var afterUnicode14 = &unicode.RangeTable{
	R16: []unicode.Range16{{0xCF3, 0xCF3, 1}, {0xECE, 0xECE, 1}},
	R32: []unicode.Range32{
		{0x10EFD, 0x10EFF, 1}, {0x1123F, 0x11241, 1}, {0x11B00, 0x11B09, 1}, {0x11F00, 0x11F10, 1}, {0x11F12, 0x11F3A, 1}, {0x11F3E, 0x11F59, 1},
		{0x1342F, 0x1342F, 1}, {0x13440, 0x13455, 1}, {0x1B132, 0x1B132, 1}, {0x1B155, 0x1B155, 1}, {0x1D2C0, 0x1D2D3, 1}, {0x1DF25, 0x1DF2A, 1},
		{0x1E030, 0x1E06D, 1}, {0x1E08F, 0x1E08F, 1}, {0x1E4D0, 0x1E4F9, 1}, {0x1F6DC, 0x1F6DC, 1}, {0x1F774, 0x1F776, 1}, {0x1F77B, 0x1F77F, 1},
		{0x1F7D9, 0x1F7D9, 1}, {0x1FA75, 0x1FA77, 1}, {0x1FA87, 0x1FA88, 1}, {0x1FAAD, 0x1FAAF, 1}, {0x1FABB, 0x1FABD, 1}, {0x1FABF, 0x1FABF, 1},
		{0x1FACE, 0x1FACF, 1}, {0x1FADA, 0x1FADB, 1}, {0x1FAE8, 0x1FAE8, 1}, {0x1FAF7, 0x1FAF8, 1}, {0x2B739, 0x2B739, 1}, {0x31350, 0x323AF, 1},
	},
}
