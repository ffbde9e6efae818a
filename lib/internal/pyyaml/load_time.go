package pyyaml

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

// constructTime reads a date or a time as PyYAML's constructor does, whose
// pattern is wider than the resolver's: 2001-1-1 is a date where a tag says so.
func constructTime(n *tree.Node, text string) bool {
	text = strings.TrimSuffix(text, "\n")
	r := timeReader{text: text}
	year, month, day := r.number(4, 4), r.part('-', 1), r.part('-', 1)
	if r.failed || !validDate(year, month, day) {
		return false
	}
	date := fmt.Sprintf("%04d-%02d-%02d", year, month, day)
	if r.i == len(text) {
		n.Kind, n.Text = tree.Date, date
		return true
	}
	clock := r.clock()
	offset := r.offset()
	if r.failed || r.i != len(text) {
		return false
	}
	n.Kind, n.Text = tree.Time, date+" "+clock+offset
	return true
}

var monthDays = [...]int{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

func validDate(year, month, day int) bool {
	if year < 1 || month < 1 || month > 12 || day < 1 {
		return false
	}
	leap := year%4 == 0 && (year%100 != 0 || year%400 == 0)
	return day <= monthDays[month] || leap && month == 2 && day == 29
}

// timeReader reads the parts of a timestamp one after the other.
type timeReader struct {
	text   string
	i      int
	failed bool
}

// number reads from least to most digits.
func (r *timeReader) number(least, most int) int {
	end := min(skip(r.text, r.i, digit), r.i+most)
	if end < r.i+least {
		r.failed = true
		return 0
	}
	value, _ := strconv.Atoi(r.text[r.i:end])
	r.i = end
	return value
}

// part reads a separator and a number of least to two digits.
func (r *timeReader) part(separator byte, least int) int {
	if at(r.text, r.i) != separator {
		r.failed = true
		return 0
	}
	r.i++
	return r.number(least, 2)
}

// clock reads the time of day and gives it as Python prints it.
func (r *timeReader) clock() string {
	switch c := at(r.text, r.i); {
	case c == 'T' || c == 't':
		r.i++
	case c == ' ' || c == '\t':
		r.i = skip(r.text, r.i, blank)
	default:
		r.failed = true
	}
	hour, minute, second := r.number(1, 2), r.part(':', 2), r.part(':', 2)
	if hour > 23 || minute > 59 || second > 59 {
		r.failed = true
	}
	text := fmt.Sprintf("%02d:%02d:%02d", hour, minute, second)
	if at(r.text, r.i) != '.' {
		return text
	}
	start := r.i + 1
	r.i = skip(r.text, start, digit)
	fraction := (r.text[start:r.i] + "000000")[:6]
	if fraction == "000000" {
		return text
	}
	return text + "." + fraction
}

// offset reads the distance from UTC and gives it as Python prints it.
func (r *timeReader) offset() string {
	if r.i == len(r.text) {
		return ""
	}
	r.i = skip(r.text, r.i, blank)
	sign := at(r.text, r.i)
	r.i++
	switch sign {
	case 'Z':
		return "+00:00"
	case '+', '-':
	default:
		r.failed = true
		return ""
	}
	minutes := 60 * r.number(1, 2)
	if r.i < len(r.text) {
		minutes += r.part(':', 2)
	}
	if minutes >= 24*60 {
		r.failed = true
	}
	if minutes == 0 {
		sign = '+'
	}
	return fmt.Sprintf("%c%02d:%02d", sign, minutes/60, minutes%60)
}
