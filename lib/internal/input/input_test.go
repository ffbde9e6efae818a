package input

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

func env(files ...string) *Env {
	w := overlay.NewWorld()
	for _, name := range files {
		w.Put(name, []byte(name))
	}
	w.Folder("/out")
	return &Env{FS: overlay.New(w), Search: []string{"/one", "/two"}, Output: "/out/t", Target: plan.Target{Name: "t"}}
}

// TestWrite: spec K30-K33.
func TestWrite(t *testing.T) {
	for _, tt := range []struct{ kind, name, value, file, want string }{
		{"yaml", "a", `{"k": 1}`, "a.yaml", "k: 1\n"},
		{"yml", "a", `{"k": 1}`, "a.yml", "k: 1\n"},
		{"yaml", "a.yaml", `{"k": 1}`, "a.yaml.yaml", "k: 1\n"},
		{"yaml", "a/b", `[1, {"k": 2}]`, "a/b.yaml", "1\n---\nk: 2\n"},
		{"yaml", "a", `"xy"`, "a.yaml", "x\n--- y\n...\n"},
		{"yaml", "a", `[null]`, "a.yaml", "null\n...\n"},
		{"yaml", "a", `{}`, "a.yaml", ""},
		{"yaml", "a", `[]`, "a.yaml", ""},
		{"yaml", "a", `null`, "a.yaml", ""},
		{"yaml", "a", `0`, "a.yaml", ""},
		{"json", "a", `{"k": [1, 1e-7, "é"], "b": {}}`, "a.json", "{\n  \"b\": {},\n  \"k\": [\n    1,\n    1e-07,\n    \"\\u00e9\"\n  ]\n}"},
		{"json", "a", `0`, "a.json", ""},
		{"json", "a", `1`, "a.json", "1"},
		{"plain", "a.sh", `"#!/bin/sh\n"`, "a.sh", "#!/bin/sh\n"},
		{"plain", "a", `""`, "a", ""},
		{"auto", "a.json", `{"k": 1}`, "a.json", "{\n  \"k\": 1\n}"},
		{"auto", "a.yml", `{"k": 1}`, "a.yml", "k: 1\n"},
		{"auto", "e.txt", `{"k": 1}`, "e.txt.yaml", "k: 1\n"},
		{"auto", "g.JSON", `{"k": 1}`, "g.JSON.yaml", "k: 1\n"},
		{"auto", "t.toml", `{"k": 1}`, "t.toml", "k = 1\n"},
		{"auto", ".json", `{"k": 1}`, ".json.yaml", "k: 1\n"},
		{"auto", "a.", `{"k": 1}`, "a..yaml", "k: 1\n"},
		{"auto", "d.d/a", `{"k": 1}`, "d.d/a.yaml", "k: 1\n"},
	} {
		value, err := pyjson.Parse([]byte(tt.value))
		if err != nil {
			t.Fatal(err)
		}
		e := env()
		if err := Write(e, plan.Job{OutputType: tt.kind}, "/out/t/"+tt.name, value); err != nil {
			t.Errorf("%s %s: %v", tt.kind, tt.value, err)
			continue
		}
		var got []string
		for _, f := range e.FS.Files("/out/t") {
			got = append(got, f.Path+"="+string(f.Bytes))
		}
		if want := []string{tt.file + "=" + tt.want}; !cmp.Equal(got, want) {
			t.Errorf("%s %s: got %q, want %q", tt.kind, tt.value, got, want)
		}
	}
}

// TestWriteErrors: spec K32, K33.
func TestWriteErrors(t *testing.T) {
	for _, tt := range []struct{ kind, value, want string }{
		{"yaml", `1`, "no documents can be made"},
		{"yaml", `true`, "no documents can be made"},
		{"plain", `{"a": 1}`, "needs a string, but the value is a map"},
		{"plain", `null`, "needs a string"},
		{"xml", `"a"`, `output type "xml" is not known`},
	} {
		value, err := pyjson.Parse([]byte(tt.value))
		if err != nil {
			t.Fatal(err)
		}
		err = Write(env(), plan.Job{OutputType: tt.kind}, "/out/t/a", value)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %s: got %v, want %q", tt.kind, tt.value, err, tt.want)
		}
	}
}

// TestMultilineStyle: spec K35.
func TestMultilineStyle(t *testing.T) {
	value := tree.NewMap(tree.Entry("k", tree.NewString("a\nb\n")))
	for style, want := range map[string]string{
		"": "k: |\n  a\n  b\n", "literal": "k: |\n  a\n  b\n", "folded": "k: >\n  a\n\n  b\n", "double-quotes": "k: \"a\\nb\\n\"\n",
	} {
		e := env()
		e.Target.Multiline = style
		if err := Write(e, plan.Job{OutputType: "yaml"}, "/out/t/a", value); err != nil {
			t.Fatal(err)
		}
		if got := string(e.FS.Files("/out/t")[0].Bytes); got != want {
			t.Errorf("%q: got %q, want %q", style, got, want)
		}
	}
}

