//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/oracle"
)

// timed is the time of one instance's Jsonnet, in milliseconds. Azogue's is that
// of the whole target: reading, parsing, evaluating and writing YAML, which is
// more than what jrsonnet's is of, the calls of evaluate_file.
type timed struct {
	instance         string
	azogue, jrsonnet float64
	note             string
}

// jrsonnet times the Jsonnet of instances with azogue and with jrsonnet in the
// place of the reference's own, in turn, and prints medians.
func (b *bench) jrsonnet(instances []instance, w io.Writer) error {
	library, err := b.installJrsonnet()
	if err != nil {
		return err
	}
	slower := 0
	for _, in := range instances {
		t := b.timed(in, library)
		if t.note != "" {
			fmt.Fprintf(w, "%-60s %s\n", t.instance, t.note)
			continue
		}
		fmt.Fprintf(w, "%-60s azogue %6.1f ms   jrsonnet %6.1f ms   %5.2fx\n", t.instance, t.azogue, t.jrsonnet, t.jrsonnet/t.azogue)
		if t.azogue > t.jrsonnet {
			slower++
		}
	}
	if slower > 0 {
		return fmt.Errorf("azogue takes longer for %d of them", slower)
	}
	return nil
}

const rjsonnet = "rjsonnet==0.5.6"

// installJrsonnet gives the folder of jrsonnet's binding, which pip installs.
func (b *bench) installJrsonnet() (string, error) {
	folder := filepath.Join(filepath.Dir(b.cache), strings.ReplaceAll(rjsonnet, "==", "-"))
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	fresh := folder + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return "", err
	}
	err := oracle.Run(exec.Command(b.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", fresh, rjsonnet))
	return folder, errors.Join(err, os.Rename(fresh, folder))
}

func (b *bench) timed(in instance, library string) timed {
	t := timed{instance: in.Name()}
	var ours, theirs []float64
	for range b.runs {
		a, errA := b.azogueTime(in)
		j, errJ := b.jrsonnetTime(in, library)
		if err := errors.Join(errA, errJ); err != nil {
			t.note = "not timed: " + strings.Join(strings.Fields(err.Error()), " ")
			return t
		}
		ours, theirs = append(ours, a), append(theirs, j)
	}
	t.azogue, t.jrsonnet = median(ours), median(theirs)
	return t
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// targetTime is what --verbose says of all jobs of a target.
var targetTime = regexp.MustCompile(`(?m)^ *([0-9.]+) ms  \S+  compile$`)

func (b *bench) azogueTime(in instance) (float64, error) {
	work, err := b.checkout(in, "azogue")
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(b.azogue, append([]string{"component", "compile", ".", "--verbose", "--jobs", "1", "--deps", b.corpus}, in.Args...)...)
	cmd.Dir, cmd.Env = work, b.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("azogue: %w", err)
	}
	total := 0.0
	for _, m := range targetTime.FindAllSubmatch(out, -1) {
		ms, err := strconv.ParseFloat(string(m[1]), 64)
		if err != nil {
			return 0, err
		}
		total += ms
	}
	if total == 0 {
		return 0, errors.New("azogue says no time")
	}
	return total, nil
}

func (b *bench) jrsonnetTime(in instance, library string) (float64, error) {
	work, err := b.checkout(in, "jrsonnet")
	if err != nil {
		return 0, err
	}
	times := filepath.Join(b.dir, "times")
	if err := os.RemoveAll(times); err != nil {
		return 0, err
	}
	cmd := exec.Command(b.python, append([]string{filepath.Join(b.offline, "jrsonnet.py"), "component", "compile", "."}, in.Args...)...)
	cmd.Dir = work
	cmd.Env = append(b.env(), "DEPS="+b.corpus, "SOURCES="+filepath.Join(b.dir, "sources"), "PYTHONPATH="+library, "TIMES="+times)
	if out, err := cmd.CombinedOutput(); err != nil {
		lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
		return 0, fmt.Errorf("with jrsonnet: %s", lines[len(lines)-1])
	}
	text, err := os.ReadFile(times)
	total := 0.0
	for line := range strings.Lines(string(text)) {
		seconds, _, _ := strings.Cut(line, " ")
		s, err := strconv.ParseFloat(seconds, 64)
		if err != nil {
			return 0, err
		}
		total += 1000 * s
	}
	return total, err
}
