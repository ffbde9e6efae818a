package postprocess

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// The places of a job. The names are such that oracle.py can put others in
// their place.
const (
	workDir   = "/@wd"
	component = "/@component"
	output    = workDir + "/compiled/inst"
)

// job is what filters find.
type job struct {
	parameters *tree.Node
	component  map[string]string // files below the component's folder
	compiled   map[string]string // files below the target's output
}

// answer is what came of it.
type answer struct {
	Error string            `json:"error"` // one line, empty for none
	Said  string            `json:"said"`
	Files map[string]string `json:"files"`

	findings string // all of ours, with place and hint
}

// run gives azogue's answer to a job.
func (j job) run(t testing.TB, vm *jsonnetvm.VM) answer {
	t.Helper()
	world := overlay.NewWorld()
	world.Mount("/shipped", jsonnet.Lib, true)
	files := fstest.MapFS{}
	for name, text := range j.component {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	world.Mount(component, files, true)
	view := overlay.New(world)
	for name, text := range j.compiled {
		if err := view.WriteFile(output+"/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	env := &Env{FS: view, VM: vm, Instance: "inst", Component: "comp", Directory: component, Output: output, Shipped: "/shipped",
		Imports: []string{workDir, "/shipped", workDir + "/vendor"}, Said: &said,
		Inventory: tree.NewMap(
			tree.Entry("applications", tree.NewList()), tree.Entry("classes", tree.NewList()), tree.Entry("environment", tree.NewString("base")),
			tree.Entry("exports", tree.NewMap()), tree.Entry("parameters", j.parameters))}
	filters, diags := Filters(env, j.parameters)
	for _, f := range filters {
		if diag.HasErrors(diags) {
			break
		}
		if err := Run(context.Background(), env, f); err != nil {
			diags = append(diags, diag.From(err, ""))
		}
	}
	a := answer{Said: said.String(), Files: map[string]string{}}
	for _, f := range view.Files(output) {
		a.Files[f.Path] = string(f.Bytes)
	}
	var text strings.Builder
	for _, d := range diags {
		if d.Severity == diag.Error {
			a.Error = d.Error()
		}
		text.WriteString(d.Severity.String() + ": " + d.Error() + " [" + d.ID + "]\n")
		for _, f := range d.Chain {
			text.WriteString("  " + strings.TrimPrefix(f.Pos.String()+" ", " ") + f.Text + "\n")
		}
		if d.Hint != "" {
			text.WriteString("  hint: " + d.Hint + "\n")
		}
	}
	a.findings = text.String()
	return a
}

// archive is a case: parameters.yml, component/..., compiled/..., and what comes
// of them: the reference's want/... and said, or error; and our findings.
type archive struct {
	path  string
	txtar *txtar.Archive
	job   job
	want  answer
	fails bool
}

func archives(t *testing.T) []archive {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var all []archive
	for _, p := range paths {
		parsed, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		a := archive{path: p, txtar: parsed, job: job{component: map[string]string{}, compiled: map[string]string{}}, want: answer{Files: map[string]string{}}}
		for _, f := range parsed.Files {
			folder, name, _ := strings.Cut(f.Name, "/")
			switch text := string(f.Data); folder {
			case "parameters.yml":
				docs, err := pyyaml.ReadCore("class.yml", f.Data)
				if err != nil {
					t.Fatalf("%s: %v", p, err)
				}
				a.job.parameters = docs[0]
			case "component":
				a.job.component[name] = text
			case "compiled":
				a.job.compiled[name] = text
			case "want":
				a.want.Files[name] = text
			case "said":
				a.want.Said = text
			case "error":
				a.fails = true
			case "findings":
				a.want.findings = text
			default:
				t.Fatalf("%s: what is %s?", p, f.Name)
			}
		}
		all = append(all, a)
	}
	return all
}

// TestRun: the wants are the reference's answers (TestOracleFilters), the
// findings ours. Every case runs twice in the same VM.
func TestRun(t *testing.T) {
	vm := jsonnetvm.New(jsonnet.Lib).Filters()
	for range 2 {
		for _, a := range archives(t) {
			t.Run(filepath.Base(a.path), func(t *testing.T) {
				got := a.job.run(t, vm)
				if (got.Error != "") != a.fails {
					t.Errorf("fails: got %q, want %v", got.Error, a.fails)
				}
				if d := cmp.Diff(a.want.findings, got.findings); d != "" {
					t.Errorf("findings (-want +got):\n%s", d)
				}
				if a.fails {
					return
				}
				if d := cmp.Diff(a.want.Said, got.Said); d != "" {
					t.Errorf("said (-want +got):\n%s", d)
				}
				if d := cmp.Diff(a.want.Files, got.Files); d != "" {
					t.Errorf("files (-want +got):\n%s", d)
				}
			})
		}
	}
}

// record writes an archive with the reference's answer, and our findings.
func record(t *testing.T, a archive, theirs answer) {
	t.Helper()
	out := &txtar.Archive{Comment: a.txtar.Comment}
	for _, f := range a.txtar.Files {
		if folder, _, _ := strings.Cut(f.Name, "/"); folder == "parameters.yml" || folder == "component" || folder == "compiled" {
			out.Files = append(out.Files, f)
		}
	}
	put := func(name, text string) { out.Files = append(out.Files, txtar.File{Name: name, Data: []byte(text)}) }
	if theirs.Error != "" {
		put("error", theirs.Error+"\n")
	} else {
		for _, name := range sortedKeys(theirs.Files) {
			put("want/"+name, theirs.Files[name])
		}
		if theirs.Said != "" {
			put("said", theirs.Said)
		}
	}
	if ours := a.job.run(t, jsonnetvm.New(jsonnet.Lib).Filters()); ours.findings != "" {
		put("findings", ours.findings)
	}
	if err := os.WriteFile(a.path, txtar.Format(out), 0o644); err != nil {
		t.Fatal(err)
	}
}