// TestPrune: spec K34.
func TestPrune(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"a": null, "b": {}, "c": [], "d": "", "e": 0, "f": false}`, `{"d": "", "e": 0, "f": false}`},
		{`{"q": {"r": {"s": {}}}}`, `{"q": {"r": {}}}`},
		{`[{}]`, `[]`},
		{`[null, [[]], 1]`, `[[], 1]`},
		{`"x"`, `"x"`},
	} {
		in, err := pyjson.Parse([]byte(tt.in))
		if err != nil {
			t.Fatal(err)
		}
		got, err := pyjson.Dump(prune(in))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: got %s, %v; want %s", tt.in, got, err, tt.want)
		}
		if again, _ := pyjson.Dump(in); string(again) != tt.in {
			t.Errorf("prune changed its input to %s", again)
		}
	}
}

// TestFind: spec K27, Q2.
func TestFind(t *testing.T) {
	e := env("/one/a/x.jsonnet", "/two/a/x.jsonnet", "/two/a/y.jsonnet", "/two/a/.hidden.jsonnet", "/two/b/x.jsonnet", "/two/[z/x", "/abs/f")
	for _, tt := range []struct {
		pattern string
		want    []string
	}{
		{"a/x.jsonnet", []string{"/one/a/x.jsonnet", "/two/a/x.jsonnet"}},
		{"a/y.jsonnet", []string{"/two/a/y.jsonnet"}},
		{"a", []string{"/one/a", "/two/a"}},
		{"a/*.jsonnet", []string{"/one/a/x.jsonnet", "/two/a/x.jsonnet", "/two/a/y.jsonnet"}},
		{"a/.*", []string{"/two/a/.hidden.jsonnet"}},
		{"*/x.jsonnet", []string{"/one/a/x.jsonnet", "/two/a/x.jsonnet", "/two/b/x.jsonnet"}},
		{"a/[!x].jsonnet", []string{"/two/a/y.jsonnet"}},
		{"?/x.*", []string{"/one/a/x.jsonnet", "/two/a/x.jsonnet", "/two/b/x.jsonnet"}},
		{"[z/x", []string{"/two/[z/x"}},
		{"/abs/f", []string{"/abs/f"}},
		{"none", nil},
		{"none/*", nil},
	} {
		got, err := find(e, tt.pattern)
		if err != nil || !cmp.Equal(got, tt.want) {
			t.Errorf("%s: got %q, %v; want %q", tt.pattern, got, err, tt.want)
		}
	}
}

func TestRun(t *testing.T) {
	var got []string
	record := func(_ context.Context, _ *Env, _ plan.Job, file, out string) error {
		got = append(got, file+" > "+out)
		return nil
	}
	e := env("/one/a", "/two/a", "/two/b")
	for _, job := range []plan.Job{
		{InputPaths: []string{"a", "b"}, OutputPath: "x/."},
		{InputPaths: []string{"none"}, IgnoreMissing: true, OutputPath: "."},
		{InputPaths: []string{"b"}, OutputPath: "/elsewhere"},
	} {
		if err := Run(context.Background(), e, job, record); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"/one/a > /out/t/x", "/two/a > /out/t/x", "/two/b > /out/t/x", "/two/b > /elsewhere"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	err := Run(context.Background(), e, plan.Job{InputPaths: []string{"none"}}, record)
	if want := "Compile error: none for target: t not found in search_paths: [/one, /two]"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// TestMissingHint names what the folder has instead.
func TestMissingHint(t *testing.T) {
	e := env("/one/x/component/main.jsonnet", "/two/x/class/defaults.yml")
	for name, want := range map[string]string{
		"x/component/mian.jsonnet": `did you mean "x/component/main.jsonnet"?`,
		"x/clas/defaults.yml":      `did you mean "x/class/defaults.yml"?`,
		"component/main.jsonnet":   `did you mean "x/component/main.jsonnet"? Input paths are looked up below each search path`,
		"component/other.jsonnet":  "input paths are looked up below each search path, not below the component's folder",
	} {
		d := diag.From(Run(context.Background(), e, plan.Job{InputPaths: []string{name}}, nil), "")
		if d.ID != "input/missing" || d.Hint != want {
			t.Errorf("%s: got %s with the hint %q, want %q", name, d.ID, d.Hint, want)
		}
	}
}

func TestOutputLeavesFolder(t *testing.T) {
	for _, out := range []string{"..", "../other", "a/../../b"} {
		err := Run(context.Background(), env("/one/a"), plan.Job{InputPaths: []string{"a"}, OutputPath: out}, nil)
		if err == nil || !strings.Contains(err.Error(), "leaves the target's output folder") {
			t.Errorf("%s: got %v", out, err)
		}
	}
}

// TestStem: Python's os.path.splitext.
func TestStem(t *testing.T) {
	for in, want := range map[string]string{"/a/main.jsonnet": "main", "a.b.c": "a.b", ".hidden": ".hidden", "..a": "..a", "a": "a", "a.": "a", ".a.b": ".a"} {
		if got := Stem(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
