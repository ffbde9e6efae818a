package jsonnet_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what the original libraries answer to testdata")

// job is a snippet for the original libraries.
type job struct {
	Text  string `json:"text"`
	Setup setup  `json:"setup"`
}

// askOriginals evaluates the jobs with the libraries of the real tools.
func askOriginals(t *testing.T, jobs []job) []answer {
	t.Helper()
	python := os.Getenv("ORACLE_PYTHON")
	if python == "" {
		if os.Getenv("ORACLE") == "1" {
			t.Fatal("ORACLE=1 but ORACLE_PYTHON does not name a Python that can import commodore")
		}
		t.Skip("ORACLE_PYTHON does not name a Python that can import commodore")
	}
	extra, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	in, err := json.Marshal(map[string]any{"extra": extra, "jobs": jobs})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, filepath.Join(extra, "oracle.py"))
	cmd.Dir = t.TempDir() // imports are looked up here first: our own files must not be found
	cmd.Stdin = bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", python, err, stderr.Bytes())
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != len(jobs) {
		t.Fatalf("%d answers to %d snippets", len(answers), len(jobs))
	}
	return answers
}

// TestOracleLibraries checks that what is recorded is what the originals answer.
func TestOracleLibraries(t *testing.T) {
	all := archives(t)
	var jobs []job
	for _, a := range all {
		for _, s := range a.snippets() {
			jobs = append(jobs, job{s.text, a.setup})
		}
	}
	answers := askOriginals(t, jobs)
	for _, a := range all {
		mine := a.snippets()
		if *update {
			record(t, a, answers[:len(mine)])
		} else {
			for i, s := range mine {
				if problem := compare(s, answers[i]); problem != "" {
					t.Errorf("%s: %s: the original\n%s", a.path, s.name, problem)
				}
			}
		}
		answers = answers[len(mine):]
	}
}

// record writes the archive with new answers. A message stays marked as one
// that ours may word differently.
func record(t *testing.T, a archive, answers []answer) {
	t.Helper()
	out := &txtar.Archive{Comment: a.txtar.Comment}
	next := map[string]snippet{}
	for i, s := range a.snippets() {
		switch {
		case answers[i].Error == "":
			s.kind, s.want = "json", answers[i].JSON
		case s.kind != "fails":
			s.kind, s.want = "error", answers[i].Error+"\n"
		default:
			s.want = answers[i].Error + "\n"
		}
		next[s.name+".jsonnet"] = s
	}
	for _, f := range a.txtar.Files {
		s, isSnippet := next[f.Name]
		if isSnippet {
			out.Files = append(out.Files, f, txtar.File{Name: s.name + "." + s.kind, Data: []byte(s.want)})
		} else if f.Name == "prelude" || f.Name == "setup.json" {
			out.Files = append(out.Files, f)
		}
	}
	if err := os.WriteFile(a.path, txtar.Format(out), 0o644); err != nil {
		t.Fatal(err)
	}
}
