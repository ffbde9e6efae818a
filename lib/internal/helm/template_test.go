package helm

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/casetest"
)

// sample is a chart of our own with sets of values. What Helm makes of each
// stands in want/<set>, its error in error/<set>, and our message for that in
// ours/<set>.
type sample struct {
	file    string
	archive *txtar.Archive
}

func samples(t testing.TB) []sample {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	var list []sample
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sample{name, a})
	}
	return list
}

func (s sample) part(name string) (string, bool) {
	for _, f := range s.archive.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

// set writes a part, in place of the one that is there.
func (s sample) set(name, text string) {
	for i, f := range s.archive.Files {
		if f.Name == name {
			s.archive.Files[i].Data = []byte(text)
			return
		}
	}
	s.archive.Files = append(s.archive.Files, txtar.File{Name: name, Data: []byte(text)})
}

func (s sample) sets() []string {
	var list []string
	for _, f := range s.archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "sets/"); ok {
			list = append(list, name)
		}
	}
	return list
}

// flags are those of helm template for a set.
func (s sample) flags(set string) []string {
	if text, ok := s.part("flags/" + set); ok {
		return strings.Fields(text)
	}
	return []string{"--include-crds", "--skip-tests"}
}

func (s sample) options(t testing.TB, set string) Options {
	o := Options{Release: Release{Name: "rel", Namespace: "default"}}
	kube, versions := "", []string(nil)
	for _, flag := range s.flags(set) {
		name, value, _ := strings.Cut(flag, "=")
		switch name {
		case "--include-crds":
			o.IncludeCRDs = true
		case "--skip-tests":
			o.SkipTests = true
		case "--no-hooks":
			o.NoHooks = true
		case "--is-upgrade":
			o.Release.IsUpgrade = true
		case "--namespace":
			o.Release.Namespace = value
		case "--kube-version":
			kube = value
		case "--api-versions":
			versions = strings.Split(value, ",")
		default:
			t.Fatalf("%s: flag %s", s.file, flag)
		}
	}
	caps, err := NewCapabilities(kube, versions)
	if err != nil {
		t.Fatal(err)
	}
	o.Capabilities = caps
	return o
}

// chart loads the sample's chart out of a folder.
func (s sample) chart(t testing.TB, charts *Charts) *Chart {
	root := t.TempDir()
	for _, f := range s.archive.Files {
		name, ok := strings.CutPrefix(f.Name, "chart/")
		if !ok {
			continue
		}
		at := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := charts.Load(os.DirFS(root), "chart")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (s sample) render(t testing.TB, c *Chart, set string) (*Output, error) {
	text, _ := s.part("sets/" + set)
	values, err := ReadValues([]File{{"values", []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return c.Template(context.Background(), values, s.options(t, set))
}

// message gives all of a finding.
func message(err error) string {
	d := diag.From(err, "")
	var b strings.Builder
	b.WriteString(d.Error() + "\n")
	for _, f := range d.Chain {
		b.WriteString("  " + f.Pos.String() + ": " + f.Text + "\n")
	}
	if d.Hint != "" {
		b.WriteString("  hint: " + d.Hint + "\n")
	}
	return b.String()
}

// TestTemplate: spec K40, K44. Each want is what the command of Helm 3.22.0
// prints; TestOracleTemplate asks it again.
func TestTemplate(t *testing.T) {
	for _, s := range samples(t) {
		var charts Charts
		c := s.chart(t, &charts)
		for _, set := range s.sets() {
			t.Run(filepath.Base(s.file)+"/"+set, func(t *testing.T) {
				out, err := s.render(t, c, set)
				want, succeeds := s.part("want/" + set)
				ours, fails := s.part("ours/" + set)
				switch {
				case succeeds == fails:
					t.Fatal("one of want and ours is needed")
				case err == nil && fails:
					t.Fatalf("no error, but\n%s", out.Text)
				case err != nil && succeeds:
					t.Fatal(message(err))
				case succeeds:
					if d := cmp.Diff(want, out.Text); d != "" {
						t.Error(d)
					}
				default:
					if d := cmp.Diff(ours, message(err)); d != "" {
						t.Error(d)
					}
				}
			})
		}
	}
}

// TestOracleTemplate checks that what is recorded is what the helm on PATH says,
// which has to be 3.22.0 built for Kubernetes 1.37. RECORD=1 records it.
func TestOracleTemplate(t *testing.T) {
	casetest.Python(t) // skips without the reference
	helm, err := exec.LookPath("helm")
	if err != nil {
		t.Log("absent: helm")
		return
	}
	for _, s := range samples(t) {
		root := t.TempDir()
		for _, f := range s.archive.Files {
			at := filepath.Join(root, filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, set := range s.sets() {
			args := append([]string{"template"}, s.flags(set)...)
			cmd := exec.Command(helm, append(args, "--values", "sets/"+set, "rel", "chart")...)
			cmd.Dir = root
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			kind, said := "want/", ""
			if cmd.Run() == nil {
				said = stdout.String()
			} else {
				first, _, _ := strings.Cut(stderr.String(), "\n")
				kind, said = "error/", fmt.Sprintf("%.300s\n", first)
			}
			if os.Getenv("RECORD") != "" {
				s.set(kind+set, said)
			} else if recorded, _ := s.part(kind + set); recorded != said {
				t.Errorf("%s, %s: %s", s.file, set, cmp.Diff(recorded, said))
			}
		}
		if os.Getenv("RECORD") != "" {
			if err := os.WriteFile(s.file, txtar.Format(s.archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
