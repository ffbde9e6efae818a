package jsonnet_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	gojsonnet "github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"
	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/jsonnet"
)

// An archive in testdata holds snippets and what the original libraries answer:
//
//	setup.json      the surroundings, see type setup
//	prelude         is put before each snippet
//	NAME.jsonnet    a snippet, followed by one of
//	NAME.json       its result
//	NAME.error      the message it fails with
//	NAME.fails      the message the original fails with, where ours may have another
//
// TestOracleLibraries -update writes the last three.
type archive struct {
	path    string
	setup   setup
	prelude string
	txtar   *txtar.Archive
}

// A setup says what natives and external variables a snippet meets: those of a
// component being compiled ("compile") or those of a filter ("filter").
type setup struct {
	Mode        string              `json:"mode"`
	Target      string              `json:"target"`
	Variables   map[string]string   `json:"variables,omitempty"`
	Inventories map[string]any      `json:"inventories"`
	Dirs        map[string][]string `json:"dirs"`
	Documents   map[string][]any    `json:"documents"`
}

func archives(t *testing.T) []archive {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives in testdata (%v)", err)
	}
	var all []archive
	for _, p := range paths {
		ar, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		a := archive{path: p, txtar: ar, prelude: string(section(ar, "prelude"))}
		if err := json.Unmarshal(section(ar, "setup.json"), &a.setup); err != nil {
			t.Fatalf("%s: setup.json: %v", p, err)
		}
		all = append(all, a)
	}
	return all
}

// section gives a file's content, nil where there is none.
func section(ar *txtar.Archive, name string) []byte {
	for _, f := range ar.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// A snippet and the answer that is recorded for it.
type snippet struct {
	name, text string
	kind, want string // kind is json, error, fails, or nothing
}

func (a archive) snippets() []snippet {
	var all []snippet
	for _, f := range a.txtar.Files {
		name, kind, _ := strings.Cut(f.Name, ".")
		switch {
		case kind == "jsonnet":
			all = append(all, snippet{name: name, text: a.prelude + string(f.Data)})
		case len(all) > 0 && name == all[len(all)-1].name:
			last := &all[len(all)-1]
			last.kind, last.want = kind, string(f.Data)
		}
	}
	return all
}

func TestLibraries(t *testing.T) {
	for _, a := range archives(t) {
		vm := newVM(a.setup)
		for _, s := range a.snippets() {
			t.Run(strings.TrimSuffix(filepath.Base(a.path), ".txtar")+"/"+s.name, func(t *testing.T) {
				if problem := compare(s, evaluate(vm, s.text)); problem != "" {
					t.Error(problem)
				}
			})
		}
	}
}

// TestEveryMember checks that the snippets name each member of each library.
func TestEveryMember(t *testing.T) {
	var texts strings.Builder
	for _, a := range archives(t) {
		for _, s := range a.snippets() {
			texts.WriteString(s.text)
		}
	}
	for _, lib := range []struct{ path, name string }{
		{"lib/kapitan.libjsonnet", "kap"},
		{"lib/commodore.libjsonnet", "com"},
		{"lib/kube-libsonnet/kube.libsonnet", "kube"},
	} {
		vm := newVM(setup{Mode: "compile"})
		list := evaluate(vm, fmt.Sprintf("std.objectFieldsAll(import %q)", lib.path))
		var members []string
		if err := json.Unmarshal([]byte(list.JSON), &members); err != nil || len(members) == 0 {
			t.Fatalf("%s: %v, members %q (%s)", lib.path, err, members, list.Error)
		}
		for _, m := range members {
			call := regexp.MustCompile(`\b` + lib.name + `\.` + m + `\b`)
			if !call.MatchString(texts.String()) {
				t.Errorf("no snippet uses %s.%s", lib.name, m)
			}
		}
	}
}

// An answer is a result or the first line of an error.
type answer struct {
	JSON  string `json:"json"`
	Error string `json:"error"`
}

func evaluate(vm *gojsonnet.VM, text string) answer {
	result, err := vm.EvaluateAnonymousSnippet("snippet", text)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return answer{Error: first}
	}
	return answer{JSON: result}
}

