package postprocess

import (
	"encoding/json"
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/tree"
)

var update = flag.Bool("update", false, "write what the reference answers to testdata, and our findings")

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// request gives a job for the reference.
func (j job) request() *tree.Node {
	files := func(files map[string]string) *tree.Node {
		out := tree.NewMap()
		for _, name := range sortedKeys(files) {
			out.Fields = append(out.Fields, tree.Entry(name, tree.NewString(files[name])))
		}
		return out
	}
	return tree.NewMap(tree.Entry("parameters", j.parameters), tree.Entry("component", files(j.component)), tree.Entry("compiled", files(j.compiled)))
}

// parseAnswer gives the reference's answer to a job.
func parseAnswer(t *testing.T, a difftest.Answer) answer {
	t.Helper()
	if a.Error != "" {
		return answer{Error: a.Error}
	}
	var out answer
	if err := json.Unmarshal([]byte(a.Text), &out); err != nil {
		t.Fatal(err)
	}
	out.Said = strings.TrimPrefix(out.Said, "Postprocessing...\n") // which package cli says
	return out
}

// TestOracleFilters checks that what is recorded is what the reference answers.
func TestOracleFilters(t *testing.T) {
	all := archives(t)
	reference := difftest.Start(t, "testdata/oracle.py")
	for _, a := range all {
		theirs := parseAnswer(t, reference.Ask(a.job.request()))
		if *update {
			record(t, a, theirs)
			continue
		}
		if (theirs.Error != "") != a.fails {
			t.Errorf("%s: the reference's error is %q, want one: %v", a.path, theirs.Error, a.fails)
		}
		if a.fails {
			continue
		}
		if d := cmp.Diff(a.want.Said+"\n", theirs.Said+"\n"); d != "" {
			t.Errorf("%s: said (-recorded +reference):\n%s", a.path, d)
		}
		if d := cmp.Diff(a.want.Files, theirs.Files); d != "" {
			t.Errorf("%s: files (-recorded +reference):\n%s", a.path, d)
		}
	}
}
