package pyyaml

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

var flavours = map[string]Flavour{
	"literal":       Kapitan,
	"folded":        Kapitan.WithMultiline("folded"),
	"double-quotes": Kapitan.WithMultiline("double-quotes"),
	"other":         Kapitan.WithMultiline("no such style"),
	"commodore":     Commodore,
	"safe":          Safe,
}

// TestDump runs testdata/dump.jsonl: values of every kind that the reference
// can dump, in every flavour, with its own answers. A value is a list of its
// kind's name and its content; ["again", n] is the nth shared value once more.
func TestDump(t *testing.T) {
	data, err := os.ReadFile("testdata/dump.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		row, err := pyjson.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(row.Get("name").Text, func(t *testing.T) {
			flavour, ok := flavours[row.Get("flavour").Text]
			if !ok {
				t.Fatalf("no flavour %q", row.Get("flavour").Text)
			}
			docs, before := documents(row), documents(row)
			got := string(DumpAll(flavour, docs))
			if diff := cmp.Diff(row.Get("want").Text, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if again := string(DumpAll(flavour, docs)); again != got {
				t.Errorf("dumped twice: got %q, then %q", got, again)
			}
			if diff := cmp.Diff(before, docs, cmpopts.EquateNaNs()); diff != "" {
				t.Errorf("the dump changed its input (-before +after):\n%s", diff)
			}
		})
	}
}

func documents(row *tree.Node) []*tree.Node {
	var r rowReader
	return r.values(row.Get("docs").Items)
}

// rowReader makes the values of one row; shared ones are in the order in which
// they begin.
type rowReader struct {
	shared []*tree.Node
}

func (r *rowReader) values(items []*tree.Node) []*tree.Node {
	var out []*tree.Node
	for _, item := range items {
		out = append(out, r.value(item))
	}
	return out
}

func (r *rowReader) value(v *tree.Node) *tree.Node {
	kind, content := v.Items[0].Text, v.Items[1:]
	switch kind {
	case "null":
		return tree.NewNull()
	case "bool", "float":
		return content[0]
	case "integer":
		return tree.NewBigInt(content[0].Text)
	case "string":
		s := ""
		for _, part := range content {
			s += part.Text
		}
		return tree.NewString(s)
	case "bytes":
		var raw []byte
		for _, c := range content[0].Text {
			raw = append(raw, byte(c))
		}
		return &tree.Node{Kind: tree.Bytes, Text: string(raw)}
	case "again":
		return r.shared[content[0].Int]
	}
	n := &tree.Node{}
	r.shared = append(r.shared, n)
	switch kind {
	case "date":
		n.Kind, n.Text = tree.Date, content[0].Text
	case "time":
		n.Kind, n.Text = tree.Time, content[0].Text
	case "list":
		n.Kind, n.Items = tree.List, r.values(content)
	case "set":
		n.Kind = tree.Set
		for _, key := range r.values(content) {
			n.Fields = append(n.Fields, tree.Field{Key: key, Value: tree.NewNull()})
		}
	case "map":
		n.Kind = tree.Map
		for _, pair := range content {
			f := r.values(pair.Items)
			n.Fields = append(n.Fields, tree.Field{Key: f[0], Value: f[1]})
		}
	default:
		panic("bug: no kind " + kind)
	}
	return n
}

