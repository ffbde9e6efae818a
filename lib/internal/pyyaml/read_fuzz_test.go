package pyyaml

import (
	"errors"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

func addReadSeeds(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add([]byte(c.Text))
	}
	f.Add([]byte(bomb))
}

// checkSound checks what holds for every text: an error has a place, and a tree
// is whole, with a place on each node.
func checkSound(t *testing.T, docs []*tree.Node, err error) {
	t.Helper()
	if err != nil {
		d, ok := errors.AsType[diag.Diag](err)
		if !ok || d.ID == "" || d.Message == "" || d.Pos.Line < 1 || d.Pos.Column < 1 {
			t.Fatalf("error %#v has no ID, words or place", err)
		}
		return
	}
	seen := map[*tree.Node]bool{}
	for _, doc := range docs {
		checkNode(t, doc, seen)
	}
}

func checkNode(t *testing.T, n *tree.Node, seen map[*tree.Node]bool) {
	t.Helper()
	if n == nil {
		t.Fatal("a node is missing")
	}
	if seen[n] {
		return
	}
	seen[n] = true
	if n.Pos.Line < 1 || n.Pos.Column < 1 {
		t.Fatalf("a %v has no place", n.Kind)
	}
	for _, item := range n.Items {
		checkNode(t, item, seen)
	}
	for _, f := range n.Fields {
		checkNode(t, f.Key, seen)
		checkNode(t, f.Value, seen)
	}
}

func FuzzReadCore(f *testing.F) {
	addReadSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		docs, err := ReadCore("in.yml", text)
		checkSound(t, docs, err)
		for _, doc := range docs {
			merged, err := ApplyMerges(doc)
			if err == nil {
				checkSound(t, []*tree.Node{merged}, nil)
			}
		}
	})
}

// FuzzLoad also writes what it has read and reads that again: the dumper must
// give a text with the same values.
func FuzzLoad(f *testing.F) {
	addReadSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		docs, err := Load("in.yml", text)
		checkSound(t, docs, err)
		if err != nil {
			return
		}
		for _, doc := range docs {
			written := Dump(Kapitan, doc)
			again, err := Load("out.yml", written)
			if err != nil || len(again) != 1 {
				t.Fatalf("of %q the dumper made %q, which reads as %d documents, %v", text, written, len(again), err)
			}
			if second := Dump(Kapitan, again[0]); string(second) != string(written) {
				t.Fatalf("of %q the dumper made %q, and of that %q", text, written, second)
			}
		}
	})
}
