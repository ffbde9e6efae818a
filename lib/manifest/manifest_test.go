package manifest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func output(target string, pairs ...string) Tree {
	t := Tree{Target: target}
	for i := 0; i < len(pairs); i += 2 {
		t.Files = append(t.Files, File{Path: pairs[i], Mode: 0o644, Bytes: []byte(pairs[i+1])})
	}
	return t
}

// TestMerge: spec P1.
func TestMerge(t *testing.T) {
	set, diags := Merge([]Tree{
		output("b", "x/z.yaml", "1", "same.yaml", "s", "two.yaml", "from b"),
		output("a", "a.yaml", "2", "same.yaml", "s", "two.yaml", "from a"),
		output("c"),
	})
	var got []string
	for _, f := range set {
		got = append(got, f.Path+"="+string(f.Bytes))
	}
	if want := []string{"a.yaml=2", "same.yaml=s", "two.yaml=from a", "x/z.yaml=1"}; !cmp.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(diags) != 1 || diags[0].Pos.File != "two.yaml" || !strings.Contains(diags[0].Message, `"b" and "a"`) {
		t.Errorf("got %v", diags)
	}
	if set, diags := Merge(nil); len(set) != 0 || diags != nil {
		t.Errorf("nothing gives %v, %v", set, diags)
	}
}
