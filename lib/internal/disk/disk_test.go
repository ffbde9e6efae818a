package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/manifest"
)

func set(pairs ...string) manifest.Set {
	var s manifest.Set
	for i := 0; i < len(pairs); i += 2 {
		s = append(s, manifest.File{Path: pairs[i], Mode: 0o644, Bytes: []byte(pairs[i+1])})
	}
	return s
}

// listing gives path=content of all files below dir, the record apart.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	files, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range files {
		list = append(list, f.Path+"="+string(f.Bytes))
	}
	return list
}

func TestSync(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "out")
	for _, step := range []struct {
		name  string
		set   manifest.Set
		want  Change
		files []string
	}{
		{"first", set("a.yaml", "1", "b/c.yaml", "2", "b/d/e.yaml", "3"), Change{3, 0, 0}, []string{"a.yaml=1", "b/c.yaml=2", "b/d/e.yaml=3"}},
		{"same again", set("a.yaml", "1", "b/c.yaml", "2", "b/d/e.yaml", "3"), Change{0, 3, 0}, []string{"a.yaml=1", "b/c.yaml=2", "b/d/e.yaml=3"}},
		{"one changed, one gone", set("a.yaml", "x", "b/c.yaml", "2"), Change{1, 1, 1}, []string{"a.yaml=x", "b/c.yaml=2"}},
		{"a file becomes a folder", set("a.yaml/b", "1", "b/c.yaml", "2"), Change{1, 1, 1}, []string{"a.yaml/b=1", "b/c.yaml=2"}},
		{"and a folder a file", set("a.yaml", "1", "b", "2"), Change{2, 0, 2}, []string{"a.yaml=1", "b=2"}},
		{"nothing", nil, Change{0, 0, 2}, nil},
	} {
		got, err := Sync(dir, step.set)
		if err != nil || got != step.want {
			t.Fatalf("%s: got %+v, %v; want %+v", step.name, got, err, step.want)
		}
		if d := cmp.Diff(step.files, listing(t, dir)); d != "" {
			t.Errorf("%s: %s", step.name, d)
		}
	}
}

func TestSyncLeavesForeignFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []manifest.Set{set("a", "1"), set("b", "2"), nil} {
		if _, err := Sync(dir, s); err != nil {
			t.Fatal(err)
		}
	}
	if got := listing(t, dir); !cmp.Equal(got, []string{"mine.txt=mine"}) {
		t.Errorf("got %q", got)
	}
}

func TestSyncKeepsUnchangedFilesUntouched(t *testing.T) {
	dir := t.TempDir()
	if _, err := Sync(dir, set("a", "1")); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Sync(dir, set("a", "1")); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(filepath.Join(dir, "a"))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the file was replaced, though its content is the same (%v)", err)
	}
}

func TestSyncSetsModes(t *testing.T) {
	dir := t.TempDir()
	for _, mode := range []fs.FileMode{0o644, 0o755, 0o600} {
		if _, err := Sync(dir, manifest.Set{{Path: "script", Mode: mode, Bytes: []byte("x")}}); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, "script"))
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("got %v, %v; want %v", info.Mode(), err, mode)
		}
	}
}

func TestNothingLeavesTheFolder(t *testing.T) {
	outside := t.TempDir()
	dir := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link/x", "../x"} {
		if _, err := Sync(dir, set(name, "1")); err == nil {
			t.Errorf("wrote %s", name)
		}
	}
	if got := listing(t, outside); got != nil {
		t.Errorf("outside is now %q", got)
	}
}

func TestDamagedRecord(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"../" + filepath.Base(filepath.Dir(victim)) + "/victim", victim, "."} {
		if err := os.WriteFile(filepath.Join(dir, Record), []byte(line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Sync(dir, nil); err == nil || !strings.Contains(err.Error(), Record) {
			t.Errorf("a record that lists %q gives %v", line, err)
		}
	}
	if _, err := os.Stat(victim); err != nil {
		t.Error(err)
	}
}

func TestReplace(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "compiled")
	if err := os.MkdirAll(filepath.Join(dir, "old"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "old", "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Replace(dir, set("a/b.yaml", "1", "empty", "")); err != nil {
		t.Fatal(err)
	}
	if got := listing(t, dir); !cmp.Equal(got, []string{"a/b.yaml=1", "empty="}) {
		t.Errorf("got %q", got)
	}
	if err := Replace(dir, set("../escape", "1")); err == nil {
		t.Error("wrote outside of the folder")
	}
	if got := listing(t, parent); !cmp.Equal(got, []string{"compiled/a/b.yaml=1", "compiled/empty="}) {
		t.Errorf("after a refused replacement the folder holds %q", got)
	}
}

func TestReadRefusesOddFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "link") {
		t.Errorf("got %v", err)
	}
	if got, err := Read(filepath.Join(dir, "missing")); got != nil || err != nil {
		t.Errorf("a missing folder gives %v, %v", got, err)
	}
}
