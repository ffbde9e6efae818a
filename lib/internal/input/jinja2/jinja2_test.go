package jinja2

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// TestRender: spec K45, K46. Each want, as mode and content, and each error is
// what Kapitan 0.36.3 answers.
func TestRender(t *testing.T) {
	data, err := os.ReadFile("testdata/kapitan.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct {
		Files map[string]string
		Cases []struct {
			Name  string
			Entry json.RawMessage
			Want  map[string]string
			Error string
		}
	}
	if err := json.Unmarshal(data, &recorded); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for name, text := range recorded.Files {
		files[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	files["f/run.sh.j2"].Mode = 0o755
	for _, c := range recorded.Cases {
		t.Run(c.Name, func(t *testing.T) {
			entry, err := pyjson.Parse(c.Entry)
			if err != nil {
				t.Fatal(err)
			}
			env := environment(t, files)
			err = input.Run(t.Context(), env, job(entry), Render)
			if (err != nil) != (c.Error != "") {
				t.Fatalf("got %v, want error %q", err, c.Error)
			}
			got := map[string]string{}
			for _, f := range env.FS.Files("/out/t") {
				got[f.Path] = fmt.Sprintf("%o %s", f.Mode.Perm(), f.Bytes)
			}
			if d := cmp.Diff(c.Want, got); c.Error == "" && d != "" {
				t.Error(d)
			}
		})
	}
}

func environment(t *testing.T, files fstest.MapFS) *input.Env {
	t.Helper()
	inventory, err := pyjson.Parse([]byte(`{"parameters": {"p": 5, "kapitan": {"vars": {"target": "t", "v": [1, 2]}}}, "classes": ["a"]}`))
	if err != nil {
		t.Fatal(err)
	}
	w := overlay.NewWorld()
	w.Mount("/wd", files, true)
	w.Folder("/out")
	return &input.Env{FS: overlay.New(w), Search: []string{"/wd"}, Output: "/out/t", Target: plan.Target{Name: "t", Inventory: inventory},
		All: func() *tree.Node { return tree.NewMap(tree.Entry("t", inventory)) }}
}

// job gives the job of an entry of kapitan.compile, with what the model adds.
func job(entry *tree.Node) plan.Job {
	own := *entry
	if own.Get("suffix_stripped") == nil {
		own.Fields = append(own.Fields, tree.Entry("suffix_stripped", tree.NewString(".j2")))
	}
	return plan.Job{InputType: "jinja2", InputPaths: []string{entry.Get("input_paths").Items[0].Text}, OutputPath: entry.Get("output_path").Text,
		IgnoreMissing: true, Params: entry.Get("input_params"), Entry: &own}
}

// TestMessages: an error has its place in the template, and nothing is written.
func TestMessages(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"bad.j2", "ok\n{{ nope }}", `/wd/bad.j2:2:1: "nope" is undefined`},
		{"2.j2", "x", `/wd/2.j2: suffix_stripped leaves nothing of the name "2.j2"`},
	} {
		env := environment(t, fstest.MapFS{test.name: {Data: []byte(test.text), Mode: 0o644}})
		entry, err := pyjson.Parse([]byte(`{"input_paths": ["` + test.name + `"], "output_path": ".", "suffix_remove": true}`))
		if err != nil {
			t.Fatal(err)
		}
		err = input.Run(t.Context(), env, job(entry), Render)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
		if left := env.FS.Files("/out"); len(left) > 0 {
			t.Errorf("%s: %s was written", test.name, left[0].Path)
		}
	}
}

// TestEndless: a template without end stops when its context does.
func TestEndless(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	env := environment(t, fstest.MapFS{"t.j2": {Data: []byte("{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}"), Mode: 0o644}})
	entry, err := pyjson.Parse([]byte(`{"input_paths": ["t.j2"], "output_path": "."}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := input.Run(ctx, env, job(entry), Render); err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Errorf("got %v", err)
	}
}
