package oracle

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "record what the reference prints of the mistakes in lib/cli/testdata/messages")

// TestOracleMessages: what lib/cli/testdata/messages says that the reference
// prints of a mistake is what it prints. A case without it says why, in a line
// that begins with "no reference: ".
func TestOracleMessages(t *testing.T) {
	r := newRig(t)
	folder := filepath.Join(r.root, "lib/cli/testdata")
	base, err := txtar.ParseFile(filepath.Join(folder, "messages.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	cases, err := filepath.Glob(filepath.Join(folder, "messages/*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			sections := 0
			c, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.Files {
				if door, ok := strings.CutPrefix(c.Files[i].Name, "reference/"); ok {
					sections++
					recorded(t, r, base, c, &c.Files[i].Data, door)
				}
			}
			if none := strings.Contains(string(c.Comment), "\nno reference: "); none == (sections > 0) {
				t.Errorf("%d sections reference/, and a line \"no reference: \" is %t", sections, none)
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(c), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// recorded compares a section with what the reference prints.
func recorded(t *testing.T, r *Rig, base, c *txtar.Archive, section *[]byte, door string) {
	t.Helper()
	mine, out := *r, t.TempDir()
	mine.workspace = t.TempDir()
	mine.env = append(mine.env[:len(mine.env):len(mine.env)], "TMPDIR="+out)
	layOut(t, mine.workspace, base, "")
	layOut(t, mine.workspace, c, "in/")
	for _, f := range c.Files {
		if name, ok := strings.CutPrefix(f.Name, "gone/"); ok {
			if err := os.Remove(filepath.Join(mine.workspace, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := mine.commit(); err != nil {
		t.Fatal(err)
	}
	var got string
	for try := 0; try == 0 || try < 10 && strings.Contains(got, "codec can't decode"); try++ {
		got = own(mine.through(t, door, filepath.Join(out, fmt.Sprint(try))), mine.workspace, out)
	}
	if *update {
		*section = []byte(got)
	}
	if d := cmp.Diff(string(*section), got); d != "" {
		t.Errorf("reference/%s (-recorded +printed):\n%s", door, d)
	}
}

// through gives what the reference prints on the way that the door names.
func (r *Rig) through(t *testing.T, door, out string) string {
	t.Helper()
	switch door {
	case "component":
		text, _ := printed(t, r.commodore(r.workspace, "component", "compile", "components/web", "-f", "components/web/tests/defaults.yml", "-o", out))
		return text
	case "cluster":
		text, ok := printed(t, r.workdir("c-one", out))
		if ok {
			text, _ = printed(t, r.catalog("c-one", out))
		}
		return text
	}
	t.Fatalf("reference/%s: the doors are component and cluster", door)
	return ""
}

// layOut writes the files of an archive that are below a folder of it.
func layOut(t *testing.T, dir string, a *txtar.Archive, below string) {
	t.Helper()
	for _, f := range a.Files {
		name, ok := strings.CutPrefix(f.Name, below)
		if !ok {
			continue
		}
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// printed gives what a command prints, then how it ends, and whether that is well.
func printed(t *testing.T, cmd *exec.Cmd) (string, bool) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if w, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return string(out) + fmt.Sprintln("ends by a signal:", w.Signal()), false
	}
	return string(out) + fmt.Sprintf("exit %d\n", cmd.ProcessState.ExitCode()), err == nil
}

var (
	// progress are the lines that say what Commodore and Kapitan are at.
	progress = regexp.MustCompile(`^(Compile component |running reclass_rs|Inventory \(|(Installing|Registering|Updating|Resetting|Creating|Configuring|Discovering|Compiling|Running|Cleaning|Copying|Rendered|Fetched|Fetching|Compiled) |` +
		`No jsonnetfile.json found, | > (Component compiled to|Will use existing|Assert current) |   > Use --fetch-dependencies |Postprocessing|` +
		` > (Skipping cleaning, |Changes:|Skipping commit)|     Added file |Catalog compiled)`)
	temporary = regexp.MustCompile(`\$OUT/(component-[a-z0-9_]+|tmp[a-z0-9_]+\.kapitan)`)
	// stray is what stands after the message of an import that fails: gojsonnet
	// reads on behind its end. Where that is no UTF-8, it has no message at all.
	stray  = regexp.MustCompile(`(importer error: .*: '[^'\n]*').*`)
	python = regexp.MustCompile(`/[^ :']*/site-packages/`)
)

// own gives the lines of what is printed that are about the mistake. Of a
// traceback that is the exception at its end, of a long one its begin and end.
func own(text, workspace, out string) string {
	text = strings.NewReplacer(workspace, "$WORK", out, "$OUT").Replace(text)
	text = python.ReplaceAllString(temporary.ReplaceAllString(text, "$$TMP"), "$$PYTHON/")
	text = stray.ReplaceAllString(text, "$1")
	traceback := strings.LastIndex(text, "Traceback (most recent call last):\n")
	var lines []string
	inside := traceback >= 0
	for line := range strings.Lines(text[max(traceback, 0):]) {
		line = strings.TrimRight(line, " \t\n")
		switch {
		case line == "", strings.HasPrefix(line, "Traceback "), traceback < 0 && progress.MatchString(line):
		case inside && strings.HasPrefix(line, "  "):
		default:
			inside, lines = false, append(lines, line)
		}
	}
	if n := len(lines); n > 12 {
		lines = append(append(lines[:6:6], fmt.Sprintf("[%d lines like these]", n-10)), lines[n-4:]...)
	}
	return strings.Join(lines, "\n") + "\n"
}
