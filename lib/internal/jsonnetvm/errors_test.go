package jsonnetvm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
)

// show prints a finding in one text: place, ID, sentence, hint and chain.
func show(d diag.Diag) string {
	text := fmt.Sprintf("%s: %s: %s\n", d.Pos, d.ID, d.Message)
	if d.Hint != "" {
		text += "hint: " + d.Hint + "\n"
	}
	for _, f := range d.Chain {
		text += fmt.Sprintf("  %s %s\n", f.Pos, f.Text)
	}
	return strings.ReplaceAll(text, "/wd/dependencies/c", "C")
}

// bomb is YAML whose size doubles with each line.
func bomb(lines int) string {
	var b strings.Builder
	b.WriteString("- &a0 [x]\n")
	for i := range lines {
		fmt.Fprintf(&b, "- &a%d [*a%d, *a%d]\n", i+1, i, i)
	}
	return b.String()
}

func TestFindings(t *testing.T) {
	const kap = "local kap = import 'lib/kapitan.libjsonnet';\n"
	lib := map[string]string{
		"/wd/vendor/lib.libsonnet": "{\n  f(x):: x.nam,\n  wrap(g):: g(1),\n  visible: error 'no luck',\n}",
		"/wd/vendor/bad.libsonnet": "{\n  a: 1\n  b: 2\n}",
		"/wd/vendor/bad.yaml":      "a: [\n",
		"/wd/vendor/two.yaml":      "a: 1\n---\nb: 2\n",
		"/wd/vendor/x.bin":         "a\n\xff",
		"/wd/vendor/date.yaml":     "a: 2026-01-02\n",
		"/wd/vendor/bomb.yaml":     bomb(40),
	}
	tests := []struct{ name, main, want string }{
		{"the user's own place before the library's", "local l = import 'lib.libsonnet';\nlocal o = { name: 1 };\nl.f(o)",
			"C/component/main.jsonnet:3:1: jsonnet/runtime: Field does not exist: nam\nhint: did you mean \"name\"?\n  /wd/vendor/lib.libsonnet:2:10 function f\n"},
		{"called back from a library", "local l = import 'lib.libsonnet';\n{\n  a: l.wrap(function(x) error 'mine'),\n}",
			"C/component/main.jsonnet:3:25: jsonnet/runtime: mine\n  /wd/vendor/lib.libsonnet:3:13 function wrap\n  C/component/main.jsonnet:3:6 \n   the output's a\n"},
		{"a field of a merged object", "local o = { labels: 1 } + { name:: 2 };\no.label",
			"C/component/main.jsonnet:2:1: jsonnet/runtime: Field does not exist: label\nhint: did you mean \"labels\"?\n"},
		{"a field far from all", "{ a: 1 }.something", "C/component/main.jsonnet:1:1: jsonnet/runtime: Field does not exist: something\n"},
		{"where in the output", "{ a: [1, { b: function(x) x }] }",
			"C/component/main.jsonnet:1:12: jsonnet/runtime: couldn't manifest function as JSON\nhint: call the function, or hide its field with ::\n   the output's a[1].b\n"},
		{"in a library, for a field", "local l = import 'lib.libsonnet';\n{ x: 1 } + {\n  a: { k: 1, b: [1, l] },\n  c: self.a,\n}",
			"C/component/main.jsonnet:3:21: jsonnet/runtime: no luck\n  /wd/vendor/lib.libsonnet:4:12 \n   the output's a.b[1].visible\n"},
		{"in a library, for a field that comes from elsewhere", "local l = import 'lib.libsonnet';\nlocal o = { a: l };\no",
			"C/component/main.jsonnet: jsonnet/runtime: no luck\n  /wd/vendor/lib.libsonnet:4:12 \n   the output's a.visible\n"},
		{"in the standard library", "{ a: std.length(std.repeat('x', 0.5)) }",
			"C/component/main.jsonnet:1:17: jsonnet/runtime: Expected an integer, but got 0.5\n  C/component/main.jsonnet:1:6 \n   the output's a\n"},
		{"syntax", "{\n  ä: 1,\n}", "C/component/main.jsonnet:2:3: jsonnet/syntax: Could not lex the character '\\u00e4'\n"},
		{"columns are code points", "local u = 'üü'; nope", "C/component/main.jsonnet:1:17: jsonnet/syntax: Unknown variable: nope\n"},
		{"syntax of an import", "import 'bad.libsonnet'", "C/component/main.jsonnet:1:1: jsonnet/syntax: Expected a comma before next field\n  /wd/vendor/bad.libsonnet:3:3 the imported file\n"},
		{"missing import", "{ a: import 'nope.libsonnet' }", "C/component/main.jsonnet:1:6: jsonnet/import: couldn't import \"nope.libsonnet\": no such file\nhint: looked in C/component/, /wd/vendor, /wd\n   the output's a\n"},
		{"import that is no text", "importstr 'x.bin'", "C/component/main.jsonnet:1:1: jsonnet/import: couldn't import \"x.bin\": /wd/vendor/x.bin: not UTF-8 text: byte 0xff in line 2\n"},
		{"missing YAML", kap + "kap.yaml_load('nope.yaml')", "C/component/main.jsonnet:2:1: jsonnet/native: failed to execute native callback: yaml_load(\"nope.yaml\"): no file \"nope.yaml\" in the search paths\nhint: looked in /wd/vendor, /wd\n  /azogue/kapitan/lib/kapitan.libjsonnet:2:21 function yaml_load\n"},
		{"two documents", kap + "kap.yaml_load('two.yaml')", "C/component/main.jsonnet:2:1: jsonnet/native: failed to execute native callback: yaml_load(\"two.yaml\"): /wd/vendor/two.yaml: 2 documents where yaml_load takes one; yaml_load_stream gives all\n  /azogue/kapitan/lib/kapitan.libjsonnet:2:21 function yaml_load\n"},
		{"no JSON", kap + "kap.yaml_dump('[1,')", "C/component/main.jsonnet:2:1: jsonnet/native: failed to execute native callback: yaml_dump(\"[1,\"): the argument is no JSON text: line 1, column 4: the text ends where a value should follow\n  /azogue/kapitan/lib/kapitan.libjsonnet:16:20 function yaml_dump\n"},
		{"nearly an import", "import '../component/mian.jsonnet'", "C/component/main.jsonnet:1:1: jsonnet/import: couldn't import \"../component/mian.jsonnet\": no such file\nhint: did you mean \"../component/main.jsonnet\"? looked in C/component/, /wd/vendor, /wd\n"},
		{"YAML without a form in JSON", kap + "kap.yaml_load('date.yaml')", "C/component/main.jsonnet:2:1: jsonnet/native: failed to execute native callback: yaml_load(\"date.yaml\"): /wd/vendor/date.yaml:1:4: JSON has no form for a value of type date\n  /wd/vendor/date.yaml:1:4 the cause\n  /azogue/kapitan/lib/kapitan.libjsonnet:2:21 function yaml_load\n"},
		{"YAML that is endless when written out", kap + "kap.yaml_load('bomb.yaml')", "C/component/main.jsonnet:2:1: jsonnet/native: failed to execute native callback: yaml_load(\"bomb.yaml\"): /wd/vendor/bomb.yaml: with its aliases written out, it is more than 256 MiB of JSON\n  /azogue/kapitan/lib/kapitan.libjsonnet:2:21 function yaml_load\n"},
		{"not UTF-8", "{\n  a: \xe4,\n}", "C/component/main.jsonnet:2:6: jsonnet/syntax: Could not lex the character '\\ufffd'\nhint: the file is not UTF-8 text: byte 0xe4 in line 2\n"},
		{"bad YAML", kap + "kap.yaml_load('bad.yaml')", "C/component/main.jsonnet:2:1: jsonnet/native: failed to execute native callback: yaml_load(\"bad.yaml\"): /wd/vendor/bad.yaml:2:1: a value is missing or cannot stand here\n  /wd/vendor/bad.yaml:2:1 the cause\n  /azogue/kapitan/lib/kapitan.libjsonnet:2:21 function yaml_load\n"},
		{"a list for a native", "std.native('file_read')(['a'])", "C/component/main.jsonnet:1:1: jsonnet/native: failed to execute native callback: file_read(...): argument \"name\" is neither a string, a number, a boolean nor null\n"},
		{"no inventory", kap + "kap.inventory()", "C/component/main.jsonnet:2:1: jsonnet/runtime: no inventory here\n  /azogue/kapitan/lib/kapitan.libjsonnet:10:10 function inventory\n"},
	}
	vm := New(testLib())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := evaluated(t, vm, test.main, lib, nil)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(test.want, show(finding(t, err))); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

func TestDeepRecursion(t *testing.T) {
	_, err := evaluated(t, New(testLib()), "local f(x) = f(x) + 1;\nf(1)", nil, nil)
	d := finding(t, err)
	if d.ID != "jsonnet/stack" || d.Message != "max stack frames exceeded" || d.Hint == "" {
		t.Errorf("got %s", show(d))
	}
	if got := show(d); !strings.Contains(got, "1:14 function f\n   the same, 498 times more\n") {
		t.Errorf("got %s", got)
	}
}

// TestCircles has functions that call each other: a few are a circle, more than
// that a long chain.
func TestCircles(t *testing.T) {
	_, err := evaluated(t, New(testLib()), "local f(x) = g(x) + 1, g(x) = f(x) + 1;\nf(1)", nil, nil)
	if got := show(finding(t, err)); !strings.Contains(got, "function f\n  C/component/main.jsonnet:1:31 function g\n   the same 2, ") {
		t.Errorf("got %s", got)
	}
	many := "local f0(x) = f1(x) + 1"
	for i := range maxCircle {
		many += fmt.Sprintf(", f%d(x) = f%d(x) + 1", i+1, (i+2)%(maxCircle+1))
	}
	_, err = evaluated(t, New(testLib()), many+";\nf0(1)", nil, nil)
	d := finding(t, err)
	if len(d.Chain) != maxChain+1 || !strings.HasSuffix(d.Chain[maxChain/2].Text, " more") {
		t.Errorf("got a chain of %d frames:\n%s", len(d.Chain), show(d))
	}
}
