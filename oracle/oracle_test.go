package oracle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOracleComponents(t *testing.T) {
	cases, err := newRig(t).Components()
	check(t, cases, err)
}

func TestOracleClusters(t *testing.T) {
	cases, err := newRig(t).Clusters()
	check(t, cases, err)
}

// TestOracleFilters compiles a workspace made for postprocessing filters.
func TestOracleFilters(t *testing.T) {
	r, err := newRig(t).Other("oracle/testdata/filters", filepath.Join(t.TempDir(), "workspace"))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []func() ([]Case, error){r.Components, r.Clusters} {
		cases, err := list()
		check(t, cases, err)
	}
}

// TestOracleInstances compiles a component with several instances, by the path
// that has its name in front and by that of each instance.
func TestOracleInstances(t *testing.T) {
	r, err := newRig(t).Other("oracle/testdata/instances", filepath.Join(t.TempDir(), "workspace"))
	if err != nil {
		t.Fatal(err)
	}
	cases, err := r.Clusters()
	check(t, cases, err)
}

func newRig(t *testing.T) *Rig {
	t.Helper()
	python := os.Getenv("ORACLE_PYTHON")
	if python == "" && os.Getenv("ORACLE") == "1" {
		t.Fatal("ORACLE=1 but ORACLE_PYTHON does not name a Python that can import commodore; make oracle sets both")
	}
	if python == "" {
		t.Skip("ORACLE_PYTHON does not name a Python that can import commodore")
	}
	r, err := NewRig("..", t.TempDir(), python)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// check has both compile each case, and reports every file that is not the same.
func check(t *testing.T, cases []Case, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			differences, err := outputs(c, t.TempDir(), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range differences {
				t.Errorf("%v (-want +got):\n%s", d, cmp.Diff(strings.Split(d.Theirs, "\n"), strings.Split(d.Ours, "\n")))
			}
		})
	}
}

func outputs(c Case, ours, theirs string) ([]Difference, error) {
	if err := Run(c.Azogue(ours)); err != nil {
		return nil, err
	}
	if c.Prepare != nil {
		if err := c.Prepare(theirs); err != nil {
			return nil, err
		}
	}
	if err := Run(c.Reference(theirs)); err != nil {
		return nil, err
	}
	return c.Compare(ours, theirs)
}
