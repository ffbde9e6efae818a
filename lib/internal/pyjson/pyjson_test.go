package pyjson

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

var (
	str  = tree.NewString
	num  = tree.NewInt
	flt  = tree.NewFloat
	list = tree.NewList
)

func object(pairs ...any) *tree.Node {
	n := tree.NewMap()
	for i := 0; i < len(pairs); i += 2 {
		n.Fields = append(n.Fields, tree.Entry(pairs[i].(string), pairs[i+1].(*tree.Node)))
	}
	return n
}

var parseTests = []struct {
	text string
	want *tree.Node
}{
	{"null", tree.NewNull()},
	{" true\n", tree.NewBool(true)},
	{"false", tree.NewBool(false)},
	{"0", num(0)},
	{"-0", num(0)},
	{"-12", num(-12)},
	{"9223372036854775807", num(math.MaxInt64)},
	{"9223372036854775808", tree.NewBigInt("9223372036854775808")},
	{"-100000000000000000000000", tree.NewBigInt("-100000000000000000000000")},
	{"-0.0", flt(math.Copysign(0, -1))},
	{"0.10000000000000001", flt(0.1)},
	{"1e5", flt(100000)},
	{"1E-2", flt(0.01)},
	{"1.5e+3", flt(1500)},
	{"1e400", flt(math.Inf(1))},
	{"NaN", flt(math.NaN())},
	{"[Infinity, -Infinity]", list(flt(math.Inf(1)), flt(math.Inf(-1)))},
	{`""`, str("")},
	{`"plain é"`, str("plain é")},
	{`"\"\\\/\b\f\n\r\t"`, str("\"\\/\b\f\n\r\t")},
	{`"x\u00e9\u00C9y"`, str("xéÉy")},
	{`"\ud83d\ude00"`, str("😀")},
	{`"\ud83d"`, str("\xed\xa0\xbd")},
	{`"\ude00\ud83d"`, str("\xed\xb8\x80\xed\xa0\xbd")},
	{`"\ud83d\ud83d\ude00"`, str("\xed\xa0\xbd😀")},
	{`"\ud83d\u0041"`, str("\xed\xa0\xbdA")},
	{"\"\x7f\"", str("\x7f")},
	{"[]", list()},
	{"[ ]", list()},
	{"{}", object()},
	{"[1,[2,[]],{}]", list(num(1), list(num(2), list()), object())},
	{`{"a":{"b":[1]},"c":"d"}`, object("a", object("b", list(num(1))), "c", str("d"))},
	{`{"b":1,"a":2,"b":3}`, object("b", num(3), "a", num(2))},
	{`{"a":1,"a":2}`, object("a", num(2))},
	{"\r\n\t{ \"a\" : 1 , \"b\" : 2 } \n", object("a", num(1), "b", num(2))},
}

