package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Nearest gives the name that is nearest to a mistyped one, or "" when none is
// near. Of two that are as near it gives the one that sorts first. Nearest of all
// is one that differs only in capitals, dashes, dots and underscores.
func Nearest(name string, among []string) string {
	limit := max(1, len(name)/3)
	best, distance := "", limit+1
	folded := fold(name)
	for _, candidate := range among {
		if candidate == name {
			continue
		}
		d := edits(name, candidate, limit)
		if folded != "" && fold(candidate) == folded {
			d = 0
		}
		if cmp.Or(cmp.Compare(d, distance), strings.Compare(candidate, best)) < 0 && d <= limit {
			best, distance = candidate, d
		}
	}
	return best
}

// Slip is Nearest for a name that is right in itself, and so is reported only
// where it is surely meant to be another one: capitals, dashes, dots and
// underscores apart, or one edit, or two in a long name. Names that are counted,
// as node1 and node2 or team-a and team-b, are not meant to be each other. It
// gives "" if name is among them.
func Slip(name string, among []string) string {
	limit := 0
	switch {
	case len(name) >= 9:
		limit = 2
	case len(name) >= 4:
		limit = 1
	}
	near := ""
	for _, candidate := range among {
		switch {
		case candidate == name:
			return ""
		case near != "":
		case fold(candidate) == fold(name), edits(name, candidate, limit) <= limit && uncounted(name) != uncounted(candidate):
			near = candidate
		}
	}
	return near
}

// uncounted gives a name without what tells those from each other that are
// counted: digits, and parts of one letter.
func uncounted(name string) string {
	parts := strings.FieldsFunc(name, func(c rune) bool { return strings.ContainsRune("-_.0123456789", c) })
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return len(p) == 1 }), "-")
}

// fold gives a name without what people mix up: capitals, dashes, dots and
// underscores.
func fold(name string) string { return strings.ToLower(separators.Replace(name)) }

var separators = strings.NewReplacer("-", "", "_", "", ".", "")

// DidYouMean gives the hint for a mistyped name, or "" when no known name is near.
func DidYouMean(name string, among []string) string {
	if s := Nearest(name, among); s != "" {
		return fmt.Sprintf("did you mean %q?", s)
	}
	return ""
}

// edits gives the distance in bytes, or more than limit: how many are to be put
// in, taken out, changed or swapped with their neighbour.
func edits(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	row, last, swapped := rows[0], rows[1], rows[2] // of a's byte, of the one before, of the one before that
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		row, last, swapped = swapped, row, last
		row[0] = i + 1
		for j := range len(b) {
			cost := 0
			if a[i] != b[j] {
				cost = 1
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], swapped[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
