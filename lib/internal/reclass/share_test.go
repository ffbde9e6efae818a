package reclass

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
)

func renderOK(t *testing.T, inv *Inventory, o Options) map[string]*Node {
	t.Helper()
	nodes, diags := inv.Render(context.Background(), inv.Targets(), o)
	if diag.HasErrors(diags) {
		t.Fatal(diags)
	}
	out := map[string]*Node{}
	for _, n := range nodes {
		out[n.Name] = n
	}
	return out
}

func open(t *testing.T, files map[string]string, cache *Files) *Inventory {
	t.Helper()
	inv, diags := Open(context.Background(), mapFS(files), cache)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return inv
}

var shared = map[string]string{
	"classes/a.yml": "parameters:\n  base: {x: 1, y: [1]}\n  same: {k: '${base:x}', m: {n: '${base}'}}\n  own: 'x-${_instance}'\n" +
		"  through: ${own}\n  meta: ${_reclass_:name:full}\n  absent: ${nothing::none}\n  part: {fixed: {a: 1}, own: '${_instance}'}",
	"classes/b.yml": "parameters:\n  base: {z: 3}",
	"targets/n.yml": "classes: [a]\nparameters: {_instance: n}",
	"targets/o.yml": "classes: [a]\nparameters: {_instance: o}",
	"targets/p.yml": "classes: [a, b]\nparameters: {_instance: n, nothing: some}",
}

// TestShared checks that targets hold the same nodes where they are made of the
// same, and different ones where they are not.
func TestShared(t *testing.T) {
	for _, each := range []func(int, func(int)){nil, parallel} {
		nodes := renderOK(t, open(t, shared, nil), Options{Each: each})
		n, o, p := nodes["n"].Parameters, nodes["o"].Parameters, nodes["p"].Parameters
		for _, key := range []string{"base", "same", "absent"} {
			if n.Get(key) != o.Get(key) {
				t.Errorf("%s: n and o hold different nodes, want the same", key)
			}
		}
		if n.At("part", "fixed") != o.At("part", "fixed") {
			t.Errorf("part:fixed: n and o hold different nodes, want the same")
		}
		tests := []struct{ key, n, o, p string }{
			{"own", "x-n", "x-o", "x-n"},
			{"through", "x-n", "x-o", "x-n"},
			{"meta", "n", "o", "p"},
			{"absent", "none", "none", "some"},
		}
		for _, test := range tests {
			got := []string{n.Get(test.key).Text, o.Get(test.key).Text, p.Get(test.key).Text}
			if want := []string{test.n, test.o, test.p}; strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("%s: got %q, want %q", test.key, got, want)
			}
		}
		if p.At("same", "m", "n", "z") == nil || n.At("same", "m", "n", "z") != nil {
			t.Errorf("same: the layer of class b is not where it belongs: n %v, p %v", dump(t, n.Get("same")), dump(t, p.Get("same")))
		}
	}
}

// TestFiles checks that a second inventory reuses what has not changed.
func TestFiles(t *testing.T) {
	cache := &Files{}
	files := map[string]string{
		"classes/a.yml": "parameters: {a: {x: 1}}", "classes/b.yml": "parameters: {b: {x: 1}}",
		"targets/n.yml": "classes: [a, b]",
	}
	before := renderOK(t, open(t, files, cache), Options{})["n"].Parameters
	files["targets/o.yml"] = "classes: [a, b]"
	files["classes/b.yml"] = "parameters: {b: {x: 2}}"
	after := renderOK(t, open(t, files, cache), Options{})["o"].Parameters
	if before.Get("a") != after.Get("a") {
		t.Errorf("a was parsed again although its file is as before")
	}
	if got := after.At("b", "x").Int; got != 2 {
		t.Errorf("b:x: got %d, want 2 from the changed file", got)
	}
	if got, want := after.Get("a").Pos.File, "classes/a.yml"; got != want {
		t.Errorf("file of a: got %q, want %q", got, want)
	}
}

