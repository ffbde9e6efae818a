package remove

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
)

// target gives a target that has written some files; the search paths are those
// of Kapitan, the working directory and the output.
func target(t *testing.T) *input.Env {
	t.Helper()
	w := overlay.NewWorld()
	w.Mount("/wd", fstest.MapFS{"dependencies/c/values.yaml": {Data: []byte("v")}, "dependencies/c/main.jsonnet": {Data: []byte("m")}}, true)
	w.Folder("/out")
	env := &input.Env{FS: overlay.New(w), Search: []string{"/wd", "/out"}, Output: "/out/compiled/t", Target: plan.Target{Name: "t"}}
	for _, name := range []string{"o/n/f", "o/a.txt", "o/b.txt", "o/c.yml", "o/.h.txt"} {
		if err := env.FS.WriteFile(env.Output+"/"+name, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return env
}

// TestRemove: spec K48, as measured with the reference.
func TestRemove(t *testing.T) {
	all := []string{"o/.h.txt", "o/a.txt", "o/b.txt", "o/c.yml", "o/n/f"}
	for _, tt := range []struct {
		name  string
		paths []string
		want  []string
	}{
		{"file", []string{"compiled/t/o/a.txt"}, []string{"o/.h.txt", "o/b.txt", "o/c.yml", "o/n/f"}},
		{"folder", []string{"compiled/t/o/n"}, []string{"o/.h.txt", "o/a.txt", "o/b.txt", "o/c.yml"}},
		{"pattern", []string{"compiled/t/o/*.txt"}, []string{"o/.h.txt", "o/c.yml", "o/n/f"}},
		{"several", []string{"compiled/t/o/*.txt", "compiled/t/o/n"}, []string{"o/.h.txt", "o/c.yml"}},
		{"everything", []string{"compiled/t"}, nil},
		{"input", []string{"dependencies/c/values.yaml"}, all},
		{"missing", []string{"compiled/t/o/none", "compiled/t/x/*"}, all},
	} {
		env := target(t)
		job := plan.Job{InputType: "remove", InputPaths: tt.paths, OutputPath: ".", IgnoreMissing: true}
		if err := input.Run(context.Background(), env, job, Render); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		var got []string
		for _, f := range env.FS.Files(env.Output) {
			got = append(got, f.Path)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// TestOtherTargetsKeepTheInput: what is removed is gone for one target only.
func TestOtherTargetsKeepTheInput(t *testing.T) {
	w := overlay.NewWorld()
	w.Put("/wd/c/values.yaml", []byte("v"))
	first, second := overlay.New(w), overlay.New(w)
	env := &input.Env{FS: first, Search: []string{"/wd"}, Output: "/out/t"}
	if err := input.Run(context.Background(), env, plan.Job{InputPaths: []string{"c"}, OutputPath: "."}, Render); err != nil {
		t.Fatal(err)
	}
	if _, err := first.ReadFile("/wd/c/values.yaml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after the removal: got %v, want a file that does not exist", err)
	}
	if got, err := second.ReadFile("/wd/c/values.yaml"); string(got) != "v" {
		t.Errorf("another target reads %q, %v", got, err)
	}
}

func TestRemoveMissing(t *testing.T) {
	job := plan.Job{InputType: "remove", InputPaths: []string{"compiled/t/o/none"}, OutputPath: "."}
	err := input.Run(context.Background(), target(t), job, Render)
	if err == nil || !strings.Contains(err.Error(), "compiled/t/o/none for target: t not found in search_paths") {
		t.Errorf("got %v", err)
	}
}
