package pyre

import (
	"strings"
	"testing"
)

// FuzzReplace holds what is true of every pattern: it is compiled or refused
// with words, and a text's own pattern finds it.
func FuzzReplace(f *testing.F) {
	for _, seed := range [][3]string{{"[0-9]+", "-", "a1b22"}, {`(\w+) (\w+)`, `\2 \1`, "é b"}, {"(?P<x>b)", `<\g<x>\g<0>>`, "abc"}, {`a{,2}b`, "x", "aaab"}, {`\x41`, `\n`, "A"}, {"(?i)a", "", "A"}, {"[]a]", "", "]"}, {"(", "", ""}, {`\`, `\`, `\`}} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, pattern, with, text string) {
		if re, err := Compile(pattern, Flags{}); err != nil {
			if err.Error() == "" {
				t.Errorf("%q: an error without words", pattern)
			}
		} else {
			first, err := re.Replace(text, with)
			second, again := re.Replace(text, with)
			if first != second || (err == nil) != (again == nil) {
				t.Errorf("%q in %q: got %q and %q, errors %v and %v", pattern, text, first, second, err, again)
			}
		}
		own, err := Compile(Escape(text), Flags{})
		if err != nil || text == "" {
			return
		}
		if got, err := own.Replace(text, ""); err == nil && got != "" && strings.ToValidUTF8(text, "") == text {
			t.Errorf("%q: its own pattern leaves %q", text, got)
		}
	})
}
