package components

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFSHoldsEveryComponent compares the embedded files with the folders on
// disk: a pattern that misses a file would ship half a component.
func TestFSHoldsEveryComponent(t *testing.T) {
	want := map[string]string{}
	dirs, err := filepath.Glob("*/class")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no components found: %v", err)
	}
	for _, class := range dirs {
		addFiles(t, want, filepath.Dir(class))
	}

	got := map[string]string{}
	err = fs.WalkDir(FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(FS, path)
		got[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("embedded files differ from the folders (-disk +embedded):\n%s", diff)
	}
}

// addFiles adds the files of one component on disk, tests/ left out.
func addFiles(t *testing.T, files map[string]string, component string) {
	t.Helper()
	err := filepath.WalkDir(component, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path == filepath.Join(component, "tests") {
				return fs.SkipDir
			}
			return nil
		}
		data, err := os.ReadFile(path)
		files[filepath.ToSlash(path)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEveryInstanceHasGolden keeps tests/<instance>.yml and tests/golden/ in
// step: an instance without a golden tests nothing, and a golden without an
// instance is never compared.
func TestEveryInstanceHasGolden(t *testing.T) {
	components, err := filepath.Glob("*/class")
	if err != nil || len(components) == 0 {
		t.Fatalf("no components found: %v", err)
	}
	for _, class := range components {
		tests := filepath.Join(filepath.Dir(class), "tests")
		instances := baseNames(t, filepath.Join(tests, "*.yml"), ".yml")
		goldens := baseNames(t, filepath.Join(tests, "golden", "*"), "")
		if len(instances) < 2 {
			t.Errorf("%s: got %d instances, want 2 or more", tests, len(instances))
		}
		if diff := cmp.Diff(instances, goldens); diff != "" {
			t.Errorf("%s: instances and goldens differ (-instances +goldens):\n%s", tests, diff)
		}
	}
}

// baseNames gives the sorted names of the files that match, less the suffix.
func baseNames(t *testing.T, pattern, suffix string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, strings.TrimSuffix(filepath.Base(path), suffix))
	}
	slices.Sort(names)
	return names
}

// TestDefaultsNameTheirComponent checks the one key of class/defaults.yml: the
// component's name with _ for each -. Under another key the defaults would be
// silently without effect.
func TestDefaultsNameTheirComponent(t *testing.T) {
	classes, err := filepath.Glob("*/class/defaults.yml")
	if err != nil || len(classes) == 0 {
		t.Fatalf("no defaults found: %v", err)
	}
	for _, file := range classes {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		component := filepath.Dir(filepath.Dir(file))
		want := "parameters:\n  " + strings.ReplaceAll(component, "-", "_") + ":\n"
		if !bytes.HasPrefix(data, []byte(want)) {
			t.Errorf("%s: got a file that starts otherwise, want it to start with\n%s", file, want)
		}
	}
}
