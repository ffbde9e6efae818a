package pyjson

import (
	"fmt"
	"math"
	"strconv"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// Dump gives the JSON text of json.dumps(n): on one line, ", " and ": " between
// entries, what is not ASCII escaped, keys in their own order. Keys that are
// numbers, booleans or null become text. Dates, times, bytes and sets have no
// JSON form; the error is a diag.Diag with the node's place.
func Dump(n *tree.Node) ([]byte, error) {
	w := writer{entry: ", "}
	err := w.value(n)
	return w.buf, err
}

// DumpIndent gives the JSON text of json.dumps(n, indent=2, sort_keys=True):
// spec K33. Beyond Dump's errors, a map whose keys do not compare is refused.
func DumpIndent(n *tree.Node) ([]byte, error) {
	w := writer{entry: ",", lines: true}
	err := w.value(n)
	return w.buf, err
}

type writer struct {
	buf   []byte
	entry string // between entries
	lines bool   // each entry has its own line, and keys are sorted
	depth int
}

func (w *writer) value(n *tree.Node) error {
	switch n.Kind {
	case tree.String:
		w.text(n.Text)
	case tree.List:
		return w.list(n)
	case tree.Map:
		return w.object(n)
	default:
		s, ok := word(n)
		if !ok {
			return refuse(n, fmt.Sprintf("JSON has no form for a value of type %s", n.Kind))
		}
		w.buf = append(w.buf, s...)
	}
	return nil
}

// word gives the text of a scalar that is not a string.
func word(n *tree.Node) (string, bool) {
	switch n.Kind {
	case tree.Null:
		return "null", true
	case tree.Bool:
		return strconv.FormatBool(n.Bool), true
	case tree.Int:
		return n.Decimal(), true
	case tree.Float:
		return floatWord(n.Float), true
	}
	return "", false
}

func floatWord(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return FloatRepr(f)
}

func (w *writer) list(n *tree.Node) error {
	if len(n.Items) == 0 {
		w.buf = append(w.buf, "[]"...)
		return nil
	}
	w.open('[')
	for i, item := range n.Items {
		w.next(i)
		if err := w.value(item); err != nil {
			return err
		}
	}
	w.close(']')
	return nil
}

func (w *writer) object(n *tree.Node) error {
	if len(n.Fields) == 0 {
		w.buf = append(w.buf, "{}"...)
		return nil
	}
	fields := n.Fields
	if w.lines {
		var ok bool
		if fields, ok = SortFields(fields); !ok {
			return refuse(n, "the keys of a map are of different types and cannot be sorted")
		}
	}
	w.open('{')
	for i, f := range fields {
		w.next(i)
		if err := w.key(f.Key); err != nil {
			return err
		}
		w.buf = append(w.buf, ": "...)
		if err := w.value(f.Value); err != nil {
			return err
		}
	}
	w.close('}')
	return nil
}

func (w *writer) key(n *tree.Node) error {
	s := n.Text
	if n.Kind != tree.String {
		var ok bool
		if s, ok = word(n); !ok {
			return refuse(n, fmt.Sprintf("JSON has no form for a key of type %s", n.Kind))
		}
	}
	w.text(s)
	return nil
}

func refuse(n *tree.Node, message string) error {
	return diag.Diag{ID: "json/type", Pos: n.Pos, Message: message}
}

func (w *writer) open(bracket byte) {
	w.buf = append(w.buf, bracket)
	w.depth++
}

func (w *writer) close(bracket byte) {
	w.depth--
	w.line()
	w.buf = append(w.buf, bracket)
}

// next goes to where entry i of a list or map begins.
func (w *writer) next(i int) {
	if i > 0 {
		w.buf = append(w.buf, w.entry...)
	}
	w.line()
}

func (w *writer) line() {
	if !w.lines {
		return
	}
	w.buf = append(w.buf, '\n')
	for range w.depth {
		w.buf = append(w.buf, "  "...)
	}
}

// letters are the escapes of one letter.
var letters = [128]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

func (w *writer) text(s string) {
	w.buf = append(w.buf, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < 0x7F && c != '"' && c != '\\' {
			i++
			continue
		}
		w.buf = append(w.buf, s[start:i]...)
		r, size := DecodeRune(s[i:])
		w.escape(r)
		i += size
		start = i
	}
	w.buf = append(w.buf, s[start:]...)
	w.buf = append(w.buf, '"')
}

func (w *writer) escape(r rune) {
	switch {
	case r < 128 && letters[r] != 0:
		w.buf = append(w.buf, '\\', letters[r])
	case r >= 0x10000:
		r -= 0x10000
		w.unit(0xD800 | r>>10)
		w.unit(0xDC00 | r&0x3FF)
	default:
		w.unit(r)
	}
}

func (w *writer) unit(r rune) {
	const digits = "0123456789abcdef"
	w.buf = append(w.buf, '\\', 'u', digits[r>>12], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}

// FloatRepr gives Python's repr of a float: the shortest digits that read back
// as the same number, with an exponent below 1e-4 and from 1e16 on; "inf",
// "-inf" and "nan" for what is no number.
func FloatRepr(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if f == math.Trunc(f) {
		s += ".0"
	}
	return s
}
