package reclass

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
)

var update = flag.Bool("update", false, "rewrite want/ in testdata")

// TestRender renders the inventories below in/ of each txtar file and compares
// results and findings with want/. A file in/ignore-missing turns missing
// classes into warnings; one named in/reads or in/origins holds paths, for
// which want/ has what Reads or Origins say in the first target.
func TestRender(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no txtar files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := renderArchive(t, a)
			if *update {
				writeWant(t, file, a, got)
				return
			}
			compareWant(t, a, got)
		})
	}
}

// inputs gives the inventory in an archive, and the rest of in/.
func inputs(a *txtar.Archive) (files, extra map[string]string) {
	files, extra = map[string]string{}, map[string]string{}
	for _, f := range a.Files {
		name, ok := strings.CutPrefix(f.Name, "in/")
		switch {
		case !ok:
		case strings.HasPrefix(name, "classes/") || strings.HasPrefix(name, "targets/"):
			files[name] = string(f.Data)
		default:
			extra[name] = string(f.Data)
		}
	}
	return files, extra
}

func renderArchive(t *testing.T, a *txtar.Archive) map[string]string {
	files, extra := inputs(a)
	_, ignore := extra["ignore-missing"]
	got := map[string]string{}
	inv, diags := Open(context.Background(), mapFS(files), nil)
	if inv != nil {
		var nodes []*Node
		nodes, diags = inv.Render(context.Background(), inv.Targets(), Options{IgnoreMissing: ignore})
		for _, n := range nodes {
			if n != nil {
				got["want/"+n.Name] = nodeText(t, n)
			}
		}
		for name, text := range extra {
			if name != "ignore-missing" {
				got["want/"+name] = questions(nodes[0], name, text)
			}
		}
	}
	if len(diags) > 0 {
		got["want/findings"] = findingsText(diags)
	}
	return got
}

// nodeText gives one line for the lists and one for each parameter, without
// _reclass_ where it is as always.
func nodeText(t *testing.T, n *Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "applications %q\nclasses %q\n", n.Applications, n.Classes)
	for _, f := range n.Parameters.Fields {
		if f.Key.Text == reclassKey && len(f.Value.Fields) == 2 {
			continue
		}
		text, err := pyjson.Dump(jsonKeys(f.Value))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s: %s\n", keyText(f.Key), text)
	}
	return b.String()
}

func findingsText(diags []diag.Diag) string {
	var b strings.Builder
	for _, d := range diags {
		fmt.Fprintf(&b, "%s %s [%s] %s: %s\n", d.Severity, d.ID, d.Target, d.Pos, d.Message)
		for _, f := range d.Chain {
			fmt.Fprintf(&b, "  from %s: %s\n", f.Pos, f.Text)
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", d.Hint)
		}
	}
	return b.String()
}

func questions(n *Node, what, paths string) string {
	var b strings.Builder
	for path := range strings.Lines(paths) {
		path = strings.TrimSpace(path)
		fmt.Fprintf(&b, "%s\n", path)
		if what == "reads" {
			fmt.Fprintf(&b, "  %q\n", n.Reads(path))
			continue
		}
		for _, l := range n.Origins(strings.Split(path, ":")...) {
			fmt.Fprintf(&b, "  %s class=%q via=%q covered=%v\n", l.Pos, l.Class, l.Via, l.Covered)
		}
	}
	return b.String()
}

func compareWant(t *testing.T, a *txtar.Archive, got map[string]string) {
	t.Helper()
	want := map[string]string{}
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "want/") {
			want[f.Name] = string(f.Data)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func writeWant(t *testing.T, file string, a *txtar.Archive, got map[string]string) {
	t.Helper()
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "want/") })
	for _, name := range sortedKeys(got) {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(got[name])})
	}
	if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

func parallel(n int, f func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

// everything gives all that a rendering says, in one text.
func everything(t *testing.T, inv *Inventory, o Options) string {
	var b strings.Builder
	nodes, diags := inv.Render(context.Background(), inv.Targets(), o)
	for _, n := range nodes {
		if n != nil {
			b.WriteString(n.Name + "\n" + nodeText(t, n))
		}
	}
	return b.String() + findingsText(diags)
}

// TestRenderTwice renders each inventory again, in parallel, with known files,
// and with an inventory that has rendered before: all must say the same, and
// the input must stay as it was.
func TestRenderTwice(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no txtar files: %v", err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files, _ := inputs(a)
		cache, fsys := &Files{}, mapFS(files)
		var first string
		for round := range 4 {
			o := Options{IgnoreMissing: true}
			if round%2 == 1 {
				o.Each = parallel
			}
			inv, diags := Open(context.Background(), fsys, cache)
			got := findingsText(diags)
			if inv != nil {
				got = everything(t, inv, o)
				if again := everything(t, inv, o); again != got {
					t.Errorf("%s: a second rendering differs:\n%s", path, cmp.Diff(got, again))
				}
			}
			if first == "" {
				first = got
			}
			if got != first {
				t.Errorf("%s: round %d differs:\n%s", path, round, cmp.Diff(first, got))
			}
		}
		for name, text := range files {
			if string(fsys[name].Data) != text {
				t.Errorf("%s: %s has changed", path, name)
			}
		}
	}
}
