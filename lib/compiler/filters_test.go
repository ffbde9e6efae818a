package compiler

import (
	"context"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// filtered gives a workspace with one component, as two instances, that has one
// filter.
func filtered(program string, extra ...string) *workspace.Layout {
	class := `parameters:
  a: {text: from the component}
  kapitan:
    compile:
      - {input_type: jsonnet, input_paths: [a/main.jsonnet], output_path: "${_instance}"}
  commodore:
    postprocess:
      filters:
        - {type: jsonnet, path: "${_instance}", filter: postprocess/f.jsonnet, filterargs: {arg: "${_instance}"}}
        - {type: jsonnet, path: "${_instance}", filter: postprocess/off.jsonnet, enabled: false}
        - {type: jsonnet, path: "${_instance}", filter: postprocess/absent.jsonnet}
`
	return app(map[string]string{"a": "{ one: { a: 1 }, two: { a: 2 } }"}, append([]string{
		"components/a/class/a.yml", class,
		"components/a/class/defaults.yml", "parameters: {a: {_metadata: {multi_instance: true}}}",
		"components/a/postprocess/f.jsonnet", program,
		"components/a/postprocess/off.jsonnet", "error 'not run'",
		"inventory/classes/global/commodore.yml", "applications: [a, a as a-two]\nparameters: {a_two: {text: from the alias}}",
	}, extra...)...)
}

// TestFilters: a target's filters run on what its jobs have written, for each
// instance with its own inventory (spec P10, P13, P14).
func TestFilters(t *testing.T) {
	program := `
local com = import 'lib/commodore.libjsonnet';
local inv = std.trace('looking', com.inventory());
{
  one: com.yaml_load(std.extVar('output_path') + '/one.yaml') {
    text: inv.parameters.a.text,
    vars: [std.extVar(v) for v in ['target', 'component', 'arg']],
    raw: [inv.environment, inv.__reclass__.name, std.objectHas(inv.parameters, '_kapitan_')],
  },
  'sub/new': com.list_dir(std.extVar('output_path')),
}`
	r := Compile(context.Background(), Options{Layout: filtered(program), Workers: 2})
	var found []string
	for _, d := range r.Diags {
		found = append(found, d.Target+" "+d.ID+" "+d.Severity.String()+" "+d.Pos.String())
	}
	want := []string{"a postprocess/skipped warning components/a/class/a.yml:11:57", "a-two postprocess/skipped warning components/a/class/a.yml:11:57"}
	if d := cmp.Diff(want, found); d != "" {
		t.Error(d)
	}
	one := func(instance, text string) string {
		return "a: 1\nraw:\n  - base\n  - " + instance + "\n  - false\ntext: from the " + text + "\nvars:\n  - a\n  - a\n  - " + instance + "\n"
	}
	files := map[string]string{
		"a/one.yaml": one("a", "component"), "a/two.yaml": "a: 2\n", "a/sub/new.yaml": "one.yaml\n--- two.yaml\n...\n",
		"a-two/one.yaml": one("a-two", "alias"), "a-two/two.yaml": "a: 2\n", "a-two/sub/new.yaml": "one.yaml\n--- two.yaml\n...\n",
	}
	if d := cmp.Diff(files, content(r.Set)); d != "" {
		t.Error(d)
	}
	if n := strings.Count(r.Trace, "components/a/postprocess/f.jsonnet:3 looking"); n != 2 {
		t.Errorf("traced %d times: %s", n, r.Trace)
	}
	lines := strings.Split(r.Filtering, "\n")
	if len(lines) != 7 || !strings.HasPrefix(lines[0], " > Skipping filter 'postprocess/absent.jsonnet' with invalid definition {'type': 'jsonnet', 'path': 'a', ") ||
		lines[1] != "   > <output>/compiled/a/a/sub/new.yaml doesn't exist, creating..." || lines[2] != " > Skipping disabled filter postprocess/off.jsonnet on path a" {
		t.Errorf("said %q", lines)
	}
}

// TestFilterFails: the finding is an error with the place in the user's file, and
// the limits hold for filters too.
func TestFilterFails(t *testing.T) {
	l := func(program string) *workspace.Layout {
		return filtered(program, "inventory/classes/global/commodore.yml", "applications: [a]")
	}
	for _, c := range []struct {
		program, place, message, id string
		limits                      Limits
	}{
		{"{\n  a: error 'no ' + std.extVar('arg'),\n}", "components/a/postprocess/f.jsonnet:2:6", "no a", "jsonnet/runtime", Limits{}},
		{"local f(x) = f(x + 1) tailstrict;\n{ a: f(1) }", "components/a/postprocess/f.jsonnet:1:", "the evaluation was stopped: it ran longer than the limit allows (50ms)", "jsonnet/stopped", Limits{Time: 50 * time.Millisecond}},
		{"local f(x) = 1 + f(x + 1);\n{ a: f(1) }", "components/a/postprocess/f.jsonnet:1:18", "max stack frames exceeded", "jsonnet/stack", Limits{}},
		{"{ ['../../b/x']: 1 }", "components/a/postprocess/f.jsonnet", "the file \"../../b/x.yaml\" is outside of the target's output folder", "postprocess/name", Limits{}},
		{"{ ['/x']: 1 }", "components/a/postprocess/f.jsonnet", "the file \"/x.yaml\" is outside of the target's output folder", "postprocess/name", Limits{}},
		{"{ 'one.yaml/x': 1 }", "components/a/postprocess/f.jsonnet:1:3", "write <output>/compiled/a/a/one.yaml: not a directory", "postprocess/write", Limits{}},
	} {
		r := Compile(context.Background(), Options{Layout: l(c.program), Limits: c.limits})
		if len(r.Diags) == 0 || r.Diags[0].Severity != diag.Error {
			t.Errorf("%s: no error", c.program)
			continue
		}
		d := r.Diags[0]
		if !strings.HasPrefix(d.Pos.String(), c.place) || d.Message != c.message || d.ID != c.id {
			t.Errorf("%s:\n got %s: %s [%s]\nwant %s: %s [%s]", c.program, d.Pos, d.Message, d.ID, c.place, c.message, c.id)
		}
		if n := len(d.Chain); n == 0 || !strings.Contains(d.Chain[n-1].Text, `filter "postprocess/f.jsonnet" on path "a"`) {
			t.Errorf("%s: chain %v", c.program, d.Chain)
		}
	}
}

// TestFilterImports: where filters find libraries and files by relative names, in
// a workspace and in a component alone (spec P15).
func TestFilterImports(t *testing.T) {
	program := `
{
  a: import 'own/x.libsonnet',
  b: std.native('yaml_load')('own/y.yaml'),
  c: std.native('yaml_load')('compiled/a/a/one.yaml'),
}`
	files := []string{"components/a/vendor/own/x.libsonnet", "{ x: 1 }", "components/a/own/y.yaml", "y: 1"}
	l := filtered(program, files...)
	if r := Compile(context.Background(), Options{Layout: l}); len(r.Diags) == 0 || r.Diags[0].ID != "jsonnet/import" {
		t.Errorf("in a workspace the component's own vendor folder is no place for imports: got %v", r.Diags)
	}
	disk := fstest.MapFS{"values.yml": {}}
	for _, name := range []string{"class/a.yml", "class/defaults.yml", "main.jsonnet", "postprocess/f.jsonnet", "vendor/own/x.libsonnet", "own/y.yaml"} {
		text, err := overlay.New(l.World).ReadFile(path.Join(l.Instances[0].Directory, name))
		if err != nil {
			t.Fatal(err)
		}
		disk["src/a/"+name] = &fstest.MapFile{Data: text}
	}
	disk["far/vendor/own/x.libsonnet"] = &fstest.MapFile{Data: []byte("{ x: 2 }")}
	for output, x := range map[string]string{"/src/a": "1", "/far": "2", "/nowhere": "1"} {
		c, err := workspace.Component(workspace.ComponentOptions{Disk: disk, Path: "/src/a", Output: output, Values: []string{"/values.yml"}})
		if err != nil {
			t.Fatal(err)
		}
		r := Compile(context.Background(), Options{Layout: &c.Layout})
		if diag.HasErrors(r.Diags) {
			t.Fatal(r.Diags)
		}
		want := map[string]string{"a/one.yaml": "a: 1\n", "a/two.yaml": "a: 2\n", "a/a.yaml": "x: " + x + "\n", "a/b.yaml": "y: 1\n", "a/c.yaml": "a: 1\n"}
		if d := cmp.Diff(want, content(r.Set)); d != "" {
			t.Errorf("output to %s: %s", output, d)
		}
	}
}
