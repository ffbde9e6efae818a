package reclass

import (
	"cmp"
	"strings"
)

// Suggest gives the name that is nearest to a mistyped one, or "" when none is
// near. Of two that are as near it gives the one that sorts first.
func Suggest(name string, among []string) string {
	best, distance := "", 1+max(1, len(name)/3)
	for _, candidate := range among {
		d := levenshtein(name, candidate, distance)
		if candidate != name && cmp.Or(cmp.Compare(d, distance), strings.Compare(candidate, best)) < 0 && d <= max(1, len(name)/3) {
			best, distance = candidate, d
		}
	}
	return best
}

// didYouMean gives the hint for a mistyped name.
func didYouMean(name string, among []string) string {
	if s := Suggest(name, among); s != "" {
		return "did you mean " + quote(s) + "?"
	}
	return ""
}

// levenshtein gives the edits between a and b, or more than limit.
func levenshtein(a, b string, limit int) int {
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
