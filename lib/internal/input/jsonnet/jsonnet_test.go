package jsonnet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	library "github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/refs"
	"github.com/azogue-build/azogue/lib/tree"
)

// run evaluates text as the file in/<file> and gives the files that it made in
// the target's output folder, as lines of path and content.
func run(file, text string, job plan.Job, secrets refs.Form) ([]string, error) {
	w := overlay.NewWorld()
	w.Put("/wd/in/"+file, []byte(text))
	w.Put("/wd/in/lib.libsonnet", []byte("{v: 'lib'}"))
	w.Folder("/out")
	target := plan.Target{Name: "t", Inventory: tree.NewMap(tree.Entry("parameters", tree.NewMap(tree.Entry("p", tree.NewInt(5)))))}
	env := &input.Env{FS: overlay.New(w), Search: []string{"/wd"}, Output: "/out/t", VM: jsonnetvm.New(library.Lib), Secrets: secrets, Target: target}
	job.InputType, job.InputPaths = "jsonnet", []string{"in/" + file}
	err := input.Run(context.Background(), env, job, Render)
	var list []string
	for _, f := range env.FS.Files("/out/t") {
		list = append(list, fmt.Sprintf("%s=%s", f.Path, f.Bytes))
	}
	for _, f := range env.FS.Files("/out") {
		if !strings.HasPrefix(f.Path, "t/") {
			list = append(list, "outside: "+f.Path)
		}
	}
	return list, err
}

