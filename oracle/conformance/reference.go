//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/azogue-build/azogue/oracle"
)

// bench compiles instances with both tools.
type bench struct {
	corpus, dir, offline string
	python, azogue       string
	cache                string // of what the reference has written
	runs                 int
}

// result is what one tool made of an instance.
type result struct {
	Exit   int     `json:"exit"`
	Wall   float64 `json:"wall"` // seconds
	CPU    float64 `json:"cpu"`  // seconds, children included
	Peak   float64 `json:"peak"` // bytes, of the largest process
	Stderr string  `json:"stderr,omitempty"`

	compiled string // the folder that it wrote
}

// reference gives the reference's result for an instance at a commit.
func (b *bench) reference(in instance, commit string) (result, error) {
	version, err := b.version()
	if err != nil {
		return result{}, err
	}
	key := sha256.Sum256(fmt.Append(nil, version, commit, in.Args))
	kept := filepath.Join(b.cache, filepath.FromSlash(in.Name()), fmt.Sprintf("%x", key[:8]))
	if r, ok := b.kept(kept); ok {
		return r, nil
	}
	fresh := kept + ".new"
	if err := errors.Join(os.RemoveAll(kept), os.RemoveAll(fresh), os.MkdirAll(fresh, 0o755)); err != nil {
		return result{}, err
	}
	work, err := b.checkout(in, "reference")
	if err != nil {
		return result{}, err
	}
	cmd := exec.Command(b.python, append([]string{filepath.Join(b.offline, "reference.py"), "component", "compile", "."}, in.Args...)...)
	cmd.Dir = work
	cmd.Env = append(b.env(), "DEPS="+b.corpus, "SOURCES="+filepath.Join(fresh, "sources"))
	r, err := measured(cmd)
	if err != nil {
		return result{}, err
	}
	if err := os.Rename(filepath.Join(work, "compiled"), filepath.Join(fresh, "compiled")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return result{}, err
	}
	text, err := json.Marshal(r)
	if err == nil {
		err = errors.Join(os.WriteFile(filepath.Join(fresh, "result.json"), text, 0o644), os.Rename(fresh, kept))
	}
	r.compiled = filepath.Join(kept, "compiled")
	return r, err
}

// version tells the reference, and how it is run, from any other.
func (b *bench) version() (string, error) {
	files, err := filepath.Glob(filepath.Join(b.offline, "*"))
	version := b.python
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		version += fmt.Sprintf(" %x", sha256.Sum256(text))
	}
	for _, tool := range []string{"helm", "kustomize"} { // which Kapitan and Commodore's wrapper call
		at, _ := exec.LookPath(tool)
		if info, err := os.Stat(at); err == nil {
			version += fmt.Sprintf(" %s %d %d", tool, info.Size(), info.ModTime().UnixNano())
		}
	}
	return version, err
}

// kept gives a result of an earlier run, if what it downloaded is the same now.
func (b *bench) kept(folder string) (result, bool) {
	text, err := os.ReadFile(filepath.Join(folder, "result.json"))
	r := result{compiled: filepath.Join(folder, "compiled")}
	if err != nil || json.Unmarshal(text, &r) != nil {
		return result{}, false
	}
	sources := filepath.Join(folder, "sources")
	if _, err := os.Stat(sources); err != nil {
		return r, errors.Is(err, fs.ErrNotExist) // it needed none
	}
	check := exec.Command(b.python, filepath.Join(b.offline, "sources.py"), sources)
	check.Env = append(b.env(), "DEPS="+b.corpus)
	return r, check.Run() == nil
}

// ours gives azogue's result for an instance: the median of some runs.
func (b *bench) ours(in instance) (result, error) {
	work, err := b.checkout(in, "azogue")
	if err != nil {
		return result{}, err
	}
	var all []result
	for range b.runs {
		compiled := filepath.Join(work, "compiled")
		if err := os.RemoveAll(compiled); err != nil {
			return result{}, err
		}
		cmd := exec.Command(b.azogue, append([]string{"component", "compile", ".", "--deps", b.corpus}, in.Args...)...)
		cmd.Dir, cmd.Env = work, b.env()
		r, err := measured(cmd)
		if err != nil {
			return result{}, err
		}
		r.compiled = compiled
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, c result) int { return int((a.Wall - c.Wall) * 1e9) })
	return all[len(all)/2], nil
}

// checkout gives a private copy of a component, as its author has it.
func (b *bench) checkout(in instance, tool string) (string, error) {
	work := filepath.Join(b.dir, tool, filepath.FromSlash(in.Repo))
	if err := errors.Join(os.RemoveAll(work), os.MkdirAll(filepath.Dir(work), 0o755)); err != nil {
		return "", err
	}
	for _, args := range [][]string{
		{"clone", "-q", "--shared", filepath.Join(b.corpus, filepath.FromSlash(in.Repo)), work},
		{"-C", work, "remote", "set-url", "origin", "https://github.com/" + in.Repo + ".git"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Env = b.env()
		if err := oracle.Run(cmd); err != nil {
			return "", err
		}
	}
	return work, os.MkdirAll(filepath.Join(work, "dependencies"), 0o755)
}

// commit gives the commit of the component that is compiled.
func (b *bench) commit(in instance) (string, error) {
	out, err := exec.Command("git", "-C", filepath.Join(b.corpus, filepath.FromSlash(in.Repo)), "rev-parse", "HEAD").Output()
	if err != nil {
		return "", fmt.Errorf("%s is no clone: %w", in.Repo, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// env is all that either tool sees of the environment.
func (b *bench) env() []string {
	return []string{
		"PATH=" + b.offline + ":" + filepath.Dir(b.python) + ":" + os.Getenv("PATH"), "HOME=" + b.dir, "TMPDIR=" + b.dir, "LANG=C.UTF-8",
		"GIT_CONFIG_NOSYSTEM=1",
	}
}

// gitconfig has git find the corpus where a component names github.com. It is a
// file in HOME and no part of the environment, of which a program that Kapitan's
// input external runs sees only PATH and HOME, as does the git of kustomize that
// it runs (spec K49). Kustomize fetches a version as it is named, so commits too.
func (b *bench) gitconfig() error {
	text := fmt.Sprintf("[url %q]\n\tinsteadOf = https://github.com/\n[safe]\n\tdirectory = *\n[uploadpack]\n\tallowAnySHA1InWant = true\n", b.corpus+"/")
	return os.WriteFile(filepath.Join(b.dir, ".gitconfig"), []byte(text), 0o644)
}

// measured runs a command, which may fail.
func measured(cmd *exec.Cmd) (result, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	r := result{Wall: time.Since(start).Seconds(), Stderr: stderr.String()}
	if cmd.ProcessState == nil {
		return r, err
	}
	r.Exit = cmd.ProcessState.ExitCode()
	r.Peak = oracle.Peak(cmd.ProcessState)
	r.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return r, nil
}
