package compiler

import (
	"context"
	"os"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// BenchmarkCompile compiles the shipped cluster from files: all of `azogue
// compile` but start-up and writing.
func BenchmarkCompile(b *testing.B) {
	for _, bench := range []struct {
		name    string
		workers int
	}{{"one worker", 1}, {"two workers", 2}} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l, diags := workspace.Cluster(context.Background(), workspace.Sources{Workspace: os.DirFS("../..")}, "c-quicksilver-zrh1")
				if diag.HasErrors(diags) {
					b.Fatal(diags)
				}
				if r := Compile(context.Background(), Options{Layout: l, Workers: bench.workers}); diag.HasErrors(r.Diags) {
					b.Fatal(r.Diags)
				}
			}
		})
	}
}

// BenchmarkPlan renders the shipped cluster's inventory and plans its targets.
func BenchmarkPlan(b *testing.B) {
	l, diags := workspace.Cluster(context.Background(), workspace.Sources{Workspace: os.DirFS("../..")}, "c-quicksilver-zrh1")
	if diag.HasErrors(diags) {
		b.Fatal(diags)
	}
	b.ReportAllocs()
	for b.Loop() {
		if r := Plan(context.Background(), Options{Layout: l}); diag.HasErrors(r.Diags) {
			b.Fatal(r.Diags)
		}
	}
}
