package jsonnetvm

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/azogue-build/azogue/lib/diag"
)

// runaways are programs that would never end, or end the process. Each runs in a
// process of its own, with limits of time and memory.
var runaways = []struct{ name, main, want string }{
	{"calls", "local f(x) = f(x); f(1)", "/c/x/main.jsonnet:1:14: jsonnet/stack"},
	{"calls in a long expression", "local f(x) = " + strings.Repeat("-(", 5000) + "f(x)" + strings.Repeat(")", 5000) + "; f(1)", "/c/x/main.jsonnet:1:"},
	{"tailstrict calls", "local f(x) = f(x) tailstrict; f(1)", "/c/x/main.jsonnet:1:14: jsonnet/stopped: the evaluation was stopped: out of time"},
	{"tailstrict calls with a sum", "local f(x) = f(x + 1) tailstrict; f(0)", "/c/x/main.jsonnet:1:14: jsonnet/stopped: the evaluation was stopped: out of time"},
	{"a value in itself", "{ a: self }", "/c/x/main.jsonnet:1:3: jsonnet/stack"},
	{"a value in itself as text", "local a = { a: a }; std.toString(a)", "/c/x/main.jsonnet:1:21: jsonnet/stack"},
	{"equality of a list in itself", "local a = [a]; a == a", "/c/x/main.jsonnet:1:16: jsonnet/stack"},
	{"equality of endless values", "local f(x) = { a: f(x) }; f(1) == f(1)", "/c/x/main.jsonnet:1:"},
	{"an endless object", "local f(x) = { a: f(x + 1) }; f(1)", "/c/x/main.jsonnet: jsonnet/stack"},
	{"an endless object as text", "local f(x) = { a: f(x + 1) }; std.manifestYamlDoc(f(1))", "/c/x/main.jsonnet:1:"},
	{"an endless array", "local f(x) = [f(x + 1)]; std.length(std.flattenDeepArray(f(1)))", "/c/x/main.jsonnet:1:"},
	{"sums of an object", "local f(o, n) = if n == 0 then o else f(o + o, n - 1) tailstrict; std.length(f({ a: 1 }, 60))", "/c/x/main.jsonnet:1:"},
	{"a list too long", "std.makeArray(2147483647, function(i) i)", "/c/x/main.jsonnet:1:1: jsonnet/size: a list of more than"},
	{"a list that takes all memory", "std.foldl(function(a, x) a + [x], std.makeArray(100000000, function(i) i), [])", "/c/x/main.jsonnet:1:"},
	{"a range too long", "std.length(std.range(0, 2147483646))", "/c/x/main.jsonnet:1:12: jsonnet/size"},
	{"a list that doubles", "local f(l) = f(l + l) tailstrict; f([1])", "/c/x/main.jsonnet:1:14: jsonnet/"},
	{"a text that doubles", "local f(s) = f(s + s) tailstrict; f('x')", "/c/x/main.jsonnet:1:"},
	{"a text that doubles, looked at", "local f(s) = if std.length(s) == 0 then '' else f(s + s) tailstrict; f('x')", "/c/x/main.jsonnet:1:"},
	{"a text too long", "std.length(std.repeat('x', 2147483647))", "/c/x/main.jsonnet:1:12: jsonnet/size"},
	{"a text too wide", "std.length('%1000000000d' % 1)", "/c/x/main.jsonnet:1:12: jsonnet/size"},
	{"joined too long", "std.length(std.join(std.repeat('x', 100000), std.makeArray(100000, function(i) 'y')))", "/c/x/main.jsonnet:1:12: jsonnet/size"},
	{"replaced too long", "std.length(std.strReplace(std.repeat('x', 100000), 'x', std.repeat('y', 100000)))", "/c/x/main.jsonnet:1:12: jsonnet/size"},
	{"long comprehensions", "std.length([1 for a in std.range(1, 100000) for b in std.range(1, 100000)])", "/c/x/main.jsonnet:1:"},
	{"a comprehension of fields", "std.length({ ['%d-%d' % [a, b]]: 1 for a in std.range(1, 100000) for b in std.range(1, 100000) })", "/c/x/main.jsonnet:1:"},
	{"comparisons without end", "local a = std.foldl(function(x, i) [x, x], std.range(1, 40), 1); a == a", "/c/x/main.jsonnet:1:"},
	{"order without end", "local a = std.foldl(function(x, i) [x, x], std.range(1, 40), 1); a < a", "/c/x/main.jsonnet:1:"},
	{"output without end", "std.foldl(function(x, i) [x, x], std.range(1, 40), 1)", "/c/x/main.jsonnet"},
	{"text without end", "std.toString(std.foldl(function(x, i) [x, x], std.range(1, 40), 1))", "/c/x/main.jsonnet:1:1: jsonnet/"},
	{"an endless sort", "std.sort(std.range(1, 10000000), function(x) std.length(std.range(1, 1000)))", "/c/x/main.jsonnet:1:"},
	{"an assert that asks for itself", "{ assert self.a == 1, a: self.b, b: self.a }", "/c/x/main.jsonnet:1:"},
	{"a nesting too deep", strings.Repeat("[", 60_000), "/c/x/main.jsonnet"},
	{"a nesting of operators too deep", strings.Repeat("!", 3_000_000) + "true", "/c/x/main.jsonnet"},
	{"a sum too long", strings.Repeat("1+", 3_000_000) + "1", "/c/x/main.jsonnet"},
	{"a chain of locals", strings.Repeat("local a = 1; ", 1_000_000) + "1", "/c/x/main.jsonnet"},
}

