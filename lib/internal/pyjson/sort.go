package pyjson

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

// SortFields gives the fields in the order of Python's sorted(d.items()), for
// which distinct keys decide alone. It is false where Python raises TypeError
// because keys of different types do not compare, such as 1 and "a". The
// result may be fields itself; fields is not changed.
func SortFields(fields []tree.Field) ([]tree.Field, bool) {
	if len(fields) < 2 {
		return fields, true
	}
	kind := comparisonOf(fields[0].Key)
	ascending := true
	for i := 1; i < len(fields); i++ {
		if kind == incomparable || comparisonOf(fields[i].Key) != kind {
			return nil, false
		}
		ascending = ascending && compareKeys(fields[i-1].Key, fields[i].Key) <= 0
	}
	if ascending {
		return fields, true
	}
	sorted := slices.Clone(fields)
	slices.SortStableFunc(sorted, func(a, b tree.Field) int { return compareKeys(a.Key, b.Key) })
	return sorted, true
}

// comparison is a set of values that Python can order among themselves.
type comparison uint8

const (
	incomparable comparison = iota
	byNumber
	byText
	byBytes
	byDate
	byLocalTime
	byInstant
)

func comparisonOf(key *tree.Node) comparison {
	switch key.Kind {
	case tree.String:
		return byText
	case tree.Bool, tree.Int, tree.Float:
		return byNumber
	case tree.Bytes:
		return byBytes
	case tree.Date:
		return byDate
	case tree.Time:
		if _, offset := splitOffset(key.Text); offset == "" {
			return byLocalTime
		}
		return byInstant
	}
	return incomparable
}

// compareKeys orders two keys of one comparison. Text in UTF-8 is in the order
// of its code points, and a date or a time without offset is in the order of
// its text.
func compareKeys(a, b *tree.Node) int {
	switch comparisonOf(a) {
	case byNumber:
		return compareNumbers(a, b)
	case byInstant:
		return compareInstants(a.Text, b.Text)
	}
	return strings.Compare(a.Text, b.Text)
}

func compareNumbers(a, b *tree.Node) int {
	x, xSmall := small(a)
	y, ySmall := small(b)
	switch {
	case xSmall && ySmall:
		return cmp.Compare(x, y)
	case a.Kind == tree.Float && b.Kind == tree.Float:
		return compareFloats(a.Float, b.Float)
	case a.Kind == tree.Float && unordered(a.Float):
		return compareFloats(a.Float, 0)
	case b.Kind == tree.Float && unordered(b.Float):
		return compareFloats(0, b.Float)
	}
	return exact(a).Cmp(exact(b))
}

func unordered(f float64) bool { return math.IsNaN(f) || math.IsInf(f, 0) }

// compareFloats takes NaN for equal to everything: Python finds neither smaller.
func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func small(n *tree.Node) (int64, bool) {
	if n.Kind == tree.Bool {
		if n.Bool {
			return 1, true
		}
		return 0, true
	}
	return n.Int, n.Kind == tree.Int && n.Text == ""
}

// exact gives a finite number without rounding: Python compares an integer with
// a double by value.
func exact(n *tree.Node) *big.Rat {
	if i, ok := small(n); ok {
		return new(big.Rat).SetInt64(i)
	}
	if n.Kind == tree.Float {
		return new(big.Rat).SetFloat64(n.Float)
	}
	r, ok := new(big.Rat).SetString(n.Text)
	if !ok {
		panic("bug: not a decimal integer: " + n.Text)
	}
	return r
}

// splitOffset cuts the UTC offset off a time in Python's isoformat.
func splitOffset(text string) (local, offset string) {
	const clock = len("2001-12-14 21:59:43")
	if len(text) > clock {
		if i := strings.IndexAny(text[clock:], "+-"); i >= 0 {
			return text[:clock+i], text[clock+i:]
		}
	}
	return text, ""
}

// compareInstants orders times with offsets by the moment they stand for.
func compareInstants(a, b string) int {
	aSeconds, aFraction := instant(a)
	bSeconds, bFraction := instant(b)
	return cmp.Or(cmp.Compare(aSeconds, bSeconds), strings.Compare(aFraction, bFraction))
}

// instant gives a time's seconds on the UTC scale and its fraction, of which
// isoformat prints all six digits or none.
func instant(text string) (seconds int, fraction string) {
	local, offset := splitOffset(text)
	days := dayNumber(digitsOf(local, 0, 4), digitsOf(local, 5, 7), digitsOf(local, 8, 10))
	seconds = days*86400 + digitsOf(local, 11, 13)*3600 + digitsOf(local, 14, 16)*60 + digitsOf(local, 17, 19)
	shift := digitsOf(offset, 1, 3)*3600 + digitsOf(offset, 4, 6)*60 + digitsOf(offset, 7, 9)
	if strings.HasPrefix(offset, "-") {
		shift = -shift
	}
	return seconds - shift, local[min(len(local), 19):]
}

// digitsOf gives the number in text[from:to], or 0 where the text is shorter.
func digitsOf(text string, from, to int) int {
	if len(text) < to {
		return 0
	}
	n, err := strconv.Atoi(text[from:to])
	if err != nil {
		panic("bug: not a time in isoformat: " + text)
	}
	return n
}

// dayNumber counts days in the Gregorian calendar from a fixed day on; years
// begin in March, so that the leap day is the last.
func dayNumber(year, month, day int) int {
	if month < 3 {
		year, month = year-1, month+12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day
}
