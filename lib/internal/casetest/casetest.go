// Package casetest finds the case files that tests run: inputs with the
// answers of the reference tools.
//
// A package keeps its copies in testdata/cases. Where the environment variable
// AZOGUE_CASES names a folder, the same tests read that folder instead, and a
// file that is missing there fails the test. Python is for tests that ask the
// reference itself. The package is imported by tests only.
package casetest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Path gives the path of the case file to run.
func Path(t testing.TB, file string) string {
	t.Helper()
	dir := os.Getenv("AZOGUE_CASES")
	if dir == "" {
		dir = filepath.Join("testdata", "cases")
	}
	return filepath.Join(dir, file)
}

// Read gives the content of the case file to run; it fails the test when there
// is none, or nothing in it.
func Read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(Path(t, file))
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		t.Fatalf("%s holds no cases", Path(t, file))
	}
	return data
}

// Lines gives the rows of a case file with one JSON value a line.
func Lines(t testing.TB, file string) [][]byte {
	t.Helper()
	var rows [][]byte
	for line := range bytes.Lines(Read(t, file)) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			rows = append(rows, line)
		}
	}
	return rows
}

// Python gives the reference's Python, which ORACLE_PYTHON names. Without one
// the test is skipped; with ORACLE=1 that is a failure.
func Python(t testing.TB) string {
	t.Helper()
	python := os.Getenv("ORACLE_PYTHON")
	if python == "" {
		if os.Getenv("ORACLE") == "1" {
			t.Fatal("ORACLE=1 but ORACLE_PYTHON does not name the reference's Python; make oracle sets both")
		}
		t.Skip("ORACLE_PYTHON does not name the reference's Python")
	}
	return python
}
