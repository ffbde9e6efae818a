package reclass

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/lib/tree"
)

// TestOriginsOfLeaves checks, for every scalar of every inventory in testdata,
// that the last layer that is not covered is the place the result itself names.
// Keys with several prefixes are left out: Origins does not know them.
func TestOriginsOfLeaves(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no txtar files: %v", err)
	}
	checked := 0
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files, _ := inputs(a)
		inv, _ := Open(context.Background(), mapFS(files), nil)
		if inv == nil || filepath.Base(path) == "prefixes.txtar" {
			continue
		}
		nodes, _ := inv.Render(context.Background(), inv.Targets(), Options{IgnoreMissing: true})
		for _, n := range nodes {
			if n != nil {
				checked += checkOrigins(t, path, n, n.Parameters, nil)
			}
		}
	}
	inv, _ := Open(context.Background(), benchFS(t), nil)
	n := inv.Targets()[3:4]
	nodes, _ := inv.Render(context.Background(), n, Options{})
	if checked += checkOrigins(t, "bench", nodes[0], nodes[0].Parameters, nil); checked < 1000 {
		t.Errorf("checked %d values only", checked)
	}
}

// checkOrigins checks the scalars at and below path; it gives their number.
func checkOrigins(t *testing.T, file string, n *Node, v *tree.Node, path []string) int {
	t.Helper()
	sum := 0
	for _, f := range v.Fields {
		if f.Key.Kind == tree.String && f.Key.Text != reclassKey {
			sum += checkOrigins(t, file, n, f.Value, append(slices.Clip(path), f.Key.Text))
		}
	}
	if v.Kind == tree.Map || v.Kind == tree.List || v.Pos.Line == 0 {
		return sum // a default has no place of its own
	}
	layers := n.Origins(path...)
	layers = slices.DeleteFunc(layers, func(l Layer) bool { return l.Covered })
	if len(layers) == 0 || layers[len(layers)-1].Pos != v.Pos {
		t.Errorf("%s: %s of %s is from %s, Origins gives %v", file, strings.Join(path, ":"), n.Name, v.Pos, layers)
	}
	return sum + 1
}
