package jsonnetvm

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// runaways are programs that would never end, or end the process. Each runs in a
// process of its own, watched as the pipeline watches its workers.
var runaways = []struct {
	name, main string
	want       []string // one of these is how the answer begins
	frames     bool     // the answer depends on the size of a Go frame
}{
	{"calls", "local f(x) = f(x); f(1)", []string{"/c/x/main.jsonnet:1:14: jsonnet/stack"}, false},
	{"tailstrict calls", "local f(x) = f(x) tailstrict; f(1)", []string{"/c/x/main.jsonnet:1:14: jsonnet/stack"}, true},
	{"tailstrict calls with a sum", "local f(x) = f(x + 1) tailstrict; f(0)", []string{"/c/x/main.jsonnet:1:"}, true},
	{"a value in itself", "{ a: self }", []string{"/c/x/main.jsonnet:1:"}, false},
	{"a value in itself as text", "local a = { a: a }; std.toString(a)", []string{"/c/x/main.jsonnet:1:"}, false},
	{"equality of a list in itself", "local a = [a]; a == a", []string{"abandoned: /c/x/main.jsonnet:1:"}, true},
	{"equality of endless values", "local f(x) = { a: f(x) }; f(1) == f(1)", []string{"/c/x/main.jsonnet:1:", "abandoned: /c/x/main.jsonnet:1:"}, false}, // depends on what fills up first
	{"a list too long", "std.makeArray(2147483647, function(i) i)", []string{"abandoned: /c/x/main.jsonnet:1:"}, false},
	{"a nesting too deep", strings.Repeat("[", 60_000), []string{"/c/x/main.jsonnet: jsonnet/read: more than 50000 brackets"}, false},
}

const mainEnv = "JSONNETVM_TEST_MAIN"

// TestMain lets the test binary be the watched process.
func TestMain(m *testing.M) {
	if main, ok := os.LookupEnv(mainEnv); ok {
		os.Stdout.WriteString(watched(main))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// watched evaluates main as a pipeline should: with a larger stack allowed, the
// context ended when memory runs out, and the evaluation left to itself when it
// does not end then.
func watched(main string) string {
	debug.SetMaxStack(2e9)
	ctx, stop := context.WithCancelCause(context.Background())
	abandon := make(chan struct{})
	go func() {
		for range time.Tick(5 * time.Millisecond) {
			switch {
			case inUse("/memory/classes/heap/stacks:bytes") > 800<<20:
				stop(diag.Diag{ID: "jsonnet/stack", Message: "too much stack"})
			case inUse("/memory/classes/total:bytes") > 1536<<20:
				stop(diag.Diag{ID: "jsonnet/stopped", Message: "out of memory"})
			default:
				continue
			}
			<-time.After(100 * time.Millisecond) // a second is enough to fill the stack
			close(abandon)
			return
		}
	}()
	vm := New(testLib())
	done := make(chan error, 1)
	go func() {
		_, err := vm.Evaluate(ctx, Input{FS: files(map[string]string{"/c/x/main.jsonnet": main}), File: "/c/x/main.jsonnet"})
		done <- err
	}()
	select {
	case err := <-done:
		return show(diag.From(err, "none"))
	case <-abandon:
		return "abandoned: " + show(vm.Left(ctx))
	}
}

func inUse(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func TestEndlessPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a gigabyte of memory")
	}
	for _, test := range runaways {
		t.Run(test.name, func(t *testing.T) {
			if raceBuild && test.frames {
				t.Skip("a race build has frames several times larger, for which watched has no limits")
			}
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), mainEnv+"="+test.main)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("the process crashed: %v\n%.300s", err, stderr.String())
			}
			for _, want := range test.want {
				if strings.HasPrefix(string(out), want) {
					t.Logf("%.200s", out)
					return
				}
			}
			t.Errorf("got %.300s, want one of %q", out, test.want)
		})
	}
}

