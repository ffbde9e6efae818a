package pyyaml

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// readCase is a text and what the reference reads from it: reclass-rs 0.11.0
// from the text as parameters, PyYAML 6.0.4 from the text itself; "error" where
// it refuses the text. The rule is the one of the behaviour spec that the case
// is about, or what was tried.
type readCase struct {
	Rule, Text, Core, Load string
	Raw                    bool // the text is itself that of a class file
}

func readCases(t testing.TB) []readCase {
	t.Helper()
	data, err := os.ReadFile("testdata/read.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var cases []readCase
	for line := range bytes.Lines(data) {
		var c readCase
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// asParameters gives the text of a class file whose parameters are the text.
func asParameters(text string) string {
	var b strings.Builder
	b.WriteString("parameters:\n")
	for _, line := range splitLines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}

// splitLines splits as Python's str.splitlines does, which made the cases.
func splitLines(text string) []string {
	var lines []string
	for text != "" {
		end := strings.IndexAny(text, "\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029")
		if end < 0 {
			return append(lines, text)
		}
		size := len(string([]rune(text[end:])[:1]))
		if strings.HasPrefix(text[end:], "\r\n") {
			size = 2
		}
		lines = append(lines, text[:end+size])
		text = text[end+size:]
	}
	return lines
}

func TestReadCore(t *testing.T) {
	for i, c := range readCases(t) {
		if c.Core == "" {
			continue
		}
		t.Run(fmt.Sprintf("%s-%d", c.Rule, i), func(t *testing.T) {
			text := c.Text
			if !c.Raw {
				text = asParameters(text)
			}
			docs, err := ReadCore("in.yml", []byte(text))
			checkRead(t, c.Text, c.Core, coreAnswer(docs, err))
		})
	}
}

// coreAnswer applies what reclass-rs does to the parameters of a class.
func coreAnswer(docs []*tree.Node, err error) string {
	if err == nil && len(docs) == 0 {
		docs = []*tree.Node{tree.NewMap()}
	}
	if err != nil || len(docs) != 1 {
		return "error"
	}
	parameters := docs[0].Get("parameters")
	if docs[0].Kind != tree.Map && docs[0].Kind != tree.Null {
		return "error"
	}
	if parameters == nil {
		return "{}"
	}
	if parameters, err = ApplyMerges(parameters); err != nil || parameters.Kind != tree.Map {
		return "error"
	}
	return show(pythonDict(parameters))
}

// pythonDict gives n with the keys that Python takes for the same made one: the
// last value counts, but the first key and place.
func pythonDict(n *tree.Node) *tree.Node {
	out := *n
	out.Items, out.Fields = nil, nil
	for _, item := range n.Items {
		out.Items = append(out.Items, pythonDict(item))
	}
	index := keyIndex{canonical: pythonKey}
	for _, f := range n.Fields {
		value := pythonDict(f.Value)
		if old := index.add(out.Fields, f.Key); old >= 0 {
			out.Fields[old].Value = value
			continue
		}
		out.Fields = append(out.Fields, tree.Field{Key: f.Key, Value: value})
	}
	return &out
}

func TestLoad(t *testing.T) {
	for i, c := range readCases(t) {
		t.Run(fmt.Sprintf("%s-%d", c.Rule, i), func(t *testing.T) {
			docs, err := Load("in.yml", []byte(c.Text))
			got := "error"
			if err == nil {
				got = show(tree.NewList(docs...))
			}
			checkRead(t, c.Text, c.Load, got)
		})
	}
}

func checkRead(t *testing.T, text, want, got string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("of %q (-want +got):\n%s", text, diff)
	}
}

// show prints a value with its types, in one line.
func show(n *tree.Node) string {
	var parts []string
	switch n.Kind {
	case tree.Bytes:
		return fmt.Sprintf("<%x>", n.Text)
	case tree.Date, tree.Time:
		return "<" + n.Text + ">"
	case tree.List:
		for _, item := range n.Items {
			parts = append(parts, show(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case tree.Map:
		for _, f := range n.Fields {
			parts = append(parts, show(f.Key)+": "+show(f.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case tree.Set:
		for _, f := range n.Fields {
			parts = append(parts, show(f.Key))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	}
	text, err := pyjson.Dump(n)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// TestReadErrors checks what a user is told: the ID, the place and the words.
func TestReadErrors(t *testing.T) {
	readers := map[string]func(string, []byte) ([]*tree.Node, error){"core": ReadCore, "load": Load}
	for _, c := range []struct {
		reader, text, want string
	}{
		{"core", "a: 1\nb: {c: 2,\n  c: 3}\n", `yaml/duplicate-key in.yml:3:3: key "c" is already set on line 2`},
		{"core", "é: {ü: 1, ü: 2}", `yaml/duplicate-key in.yml:1:11: key "ü" is already set on line 1`},
		{"core", "a: !foo x", `yaml/tag in.yml:1:4: tag "!foo" has no meaning here`},
		{"load", "<<: !foo []", `yaml/tag in.yml:1:5: tag "!foo" has no meaning here`},
		{"load", "!!pairs [!foo {a}]", `yaml/tag in.yml:1:10: tag "!foo" has no meaning here`},
		{"load", "<<: {m, m: [<<]}", "yaml/merge in.yml:1:13: `<<` stands where a value is expected"},
		{"load", "!!str {=: x}", `yaml/tag in.yml:1:1: tag "tag:yaml.org,2002:str" has no meaning here`},
		{"load", "!!! []", `yaml/tag in.yml:1:1: tag "tag:yaml.org,2002:!" has no meaning here`},
		{"load", "a: !<map> {}", `yaml/tag in.yml:1:4: tag "map" has no meaning here`},
		{"core", "a: !!int x", `yaml/tag in.yml:1:4: "x" is no int, as its tag says`},
		{"core", "a: 18446744073709551616", `yaml/number in.yml:1:4: integer "18446744073709551616" needs more than 64 bits`},
		{"core", "a: *b", `yaml/unknown-anchor in.yml:1:4: alias "*b" names no anchor before it`},
		{"core", "a: &a [*a]", `yaml/recursion in.yml:1:8: alias "*a" stands inside the value it names`},
		{"core", "? [a]\n: b", `yaml/key in.yml:1:3: a list cannot be a key`},
		{"core", "a:\n\tb: 1", `yaml/tab in.yml:2:1: a tab stands where only blanks may`},
		{"core", "a: b\n\tc", `yaml/tab in.yml:2:1: a tab in the indentation`},
		{"core", "a: |\n\tb", `yaml/tab in.yml:2:1: a tab in the indentation of a block scalar`},
		{"core", "a: x\n  y: z", "yaml/syntax in.yml:2:4: `: ` in a text that begins on line 1 and goes on here"},
		{"core", "a: 1\nb\nc: 2", "yaml/syntax in.yml:2:1: a key without a colon"},
		{"core", "a: \"x\\q\"", `yaml/escape in.yml:1:6: unknown escape "\\q"`},
		{"core", "a: \"x", `yaml/syntax in.yml:1:4: a quoted string without its end`},
		{"core", "a: [1, 2", `yaml/syntax in.yml:1:9: a comma or "]" must stand here`},
		{"core", "a: [1]]", `yaml/syntax in.yml:1:7: a closing bracket that matches no opening one`},
		{"core", "a: @x", `yaml/syntax in.yml:1:4: no value can start with '@'`},
		{"core", "a: \xff", `yaml/encoding in.yml:1:4: byte 0xff is not UTF-8`},
		{"core", "x\r\na: \x07", `yaml/control-character in.yml:2:4: control character U+0007 is not allowed`},
		{"core", "a: &x 1\nb: &x 2\nc: *x\nd: &y 3", `yaml/anchor in.yml:4:4: an anchor is defined twice in this document, so that aliases get mixed up`},
		{"core", strings.Repeat("[", 200), `yaml/depth in.yml:1:129: values are nested more than 128 deep`},
		{"core", "%FOO\n---\na", `yaml/syntax in.yml:1:5: unknown directive "%FOO"`},
		{"core", "%YAML 1.3\n---\na", "yaml/syntax in.yml:1:1: only one `%YAML 1.1` or `%YAML 1.2` can be read"},
		{"core", bomb, `yaml/alias-bomb in.yml:2:8: the document's aliases repeat too much`},
		{"load", "a: &a [*a]", `yaml/recursion in.yml:1:8: alias "*a" stands inside the value it names`},
		{"load", "a: &a {<<: *a}", `yaml/recursion in.yml:1:12: alias "*a" stands inside the value it names`},
		{"load", "a: &a {b: *a, b: 1}", `yaml/recursion in.yml:1:11: alias "*a" stands inside the value it names`},
		{"load", "a: !foo x", `yaml/tag in.yml:1:4: tag "!foo" has no meaning here`},
		{"load", "a: 2001-02-30", `yaml/value in.yml:1:4: "2001-02-30" is no valid timestamp`},
		{"load", "a: 0x_", `yaml/value in.yml:1:4: "0x_" is no valid int`},
		{"load", "a: x\ty", `yaml/tab in.yml:1:5: a tab stands where only blanks may`},
		{"load", "a: &x 1\nb: &x 2", `yaml/anchor in.yml:2:4: anchor "x" is defined twice`},
		{"load", "{a: {<<: 1}}", "yaml/merge in.yml:1:10: only maps and lists of maps can be merged with `<<`; this is of type integer"},
		{"load", "a: <<", "yaml/merge in.yml:1:4: `<<` stands where a value is expected"},
		{"load", "{[a]: 1}", `yaml/key in.yml:1:2: a list cannot be a key`},
		{"load", "a: 1\n...\nb: 2", `yaml/syntax in.yml:3:1: the document ends here, but text follows`},
	} {
		_, err := readers[c.reader]("in.yml", []byte(c.text))
		d, ok := errors.AsType[diag.Diag](err)
		if !ok {
			t.Errorf("%s of %q: got error %v, want a finding", c.reader, c.text, err)
			continue
		}
		if got := d.ID + " " + d.Error(); got != c.want {
			t.Errorf("%s of %q:\n got %s\nwant %s", c.reader, c.text, got, c.want)
		}
	}
}

// bomb is a small text of which the aliases make millions of values.
const bomb = `a: &a [x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]
f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e]
g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f]
h: &h [*g, *g, *g, *g, *g, *g, *g, *g, *g]
i: &i [*h, *h, *h, *h, *h, *h, *h, *h, *h]
`

// TestReadHints has the mistakes whose usual cause is elsewhere than their place.
func TestReadHints(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a: x\n  y: z", "line 1 has a value already: indent this line as its key, if it is one as well"},
		{"a:x\nb: y", "a key ends with a colon and a blank: put a blank behind the colon on line 1"},
		{"a: b: c", "put the value in quotes"},
		{"a:\n    b: 1\n   c: 2", "this line is indented by 3; its neighbours, from line 1 on, are by 0"},
		{"a:\n    - b\n   - c", "this line is indented by 3; its neighbours, from line 1 on, are by 0"},
		{"a: {{ b }}", "text that begins with a brace or bracket must be in quotes, as a whole"},
		{"a: [x\nb: y", "close the bracket that opens on line 1; text with braces or brackets must be in quotes"},
		{"a: [1]]", ""},
		{"a: *.b", "put the value in quotes if it is text"},
		{"a: &.b", ""},
	} {
		_, err := ReadCore("in.yml", []byte(c.text))
		d, ok := errors.AsType[diag.Diag](err)
		if !ok || d.Hint != c.want {
			t.Errorf("%q:\n got %v, hint %q\nwant hint %q", c.text, err, d.Hint, c.want)
		}
	}
}
