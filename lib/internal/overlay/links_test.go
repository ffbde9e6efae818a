package overlay

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestDirShowsLinks: who walks a folder must see a link to a folder above it,
// and one that leads nowhere.
func TestDirShowsLinks(t *testing.T) {
	o := New(world())
	if err := o.RemoveAll("/src/component/lib"); err != nil {
		t.Fatal(err)
	}
	dir := o.Dir("/wd/dependencies/x")
	entries, err := fs.ReadDir(dir, "component")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, fs.FormatDirEntry(e))
	}
	want := []string{"d deep/", "L here", "- main.jsonnet", "L nowhere", "L out", "L round", "d up-and-back-in/"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, tt := range []struct {
		name, want string
		err        error
	}{
		{"component/up-and-back-in/x", "/src/class/defaults.yml", nil},
		{"component/nowhere", "/src/component/missing", nil},
		{"component/out", "", ErrEscape},
		{"component/round", "", ErrLoop},
	} {
		got, err := fs.ReadLink(dir, tt.name)
		if !errors.Is(err, tt.err) || err == nil && got != tt.want {
			t.Errorf("ReadLink(%q) = %q, %v; want %q, %v", tt.name, got, err, tt.want, tt.err)
		}
	}
	info, err := fs.Lstat(dir, "component/nowhere")
	if err != nil || info.Mode().Type() != fs.ModeSymlink || info.Name() != "nowhere" {
		t.Errorf("Lstat: got %v, %v", info, err)
	}
}

// counted counts the looks at one folder.
type counted struct {
	fstest.MapFS
	looks int
}

func (c *counted) Lstat(name string) (fs.FileInfo, error) {
	c.looks++
	return c.MapFS.Lstat(name)
}

// TestLinksThatMultiply: each link crosses the next one twice, which would be
// 2 to the power of 30 links if not all of a path counted.
func TestLinksThatMultiply(t *testing.T) {
	files := fstest.MapFS{"l30": {Mode: fs.ModeDir | 0o755}}
	for i := range 30 {
		files[fmt.Sprintf("l%d", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "l%d/../l%d", i+1, i+1), Mode: fs.ModeSymlink}
		files[fmt.Sprintf("m%d", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "m%d/m%d", i+1, i+1), Mode: fs.ModeSymlink}
	}
	files["m30"] = &fstest.MapFile{Data: []byte("."), Mode: fs.ModeSymlink}
	fsys := &counted{MapFS: files}
	w := NewWorld()
	w.Mount("/src", fsys, true)
	o := New(w)
	if _, err := o.Stat("/src/l0"); err != nil {
		t.Errorf("30 links: got %v", err)
	}
	if _, err := o.Stat("/src/m0"); !errors.Is(err, ErrLoop) {
		t.Errorf("got %v, want ErrLoop", err)
	}
	if fsys.looks > 1000 {
		t.Errorf("%d looks at files, want a few hundred", fsys.looks)
	}
}

// TestPipe: reading a pipe would wait for ever.
func TestPipe(t *testing.T) {
	root := t.TempDir()
	if out, err := exec.Command("mkfifo", filepath.Join(root, "p.yml")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.Symlink("p.yml", filepath.Join(root, "l.yml")); err != nil {
		t.Fatal(err)
	}
	w := NewWorld()
	w.Mount("/w", os.DirFS(root), true)
	for _, name := range []string{"p.yml", "l.yml"} {
		_, err := fs.ReadFile(New(w).Dir("/w"), name)
		if err == nil || !strings.Contains(err.Error(), "is not a regular file") {
			t.Errorf("%s: got %v", name, err)
		}
		if f, err := New(w).Dir("/w").Open(name); err == nil {
			t.Errorf("%s: opened as %v", name, f)
		}
	}
}
