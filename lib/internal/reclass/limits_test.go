package reclass

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
)

// countdown is a context that ends when it has been asked so many times.
type countdown struct {
	context.Context
	left int
}

var errEnough = errors.New("that was enough")

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return errEnough
	}
	return nil
}

// TestStopped ends the context at each place that looks at it: there must be
// one finding, and no node, whatever else was going on, such as faults that a
// later value covers.
func TestStopped(t *testing.T) {
	files := map[string]string{
		"classes/a.yml":    "applications: [a]\nparameters:\n  covered: ${m:gone}\n  m: {x: '${l}', y: 'x-${s}-${l}', ~~z: ['${s}', 1]}\n  l: [1]\n  s: text",
		"classes/b.yml":    "classes: ['${s}']\nparameters:\n  covered: 1\n  m: {y: '${s}'}\n  l: ['${s}']",
		"classes/text.yml": "parameters: {t: '${nope::[1, 2]}', n: null}",
		"targets/n.yml":    "classes: [a, b]\nparameters: {l: [2], own: '${_reclass_:name:short}'}",
		"targets/o.yml":    "classes: [a, gone]",
	}
	cache := &Files{}
	stops := 0
	for n := 0; ; n++ {
		ctx := &countdown{context.Background(), n}
		inv, diags := Open(ctx, mapFS(files), cache)
		var nodes []*Node
		if inv != nil {
			nodes, diags = inv.Render(ctx, inv.Targets(), Options{})
		}
		if ctx.left >= 0 {
			if len(nodes) != 2 || nodes[0] == nil || nodes[1] != nil || len(diags) != 2 {
				t.Errorf("not stopped: got %v, %v", nodes, diags)
			}
			break
		}
		stops++
		if len(diags) != 1 || diags[0].ID != "reclass/stopped" || !strings.HasSuffix(diags[0].Message, "was stopped: that was enough") {
			t.Errorf("stopped at %d: got %v", n, diags)
		}
		for _, node := range nodes {
			if node != nil {
				t.Errorf("stopped at %d: got a node", n)
			}
		}
		if diags[0].Pos.File == "" {
			t.Errorf("stopped at %d: no place", n)
		}
	}
	if stops < 40 {
		t.Errorf("the context was looked at %d times only", stops)
	}
	if n := renderOK(t, open(t, map[string]string{"classes/a.yml": files["classes/a.yml"], "targets/n.yml": "classes: [a]\nparameters: {covered: 1}"}, cache), Options{}); n["n"] == nil {
		t.Error("known files remember the stop")
	}
}

// multiplied gives parameters a0 to a<n>, of which each repeats the one before.
func multiplied(first, each string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "parameters:\n  a0: %s\n", first)
	for i := range n {
		fmt.Fprintf(&b, "  a%d: %s\n", i+1, strings.ReplaceAll(each, "@", fmt.Sprintf("${a%d}", i)))
	}
	return b.String()
}

// TestSize: a few lines that would fill any memory are an error with the
// references that led there, whether they repeat texts, lists or maps.
func TestSize(t *testing.T) {
	ten := strings.Repeat("@", 10)
	list := "[" + strings.Repeat("'@', ", 10) + "]"
	for _, tt := range []struct{ name, text, parameter, limit, place string }{
		{"text", multiplied("xxxxxxxxxx", "'"+ten+"'", 11), "a7", "64 MiB", "targets/n.yml:9:7"},
		{"list", multiplied("[x]", list, 11), "a7", "256 MiB", "targets/n.yml:9:7"},
		{"map", multiplied("{x: y}", "{a: '@', b: '@', c: '@'}", 30), "a15", "256 MiB", "targets/n.yml:17:8"},
		{"list in a text", multiplied("[x, x, x, x]", list, 6) + "  j: ${a6}\n  k: 'x${j}'\n", "k", "64 MiB", "targets/n.yml:10:6"},
	} {
		_, diags := renderFiles(map[string]string{"targets/n.yml": tt.text}, "n", Options{})
		if len(diags) == 0 {
			t.Errorf("%s: no finding", tt.name)
			continue
		}
		d := diags[0]
		want := "parameter '" + tt.parameter + "' grows to more than " + tt.limit + " when its references are followed"
		if d.ID != "reclass/size" || d.Message != want || d.Pos.String() != tt.place {
			t.Errorf("%s: got %s %v, want %s %s", tt.name, d.ID, d, tt.place, want)
		}
	}
}

