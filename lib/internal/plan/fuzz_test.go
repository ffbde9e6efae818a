package plan

import (
	"encoding/json"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
)

// FuzzModel holds what is true of all parameters: findings have words, and the
// model of a model has no findings.
func FuzzModel(f *testing.F) {
	var rows []struct {
		Input string `json:"input_params_yaml"`
	}
	if err := json.Unmarshal(casetest.Read(f, "kapitan_inventory_model.json"), &rows); err != nil {
		f.Fatal(err)
	}
	for _, row := range rows {
		f.Add(row.Input)
	}
	f.Add("kapitan: {compile: [{input_type: jsonnet, input_paths: [a], output_path: .}], vars: {target: x}}")
	f.Add("kapitan: {secrets: {vaultkv: {VAULT_ADDR: x}}, dependencies: [{type: https, source: a, output_path: b}]}")
	f.Fuzz(func(t *testing.T, text string) {
		docs, err := pyyaml.ReadCore("p.yml", []byte(text))
		if err != nil || len(docs) != 1 {
			return
		}
		before, err := pyjson.Dump(docs[0])
		if err != nil {
			return
		}
		model, diags := Model(docs[0])
		for _, d := range diags {
			if d.ID == "" || d.Message == "" {
				t.Errorf("of %q: the finding %#v has no ID or words", text, d)
			}
		}
		if after, err := pyjson.Dump(docs[0]); err != nil || string(after) != string(before) {
			t.Errorf("of %q: the parameters have changed to %s", text, after)
		}
		if diag.HasErrors(diags) {
			return
		}
		if _, diags = Model(model); diag.HasErrors(diags) {
			t.Errorf("of %q: the model's own model has findings: %v", text, diags)
		}
	})
}
