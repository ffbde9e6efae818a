package overlay

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func world() *World {
	w := NewWorld()
	w.Mount("/src", fstest.MapFS{
		"component/main.jsonnet":        {Data: []byte("main")},
		"component/lib/a.libsonnet":     {Data: []byte("a")},
		"class/defaults.yml":            {Data: []byte("defaults")},
		"component/here":                {Data: []byte("lib"), Mode: fs.ModeSymlink},
		"component/out":                 {Data: []byte("../../etc/passwd"), Mode: fs.ModeSymlink},
		"component/round":               {Data: []byte("round"), Mode: fs.ModeSymlink},
		"component/nowhere":             {Data: []byte("missing"), Mode: fs.ModeSymlink},
		"component/up-and-back-in/x":    {Data: []byte("../../class/defaults.yml"), Mode: fs.ModeSymlink},
		"component/deep/nested/file.md": {Data: []byte("doc")},
	}, true)
	w.Put("/etc/passwd", []byte("secret"))
	w.Put("/wd/inventory/targets/x.yml", []byte("target"))
	w.Link("/wd/dependencies/x", "/src")
	w.Link("/wd/inventory/classes/components/x.yml", "../../../dependencies/x/class/defaults.yml")
	w.Folder("/tmp")
	return w
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ name, want, err string }{
		{"/src/component/main.jsonnet", "main", ""},
		{"/src/component/../class/./defaults.yml", "defaults", ""},
		{"/wd/dependencies/x/component/here/a.libsonnet", "a", ""},
		{"/wd/inventory/classes/components/x.yml", "defaults", ""},
		{"/wd/inventory/targets/x.yml", "target", ""},
		{"/src/component/up-and-back-in/x", "defaults", ""},
		{"/src/component", "", "is a directory"},
		{"/src/component/main.jsonnet/x", "", "file does not exist"},
		{"/src/component/nowhere", "", "file does not exist"},
		{"/src/component/out", "", "path leaves its folder"},
		{"/src/component/round", "", "too many links"},
		{"/nothing/at/all", "", "file does not exist"},
	} {
		got, err := New(world()).ReadFile(tt.name)
		if string(got) != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("ReadFile(%q) = %q, %v; want %q, %q", tt.name, got, err, tt.want, tt.err)
		}
	}
}

func TestErrorsAreSentinels(t *testing.T) {
	o := New(world())
	if _, err := o.ReadFile("/src/component/out"); !errors.Is(err, ErrEscape) {
		t.Errorf("got %v, want ErrEscape", err)
	}
	if _, err := o.Stat("/src/component/round"); !errors.Is(err, ErrLoop) {
		t.Errorf("got %v, want ErrLoop", err)
	}
	if _, err := o.Stat("/src/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want ErrNotExist", err)
	}
}

func names(t *testing.T, o *FS, dir string) []string {
	t.Helper()
	entries, err := o.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			name += "/"
		}
		list = append(list, name)
	}
	return list
}

func TestWritesCoverTheWorld(t *testing.T) {
	w := world()
	o := New(w)
	write := func(name, data string) {
		t.Helper()
		if err := o.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("/tmp/compiled/x/a/b.yaml", "one")
	write("/tmp/compiled/x/a.yaml", "two")
	write("/wd/dependencies/x/class/defaults.yml", "changed")
	write("/wd/dependencies/x/new/values.yaml", "values")

	if got, _ := o.ReadFile("/src/class/defaults.yml"); string(got) != "changed" {
		t.Errorf("a write through a link is not seen at its end: %q", got)
	}
	if got, _ := o.ReadFile("/src/new/values.yaml"); string(got) != "values" {
		t.Errorf("got %q", got)
	}
	if got := names(t, o, "/tmp/compiled/x"); !cmp.Equal(got, []string{"a/", "a.yaml"}) {
		t.Errorf("got %q", got)
	}
	if got := names(t, o, "/src"); !cmp.Equal(got, []string{"class/", "component/", "new/"}) {
		t.Errorf("got %q", got)
	}
	var files []string
	for _, f := range o.Files("/tmp/compiled") {
		files = append(files, f.Path+"="+string(f.Bytes))
	}
	if want := []string{"x/a.yaml=two", "x/a/b.yaml=one"}; !cmp.Equal(files, want) {
		t.Errorf("got %q, want %q", files, want)
	}
	if got, _ := New(w).ReadFile("/src/class/defaults.yml"); string(got) != "defaults" {
		t.Errorf("another view sees the write: %q", got)
	}
	if err := o.WriteFile("/tmp/compiled/x/a.yaml/b", nil, 0); err == nil {
		t.Error("a file became a folder")
	}
	if err := o.WriteFile("/tmp/compiled/x/a", nil, 0); err == nil {
		t.Error("a folder became a file")
	}
	if err := o.WriteFile("/src/component/out", nil, 0); !errors.Is(err, ErrEscape) {
		t.Errorf("writing through an escaping link gives %v", err)
	}
}

func TestRemove(t *testing.T) {
	o := New(world())
	if err := o.WriteFile("/src/component/deep/new", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := o.RemoveAll("/wd/dependencies/x/component/deep"); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Stat("/src/component/deep/nested/file.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a removed file answers %v", err)
	}
	if got := names(t, o, "/src/component/here"); !cmp.Equal(got, []string{"a.libsonnet"}) {
		t.Errorf("got %q", got)
	}
	if err := o.WriteFile("/src/component/deep/again", []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := names(t, o, "/src/component/deep"); !cmp.Equal(got, []string{"again"}) {
		t.Errorf("after a removal and a write: %q", got)
	}
}

func TestAccesses(t *testing.T) {
	o := New(world())
	o.ReadFile("/src/component/main.jsonnet")
	o.ReadDir("/src/class")
	o.Stat("/src/none")
	o.Stat("/src/class")
	o.WriteFile("/tmp/x", nil, 0o644)
	o.ReadFile("/tmp/x")
	want := []Access{{"/src/class", Listed}, {"/src/class", Probed}, {"/src/component/main.jsonnet", Read}, {"/src/none", Missed}}
	if d := cmp.Diff(want, o.Accesses()); d != "" {
		t.Error(d)
	}
}

func TestDirIsAnFS(t *testing.T) {
	w := world()
	w.Mount("/src", fstest.MapFS{"a/b.yml": {Data: []byte("b")}, "c.yml": {Data: []byte("c")}}, true)
	o := New(w)
	if err := o.WriteFile("/src/d/e.yml", []byte("e"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(o.Dir("/src"), "a/b.yml", "c.yml", "d/e.yml"); err != nil {
		t.Error(err)
	}
}

func TestRealFolder(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "a/b"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"a/b/x.yml", "plain"} {
		if err := os.WriteFile(filepath.Join(root, f), []byte(f), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"l": "a/b", "abs": filepath.Join(root, "plain"), "out": "/etc"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	w := NewWorld()
	w.Mount("/w", os.DirFS(root), true)
	o := New(w)
	if got, err := o.ReadFile("/w/l/x.yml"); string(got) != "a/b/x.yml" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := o.ReadFile("/w/plain/x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("below a file: %v", err)
	}
	if _, err := o.ReadFile("/w/out/passwd"); !errors.Is(err, ErrEscape) {
		t.Errorf("got %v, want ErrEscape", err)
	}
	open := NewWorld()
	open.Mount("/", os.DirFS("/"), false)
	if got, err := New(open).ReadFile(filepath.ToSlash(filepath.Join(root, "abs"))); string(got) != "plain" {
		t.Errorf("through an absolute link of an open mount: %q, %v", got, err)
	}
}
