package jsonnet

import (
	"context"
	"fmt"
	"strings"
	"testing"

	gojsonnet "github.com/google/go-jsonnet"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// agree evaluates a program here and in go-jsonnet, each with 500 calls in each
// other: output and traces have to be the same, or both have to fail.
func agree(t *testing.T, program string) {
	t.Helper()
	agreeFiles(t, map[string]string{"program": program})
}

func agreeAll(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		agree(t, program)
	}
}

// agreeFiles is agree for the program of that name, which may import the others.
func agreeFiles(t *testing.T, files map[string]string) {
	t.Helper()
	if d := difference(files); d != "" {
		t.Errorf("%s\n%s", files["program"], d)
	}
}

// result is what an evaluation gives.
type result struct {
	text, trace string
	err         error
}

func (r result) String() string {
	if r.err != nil {
		return fmt.Sprintf("error %q", r.err.Error())
	}
	return r.text
}

// difference tells where the two evaluations of a program differ; "" is nowhere.
func difference(files map[string]string) string {
	got, want := evaluated(context.Background(), files), wanted(files)
	switch {
	case (got.err != nil) != (want.err != nil), got.text != want.text:
		return fmt.Sprintf(" got %s\nwant %s", got, want)
	case want.err == nil && got.trace != want.trace:
		return fmt.Sprintf("traces\n got %s\nwant %s", got.trace, want.trace)
	}
	return ""
}

// evaluated evaluates here.
func evaluated(ctx context.Context, files map[string]string) (r result) {
	node, err := syntax.Parse("program", files["program"])
	if err != nil {
		return result{err: err}
	}
	var trace strings.Builder
	ev := New(ctx, Host{Trace: &trace, MaxStack: 500, Import: imports(files)})
	r.text, r.err = Run(ev, node, ev.JSON)
	r.trace = trace.String()
	return r
}

// imports gives Host.Import for files in one folder.
func imports(files map[string]string) func(string, string, syntax.ImportKind) (Imported, error) {
	return func(_, path string, kind syntax.ImportKind) (found Imported, err error) {
		text, ok := files[path]
		if !ok {
			return found, fmt.Errorf("couldn't open import %q", path)
		}
		found = Imported{At: path, Data: text}
		if kind == syntax.ImportCode {
			found.Node, err = syntax.Parse(path, text)
		}
		return found, err
	}
}

// wanted evaluates in go-jsonnet.
func wanted(files map[string]string) (r result) {
	var trace strings.Builder
	vm := gojsonnet.MakeVM()
	vm.MaxStack = 500
	vm.SetTraceOut(&trace)
	contents := map[string]gojsonnet.Contents{}
	for name, text := range files {
		contents[name] = gojsonnet.MakeContents(text)
	}
	vm.Importer(&gojsonnet.MemoryImporter{Data: contents})
	r.text, r.err = vm.EvaluateAnonymousSnippet("program", files["program"])
	r.trace = trace.String()
	return r
}
