//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/azogue-build/azogue/oracle"
)

// usage is what a run took.
type usage struct {
	Wall float64 `json:"wall"` // seconds
	CPU  float64 `json:"cpu"`  // seconds
	Peak float64 `json:"peak"` // bytes
}

// inTurn runs a case several times, azogue first, and gives the medians. Every
// pair of outputs must be the same. Nothing is deleted between runs: ext4 is
// slow to give out inodes anew that have just been freed, which would be timed
// with the run that comes next.
func inTurn(c timed, dir string, runs int, reference bool) (row, error) {
	var ours, theirs []usage
	dir, err := os.MkdirTemp(dir, "row-")
	if err != nil {
		return row{}, err
	}
	for i := range runs {
		a, b := filepath.Join(dir, "ours-"+strconv.Itoa(i)), filepath.Join(dir, "theirs-"+strconv.Itoa(i))
		u, err := once(c.Azogue(a), a, nil, measured)
		if err != nil {
			return row{}, err
		}
		if ours = append(ours, u); reference {
			count := measured
			if c.counted {
				count = printed
			}
			if u, err = once(c.Reference(b), b, c.Prepare, count); err != nil {
				return row{}, err
			}
			theirs = append(theirs, u)
			if err := same(c.Case, a, b); err != nil {
				return row{}, err
			}
		}
	}
	r := row{Name: c.Name, Azogue: median(ours)}
	if reference {
		m := median(theirs)
		r.Reference = &m
		r.Ratio = &usage{m.Wall / r.Azogue.Wall, m.CPU / r.Azogue.CPU, m.Peak / r.Azogue.Peak}
	}
	return r, nil
}

// once runs a command that writes into the new folder out.
func once(cmd *exec.Cmd, out string, prepare func(string) error, count func(*exec.Cmd) (usage, error)) (usage, error) {
	if err := os.Mkdir(out, 0o755); err != nil {
		return usage{}, err
	}
	if prepare != nil {
		if err := prepare(out); err != nil {
			return usage{}, err
		}
	}
	return count(cmd)
}

func same(c oracle.Case, ours, theirs string) error {
	differences, err := c.Compare(ours, theirs)
	if err != nil {
		return err
	}
	if len(differences) > 0 {
		return fmt.Errorf("the outputs are not the same: %v (differences: %d)", differences[0], len(differences))
	}
	return nil
}

// median takes each number for itself.
func median(list []usage) usage {
	of := func(field func(usage) float64) float64 {
		var values []float64
		for _, u := range list {
			values = append(values, field(u))
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return usage{
		of(func(u usage) float64 { return u.Wall }),
		of(func(u usage) float64 { return u.CPU }),
		of(func(u usage) float64 { return u.Peak }),
	}
}

const measureVerb = "measure"

// measured has a small process run the command and measure it: on Linux the
// peak memory of a process is at least that of the one that started it.
func measured(cmd *exec.Cmd) (usage, error) {
	self, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	wrapped := exec.Command(self, append([]string{measureVerb}, cmd.Args...)...)
	wrapped.Dir, wrapped.Env = cmd.Dir, cmd.Env
	return printed(wrapped)
}

// printed runs a command that prints its usage.
func printed(cmd *exec.Cmd) (u usage, err error) {
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return u, fmt.Errorf("%s: %w\n%s", cmd, err, exit.Stderr)
	}
	if err != nil {
		return u, err
	}
	return u, json.Unmarshal(out, &u)
}

// measureCommand runs a command, prints what it took, and gives an exit code.
func measureCommand(args []string) int {
	cmd := exec.Command(args[0], args[1:]...)
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(begin)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	u := usage{Wall: wall.Seconds(), CPU: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), Peak: oracle.Peak(cmd.ProcessState)}
	if err := json.NewEncoder(os.Stdout).Encode(u); err != nil {
		return 1
	}
	return 0
}
