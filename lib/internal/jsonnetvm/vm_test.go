package jsonnetvm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/overlay"
)

// kapitan is the part of lib/kapitan.libjsonnet that these tests need.
const kapitan = `{
  yaml_load(name):: std.native('yaml_load')(name),
  yaml_load_stream(name):: std.native('yaml_load_stream')(name),
  file_read(name):: std.native('file_read')(name),
  file_exists(name):: std.native('file_exists')(name),
  dir_files_list(name):: std.native('dir_files_list')(name),
  dir_files_read(name):: std.native('dir_files_read')(name),
  inventory(target=std.extVar('target'), inv_path=null)::
    if inv_path == null && target == std.extVar('target')
    then std.extVar('azogue:inventory')
    else std.native('inventory')(target, inv_path),
  inventory_global(target=null, inv_path=null)::
    if inv_path == null && target == null
    then std.extVar('azogue:inventories')
    else std.native('inventory')(target, inv_path),
  yaml_dump(obj):: std.native('yaml_dump')(std.toString(obj)),
  yaml_dump_stream(obj):: std.native('yaml_dump_stream')(std.toString(obj)),
  sha256(obj):: std.native('sha256_string')(std.toString(obj)),
  gzip_b64(obj):: std.native('gzip_b64')(std.toString(obj)),
  jinja2_template(name, ctx):: std.native('jinja2_render_file')(name, std.toString(ctx)),
  jsonschema(obj, schema):: std.native('jsonschema_validate')(std.toString(obj), std.toString(schema)),
}`

func testLib() fs.FS {
	return fstest.MapFS{
		"lib/kapitan.libjsonnet": {Data: []byte(kapitan)},
		"lib/other.libjsonnet":   {Data: []byte(`'from the library folder'`)},
	}
}

// files makes a target's file system of path -> text.
func files(texts map[string]string) *overlay.FS {
	w := overlay.NewWorld()
	for name, text := range texts {
		w.Put(name, []byte(text))
	}
	return overlay.New(w)
}

// evaluated runs one main file among others.
func evaluated(t *testing.T, vm *VM, main string, texts map[string]string, change func(*Input)) (string, error) {
	t.Helper()
	all := map[string]string{"/wd/dependencies/c/component/main.jsonnet": main}
	for name, text := range texts {
		all[name] = text
	}
	in := Input{FS: files(all), File: "/wd/dependencies/c/component/main.jsonnet", SearchPaths: []string{"/wd/vendor", "/wd"}, Target: "c"}
	if change != nil {
		change(&in)
	}
	return vm.text(context.Background(), in)
}

// finding gives the diagnostic that err must be.
func finding(t *testing.T, err error) diag.Diag {
	t.Helper()
	d, ok := errors.AsType[diag.Diag](err)
	if !ok {
		t.Fatalf("got error %v, want a diag.Diag", err)
	}
	return d
}

var member = regexp.MustCompile(`kap\.(\w+)|std\.native\('(\w+)'\)`)

