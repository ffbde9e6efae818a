package disk

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadBesideReplace: while another process replaces the folder without end,
// each reading sees one of its two states.
func TestReadBesideReplace(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if err := Replace(dir, killed[0]); err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0], dir)
	child.Env = append(os.Environ(), childVariable+"=replace")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	states := [][]string{of(killed[0]), of(killed[1])}
	for _, s := range states {
		slices.Sort(s)
	}
	for range 300 {
		got, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		if list := of(got); !slices.Equal(list, states[0]) && !slices.Equal(list, states[1]) {
			t.Fatalf("got a mixture: %s", cmp.Diff(states[0], list))
		}
	}
}

// TestStill: who reads keeps those out who replace, and no other reader.
func TestStill(t *testing.T) {
	parent := t.TempDir()
	for range 2 {
		reader, err := still(filepath.Join(parent, "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
	}
	f, err := os.Open(parent)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != syscall.EWOULDBLOCK {
		t.Errorf("got %v, want %v", err, syscall.EWOULDBLOCK)
	}
}

// TestNamedPipes: nothing waits for a writer.
func TestNamedPipes(t *testing.T) {
	for _, pipe := range []string{"out", "out/a", staging, ""} {
		parent := t.TempDir()
		dir := filepath.Join(parent, "out")
		if pipe != "" && pipe != "out" {
			put(t, dir, "b", "mine")
		}
		if pipe == "" { // above the folder
			pipe, dir = "above", filepath.Join(parent, "above/out")
		}
		if err := syscall.Mkfifo(filepath.Join(parent, pipe), 0o600); err != nil {
			t.Fatal(err)
		}
		s := set("a/b", "1", "c", "2")
		_, read := Read(dir)
		replace := New(dir, s)
		_, sync := Sync(dir, s)
		if pipe == staging { // what is left there is taken away
			if read != nil || sync != nil {
				t.Errorf("%s: got %v and %v", pipe, read, sync)
			}
			continue
		}
		for call, err := range map[string]error{"Read": read, "New": replace} {
			if err == nil {
				t.Errorf("%s: %s gives no error", pipe, call)
			}
		}
		if sync == nil && pipe != "out/a" || sync != nil && pipe == "out/a" && !strings.Contains(sync.Error(), "is a file") {
			t.Errorf("%s: Sync gives %v", pipe, sync)
		}
	}
}

// TestNew writes into no folder that has something.
func TestNew(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "new")
	for range 2 {
		err := New(dir, set("a", "1"))
		if _, there := os.Lstat(filepath.Join(dir, "a")); there != nil {
			t.Fatal(err)
		}
	}
	if err := New(dir, set("b", "1")); err == nil || !strings.Contains(err.Error(), "not an empty folder") {
		t.Errorf("got %v", err)
	}
	if d := cmp.Diff([]string{"new/", "new/a=1"}, entries(t, parent)); d != "" {
		t.Error(d)
	}
}

// TestInside refuses links and files, wherever below the base.
func TestInside(t *testing.T) {
	base := t.TempDir()
	put(t, base, "a/b/file", "")
	link(t, "a", base, "link")
	link(t, "nowhere", base, "a/dangling")
	for dir, want := range map[string]string{"a/b": "", "a/b/missing/more": "", "link/b": "link is a link", "link": "is a link", "a/dangling": "is a link", "a/b/file": "not a folder", "a/b/file/x": "not a folder"} {
		err := Inside(base, filepath.Join(base, dir))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", dir, err, want)
		}
	}
}
