package postprocess

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
)

var update = flag.Bool("update", false, "write what the reference answers to testdata, and our findings")

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// askCommodore has the real Commodore run the jobs.
func askCommodore(t *testing.T, jobs []job) []answer {
	t.Helper()
	python := os.Getenv("ORACLE_PYTHON")
	if python == "" {
		if os.Getenv("ORACLE") == "1" {
			t.Fatal("ORACLE=1 but ORACLE_PYTHON does not name a Python that can import commodore")
		}
		t.Skip("ORACLE_PYTHON does not name a Python that can import commodore")
	}
	list := make([]any, len(jobs))
	for i, j := range jobs {
		parameters, err := pyjson.Dump(j.parameters)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = map[string]any{"parameters": json.RawMessage(parameters), "component": j.component, "compiled": j.compiled}
	}
	in, err := json.Marshal(map[string]any{"jobs": list})
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/oracle.py")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, script)
	cmd.Stdin = bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", python, err, stderr.Bytes())
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != len(jobs) {
		t.Fatalf("%d answers to %d jobs", len(answers), len(jobs))
	}
	for i := range answers {
		answers[i].Said = strings.TrimPrefix(answers[i].Said, "Postprocessing...\n") // which package cli says
	}
	return answers
}

// TestOracleFilters checks that what is recorded is what the reference answers.
func TestOracleFilters(t *testing.T) {
	all := archives(t)
	jobs := make([]job, len(all))
	for i, a := range all {
		jobs[i] = a.job
	}
	for i, theirs := range askCommodore(t, jobs) {
		a := all[i]
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
