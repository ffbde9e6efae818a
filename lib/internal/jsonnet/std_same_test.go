package jsonnet

import (
	"context"
	"strings"
	"testing"

	gojsonnet "github.com/google/go-jsonnet"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// sameStd evaluates a program here and in go-jsonnet: output and traces have to be
// the same, or both have to fail.
func sameStd(t *testing.T, program string) {
	t.Helper()
	var trace, wantTrace strings.Builder
	vm := gojsonnet.MakeVM()
	vm.SetTraceOut(&wantTrace)
	want, wantErr := vm.EvaluateAnonymousSnippet("program", program)
	node, err := syntax.Parse("program", program)
	got := ""
	if err == nil {
		ev := New(context.Background(), Host{Trace: &trace})
		got, err = Run(ev, node, ev.JSON)
	}
	switch {
	case (err != nil) != (wantErr != nil):
		t.Errorf("%s\n got %q, error %v\nwant %q, error %v", program, got, err, want, wantErr)
	case err == nil && got != want:
		t.Errorf("%s\n got %s\nwant %s", program, got, want)
	case err == nil && trace.String() != wantTrace.String():
		t.Errorf("%s traces\n got %s\nwant %s", program, &trace, &wantTrace)
	}
}