func TestParse(t *testing.T) {
	for _, test := range parseTests {
		got, err := Parse([]byte(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
		} else if diff := cmp.Diff(test.want, got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
	}
}

// The places are where Python's JSONDecodeError has them too, except that an
// open string is reported at its end.
var parseErrorTests = []struct{ text, want string }{
	{"", `:1:1: the text ends where a value should follow`},
	{"nul", `:1:1: 'n' stands where a value should be`},
	{"nan", `:1:1: 'n' stands where a value should be`},
	{"é", `:1:1: 'é' stands where a value should be`},
	{"-", `:1:2: the text ends where a digit should follow`},
	{"-a", `:1:2: 'a' stands where a digit should be`},
	{"+1", `:1:1: '+' stands where a value should be`},
	{".5", `:1:1: '.' stands where a value should be`},
	{"01", `:1:2: the value ends here, but text follows`},
	{"1.", `:1:2: the value ends here, but text follows`},
	{"1.e5", `:1:2: the value ends here, but text follows`},
	{"1e+", `:1:2: the value ends here, but text follows`},
	{"[1,]", `:1:4: ']' stands where a value should be`},
	{"[1 2]", `:1:4: '2' stands where a comma or "]" should be`},
	{"[1", `:1:3: the text ends where a comma or "]" should follow`},
	{`{"a":1,}`, `:1:8: '}' stands where a key in double quotes should be`},
	{`{"a" 1}`, `:1:6: '1' stands where a colon should be`},
	{"{a:1}", `:1:2: 'a' stands where a key in double quotes should be`},
	{"{\n  \"é\": x}", `:2:8: 'x' stands where a value should be`},
	{"[\"a\n\"]", `:1:4: a string holds the control character '\n'`},
	{`"\x"`, `:1:2: a string holds an unknown escape`},
	{`"\u12"`, `:1:2: \u is not followed by four hexadecimal digits`},
	{`"\u+123"`, `:1:2: \u is not followed by four hexadecimal digits`},
	{`"\`, `:1:2: a string holds an unknown escape`},
	{`"a`, `:1:3: a string has no closing quote`},
	{"\"\xff\"", `:1:2: the text is not valid UTF-8`},
	{"\ufeff1", `:1:1: '\ufeff' stands where a value should be`},
	{strings.Repeat("9", 4301), `:1:1: an integer has more than 4300 digits`},
	{strings.Repeat("[", 20000), `:1:10001: the value is nested too deeply`},
	{strings.Repeat(`{"":`, 20000), `:1:40001: the value is nested too deeply`},
}

func TestParseErrors(t *testing.T) {
	for _, test := range parseErrorTests {
		_, err := Parse([]byte(test.text))
		if d, ok := errors.AsType[diag.Diag](err); !ok || d.ID != "json/syntax" || err.Error() != test.want {
			t.Errorf("%.40q: got %v, want %s", test.text, err, test.want)
		}
	}
}

var (
	date = &tree.Node{Kind: tree.Date, Text: "2001-12-14", Pos: tree.Pos{File: "f", Line: 3, Column: 4}}
	keys = tree.NewMap(
		tree.Field{Key: num(10), Value: num(1)}, tree.Field{Key: num(9), Value: num(2)},
		tree.Field{Key: tree.NewBool(true), Value: num(3)}, tree.Field{Key: flt(0.5), Value: num(4)},
	)
)

var dumpTests = []struct {
	value          *tree.Node
	line, indented string
}{
	{tree.NewNull(), "null", "null"},
	{list(), "[]", "[]"},
	{object(), "{}", "{}"},
	{list(num(1), tree.NewBool(true), flt(1), tree.NewBigInt("18446744073709551616")),
		"[1, true, 1.0, 18446744073709551616]", "[\n  1,\n  true,\n  1.0,\n  18446744073709551616\n]"},
	{object("b", list(object("d", list(), "c", object())), "a", tree.NewNull()),
		`{"b": [{"d": [], "c": {}}], "a": null}`,
		"{\n  \"a\": null,\n  \"b\": [\n    {\n      \"c\": {},\n      \"d\": []\n    }\n  ]\n}"},
	{keys, `{"10": 1, "9": 2, "true": 3, "0.5": 4}`, "{\n  \"0.5\": 4,\n  \"true\": 3,\n  \"9\": 2,\n  \"10\": 1\n}"},
	{tree.NewMap(tree.Field{Key: tree.NewNull(), Value: flt(math.NaN())}), `{"null": NaN}`, "{\n  \"null\": NaN\n}"},
	{list(flt(math.Inf(1)), flt(math.Inf(-1)), flt(1e-7)), "[Infinity, -Infinity, 1e-07]", "[\n  Infinity,\n  -Infinity,\n  1e-07\n]"},
	{str("\x00\x1f\b\f\n\r\t\"\\/~\x7fé\u2028\ufeff😀\xed\xa0\xbd"),
		`"\u0000\u001f\b\f\n\r\t\"\\/~\u007f\u00e9\u2028\ufeff\ud83d\ude00\ud83d"`,
		`"\u0000\u001f\b\f\n\r\t\"\\/~\u007f\u00e9\u2028\ufeff\ud83d\ude00\ud83d"`},
}

func TestDump(t *testing.T) {
	for _, test := range dumpTests {
		line, err := Dump(test.value)
		if err != nil || string(line) != test.line {
			t.Errorf("on one line: got %s, %v, want %s", line, err, test.line)
		}
		indented, err := DumpIndent(test.value)
		if err != nil || string(indented) != test.indented {
			t.Errorf("indented: got %s, %v, want %s", indented, err, test.indented)
		}
	}
}

func TestDumpErrors(t *testing.T) {
	mixed := tree.NewMap(tree.Field{Key: num(1), Value: num(1)}, tree.Entry("a", num(2)))
	var tests = []struct {
		value          *tree.Node
		line, indented string
	}{
		{list(object("a", date)), "f:3:4: JSON has no form for a value of type date", "f:3:4: JSON has no form for a value of type date"},
		{tree.NewMap(tree.Field{Key: date, Value: num(1)}), "f:3:4: JSON has no form for a key of type date", "f:3:4: JSON has no form for a key of type date"},
		{&tree.Node{Kind: tree.Set}, "JSON has no form for a value of type set", "JSON has no form for a value of type set"},
		{&tree.Node{Kind: tree.Bytes}, "JSON has no form for a value of type bytes", "JSON has no form for a value of type bytes"},
		{mixed, "<nil>", "the keys of a map are of different types and cannot be sorted"},
	}
	for _, test := range tests {
		if _, err := Dump(test.value); fmt.Sprint(err) != test.line {
			t.Errorf("on one line: got %v, want %s", err, test.line)
		}
		if _, err := DumpIndent(test.value); fmt.Sprint(err) != test.indented {
			t.Errorf("indented: got %v, want %s", err, test.indented)
		}
	}
}

var reprTests = []struct {
	f    float64
	want string
}{
	{0, "0.0"}, {math.Copysign(0, -1), "-0.0"}, {1, "1.0"}, {-1.5, "-1.5"}, {0.1, "0.1"}, {100, "100.0"},
	{1e-4, "0.0001"}, {0.00012345, "0.00012345"}, {9.9999e-5, "9.9999e-05"}, {1e-5, "1e-05"}, {1e-7, "1e-07"}, {1.5e-10, "1.5e-10"}, {1e-100, "1e-100"},
	{1e15, "1000000000000000.0"}, {9999999999999998, "9999999999999998.0"}, {1e16, "1e+16"}, {123456789012345680, "1.2345678901234568e+17"},
	{1e22, "1e+22"}, {5e-324, "5e-324"}, {math.MaxFloat64, "1.7976931348623157e+308"}, {1. / 3, "0.3333333333333333"},
	{math.Inf(1), "inf"}, {math.Inf(-1), "-inf"}, {math.NaN(), "nan"},
}

func TestFloatRepr(t *testing.T) {
	for _, test := range reprTests {
		if got := FloatRepr(test.f); got != test.want {
			t.Errorf("FloatRepr(%g): got %s, want %s", test.f, got, test.want)
		}
	}
}

// FuzzParse: what Parse accepts comes back the same from what Dump writes.
func FuzzParse(f *testing.F) {
	for _, test := range parseTests {
		f.Add(test.text)
	}
	for _, test := range parseErrorTests[:28] {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := Parse([]byte(text))
		if err != nil {
			if _, ok := errors.AsType[diag.Diag](err); !ok {
				t.Errorf("got error %v, want a diag.Diag", err)
			}
			return
		}
		for name, dump := range map[string]func(*tree.Node) ([]byte, error){"Dump": Dump, "DumpIndent": DumpIndent} {
			text, err := dump(value)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			again, err := Parse(text)
			if err != nil {
				t.Fatalf("%s gives %s: %v", name, text, err)
			}
			if second, _ := dump(again); string(second) != string(text) {
				t.Errorf("%s: got %s, then %s", name, text, second)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	text := []byte("[" + strings.Repeat(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"labels":{"app.kubernetes.io/name":"web","app.kubernetes.io/part-of":"shop"},`+
		`"name":"web","namespace":"shop"},"data":{"a.conf":"line one\nline two\n","n":[1,2,3,0.5,true,null]}},`+"\n", 1000) + "{}]")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}
