package reclass

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// reclassCase is one row of reclass.jsonl: a tree of files and what reclass-rs
// made of it.
type reclassCase struct {
	ID           string
	Files        map[string]string
	Node         string
	Ignore       bool
	Parameters   *tree.Node
	KeyOrder     []string
	Applications []string
	Classes      []string
	Error        string
}

// parseCase reads a row as Python's json does: it may hold Infinity and NaN.
func parseCase(t *testing.T, line []byte) reclassCase {
	t.Helper()
	row, err := pyjson.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	c := reclassCase{
		ID: row.Get("id").Text, Node: row.Get("node").Text, Ignore: row.Get("ignore_class_notfound").Bool,
		Files: map[string]string{}, Parameters: row.Get("expect_parameters"),
		KeyOrder: strs(row.Get("key_order")), Applications: strs(row.Get("applications")), Classes: strs(row.Get("classes")),
	}
	for _, f := range row.Get("files").Fields {
		c.Files[f.Key.Text] = f.Value.Text
	}
	if e := row.Get("expect_error"); e != nil {
		c.Error = e.Text
	}
	return c
}

func strs(n *tree.Node) []string {
	out := []string{}
	if n != nil {
		for _, item := range n.Items {
			out = append(out, scalarText(item))
		}
	}
	return out
}

func mapFS(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{
		"classes": &fstest.MapFile{Mode: 0o755 | 1<<31},
		"targets": &fstest.MapFile{Mode: 0o755 | 1<<31},
	}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return out
}

// renderFiles renders one target of the files given.
func renderFiles(files map[string]string, target string, o Options) (*Node, []diag.Diag) {
	inv, diags := Open(context.Background(), mapFS(files), nil)
	if len(diags) > 0 {
		return nil, diags
	}
	nodes, diags := inv.Render(context.Background(), []string{target}, o)
	return nodes[0], diags
}

func TestCasesReclass(t *testing.T) {
	for _, line := range casetest.Lines(t, "reclass.jsonl") {
		c := parseCase(t, line)
		t.Run(c.ID, func(t *testing.T) { c.run(t) })
	}
}

func (c reclassCase) run(t *testing.T) {
	n, diags := renderFiles(c.Files, c.Node, Options{IgnoreMissing: c.Ignore})
	if c.Error != "" {
		c.checkError(t, diags)
		return
	}
	if diag.HasErrors(diags) {
		t.Fatalf("got findings %v, want parameters %s", diags, dump(t, c.Parameters))
	}
	got := jsonKeys(n.Parameters)
	if c.Parameters.Get(reclassKey) == nil {
		got.Fields = got.Fields[1:] // rows leave out what is alike in all of them
	}
	if got = again(t, got); !sameTree(got, c.Parameters) {
		t.Errorf("parameters\n got %s\nwant %s", dump(t, got), dump(t, c.Parameters))
	}
	var order []string
	for _, f := range n.Parameters.Fields {
		order = append(order, jsonKeyText(f.Key))
	}
	if d := cmp.Diff(c.KeyOrder, order); d != "" {
		t.Errorf("order of keys (-want +got):\n%s", d)
	}
	if d := cmp.Diff(c.Applications, append([]string{}, n.Applications...)); d != "" {
		t.Errorf("applications (-want +got):\n%s", d)
	}
	if d := cmp.Diff(c.Classes, append([]string{}, n.Classes...)); d != "" {
		t.Errorf("classes (-want +got):\n%s", d)
	}
}

func dump(t *testing.T, n *tree.Node) string {
	t.Helper()
	text, err := pyjson.Dump(n)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// again gives n as it is after Python has written and read it as JSON, which
// drops all but the last of equal keys.
func again(t *testing.T, n *tree.Node) *tree.Node {
	t.Helper()
	out, err := pyjson.Parse([]byte(dump(t, n)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// kinds of errors, by words of the reference's sentence and ours.
var errorKinds = []struct{ reference, id string }{
	{"can only be defined once", "reclass/duplicate"},
	{"Can't merge", "reclass/merge"},
	{"constant key", "reclass/constant"},
	{"Class ", "reclass/missing-class"},
	{"lookup error", "reclass/unknown-reference"},
	{"While looking up", "reclass/lookup"},
	{"reference loop", "reclass/loop"},
	{"recursion depth", "reclass/depth"},
	{"Error while parsing ref", "reclass/syntax"},
	{"default value", "reclass/default"},
	{"more than one document", "reclass/documents"},
	{"duplicate entry", "yaml/duplicate-key"},
	{"as u128", "yaml/number"},
	{"expected a YAML mapping", "reclass/shape"},
	{"cannot start any token", "yaml/"},
}

// sentences are the kinds whose sentence is the reference's own.
var sentences = []string{
	"reclass/merge", "reclass/constant", "reclass/missing-class", "reclass/unknown-reference",
	"reclass/lookup", "reclass/loop", "reclass/depth", "reclass/syntax", "reclass/duplicate",
}

func (c reclassCase) checkError(t *testing.T, diags []diag.Diag) {
	if !diag.HasErrors(diags) {
		t.Fatalf("got no error, want %q", c.Error)
	}
	d := diags[0]
	found := false
	for _, k := range errorKinds {
		if !strings.Contains(c.Error, k.reference) {
			continue
		}
		found = true
		if !strings.HasPrefix(d.ID, k.id) {
			t.Errorf("got error %s %q, want kind %s for %q", d.ID, d.Message, k.id, c.Error)
		}
		break
	}
	if !found {
		t.Errorf("no kind is known for %q; got %s %q", c.Error, d.ID, d.Message)
	}
	if want := strings.ReplaceAll(c.Error, "<INV>/", ""); slices.Contains(sentences, d.ID) && !strings.HasSuffix(want, d.Message) {
		t.Errorf("got sentence %q, want the end of %q", d.Message, want)
	}
	if d.Pos.File == "" {
		t.Errorf("finding without a place: %+v", d)
	}
}

// jsonKeys gives n as Python's json module would have it: keys become strings.
func jsonKeys(n *tree.Node) *tree.Node {
	out := *n
	out.Items, out.Fields = nil, nil
	for _, item := range n.Items {
		out.Items = append(out.Items, jsonKeys(item))
	}
	for _, f := range n.Fields {
		out.Fields = append(out.Fields, tree.Entry(jsonKeyText(f.Key), jsonKeys(f.Value)))
	}
	return &out
}

func jsonKeyText(n *tree.Node) string {
	switch n.Kind {
	case tree.Null:
		return "null"
	case tree.Bool:
		return strings.ToLower(scalarText(n))
	case tree.Float:
		return pyjson.FloatRepr(n.Float)
	}
	return scalarText(n)
}

// sameTree compares values and types; the order of keys does not matter.
func sameTree(a, b *tree.Node) bool {
	if a.Kind != b.Kind || len(a.Items) != len(b.Items) || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Items {
		if !sameTree(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for _, f := range a.Fields {
		if other := b.Get(f.Key.Text); other == nil || !sameTree(f.Value, other) {
			return false
		}
	}
	if a.Kind == tree.Float {
		return math.Float64bits(a.Float) == math.Float64bits(b.Float) || math.IsNaN(a.Float) && math.IsNaN(b.Float)
	}
	return a.Bool == b.Bool && a.Int == b.Int && a.Text == b.Text
}
