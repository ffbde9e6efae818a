package pyyaml

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// loadCase is a row of yamlload.jsonl: what the reference makes of a text.
type loadCase struct {
	ID        string
	Input     string  `json:"input_yaml"`
	Helm      *string `json:"helm_output"`
	HelmErr   string  `json:"helm_error"`
	Load      *string `json:"load_json"`
	LoadErr   string  `json:"load_error"`
	Stream    *string `json:"load_stream_json"`
	StreamErr string  `json:"load_stream_error"`
}

func TestCasesYAMLLoad(t *testing.T) {
	for _, line := range casetest.Lines(t, "yamlload.jsonl") {
		var row loadCase
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		t.Run(row.ID, func(t *testing.T) {
			docs, err := Load("in.yaml", []byte(row.Input))
			check := func(column, got string, err error, want *string, wantErr string) {
				t.Helper()
				checkAnswer(t, column, got, err, want, wantErr)
			}
			helm, helmErr := helmOutput(docs, err)
			check("helm_output", helm, helmErr, row.Helm, row.HelmErr)
			load, loadErr := loadJSON(docs, err)
			check("load_json", load, loadErr, row.Load, row.LoadErr)
			stream, streamErr := jsonOf(tree.NewList(docs...), err)
			check("load_stream_json", stream, streamErr, row.Stream, row.StreamErr)
		})
	}
}

func checkAnswer(t *testing.T, column, got string, err error, want *string, wantErr string) {
	t.Helper()
	switch {
	case want == nil && wantErr == "":
		t.Errorf("the row has no answer for %s", column)
	case want == nil && err == nil:
		t.Errorf("%s: got %q, want an error like %q", column, got, wantErr)
	case want == nil:
		if d, ok := errors.AsType[diag.Diag](err); ok && (d.Pos.File != "in.yaml" || d.Pos.Line == 0) {
			t.Errorf("%s: the error %q has no place", column, err)
		}
	case err != nil:
		t.Errorf("%s: got error %q, want %q", column, err, *want)
	default:
		if diff := cmp.Diff(*want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", column, diff)
		}
	}
}

// helmOutput is what Kapitan makes of a file that helm wrote (spec K43).
func helmOutput(docs []*tree.Node, err error) (string, error) {
	if err != nil {
		return "", err
	}
	kept := tree.NewList()
	for _, doc := range docs {
		if doc.Kind != tree.Null {
			kept.Items = append(kept.Items, doc)
		}
	}
	c := listCopier{}
	out, err := DocumentsOf(c.copy(kept))
	return string(DumpAll(Kapitan, out)), err
}

// listCopier does to a value what Kapitan's search for references does: every
// list becomes a new one, maps stay what they are (spec K67, Y41).
type listCopier map[*tree.Node]*tree.Node

func (c listCopier) copy(n *tree.Node) *tree.Node {
	switch n.Kind {
	case tree.List:
		out := *n
		out.Items = make([]*tree.Node, len(n.Items))
		for i, item := range n.Items {
			out.Items[i] = c.copy(item)
		}
		return &out
	case tree.Map:
		if out, ok := c[n]; ok {
			return out
		}
		out := *n
		out.Fields = make([]tree.Field, len(n.Fields))
		c[n] = &out
		for i, f := range n.Fields {
			out.Fields[i] = tree.Field{Key: f.Key, Value: c.copy(f.Value)}
		}
		return &out
	}
	return n
}

// loadJSON is the native yaml_load, which takes one document only (spec N6).
func loadJSON(docs []*tree.Node, err error) (string, error) {
	switch {
	case err == nil && len(docs) > 1:
		return "", errors.New("more than one document")
	case err == nil && len(docs) == 0:
		docs = []*tree.Node{tree.NewNull()}
	}
	if err != nil {
		return "", err
	}
	return jsonOf(docs[0], nil)
}

func jsonOf(n *tree.Node, err error) (string, error) {
	if err != nil {
		return "", err
	}
	text, err := pyjson.Dump(n)
	return string(text), err
}
