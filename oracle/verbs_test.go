package oracle

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOracleVerbs: Commodore's verbs have its standard output, exit codes and
// last line of an error, on the folders of testdata/verbs. Crashes of the
// reference end with its exit code only.
func TestOracleVerbs(t *testing.T) {
	r := newRig(t)
	from := filepath.Join(t.TempDir(), "verbs")
	if err := os.CopyFS(from, os.DirFS("testdata/verbs")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args   string
		sorted bool // the reference has the order of the file system
	}{
		{args: "inventory show global"},
		{args: "inventory show global tenant -f facts.yml"},
		{args: "inventory show global tenant -f facts.yml -o json"},
		{args: "inventory show global tenant -f facts.yml -f other.yml -A -o json"},
		{args: "inventory show global -o json --allow-missing-classes"},
		{args: "inventory components global"},
		{args: "inventory components global tenant -f facts.yml -o json"},
		{args: "inventory packages global"},
		{args: "inventory packages global tenant -f facts.yml"},
		{args: "inventory packages global -o json"},
		{args: "inventory components global -A"},
		{args: "inventory show global -A"},
		{args: "inventory show global -f bad.yml"},
		{args: "inventory packages global -f bad.yml"},
		{args: "inventory show global -f merge.yml"},
		{args: "inventory show twice"},
		{args: "inventory show nowhere"},
		{args: "inventory show global -f nowhere.yml"},
		{args: "inventory show global -o xml"},
		{args: "inventory show"},
		{args: "inventory bogus"},
		{args: "inventory lint lint", sorted: true},
		{args: "inventory lint lint -l packages -l Components", sorted: true},
		{args: "inventory lint lint --ignore-patterns a.yml --ignore-patterns deep/**", sorted: true},
		{args: "inventory lint lint --ignore-patterns /sub --ignore-patterns [!ab].yml", sorted: true},
		{args: "inventory lint ./lint/ lint/sub", sorted: true},
		{args: "inventory lint lint/a.yml"},
		{args: "inventory lint lint/a.yml --ignore-patterns a.y*"},
		{args: "inventory lint ignored", sorted: true},
		{args: "inventory lint ignored-all"},
		{args: "inventory lint tenant package-shop"},
		{args: "inventory lint nowhere"},
		{args: "inventory lint -l other lint"},
		{args: "package compile package-shop tests/nowhere.yml"},
		{args: "package compile package-shop tests/unknown.yml"},
		{args: "package compile package-shop tests/nourl.yml"},
		{args: "package compile package-shop tests/noversion.yml"},
		{args: "package compile package-shop tests/nolist.yml"},
		{args: "package compile package-shop tests/missing.yml"},
		{args: "package compile nowhere tests/missing.yml"},
		{args: "package compile package-shop"},
		{args: "component delete nothing --force"},
		{args: "component delete"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			args := strings.Fields(tt.args)
			ours := said(t, r.Command(from, r.azogue, args...), tt.sorted)
			theirs := said(t, r.commodore(from, args...), tt.sorted)
			if theirs.crashed || theirs.code == 2 {
				ours.err, theirs.err = "", "" // usage: the reference names its own program
			}
			theirs.crashed = false
			if d := cmp.Diff(theirs, ours, cmp.AllowUnexported(answer{})); d != "" {
				t.Errorf("(-reference +azogue): %s", d)
			}
		})
	}
}

// inventoryPath is the temporary folder that only the reference has.
var inventoryPath = regexp.MustCompile(`'/[^']*/inventory/`)

// answer is what a command says.
type answer struct {
	out, err string // err is the first line that begins with "Error:"
	code     int
	crashed  bool
}

func said(t *testing.T, cmd *exec.Cmd, sorted bool) (a answer) {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if a.out = string(out); sorted {
		lines := slices.Sorted(strings.Lines(a.out))
		a.out = strings.Join(lines, "")
	}
	a.code, a.crashed = cmd.ProcessState.ExitCode(), strings.Contains(stderr.String(), "Traceback")
	for line := range strings.Lines(stderr.String()) {
		if strings.HasPrefix(line, "Error:") {
			a.err = inventoryPath.ReplaceAllString(strings.TrimSpace(line), "'")
			break
		}
	}
	return a
}
