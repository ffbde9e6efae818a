package external

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
)

func run(t *testing.T, command, entry string) (map[string]string, error) {
	t.Helper()
	w := overlay.NewWorld()
	w.Put(Wrapper, []byte("stands for it"))
	w.Put("/wd/tool", []byte("#!/bin/sh\n"))
	w.Put("/wd/k/kustomization.yaml", []byte("resources: [cm.yaml]\nnamePrefix: p-\n"))
	w.Put("/wd/k/cm.yaml", []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {ref: '?{vaultkv:a/b}'}\n"))
	w.Folder("/out")
	e, err := pyjson.Parse([]byte(entry))
	if err != nil {
		t.Fatal(err)
	}
	env := &input.Env{FS: overlay.New(w), Search: []string{"/wd"}, WorkDir: "/wd", Output: "/out/t", Target: plan.Target{Name: "t"}}
	err = input.Run(t.Context(), env, plan.Job{InputType: "external", InputPaths: []string{command}, OutputPath: ".", Entry: e}, Render)
	got := map[string]string{}
	for _, f := range env.FS.Files("/out") {
		got[f.Path] = string(f.Bytes)
	}
	return got, err
}

// TestWrapper: spec K49. Resources are written as kustomize writes them: secret
// references stay.
func TestWrapper(t *testing.T) {
	want := map[string]string{"t/a/b/v1_configmap_p-c.yaml": "apiVersion: v1\ndata:\n  ref: ?{vaultkv:a/b}\nkind: ConfigMap\nmetadata:\n  name: p-c\n"}
	for _, entry := range []string{
		`{"env_vars": {"INPUT_DIR": "/wd/k"}, "args": ["${compiled_target_dir}/a/b"]}`,
		`{"env_vars": {"INPUT_DIR": "k"}, "args": ["${compiled_target_dir}/a/b", "--load-restrictor LoadRestrictionsNone"]}`,
		`{"env_vars": {"INPUT_DIR": "k"}, "args": ["/out/t/a/b --load-restrictor=LoadRestrictionsRootOnly"]}`,
	} {
		got, err := run(t, Wrapper, entry)
		if err != nil {
			t.Errorf("%s: %v", entry, err)
		} else if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", entry, d)
		}
	}
}

// TestRefused: nothing is run, and nothing written outside.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ command, entry, want string }{
		{"tool", `{"args": []}`, "the command tool is not run"},
		{Wrapper, `{"env_vars": {}, "args": ["${compiled_target_dir}/a"]}`, "INPUT_DIR environment variable not provided"},
		{Wrapper, `{"env_vars": {"INPUT_DIR": "k"}, "args": []}`, "First argument is empty"},
		{Wrapper, `{"env_vars": {"INPUT_DIR": "k"}, "args": ["/etc/x"]}`, `the output folder "/etc/x" is outside`},
		{Wrapper, `{"env_vars": {"INPUT_DIR": "k"}, "args": ["${compiled_target_dir}/../x"]}`, "is outside"},
		{Wrapper, `{"env_vars": {"INPUT_DIR": "k"}, "args": ["${compiled_target_dir}/a; rm -r x"]}`, "needs a shell"},
		{Wrapper, `{"env_vars": {"INPUT_DIR": "k"}, "args": ["${compiled_target_dir}/a --enable-alpha-plugins"]}`, `"--enable-alpha-plugins" of kustomize build is not supported`},
		{Wrapper, `{"env_vars": {"INPUT_DIR": "none"}, "args": ["${compiled_target_dir}/a"]}`, "none"},
	} {
		got, err := run(t, test.command, test.entry)
		if err == nil || !strings.Contains(err.Error(), test.want) || len(got) > 0 {
			t.Errorf("%s: got %v, error %v, want %q", test.entry, got, err, test.want)
		}
	}
}
