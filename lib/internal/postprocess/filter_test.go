package postprocess

import (
	"strings"
	"testing"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
)

// loading is a filter that reads in.yaml.
const loading = "{ out: std.native('yaml_load_all')(std.extVar('output_path') + '/in.yaml') }"

func oneFilter(t *testing.T, program, file string) answer {
	t.Helper()
	docs, err := pyyaml.ReadCore("class.yml", []byte("commodore: {postprocess: {filters: [{type: jsonnet, path: ., filter: f.jsonnet}]}}"))
	if err != nil {
		t.Fatal(err)
	}
	j := job{docs[0], map[string]string{"f.jsonnet": program}, map[string]string{"in.yaml": file}}
	return j.run(t, jsonnetvm.New(jsonnet.Lib).Filters())
}

// TestNoValue: what the reference breaks down on without an exception. It ends by
// a signal at a half of a surrogate pair, and takes all memory for aliases that
// stand for too much.
func TestNoValue(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 9; i++ {
		n, m := string(rune('0'+i)), string(rune('0'+i-1))
		bomb += "a" + n + ": &a" + n + " [" + strings.TrimSuffix(strings.Repeat("*a"+m+", ", 10), ", ") + "]\n"
	}
	for file, want := range map[string]string{
		`a: "\ud83d"`: "it has a value that Jsonnet cannot hold: [0].a: a half of a surrogate pair, which is no character",
		`"\udc00": a`: "it has a value that Jsonnet cannot hold: [0]: the key \"\\xed\\xb0\\x80\" has a half of a surrogate pair, which is no character",
		bomb:          "with its aliases written out, it is more than 256 MiB",
		"&a [*a]":     "in.yaml:1:5: alias \"*a\" stands inside the value it names",
	} {
		if a := oneFilter(t, loading, file); !strings.HasSuffix(a.Error, want) {
			t.Errorf("%.40q: got %q, want %q", file, a.Error, want)
		}
	}
	if a := oneFilter(t, loading, `a: "\ud83d\ude00"`); a.Error == "" {
		t.Errorf("two halves: got %q", a.Files)
	}
}
