package syntax

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	gojsonnet "github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"
)

// refusal is a message and its place; the zero one is none.
type refusal struct {
	message      string
	line, column int
}

func (r refusal) String() string {
	if r.message == "" {
		return "a program"
	}
	return fmt.Sprintf("%d:%d %s", r.line, r.column, r.message)
}

// ours gives why we refuse a text.
func ours(text string) refusal {
	_, err := Parse("program", text)
	var e *Error
	if !errors.As(err, &e) {
		return refusal{}
	}
	// Columns are in bytes here, as in go-jsonnet.
	return refusal{e.Message, int(e.Pos().Line), int(e.From) - strings.LastIndexByte(text[:e.From], '\n')}
}

// theirs gives why go-jsonnet refuses a text.
func theirs(text string) refusal {
	_, err := gojsonnet.SnippetToAST("program", text)
	if err == nil {
		return refusal{}
	}
	loc := err.(interface{ Loc() ast.LocationRange }).Loc()
	// Of escapes the place is told twice.
	message := strings.ReplaceAll(err.Error(), loc.String()+" ", "")
	return refusal{message, loc.Begin.Line, loc.Begin.Column}
}

// shipped gives the texts of the shipped programs.
func shipped(t testing.TB) (texts []string) {
	t.Helper()
	for _, folder := range []string{"components", "jsonnet"} {
		root := os.DirFS("../../../../" + folder)
		err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "sonnet") {
				return err
			}
			text, err := fs.ReadFile(root, path)
			texts = append(texts, string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(texts) < 50 {
		t.Fatalf("only %d programs were found", len(texts))
	}
	return texts
}

func TestShippedPrograms(t *testing.T) {
	for _, text := range shipped(t) {
		if got := ours(text); got != (refusal{}) {
			t.Errorf("%v in\n%.300s", got, text)
		}
	}
}
