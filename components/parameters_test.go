package components_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/azogue-build/azogue/lib/cli"
)

// TestParameters holds each component's README to what the component does:
//
//   - a parameter of class/defaults.yml has a row in the README's table;
//   - a default in the table is that of class/defaults.yml;
//   - a parameter of the table is read: another value changes what one of the
//     component's test instances compiles to, or is refused.
//
// The last is measured, not searched for in the source, where a name in a
// comment or a value that is never used would pass.
func TestParameters(t *testing.T) {
	classes, err := filepath.Glob("*/class")
	if err != nil || len(classes) == 0 {
		t.Fatalf("no components found: %v", err)
	}
	for _, class := range classes {
		name := filepath.Dir(class)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, finding := range findings(t, os.DirFS(name), name) {
				t.Errorf("%s: %s", name, finding)
			}
		})
	}
}

// TestParametersFindings: what TestParameters must find in a component with a
// fault of each kind, and nothing else.
func TestParametersFindings(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/parameters.txtar")
	if err != nil {
		t.Fatal(err)
	}
	component, err := txtar.FS(archive)
	if err != nil {
		t.Fatal(err)
	}
	want, err := fs.ReadFile(component, "want")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(findings(t, component, "faulty"), "\n") + "\n"
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
}

// findings gives what is wrong with the parameters of a component, sorted.
func findings(t *testing.T, component fs.FS, name string) []string {
	t.Helper()
	b := newBench(t, component, name)
	b.compileTests(t)
	readme, err := fs.ReadFile(component, "README.md")
	if err != nil {
		return []string{"it has no README.md"}
	}
	rows := tableRows(string(readme))
	if len(rows) == 0 {
		return []string{"README.md has no table of parameters"}
	}
	defaults, err := b.defaults()
	if err != nil {
		return []string{err.Error()}
	}
	out := undocumented(defaults, rows)
	out = append(out, b.otherDefaults(defaults, rows)...)
	out = append(out, b.unread(rows)...)
	slices.Sort(out)
	return slices.Compact(out)
}

// row is a line of a README's table of parameters.
type row struct {
	name  string   // as the README has it
	path  []string // name at its dots; <x> stands for any key
	kind  string   // the cell of the type
	value string   // YAML of the default, "" where the cell is not one piece of code
	given bool     // whether there is a default, or must be a value
}

var (
	headRow = regexp.MustCompile(`(?m)^\| Parameter \|.*\n\|[-| ]+\n((?:\|.*\n)+)`)
	cells   = regexp.MustCompile(`\s*((?:\\\||[^|])*?)\s*\|`)
	oneCode = regexp.MustCompile("^`([^`]+)`$")
)

// tableRows reads the table whose first column is headed Parameter.
func tableRows(readme string) []row {
	table := headRow.FindStringSubmatch(readme)
	if table == nil {
		return nil
	}
	var rows []row
	for line := range strings.Lines(table[1]) {
		found := cells.FindAllStringSubmatch(line[1:], -1)
		cell := func(i int) string {
			if i < len(found) {
				return found[i][1]
			}
			return ""
		}
		code := func(i int) string {
			if m := oneCode.FindStringSubmatch(cell(i)); m != nil {
				return m[1]
			}
			return ""
		}
		rows = append(rows, row{
			name: code(0), path: strings.Split(code(0), "."), kind: cell(1), value: code(2), given: cell(2) != "none",
		})
	}
	return rows
}

// covers says whether the row is for path or for a map that holds it.
func (r row) covers(path []string) bool {
	if len(r.path) > len(path) {
		return false
	}
	for i, key := range r.path {
		if key != path[i] && !isAny(key) {
			return false
		}
	}
	return true
}

func isAny(key string) bool { return strings.HasPrefix(key, "<") && strings.HasSuffix(key, ">") }

// undocumented finds defaults without a row. A row for a map is enough, unless
// other rows name keys of that map: then it is a list of all of them.
func undocumented(defaults map[string]any, rows []row) []string {
	var out []string
	for _, path := range leaves(nil, defaults) {
		var best *row
		for i, r := range rows {
			if r.covers(path) && (best == nil || len(r.path) > len(best.path)) {
				best = &rows[i]
			}
		}
		listed := best != nil && len(best.path) < len(path) && slices.ContainsFunc(rows, func(r row) bool {
			return len(r.path) > len(best.path) && best.covers(r.path) && !isAny(r.path[len(best.path)])
		})
		if best == nil || listed {
			out = append(out, fmt.Sprintf("%s is in class/defaults.yml and not in README.md", strings.Join(path, ".")))
		}
	}
	return out
}

