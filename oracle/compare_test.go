package oracle

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompare tells the mistakes that the oracle is there to find.
func TestCompare(t *testing.T) {
	folder := func(files map[string]string, mode os.FileMode) string {
		dir := t.TempDir()
		for name, text := range files {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), mode); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	theirs := folder(map[string]string{"a": "1", "sub/b": "2"}, 0o644)
	for _, tt := range []struct {
		name, ours string
		want       []string
	}{
		{"same", folder(map[string]string{"a": "1", "sub/b": "2"}, 0o644), nil},
		{"content", folder(map[string]string{"a": "1", "sub/b": "2\n"}, 0o644), []string{"sub/b differs"}},
		{"executable", folder(map[string]string{"a": "1", "sub/b": "2"}, 0o755), []string{"a differs", "sub/b differs"}},
		{"missing and more", folder(map[string]string{"a": "1", "b": ""}, 0o644), []string{"b: only azogue writes it", "sub/b: only the reference writes it"}},
		{"nothing", filepath.Join(theirs, "none"), []string{"a: only the reference writes it", "sub/b: only the reference writes it"}},
	} {
		list, err := Compare(tt.ours, theirs)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range list {
			got = append(got, d.String())
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
	if _, err := Compare(theirs, t.TempDir()); err == nil {
		t.Error("a reference without output is no reference: got no error")
	}
}
