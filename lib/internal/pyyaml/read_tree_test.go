package pyyaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

func mustRead(t testing.TB, read func(string, []byte) ([]*tree.Node, error), text string) *tree.Node {
	t.Helper()
	docs, err := read("in.yml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) != 1 {
		t.Fatalf("got %d documents of %q, want one", len(docs), text)
	}
	return docs[0]
}

// TestReadPositions checks the place and style of every node: a node starts
// where its anchor or tag does, and a missing value where it would stand.
func TestReadPositions(t *testing.T) {
	const text = `a: 1
é: {ö: "x", ü: [y]}
list:
- 'p'
- &q q: |
    text
  r:
- !!str s
? >
  k
: ~
`
	want := strings.TrimSpace(`
1:1 map plain
1:1 string plain
1:4 integer plain
2:1 string plain
2:4 map flow
2:5 string plain
2:8 string double
2:13 string plain
2:16 list flow
2:17 string plain
3:1 string plain
4:1 list plain
4:3 string single
5:3 map plain
5:3 string plain
5:9 string literal
7:3 string plain
7:4 null plain
8:3 string plain
9:3 string folded
11:3 null plain`)
	for name, read := range map[string]func(string, []byte) ([]*tree.Node, error){"ReadCore": ReadCore, "Load": Load} {
		got := strings.Join(positions(mustRead(t, read, text)), "\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func positions(n *tree.Node) []string {
	styles := [...]string{"plain", "single", "double", "literal", "folded", "flow"}
	lines := []string{fmt.Sprintf("%d:%d %v %s", n.Pos.Line, n.Pos.Column, n.Kind, styles[n.Style])}
	for _, item := range n.Items {
		lines = append(lines, positions(item)...)
	}
	for _, f := range n.Fields {
		lines = append(lines, positions(f.Key)...)
		lines = append(lines, positions(f.Value)...)
	}
	return lines
}

// TestReadSharing checks that aliases are the node they name, which the dumper
// needs (spec Y41), and that merged values are shared too.
func TestReadSharing(t *testing.T) {
	const text = "a: &a {p: {q: 1}}\nb: *a\nc: {<<: *a}\n"
	for name, read := range map[string]func(string, []byte) ([]*tree.Node, error){"ReadCore": ReadCore, "Load": Load} {
		doc, err := ApplyMerges(mustRead(t, read, text))
		if err != nil {
			t.Fatal(err)
		}
		if doc.Get("a") != doc.Get("b") {
			t.Errorf("%s: the alias is another node than its anchor's", name)
		}
		if doc.At("a", "p") == nil || doc.At("a", "p") != doc.At("c", "p") {
			t.Errorf("%s: the merged value is another node than the one it comes from", name)
		}
	}
}

func TestApplyMerges(t *testing.T) {
	const text = "x: [1, {y: 2}]\nm: {a: 1, <<: {b: 2}}\n"
	doc := mustRead(t, ReadCore, text)
	before := show(doc)
	first, err := ApplyMerges(doc)
	if err != nil {
		t.Fatal(err)
	}
	if want, got := `{"x": [1, {"y": 2}], "m": {"a": 1, "b": 2}}`, show(first); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if after := show(doc); after != before {
		t.Errorf("the input has changed: %s, was %s", after, before)
	}
	if doc.Get("x") != first.Get("x") {
		t.Errorf("a part without merge keys was copied")
	}
	second, err := ApplyMerges(first)
	if err != nil || second != first {
		t.Errorf("applied once more, got %s, %v; want the same node", show(second), err)
	}
}

// TestLoadSurrogates checks that the halves of a pair written as two escapes
// stay apart, as package pyjson keeps them.
func TestLoadSurrogates(t *testing.T) {
	doc := mustRead(t, Load, `"\ud83d\ude00 \U0001F600"`)
	want, err := pyjson.Parse([]byte(`"\ud83d\ud83d"`))
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.Text[:3]; got != want.Text[:3] {
		t.Errorf("got % x, pyjson keeps % x", got, want.Text[:3])
	}
	if want := "\xed\xa0\xbd\xed\xb8\x80 \U0001F600"; doc.Text != want {
		t.Errorf("got %q, want %q", doc.Text, want)
	}
}

// TestReadLongKeys checks how far a colon may be from its key: 1024 bytes for
// serde_yaml, 1024 code points for PyYAML.
func TestReadLongKeys(t *testing.T) {
	for _, c := range []struct {
		key        string
		core, load bool
	}{
		{strings.Repeat("x", 1024), true, true},
		{strings.Repeat("x", 1025), false, false},
		{strings.Repeat("é", 512), true, true},
		{strings.Repeat("é", 513), false, true},
		{strings.Repeat("é", 1024), false, true},
		{strings.Repeat("é", 1025), false, false},
		{`"` + strings.Repeat("x", 1022) + `"`, true, true},
		{`"` + strings.Repeat("x", 1023) + `"`, false, false},
	} {
		text := []byte("a: 1\n" + c.key + ": 2\n")
		_, coreErr := ReadCore("in.yml", text)
		_, loadErr := Load("in.yml", text)
		if (coreErr == nil) != c.core || (loadErr == nil) != c.load {
			t.Errorf("key of %d bytes: got %v and %v, want it read: %v and %v", len(c.key), coreErr, loadErr, c.core, c.load)
		}
	}
}

// TestReadLongNumbers checks that numbers of any length are read in time, and
// what becomes of them: Python converts 4300 decimal digits at most, and to
// serde_yaml what needs more than 128 bits is a float.
func TestReadLongNumbers(t *testing.T) {
	long := strings.Repeat("9", 1_000_000)
	for _, c := range []struct {
		name, text string
		core, load string
	}{
		{"4300 digits", long[:4300], "string", "integer"},
		{"4301 digits", long[:4301], "string", "error"},
		{"300 digits", long[:300], "float", "integer"},
		{"a million digits", long, "string", "error"},
		{"hexadecimal", "0x" + long[:5000], "string", "integer"},
		{"leading zeros", "0x" + strings.Repeat("0", 5000) + "1f", "integer", "integer"},
		{"sexagesimal", "1" + strings.Repeat(":1", 500_000), "string", "error"},
		{"float", "1." + long, "float", "float"},
		{"underscores", "1" + strings.Repeat("_", 1_000_000), "string", "integer"},
	} {
		kind := func(docs []*tree.Node, err error) string {
			if err != nil {
				return "error"
			}
			return docs[0].Kind.String()
		}
		if got := kind(ReadCore("in.yml", []byte(c.text))); got != c.core {
			t.Errorf("%s: ReadCore gives %s, want %s", c.name, got, c.core)
		}
		if got := kind(Load("in.yml", []byte(c.text))); got != c.load {
			t.Errorf("%s: Load gives %s, want %s", c.name, got, c.load)
		}
	}
}

// TestReadDepth checks that reading deep nesting ends, and where.
func TestReadDepth(t *testing.T) {
	for _, c := range []struct {
		depth      int
		core, load bool
	}{{128, true, true}, {129, false, true}, {1000, false, true}, {1001, false, false}, {100000, false, false}} {
		for _, open := range []string{"[", "{a: ", "- ", "? ", "{? ", "- [", "!!str [", "&a {? ["} {
			text := []byte(strings.Repeat(open, c.depth))
			_, coreErr := ReadCore("in.yml", text)
			_, loadErr := Load("in.yml", text)
			if coreErr == nil && !c.core || loadErr == nil && !c.load {
				t.Errorf("%d times %q was read", c.depth, open)
			}
		}
		text := []byte(strings.Repeat("[", c.depth) + strings.Repeat("]", c.depth))
		_, coreErr := ReadCore("in.yml", text)
		_, loadErr := Load("in.yml", text)
		if (coreErr == nil) != c.core || (loadErr == nil) != c.load {
			t.Errorf("depth %d: got %v and %v, want it read: %v and %v", c.depth, coreErr, loadErr, c.core, c.load)
		}
	}
}
