package difftest

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// patience is how long one request may take.
const patience = 2 * time.Minute

// Reference is a Python process that answers requests until the test ends. It is
// begun again when a request has ended it.
type Reference struct {
	t      testing.TB
	python string
	warm   string
	script string
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr tail
}

// Start begins a process with a script that defines answer(request). It is for
// tests of packages beside this one. Without
// ORACLE_PYTHON, the test is skipped; with ORACLE=1, that is a failure.
func Start(t testing.TB, script string) *Reference {
	t.Helper()
	python := os.Getenv("ORACLE_PYTHON")
	if python == "" {
		if os.Getenv("ORACLE") == "1" {
			t.Fatal("ORACLE=1 but ORACLE_PYTHON does not name the reference's Python")
		}
		t.Skip("ORACLE_PYTHON does not name the reference's Python")
	}
	r := &Reference{t: t, python: python, warm: filepath.Join("..", "difftest", "warm.py"), script: script}
	r.begin()
	t.Cleanup(r.end)
	return r
}

func (r *Reference) begin() {
	r.t.Helper()
	r.cmd = exec.Command(r.python, r.warm, r.script)
	r.stderr = nil
	r.cmd.Stderr = &r.stderr
	in, err := r.cmd.StdinPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.in, r.out = in, bufio.NewReaderSize(out, 1<<16)
	if line, err := r.out.ReadString('\n'); err != nil || line != "\"ready\"\n" {
		r.end()
		r.t.Fatalf("%s: got %q, error %v\n%s", r.script, line, err, r.stderr)
	}
}

// end closes the process's input, and gives how it ended.
func (r *Reference) end() {
	r.in.Close()
	stuck := time.AfterFunc(patience, func() { r.cmd.Process.Kill() })
	defer stuck.Stop()
	r.cmd.Wait() // how it ended is in its state
}

// Ask gives the answer to a request. A request that ends a process is put to
// another one once more, since an earlier one may be to blame.
func (r *Reference) Ask(request *tree.Node) Answer {
	r.t.Helper()
	line, err := pyjson.Dump(request)
	if err != nil {
		r.t.Fatal(err)
	}
	line = append(line, '\n')
	for try := 0; ; try++ {
		stuck := time.AfterFunc(patience, func() { r.cmd.Process.Kill() })
		reply, err := r.exchange(line)
		stuck.Stop()
		if err == nil {
			return r.parse(reply)
		}
		r.end()
		state := r.cmd.ProcessState.String()
		r.begin()
		if try > 0 {
			return Answer{Error: "the process ends: " + state}
		}
	}
}

func (r *Reference) exchange(line []byte) ([]byte, error) {
	if _, err := r.in.Write(line); err != nil {
		return nil, err
	}
	return r.out.ReadBytes('\n')
}

func (r *Reference) parse(reply []byte) Answer {
	r.t.Helper()
	n, err := pyjson.Parse(reply)
	if err != nil {
		r.t.Fatalf("%s answers %q: %v", r.script, reply, err)
	}
	if e := n.Get("error"); e != nil {
		return Answer{Error: e.Text}
	}
	return Answer{Text: n.Get("text").Text}
}

// tail keeps the end of what is written to it.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	if extra := len(*t) - 4000; extra > 0 {
		*t = append((*t)[:0], (*t)[extra:]...)
	}
	return len(p), nil
}
