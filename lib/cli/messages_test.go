package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// doors are the two ways into azogue that the mistakes are tried on; the key is
// the name of the section with what is printed.
var doors = []struct {
	name string
	args func(cluster string) []string
}{
	{"component", func(string) []string {
		return []string{"component", "compile", "components/web", "-f", "components/web/tests/defaults.yml"}
	}},
	{"cluster", func(cluster string) []string { return []string{"compile", cluster} }},
}

// TestMessages makes a common mistake in the workspace of messages.txtar, and
// wants the whole text that people see: in/ has the files with the mistake,
// gone/ those that are missing, want/ what azogue prints, reference/ what
// Commodore prints, shortened to the lines that are its own.
func TestMessages(t *testing.T) {
	base, err := txtar.ParseFile("testdata/messages.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/messages/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { message(t, base, file) })
	}
}

func message(t *testing.T, base *txtar.Archive, file string) {
	full, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := txtar.ParseFile(full)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	layOut(t, base, "")
	layOut(t, c, "in/")
	cluster := "c-one"
	for line := range strings.Lines(string(c.Comment)) {
		if id, ok := strings.CutPrefix(line, "cluster: "); ok {
			cluster = strings.TrimSpace(id)
		}
	}
	tried := 0
	for i := range c.Files {
		section := &c.Files[i]
		if name, ok := strings.CutPrefix(section.Name, "gone/"); ok {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		for _, door := range doors {
			if section.Name != "want/"+door.name {
				continue
			}
			tried++
			got := printed(dir, door.args(cluster))
			if *update {
				section.Data = []byte(got)
			}
			if diff := cmp.Diff(string(section.Data), got); diff != "" {
				t.Errorf("azogue %s (-want +got):\n%s", strings.Join(door.args(cluster), " "), diff)
			}
		}
	}
	if tried == 0 {
		t.Error("there is nothing to compare: want/component, want/cluster or both are missing")
	}
	if *update {
		if err := os.WriteFile(full, txtar.Format(c), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// layOut writes the files of an archive that are below a folder of it.
func layOut(t *testing.T, a *txtar.Archive, below string) {
	t.Helper()
	for _, f := range a.Files {
		name, ok := strings.CutPrefix(f.Name, below)
		if !ok {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// printed gives what a run in dir prints to people, and its exit code.
func printed(dir string, args []string) string {
	var b bytes.Buffer
	code := Run(context.Background(), args, Streams{Out: &b, Err: &b})
	text := strings.ReplaceAll(b.String(), dir, "$WORK")
	return text + fmt.Sprintf("exit %d\n", code)
}