func TestCasesNatives(t *testing.T) {
	var given struct {
		Files       map[string]string `json:"files"`
		SearchPaths []string          `json:"search_paths"`
	}
	if err := json.Unmarshal(casetest.Read(t, "natives_files.json"), &given); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for name, text := range given.Files {
		texts[path.Join("/w/natdir", name)] = text
	}
	vm := New(jsonnet.Lib)
	ran := 0
	for _, line := range casetest.Lines(t, "natives.jsonl") {
		var row struct {
			ID      string            `json:"id"`
			Jsonnet string            `json:"jsonnet"`
			ExtVars map[string]string `json:"ext_vars"`
			Want    *string           `json:"expect_json_text"`
			Error   string            `json:"expect_error"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		t.Run(row.ID, func(t *testing.T) {
			ran++
			for _, m := range member.FindAllStringSubmatch(row.Jsonnet, -1) {
				if name := m[1]; name != "" && !strings.Contains(kapitan, "  "+name+"(") {
					t.Fatalf("the row uses %q, which this test does not know", name)
				}
			}
			texts := texts
			texts["/w/scratch/snip.jsonnet"] = strings.ReplaceAll(row.Jsonnet, "<W>", "/w")
			got, err := vm.text(context.Background(), Input{
				FS: files(texts), File: "/w/scratch/snip.jsonnet", Target: row.ExtVars["target"],
				SearchPaths: []string{"/w/natdir/" + given.SearchPaths[0], "/w/natdir/" + given.SearchPaths[1]},
			})
			if row.Want == nil {
				checkError(t, err, row.Error)
				return
			}
			if want := strings.ReplaceAll(*row.Want, "<DIR>", "/w/natdir"); err != nil || got != want {
				t.Errorf("got %q, error %v\nwant %q", got, err, want)
			}
		})
	}
	if ran == 0 {
		t.Error("no row could be run")
	}
}

// checkError compares a finding with the reference's message.
func checkError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %q", want)
	}
	d := finding(t, err)
	want, _, _ = strings.Cut(strings.TrimPrefix(want, "RuntimeError: RUNTIME ERROR: "), "\n")
	switch {
	case strings.HasPrefix(want, "importer error: "):
		if d.ID != "jsonnet/import" {
			t.Errorf("got %s %q, want an import error", d.ID, d.Message)
		}
	case strings.HasPrefix(want, "failed to execute native callback"):
		if !strings.HasPrefix(d.Message, "failed to execute native callback: ") || d.ID != "jsonnet/native" {
			t.Errorf("got %s %q, want the failure of a native function", d.ID, d.Message)
		}
	case d.Message != want:
		t.Errorf("got %q, want %q", d.Message, want)
	}
}

func TestImportOrder(t *testing.T) {
	const main = "/wd/dependencies/c/component/main.jsonnet"
	here, vendor, wd := "/wd/dependencies/c/component/", "/wd/vendor/", "/wd/"
	tests := []struct {
		name, main string
		files      map[string]string
		want       string // JSON, or the kind of error
	}{
		{"next to the importing file first", "import 'x.jsonnet'", map[string]string{here + "x.jsonnet": "1", vendor + "x.jsonnet": "2"}, "1"},
		{"search paths in order", "import 'x.jsonnet'", map[string]string{vendor + "x.jsonnet": "2", wd + "x.jsonnet": "3"}, "2"},
		{"the last search path", "import 'x.jsonnet'", map[string]string{wd + "x.jsonnet": "3"}, "3"},
		{"relative to an imported file", "import 'a/x.jsonnet'", map[string]string{vendor + "a/x.jsonnet": "import 'y.jsonnet'", vendor + "a/y.jsonnet": "4", wd + "y.jsonnet": "5"}, "4"},
		{"kapitan's library before search paths", "std.objectHasAll(import 'lib/kapitan.libjsonnet', 'inventory')", map[string]string{vendor + "lib/kapitan.libjsonnet": "{}"}, "true"},
		{"a file of that name nearby", "import 'lib/kapitan.libjsonnet'", map[string]string{here + "lib/kapitan.libjsonnet": "6"}, "6"},
		{"nothing else of the library folder", "import 'lib/other.libjsonnet'", map[string]string{vendor + "lib/other.libjsonnet": "7"}, "7"},
		{"a folder wins and fails", "import 'x.jsonnet'", map[string]string{vendor + "x.jsonnet/y": "", wd + "x.jsonnet": "3"}, "jsonnet/import"},
		{"dots beside the file are only text", "import 'no/../x.jsonnet'", map[string]string{here + "x.jsonnet": "8"}, "8"},
		{"dots in a search path need the folder", "import 'no/../y.jsonnet'", map[string]string{vendor + "y.jsonnet": "9"}, "jsonnet/import"},
		{"dots in a search path with the folder", "import 'no/../y.jsonnet'", map[string]string{vendor + "y.jsonnet": "9", vendor + "no/z": ""}, "9"},
		{"absolute", "import '/wd/vendor/y.jsonnet'", map[string]string{vendor + "y.jsonnet": "10"}, "10"},
		{"missing", "import 'nope.jsonnet'", nil, "jsonnet/import"},
		{"not UTF-8", "importstr 'x'", map[string]string{vendor + "x": "a\xffb"}, "jsonnet/import"},
		{"newlines of an import", "importstr 'x'", map[string]string{vendor + "x": "a\r\nb\rc\n\r"}, `"a\nb\nc\n\n"`},
		{"newlines of the file itself stay", "|||\r\n  a\r\n|||", nil, `"a\r\n"`},
		{"thisFile", "[std.thisFile, import 'x.jsonnet']", map[string]string{vendor + "x.jsonnet": "std.thisFile"}, `["` + main + `","/wd/vendor/x.jsonnet"]`},
	}
	vm := New(testLib())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := evaluated(t, vm, test.main, test.files, nil)
			if err != nil {
				got = finding(t, err).ID
			}
			if got = compact(got); got != test.want {
				t.Errorf("got %s, error %v, want %s", got, err, test.want)
			}
		})
	}
}

// compact takes the white space out of JSON.
func compact(text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	out, _ := json.Marshal(v)
	return string(out)
}

func TestNothingSurvivesAnEvaluation(t *testing.T) {
	vm := New(testLib())
	main := "import 'x.jsonnet'"
	for i, test := range []struct{ x, target, want string }{
		{"std.extVar('target') + '1'", "a", `"a1"`},
		{"std.extVar('target') + '1'", "b", `"b1"`},
		{"std.extVar('target') + '2'", "b", `"b2"`},
		{"std.extVar('target') + '1'", "b", `"b1"`},
	} {
		got, err := evaluated(t, vm, main, map[string]string{"/wd/vendor/x.jsonnet": test.x}, func(in *Input) { in.Target = test.target })
		if got = compact(got); got != test.want {
			t.Errorf("%d: got %s, error %v, want %s", i, got, err, test.want)
		}
	}
}

func TestFileWrittenBetweenTwoEvaluations(t *testing.T) {
	vm := New(testLib())
	o := files(map[string]string{"/wd/c/main.jsonnet": "[std.thisFile, import 'out/x.json']"})
	for n := range 3 {
		if err := o.WriteFile("/wd/c/out/x.json", fmt.Appendf(nil, "[%d, std.thisFile]", n), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := vm.text(context.Background(), Input{FS: o, File: "/wd/c/main.jsonnet"})
		want := fmt.Sprintf(`["/wd/c/main.jsonnet",[%d,"/wd/c/out/x.json"]]`, n)
		if got = compact(got); got != want {
			t.Errorf("got %s, error %v, want %s", got, err, want)
		}
	}
}

// parsed tells how many texts of a file were parsed.
func (p *parsedFiles) parsed(path string) (n int) {
	p.files.Range(func(key, _ any) bool {
		if key.(parsedFile).path == path {
			n++
		}
		return true
	})
	return n
}

func TestParsedOnce(t *testing.T) {
	vm := New(testLib())
	for i, test := range []struct {
		main, library string
		want          int
	}{
		{"import 'x.jsonnet'", "{ a: 1 }", 1},
		{"import 'x.jsonnet'", "{ a: 1 }", 1},
		{"(import 'x.jsonnet').a", "{ a: 1 }", 1},
		{"(import 'x.jsonnet').a", "{ a: 2 }", 2},
		{"(import 'x.jsonnet').a", "{ a: 1 }", 2},
		{"importstr 'x.jsonnet'", "{ a: 3 }", 2},
	} {
		if _, err := evaluated(t, vm, test.main, map[string]string{"/wd/vendor/x.jsonnet": test.library}, nil); err != nil {
			t.Fatal(err)
		}
		if got := vm.parsed.parsed("/wd/vendor/x.jsonnet"); got != test.want {
			t.Errorf("%d: %d texts of the library were parsed, want %d", i, got, test.want)
		}
	}
}

// TestWorkersShareInput runs two VMs at once on the same world and inventory.
func TestWorkersShareInput(t *testing.T) {
	w := overlay.NewWorld()
	w.Put("/wd/c/main.jsonnet", []byte("local kap = import 'lib/kapitan.libjsonnet'; [kap.inventory(), kap.inventory() == std.native('inventory')('c', null), import 'x.jsonnet']"))
	w.Put("/wd/c/x.jsonnet", []byte("{ [x]: std.extVar('target') for x in ['a', 'b'] }"))
	inventory := sample()
	got := make([]string, 4)
	var wg sync.WaitGroup
	first := New(jsonnet.Lib)
	for i := range got {
		wg.Go(func() {
			vm := first.Sibling()
			for range 3 {
				text, err := vm.text(context.Background(), Input{FS: overlay.New(w), File: "/wd/c/main.jsonnet", Target: "c", Inventory: inventory})
				if err != nil {
					t.Error(err)
				}
				got[i] += text
			}
		})
	}
	wg.Wait()
	for i, text := range got {
		if text != got[0] || text == "" {
			t.Errorf("worker %d got %s\nworker 0 got %s", i, text, got[0])
		}
	}
	for _, library := range []string{"/wd/c/x.jsonnet", kapitanLib} {
		if n := first.parsed.parsed(library); n != 1 {
			t.Errorf("%s was parsed %d times", library, n)
		}
	}
}

// TestSiblingsSeeTheirOwnFiles: only files of the same text are parsed once.
func TestSiblingsSeeTheirOwnFiles(t *testing.T) {
	first := New(testLib())
	for _, tt := range []struct{ text, want string }{
		{"'one'", `"one"`},
		{"'two'", `"two"`},
		{"'three", "x.jsonnet:1:1"},
		{"'one'", `"one"`},
	} {
		got, err := evaluated(t, first.Sibling(), "[import 'x.jsonnet', importstr 'x.jsonnet']", map[string]string{"/wd/dependencies/c/component/x.jsonnet": tt.text}, nil)
		if err != nil {
			got = fmt.Sprintf("%v %+v", err, err)
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
}
