package lib

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCompat checks that each entry of docs/compat.md names a test that exists.
func TestCompat(t *testing.T) {
	tests := map[string]bool{}
	define := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range define.FindAllStringSubmatch(string(text), -1) {
			tests[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../docs/compat.md")
	if err != nil {
		t.Fatal(err)
	}
	entries := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| what |") {
			continue
		}
		entries++
		m := regexp.MustCompile("\\| `(Test\\w+)` \\|\n$").FindStringSubmatch(line)
		if m == nil {
			t.Errorf("an entry names no test: %s", line)
		} else if !tests[m[1]] {
			t.Errorf("%s does not exist: %s", m[1], line)
		}
	}
	if entries < 10 {
		t.Errorf("found only %d entries", entries)
	}
}
