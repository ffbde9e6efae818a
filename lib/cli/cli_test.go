package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"azogue": func() { os.Exit(Run(context.Background(), os.Args[1:], Streams{Out: os.Stdout, Err: os.Stderr})) },
	})
}

// TestScripts runs azogue as people do; exit codes are told apart with the
// command exits.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			repo, err := filepath.Abs("../..")
			env.Setenv("REPO", repo)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
	})
}

// exits CODE COMMAND... runs a command and wants its exit code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if e, ok := err.(interface{ ExitCode() int }); ok {
		got = string(rune('0' + e.ExitCode()))
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != args[0] {
		ts.Fatalf("%v exits with %s, want %s", args[1:], got, args[0])
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestFullDisk: whatever is printed, it is an error that it can't be.
func TestFullDisk(t *testing.T) {
	for _, args := range []string{"version", "version --format json", "--version", "--help", "golden --help", "help plan", "completion bash", "component list"} {
		var stderr bytes.Buffer
		code := Run(context.Background(), strings.Fields(args), Streams{Out: full{}, Err: &stderr})
		if code != exitCouldNot || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%s: exit code %d, %s", args, code, &stderr)
		}
	}
}

func TestBytesFlag(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want uint64
		out  string
	}{
		{"0", 0, "0"}, {"1023", 1023, "1023B"}, {"7B", 7, "7B"}, {"1024", 1024, "1KiB"}, {"512MiB", 512 << 20, "512MiB"}, {"8GiB", 8 << 30, "8GiB"}, {"1536MiB", 1536 << 20, "1536MiB"},
	} {
		var b bytesFlag
		if err := b.Set(tt.in); err != nil || uint64(b) != tt.want || b.String() != tt.out {
			t.Errorf("%s: got %d, %q, %v; want %d, %q", tt.in, b, b.String(), err, tt.want, tt.out)
		}
	}
	for _, in := range []string{"", "-1", "4GB", "x", "B", "99999999999GiB", "1.5GiB"} {
		var b bytesFlag
		if err := b.Set(in); err == nil {
			t.Errorf("%q is taken as %d", in, b)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"one two three", " > one two\n   three"},
		{"a-very-long-word-indeed b", " > a-very-long-word-indeed\n   b"},
		{"", " > "},
	} {
		if got := wrap(tt.text, 12, " > ", "   "); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}
