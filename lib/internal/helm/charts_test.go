package helm

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/lib/internal/casetest"
)

// TestOracleCharts renders the charts in the folder that CHARTS names, as
// <name>-<version>, with each of our value sets for them, and with the helm on
// PATH. Every line is the same, but for those that change from run to run, and
// each chart that has one says where. It prints how long both took.
func TestOracleCharts(t *testing.T) {
	folder := os.Getenv("CHARTS")
	if folder == "" {
		t.Log("not run: CHARTS names no folder of charts")
		return
	}
	casetest.Python(t) // skips without the reference
	command, err := exec.LookPath("helm")
	if err != nil {
		t.Log("absent: helm")
		return
	}
	sets, err := txtar.ParseFile("testdata/charts/sets.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`-v?[0-9][0-9.]*[^/]*$`)
	met := 0
	for _, at := range folders {
		for _, set := range sets.Files {
			if name, _, _ := strings.Cut(set.Name, "/"); name == version.ReplaceAllString(filepath.Base(at), "") {
				met++
				compareChart(t, command, at, set)
			}
		}
	}
	if met == 0 {
		t.Errorf("no chart of the value sets is in %s", folder)
	}
}

func compareChart(t *testing.T, command, at string, set txtar.File) {
	file := filepath.Join(t.TempDir(), "values.yaml")
	if err := os.WriteFile(file, set.Data, 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(command, "template", "--include-crds", "--skip-tests", "--values", file, "-n", "ns", "rel", at)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	failed := cmd.Run() != nil
	process := time.Since(start)

	var charts Charts
	render := func() (*Output, error) {
		c, err := charts.Load(os.DirFS(at), filepath.Base(at))
		if err != nil {
			return nil, err
		}
		values, err := ReadValues([]File{{"values.yaml", set.Data}})
		if err != nil {
			return nil, err
		}
		caps, err := NewCapabilities("", nil)
		if err != nil {
			return nil, err
		}
		return c.Template(t.Context(), values, Options{Release: Release{Name: "rel", Namespace: "ns"}, Capabilities: caps, IncludeCRDs: true, SkipTests: true})
	}
	start = time.Now()
	out, err := render()
	cold := time.Since(start)
	start = time.Now()
	again, _ := render()
	warm := time.Since(start)
	verdict := "same"
	switch {
	case failed && err != nil:
		verdict = "both fail: " + err.Error()
	case failed || err != nil:
		t.Errorf("%s with %s: ours %v, helm %s", filepath.Base(at), set.Name, err, stderr.String())
		return
	default:
		differ, changing := unlike(out.Text, stdout.String()), unlike(out.Text, again.Text)
		for line := range differ {
			if !changing[line] {
				t.Errorf("%s with %s: line %d differs", filepath.Base(at), set.Name, line)
			}
		}
		if len(differ) > 0 {
			verdict = fmt.Sprintf("same but for %d lines that change from run to run", len(differ))
			if len(out.Chances) == 0 {
				t.Errorf("%s with %s: nothing was said of what changes", filepath.Base(at), set.Name)
			}
		}
	}
	t.Logf("%-34s %-26s %8d bytes, process %4d ms, in memory %4d ms, again %4d ms: %s", filepath.Base(at), set.Name, stdout.Len(),
		process.Milliseconds(), cold.Milliseconds(), warm.Milliseconds(), verdict)
}

// unlike gives the numbers of the lines in which two texts differ; -1 is their
// count.
func unlike(a, b string) map[int]bool {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	lines := map[int]bool{}
	if len(x) != len(y) {
		lines[-1] = true
	}
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			lines[i+1] = true
		}
	}
	return lines
}