// TestSizeOfMergedLists: layers that are joined count before they are.
func TestSizeOfMergedLists(t *testing.T) {
	files := map[string]string{"classes/first.yml": "parameters: {a0: [" + strings.Repeat("x", 1<<20) + "]}"}
	classes := "first"
	for i := range 12 {
		for _, half := range []string{"l", "r"} {
			class := fmt.Sprintf("%s%d", half, i+1)
			files["classes/"+class+".yml"] = fmt.Sprintf("parameters: {a%d: '${a%d}'}", i+1, i)
			classes += ", " + class
		}
	}
	files["targets/n.yml"] = "classes: [" + classes + "]"
	_, diags := renderFiles(files, "n", Options{})
	if len(diags) == 0 || diags[0].ID != "reclass/size" || !strings.Contains(diags[0].Message, "'a8'") {
		t.Errorf("got %v, want that a8 grows too much", diags)
	}
}

// TestFaultsMultiply: what fails is not remembered, so that it must end.
func TestFaultsMultiply(t *testing.T) {
	_, diags := renderFiles(map[string]string{"targets/n.yml": multiplied("${nope}", "{x: '@', y: '@'}", 40)}, "n", Options{})
	if len(diags) != 1 || diags[0].ID != "reclass/faults" || !strings.Contains(diags[0].Hint, "key 'nope' not found") {
		t.Errorf("got %d findings, first %v, want one of too many faults", len(diags), diags[:1])
	}
}

// TestFaultsOfOneClass: failures are counted, not values, so that no number of
// values may be named.
func TestFaultsOfOneClass(t *testing.T) {
	var class strings.Builder
	class.WriteString("parameters:\n  p:\n")
	for i := range 66_000 {
		fmt.Fprintf(&class, "    k%d: ${gone}\n", i)
	}
	_, diags := renderFiles(map[string]string{"targets/n.yml": "classes: [c]", "classes/c.yml": class.String()}, "n", Options{})
	if len(diags) != 1 || diags[0].ID != "reclass/faults" || diags[0].Message != "too many values can't be resolved" {
		t.Errorf("got %d findings, first %v, want one that names no number", len(diags), diags[:1])
	}
}

// TestNesting: a text that opens references without end must not fill the stack.
func TestNesting(t *testing.T) {
	for _, text := range []string{strings.Repeat("${", 1<<20), strings.Repeat("${a", 1<<20) + strings.Repeat("}", 1<<20)} {
		_, diags := renderFiles(map[string]string{"targets/n.yml": "parameters: {a: '" + text + "'}"}, "n", Options{})
		if len(diags) != 1 || diags[0].ID != "reclass/syntax" || len(diags[0].Message) > 1100 {
			t.Errorf("got %.300v", diags)
		}
	}
}

// TestOneCause: what is wrong with a shared file is said once, not once a target.
func TestOneCause(t *testing.T) {
	files := map[string]string{"classes/bad.yml": "parameters: [", "classes/loop.yml": "parameters:\n  a: ${b}\n  b: ${c}\n  c: ${a}\n  d: {e: ['${c}'], f: '-${a}'}"}
	for i := range 3 {
		files[fmt.Sprintf("targets/x%d.yml", i)] = "classes: [bad]"
		files[fmt.Sprintf("targets/y%d.yml", i)] = "classes: [loop]"
	}
	inv := open(t, files, nil)
	_, diags := inv.Render(context.Background(), inv.Targets(), Options{})
	var got []string
	for _, d := range diags {
		got = append(got, d.Target+" "+d.ID+" "+d.Pos.String())
	}
	want := "x0 yaml/syntax classes/bad.yml:1:14; y0 reclass/loop classes/loop.yml:2:6"
	if strings.Join(got, "; ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), want)
	}
}

