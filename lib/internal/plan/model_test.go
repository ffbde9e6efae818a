package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// read gives the parameters in a YAML text.
func read(t *testing.T, text string) *tree.Node {
	t.Helper()
	docs, err := pyyaml.ReadCore("p.yml", []byte(text))
	if err != nil || len(docs) != 1 {
		t.Fatalf("%d documents, error %v", len(docs), err)
	}
	return docs[0]
}

// dump gives n as JSON, keys in their order.
func dump(t *testing.T, n *tree.Node) string {
	t.Helper()
	out, err := pyjson.Dump(n)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func reformat(t *testing.T, text []byte) string {
	t.Helper()
	n, err := pyjson.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return dump(t, n)
}

// errorPaths takes the fields out of pydantic's message, written as ours, and
// without the input type that pydantic puts between.
func errorPaths(message string) []string {
	var paths []string
	for line := range strings.Lines(message) {
		if path := strings.TrimSpace(line); strings.HasPrefix(line, "parameters") {
			paths = append(paths, ourPath(path))
		}
	}
	return paths
}

// ourPath makes compile[0].prune of compile.0.jsonnet.prune.
func ourPath(path string) string {
	var out strings.Builder
	steps := strings.Split(path, ".")
	for i := 0; i < len(steps); i++ {
		step := steps[i]
		if step != "" && strings.Trim(step, "0123456789") == "" && i > 1 {
			fmt.Fprintf(&out, "[%s]", step)
			if before := steps[i-1]; before == "compile" || before == "dependencies" {
				i++
			}
			continue
		}
		out.WriteString("." + step)
	}
	return strings.TrimPrefix(out.String(), ".")
}

func TestCasesInventoryModel(t *testing.T) {
	var rows []struct {
		Note   string          `json:"note"`
		Input  string          `json:"input_params_yaml"`
		Expect json.RawMessage `json:"expect"`
		Error  string          `json:"expect_error"`
	}
	if err := json.Unmarshal(casetest.Read(t, "kapitan_inventory_model.json"), &rows); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		t.Run(fmt.Sprintf("%d %s", i, row.Note), func(t *testing.T) {
			params := read(t, row.Input)
			before := dump(t, params)
			model, diags := Model(params)
			if after := dump(t, params); after != before {
				t.Errorf("the input was changed to %s", after)
			}
			if row.Expect == nil {
				checkFields(t, diags, errorPaths(row.Error))
				return
			}
			if len(diags) > 0 {
				t.Fatalf("got findings %v", diags)
			}
			if diff := cmp.Diff(reformat(t, row.Expect), dump(t, model)); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// checkFields wants one finding for each path. Where the reference names an
// entry as a whole, ours may name a key in it.
func checkFields(t *testing.T, diags []diag.Diag, want []string) {
	t.Helper()
	if len(diags) != len(want) || len(want) == 0 {
		t.Fatalf("got %d findings, want %d, at %q\n%v", len(diags), len(want), want, diags)
	}
	for _, path := range want {
		if !slices.ContainsFunc(diags, func(d diag.Diag) bool {
			return strings.HasPrefix(d.Message, path+" ") || strings.HasPrefix(d.Message, path+".input_type ") || strings.HasPrefix(d.Message, path+".type ")
		}) {
			t.Errorf("no finding at %q\n%v", path, diags)
		}
	}
}

// TestModel has what the reference gives beyond the case file; want is JSON with
// only the parts that matter, or the findings.
func TestModel(t *testing.T) {
	const job = "kapitan: {compile: [{input_type: jsonnet, input_paths: [a], output_path: b, %s}]}"
	const dep = "kapitan: {dependencies: [{type: oci, source: x, output_path: b, %s}]}"
	prune := []string{"kapitan", "compile", "prune"}
	tests := []struct {
		input string
		path  []string // to what is compared; lists are entered at their first item
		want  string
	}{
		{fmt.Sprintf(job, "prune: 'YES'"), prune, "true"},
		{fmt.Sprintf(job, "prune: 'off'"), prune, "false"},
		{fmt.Sprintf(job, "prune: 1"), prune, "true"},
		{fmt.Sprintf(job, "prune: 0.0"), prune, "false"},
		{fmt.Sprintf(job, "prune: null"), prune, "null"},
		{fmt.Sprintf(job, "prune: ' yes'"), nil, `p.yml:1:84: plan/wrong-value: parameters.kapitan.compile[0].prune must be true or false, not " yes"`},
		{fmt.Sprintf(job, "prune: 2"), nil, "p.yml:1:84: plan/wrong-type: parameters.kapitan.compile[0].prune must be true or false, not an integer"},
		{fmt.Sprintf(job, "prne: true"), nil, "p.yml:1:77: plan/unknown-key: parameters.kapitan.compile[0].prne is not a known key; did you mean \"prune\"?"},
		{fmt.Sprintf(job, "1: true"), nil, "p.yml:1:77: plan/wrong-type: parameters.kapitan.compile[0].1 has a key that is not a string but an integer; put the key in quotes"},
		{"kapitan: {compile: [{input_type: jsonet, input_paths: [], output_path: b}]}", nil,
			`p.yml:1:34: plan/wrong-value: parameters.kapitan.compile[0].input_type must be one of jinja2, external, copy, kadet, jsonnet, helm, remove, kustomize, cuelang, not "jsonet"; did you mean "jsonnet"?`},
		{"kapitan: {compile: [{input_paths: []}]}", nil, `p.yml:1:21: plan/missing-key: parameters.kapitan.compile[0] needs "input_type"; it is one of jinja2, external, copy, kadet, jsonnet, helm, remove, kustomize, cuelang`},
		{"kapitan: {compile: [{input_type: copy}]}", nil, "p.yml:1:21: plan/missing-key: parameters.kapitan.compile[0] needs \"input_paths\"\n" +
			"p.yml:1:21: plan/missing-key: parameters.kapitan.compile[0] needs \"output_path\""},
		{"kapitan: {compile: [5]}", nil, "p.yml:1:21: plan/wrong-type: parameters.kapitan.compile[0] must be a map, not an integer"},
		{"kapitan: {compile: {a: 1}}", nil, "p.yml:1:20: plan/wrong-type: parameters.kapitan.compile must be a list, not a map"},
		{"kapitan: {compile: null}", nil, "p.yml:1:20: plan/wrong-type: parameters.kapitan.compile must be a list, not null"},
		{"kapitan: {vars: null}", nil, "p.yml:1:17: plan/wrong-type: parameters.kapitan.vars must be a map, not null"},
		{"kapitan: 5", nil, "p.yml:1:10: plan/wrong-type: parameters.kapitan must be a map, not an integer"},
		{"kapitan: {validate: [1]}", nil, "p.yml:1:22: plan/wrong-type: parameters.kapitan.validate[0] must be a map, not an integer"},
		{"kapitan: {target_full_path: 5}", nil, "p.yml:1:29: plan/wrong-type: parameters.kapitan.target_full_path must be a string, not an integer; put it in quotes"},
		{"kapitan: {compile: [{input_type: copy, input_paths: [], output_path: b, ignore_missing: null}]}", nil, "p.yml:1:89: plan/wrong-type: parameters.kapitan.compile[0].ignore_missing must be true or false, not null"},
		{"kapitan: {compile: [{input_type: helm, input_paths: [], output_path: b, output_type: nope}]}", nil, `p.yml:1:86: plan/wrong-value: parameters.kapitan.compile[0].output_type must be one of json, yaml, yml, plain, toml, auto, not "nope"`},
		{"kapitan: {compile: [{input_type: jinja2, input_paths: [], output_path: b, output_type: null}]}", []string{"kapitan", "compile", "output_type"}, "null"},
		{fmt.Sprintf(dep, "tls_verify: 'no'"), []string{"kapitan", "dependencies", "tls_verify"}, `"no"`},
		{fmt.Sprintf(dep, "tls_verify: 1"), []string{"kapitan", "dependencies", "tls_verify"}, "true"},
		{fmt.Sprintf(dep, "media_type: x"), nil, `p.yml:1:77: plan/wrong-value: parameters.kapitan.dependencies[0].media_type must be a media type as application/gzip, not "x"`},
		{"kapitan: {dependencies: [{type: oci, source: 'oci://x', output_path: b}]}", nil, `p.yml:1:46: plan/wrong-value: parameters.kapitan.dependencies[0].source must be a registry reference as ghcr.io/org/repo:tag, not "oci://x"; leave out oci://`},
		{"_reclass_: {environment: base, name: {full: a, parts: [a], path: a, short: a, x: 1}}", []string{"_reclass_"}, `{"name": {"short": "a", "full": "a", "path": "a", "parts": ["a"]}, "environment": "base"}`},
		{"_kapitan_: {a: 1, name: null}", []string{"_kapitan_"}, `{"name": null, "a": 1}`},
		{"kapitan: {secrets: {gpg: {recipients: [{name: a}]}, azkms: {key: k}}}", []string{"kapitan", "secrets"}, `{"gpg": {"recipients": [{"name": "a"}]}, "awskms": null, "vaultkv": null, "gkms": null, "vaulttransit": null, "azkms": {"key": "k"}}`},
		{"kapitan: {secrets: {vaulttransit: {engine: kv}, awskms: {}}}", nil, "p.yml:1:57: plan/missing-key: parameters.kapitan.secrets.awskms needs \"key\"\n" +
			`p.yml:1:44: plan/wrong-value: parameters.kapitan.secrets.vaulttransit.engine must be one of transit, not "kv"`},
		{"kapitan: {secrets: {vaultkv: {'': 1}}}", nil, "p.yml:1:31: plan/unknown-key: parameters.kapitan.secrets.vaultkv. is not a known key; known are addr, skip_verify, client_key, client_cert, cacert, capath, namespace, engine, auth, crypto_key, always_latest, mount, key"},
	}
	for _, test := range tests {
		t.Run(test.input, func(t *testing.T) {
			model, diags := Model(read(t, test.input))
			if got := result(t, model, diags, test.path); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// result gives the findings, or what is at path.
func result(t *testing.T, model *tree.Node, diags []diag.Diag, path []string) string {
	t.Helper()
	var lines []string
	for _, d := range diags {
		line := fmt.Sprintf("%s: %s: %s", d.Pos, d.ID, d.Message)
		if d.Hint != "" {
			line += "; " + d.Hint
		}
		lines = append(lines, line)
	}
	if len(lines) > 0 {
		return strings.Join(lines, "\n")
	}
	for _, step := range path {
		if model.Kind == tree.List {
			model = model.Items[0]
		}
		model = model.Get(step)
	}
	return dump(t, model)
}

// TestVaultSettings has keys in any case and second names (all measured on the
// reference), and nothing from the environment.
func TestVaultSettings(t *testing.T) {
	t.Setenv("VAULT_ADDR", "e")
	t.Setenv("VAULT_SKIP_VERIFY", "no")
	tests := []struct {
		name, settings string
		want           string // what differs from the defaults
	}{
		{"defaults", "{}", ""},
		{"keys in any case", "{AUTH: x, Engine: kv}", "auth=x engine=kv"},
		{"the first of two spellings", "{vault_addr: x, VAULT_ADDR: y}", "addr=x"},
		{"the first of two spellings, again", "{VAULT_ADDR: y, vault_addr: x}", "addr=y"},
		{"the field's own name before the other", "{VAULT_ADDR: a, addr: b}", "addr=b"},
		{"null", "{VAULT_ADDR: null}", ""},
	}
	defaults, _ := Model(read(t, "kapitan: {secrets: {vaultkv: {}}}"))
	if addr := defaults.At("kapitan", "secrets", "vaultkv", "addr"); addr.Kind != tree.Null {
		t.Errorf("the default of addr is %q, want null", addr.Text)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			model, diags := Model(read(t, "kapitan: {secrets: {vaultkv: "+test.settings+"}}"))
			got := ""
			if len(diags) > 0 {
				got = result(t, model, diags, nil)
			} else {
				got = difference(defaults.At("kapitan", "secrets", "vaultkv"), model.At("kapitan", "secrets", "vaultkv"))
			}
			if got != test.want {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}

func difference(defaults, settings *tree.Node) string {
	var list []string
	for _, f := range settings.Fields {
		if d := defaults.Get(f.Key.Text); d.Kind != f.Value.Kind || d.Text != f.Value.Text || d.Bool != f.Value.Bool {
			value := f.Value.Text
			if f.Value.Kind == tree.Bool {
				value = fmt.Sprint(f.Value.Bool)
			}
			list = append(list, f.Key.Text+"="+value)
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestJobs(t *testing.T) {
	const input = `
kapitan:
  compile:
    - {input_type: jsonnet, input_paths: [a, b], output_path: c, input_params: {x: 1}}
    - {input_type: jinja2, input_paths: [a], output_path: d, output_type: null, prune: no, continue_on_compile_error: 'yes'}
    - {input_type: remove, input_paths: []}
`
	model, diags := Model(read(t, input))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var got []string
	for _, j := range Jobs(model) {
		got = append(got, fmt.Sprintf("%s %s %q %q %q prune=%t missing=%t continue=%t %s entry=%d", j.Pos, j.InputType, j.InputPaths, j.OutputPath, j.OutputType,
			j.Prune, j.IgnoreMissing, j.ContinueOnError, dump(t, j.Params), len(j.Entry.Fields)))
	}
	want := []string{
		`p.yml:4:7 jsonnet ["a" "b"] "c" "yaml" prune=false missing=false continue=false {"x": 1} entry=9`,
		`p.yml:5:7 jinja2 ["a"] "d" "" prune=false missing=true continue=true {} entry=11`,
		`p.yml:6:7 remove [] "" "yaml" prune=true missing=false continue=false {} entry=9`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	for _, text := range []string{"kapitan: null", "{}", "kapitan: {}"} {
		if model, _ := Model(read(t, text)); len(Jobs(model)) != 0 {
			t.Errorf("%s has jobs", text)
		}
	}
}

// TestModelIsNew makes sure that two targets do not share a default.
func TestModelIsNew(t *testing.T) {
	a, _ := Model(tree.NewMap())
	b, _ := Model(tree.NewMap())
	if a.Get("kapitan") == b.Get("kapitan") || a.At("kapitan", "labels") == b.At("kapitan", "labels") {
		t.Error("two models share a node")
	}
}
