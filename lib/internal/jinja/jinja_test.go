package jinja

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// row is a template with the reference's answer: a text or an error.
type row struct {
	Template string            `json:"template"`
	Files    map[string]string `json:"files"` // other templates
	Want     *string           `json:"want"`
	Error    string            `json:"error"`
	Refused  string            `json:"refused"` // our message, where we do not do what the reference does
}

func rows(t testing.TB) []row {
	t.Helper()
	data, err := os.ReadFile("testdata/render.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var list []row
	for line := range bytes.Lines(data) {
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func variables(t testing.TB) *tree.Node {
	t.Helper()
	data, err := os.ReadFile("testdata/vars.json")
	if err != nil {
		t.Fatal(err)
	}
	vars, err := pyjson.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return vars
}

func render(vars *tree.Node, template string, files map[string]string) (string, error) {
	w := overlay.NewWorld()
	for n, text := range files {
		w.Put(path.Join("/t", n), []byte(text))
	}
	w.Put("/t/main.j2", []byte(template))
	return Render(context.Background(), Input{FS: overlay.New(w), File: "/t/main.j2", Vars: vars})
}

// TestRender has what Kapitan's render_jinja2_file makes of each template.
func TestRender(t *testing.T) {
	vars := variables(t)
	for _, r := range rows(t) {
		t.Run(r.Template, func(t *testing.T) {
			got, err := render(vars, r.Template, r.Files)
			d, isDiag := errors.AsType[diag.Diag](err)
			switch {
			case err != nil && (!isDiag || d.Pos.File == "" || d.Pos.Line == 0 || strings.HasPrefix(d.Message, "bug:")):
				t.Errorf("got error %+v, want a finding with a place", err)
			case r.Refused != "" && d.Message != r.Refused:
				t.Errorf("got %q, error %v, want the error %q", got, err, r.Refused)
			case r.Refused == "" && r.Want == nil && err == nil:
				t.Errorf("got %q, want an error: %s", got, r.Error)
			case r.Refused == "" && r.Want != nil && (err != nil || got != *r.Want):
				t.Errorf("got  %q, error %v\nwant %q", got, err, *r.Want)
			}
		})
	}
	if again := variables(t); pyrep(again) != pyrep(vars) {
		t.Error("rendering changed its variables")
	}
}

func pyrep(n *tree.Node) string {
	out, _ := pyjson.Dump(n)
	return string(out)
}

// TestReadBeforeAssigned has templates that read a variable in a block, and
// assign it further down: Jinja2 takes it for undefined until then, azogue for
// what it was given.
func TestReadBeforeAssigned(t *testing.T) {
	for _, test := range []struct{ template, want string }{
		{"{% for i in [1] %}{{ name is defined }}{% endfor %}{% set name = 2 %}", "True"},
		{"{% filter upper %}{{ name is defined }}{% endfilter %}{% macro name() %}{% endmacro %}", "TRUE"},
		{"{% with a = 1 %}{{ name }}{% endwith %}{% set name = 2 %}{{ name }}", "x2"},
	} {
		if got, err := render(variables(t), test.template, nil); err != nil || got != test.want {
			t.Errorf("%s: got %q, error %v, want %q", test.template, got, err, test.want)
		}
	}
}

// TestPlaces: an error names the template and the line in which it is.
func TestPlaces(t *testing.T) {
	files := map[string]string{"inc.j2": "a\n{{ nope }}\n", "macros.j2": "{% macro m(x) %}\n{{ x.y }}\n{% endmacro %}\n", "bad.j2": "\n\n{% endif %}"}
	for _, test := range []struct{ template, want string }{
		{"a\n\n{{ nope }}", `/t/main.j2:3:1: "nope" is undefined`},
		{"{% if true %}\n{{ 1 +\n nope }}{% endif %}", `/t/main.j2:2:1: "nope" is undefined`},
		{"\n{{ d\n", "/t/main.j2:2:1: a tag is not closed"},
		{"\n{% include 'inc.j2' %}", `/t/inc.j2:2:1: "nope" is undefined`},
		{"{% import 'macros.j2' as m %}\n\n{{ m.m(1) }}", `/t/macros.j2:2:1: a value of type int has no "y"`},
		{"{% include 'bad.j2' %}", `/t/bad.j2:3:1: unknown tag "endif"`},
		{"{% include 'none.j2' %}", `/t/main.j2:1:1: there is no template "none.j2"`},
		{"{% for x in name|foo %}", `/t/main.j2:1:1: the template ends where "endfor" is expected`},
		{"\n{{ name|foo }}", `/t/main.j2:2:1: there is no filter "foo"`},
	} {
		_, err := render(variables(t), test.template, files)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v\nwant %s", test.template, err, test.want)
		}
	}
}

// TestLimits: templates without end are ended.
func TestLimits(t *testing.T) {
	for _, test := range []struct{ template, want string }{
		{"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "calls within each other"},
		{"{% include 'main.j2' %}", "calls within each other"},
		{"{{ 'xxxxxxxxxx' * 10000000 }}", "grows over"},
		{"{{ 'x' * 10 ** 30 }}", "too often"},
		{"{{ 10 ** (10 ** 10) }}", "too big"},
		{"{{ range(10 ** 12)|list }}", "a range of more than"},
		{"{{ [0] * 20000000 }}", "more than"},
		{"{% for x in range(1000) %}{{ 'x' * 100000 }}{% endfor %}", "grows over"},
		{"{{ " + strings.Repeat("(", 100_000) + strings.Repeat(")", 100_000) + "}}", "levels of nesting"},
		{"{{ " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}}", "levels of nesting"},
		{"{{ " + strings.Repeat("not ", 100_000) + "1 }}", "levels of nesting"},
		{"{{ " + strings.Repeat("-", 100_000) + "1 }}", "levels of nesting"},
		{strings.Repeat("{% if 1 %}", 100_000), "levels of nesting"},
		{"{% set l = [] %}{% do l.append(l) %}{{ l }}", "holds itself"},
		{"{% set l = [] %}{% do l.append(l) %}{{ l == [l] }}", "hold themselves"},
		{"{{ '%1000000000d' % 1 }}", "too big"},
	} {
		got, err := render(variables(t), test.template, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: got %.60q, error %v, want one with %q", test.template, got, err, test.want)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w := overlay.NewWorld()
	w.Put("/t/main.j2", []byte("{% for x in range(1000000) %}{% endfor %}"))
	if _, err := Render(ctx, Input{FS: overlay.New(w), File: "/t/main.j2"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
}

func TestFunctionsAndFolders(t *testing.T) {
	w := overlay.NewWorld()
	w.Put("/a/main.j2", []byte("{% include 'x.j2' %}{% include 'y.j2' %}{{ topics('n').k }}"))
	w.Put("/a/x.j2", []byte("own "))
	w.Put("/b/x.j2", []byte("other "))
	w.Put("/b/y.j2", []byte("found "))
	got, err := Render(context.Background(), Input{FS: overlay.New(w), File: "/a/main.j2", Folders: []string{"/b"}, Functions: map[string]func([]*tree.Node) (*tree.Node, error){
		"topics": func(args []*tree.Node) (*tree.Node, error) { return tree.NewMap(tree.Entry("k", args[0])), nil },
	}})
	if want := "own found n"; err != nil || got != want {
		t.Errorf("got %q, error %v, want %q", got, err, want)
	}
}

func FuzzRender(f *testing.F) {
	for _, r := range rows(f) {
		f.Add(r.Template)
	}
	vars := variables(f)
	f.Fuzz(func(t *testing.T, template string) {
		first, err := render(vars, template, nil)
		second, again := render(vars, template, nil)
		if first != second || (err == nil) != (again == nil) {
			t.Errorf("got %q and %q, errors %v and %v", first, second, err, again)
		}
	})
}

// askKapitan renders the rows and gives one answer a line.
const askKapitan = `
import json, os, sys, tempfile, types, warnings
warnings.simplefilter('ignore')
from kapitan import cached
cached.args = types.SimpleNamespace(reveal=False)
from kapitan.utils import render_jinja2_file
vars = open('testdata/vars.json').read()
for line in open('testdata/render.jsonl'):
    row = json.loads(line)
    with tempfile.TemporaryDirectory() as d:
        files = dict(row.get('files') or {}, **{'main.j2': row['template']})
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(d, name)), exist_ok=True)
            open(os.path.join(d, name), 'w', newline='').write(text)
        try:
            print(json.dumps(render_jinja2_file(d + '/main.j2', json.loads(vars), search_paths=[d])))
        except BaseException:
            print('null')
`

// TestOracleRender checks that what is recorded is what the reference answers.
func TestOracleRender(t *testing.T) {
	python := casetest.Python(t)
	cmd := exec.Command(python, "-c", askKapitan)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	list, lines := rows(t), strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(list) {
		t.Fatalf("%d answers to %d rows", len(lines), len(list))
	}
	for i, r := range list {
		var got *string
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
			t.Fatal(err)
		}
		if r.Want == nil && r.Refused != "" {
			continue // a text that differs from run to run
		}
		if (got == nil) != (r.Want == nil) || got != nil && *got != *r.Want {
			t.Errorf("%q: the reference gives %s", r.Template, lines[i])
		}
	}
}

// TestCase: letters whose other case is not one letter are refused, apart from ß.
func TestCase(t *testing.T) {
	for template, want := range map[string]string{
		"{{ 'straße'|upper }}": "STRASSE", "{{ 'ŉ'|upper }}": "", "{{ 'ΟΔΟΣ'|lower }}": "", "{{ 'İ'.lower() }}": "", "{{ 'ﬁ'|title }}": "",
		"{{ 'éa'|upper }}": "ÉA", "{{ 'ΟΔΟ'|lower }}": "οδο",
	} {
		got, err := render(variables(t), template, nil)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q, error %v, want %q", template, got, err, want)
		}
	}
}
