package helm

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/helm"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// job gives the job of an entry of kapitan.compile, with what the model adds.
func job(t *testing.T, entry *tree.Node) plan.Job {
	t.Helper()
	own := *entry
	for _, key := range []string{"helm_params", "helm_values"} {
		if entry.Get(key) == nil {
			own.Fields = append(own.Fields, tree.Entry(key, tree.NewMap()))
		}
	}
	j := plan.Job{InputType: "helm", OutputPath: entry.Get("output_path").Text, OutputType: "auto", Entry: &own}
	for _, p := range entry.Get("input_paths").Items {
		j.InputPaths = append(j.InputPaths, p.Text)
	}
	return j
}

func environment(files map[string]string) *input.Env {
	w := overlay.NewWorld()
	for name, text := range files {
		w.Put("/wd/"+name, []byte(text))
	}
	w.Folder("/out")
	return &input.Env{FS: overlay.New(w), Search: []string{"/wd"}, WorkDir: "/wd", Output: "/out/t", Charts: &helm.Charts{}, Target: plan.Target{Name: "t"}}
}

// TestRender: spec K40-K44. Each want and error is what Kapitan 0.36.3 answers
// with Helm 3.22.0.
func TestRender(t *testing.T) {
	data, err := os.ReadFile("testdata/kapitan.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct {
		Chart map[string]string
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
	for _, c := range recorded.Cases {
		t.Run(c.Name, func(t *testing.T) {
			entry, err := pyjson.Parse(c.Entry)
			if err != nil {
				t.Fatal(err)
			}
			env := environment(recorded.Chart)
			err = input.Run(t.Context(), env, job(t, entry), Render)
			if c.Error != "" {
				if err == nil || !strings.Contains(err.Error(), firstWords(c.Error)) {
					t.Errorf("got %v, want %q", err, c.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, f := range env.FS.Files("/out/t") {
				got[f.Path] = string(f.Bytes)
			}
			if d := cmp.Diff(c.Want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// firstWords are the words of an error that ours has too.
func firstWords(said string) string {
	for _, words := range []string{"open v/none.yaml", "release name \"Not_OK\""} {
		if strings.HasPrefix(said, words) {
			return map[string]string{"open v/none.yaml": "open /wd/v/none.yaml", "release name \"Not_OK\"": "release name \"Not_OK\" is invalid"}[words]
		}
	}
	return said
}

// TestParameters: what can't be given to a chart here.
func TestParameters(t *testing.T) {
	files := map[string]string{"d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 1.0.0\n", "d/templates/t.yaml": "kind: {{ .Release.Name }}\n"}
	for _, test := range []struct{ params, want string }{
		{`{"name": "r", "enable_dns": true}`, "the flag --enable-dns of helm template is not supported"},
		{`{"name": "r", "set_json": "a=1"}`, "the flag --set-json of helm template is not supported"},
		{`{"name": "r", "output_file": "../x"}`, `the file "../x" is outside of the output`},
		{`{"name": "r", "output_file": "/etc/x"}`, `the file "/etc/x" is outside of the output`},
		{`{"name": 5}`, "helm_params: name must be a string"},
		{`{"name": "r", "kube_version": "new"}`, "invalid kube version 'new'"},
		{`{"name": "r", "include_crds": "yes"}`, "unexpected arguments: yes"},
	} {
		entry, err := pyjson.Parse([]byte(`{"input_paths": ["d"], "output_path": "o", "helm_params": ` + test.params + `}`))
		if err != nil {
			t.Fatal(err)
		}
		env := environment(files)
		err = input.Run(t.Context(), env, job(t, entry), Render)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.params, err, test.want)
		}
		if left := env.FS.Files("/out"); len(left) > 0 {
			t.Errorf("%s: %s was written", test.params, left[0].Path)
		}
	}
}

// TestChanging: spec K41. A chart's chance is a warning with its place, and none
// when frozen.
func TestChanging(t *testing.T) {
	files := map[string]string{"d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 1.0.0\n", "d/templates/t.yaml": "kind: {{ .Release.Name }}\nx: {{ randAlpha 3 }}\n"}
	entry, err := pyjson.Parse([]byte(`{"input_paths": ["d"], "output_path": "o"}`))
	if err != nil {
		t.Fatal(err)
	}
	env := environment(files)
	if err := input.Run(t.Context(), env, job(t, entry), Render); err != nil {
		t.Fatal(err)
	}
	if len(env.Warnings) != 1 || env.Warnings[0].Error() != "/wd/d/templates/t.yaml:2:6: chart d: randAlpha gives something else in each run" {
		t.Errorf("warnings %v", env.Warnings)
	}
	env = environment(files)
	env.Freeze = true
	if err := input.Run(t.Context(), env, job(t, entry), Render); err != nil || len(env.Warnings) > 0 {
		t.Errorf("frozen: %v, %v", err, env.Warnings)
	}
	if text, _ := env.FS.ReadFile("/out/t/o/d/templates/t.yaml"); !strings.HasPrefix(string(text), "kind: release-name\nx: ") {
		t.Errorf("frozen: got %q", text)
	}
}

// TestImprecise: a number that a chart does not get whole is a warning (public
// bug HM02).
func TestImprecise(t *testing.T) {
	files := map[string]string{"d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 1.0.0\n", "d/templates/t.yaml": "kind: {{ .Values.a.huge }}\n"}
	entry, err := pyjson.Parse([]byte(`{"input_paths": ["d"], "output_path": "o", "helm_values": {"a": {"huge": 9123456789012345678, "fine": [9007199254740992, -3]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	env := environment(files)
	if err := input.Run(t.Context(), env, job(t, entry), Render); err != nil {
		t.Fatal(err)
	}
	if len(env.Warnings) != 1 || env.Warnings[0].Message != "charts see 9123456789012345678 as a float, and lose its last digits" {
		t.Errorf("warnings %v", env.Warnings)
	}
}

// TestProblems: what is wrong with a chart is told with its file.
func TestProblems(t *testing.T) {
	good := map[string]string{"d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 1.0.0\n"}
	for _, test := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"d/Chart.yaml": "", "d/values.yaml": "a: 1"}, "/wd/d: the chart can't be loaded: validation: chart.metadata.name is required"},
		{map[string]string{"d/values.yaml": "a: 1"}, "/wd/d: the chart can't be loaded: Chart.yaml file is missing"},
		{map[string]string{"d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 1.0.0\ntype: library\n"}, "library charts are not installable"},
		{map[string]string{"d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 1.0.0\ndependencies: [{name: x, version: 1.0.0}]\n"}, "missing in charts/ directory: x"},
		{map[string]string{"d/values.yaml": "a: ["}, "cannot load values.yaml"},
		{map[string]string{"d/.helmignore": "a**\n"}, "/wd/d/.helmignore: double-star (**) syntax is not supported"},
		{map[string]string{"d/templates/t.yaml": "a: {{ .Values.x.y }}"}, "/wd/d/templates/t.yaml:1:13: chart d: .Values.x is not set, so it has no y"},
		{map[string]string{"d/templates/t.yaml": "\na: {{ nope }}"}, `/wd/d/templates/t.yaml:2:1: chart d: the template can't be parsed: function "nope" not defined`},
		{map[string]string{"d/templates/t.yaml": "a: \"\\x\""}, "/wd/d/templates/t.yaml: chart d: a document that the template prints can't be read"},
		{map[string]string{"d/templates/t.yaml": "a: {{ \"\\xff\" }}"}, "invalid leading UTF-8 octet"},
		{map[string]string{"d/templates/t.yaml": "a: b\nc: 2024-13-77\n"}, "what d/templates/t.yaml renders to can't be read as YAML"},
	} {
		files := map[string]string{}
		if test.files["d/Chart.yaml"] == "" && test.files["d/values.yaml"] != "a: 1" {
			files["d/Chart.yaml"] = good["d/Chart.yaml"]
		}
		for name, text := range test.files {
			files[name] = text
		}
		env := environment(files)
		entry, err := pyjson.Parse([]byte(`{"input_paths": ["d"], "output_path": "o", "helm_params": {"name": "r"}}`))
		if err != nil {
			t.Fatal(err)
		}
		err = input.Run(t.Context(), env, job(t, entry), Render)
		if err == nil || !strings.Contains(diag.From(err, "").Error(), test.want) {
			t.Errorf("%v: got %v, want %q", test.files, err, test.want)
		}
	}
}