// growths are inventories with n of something.
var growths = []struct {
	name  string
	n     int
	files func(n int) map[string]string
}{
	{"keys", 1000, func(n int) map[string]string { return one("parameters:\n  a:\n" + repeat(n, "    k%d: x\n")) }},
	{"numbers as keys", 1000, func(n int) map[string]string { return one("parameters:\n  a:\n" + repeat(n, "    %d: x\n")) }},
	{"parameters", 1000, func(n int) map[string]string { return one("parameters:\n" + repeat(n, "  k%d: x\n")) }},
	{"merged keys", 500, func(n int) map[string]string {
		return map[string]string{"classes/a.yml": "parameters:\n  a:\n" + repeat(n, "    k%d: x\n"), "classes/b.yml": "parameters:\n  a:\n" + repeat(n, "    k%d: ${b}\n") + "  b: y",
			"targets/n.yml": "classes: [a, b]\nparameters:\n  a:\n" + repeat(n, "    o%d: x\n")}
	}},
	{"items", 1000, func(n int) map[string]string {
		return one("parameters:\n  a:\n" + repeat(n, "    - ${b}%d\n") + "  b: x")
	}},
	{"classes, a key each", 500, func(n int) map[string]string { return chain(n, "parameters: {k%d: x}") }},
	{"layers of one key", 500, func(n int) map[string]string { return chain(n, "parameters: {a: {x: %d}}") }},
	{"layers of a list", 500, func(n int) map[string]string { return chain(n, "parameters: {a: [%d]}") }},
	{"classes in a chain", 500, func(n int) map[string]string {
		files := map[string]string{"targets/n.yml": "classes: [c0]", fmt.Sprintf("classes/c%d.yml", n): ""}
		for i := range n {
			files[fmt.Sprintf("classes/c%d.yml", i)] = fmt.Sprintf("classes: [c%d]\nparameters: {k: %d}", i+1, i)
		}
		return files
	}},
	{"applications", 500, func(n int) map[string]string { return chain(n, "applications: [a%d]") }},
	{"applications, not strings", 1000, func(n int) map[string]string { return one("applications:\n" + repeat(n, "  - %d\n")) }},
	{"text with escapes", 1000, func(n int) map[string]string { return one("parameters: {a: '${b}" + repeat(n, `\$[%d`) + "', b: x}") }},
	{"text in a reference", 1000, func(n int) map[string]string { return one("parameters: {a: '${b" + repeat(n, `$%d`) + "::x}'}") }},
	{"text of references", 1000, func(n int) map[string]string { return one("parameters: {a: '" + repeat(n, "${b}%d") + "', b: x}") }},
	{"aliases", 300, func(n int) map[string]string {
		return one("parameters:\n  a: &a\n" + repeat(n, "    k%d: x\n") + "  b:\n" + repeat(n, "    - *a # %d\n"))
	}},
	{"faults", 300, func(n int) map[string]string { return one("parameters:\n" + repeat(n, "  k%d: ${gone}\n")) }},
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func one(text string) map[string]string { return map[string]string{"targets/n.yml": text} }

// chain gives a target of n classes.
func chain(n int, format string) map[string]string {
	files := one("classes: [" + repeat(n, "c%d, ") + "]")
	for i := range n {
		files[fmt.Sprintf("classes/c%d.yml", i)] = fmt.Sprintf(format, i)
	}
	return files
}

// TestGrowthOf checks that bytes grow with the size of each thing, not faster.
func TestGrowthOf(t *testing.T) {
	for _, tt := range growths {
		few, many := bytesOf(tt.files(tt.n)), bytesOf(tt.files(4*tt.n))
		if ratio := many / few; ratio > 5.5 {
			t.Errorf("%s: 4 times as many took %.1f times the bytes (%.0f, %.0f), want about 4", tt.name, ratio, few, many)
		}
	}
}

// bytesOf gives the bytes that rendering allocates.
func bytesOf(files map[string]string) float64 {
	fsys := mapFS(files)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	inv, diags := Open(context.Background(), fsys, nil)
	if !diag.HasErrors(diags) {
		inv.Render(context.Background(), inv.Targets(), Options{})
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestIndexed checks that no way of making a large map leaves one whose keys
// are looked for one by one.
func TestIndexed(t *testing.T) {
	keys := func(format string) string {
		var b strings.Builder
		for i := range 20 {
			fmt.Fprintf(&b, format, i, i)
		}
		return "{" + b.String() + "}"
	}
	text := "parameters:\n  b: x\n" +
		"  read: " + keys("k%d: %d, ") + "\n  numbers: " + keys("%d: %d, ") + "\n" +
		"  resolved: " + keys("k%d: '${b}%d', ") + "\n  dirty: " + keys("~~k%d: '${b}%d', ") + "\n" +
		"  merged: {x: " + keys("k%d: '${b}%d', ") + "}\n  joined: '${read}'\n"
	inv := open(t, map[string]string{"classes/a.yml": text, "targets/n.yml": "classes: [a]\nparameters:\n  merged: {x: {y: z}}\n  joined: {y: z}"}, nil)
	n := renderOK(t, inv, Options{})["n"]
	for i, res := range n.results {
		for v := res.val; v.kind == mapping; v = v.fields[0].val {
			if len(v.fields) >= indexed && len(v.index) != len(v.fields) {
				t.Errorf("%s: %d of %d keys are in the index", n.Parameters.Fields[i].Key.Text, len(v.index), len(v.fields))
			}
			for j := range v.fields {
				if got := findKey(v.fields, v.index, v.fields[j].key); got != j {
					t.Errorf("%s: key %d is found at %d", n.Parameters.Fields[i].Key.Text, j, got)
				}
			}
		}
	}
}
