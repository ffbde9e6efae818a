package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// variables is an environment.
func variables(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

// smallWorkspace writes a workspace whose golden file differs.
func smallWorkspace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"clusters/c-one.yaml":                    "{id: c-one, tenant: t-x, facts: {distribution: talos, cloud: metal}}",
		"inventory/classes/global/commodore.yml": "applications: [app]",
		"components/app/class/defaults.yml":      "",
		"components/app/class/app.yml":           "parameters: {kapitan: {compile: [{input_type: jsonnet, input_paths: [app/main.jsonnet], output_path: .}]}}",
		"components/app/main.jsonnet":            `{ a: { k: 'tab\t' + std.char(27) + '[2J' } }`,
		"golden/c-one/manifests/a.yaml":          "k: \x1b[31mold\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestColours: there are colours on a terminal that wants them, and only there;
// without them the text is the same.
func TestColours(t *testing.T) {
	dir := smallWorkspace(t)
	plain := ""
	for _, tt := range []struct {
		name     string
		terminal bool
		env      func(string) string
		want     bool
	}{
		{"a file", false, nil, false},
		{"a terminal", true, nil, true},
		{"NO_COLOR", true, variables("NO_COLOR", "1"), false},
		{"NO_COLOR is empty", true, variables("NO_COLOR", ""), true},
		{"a dumb terminal", true, variables("TERM", "dumb"), false},
		{"a terminal of CI", true, variables("CI", "true"), true},
	} {
		var out, err bytes.Buffer
		code := Run(context.Background(), []string{"golden", "c-one", "-w", dir}, Streams{&out, &err, tt.terminal, tt.terminal, tt.env})
		if code != exitFindings || err.Len() > 0 {
			t.Fatalf("%s: exit code %d, %s", tt.name, code, &err)
		}
		got := out.String()
		if colours := strings.Contains(got, "\x1b["); colours != tt.want {
			t.Errorf("%s: colours %v, want %v:\n%q", tt.name, colours, tt.want, got)
		}
		for _, s := range []style{bold, red, green, yellow, cyan} {
			got = strings.ReplaceAll(got, "\x1b["+string(s)+"m", "")
		}
		got = strings.ReplaceAll(got, "\x1b[0m", "")
		if plain == "" {
			plain = got
		}
		if d := cmp.Diff(plain, got); d != "" {
			t.Errorf("%s: the text differs by more than colours:\n%s", tt.name, d)
		}
	}
	if !strings.Contains(plain, `-k: \x1b[31mold`) {
		t.Errorf("what a file holds can reach the terminal:\n%q", plain)
	}
}

// TestFindingsInOrder: errors before warnings, both by place; colours as asked.
func TestFindingsInOrder(t *testing.T) {
	at := func(file string, line int32, s diag.Severity) diag.Diag {
		return diag.Diag{Severity: s, Pos: tree.Pos{File: file, Line: line, Column: 1}, Message: "m", Target: "z"}
	}
	list := []diag.Diag{at("b", 10, diag.Error), at("a", 1, diag.Warning), at("b", 9, diag.Error), at("a", 2, diag.Error), {Message: "nowhere"}}
	var err bytes.Buffer
	(&run{Streams: Streams{Err: &err}}).tell(list)
	want := "error: nowhere\na:2:1: error: target z: m\nb:9:1: error: target z: m\nb:10:1: error: target z: m\na:1:1: warning: target z: m\n"
	if d := cmp.Diff(want, err.String()); d != "" {
		t.Error(d)
	}
	err.Reset()
	(&run{Streams: Streams{Err: &err, ErrTerminal: true}}).tell(list[1:2])
	if want := "\x1b[1ma:1:1\x1b[0m: \x1b[33mwarning\x1b[0m: target z: m\n"; err.String() != want {
		t.Errorf("got %q, want %q", err.String(), want)
	}
}

// TestProgress: the line is for terminals, comes after a second, counts, and is
// wiped before anything else.
func TestProgress(t *testing.T) {
	for _, tt := range []struct {
		name     string
		terminal bool
		env      func(string) string
		want     bool
	}{
		{"a terminal", true, nil, true},
		{"a file", false, nil, false},
		{"CI", true, variables("CI", "true"), false},
		{"a dumb terminal", true, variables("TERM", "dumb"), false},
	} {
		var err bytes.Buffer
		p := newProgress(Streams{Err: &err, ErrTerminal: tt.terminal, Env: tt.env})
		start := time.Now()
		p.tick(start)
		p.add(4, 0)
		p.tick(start.Add(3 * time.Second))
		if shown := err.Len() > 0; shown != tt.want {
			t.Errorf("%s: a line %v, want %v", tt.name, shown, tt.want)
		}
	}
	var err bytes.Buffer
	p := newProgress(Streams{Err: &err, ErrTerminal: true})
	out := wiping{&err, p}
	at := func(seconds float64) {
		p.tick(time.Unix(0, 0).Add(time.Duration(seconds * float64(time.Second))))
		err.WriteString("|")
	}
	p.begin(2, "cluster")
	at(0)
	at(0.9) // not yet
	at(1)
	p.add(3, 0)
	at(1.05) // too soon after the last
	at(1.2)
	p.add(0, 1)
	at(2)
	p.add(1, 0)
	p.finish()
	at(3)
	p.add(0, 3)
	at(4)
	fmt.Fprint(out, "text|")
	fmt.Fprint(out, "more|")
	p.wipe()
	const again = "\r\x1b[K"
	want := "||" + again + "reading the inventory||" + again + "0 of 2 clusters|" + again + "0 of 2 clusters, about 10s left|" +
		again + "1 of 2 clusters, about 9s left|" + again + "1 of 2 clusters|" + again + "text|more|"
	if d := cmp.Diff(want, err.String()); d != "" {
		t.Error(d)
	}
}

// TestVerbose: the stages come in order, the targets after them, the slowest first.
func TestVerbose(t *testing.T) {
	times := []compiler.Time{{Stage: "plan", Took: time.Millisecond}, {Stage: "compile", Target: "a", Took: time.Millisecond}, {Stage: "compile", Target: "b", Took: 20 * time.Millisecond}, {Stage: "merge"}}
	var err bytes.Buffer
	r := &run{Streams: Streams{Err: &err}}
	r.tellTimes([]outcome{{check: check{name: "c"}, times: times}})
	if err.Len() > 0 {
		t.Errorf("without --verbose: %s", &err)
	}
	r.verbose = true
	r.tellTimes([]outcome{{check: check{name: "c"}, times: times}})
	want := "     1.0 ms  c  plan\n     0.0 ms  c  merge\n    20.0 ms  c  compile b\n     1.0 ms  c  compile a\n"
	if d := cmp.Diff(want, err.String()); d != "" {
		t.Error(d)
	}
	err.Reset()
	var out bytes.Buffer
	dir := smallWorkspace(t)
	Run(context.Background(), []string{"golden", "c-one", "-w", dir, "--verbose"}, Streams{Out: &out, Err: &err})
	for _, stage := range []string{"layout", "inventory", "plan", "compile", "compile app", "merge", "golden"} {
		if !strings.Contains(err.String(), " ms  c-one  "+stage+"\n") {
			t.Errorf("no time for %s in\n%s", stage, &err)
		}
	}
}

// TestProgressOfOne: one compile counts its targets.
func TestProgressOfOne(t *testing.T) {
	p := newProgress(Streams{})
	p.begin(1, "cluster")
	p.add(340, 0)
	p.add(0, 12)
	if got, want := p.line(2*time.Second), "12 of 340 targets, about 55s left"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