// TestRender: spec K30-K37. Each want was measured with the reference.
func TestRender(t *testing.T) {
	for _, tt := range []struct {
		name, file, text, kind string
		want                   []string
	}{
		{"fields are files", "main.jsonnet", "{b: {k: 1}, a: {k: [2]}}", "yaml", []string{"o/p/a.yaml=k:\n  - 2\n", "o/p/b.yaml=k: 1\n"}},
		{"hidden fields are none", "main.jsonnet", "{a:: {k: 1}, b: {k: 2}}", "yaml", []string{"o/p/b.yaml=k: 2\n"}},
		{"list", "main.jsonnet", "[1, {k: 2}]", "yaml", []string{"o/p/main.yaml=1\n---\nk: 2\n"}},
		{"list in a file with two dots", "list.x.jsonnet", "[{k: 2}]", "yaml", []string{"o/p/list.x.yaml=k: 2\n"}},
		{"list in a file without extension", "main", "[1]", "json", []string{"o/p/main.json=[\n  1\n]"}},
		{"list in a hidden file", ".x.jsonnet", "[1]", "json", []string{"o/p/.x.json=[\n  1\n]"}},
		{"text", "run.sh.jsonnet", "'#!/bin/sh\\n'", "plain", []string{"o/p/run.sh=#!/bin/sh\n"}},
		{"text as documents", "main.jsonnet", "'ab'", "yaml", []string{"o/p/main.yaml=a\n--- b\n...\n"}},
		{"number", "main.jsonnet", "1e3", "json", []string{"o/p/main.json=1000"}},
		{"null", "main.jsonnet", "null", "yaml", []string{"o/p/main.yaml="}},
		{"empty list", "main.jsonnet", "[]", "yaml", []string{"o/p/main.yaml="}},
		{"empty object", "main.jsonnet", "{}", "yaml", nil},
		{"empty text", "main.jsonnet", "{a: ''}", "plain", []string{"o/p/a="}},
		{"slashes", "main.jsonnet", "{'a/b': {k: 1}, 'c//d/./e': {k: 2}, 'f.g/h.i': {k: 3}, 'a/x/../y': {k: 4}}", "yml",
			[]string{"o/p/a/b.yml=k: 1\n", "o/p/a/y.yml=k: 4\n", "o/p/c/d/e.yml=k: 2\n", "o/p/f.g/h.i.yml=k: 3\n"}},
		{"names that are almost none", "main.jsonnet", "{'': {k: 1}, 'a/': {k: 2}, '.': {k: 3}, '..': {k: 4}, 'b/..': {k: 5}, 'c.json/': {k: 6}}", "auto",
			[]string{"o/p/...yaml=k: 4\n", "o/p/..yaml=k: 3\n", "o/p/.yaml=k: 1\n", "o/p/a/.yaml=k: 2\n", "o/p/b/...yaml=k: 5\n", "o/p/c.json/.yaml=k: 6\n"}},
		{"up, but still in the target's folder", "main.jsonnet", "{'../up': {k: 1}, '../../top': {k: 2}}", "yaml", []string{"o/up.yaml=k: 1\n", "top.yaml=k: 2\n"}},
		{"one file twice", "main.jsonnet", "{a: {k: 1}, 'x/../a': {k: 2}}", "yaml", []string{"o/p/a.yaml=k: 2\n"}},
		{"formats by name", "main.jsonnet", "{'a.json': {k: 1}, 'b.yml': {k: 2}, c: {k: 3}, 'd.toml': {k: 4}, 'e.txt': {k: 5}}", "auto",
			[]string{"o/p/a.json={\n  \"k\": 1\n}", "o/p/b.yml=k: 2\n", "o/p/c.yaml=k: 3\n", "o/p/d.toml=k = 4\n", "o/p/e.txt.yaml=k: 5\n"}},
		{"numbers", "main.jsonnet", "{a: [1e20, 0.1, 1.0, 1e-7, -0.0]}", "json", []string{"o/p/a.json=[\n  100000000000000000000,\n  0.1,\n  1,\n  1e-07,\n  0\n]"}},
		{"not ASCII", "main.jsonnet", "{a: 'é\\u0001'}", "json", []string{`o/p/a.json="\u00e9\u0001"`}},
		{"import and target", "main.jsonnet", "local l = import 'lib.libsonnet'; {a: {v: l.v, t: std.extVar('target')}}", "yaml", []string{"o/p/a.yaml=t: t\nv: lib\n"}},
		{"inventory", "main.jsonnet", "local kap = import 'lib/kapitan.libjsonnet'; {a: {v: kap.inventory().parameters.p}}", "yaml", []string{"o/p/a.yaml=v: 5\n"}},
	} {
		got, err := run(tt.file, tt.text, plan.Job{OutputPath: "o/p", OutputType: tt.kind}, refs.Form{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// TestPrune: spec K34; what becomes empty has a file without content.
func TestPrune(t *testing.T) {
	got, err := run("main.jsonnet", "{a: {k: null, l: {}, m: 1}, b: null, c: {}}", plan.Job{OutputPath: "o", OutputType: "json", Prune: true}, refs.Form{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"o/a.json={\n  \"m\": 1\n}", "o/b.json=", "o/c.json="}, got); d != "" {
		t.Error(d)
	}
}

// TestSecrets: every format has its secret tokens replaced.
func TestSecrets(t *testing.T) {
	got, err := run("main.jsonnet", "local v = {k: '?{vaultkv:a/b}'}; {'a.json': v, 'b.yaml': v, 'c.yml': v, 'd.toml': v}", plan.Job{OutputPath: ".", OutputType: "auto"}, refs.Revealed(nil))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := run("main.jsonnet", "{e: 'x?{vaultkv:a/b}'}", plan.Job{OutputPath: ".", OutputType: "plain"}, refs.Revealed(nil))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a.json={\n  \"k\": \"a/b\"\n}", "b.yaml=k: a/b\n", "c.yml=k: a/b\n", "d.toml=k = \"a/b\"\n", "e=xa/b"}
	if d := cmp.Diff(want, append(got, plain...)); d != "" {
		t.Error(d)
	}
}

// TestErrors: the reference stops for all of them.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, kind, want string }{
		{"number as YAML", "7", "yaml", `main.jsonnet: the value of main.jsonnet: the output is an integer ('int' object is not iterable)`},
		{"boolean as YAML", "{a: true}", "yaml", `main.jsonnet:1:2: field "a": the output is a boolean ('bool' object is not iterable)`},
		{"map as text", "{a: {k: 1}}", "plain", `main.jsonnet:1:2: field "a": output type plain needs a string`},
		{"list as TOML", "{a: [1]}", "toml", "output type toml needs a map"},
		{"folder as file", "{'a/b': 'x', 'b/../a': 'y'}", "plain", "is a directory"},
		{"file as folder", "{'a': 'x', 'a/b': 'y'}", "plain", "not a directory"},
		{"no name", "{'': 'x'}", "plain", "is a directory"},
		{"the folder above", "{'..': 'x'}", "plain", "is a directory"},
		{"NUL", "{'a\\u0000b': 'x'}", "plain", "has a NUL in its name"},
		{"error", "error 'no'", "yaml", "no"},
		{"function", "{a: function(x) x}", "yaml", "couldn't manifest function"},
	} {
		_, err := run("main.jsonnet", tt.text, plan.Job{OutputPath: "o", OutputType: tt.kind}, refs.Form{})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
		var d diag.Diag
		if !errors.As(err, &d) {
			t.Errorf("%s: the error is no finding: %v", tt.name, err)
		} else if d.Pos.File != "/wd/in/main.jsonnet" {
			t.Errorf("%s: the finding is at %v, not in the file", tt.name, d.Pos)
		} else if own := strings.Contains(tt.text, "error") || strings.Contains(tt.text, "function"); own != strings.HasPrefix(d.ID, "jsonnet/") || own == strings.HasPrefix(d.ID, "output/") {
			t.Errorf("%s: the finding has the ID %q", tt.name, d.ID)
		}
	}
}

// TestOutputNameLeavesFolder: the reference writes these files.
func TestOutputNameLeavesFolder(t *testing.T) {
	for _, name := range []string{"../../x", "../../tt/x", "a/../../../x", "../../../x/", "/x", "/out/t/o/x"} {
		got, err := run("main.jsonnet", fmt.Sprintf("{'%s': {k: 1}}", name), plan.Job{OutputPath: "o", OutputType: "yaml"}, refs.Form{})
		want := fmt.Sprintf("the output file %q is outside of the target's output folder", name)
		if d := diag.From(err, ""); d.Message != want || d.Pos.File != "/wd/in/main.jsonnet" || len(got) > 0 {
			t.Errorf("%s: got %v and the files %q, want %q", name, err, got, want)
		}
	}
}
