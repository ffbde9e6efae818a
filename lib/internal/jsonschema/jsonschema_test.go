package jsonschema

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// row has the reference's answer: a reason, empty for a value that fits, or an error.
type row struct {
	Obj, Schema string
	Reason      *string
	Error       string
}

func rows(t testing.TB) []row {
	t.Helper()
	data, err := os.ReadFile("testdata/validate.jsonl")
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

func parse(t testing.TB, text string) *tree.Node {
	t.Helper()
	n, err := pyjson.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestValidate has what Python's jsonschema answers, with Kapitan's format checker.
func TestValidate(t *testing.T) {
	for _, r := range rows(t) {
		got, err := Validate(parse(t, r.Obj), parse(t, r.Schema))
		switch {
		case r.Reason == nil && err == nil:
			t.Errorf("%s against %s: got %q, want an error: %s", r.Obj, r.Schema, got, r.Error)
		case r.Reason != nil && (err != nil || got != *r.Reason):
			t.Errorf("%s against %s\ngot  %q, error %v\nwant %q", r.Obj, r.Schema, got, err, *r.Reason)
		}
	}
}

// TestRefused: what the reference does and we do not is an error that says so.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ obj, schema, want string }{
		{`1`, `{"$schema": "http://json-schema.org/draft-03/schema#"}`, "draft 3 of JSON Schema is not supported"},
		{`1`, `{"$ref": "http://json-schema.org/draft-07/schema#"}`, "leads out of the schema"},
		{`1`, `{"$ref": "https://example.com/x.json"}`, "nothing is loaded"},
		{`"a"`, `{"pattern": "(?=a)"}`, "none that is supported"},
		{`"a++"`, `{"format": "regex"}`, "possessive repetition"},
		{`"é"`, `{"pattern": "\\bx"}`, "word boundary"},
		{`"é.example"`, `{"format": "idn-hostname"}`, "not supported beyond ASCII"},
		{`[[]]`, `{"items": {"$schema": "http://json-schema.org/draft-04/schema#", "items": false}}`, "which draft 4 does not have"},
		{`1`, `{"$ref": "#"}`, "refers to itself without end"},
		{`1`, `{"if": {"oneOf": [{}, {}], "$ref": "#/nope"}}`, "leads nowhere"},
		{`{"a": 1}`, `{"properties": {"a": {}}, "unevaluatedProperties": {"$ref": "#/nope"}}`, "leads nowhere"},
		{`[[]]`, `{"allOf": [{"$ref": "#"}]}`, "refers to itself without end"},
		{`{"a": 1}`, `{"unevaluatedProperties": false, "anyOf": [{"$ref": "#"}]}`, "refers to itself without end"},
	} {
		got, err := Validate(parse(t, test.obj), parse(t, test.schema))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s against %s: got %q, error %v, want one with %q", test.obj, test.schema, got, err, test.want)
		}
	}
}

func FuzzValidate(f *testing.F) {
	for _, r := range rows(f) {
		f.Add(r.Obj, r.Schema)
	}
	f.Fuzz(func(t *testing.T, obj, schema string) {
		o, err := pyjson.Parse([]byte(obj))
		s, err2 := pyjson.Parse([]byte(schema))
		if err != nil || err2 != nil {
			return
		}
		first, err := Validate(o, s)
		second, again := Validate(o, s)
		if first != second || (err == nil) != (again == nil) {
			t.Errorf("got %q and %q, errors %v and %v", first, second, err, again)
		}
	})
}

// askPython validates the rows and gives one answer a line.
const askPython = `
import json, warnings
warnings.simplefilter('ignore')
from kapitan.resources import jsonschema_validate
for line in open('testdata/validate.jsonl'):
    row = json.loads(line)
    try:
        print(json.dumps(jsonschema_validate(row['obj'], row['schema'])['reason']))
    except BaseException:
        print('null')
`

// TestOracleValidate checks that what is recorded is what the reference answers.
func TestOracleValidate(t *testing.T) {
	python := casetest.Python(t)
	out, err := exec.Command(python, "-c", askPython).Output()
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
		if (got == nil) != (r.Reason == nil) || got != nil && *got != *r.Reason {
			t.Errorf("%s against %s: the reference gives %s", r.Obj, r.Schema, lines[i])
		}
	}
}
