package jsonnetvm

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// TestJsonnetBugs has rows of bugs.jsonl, with what gojsonnet 0.22.0 gives: bugs of
// other engines, and traps that output depends on.
func TestJsonnetBugs(t *testing.T) {
	vm := New(testLib())
	for _, test := range []struct{ id, main, want string }{
		{"JS02", "std.parseYaml('octal: 0755\\nnew: 0o17\\nid: 091372')", "{\n   \"id\": 91372,\n   \"new\": 15,\n   \"octal\": 493\n}\n"},
		{"JS05", "std.parseYaml('a: yes\\nb: on\\nc: n\\ny: 1')", "{\n   \"a\": true,\n   \"b\": true,\n   \"c\": false,\n   \"true\": 1\n}\n"},
		{"JS06", "std.manifestYamlDoc({x:'a\\n\\nb\\n'},quote_keys=false)", "\"x: |\\n  a\\n  \\n  b\"\n"},
		{"JS07", "[std.manifestYamlStream([]), std.manifestYamlStream([1,2])]", "[\n   \"---\\n\\n...\\n\",\n   \"---\\n1\\n---\\n2\\n...\\n\"\n]\n"},
		{"JS08", "std.manifestYamlDoc({[k]:1 for k in ['1.2e3','yes','y','0x1f','a-b','2024-01-02','1_000','null','~','a.b/c']}, quote_keys=false)", "\"\\\"0x1f\\\": 1\\n\\\"1.2e3\\\": 1\\n\\\"1_000\\\": 1\\n\\\"2024-01-02\\\": 1\\na-b: 1\\na.b/c: 1\\n\\\"null\\\": 1\\n\\\"y\\\": 1\\n\\\"yes\\\": 1\\n\\\"~\\\": 1\"\n"},
		{"JS09", "std.manifestYamlDoc([{x:[1,null,'s\\ns\\n'],y:{a:1,c:[1,2]}}])", "\"- \\\"x\\\":\\n  - 1\\n  - null\\n  - |\\n    s\\n    s\\n  \\\"y\\\":\\n    \\\"a\\\": 1\\n    \\\"c\\\":\\n    - 1\\n    - 2\"\n"},
		{"JS12", "[{a:0.1,e:99.999,h:1e-7}, std.manifestJsonEx({a:0.1,e:99.999},' '), std.manifestYamlDoc({a:0.1,e:99.999}), 9007199254740993, -0]", "[\n   {\n      \"a\": 0.10000000000000001,\n      \"e\": 99.998999999999995,\n      \"h\": 9.9999999999999995e-08\n   },\n   \"{\\n \\\"a\\\": 0.1,\\n \\\"e\\\": 99.999\\n}\",\n   \"\\\"a\\\": 0.1\\n\\\"e\\\": 99.999\",\n   9007199254740992,\n   -0\n]\n"},
		{"JS13", "{local tmp=std.parseHex('ff'),[n]:tmp for n in ['a']}", "{\n   \"a\": 255\n}\n"},
		{"JS15", "[std.range(0,-3), {}, []]", "[\n   [ ],\n   { },\n   [ ]\n]\n"},
	} {
		t.Run(test.id, func(t *testing.T) {
			if got, err := evaluated(t, vm, test.main, nil, nil); err != nil || got != test.want {
				t.Errorf("got %q, error %v\nwant %q", got, err, test.want)
			}
		})
	}
	for _, test := range []struct{ id, main, want string }{
		{"JS10", "std.manifestYamlDoc({\n  a: { b: error 'boom' } })", "component/main.jsonnet:2:11: boom"},
		{"JS14", "local f() = { v: 42 };\n{ f: f }", "couldn't manifest function as JSON"},
	} {
		t.Run(test.id, func(t *testing.T) {
			got, err := evaluated(t, vm, test.main, nil, nil)
			if err == nil || !strings.Contains(finding(t, err).Error(), test.want) {
				t.Errorf("got %q, error %v, want one with %q", got, err, test.want)
			}
		})
	}
}

// looked counts how often an evaluation looks at its context, which is each time
// after as many steps.
type looked struct {
	context.Context
	times int
}

func (l *looked) Err() error {
	l.times++
	return nil
}

