package pyyaml

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// dumpers are the columns of the case files: how each of the reference's tools
// writes a value to a file.
var dumpers = []struct {
	column string
	dump   func(*tree.Node) ([]byte, error)
}{
	{"kapitan", func(v *tree.Node) ([]byte, error) { // spec K30, K32
		docs, err := DocumentsOf(v)
		return DumpAll(Kapitan, docs), err
	}},
	{"commodore", func(v *tree.Node) ([]byte, error) { // spec P16
		if v.Kind == tree.List {
			return DumpAll(Commodore, v.Items), nil
		}
		return Dump(Commodore, v), nil
	}},
	{"safe_dump", func(v *tree.Node) ([]byte, error) { return Dump(Safe, v), nil }},
}

func TestCasesYAMLDump(t *testing.T) {
	for _, line := range casetest.Lines(t, "yamldump.jsonl") {
		var row struct {
			ID     string
			Input  string `json:"input_json"`
			Expect map[string]struct{ Out, Error string }
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		t.Run(row.ID, func(t *testing.T) {
			value, err := pyjson.Parse([]byte(row.Input))
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range dumpers {
				want, ok := row.Expect[d.column]
				if !ok {
					t.Fatalf("the row has no column %s", d.column)
				}
				got, err := d.dump(value)
				checkDump(t, d.column, got, err, want.Out, want.Error)
			}
		})
	}
}

// checkDump compares bytes, or of an error its meaning: which type cannot be
// iterated.
func checkDump(t *testing.T, column string, got []byte, err error, want, wantError string) {
	t.Helper()
	if wantError != "" {
		_, meaning, _ := strings.Cut(wantError, ": ")
		if err == nil || !strings.Contains(err.Error(), meaning) {
			t.Errorf("%s: got error %v, want one that says %q", column, err, meaning)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: got error %v, want %q", column, err, want)
	} else if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", column, diff)
	}
}

func TestCasesYAMLDumpFuzz(t *testing.T) {
	for i, line := range casetest.Lines(t, "yamldump_fuzz.jsonl") {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			row, err := pyjson.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range dumpers {
				want := row.Get(d.column)
				if want == nil || want.Kind != tree.String || row.Get("input") == nil {
					t.Fatalf("the row has no text in column %s", d.column)
				}
				got, err := d.dump(row.Get("input"))
				checkDump(t, d.column, got, err, want.Text, "")
			}
		})
	}
}
