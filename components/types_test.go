package components_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestParametersHaveTypes puts a value of each wrong type in place of each
// parameter of each README, and wants an error that names the parameter.
func TestParametersHaveTypes(t *testing.T) {
	for _, name := range readmes(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, os.DirFS(name), name)
			b.compileTests(t)
			readme, err := os.ReadFile(filepath.Join(name, "README.md"))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range tableRows(string(readme)) {
				for _, value := range []any{"azogue", "", 1.5, true, nil, []any{"azogue"}, map[string]any{"azogue": "azogue"}} {
					if r.refuses(value) {
						b.checkRefuses(t, r, value)
					}
				}
			}
		})
	}
}

func readmes(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*/README.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no components found: %v", err)
	}
	for i := range files {
		files[i] = filepath.Dir(files[i])
	}
	return files
}

// refuses says whether value is certainly wrong, by the type that the README
// has for the parameter.
func (r row) refuses(value any) bool {
	switch value.(type) {
	case nil:
		// What may be left out may be null; `map of x, or null` is about entries.
		return r.given && r.value != "null" && !strings.HasSuffix(r.kind, " or null") || strings.HasSuffix(r.kind, ", or null")
	case bool:
		return !strings.Contains(r.kind, "bool") && !strings.Contains(r.kind, "`true`")
	case float64:
		return true // None takes a fraction.
	case []any:
		return !strings.HasPrefix(r.kind, "list")
	case map[string]any:
		return !strings.HasPrefix(r.kind, "map")
	}
	if value == "" && strings.HasPrefix(r.kind, "string") {
		return r.given && !slices.Contains([]string{"''", "null", ""}, r.value) || r.name == "routes.<route>.host"
	}
	return !strings.HasPrefix(r.kind, "string") && !(value == "" && strings.HasSuffix(r.kind, "or empty"))
}

// checkRefuses wants the error in at least one of the instances: a component need
// not look at what it does not use.
func (b *bench) checkRefuses(t *testing.T, r row, value any) {
	t.Helper()
	var got []string
	for _, p := range b.places(r.path) {
		_, _, err := b.compile(p.instance.values, map[string]any{b.key: set(p.path, value)}, false)
		if err == nil {
			got = append(got, "none in "+filepath.Base(p.instance.values))
			continue
		}
		if said := message(err); strings.Contains(said, b.key+"."+strings.Join(p.path, ".")) {
			return
		}
		got = append(got, err.Error())
	}
	t.Errorf("%s with %s: got errors\n%s\nwant one that names the parameter", r.name, asJSON(value), strings.Join(got, "\n"))
}

var inBrackets = regexp.MustCompile(`\["([^"]*)"\]`)

// message gives the text of an error without the places that led to it, with
// all keys after dots.
func message(err error) string {
	_, said, _ := strings.Cut(err.Error(), "RUNTIME ERROR: ")
	said, _, _ = strings.Cut(said, "\n")
	return inBrackets.ReplaceAllString(said, ".$1")
}

// TestTypesAreOneFile: a component can't share a file with another one, so there
// are copies, and a repair of one is a repair of all.
func TestTypesAreOneFile(t *testing.T) {
	files, err := filepath.Glob("*/component/types.libsonnet")
	if err != nil || len(files) < 2 {
		t.Fatalf("got %d copies (%v), want some", len(files), err)
	}
	var first []byte
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = text
		}
		if !bytes.Equal(text, first) {
			t.Errorf("%s differs from %s", file, files[0])
		}
	}
}
