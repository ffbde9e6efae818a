package manifest

import (
	"fmt"
	"testing"
)

// BenchmarkMerge lays the trees of 56 targets over each other, 30 files each.
func BenchmarkMerge(b *testing.B) {
	trees := make([]Tree, 56)
	for i := range trees {
		trees[i].Target = fmt.Sprintf("comp-%d", i)
		for j := range 30 {
			path := fmt.Sprintf("comp-%d/%02d_object.yaml", i, j)
			trees[i].Files = append(trees[i].Files, File{Path: path, Mode: 0o644, Bytes: []byte(path)})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if set, _ := Merge(trees); len(set) != 56*30 {
			b.Fatalf("got %d files", len(set))
		}
	}
}