// leaves gives the paths of all values below v that are no map with keys.
// Names with an underscore are not the component's to document.
func leaves(path []string, v any) [][]string {
	m, ok := v.(map[string]any)
	if !ok || len(m) == 0 {
		return [][]string{path}
	}
	var out [][]string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if !strings.HasPrefix(key, "_") {
			out = append(out, leaves(append(slices.Clone(path), key), m[key])...)
		}
	}
	return out
}

// get gives the value at path.
func get(v any, path []string) (any, bool) {
	for _, key := range path {
		m, _ := v.(map[string]any)
		next, ok := m[key]
		if !ok {
			return nil, false
		}
		v = next
	}
	return v, true
}

// bench compiles one component, in a copy of its own.
type bench struct {
	dir, name, key string
	instances      []*instance
}

// instance is one of the component's tests.
type instance struct {
	values     string // the file
	parameters any
	output     map[string]string
}

// The probe is one more compile entry, which shows what the inventory came to.
const probe = `local kap = import 'lib/kapitan.libjsonnet';
local all = kap.inventory().parameters;
{ parameters: all[%q], readme: std.get(all, 'azogue_readme') }
`

// A component compiled alone gets a library whose App() is {}, in which the
// arguments are lost. This one shows them.
const argocd = `{
  App(component, namespace, project='', secrets=true, base=null): {
    arguments: [component, namespace, project, secrets, base],
  },
  Project(name): { arguments: [name] },
}
`

func newBench(t *testing.T, component fs.FS, name string) *bench {
	t.Helper()
	b := &bench{dir: filepath.Join(t.TempDir(), name), name: name, key: strings.ReplaceAll(name, "-", "_")}
	if err := os.CopyFS(b.dir, component); err != nil {
		t.Fatal(err)
	}
	b.write("probe.jsonnet", fmt.Appendf(nil, probe, b.key))
	if err := os.MkdirAll(filepath.Join(b.dir, "search/lib"), 0o755); err != nil {
		t.Fatal(err)
	}
	b.write("search/lib/argocd.libjsonnet", []byte(argocd))
	b.write("none.yml", []byte("parameters: {}\n"))
	return b
}

// compileTests compiles the component's test instances as they are.
func (b *bench) compileTests(t *testing.T) {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(b.dir, "tests", "*.yml"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("%s: no test instances: %v", b.name, err)
	}
	for _, values := range tests {
		shown, output, err := b.compile(values, nil, false)
		if err != nil {
			t.Fatalf("%s: %v", values, err)
		}
		b.instances = append(b.instances, &instance{values, shown["parameters"], output})
	}
}

func (b *bench) write(file string, text []byte) string {
	file = filepath.Join(b.dir, file)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		panic("bug: a file in a folder of the test: " + err.Error())
	}
	return file
}

// compile compiles an instance with further parameters, and gives what the probe
// shows and all other files. With alone, nothing of the component is compiled.
func (b *bench) compile(values string, more map[string]any, alone bool) (shown map[string]any, output map[string]string, err error) {
	compileKey := "compile"
	if alone {
		compileKey = "~compile"
	}
	parameters := map[string]any{"kapitan": map[string]any{compileKey: []any{map[string]any{
		"input_type": "jsonnet", "input_paths": []string{"${_base_directory}/probe.jsonnet"}, "output_path": "probe/", "output_type": "json",
	}}}}
	maps.Copy(parameters, more)
	text, err := json.Marshal(map[string]any{"parameters": parameters})
	if err != nil {
		return nil, nil, err
	}
	out, err := os.MkdirTemp(filepath.Dir(b.dir), "out")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(out)
	var said bytes.Buffer
	args := []string{"component", "compile", b.dir, "-n", b.name, "-f", values, "-f", b.write("more.yml", text), "-J", filepath.Join(b.dir, "search"), "-o", out}
	if code := cli.Run(context.Background(), args, cli.Streams{Out: &said, Err: &said}); code != 0 {
		return nil, nil, errors.New(said.String())
	}
	output = map[string]string{}
	err = filepath.WalkDir(out, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		output[strings.TrimPrefix(file, out)] = string(text)
		return err
	})
	for file, text := range output {
		if strings.HasSuffix(file, "/probe/parameters.json") || strings.HasSuffix(file, "/probe/readme.json") {
			var v any
			if text != "" { // a file of an empty value is empty
				err = errors.Join(err, json.Unmarshal([]byte(text), &v))
			}
			if shown == nil {
				shown = map[string]any{}
			}
			shown[strings.TrimSuffix(filepath.Base(file), ".json")] = v
			delete(output, file)
		}
	}
	return shown, output, err
}