// TestJsonnetGrowth has the rows of bugs.jsonl about speed: four times as much input
// takes about four times as many steps.
func TestJsonnetGrowth(t *testing.T) {
	for _, test := range []struct{ id, main string }{
		{"JS16", "{ A: std.range(1, %d), B: std.makeArray(std.length(self.A), function(x) $.A[x]) }"},
		{"JS17", "local v = { ['k%%d' %% i]: [i, { a: 'x\ny' }] for i in std.range(1, %d) }; [std.manifestYamlDoc(v), std.manifestYamlDoc(v, quote_keys=false)]"},
	} {
		t.Run(test.id, func(t *testing.T) {
			vm := New(testLib())
			looks := func(n int) int {
				ctx := &looked{Context: context.Background()}
				main := fmt.Sprintf(test.main, n)
				if _, err := vm.Evaluate(ctx, Input{FS: files(map[string]string{"/c/x/main.jsonnet": main}), File: "/c/x/main.jsonnet"}); err != nil {
					t.Fatal(err)
				}
				return ctx.times
			}
			if few, many := looks(20_000), looks(80_000); few < 20 || many > 5*few {
				t.Errorf("%d looks for 20,000, %d for 80,000", few, many)
			}
		})
	}
}

// TestYAMLBugs has the rows of bugs.jsonl about YAML that natives and outputs meet.
func TestYAMLBugs(t *testing.T) {
	vm := New(testLib())
	texts := map[string]string{"/wd/vendor/eq.yaml": "- =\n- a: =\n"}
	for _, test := range []struct{ id, main, want string }{
		{"KP02", `kap.yaml_dump({ a: "03190301", b: "0755", c: "083" })`, `"a: 03190301\nb: '0755'\nc: 083\n"`},
		{"KP03", `kap.yaml_load("eq.yaml")`, `"[\"=\", {\"a\": \"=\"}]"`},
		{"KP03", `kap.yaml_dump(["="])`, `"- '='\n"`},
	} {
		got, err := evaluated(t, vm, "local kap = import 'lib/kapitan.libjsonnet'; "+test.main, texts, nil)
		if err != nil || strings.TrimSpace(got) != test.want {
			t.Errorf("%s: got %s, error %v, want %s", test.id, got, err, test.want)
		}
	}
	docs, err := pyyaml.ReadCore("c.yml", []byte("parameters: { 2024-01-02: x }"))
	if err != nil {
		t.Fatal(err)
	}
	if key := docs[0].At("parameters").Fields[0].Key; key.Kind != tree.String || key.Text != "2024-01-02" {
		t.Errorf("KP08: got the key %+v, want the string 2024-01-02", key)
	}
	out := string(pyyaml.Dump(pyyaml.Kapitan, tree.NewMap(
		tree.Entry("block", tree.NewString("a\nb\nc\n")), tree.Entry("quoted", tree.NewString("a \nb\nc\n")))))
	if want := "block: |\n  a\n  b\n  c\nquoted: \"a \\nb\\nc\\n\"\n"; out != want {
		t.Errorf("KP18: got %q, want %q", out, want)
	}
}

// TestSharedValues: values that a YAML file shares by aliases are written out, as
// they pass through JSON, and Jsonnet's own values never share (spec Y41, Y42).
func TestSharedValues(t *testing.T) {
	vm := New(testLib())
	texts := map[string]string{
		"/wd/vendor/s.yaml": "a: &x {k: [1]}\nb: *x\nc: {<<: *x, z: 1}\n",
		"/wd/vendor/m.yaml": "x: &a {kk: 1, s: 1}\ny: &b {kk: 2, s: 2}\nz: {<<: [*a, *b]}\n",
		"/wd/vendor/t.j2":   "{% set l = [1] %}{{ [l, l]|yaml }}{{ [v.a, v.a]|yaml }}{{ v|yaml }}",
	}
	for _, test := range []struct{ main, want string }{
		{`kap.yaml_load("s.yaml")`, `"{\"a\": {\"k\": [1]}, \"b\": {\"k\": [1]}, \"c\": {\"k\": [1], \"z\": 1}}"`},
		{`kap.yaml_dump(std.parseJson(kap.yaml_load("s.yaml")))`, `"a:\n  k:\n  - 1\nb:\n  k:\n  - 1\nc:\n  k:\n  - 1\n  z: 1\n"`},
		{`local v = { k: [1] }; kap.yaml_dump({ a: v, b: v, c: [v.k, v.k] })`, `"a:\n  k:\n  - 1\nb:\n  k:\n  - 1\nc:\n- - 1\n- - 1\n"`},
		{`std.parseJson(kap.yaml_load("m.yaml")).z`, `{"kk":2,"s":1}`},
		{`kap.jinja2_template("t.j2", { v: { a: { b: 1 }, c: { b: 1 } } })`, `"- &id001\n  - 1\n- *id001\n- &id001\n  b: 1\n- *id001\na:\n  b: 1\nc:\n  b: 1\n"`},
	} {
		got, err := evaluated(t, vm, "local kap = import 'lib/kapitan.libjsonnet'; "+test.main, texts, nil)
		if got = strings.ReplaceAll(compact(got), `\u0026`, "&"); err != nil || got != test.want {
			t.Errorf("%s: got %s, error %v\nwant %s", test.main, got, err, test.want)
		}
	}
}