const mainEnv = "JSONNETVM_TEST_MAIN"

// TestMain lets the test binary be the watched process.
func TestMain(m *testing.M) {
	if text, ok := os.LookupEnv(mainEnv); ok {
		limit, err := time.ParseDuration(text)
		if err != nil {
			panic(err)
		}
		var main bytes.Buffer
		if _, err := main.ReadFrom(os.Stdin); err != nil {
			panic(err)
		}
		os.Stdout.WriteString(watched(main.String(), limit))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// watched evaluates main as azogue does, with the context ended when memory or
// time runs out.
func watched(main string, limit time.Duration) string {
	ctx, stop := context.WithTimeoutCause(context.Background(), limit, diag.Diag{ID: "jsonnet/stopped", Message: "out of time"})
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		for range time.Tick(5 * time.Millisecond) {
			sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
			metrics.Read(sample)
			if sample[0].Value.Uint64() > 1<<30 {
				cancel(diag.Diag{ID: "jsonnet/stopped", Message: "out of memory"})
				return
			}
		}
	}()
	vm := New(testLib())
	start := time.Now()
	_, err := vm.Evaluate(ctx, Input{FS: files(map[string]string{"/c/x/main.jsonnet": main}), File: "/c/x/main.jsonnet"})
	if err == nil {
		return "it has a value"
	}
	return show(diag.From(err, "none")) + "after " + time.Since(start).String()
}

func TestEndlessPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a gigabyte of memory")
	}
	for _, test := range runaways {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // far more than one may need
			defer cancel()
			cmd := exec.CommandContext(ctx, os.Args[0])
			limit := "1s"
			if strings.Contains(test.want, "jsonnet/s") && !strings.Contains(test.want, "time") {
				limit = "1m" // it ends by itself, however busy the machine is
			}
			cmd.Env = append(os.Environ(), mainEnv+"="+limit)
			cmd.Stdin = strings.NewReader(test.main)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("the process crashed: %v\n%.300s", err, stderr.String())
			}
			t.Logf("%.200s ... %s", out, out[max(len(out)-40, 0):])
			if !strings.HasPrefix(string(out), test.want) {
				t.Errorf("got %.300s, want %q", out, test.want)
			}
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
			if got, err := vm.text(context.Background(), Input{FS: o, File: "/c/x/two.jsonnet"}); got != "2\n" {
				t.Errorf("afterwards: got %q, error %v, want 2", got, err)
			}
		})
	}
}

// TestDeepValues: the limit is one of calls, and no other.
func TestDeepValues(t *testing.T) {
	for main, want := range map[string]string{
		"local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(490)": "",
		"local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(500)": "max stack frames exceeded",
		"std.foldl(function(a, i) [a], std.range(1, 520), 1)":     "",
		"std.foldl(function(a, i) [a], std.range(1, 10010), 1)":   "max stack frames exceeded",
	} {
		got := ""
		if _, err := evaluated(t, New(testLib()), main, nil, nil); err != nil {
			got = finding(t, err).Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", main, got, want)
		}
	}
}

// TestTraceOfLocals: an object's variable is evaluated once, and so said once.
func TestTraceOfLocals(t *testing.T) {
	said := &strings.Builder{}
	_, err := evaluated(t, New(testLib()), "{\n  local v = std.trace('once', 1),\n  a: v, b: v, c: self.a }", nil, func(in *Input) { in.Trace = said })
	if want := "TRACE: /wd/dependencies/c/component/main.jsonnet:2 once\n"; err != nil || said.String() != want {
		t.Errorf("it said %q, error %v, want %q", said, err, want)
	}
}