// TestDumpUnknownTime covers a time that PyYAML's own resolver does not take
// for one: an offset with seconds, as Python's isoformat prints it.
func TestDumpUnknownTime(t *testing.T) {
	doc := tree.NewMap(tree.Entry("k", &tree.Node{Kind: tree.Time, Text: "2001-12-14 21:59:43+01:00:30"}))
	want := "k: !!timestamp '2001-12-14 21:59:43+01:00:30'\n"
	if got := string(Dump(Safe, doc)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDumpManyAnchors covers numbers of more than three digits.
func TestDumpManyAnchors(t *testing.T) {
	list := tree.NewList()
	for range 1000 {
		empty := tree.NewMap()
		list.Items = append(list.Items, empty, empty)
	}
	got := string(Dump(Safe, list))
	for _, want := range []string{"- &id001 {}\n- *id001\n", "- &id999 {}\n- *id999\n- &id1000 {}\n- *id1000\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("got no %q", want)
		}
	}
}

// TestDumpDeepIndent covers columns beyond the width that are indentation only.
func TestDumpDeepIndent(t *testing.T) {
	doc := tree.NewString("a b\nc")
	for range 70 {
		doc = tree.NewMap(tree.Entry("k", doc))
	}
	var want strings.Builder
	for i := range 69 {
		fmt.Fprintf(&want, "%sk:\n", strings.Repeat(" ", 2*i))
	}
	indent := strings.Repeat(" ", 140)
	fmt.Fprintf(&want, "%sk: |-\n%sa b\n%sc\n", indent[:138], indent, indent)
	if diff := cmp.Diff(want.String(), string(Dump(Kapitan, doc))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDocumentsOf(t *testing.T) {
	list := tree.NewList(tree.NewInt(1), tree.NewNull())
	object := tree.NewMap(tree.Entry("a", tree.NewNull()))
	set := &tree.Node{Kind: tree.Set, Fields: []tree.Field{tree.Entry("a", tree.NewNull())}}
	var tests = []struct {
		name  string
		value *tree.Node
		want  []*tree.Node
		err   string
	}{
		{"null", tree.NewNull(), nil, ""},
		{"false", tree.NewBool(false), nil, ""},
		{"zero", tree.NewInt(0), nil, ""},
		{"empty string", tree.NewString(""), nil, ""},
		{"empty list", tree.NewList(), nil, ""},
		{"empty map", tree.NewMap(), nil, ""},
		{"map", object, []*tree.Node{object}, ""},
		{"list", list, list.Items, ""},
		{"set", set, []*tree.Node{tree.NewString("a")}, ""},
		{"string", tree.NewString("aé😀"), []*tree.Node{tree.NewString("a"), tree.NewString("é"), tree.NewString("😀")}, ""},
		{"surrogates", tree.NewString("\xed\xa0\xbd\xed\xb8\x80"), []*tree.Node{tree.NewString("\xed\xa0\xbd"), tree.NewString("\xed\xb8\x80")}, ""},
		{"bytes", &tree.Node{Kind: tree.Bytes, Text: "\x00\xff"}, []*tree.Node{tree.NewInt(0), tree.NewInt(255)}, ""},
		{"true", tree.NewBool(true), nil, "'bool' object is not iterable"},
		{"integer", tree.NewBigInt("18446744073709551616"), nil, "'int' object is not iterable"},
		{"float", tree.NewFloat(0.5), nil, "'float' object is not iterable"},
		{"date", &tree.Node{Kind: tree.Date, Text: "2001-12-14"}, nil, "date"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := DocumentsOf(test.value)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Fatalf("got error %v, want one that says %q", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzDump holds what is true of every output: it is ASCII in whole lines, the
// same again, and reads back as the value that it was made of. (Folded text
// does not, in PyYAML too: it folds lines that start with a space.)
func FuzzDump(f *testing.F) {
	for _, seed := range []string{"", "a", "true\n", "a: b", "é \n", " x\n\n", "\xed\xa0\xbd", "\xff", strings.Repeat("word ", 40)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		doc := tree.NewMap(tree.Entry(s, tree.NewList(tree.NewString(s), tree.NewMap(tree.Entry(s, tree.NewString(s))))))
		for name, flavour := range flavours {
			got := Dump(flavour, doc)
			if !bytes.HasSuffix(got, []byte("\n")) {
				t.Errorf("%s: %q does not end its last line", name, got)
			}
			if i := bytes.IndexFunc(got, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }); i >= 0 {
				t.Errorf("%s: %q has the byte %#x at %d", name, got, got[i], i)
			}
			if again := Dump(flavour, doc); !bytes.Equal(got, again) {
				t.Errorf("%s: got %q, then %q", name, got, again)
			}
			if name == "folded" || !isText(s) {
				continue
			}
			back, err := Load("", got)
			if err != nil {
				t.Fatalf("%s: %q: %v", name, got, err)
			}
			if len(back) != 1 || !sameValue(doc, back[0]) {
				t.Errorf("%s: %q, dumped as %q, reads back otherwise", name, s, got)
			}
		}
	})
}

// isText reports whether s is made of code points and surrogates.
func isText(s string) bool {
	for s != "" {
		r, size := pyjson.DecodeRune(s)
		if r == utf8.RuneError && size == 1 {
			return false
		}
		s = s[size:]
	}
	return true
}

func sameValue(a, b *tree.Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Items {
		if !sameValue(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for i := range a.Fields {
		if !sameValue(a.Fields[i].Key, b.Fields[i].Key) || !sameValue(a.Fields[i].Value, b.Fields[i].Value) {
			return false
		}
	}
	return true
}
