package compiler

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
)

// files gives a folder's files, for comparing: none where there is no such
// folder, as a cluster without secret references has no refs.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		found[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return found
}

func content(set manifest.Set) map[string]string {
	m := map[string]string{}
	for _, f := range set {
		m[f.Path] = string(f.Bytes)
	}
	return m
}

// mustCompile compiles and wants no findings but notices.
func mustCompile(t *testing.T, o Options) *Result {
	t.Helper()
	r := Compile(context.Background(), o)
	for _, d := range r.Diags {
		if d.Severity != diag.Notice {
			t.Fatalf("unexpected finding: %v", d)
		}
	}
	return r
}

// TestShippedClusters compares each cluster with its golden files, which the
// reference has written (make oracle compares again).
func TestShippedClusters(t *testing.T) {
	root := os.DirFS("../..")
	ids, err := workspace.Clusters(root)
	if err != nil || len(ids) == 0 {
		t.Fatalf("no clusters: %v", err)
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			l, diags := workspace.Cluster(context.Background(), workspace.Sources{Workspace: root}, id)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			r := mustCompile(t, Options{Layout: l, Workers: 2})
			for part, set := range map[string]manifest.Set{"manifests": r.Set, "refs": r.Refs} {
				if d := cmp.Diff(files(t, filepath.Join("../../golden", id, part)), content(set)); d != "" {
					t.Errorf("%s: %s", part, d)
				}
			}
		})
	}
}

