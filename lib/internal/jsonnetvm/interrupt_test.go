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
)

// runaways are programs that would never end, or end the process. Each runs in a
// process of its own, watched as the pipeline watches its workers.
var runaways = []struct {
	name, main string
	want       []string // one of these is in the answer
}{
	{"calls", "local f(x) = f(x); f(1)", []string{"jsonnet/stack"}},
	{"tailstrict calls", "local f(x) = f(x) tailstrict; f(1)", []string{"jsonnet/stack"}},
	{"a value in itself", "{ a: self }", []string{"jsonnet/stack"}},
	{"a value in itself as text", "local a = { a: a }; std.toString(a)", []string{"jsonnet/stack"}},
	{"equality of a list in itself", "local a = [a]; a == a", []string{"abandoned"}},
	{"equality of endless values", "local f(x) = { a: f(x) }; f(1) == f(1)", []string{"jsonnet/stack", "jsonnet/stopped", "abandoned"}}, // depends on what fills up first
	{"a list too long", "std.makeArray(2147483647, function(i) i)", []string{"abandoned"}},
	{"a nesting too deep", strings.Repeat("[", 60_000), []string{"more than 50000 brackets"}},
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
			if inUse("/memory/classes/total:bytes") > 1536<<20 || inUse("/memory/classes/heap/stacks:bytes") > 900<<20 {
				stop(errors.New("out of memory"))
				<-time.After(100 * time.Millisecond) // a second is enough to fill the stack
				close(abandon)
				return
			}
		}
	}()
	done := make(chan error, 1)
	go func() {
		_, err := New(testLib()).Evaluate(ctx, Input{FS: files(map[string]string{"/c/x/main.jsonnet": main}), File: "/c/x/main.jsonnet"})
		done <- err
	}()
	select {
	case err := <-done:
		return show(diag.From(err, "none"))
	case <-abandon:
		return "abandoned"
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
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), mainEnv+"="+test.main)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("the process crashed: %v\n%.300s", err, stderr.String())
			}
			for _, want := range test.want {
				if strings.Contains(string(out), want) {
					t.Logf("%.200s", out)
					return
				}
			}
			t.Errorf("got %.300s, want one of %q", out, test.want)
		})
	}
}

func TestContextEnds(t *testing.T) {
	ctx, stop := context.WithCancelCause(context.Background())
	stop(errors.New("the deadline of 5 minutes has passed"))
	const main = "local f(n) = if n == 0 then 0 else f(n - 1) + 0 * f(n - 1);\nf(100)"
	vm := New(testLib())
	o := files(map[string]string{"/c/x/main.jsonnet": main, "/c/x/import.jsonnet": "import 'main.jsonnet'"})
	_, err := vm.Evaluate(ctx, Input{FS: o, File: "/c/x/main.jsonnet", Target: "c"})
	d := finding(t, err)
	if d.ID != "jsonnet/stopped" || d.Pos.File != "/c/x/main.jsonnet" || d.Pos.Line != 1 || d.Target != "c" ||
		d.Message != "the evaluation was stopped: the deadline of 5 minutes has passed" {
		t.Errorf("got %s", show(d))
	}
	// Imports do not start any more.
	_, err = vm.Evaluate(ctx, Input{FS: o, File: "/c/x/import.jsonnet"})
	if d := finding(t, err); d.ID != "jsonnet/stopped" {
		t.Errorf("got %s", show(d))
	}
	// The VM is as good as new.
	if got, err := vm.Evaluate(context.Background(), Input{FS: files(map[string]string{"/c/x/main.jsonnet": "1 + 1"}), File: "/c/x/main.jsonnet"}); got != "2\n" {
		t.Errorf("afterwards: got %q, error %v, want 2", got, err)
	}
}

// TestSteps has a bound that is the same on every machine.
func TestSteps(t *testing.T) {
	vm := New(testLib())
	in := Input{FS: files(map[string]string{"/c/x/main.jsonnet": "std.foldl(function(a, b) a + b, std.range(1, 1000), 0)"}), File: "/c/x/main.jsonnet"}
	for _, test := range []struct {
		steps int64
		want  string
	}{{0, ""}, {100_000, ""}, {3_000, "the evaluation was stopped: it takes more than 3000 steps"}} {
		in.Limits.Steps = test.steps
		got := ""
		if _, err := vm.Evaluate(context.Background(), in); err != nil {
			got = finding(t, err).Message
		}
		if got != test.want {
			t.Errorf("with %d steps: got %q, want %q", test.steps, got, test.want)
		}
	}
}
