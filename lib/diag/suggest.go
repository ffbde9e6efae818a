package diag

import (
	"cmp"
	"fmt"
	"strings"
)

// Nearest gives the name that is nearest to a mistyped one, or "" when none is
// near. Of two that are as near it gives the one that sorts first.
func Nearest(name string, among []string) string {
	limit := max(1, len(name)/3)
	best, distance := "", limit+1
	for _, candidate := range among {
		if candidate == name {
			continue
		}
		d := edits(name, candidate, limit)
		if cmp.Or(cmp.Compare(d, distance), strings.Compare(candidate, best)) < 0 && d <= limit {
			best, distance = candidate, d
		}
	}
	return best
}

// DidYouMean gives the hint for a mistyped name, or "" when no known name is near.
func DidYouMean(name string, among []string) string {
	if s := Nearest(name, among); s != "" {
		return fmt.Sprintf("did you mean %q?", s)
	}
	return ""
}

// edits gives Levenshtein's distance in bytes, or more than limit.
func edits(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
