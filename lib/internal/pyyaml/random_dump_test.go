package pyyaml

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// randomPieces are characters and marks that a printer treats apart: breaks,
// blanks, halves of pairs, what is not printable, indicators.
var randomPieces = []string{
	" ", "  ", "\n", "\n\n", "\t", "\r", "\u0085", "\u2028", "\u2029", "\ufeff", "\u00a0", "é", "日", "😀", "\xed\xa0\xbd", "\xed\xb8\x80", "\x00", "\a", "\x1b", "\x7f", "\uffff",
	"\ue000", "\ud7ff", "\U0010ffff", "-", "--", "---", "...", ".", "?", ":", ": ", " #", "#", "&", "*", "!", "|", ">", "'", `"`, "%", "@", "`", "{", "}", "[", "]", ",", `\`, "/",
	"=", "~", "<<", "<", "_", "+", "0", "1", "9", "a", "e", "n", "y", "x",
}

var randomWords = []string{
	"a", "ab", "the", "quick", "brown", "it's", `"q"`, "x:y", "http://example.com/path", "--flag", "#c", "key:", "-", "1", "true", "é", `\n`, "''", "{{x}}", "日本",
	strings.Repeat("a", 30), strings.Repeat("b", 79), strings.Repeat("c", 80), strings.Repeat("d", 81),
}

// randomSpecials look like values of other kinds, to one resolver or another.
var randomSpecials = []string{
	"true", "yes", "no", "on", "off", "null", "~", "", "1", "0x1F", "0o17", "017", "08", "1_000", "1.0", "1e3", "1.0e+3", "1.0e+20", ".5", "+.5", "-.inf", ".nan", ".NaN", "-.nan",
	"1:30", "1:30.5", "60:60", "190:20:30", "0:30", "1:59:59.", "2001-12-14", "2001-1-1", "2001-12-14T21:59:43Z", "2001-12-14 21:59:43.1 -5", "2001-12-14t1:59:43.10-05:00", "2001-12-14  21:59:43\n",
	"=", "<<", "!", "&", "*", "0b10", "0b", "0x", "0x_", "-", "+", ".", "..", "...", "---", "--- a", "-0", "+1", "1.", "1_", "_1", "1__.5_", "0.", "00.1", "1.5e+", "1.5e+1_", "y", "n", "Y", "N",
	"tRue", "True\n", "5\n", "NULL", "Null", "1-2", "10.0.0.1", "1.e+5", "? a", "- a", "a: b", "a #b", "a:", "#a",
}

var randomFloats = []float64{
	math.Inf(1), math.Inf(-1), math.NaN(), 0, math.Copysign(0, -1), 1e16, 1e15, 9999999999999998, 1e-4, 1e-5, 5e-324, math.MaxFloat64, 1e22, 1e23, 123456789012345680, 0.1, 100,
}

// values makes rows of dump.jsonl.
type values struct {
	difftest.Random
	rich   bool // with what JSON does not have, and with shared values
	shared []bool
}

func row(kind string, content ...*tree.Node) *tree.Node {
	return tree.NewList(append([]*tree.Node{tree.NewString(kind)}, content...)...)
}

// letters gives up to most characters out of a set.
func (v *values) letters(most int, set string) string {
	runes := []rune(set)
	return v.Join(most, func() string { return string(difftest.Pick(v.Random, runes...)) })
}

func (v *values) text() string {
	switch v.IntN(20) {
	case 0, 1, 2:
		return difftest.Pick(v.Random, randomSpecials...)
	case 3:
		s := difftest.Pick(v.Random, randomSpecials...)
		at := v.IntN(len(s) + 1)
		return s[:at] + difftest.Pick(v.Random, strings.Split("0123456789_.:-+eExXbTZ \nabcdef", "")...) + s[at:]
	case 4, 5:
		return v.Join(6, func() string { return difftest.Pick(v.Random, randomPieces...) })
	case 6, 7:
		return v.Join(150, func() string {
			return difftest.Pick(v.Random, append(randomPieces, strings.Split(strings.Repeat("abcdefgh", 3), "")...)...)
		})
	case 8, 9:
		return v.letters(120, "é日😀 ab")
	case 10:
		return v.letters(12, "0123456789+-.:_eETZ xb")
	case 11, 12, 13, 14:
		return v.lines()
	case 15:
		return strings.Repeat("k", 110+v.IntN(25))
	}
	return v.letters(15, "abcdefghijk-_./")
}

// lines gives a text of words, and of lines now and then.
func (v *values) lines() string {
	breaks := difftest.Pick(v.Random, []string{" "}, []string{" ", "  "}, []string{" ", " ", " ", "\n"}, []string{" ", "\n", "\n\n", "\n "}, []string{" ", " ", "\t"},
		[]string{" ", " ", " ", " ", " ", " ", "  ", "\n", " \n"})
	s := v.Join(60, func() string {
		word := difftest.Pick(v.Random, randomWords...)
		if !v.One(3) {
			word = v.letters(12, "abcdefgh.:-_/")
		}
		return word + difftest.Pick(v.Random, breaks...)
	})
	if !v.One(3) {
		s = strings.TrimRight(s, " \n\t")
	}
	if v.One(3) {
		s += difftest.Pick(v.Random, "\n", "\n\n", " ", "\n\n\n", " \n")
	}
	if v.One(10) {
		s = difftest.Pick(v.Random, " ", "\n", "  ", "\n ", "# ", "- ") + s
	}
	return s
}

// stringRow cuts a text at the halves of pairs, which JSON would join.
func stringRow(s string) *tree.Node {
	out := row("string")
	for s != "" {
		end := 0
		for end < len(s) {
			r, size := pyjson.DecodeRune(s[end:])
			end += size
			if r >= 0xd800 && r < 0xe000 {
				break
			}
		}
		out.Items = append(out.Items, tree.NewString(s[:end]))
		s = s[end:]
	}
	return out
}

func (v *values) integer() *tree.Node {
	digits := strconv.Itoa(v.IntN(2_000_000) - 1_000_000)
	switch v.IntN(5) {
	case 0:
		digits = difftest.Pick(v.Random, "0", "1", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "9007199254740993")
	case 1:
		digits = difftest.Pick(v.Random, "", "-") + "1" + v.letters(60, "0123456789")
	}
	return row("integer", tree.NewString(digits))
}

func (v *values) float() *tree.Node {
	f := math.Float64frombits(v.Uint64())
	switch v.IntN(5) {
	case 0:
		f = difftest.Pick(v.Random, randomFloats...)
	case 1:
		f = v.Float64() * math.Pow10(v.IntN(35)-10)
	case 2:
		f = float64(v.IntN(2000) - 1000)
	case 3:
		f, _ = strconv.ParseFloat(fmt.Sprintf("%de%d", 1+v.IntN(99), v.IntN(60)-30), 64)
	}
	return row("float", tree.NewFloat(f))
}

func (v *values) date() *tree.Node {
	return v.keep(row("date", tree.NewString(fmt.Sprintf("%04d-%02d-%02d", difftest.Pick(v.Random, 1, 99, 1999, 2001, 2024, 9999), 1+v.IntN(12), 1+v.IntN(28)))))
}

func (v *values) time() *tree.Node {
	fraction := difftest.Pick(v.Random, "", "", ".100000", ".123456", ".000001")
	zone := difftest.Pick(v.Random, "", "", "+00:00", "-05:00", "+05:30", "+12:00", "-11:30", "+00:01", "+01:00:30")
	return v.keep(row("time", tree.NewString(fmt.Sprintf("%d-%02d-%02d %02d:%02d:%02d%s%s", difftest.Pick(v.Random, 1900, 2001, 2024), 1+v.IntN(12), 1+v.IntN(28), v.IntN(24), v.IntN(60), v.IntN(60), fraction, zone))))
}

// bytes gives bytes as characters of the same numbers.
func (v *values) bytes() *tree.Node {
	out := make([]rune, difftest.Pick(v.Random, 0, 1, 2, 3, 10, 56, 57, 58, 114, 200))
	for i := range out {
		out[i] = rune(v.IntN(256))
	}
	return row("bytes", tree.NewString(string(out)))
}

// keep notes that a value can be named by "again".
func (v *values) keep(n *tree.Node) *tree.Node {
	v.shared = append(v.shared, true)
	return n
}

func (v *values) scalar() *tree.Node {
	switch n := v.IntN(50); {
	case n < 4:
		return v.integer()
	case n < 8:
		return v.float()
	case n < 11:
		return row("bool", tree.NewBool(v.One(2)))
	case n < 14:
		return row("null")
	case n < 20 && v.rich:
		return difftest.Pick(v.Random, v.date, v.time, v.bytes)()
	}
	return stringRow(v.text())
}

// keys makes the keys of one map or set. Only those of a map may be such that
// they cannot be sorted, for a set has no order.
type keys struct {
	*values
	kinds []func() *tree.Node
	seen  map[string]bool
}

func (v *values) keys(mixed bool) keys {
	kinds := []func() *tree.Node{func() *tree.Node { return stringRow(v.text()) }}
	if v.One(8) {
		numbers := []func() *tree.Node{v.integer, v.float}
		kinds = difftest.Pick(v.Random, numbers, append(numbers, func() *tree.Node { return row("bool", tree.NewBool(v.One(2))) }))
		if v.rich {
			kinds = difftest.Pick(v.Random, kinds, []func() *tree.Node{v.date}, []func() *tree.Node{v.bytes})
		}
		if mixed && v.One(3) {
			kinds = difftest.Pick(v.Random, []func() *tree.Node{v.scalar}, []func() *tree.Node{v.time})
		}
	}
	return keys{v, kinds, map[string]bool{}}
}

// next gives a key that is no other's, or nil.
func (k keys) next() *tree.Node {
	before := len(k.shared)
	key := difftest.Pick(k.Random, k.kinds...)()
	name := keyName(key)
	if name == "" || k.seen[name] {
		k.shared = k.shared[:before]
		return nil
	}
	k.seen[name] = true
	return key
}

// keyName gives the same for keys that Python has for one, and "" for what is no
// key here: what is not equal to itself, or cannot be one.
func keyName(key *tree.Node) string {
	if len(key.Items) == 0 {
		return ""
	}
	number := new(big.Rat)
	switch kind := key.Items[0].Text; kind {
	case "integer":
		number.SetString(key.Items[1].Text)
	case "bool":
		if key.Items[1].Bool {
			number.SetInt64(1)
		}
	case "float":
		f := key.Items[1].Float
		if math.IsNaN(f) {
			return ""
		}
		if number.SetFloat64(f) == nil {
			return fmt.Sprint(f)
		}
	case "null":
		return kind
	case "string", "bytes", "date", "time":
		for _, part := range key.Items[1:] {
			kind += part.Text
		}
		return kind
	default:
		return ""
	}
	return "number " + number.RatString()
}

func (v *values) value(depth int) *tree.Node {
	if v.rich && len(v.shared) > 0 && v.One(5) {
		if at := v.IntN(len(v.shared)); v.shared[at] {
			return row("again", tree.NewInt(int64(at)))
		}
	}
	if depth == 0 || v.IntN(5) < 2 {
		return v.scalar()
	}
	// A value cannot be named before it ends.
	at := len(v.shared)
	v.shared = append(v.shared, false)
	defer func() { v.shared[at] = true }()
	out := row("list")
	switch n := v.IntN(12); {
	case n < 5:
		for range difftest.Pick(v.Random, 0, 1, 1, 2, 3, 5) {
			out.Items = append(out.Items, v.value(depth-1))
		}
	default:
		out = v.mapOrSet(n == 5 && v.rich, depth)
	}
	return out
}

func (v *values) mapOrSet(set bool, depth int) *tree.Node {
	keys, out := v.keys(!set), row("map")
	if set {
		out = row("set")
	}
	for range v.IntN(difftest.Pick(v.Random, 2, 4, 7)) {
		switch key := keys.next(); {
		case key == nil:
		case set:
			out.Items = append(out.Items, key)
		default:
			out.Items = append(out.Items, tree.NewList(key, v.value(depth-1)))
		}
	}
	return out
}

// nested gives a value below many others.
func (v *values) nested() *tree.Node {
	v.rich = false
	n := v.value(2)
	for range difftest.Pick(v.Random, 20, 45) {
		switch v.IntN(4) {
		case 0:
			n = row("list", n)
		case 1:
			n = row("list", n, row("integer", tree.NewString("1")))
		case 2:
			n = row("map", tree.NewList(stringRow(v.text()), n))
		default:
			n = row("map", tree.NewList(stringRow("a"), n))
		}
	}
	return n
}

var flavourNames = slices.Sorted(maps.Keys(flavours))

func randomDump(r *rand.Rand) *tree.Node {
	v := &values{Random: difftest.Random{Rand: r}}
	v.rich = v.One(3)
	docs := tree.NewList()
	if v.One(30) {
		docs.Items = append(docs.Items, v.nested())
	} else {
		for range difftest.Pick(v.Random, 1, 1, 1, 1, 2, 3) {
			docs.Items = append(docs.Items, v.value(difftest.Pick(v.Random, 1, 2, 3, 4, 6)))
		}
	}
	return tree.NewMap(tree.Entry("flavour", tree.NewString(difftest.Pick(v.Random, flavourNames...))), tree.Entry("docs", docs))
}

// isRow says whether a value of a request is one, as those that are shrunk may
// not be. Counts is how many values "again" can name so far.
func isRow(n *tree.Node, counts *int) bool {
	if n.Kind != tree.List || len(n.Items) == 0 {
		return false
	}
	content := n.Items[1:]
	one := func(kind tree.Kind) bool { return len(content) == 1 && content[0].Kind == kind }
	switch n.Items[0].Text {
	case "null":
		return len(content) == 0
	case "bool":
		return one(tree.Bool)
	case "float":
		return one(tree.Float)
	case "integer":
		return one(tree.String) && isDecimal(content[0].Text)
	case "string":
		return !slices.ContainsFunc(content, func(p *tree.Node) bool { return p.Kind != tree.String })
	case "bytes":
		return one(tree.String)
	case "again":
		return one(tree.Int) && content[0].Int < int64(*counts)
	case "date", "time":
		*counts++
		return one(tree.String) && timePattern.MatchString(content[0].Text) && (len(content[0].Text) > 10) == (n.Items[0].Text == "time")
	}
	*counts++
	return isCollection(n.Items[0].Text, content, counts)
}

var timePattern = regexp.MustCompile(`^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{6})?([+-]\d\d:\d\d(:\d\d)?)?)?$`)

func isDecimal(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

func isCollection(kind string, content []*tree.Node, counts *int) bool {
	seen := map[string]bool{}
	isKey := func(n *tree.Node) bool {
		name := keyName(n)
		defer func() { seen[name] = true }()
		return name != "" && !seen[name] && isRow(n, counts)
	}
	for _, n := range content {
		ok := false
		switch kind {
		case "list":
			ok = isRow(n, counts)
		case "set":
			ok = isKey(n)
		case "map":
			ok = n.Kind == tree.List && len(n.Items) == 2 && isKey(n.Items[0]) && isRow(n.Items[1], counts)
		}
		if !ok {
			return false
		}
	}
	return kind == "list" || kind == "set" || kind == "map"
}

func oursDumped(request *tree.Node) (difftest.Answer, bool) {
	if request.Get("flavour") == nil || request.Get("docs") == nil {
		return difftest.Answer{}, false
	}
	flavour, ok := flavours[request.Get("flavour").Text]
	if !ok {
		return difftest.Answer{}, false
	}
	counts := 0
	for _, doc := range request.Get("docs").Items {
		if !isRow(doc, &counts) {
			return difftest.Answer{}, false
		}
	}
	return difftest.Answer{Text: string(DumpAll(flavour, documents(request)))}, true
}

// TestOracleRandomDump compares what is written of random values.
func TestOracleRandomDump(t *testing.T) {
	difftest.Area{Script: "testdata/dump.py", Make: randomDump, Ours: oursDumped, Answered: 100}.Compare(t)
}
