//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/azogue-build/azogue/oracle"
)

// status is what came of an instance.
type status string

const (
	same           status = "same"
	differs        status = "differs"
	bothFail       status = "both fail"
	oursFails      status = "azogue fails"
	referenceFails status = "reference fails"
	notRun         status = "not run"
)

// isDifference tells what azogue has to answer for.
func (s status) isDifference() bool { return s == differs || s == oursFails }

// row is an instance in the report.
type row struct {
	Instance    string       `json:"instance"`
	Commit      string       `json:"commit,omitempty"`
	Status      status       `json:"status"`
	Reason      string       `json:"reason,omitempty"` // why it was not run
	Files       int          `json:"files"`            // that the reference wrote
	Golden      string       `json:"golden,omitempty"` // what it says to azogue's output
	Azogue      *result      `json:"azogue,omitempty"`
	Reference   *result      `json:"reference,omitempty"`
	Differences []difference `json:"differences,omitempty"`
}

// difference is a file that is not the same.
type difference struct {
	File  string `json:"file"`
	What  string `json:"what"`
	Maker string `json:"maker,omitempty"` // the input that azogue makes the file from
}

// compare compiles an instance with both.
func (b *bench) compare(in instance) row {
	r := row{Instance: in.Name(), Status: notRun, Reason: in.Problem}
	if in.Problem != "" {
		return r
	}
	err := b.compile(in, &r)
	if err == nil {
		err = b.judge(in, &r)
	}
	if err != nil {
		r.Status, r.Reason = notRun, err.Error()
	}
	return r
}

func (b *bench) compile(in instance, r *row) (err error) {
	if r.Commit, err = b.commit(in); err != nil {
		return err
	}
	theirs, err := b.reference(in, r.Commit)
	if err != nil {
		return err
	}
	r.Reference = &theirs
	ours, err := b.ours(in)
	r.Azogue = &ours
	return err
}

// judge compares what both have written.
func (b *bench) judge(in instance, r *row) error {
	switch {
	case r.Azogue.Exit != 0 && r.Reference.Exit != 0:
		r.Status = bothFail
		return nil
	case r.Azogue.Exit != 0:
		r.Status = oursFails
		return nil
	case r.Reference.Exit != 0:
		r.Status = referenceFails
		return nil
	}
	found, err := oracle.Compare(r.Azogue.compiled, r.Reference.compiled)
	if err != nil {
		return err
	}
	r.Status = same
	if r.Files, err = count(r.Reference.compiled); err != nil {
		return err
	}
	if len(found) > 0 {
		r.Status = differs
		makers, err := b.makers(in, r)
		if err != nil {
			return err
		}
		for _, d := range found {
			r.Differences = append(r.Differences, difference{File: d.File, What: firstLines(d), Maker: makers[d.File]})
		}
	}
	r.Golden, err = b.golden(in, r)
	return err
}

// makers gives the inputs of files that differ, as azogue tells them when the
// reference's output is its golden.
func (b *bench) makers(in instance, r *row) (map[string]string, error) {
	work, err := b.checkout(in, "makers")
	if err != nil {
		return nil, err
	}
	golden := filepath.Join(work, "tests", "golden", in.Test)
	if err := errors.Join(os.RemoveAll(golden), os.CopyFS(golden, os.DirFS(r.Reference.compiled))); err != nil {
		return nil, err
	}
	cmd := exec.Command(b.azogue, "component", "test", ".", "--instance", in.Test, "--deps", b.corpus, "--format", "json")
	cmd.Dir, cmd.Env = work, b.env()
	text, _ := cmd.Output() // it ends with 1: there are differences
	var tested struct {
		Checks []struct {
			Changes []struct{ Path, From string }
		}
	}
	if err := json.Unmarshal(text, &tested); err != nil {
		return nil, fmt.Errorf("azogue component test: %w", err)
	}
	makers := map[string]string{}
	for _, c := range tested.Checks {
		for _, change := range c.Changes {
			makers[change.Path] = change.From
		}
	}
	return makers, nil
}

// golden is the second witness: what the component's author has accepted, which
// may be from an older reference or older downloads.
func (b *bench) golden(in instance, r *row) (string, error) {
	folder := filepath.Join(b.corpus, filepath.FromSlash(in.Repo), "tests", "golden", in.Test)
	if _, err := os.Stat(folder); err != nil {
		return "none", nil
	}
	found, err := oracle.Compare(r.Azogue.compiled, folder)
	if err != nil || len(found) > 0 {
		return fmt.Sprintf("differs in %d files", len(found)), err
	}
	return "same", nil
}

// firstLines says where a file begins to differ.
func firstLines(d oracle.Difference) string {
	if d.Ours == "" || d.Theirs == "" {
		return strings.TrimPrefix(d.String(), d.File+": ")
	}
	a, b := strings.Split(d.Ours, "\n"), strings.Split(d.Theirs, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: azogue %s, the reference %s", i, short(a[i]), short(b[i])) // line 0 is the mode
		}
	}
	return fmt.Sprintf("azogue writes %d lines, the reference %d", len(a)-1, len(b)-1)
}

func short(line string) string {
	if len(line) > 120 {
		line = line[:120] + "…"
	}
	return fmt.Sprintf("%q", line)
}

func count(folder string) (n int, err error) {
	err = filepath.WalkDir(folder, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	return n, err
}

// most is how many differences of an instance the table shows.
const most = 8

func (r row) print(w io.Writer) {
	fmt.Fprintf(w, "%-16s %-70s", r.Status, r.Instance)
	if r.Azogue != nil && r.Reference != nil {
		fmt.Fprintf(w, " %4d files %8.1f ms %7.2f s %6.1fx  golden %s", r.Files, 1e3*r.Azogue.Wall, r.Reference.Wall, r.Reference.Wall/r.Azogue.Wall, r.Golden)
	}
	fmt.Fprintln(w)
	if r.Reason != "" {
		fmt.Fprintf(w, "    %s\n", r.Reason)
	}
	for i, d := range r.Differences {
		if i == most {
			fmt.Fprintf(w, "    and %d more files\n", len(r.Differences)-most)
			break
		}
		fmt.Fprintf(w, "    %s: %s\n", d.File, d.What)
		if d.Maker != "" {
			fmt.Fprintf(w, "        made from %s\n", d.Maker)
		}
	}
	if r.Status == oursFails {
		for _, line := range firstOf(r.Azogue.Stderr, 6) {
			fmt.Fprintf(w, "    | %s\n", line)
		}
	}
}

func firstOf(text string, n int) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[:min(n, len(lines))]
}
