package kustomize

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/lib/internal/overlay"
)

func world(files map[string]string) *overlay.FS {
	w := overlay.NewWorld()
	for name, text := range files {
		w.Put("/w/"+name, []byte(text))
	}
	return overlay.New(w)
}

// TestBuild: spec K49; bugs.txtar has the public bugs KU01 and KU04. Each want is what the command kustomize 5.8.2 writes into
// a folder.
func TestBuild(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := map[string]string{}, map[string]string{}
			for _, f := range a.Files {
				if below, ok := strings.CutPrefix(f.Name, "want/"); ok {
					want[below] = string(f.Data)
				} else {
					files[f.Name] = string(f.Data)
				}
			}
			folder := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(a.Comment)), "Built from "), ".")
			got, err := Build(t.Context(), world(files), "/w/"+folder, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, texts(got)); d != "" {
				t.Error(d)
			}
		})
	}
}

func texts(list []File) map[string]string {
	m := map[string]string{}
	for _, f := range list {
		m[f.Name] = string(f.Text)
	}
	return m
}

// store answers for one repository and one file.
type store struct{ files fstest.MapFS }

func (s store) Repository(_ context.Context, url, ref string) (fs.FS, error) {
	if url != "https://github.com/o/r" || ref != "v1" {
		return nil, fs.ErrNotExist
	}
	return s.files, nil
}

func (s store) File(_ context.Context, url string) ([]byte, error) {
	if url != "https://host/x/cm.yaml" {
		return nil, fs.ErrNotExist
	}
	return []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: remote}\n"), nil
}

// TestRemote: bases and files that a URL names come from the resolver, also those
// that a remote base has beside it.
func TestRemote(t *testing.T) {
	remote := store{fstest.MapFS{
		"config/default/kustomization.yaml": {Data: []byte("resources: [../base]\nnamePrefix: r-\n")},
		"config/base/kustomization.yaml":    {Data: []byte("resources: [cm.yaml]\n")},
		"config/base/cm.yaml":               {Data: []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\n")},
	}}
	for _, url := range []string{"https://github.com/o/r//config/default?ref=v1", "https://github.com/o/r/config/default?ref=v1", "github.com/o/r//config/default/?ref=v1"} {
		from := world(map[string]string{"k/kustomization.yaml": "resources: ['" + url + "', 'https://host/x/cm.yaml']\nnamespace: ns\n"})
		got, err := Build(t.Context(), from, "/w/k", remote, Options{})
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		want := map[string]string{
			"v1_configmap_r-base.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: r-base\n  namespace: ns\n",
			"v1_configmap_remote.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: remote\n  namespace: ns\n",
		}
		if d := cmp.Diff(want, texts(got)); d != "" {
			t.Errorf("%s: %s", url, d)
		}
	}
}

// TestProblems: what is wrong is told with the kustomization, and nothing outside
// of the target's files is read or asked for.
func TestProblems(t *testing.T) {
	cm := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n"
	for name, test := range map[string]struct {
		files   map[string]string
		remotes Remotes
		want    string
	}{
		"no kustomization": {map[string]string{"k/x": ""}, nil, "unable to find one of 'kustomization.yaml'"},
		"missing file":     {map[string]string{"k/kustomization.yaml": "resources: [no.yaml]\n"}, nil, "no.yaml"},
		"outside":          {map[string]string{"k/kustomization.yaml": "resources: [/etc]\n"}, nil, "/etc"},
		"above":            {map[string]string{"k/kustomization.yaml": "resources: [../../../../etc]\n"}, nil, "etc"},
		"cycle":            {map[string]string{"k/kustomization.yaml": "resources: [../j]\n", "j/kustomization.yaml": "resources: [../k]\n"}, nil, "cycle"},
		"file above":       {map[string]string{"k/kustomization.yaml": "resources: [../cm.yaml]\n", "cm.yaml": cm}, nil, "security; file"},
		"broken":           {map[string]string{"k/kustomization.yaml": "resources: ["}, nil, "/w/k"},
		"unknown field":    {map[string]string{"k/kustomization.yaml": "resource: [cm.yaml]\n"}, nil, `unknown field "resource"`},
		"wrong patch":      {map[string]string{"k/kustomization.yaml": "resources: [cm.yaml]\npatches: [{target: {kind: ConfigMap}, patch: '[{op: remove, path: /nope}]'}]\n", "k/cm.yaml": cm}, nil, "nope"},
		"charts":           {map[string]string{"k/kustomization.yaml": "helmCharts: [{name: x, repo: 'https://x'}]\n"}, nil, "helmCharts are not supported"},
		"plug-in":          {map[string]string{"k/kustomization.yaml": "generators: [g.yaml]\n", "k/g.yaml": "apiVersion: x/v1\nkind: G\nmetadata: {name: g, annotations: {config.kubernetes.io/function: \"exec: {path: ./x}\"}}\n"}, nil, "/w/k"},
		"no remotes":       {map[string]string{"k/kustomization.yaml": "resources: ['https://github.com/o/r?ref=v1']\n"}, nil, `resources "https://github.com/o/r?ref=v1": nothing is downloaded`},
		"unknown remote":   {map[string]string{"k/kustomization.yaml": "components: ['https://github.com/o/other']\n"}, store{}, "file does not exist"},
		"bomb":             {map[string]string{"k/kustomization.yaml": "resources: [cm.yaml]\n", "k/cm.yaml": "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"}, nil, "/w/k"},
	} {
		got, err := Build(t.Context(), world(test.files), "/w/k", test.remotes, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %d files, error %v, want %q", name, len(got), err, test.want)
		}
	}
	files := map[string]string{"k/kustomization.yaml": "resources: [../cm.yaml]\n", "cm.yaml": cm}
	if got, err := Build(t.Context(), world(files), "/w/k", nil, Options{Unrestricted: true}); err != nil || len(got) != 1 {
		t.Errorf("unrestricted: %d files, %v", len(got), err)
	}
}
