package pyjson

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/tree"
)

// sortTests have keys in order, by Python's sorted; "" is TypeError.
var sortTests = []struct {
	name string
	keys []*tree.Node
	want string // the keys' names, a for the first
}{
	{"one null", []*tree.Node{tree.NewNull()}, "a"},
	{"text", []*tree.Node{str("b"), str("a"), str("é"), str("B"), str("")}, "edbac"},
	{"code points", []*tree.Node{str("\U00010000"), str("\uffff"), str("\ue000"), str("\xed\xa0\xbd"), str("\ud7ff")}, "edcba"},
	{"numbers", []*tree.Node{num(10), num(9), tree.NewBool(true), flt(0.5), tree.NewBool(false), num(-1)}, "fedcba"},
	{"big", []*tree.Node{tree.NewBigInt("18446744073709551616"), flt(18446744073709555712), tree.NewBigInt("18446744073709551615"),
		flt(math.Inf(1)), flt(math.Inf(-1)), flt(1e300), tree.NewBigInt("-18446744073709551616")}, "egcabfd"},
	{"exact", []*tree.Node{num(1<<53 + 1), flt(1 << 53), num(1<<53 - 1), flt(0.5), num(0)}, "edcba"},
	{"bytes", []*tree.Node{{Kind: tree.Bytes, Text: "\xff"}, {Kind: tree.Bytes, Text: "a"}}, "ba"},
	{"dates", []*tree.Node{{Kind: tree.Date, Text: "2001-12-14"}, {Kind: tree.Date, Text: "0999-12-14"}}, "ba"},
	{"local times", []*tree.Node{moment("2001-12-14 21:59:43.000001"), moment("2001-12-14 21:59:43")}, "ba"},
	{"instants", []*tree.Node{
		moment("2001-01-01 01:00:00+00:00"), moment("2001-01-01 01:30:00+01:00"), moment("2000-12-31 23:00:00-02:00"),
		moment("2001-01-01 01:00:00.000001+00:00"), moment("2000-02-29 00:00:00+00:00"), moment("2000-03-01 00:00:00+00:00"), moment("2001-01-01 01:30:00+01:00:01"),
	}, "efgbacd"},
	{"instants at once", []*tree.Node{moment("2001-01-01 02:00:00+01:00"), moment("2001-01-01 01:00:00+00:00")}, "ab"},
	{"number and text", []*tree.Node{num(1), str("a")}, ""},
	{"null and text", []*tree.Node{str("b"), tree.NewNull(), str("a")}, ""},
	{"bytes and text", []*tree.Node{{Kind: tree.Bytes, Text: "b"}, str("a")}, ""},
	{"date and time", []*tree.Node{{Kind: tree.Date, Text: "2001-12-14"}, moment("2000-12-14 00:00:00")}, ""},
	{"local time and instant", []*tree.Node{moment("2001-12-14 00:00:00"), moment("2000-12-14 00:00:00+00:00")}, ""},
}

func moment(text string) *tree.Node { return &tree.Node{Kind: tree.Time, Text: text} }

func TestSortFields(t *testing.T) {
	for _, test := range sortTests {
		t.Run(test.name, func(t *testing.T) {
			var fields []tree.Field
			for i, key := range test.keys {
				fields = append(fields, tree.Field{Key: key, Value: str(string(rune('a' + i)))})
			}
			before := append([]tree.Field(nil), fields...)
			sorted, ok := SortFields(fields)
			var got strings.Builder
			for _, f := range sorted {
				got.WriteString(f.Value.Text)
			}
			if got.String() != test.want || ok != (test.want != "") {
				t.Errorf("got %q, %t, want %q", got.String(), ok, test.want)
			}
			if diff := cmp.Diff(before, fields); diff != "" {
				t.Errorf("the sort changed its input (-before +after):\n%s", diff)
			}
		})
	}
}
