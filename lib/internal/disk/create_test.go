package disk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCreate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := Create(dir, set("a", "1", "b/c/d", "2", "b/e", "3")); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"a=1", "b/", "b/c/", "b/c/d=2", "b/e=3"}, entries(t, dir)); d != "" {
		t.Error(d)
	}
}

// TestCreateLeavesWhatIsThere: no file, folder or link is written over or
// through, and with one in the way there is nothing of the others.
func TestCreateLeavesWhatIsThere(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"file", "a/taken would be overwritten"},
		{"folder", "a/taken would be overwritten"},
		{"link to nothing", "a/taken would be overwritten"},
		{"folder's name is a file", "a is a file, not a folder"},
		{"folder leads out", "write "},
	} {
		parent := t.TempDir()
		dir := filepath.Join(parent, "dir")
		put(t, dir, "before", "mine")
		switch tt.name {
		case "file":
			put(t, dir, "a/taken", "mine")
		case "folder":
			put(t, dir, "a/taken/x", "mine")
		case "link to nothing":
			put(t, dir, "a/x", "mine")
			link(t, "../../out", dir, "a/taken")
		case "folder's name is a file":
			put(t, dir, "a", "mine")
		case "folder leads out":
			link(t, "..", dir, "a")
		}
		before := entries(t, parent)
		err := Create(dir, set("0/1/2", "x", "a/taken", "x", "z", "x"))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
		if d := cmp.Diff(before, entries(t, parent)); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// TestCreateIntoAFile: the folder itself is a file.
func TestCreateIntoAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Create(file, set("a", "1")); err == nil || !strings.Contains(err.Error(), "is a file, not a folder") {
		t.Errorf("got %v", err)
	}
}