// compare gives "" where the answer is the recorded one.
func compare(s snippet, got answer) string {
	switch {
	case s.kind == "json" && got.Error != "":
		return "fails: " + got.Error
	case s.kind == "json":
		return cmp.Diff(s.want, got.JSON)
	case s.kind == "error" || s.kind == "fails":
		if got.Error == "" {
			return fmt.Sprintf("gives\n%swant the error %s", got.JSON, s.want)
		}
		if s.kind == "error" && got.Error+"\n" != s.want {
			return fmt.Sprintf("got the error  %s\nwant           %s", got.Error, s.want)
		}
		return ""
	}
	return "nothing recorded; see TestOracleLibraries -update"
}

// newVM gives a VM that meets what testdata/oracle.py gives the originals.
func newVM(s setup) *gojsonnet.VM {
	vm := gojsonnet.MakeVM()
	vm.Importer(&importer{contents: map[string]gojsonnet.Contents{}})
	vm.SetTraceOut(discard{})
	vm.ExtVar("target", s.Target)
	for name, value := range s.Variables {
		vm.ExtVar(name, value)
	}
	if s.Mode == "filter" {
		filterNatives(vm, s)
		return vm
	}
	for name, value := range map[string]any{"azogue:inventory": s.Inventories[s.Target], "azogue:inventories": s.Inventories} {
		code, err := json.Marshal(value)
		if err != nil {
			panic("bug: inventory of the setup: " + err.Error())
		}
		vm.ExtCode(name, string(code))
	}
	kapitanNatives(vm, s)
	return vm
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func native(vm *gojsonnet.VM, name string, params ast.Identifiers, f func(args []any) any) {
	vm.NativeFunction(&gojsonnet.NativeFunction{Name: name, Params: params, Func: func(args []any) (result any, err error) {
		if result = f(args); result == nil {
			return nil, fmt.Errorf("%s: nothing for %v", name, args)
		}
		return result, nil
	}})
}

var kapitanParams = map[string]ast.Identifiers{
	"jinja2_render_file":  {"name", "ctx"},
	"topics":              {"name"},
	"file_read":           {"name"},
	"file_exists":         {"name"},
	"dir_files_list":      {"name"},
	"dir_files_read":      {"name"},
	"sha256_string":       {"obj"},
	"gzip_b64":            {"obj"},
	"yaml_dump":           {"obj"},
	"yaml_dump_stream":    {"obj"},
	"yaml_load":           {"name"},
	"yaml_load_stream":    {"name"},
	"jsonschema_validate": {"obj", "schema_obj"},
}

func kapitanNatives(vm *gojsonnet.VM, s setup) {
	for name, params := range kapitanParams {
		native(vm, name, params, func(args []any) any { return map[string]any{"native": name, "args": args} })
	}
	native(vm, "inventory", ast.Identifiers{"target", "inv_path"}, func(args []any) any {
		target, named := args[0].(string)
		switch {
		case args[1] != nil:
			return map[string]any{"native": "inventory", "args": args}
		case named && target == s.Target:
			panic("bug: the own inventory is there already")
		case named:
			return s.Inventories[target]
		}
		return any(s.Inventories)
	})
}

func filterNatives(vm *gojsonnet.VM, s setup) {
	native(vm, "list_dir", ast.Identifiers{"dir", "basename"}, func(args []any) any {
		if args[1] != true {
			return []any{args[0]}
		}
		var names []any
		for _, name := range s.Dirs[args[0].(string)] {
			names = append(names, name)
		}
		return names
	})
	load := func(args []any) any {
		name, _ := args[0].(string)
		if documents, ok := s.Documents[name]; ok {
			return documents
		}
		return nil
	}
	native(vm, "yaml_load_all", ast.Identifiers{"file"}, load)
	native(vm, "yaml_load", ast.Identifiers{"file"}, func(args []any) any { return load(args).([]any)[0] })
	native(vm, "commodore_inventory", nil, func([]any) any { return s.Inventories[s.Target] })
}

// importer looks next to the importing file, then in Lib, then in testdata.
type importer struct {
	contents map[string]gojsonnet.Contents
}

func (im *importer) Import(from, name string) (gojsonnet.Contents, string, error) {
	for _, at := range []string{path.Join(path.Dir(from), name), name, "testdata/" + name} {
		if c, ok := im.contents[at]; ok {
			return c, at, nil
		}
		data, err := fs.ReadFile(jsonnet.Lib, at)
		if err != nil && strings.HasPrefix(at, "testdata/") {
			data, err = os.ReadFile(at)
		}
		if err == nil {
			im.contents[at] = gojsonnet.MakeContentsRaw(data)
			return im.contents[at], at, nil
		}
	}
	return gojsonnet.Contents{}, "", fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}
