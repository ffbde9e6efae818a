//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/oracle"
)

// corpus has two components, one with what the template of component
// repositories has in its Makefiles and one with nothing, and a library.
const corpus = `
-- someone/component-listed/class/defaults.yml --
-- someone/component-listed/Makefile.vars.mk --
COMPONENT_NAME ?= listed
commodore_args  ?= --search-paths ./dependencies --search-paths . -n $(COMPONENT_NAME)
test_instances = tests/one.yml tests/two.yml
-- someone/component-listed/Makefile.custom.mk --
commodore_args += --alias $(instance)
-- someone/component-listed/tests/one.yml --
-- someone/component-listed/tests/two.yml --
-- someone/component-listed/tests/shared.yml --
-- someone/component-listed/tests/forgotten.yml --
-- someone/component-listed/tests/golden/forgotten/listed/x.yaml --
-- someone/component-listed/tests/golden/one/listed/x.yaml --
-- someone/component-plain/class/defaults.yml --
-- someone/component-plain/tests/a.yml --
-- someone/component-plain/tests/b.yml --
-- someone/library/lib/x.libsonnet --
`

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(corpus)).Files {
		file := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := find(dir)
	if err != nil {
		t.Fatal(err)
	}
	none := "its Makefile.vars.mk has no commodore_args"
	want := []instance{
		{Repo: "someone/component-listed", Test: "one", Args: strings.Fields("--search-paths ./dependencies --search-paths . -n listed --alias one -f tests/one.yml")},
		{Repo: "someone/component-listed", Test: "two", Args: strings.Fields("--search-paths ./dependencies --search-paths . -n listed --alias two -f tests/two.yml")},
		{Repo: "someone/component-listed", Test: "forgotten", Args: strings.Fields("--search-paths ./dependencies --search-paths . -n listed --alias forgotten -f tests/forgotten.yml")},
		{Repo: "someone/component-plain", Test: "a", Problem: none},
		{Repo: "someone/component-plain", Test: "b", Problem: none},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("instances (-want +got):\n%s", diff)
	}
}

func TestFirstLines(t *testing.T) {
	for _, test := range []struct{ ours, theirs, want string }{
		{"executable: false\na\nb\n", "executable: false\na\nc\n", `line 2: azogue "b", the reference "c"`},
		{"executable: false\na\n", "executable: true\na\n", `line 0: azogue "executable: false", the reference "executable: true"`},
		{"executable: false\na", "executable: false\na\nb", "azogue writes 1 lines, the reference 2"},
		{"", "executable: false\na", "only the reference writes it"},
		{"executable: false\na", "", "only azogue writes it"},
	} {
		if got := firstLines(oracle.Difference{File: "f", Ours: test.ours, Theirs: test.theirs}); got != test.want {
			t.Errorf("%q and %q: got %q, want %q", test.ours, test.theirs, got, test.want)
		}
	}
}

// TestSummarise holds that only what was compared counts as the same.
func TestSummarise(t *testing.T) {
	ran := func(name string, s status, ours, theirs result) row {
		return row{Instance: name, Status: s, Files: 2, Azogue: &ours, Reference: &theirs}
	}
	got := summarise([]row{
		ran("a", same, result{Wall: 0.1, Peak: 1}, result{Wall: 5, Peak: 2}),
		ran("b", same, result{Wall: 0.1, Peak: 3}, result{Wall: 1, Peak: 2}),
		ran("c", same, result{Wall: 0.1, Peak: 1}, result{Wall: 8, Peak: 2}),
		ran("d", differs, result{Wall: 0.1}, result{Wall: 90}),
		ran("e", oursFails, result{Exit: 1}, result{}),
		ran("f", bothFail, result{Exit: 1}, result{Exit: 1}),
		ran("g", referenceFails, result{}, result{Exit: 1}),
		{Instance: "h", Status: notRun, Reason: "no clone"},
	})
	want := summary{
		Count:    map[status]int{same: 3, differs: 1, oursFails: 1, bothFail: 1, referenceFails: 1, notRun: 1},
		Compared: 4, Differences: 2, Files: 6, Median: 50, Lowest: 10, Slowest: "b", MorePeak: []string{"b"},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}
