package overlay

import "testing"

// TestMatch has the answers of Python's fnmatch.fnmatchcase.
func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "a", true}, {"a", "A", false},
		{"*", "", true}, {"*.yml", "x.yml", true}, {"*.yml", "x.yaml", false}, {"a*b*c", "aXbYbZc", true}, {"a*b", "ab", true}, {"a**b", "ab", true},
		{"?", "ü", true}, {"?", "", false}, {"??", "a", false},
		{"[ab]", "b", true}, {"[!ab]", "b", false}, {"[!ab]", "c", true}, {"[a-c]x", "bx", true}, {"[a-c]", "d", false}, {"[a-]", "-", true},
		{"[]a]", "]", true}, {"[!]a]", "]", false}, {"[a", "[a", true}, {"[a", "a", false}, {"[]", "[]", true}, {"[^a]", "^", true}, {"[^a]", "b", false},
		{`\*`, `\x`, true}, {`\*`, "*", false},
	} {
		if got := Match(tt.pattern, tt.name); got != tt.want {
			t.Errorf("%q, %q: got %v, want %v", tt.pattern, tt.name, got, tt.want)
		}
	}
}
