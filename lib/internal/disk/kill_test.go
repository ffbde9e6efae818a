package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/manifest"
)

// killed are the sets that a child process writes in turn. Files change, come
// and go, folders become files and the reverse.
var killed = func() (two [2]manifest.Set) {
	for i := range two {
		var pairs []string
		for n := range 20 {
			pairs = append(pairs, fmt.Sprintf("a/%02d", n), strings.Repeat(fmt.Sprint(i), 10_000))
		}
		pairs = append(pairs, fmt.Sprintf("b/only%d", i), "x")
		if i == 0 {
			pairs = append(pairs, "c", "file", "d/e/f", "in a folder")
		} else {
			pairs = append(pairs, "c/g", "in a folder", "d", "file")
		}
		two[i] = set(append(pairs, "e", "the same")...)
	}
	return two
}()

// actions are what a child process repeats until it is killed.
var actions = map[string]func(string, manifest.Set) error{
	"sync":    func(dir string, s manifest.Set) error { _, err := Sync(dir, s); return err },
	"replace": func(dir string, s manifest.Set) error { return Replace(dir, s) },
}

const childVariable = "AZOGUE_DISK_CHILD"

func TestMain(m *testing.M) {
	action := actions[os.Getenv(childVariable)]
	if action == nil {
		os.Exit(m.Run())
	}
	for i := 0; ; i++ {
		if err := action(os.Args[1], killed[i%2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(i)
	}
}

// kill starts a child, kills it at a random moment of a random run, and waits
// for its end.
func kill(t *testing.T, action, dir string) {
	t.Helper()
	child := exec.Command(os.Args[0], dir)
	child.Env = append(os.Environ(), childVariable+"="+action)
	var stderr strings.Builder
	child.Stderr = &stderr
	stdout, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	for range rand.IntN(4) {
		lines.Scan()
	}
	for range rand.IntN(3000) { // some while that needs no clock
		_, _ = os.Lstat(dir)
	}
	err = errors.Join(child.Process.Kill(), child.Wait())
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.Exited() || stderr.Len() > 0 {
		t.Fatalf("the child was to be killed, but: %v %s", err, &stderr)
	}
}

// rounds repeats a test of what a kill leaves behind, for a bounded time.
func rounds(t *testing.T, action string, check func(t *testing.T, parent, dir string)) {
	dir := filepath.Join(t.TempDir(), "parent", "out")
	if err := actions[action](dir, killed[0]); err != nil {
		t.Fatal(err)
	}
	for start, n := time.Now(), 0; n < 5 || n < 40 && time.Since(start) < 600*time.Millisecond; n++ {
		kill(t, action, dir)
		check(t, filepath.Dir(dir), dir)
		if t.Failed() {
			t.Fatalf("in round %d", n)
		}
	}
}

// of gives path=content of the files of a set.
func of(s manifest.Set) (list []string) {
	for _, f := range s {
		list = append(list, f.Path+"="+string(f.Bytes))
	}
	return list
}

// TestSyncKilled: each file is old or new and none is lost that both sets have;
// one more run leaves exactly its set and the user's file.
func TestSyncKilled(t *testing.T) {
	n := 0
	rounds(t, "sync", func(t *testing.T, parent, dir string) {
		put(t, dir, "b/mine", "m")
		found := map[string]bool{}
		for _, f := range listing(t, dir) {
			name, content, _ := strings.Cut(f, "=")
			found[name] = true
			if base := filepath.Base(name); base == "mine" || strings.HasPrefix(base, ".azogue-") {
				continue
			}
			if !slices.Contains(of(killed[0]), f) && !slices.Contains(of(killed[1]), f) {
				t.Errorf("%s is half written: %d bytes", name, len(content))
			}
		}
		for _, f := range killed[0][:20] {
			if !found[f.Path] {
				t.Errorf("%s is lost", f.Path)
			}
		}
		n++
		last := killed[n%2]
		if _, err := Sync(dir, last); err != nil {
			t.Fatal(err)
		}
		want := append(of(last), "b/mine=m")
		slices.Sort(want)
		if d := cmp.Diff(want, listing(t, dir)); d != "" {
			t.Error(d)
		}
		noLeftovers(t, parent)
	})
}

// TestReplaceIsAllOrNothing: a killed run leaves the old or the new folder, for
// those who look through Read.
func TestReplaceIsAllOrNothing(t *testing.T) {
	rounds(t, "replace", func(t *testing.T, parent, dir string) {
		got := listing(t, dir)
		if !cmp.Equal(got, of(killed[0])) && !cmp.Equal(got, of(killed[1])) {
			t.Errorf("a mix of two folders: %q", got)
		}
		noLeftovers(t, parent)
	})
}

// noLeftovers looks for temporary files and empty folders.
func noLeftovers(t *testing.T, parent string) {
	t.Helper()
	err := filepath.WalkDir(parent, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := d.Name(); strings.HasPrefix(base, ".azogue-") && base != Record {
			t.Errorf("%s is left over", name)
		}
		if d.IsDir() {
			if list, err := os.ReadDir(name); err != nil || len(list) == 0 {
				t.Errorf("the folder %s is empty (%v)", name, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestAtOnce: of runs at the same time none fails, and the folder is whole.
func TestAtOnce(t *testing.T) {
	for name, action := range actions {
		dir := filepath.Join(t.TempDir(), "parent", "out")
		var group sync.WaitGroup
		for i := range 4 {
			group.Go(func() {
				for n := range 4 {
					if err := action(dir, killed[(i+n)%2]); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			})
		}
		group.Wait()
		if got := listing(t, dir); !cmp.Equal(got, of(killed[0])) && !cmp.Equal(got, of(killed[1])) {
			t.Errorf("%s: a mix of two runs: %q", name, got)
		}
		noLeftovers(t, filepath.Dir(dir))
	}
}
