package oracle

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOracleNewComponent: what `azogue component new` writes compiles under the
// reference too, to the golden files that azogue gave it.
func TestOracleNewComponent(t *testing.T) {
	r := newRig(t)
	for _, args := range [][]string{{"fresh"}, {"fresh-all", "--lib", "--pp", "-t", "second"}} {
		if err := Run(r.Command(r.workspace, r.azogue, append([]string{"component", "new"}, args...)...)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := r.Components()
	if err != nil {
		t.Fatal(err)
	}
	var cases []Case
	for _, c := range all {
		name, instance, _ := strings.Cut(c.Name, "/")
		if !strings.HasPrefix(name, "fresh") {
			continue
		}
		cases = append(cases, c)
		golden := filepath.Join(r.workspace, "components", name, "tests/golden", instance)
		c.Azogue = func(out string) *exec.Cmd {
			return r.Command("", "cp", "-R", golden, filepath.Join(out, "compiled"))
		}
		c.Name += "/golden"
		cases = append(cases, c)
	}
	if len(cases) != 6 {
		t.Fatalf("got %d cases, want 6", len(cases))
	}
	check(t, cases, nil)
}