// TestReclass checks the form that Commodore gets (spec P14).
func TestReclass(t *testing.T) {
	files := map[string]string{"classes/a.yml": "", "targets/sub/n.yml": "classes: [a]\napplications: [x]\nparameters: {a: 1}"}
	n := renderOK(t, open(t, files, nil), Options{})["n"]
	got := dump(t, n.Reclass("/inv", "Mon Nov 30 19:57:58 2026"))
	want := `{"__reclass__": {"node": "n", "name": "n", "uri": "yaml_fs:///inv/targets/sub/n.yml", "environment": "base", "timestamp": "Mon Nov 30 19:57:58 2026"}, ` +
		`"applications": ["x"], "classes": ["a"], "environment": "base", "exports": {}, "parameters": ` +
		`{"_reclass_": {"environment": "base", "name": {"full": "n", "parts": ["n"], "path": "n", "short": "n"}}, "a": 1}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestUnshared checks that a copy says the same and shares no collection.
func TestUnshared(t *testing.T) {
	n := renderOK(t, open(t, shared, nil), Options{})["n"].Parameters
	if n.Get("base") != n.At("same", "m", "n") {
		t.Fatal("base and same:m:n are different nodes, want the same one before Unshared")
	}
	u := Unshared(n)
	if u.Get("base") == u.At("same", "m", "n") {
		t.Error("base and same:m:n are still the same node")
	}
	if got, want := dump(t, u), dump(t, n); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if n.Get("base") != n.At("same", "m", "n") {
		t.Error("Unshared has changed its argument")
	}
}

// TestGrowth checks that work grows with the number of targets, not faster
// (RC20: https://github.com/kapicorp/kapitan/issues/839).
func TestGrowth(t *testing.T) {
	allocs := func(targets int) float64 {
		files := map[string]string{"classes/base.yml": "parameters: {example: {version: v1}}"}
		for _, app := range []string{"app_a", "app_b", "app_c"} {
			files["classes/example/v1/"+app+".yml"] = "parameters:\n  " + app + ": {name: '${target}', list: [1, 2, 3]}\n  all: {" + app + ": '${" + app + "}'}"
		}
		for i := range targets {
			files[fmt.Sprintf("targets/t%d.yml", i)] = "classes: [base, 'example.${example:version}.app_a', 'example.${example:version}.app_b', 'example.${example:version}.app_c']\n" +
				fmt.Sprintf("parameters: {target: t%d}", i)
		}
		fsys := mapFS(files)
		return testing.AllocsPerRun(3, func() {
			inv, _ := Open(context.Background(), fsys, nil)
			inv.Render(context.Background(), inv.Targets(), Options{})
		})
	}
	few, many := allocs(50), allocs(400)
	if ratio := many / few; ratio > 9 {
		t.Errorf("8 times the targets took %.1f times the allocations (%.0f, %.0f), want about 8", ratio, few, many)
	}
}

// TestLinks checks spec R1 on a real folder: links are followed, links that
// lead nowhere or back are errors, as in the reference.
func TestLinks(t *testing.T) {
	tests := []struct {
		name  string
		links map[string]string
		want  string // classes, or part of the finding
	}{
		{"folder", map[string]string{"classes/l": "../real"}, "a l.b l.c.d"},
		{"file", map[string]string{"classes/k.yml": "../real/b.yml"}, "a k"},
		{"chain", map[string]string{"classes/l": "../m", "m": "real"}, "a l.b l.c.d"},
		{"nowhere", map[string]string{"classes/x.txt": "gone"}, "classes/x.txt: Error while discovering classes: the link classes/x.txt leads nowhere"},
		{"round", map[string]string{"classes/x.txt": "x.txt"}, "classes/x.txt: too many links"},
		{"back", map[string]string{"classes/l": "../classes"}, "classes/l/l: Error while discovering classes: the link classes/l/l leads back to /w/classes"},
		{"here", map[string]string{"classes/l": "."}, "classes/l/l: Error while discovering classes: the link classes/l/l leads back to /w/classes"},
		{"up", map[string]string{"classes/up": ".."}, "classes/up/classes/up: Error while discovering classes: the link classes/up/classes/up leads back to /w"},
		{"below", map[string]string{"classes/l": "../real", "real/c/up": ".."}, "leads back to /w/real"},
		{"link to a link", map[string]string{"classes/l": "../m", "m": "real", "real/c/up": "../../m"}, "leads back to /w/real"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, p := range []string{"classes/a.yml", "targets/n.yml", "real/b.yml", "real/c/d.yml"} {
				writeFile(t, filepath.Join(dir, p))
			}
			for link, to := range test.links {
				if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
					t.Fatal(err)
				}
			}
			w := overlay.NewWorld()
			w.Mount("/w", os.DirFS(dir), true)
			inv, diags := Open(context.Background(), overlay.New(w).Dir("/w"), nil)
			got := fmt.Sprint(diags)
			if inv != nil {
				got = strings.Join(inv.Classes(), " ")
			}
			if len(diags) > 0 && !strings.Contains(got, test.want) || len(diags) == 0 && got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func writeFile(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestUnknownTarget checks the finding for a target that does not exist.
func TestUnknownTarget(t *testing.T) {
	inv := open(t, map[string]string{"targets/argocd.yml": ""}, nil)
	nodes, diags := inv.Render(context.Background(), []string{"argcd", "argocd"}, Options{})
	if nodes[0] != nil || nodes[1] == nil {
		t.Errorf("got nodes %v, want only the second", nodes)
	}
	want := diag.Diag{ID: "reclass/unknown-target", Target: "argcd", Message: "Unknown node argcd", Hint: `did you mean "argocd"?`}
	if len(diags) != 1 || fmt.Sprint(diags[0]) != fmt.Sprint(want) || diags[0].Hint != want.Hint {
		t.Errorf("got %+v, want %+v", diags, want)
	}
}

// TestMissingFolders checks that an inventory needs both folders.
func TestMissingFolders(t *testing.T) {
	if _, diags := Open(context.Background(), os.DirFS(t.TempDir()), nil); len(diags) != 2 {
		t.Errorf("got %v, want a finding for targets and one for classes", diags)
	}
}

// TestDepth covers the limit of spec R31: a chain of 64 references is followed,
// one of 65 is not, even where its end is known already.
func TestDepth(t *testing.T) {
	chain := func(first, step, n int) string {
		var b strings.Builder
		b.WriteString("parameters:\n")
		for i := range n {
			fmt.Fprintf(&b, "  k%d: ${k%d}\n", first+i*step, first+(i+1)*step)
		}
		fmt.Fprintf(&b, "  k%d: end\n", first+n*step)
		return b.String()
	}
	tests := []struct {
		name, text string
		parameter  string // the one that the finding names, if there is one
	}{
		{"64 down", chain(0, 1, 64), ""},
		{"65 down", chain(0, 1, 65), "k0"},
		{"64 up", chain(64, -1, 64), ""},
		{"66 up", chain(66, -1, 66), "k66"},
		{"65, all but the first followed before", chain(1, 1, 64) + "  k0: ${k1}\n", "k0"},
	}
	for _, test := range tests {
		n, diags := renderFiles(map[string]string{"targets/n.yml": test.text}, "n", Options{})
		if test.parameter == "" {
			if len(diags) > 0 || n.Parameters.Get("k0").Text != "end" {
				t.Errorf("%s: got %v, want the end of the chain", test.name, diags)
			}
			continue
		}
		want := "Token resolution exceeded recursion depth of 64 for parameter '" + test.parameter + "'."
		if len(diags) == 0 || !strings.HasPrefix(diags[0].Message, want) {
			t.Errorf("%s: got %v, want %s", test.name, diags, want)
		}
		if got := len(diags[0].Chain); got > maxFrames {
			t.Errorf("%s: got %d frames, want at most %d", test.name, got, maxFrames)
		}
	}
}
