package pyyaml

import (
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
)

// analysis says in which styles a string can be written; double quotes always
// do (spec Y20-Y24).
type analysis struct {
	plain     bool // as far as its characters go; the resolver has a say too
	single    bool
	block     bool // literal or folded
	multiline bool
	length    int // in code points
}

// charKinds sorts the bytes that analyze looks at more closely.
type charKind uint8

const (
	ordinary charKind = iota
	space
	feed
	colon
	special // nothing but double quotes will do: not printable ASCII
	mark    // ordinary inside a string, but not safe at its start
)

var charKinds = newCharKinds()

func newCharKinds() (kinds [256]charKind) {
	for c := range kinds {
		if c < ' ' || c > '~' {
			kinds[c] = special
		}
	}
	for _, c := range []byte("#,[]{}&*!|>'\"%@`?-.") {
		kinds[c] = mark
	}
	kinds[' '], kinds['\n'], kinds[':'] = space, feed, colon
	return kinds
}

// isWord reports whether s has nothing in it that could keep it from being
// plain, other than its resolved type. It is false for some strings that could
// be plain, and made for the many that are one word.
func isWord(s string) bool {
	if s == "" || charKinds[s[0]] != ordinary {
		return false
	}
	for i := 1; i < len(s); i++ {
		if k := charKinds[s[i]]; k != ordinary && k != mark {
			return false
		}
	}
	return true
}

func analyze(s string) analysis {
	a := analysis{plain: !startsLikeMarkup(s), single: true, block: s != "", length: len(s)}
	for i := 0; i < len(s); i++ {
		switch charKinds[s[i]] {
		case space:
			a.space(s, i)
		case feed:
			a.multiline = true
			a.plain = false
		case colon:
			if followedByWhite(s, i) {
				a.plain = false
			}
		case special:
			return analysis{multiline: strings.ContainsAny(s, "\n\u0085\u2028\u2029"), length: runeCount(s)}
		}
	}
	return a
}

// space takes the space at s[i] into account.
func (a *analysis) space(s string, i int) {
	switch {
	case i+1 == len(s):
		a.plain = false
		a.block = false
	case s[i+1] == '\n':
		a.plain = false
		a.single = false
		a.block = false
	case s[i+1] == '#':
		a.plain = false
	}
	switch {
	case i == 0:
		a.plain = false
	case s[i-1] == '\n':
		a.plain = false
		a.single = false
	}
}

// startsLikeMarkup reports whether the start of s would mean something else
// than a plain scalar (spec Y21).
func startsLikeMarkup(s string) bool {
	if s == "" || charKinds[s[0]] == ordinary {
		return false
	}
	switch s[0] {
	case '#', ',', '[', ']', '{', '}', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return true
	case '?', ':':
		return followedByWhite(s, 0)
	case '-':
		return followedByWhite(s, 0) || strings.HasPrefix(s, "---")
	case '.':
		return strings.HasPrefix(s, "...")
	}
	return false
}

// followedByWhite needs to know no white beyond ASCII, and no tabs: a string
// that holds such cannot be plain anyway.
func followedByWhite(s string, i int) bool {
	return i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n'
}

// runeCount counts code points, a surrogate as one.
func runeCount(s string) int {
	if utf8.ValidString(s) {
		return utf8.RuneCountInString(s)
	}
	n := 0
	for s != "" {
		_, size := pyjson.DecodeRune(s)
		s = s[size:]
		n++
	}
	return n
}