// defaults gives the parameters of class/defaults.yml.
func (b *bench) defaults() (map[string]any, error) {
	shown, _, err := b.compile(filepath.Join(b.dir, "none.yml"), nil, true)
	if err != nil {
		return nil, fmt.Errorf("class/defaults.yml can't be read: %w", err)
	}
	defaults, _ := shown["parameters"].(map[string]any)
	return defaults, nil
}

// otherDefaults finds rows whose default is not that of class/defaults.yml. A
// cell that is no code is not looked at, nor the row of a value that has no
// default.
func (b *bench) otherDefaults(defaults map[string]any, rows []row) []string {
	var text strings.Builder
	text.WriteString("parameters:\n  azogue_readme:\n    none: 0\n")
	for i, r := range rows {
		if r.value != "" {
			fmt.Fprintf(&text, "    row%d: %s\n", i, r.value)
		}
	}
	shown, _, err := b.compile(b.write("readme.yml", []byte(text.String())), nil, true)
	if err != nil {
		return []string{"the defaults in README.md are no YAML: " + err.Error()}
	}
	var out []string
	for i, r := range rows {
		want, known := get(defaults, r.path)
		got, given := get(shown["readme"], []string{fmt.Sprintf("row%d", i)})
		if known && given && !reflect.DeepEqual(got, want) {
			out = append(out, fmt.Sprintf("%s: README.md has the default %s, class/defaults.yml has %s", r.name, asJSON(got), asJSON(want)))
		}
	}
	return out
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// unread finds rows of parameters whose value makes no difference.
func (b *bench) unread(rows []row) []string {
	var out []string
	for _, r := range rows {
		if r.name == "" {
			out = append(out, "README.md has a row that does not start with a parameter in backquotes")
			continue
		}
		places := b.places(r.path)
		switch {
		case len(places) == 0:
			out = append(out, fmt.Sprintf("%s is in README.md, and no test instance has the map that it belongs to", r.name))
		case !slices.ContainsFunc(places, b.matters):
			out = append(out, fmt.Sprintf("%s is in README.md, and in no test instance does its value make a difference", r.name))
		}
	}
	return out
}

// place is where an instance has a parameter, or could have it: the map around
// it is there.
type place struct {
	instance *instance
	path     []string
	value    any
	given    bool
}

// places gives the places of a row's path, those with a value first.
func (b *bench) places(path []string) []place {
	var given, free []place
	for _, i := range b.instances {
		for _, p := range expand(nil, i.parameters, path) {
			if value, ok := get(i.parameters, p); ok && value != nil {
				given = append(given, place{i, p, value, true})
			} else {
				free = append(free, place{i, p, nil, ok})
			}
		}
	}
	return append(given, free...)
}

// expand gives the paths that a row's path stands for in v. All keys but the
// last exist.
func expand(before []string, v any, path []string) [][]string {
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	keys := []string{path[0]}
	if isAny(path[0]) {
		keys = slices.Sorted(maps.Keys(m))
	}
	var out [][]string
	for _, key := range keys {
		p := append(slices.Clone(before), key)
		if len(path) == 1 {
			out = append(out, p)
		} else {
			out = append(out, expand(p, m[key], path[1:])...)
		}
	}
	return out
}

// matters says whether another value gives another output. A refusal counts only
// if the parameter is there already: a component that refuses keys which it does
// not know must not pass for reading them.
func (b *bench) matters(p place) bool {
	for _, value := range otherValues(p.value) {
		more := map[string]any{b.key: set(p.path, value)}
		_, output, err := b.compile(p.instance.values, more, false)
		if err == nil && !maps.Equal(output, p.instance.output) {
			return true
		}
		if err == nil || !p.given {
			continue
		}
		// Refused by the component, and not by the inventory.
		shown, _, err := b.compile(p.instance.values, more, true)
		if now, ok := get(shown["parameters"], p.path); err == nil && ok && !reflect.DeepEqual(now, p.value) {
			return true
		}
	}
	return false
}

// set gives a map that replaces the value at path and leaves all others alone.
func set(path []string, value any) map[string]any {
	if len(path) == 1 {
		return map[string]any{"~" + path[0]: value}
	}
	return map[string]any{path[0]: set(path[1:], value)}
}

// otherValues gives values to put in place of v: of its kind first, which a
// component takes, then of others, which one that reads it hardly can.
func otherValues(v any) []any {
	others := []any{"azogue", 7, true, []any{"azogue"}, map[string]any{"azogue": "azogue"}, map[string]any{}}
	switch v := v.(type) {
	case bool:
		return append([]any{!v}, others...)
	case float64:
		return append([]any{v + 1}, others...)
	case string:
		return append([]any{v + "azogue"}, others...)
	case []any:
		return append([]any{append(slices.Clone(v), "azogue"), []any{}}, others...)
	case map[string]any:
		return append([]any{map[string]any{}}, others...)
	}
	return others
}