// ender ends a context when the program says something.
type ender struct{ end func() }

func (e ender) Write(text []byte) (int, error) {
	e.end()
	return len(text), nil
}

// TestContextEnds has contexts that end before and in the middle, because of a
// limit or of an interruption.
func TestContextEnds(t *testing.T) {
	const main = "local f(n) = if n == 0 then 0 else f(n - 1) + 0 * f(n - 1);\nstd.trace('now', 1) + f(100)"
	vm := New(testLib())
	o := files(map[string]string{"/c/x/main.jsonnet": main, "/c/x/import.jsonnet": "import 'main.jsonnet'", "/c/x/two.jsonnet": "1 + 1"})
	limit := diag.Diag{ID: "jsonnet/stopped", Message: "it is over the limit", Hint: "--limit raises it"}
	interruption := errors.New("interrupt signal received")
	const place, loop = "the place is where it was busy then", "; look for a function, a field or a value that refers to itself without end"
	for _, test := range []struct {
		name, file string
		early      bool
		cause      error
		want, hint string
	}{
		{"limit", "/c/x/main.jsonnet", false, limit, "it is over the limit", place + loop + "; --limit raises it"},
		{"interruption", "/c/x/main.jsonnet", false, interruption, "interrupt signal received", place},
		{"limit at once", "/c/x/main.jsonnet", true, limit, "it is over the limit", "--limit raises it"},
		{"interruption at once", "/c/x/import.jsonnet", true, interruption, "interrupt signal received", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, stop := context.WithCancelCause(context.Background())
			if test.early {
				stop(test.cause)
			}
			_, err := vm.Evaluate(ctx, Input{FS: o, File: test.file, Target: "c", Trace: ender{func() { stop(test.cause) }}})
			d := finding(t, err)
			if d.ID != "jsonnet/stopped" || d.Message != "the evaluation was stopped: "+test.want || d.Hint != test.hint || d.Target != "c" {
				t.Errorf("got %s", show(d))
			}
			if d.Pos.File != test.file || (d.Pos.Line == 0) != test.early {
				t.Errorf("the place is %v", d.Pos)
			}
			// The VM is as good as new.
			if got, err := vm.Evaluate(context.Background(), Input{FS: o, File: "/c/x/two.jsonnet"}); got != "2\n" {
				t.Errorf("afterwards: got %q, error %v, want 2", got, err)
			}
		})
	}
}

// TestLeft looks at an evaluation that goes on.
func TestLeft(t *testing.T) {
	limit := diag.Diag{ID: "jsonnet/stopped", Message: "it is over the limit", Hint: "--limit raises it"}
	for _, test := range []struct {
		cause error
		want  string
	}{
		{limit, "/c/x/main.jsonnet:2:1: jsonnet/stopped: the evaluation was stopped: it is over the limit\n" +
			"hint: the place is where it was busy then; it was inside of one call or operator that does not end, such as std.range with a huge number, or a text that doubles; --limit raises it\n"},
		{errors.New("interrupt"), "/c/x/main.jsonnet:2:1: jsonnet/stopped: the evaluation was stopped: interrupt\nhint: the place is where it was busy then\n"},
	} {
		vm := New(testLib())
		ctx, stop := context.WithCancelCause(context.Background())
		got := ""
		look := ender{func() {
			stop(test.cause)
			d := vm.Left(ctx)
			got = show(d)
		}}
		if _, err := vm.Evaluate(ctx, Input{FS: files(map[string]string{"/c/x/main.jsonnet": "local x = 1;\nstd.trace('now', x) + x"}), File: "/c/x/main.jsonnet", Trace: look}); err != nil {
			t.Error(err)
		}
		if got != test.want {
			t.Errorf("got %swant %s", got, test.want)
		}
		if d := vm.Left(ctx); d.Pos != (tree.Pos{}) {
			t.Errorf("nothing goes on, but the place is %v", d.Pos)
		}
	}
}