// TestShippedComponents compares each test instance of each component with its
// golden files.
func TestShippedComponents(t *testing.T) {
	instances, err := filepath.Glob("../../components/*/tests/*.yml")
	if err != nil || len(instances) == 0 {
		t.Fatalf("no instances: %v", err)
	}
	for _, values := range instances {
		values, err := filepath.Abs(values)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Dir(filepath.Dir(values))
		instance := strings.TrimSuffix(filepath.Base(values), ".yml")
		t.Run(filepath.Base(dir)+"/"+instance, func(t *testing.T) {
			c, err := workspace.Component(workspace.ComponentOptions{Disk: os.DirFS("/"), Path: dir, Values: []string{values}})
			if err != nil {
				t.Fatal(err)
			}
			r := mustCompile(t, Options{Layout: &c.Layout})
			got := map[string]string{}
			for _, tree := range r.Trees {
				for name, text := range content(manifest.Set(tree.Files)) {
					got[tree.Target+"/"+name] = text
				}
			}
			if d := cmp.Diff(files(t, filepath.Join(dir, "tests/golden", instance)), got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestSameAtAnyParallelism(t *testing.T) {
	compile := func(workers int) *Result {
		l, diags := workspace.Cluster(context.Background(), workspace.Sources{Workspace: os.DirFS("../..")}, "c-quicksilver-zrh1")
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		return mustCompile(t, Options{Layout: l, Workers: workers})
	}
	want := compile(1)
	for _, workers := range []int{1, 2, 3, 8} {
		got := compile(workers)
		if d := cmp.Diff(want.Trees, got.Trees); d != "" {
			t.Errorf("%d workers: %s", workers, d)
		}
		if d := cmp.Diff(want.Refs, got.Refs); d != "" {
			t.Errorf("%d workers: %s", workers, d)
		}
	}
}

// app gives a workspace whose components each have a main.jsonnet.
func app(mains map[string]string, extra ...string) *workspace.Layout {
	m := fstest.MapFS{}
	put := func(name, text string) { m[name] = &fstest.MapFile{Data: []byte(text)} }
	put("clusters/c-one.yaml", "id: c-one\ntenant: t-x\nfacts: {distribution: talos, cloud: metal}\n")
	applications := "applications:\n"
	for name, main := range mains {
		applications += "  - " + name + "\n"
		put("components/"+name+"/class/defaults.yml", "{}")
		put("components/"+name+"/class/"+name+".yml", "parameters:\n  kapitan:\n    compile:\n      - input_type: jsonnet\n        input_paths: ["+name+"/main.jsonnet]\n        output_path: .\n")
		put("components/"+name+"/main.jsonnet", main)
	}
	put("inventory/classes/global/commodore.yml", applications)
	for i := 0; i < len(extra); i += 2 {
		put(extra[i], extra[i+1])
	}
	l, diags := workspace.Cluster(context.Background(), workspace.Sources{Workspace: m}, "c-one")
	if len(diags) > 0 {
		panic(fmt.Sprint(diags))
	}
	return l
}

func TestTwoWriters(t *testing.T) {
	r := Compile(context.Background(), Options{Layout: app(map[string]string{"a": "{x: {from: 'a'}}", "b": "{x: {from: 'b'}}", "c": "{y: {}}"})})
	if len(r.Diags) != 1 || r.Diags[0].ID != "manifest/two-writers" || r.Diags[0].Severity != diag.Warning {
		t.Errorf("got %v", r.Diags)
	}
	if got := content(r.Set); got["x.yaml"] != "from: b\n" {
		t.Errorf("the later target's file is to be kept, got %q", got)
	}
}

// TestErrorsOfAllTargets: one broken target does not hide another.
func TestErrorsOfAllTargets(t *testing.T) {
	r := Compile(context.Background(), Options{Layout: app(map[string]string{"a": "error 'first'", "b": "{x: {}}", "c": "error 'second'"}), Workers: 2})
	var got []string
	for _, d := range r.Diags {
		got = append(got, d.Target+" "+d.Pos.String()+" "+d.Message)
	}
	if len(got) != 2 || !strings.Contains(got[0], "a components/a/main.jsonnet:1:1") || !strings.Contains(got[0], "first") || !strings.Contains(got[1], "second") {
		t.Errorf("got %q", got)
	}
}

// TestContinueOnError: spec K10.
func TestContinueOnError(t *testing.T) {
	class := `parameters:
  kapitan:
    compile:
      - {input_type: jsonnet, input_paths: [a/main.jsonnet], output_path: ., continue_on_compile_error: true}
      - {input_type: copy, input_paths: [a/file], output_path: .}
`
	r := Compile(context.Background(), Options{Layout: app(map[string]string{"a": "error 'no'"}, "components/a/class/a.yml", class, "components/a/file", "text")})
	if len(r.Diags) != 1 || r.Diags[0].Severity != diag.Warning {
		t.Errorf("got %v", r.Diags)
	}
	if got := content(r.Set); !cmp.Equal(got, map[string]string{"file": "text"}) {
		t.Errorf("got %q", got)
	}
}

// TestJobsSeeEarlierOutput: spec K4, K48.
func TestJobsSeeEarlierOutput(t *testing.T) {
	class := `parameters:
  kapitan:
    compile:
      - {input_type: jsonnet, input_paths: [a/main.jsonnet], output_path: first}
      - {input_type: copy, input_paths: [compiled/a/first/sub], output_path: second}
      - {input_type: remove, input_paths: [compiled/a/first/sub, compiled/a/none], ignore_missing: true}
`
	r := mustCompile(t, Options{Layout: app(map[string]string{"a": "{'sub/x': {k: 1}, y: {k: 2}}"}, "components/a/class/a.yml", class)})
	if d := cmp.Diff(map[string]string{"first/y.yaml": "k: 2\n", "second/x.yaml": "k: 1\n"}, content(r.Set)); d != "" {
		t.Error(d)
	}
}

// TestNoJobs: spec K9.
func TestNoJobs(t *testing.T) {
	for _, kapitan := range []string{"{compile: []}", "~"} {
		r := mustCompile(t, Options{Layout: app(map[string]string{"a": "{}"}, "components/a/class/a.yml", "parameters: {~kapitan: "+kapitan+"}\n")})
		if len(r.Trees) != 1 || len(r.Set) != 0 {
			t.Errorf("%s: got %d trees, %d files", kapitan, len(r.Trees), len(r.Set))
		}
	}
}

func TestUnsupportedInput(t *testing.T) {
	class := "parameters:\n  kapitan:\n    compile:\n      - {input_type: kadet, input_paths: [a], output_path: .}\n"
	r := Compile(context.Background(), Options{Layout: app(map[string]string{"a": "{}"}, "components/a/class/a.yml", class)})
	if len(r.Diags) != 1 || r.Diags[0].ID != "compile/input-type" || r.Diags[0].Pos.File != "components/a/class/a.yml" || r.Diags[0].Pos.Line != 4 {
		t.Errorf("got %+v", r.Diags)
	}
}

// TestRunaway: programs that do not end are stopped by time, by the stack, or
// by a context that ends, as it does when memory runs out.
func TestRunaway(t *testing.T) {
	for _, tt := range []struct{ name, main, want string }{
		{"endless loop", "local f(x) = if x < 0 then 0 else f(x + 1) tailstrict; {x: f(0)}", "longer than the limit allows"},
		{"endless recursion", "local f(x) = 1 + f(x); {x: f(0)}", "max stack frames exceeded"},
		{"value without end", "local f(x) = {a: f(x + 1)}; {x: f(0)}", ""},
	} {
		r := Compile(context.Background(), Options{Layout: app(map[string]string{"a": tt.main}), Limits: Limits{Time: 300 * time.Millisecond}})
		if len(r.Diags) != 1 || !strings.Contains(r.Diags[0].Message, tt.want) || r.Diags[0].Pos.File != "components/a/main.jsonnet" {
			t.Errorf("%s: got %+v", tt.name, r.Diags)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("out of memory"))
	r := Compile(ctx, Options{Layout: app(map[string]string{"a": "local f(x) = f(x + 1) tailstrict; {x: f(0)}"})})
	if len(r.Diags) != 1 || !strings.Contains(r.Diags[0].Message, "out of memory") {
		t.Errorf("ended context: got %+v", r.Diags)
	}
}

// TestStoppedInside: an evaluation ends though it is inside of one operator, and
// the jobs after it run if they may. Where the whole run ends, none does.
func TestStoppedInside(t *testing.T) {
	class := `parameters:
  kapitan:
    compile:
      - {input_type: jsonnet, input_paths: [a/main.jsonnet], output_path: ., continue_on_compile_error: true}
      - {input_type: jsonnet, input_paths: [a/fine.jsonnet], output_path: .}
`
	// Comparing them takes 2^60 steps.
	main := "local a = std.foldl(function(x, i) [x, x], std.range(1, 60), 1); {x: std.trace('said', {y: a == a}), z: std.trace('later', {y: 1})}"
	l := app(map[string]string{"a": main, "b": "{z: {}}"}, "components/a/class/a.yml", class, "components/a/fine.jsonnet", "{y: {}}")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(diag.Diag{ID: "jsonnet/stopped", Message: "out of memory", Hint: "--max-memory raises the limit"})
	r := Compile(ctx, Options{Layout: l, Workers: 1_000_000_000})
	if len(r.Diags) == 0 || r.Diags[0].Severity != diag.Error || !strings.Contains(r.Diags[0].Message, "out of memory") {
		t.Errorf("ended before: got %+v", r.Diags)
	}
	r = Compile(context.Background(), Options{Layout: l, Workers: 1, Limits: Limits{Time: 50 * time.Millisecond}})
	if len(r.Diags) != 1 || r.Diags[0].Severity != diag.Warning || len(r.Set) != 2 {
		t.Fatalf("got %+v and %d files", r.Diags, len(r.Set))
	}
	d := r.Diags[0]
	if d.Pos.File != "components/a/main.jsonnet" || d.Pos.Line != 1 || !strings.Contains(d.Message, "it ran longer than the limit allows (50ms)") {
		t.Errorf("got %+v", d)
	}
	if !strings.Contains(r.Trace, "said") || strings.Contains(r.Trace, "later") {
		t.Errorf("it said %q", r.Trace)
	}
}

// TestOutputOutside: the reference writes to such paths. A component may keep a
// file there for a later job of its own.
func TestOutputOutside(t *testing.T) {
	class := `parameters:
  kapitan:
    compile:
      - {input_type: jsonnet, input_paths: [a/main.jsonnet], output_path: /somewhere/else}
      - {input_type: jsonnet, input_paths: [a/values.jsonnet], output_path: "${_base_directory}/generated"}
      - {input_type: jsonnet, input_paths: [a/values.jsonnet], output_path: "${_base_directory}/temporary"}
      - {input_type: jsonnet, input_paths: [a/values.jsonnet], output_path: "${_base_directory}/lost"}
      - {input_type: copy, input_paths: [a/generated], output_path: .}
      - {input_type: remove, input_paths: [a/temporary], output_path: .}
`
	r := Compile(context.Background(), Options{Layout: app(map[string]string{"a": "{x: {k: 1}, y: {k: 2}, z: {k: 3}}"}, "components/a/class/a.yml", class, "components/a/values.jsonnet", "{values: {k: 4}}")})
	var got []string
	for _, d := range r.Diags {
		got = append(got, fmt.Sprintf("%s %s %s:%d %s", d.Severity, d.ID, d.Pos.File, d.Pos.Line, d.Message))
	}
	const rest = " not part of the output: the output_path is outside of the target's folder, and no later job reads it"
	want := []string{
		`warning compile/output-outside components/a/class/a.yml:4 the file "/somewhere/else/x.yaml" and 2 more below "/somewhere/else" are` + rest,
		`warning compile/output-outside components/a/class/a.yml:7 the file "components/a/lost/values.yaml" is` + rest,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]string{"values.yaml": "k: 4\n"}, content(r.Set)); d != "" {
		t.Error(d)
	}
}

// TestVaultIsNeededForReferencesOnly: spec K62.
func TestVaultIsNeededForReferencesOnly(t *testing.T) {
	mustCompile(t, Options{Layout: app(map[string]string{"a": "{x: {}}"})})
	const tenant = "inventory/classes/global/more.yml"
	const entry = "inventory/classes/global/commodore.yml"
	more := "parameters:\n  other: '?{vaultkv:a/b}'\n"
	r := Compile(context.Background(), Options{Layout: app(map[string]string{"a": "{x: {}}"}, tenant, more, entry, "classes: [global.more]\napplications: [a]\n")})
	if len(r.Diags) != 1 || r.Diags[0].ID != "refs/no-vault" || r.Diags[0].Pos.String() != "inventory/classes/global/more.yml:2:10" {
		t.Errorf("got %v", r.Diags)
	}
	more += "  kapitan: {secrets: {vaultkv: {VAULT_ADDR: x}}}\n"
	r = mustCompile(t, Options{Layout: app(map[string]string{"a": "{x: {}}"}, tenant, more, entry, "classes: [global.more]\napplications: [a]\n")})
	if got := content(r.Refs); len(got) != 1 || !strings.HasSuffix(got["a/b"], "vault_params:\n  VAULT_ADDR: x\n") {
		t.Errorf("got %q", got)
	}
}

func TestMissingDownloads(t *testing.T) {
	class := "parameters:\n  kapitan:\n    compile: []\n    dependencies:\n      - {type: https, source: https://example.com/x, output_path: dependencies/x.libsonnet}\n"
	r := Compile(context.Background(), Options{Layout: app(map[string]string{"a": "{}"}, "components/a/class/a.yml", class)})
	if len(r.Diags) != 1 || r.Diags[0].ID != "compile/download" || r.Diags[0].Severity != diag.Warning || r.Diags[0].Pos.Line != 5 {
		t.Errorf("got %+v", r.Diags)
	}
	mustCompile(t, Options{Layout: app(map[string]string{"a": "{}"}, "components/a/class/a.yml", class, "components/a/dependencies/x.libsonnet", "{}")})
}
