package workspace

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
)

func BenchmarkCluster(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, diags := Cluster(context.Background(), Sources{Workspace: os.DirFS("../../..")}, "c-quicksilver-zrh1"); diag.HasErrors(diags) {
			b.Fatal(diags)
		}
	}
}

func BenchmarkComponent(b *testing.B) {
	dir, err := filepath.Abs("../../../components/argocd")
	if err != nil {
		b.Fatal(err)
	}
	o := ComponentOptions{Disk: os.DirFS("/"), Path: dir, Values: []string{dir + "/tests/defaults.yml"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Component(o); err != nil {
			b.Fatal(err)
		}
	}
}
