//go:build unix

// Command conformance compiles component repositories that nobody here wrote,
// each of their test instances, with azogue and with the reference, and compares
// what they write:
//
//	go run ./oracle/conformance --corpus DIR [--only GLOB] [--runs N] [--json FILE] [--azogue FILE] [--jrsonnet]
//
// DIR has clones, <owner>/<repo>, of components and of what they download; other
// downloads are in DIR/files and DIR/charts (oracle/offline/sources.py). The clone's
// HEAD is compiled, in a private copy. --only chooses among
// owner/repo/instance, and a component's golden is a second witness.
//
// The reference's results are kept in the user's cache, and used again for as
// long as the commit, what it downloaded and the reference itself are the same.
//
// The exit code is 0 when nothing differs, 1 when something does, and 2 when
// nothing could be compared. What was not run is never counted as the same.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
)

func main() {
	var o options
	flag.StringVar(&o.corpus, "corpus", os.Getenv("CORPUS"), "folder of clones, <owner>/<repo>")
	flag.StringVar(&o.only, "only", "*/*/*", "compile only owner/repo/instance that match")
	flag.StringVar(&o.azogue, "azogue", "bin/azogue", "the azogue to run")
	flag.IntVar(&o.runs, "runs", 1, "runs of azogue, of which the median time counts")
	flag.StringVar(&o.report, "json", "", "write the report to this file as well")
	flag.BoolVar(&o.jrsonnet, "jrsonnet", false, "instead time the Jsonnet alone, against jrsonnet")
	flag.Parse()
	differences, err := o.run()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(2)
	case differences > 0:
		os.Exit(1)
	}
}

type options struct {
	corpus, only, report, azogue string
	runs                         int
	jrsonnet                     bool
}

// run compiles all instances and gives the number of those that differ.
func (o options) run() (int, error) {
	corpus, err := filepath.Abs(o.corpus)
	if err != nil || o.corpus == "" {
		return 0, fmt.Errorf("name the folder of clones with --corpus")
	}
	dir, err := os.MkdirTemp("", "azogue-conformance-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	b, err := o.newBench(corpus, dir)
	if err != nil {
		return 0, err
	}
	all, err := find(corpus)
	if err != nil {
		return 0, err
	}
	instances := slices.DeleteFunc(all, func(in instance) bool {
		match, err := path.Match(o.only, in.Name())
		return err != nil || !match
	})
	if len(instances) == 0 {
		return 0, fmt.Errorf("no instance in %s matches %q", corpus, o.only)
	}
	if o.jrsonnet {
		return 0, b.jrsonnet(instances, os.Stdout)
	}
	var rows []row
	for _, in := range instances {
		r := b.compare(in)
		rows = append(rows, r)
		r.print(os.Stdout)
	}
	s := summarise(rows)
	s.print(os.Stdout)
	if o.report != "" {
		text, err := json.MarshalIndent(report{s, rows}, "", "  ")
		if err == nil {
			err = os.WriteFile(o.report, append(text, '\n'), 0o644)
		}
		if err != nil {
			return 0, err
		}
	}
	if s.Compared == 0 {
		return 0, fmt.Errorf("nothing was compared")
	}
	return s.Differences, nil
}

// newBench gets both tools ready. dir is for their working copies.
func (o options) newBench(corpus, dir string) (*bench, error) {
	python := os.Getenv("ORACLE_PYTHON")
	if python == "" {
		return nil, fmt.Errorf("ORACLE_PYTHON must name the reference's Python; oracle/setup.sh installs it")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	azogue, err := filepath.Abs(o.azogue)
	if err != nil {
		return nil, err
	}
	offline, err := filepath.Abs("oracle/offline")
	b := &bench{corpus: corpus, dir: dir, offline: offline, python: python, azogue: azogue, runs: max(o.runs, 1),
		cache: filepath.Join(cache, "azogue", "conformance")}
	return b, errors.Join(err, b.gitconfig())
}
