package diff

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestTexts: each archive holds old, new and what is shown of them. The first
// line says what the case is about.
func TestTexts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := map[string][]byte{}
		for _, f := range txtar.Parse(text).Files {
			parts[f.Name] = f.Data
		}
		got := form(Hunks(parts["old"], parts["new"], YAMLPlace))
		if d := cmp.Diff(strings.Split(string(parts["want"]), "\n"), strings.Split(got, "\n")); d != "" {
			t.Errorf("%s (-want +got):\n%s", file, d)
		}
	}
}

// form gives hunks as `diff -u` prints them.
func form(list []Hunk) string {
	var b strings.Builder
	for _, h := range list {
		fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@ %s\n", h.OldStart, h.OldCount, h.NewStart, h.NewCount, h.Place)
		for _, l := range h.Lines {
			fmt.Fprintf(&b, "%c%s\n", l.Op, l.Text)
			if l.Open {
				b.WriteString("\\ no line break\n")
			}
		}
	}
	return b.String()
}

// apply makes the new text of the old one and its hunks, and checks that they
// agree with it.
func apply(t *testing.T, old string, list []Hunk) string {
	t.Helper()
	var b strings.Builder
	lines := split([]byte(old))
	at := 0
	written := 0
	put := func(s string) { b.WriteString(s); written++ }
	for _, h := range list {
		start := h.OldStart - 1
		if h.OldCount == 0 {
			start = h.OldStart
		}
		if start < at {
			t.Fatalf("hunks overlap or are out of order: %+v", h)
		}
		for ; at < start; at++ {
			put(lines[at])
		}
		newStart := h.NewStart - 1
		if h.NewCount == 0 {
			newStart = h.NewStart
		}
		if written != newStart {
			t.Fatalf("the hunk begins at new line %d, but %d lines are before it", h.NewStart, written)
		}
		olds, news := 0, 0
		for _, l := range h.Lines {
			text := l.Text + "\n"
			if l.Open {
				text = l.Text
			}
			if l.Op != '+' {
				if lines[at] != text {
					t.Fatalf("old line %d is %q, the hunk has %q", at+1, lines[at], text)
				}
				at, olds = at+1, olds+1
			}
			if l.Op != '-' {
				put(text)
				news++
			}
		}
		if olds != h.OldCount || news != h.NewCount {
			t.Fatalf("a hunk of %d and %d lines says %d and %d", olds, news, h.OldCount, h.NewCount)
		}
	}
	for ; at < len(lines); at++ {
		put(lines[at])
	}
	return b.String()
}

// TestApply: the hunks of texts made at random turn one into the other.
func TestApply(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	text := func() string {
		var b strings.Builder
		for range r.Intn(40) {
			fmt.Fprintf(&b, "%s%c\n", strings.Repeat(" ", r.Intn(3)), 'a'+rune(r.Intn(6)))
		}
		return strings.TrimSuffix(b.String(), strings.Repeat("\n", r.Intn(2)))
	}
	for range 3000 {
		old, new := text(), text()
		if got := apply(t, old, Hunks([]byte(old), []byte(new), YAMLPlace)); got != new {
			t.Fatalf("old:\n%s\nnew:\n%s\ngot:\n%s", old, new, got)
		}
	}
}

// TestFewest: without lines of their own, texts differ in as few lines as can be.
func TestFewest(t *testing.T) {
	for _, tt := range []struct {
		old, new       string
		added, removed int
	}{
		{"a a b b a a b b", "a a b a a b b", 0, 1},
		{"a b c a b b a", "c b a b a c", 2, 3}, // Myers' own example
		{"", "a", 1, 0},
		{"a", "", 0, 1},
		{"a a", "a a", 0, 0},
	} {
		lines := func(s string) []byte { return []byte(strings.Join(strings.Fields(s+" end"), "\n")) }
		added, removed := Stat(Hunks(lines(tt.old), lines(tt.new), nil))
		if added != tt.added || removed != tt.removed {
			t.Errorf("%q to %q: +%d -%d, want +%d -%d", tt.old, tt.new, added, removed, tt.added, tt.removed)
		}
	}
}

// TestLarge: texts without anything in common, and none that is there once, end.
func TestLarge(t *testing.T) {
	old := strings.Repeat("a\nb\n", 50_000)
	new := strings.Repeat("c\nd\n", 50_000)
	if added, removed := Stat(Hunks([]byte(old), []byte(new), nil)); added != 100_000 || removed != 100_000 {
		t.Errorf("+%d -%d", added, removed)
	}
}

func TestBinary(t *testing.T) {
	for text, want := range map[string]bool{"": false, "ä\n": false, "\xff": true, "a\x00": true} {
		if got := Binary([]byte(text)); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func FuzzHunks(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nc")
	f.Add("- a: 1\n  b: 2\n- a: 1\n", "- a: 1\n")
	f.Fuzz(func(t *testing.T, old, new string) {
		if got := apply(t, old, Hunks([]byte(old), []byte(new), YAMLPlace)); got != new {
			t.Fatalf("old %q new %q got %q", old, new, got)
		}
	})
}
