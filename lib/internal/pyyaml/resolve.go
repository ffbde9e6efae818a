package pyyaml

import "strings"

// tag is a scalar's or collection's type in YAML 1.1, short of its prefix.
type tag uint8

const (
	tagStr tag = iota
	tagNull
	tagBool
	tagInt
	tagFloat
	tagTimestamp
	tagMerge
	tagValue
	tagBinary
	tagSet
	tagYAML // a lone "!", "&" or "*", which no plain scalar can be
)

// tagTexts are the tags as they are printed, and as they count in Y16.
var tagTexts = [...]string{
	tagStr: "!!str", tagNull: "!!null", tagBool: "!!bool", tagInt: "!!int", tagFloat: "!!float",
	tagTimestamp: "!!timestamp", tagMerge: "!!merge", tagValue: "!!value",
	tagBinary: "!!binary", tagSet: "!!set", tagYAML: "!!yaml",
}

// resolve gives the type of a plain scalar by the implicit rules of YAML 1.1 as
// PyYAML has them (spec Y8). PyYAML's patterns end in "$", which also matches
// before one final line feed.
func resolve(s string) tag {
	if s == "" {
		return tagNull
	}
	first := s[0]
	if resolvable[first] == 0 {
		return tagStr
	}
	s = strings.TrimSuffix(s, "\n")
	switch resolvable[first] {
	case 'a':
		return resolveWord(s)
	case '=':
		return resolveSign(s)
	case '0':
		if isTimestamp(s) {
			return tagTimestamp
		}
	}
	if isFloat(s) {
		return tagFloat
	}
	if isInt(s) {
		return tagInt
	}
	return tagStr
}

// resolvable sorts first characters: words 'a', single signs '=', digits '0',
// other starts of a number '.'; 0 for all that always start a string.
var resolvable = [256]byte{
	'y': 'a', 'Y': 'a', 'n': 'a', 'N': 'a', 't': 'a', 'T': 'a', 'f': 'a', 'F': 'a', 'o': 'a', 'O': 'a',
	'~': '=', '<': '=', '=': '=', '!': '=', '&': '=', '*': '=',
	'0': '0', '1': '0', '2': '0', '3': '0', '4': '0', '5': '0', '6': '0', '7': '0', '8': '0', '9': '0',
	'+': '.', '-': '.', '.': '.',
}

func resolveWord(s string) tag {
	switch s {
	case "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE",
		"on", "On", "ON", "off", "Off", "OFF":
		return tagBool
	case "null", "Null", "NULL":
		return tagNull
	}
	return tagStr
}

func resolveSign(s string) tag {
	switch s {
	case "~":
		return tagNull
	case "<<":
		return tagMerge
	case "=":
		return tagValue
	case "!", "&", "*":
		return tagYAML
	}
	return tagStr
}

// The classes of characters that numbers and timestamps are made of.
const (
	digit      = 1 << iota // 0-9
	octal                  // 0-7 and _
	binary                 // 0, 1 and _
	hexDigit               // 0-9, a-f, A-F and _
	underscore             // 0-9 and _
	blank                  // space and tab
)

var classes = [256]uint8{
	'0': digit | octal | binary | hexDigit | underscore, '1': digit | octal | binary | hexDigit | underscore,
	'2': digit | octal | hexDigit | underscore, '3': digit | octal | hexDigit | underscore,
	'4': digit | octal | hexDigit | underscore, '5': digit | octal | hexDigit | underscore,
	'6': digit | octal | hexDigit | underscore, '7': digit | octal | hexDigit | underscore,
	'8': digit | hexDigit | underscore, '9': digit | hexDigit | underscore,
	'a': hexDigit, 'b': hexDigit, 'c': hexDigit, 'd': hexDigit, 'e': hexDigit, 'f': hexDigit,
	'A': hexDigit, 'B': hexDigit, 'C': hexDigit, 'D': hexDigit, 'E': hexDigit, 'F': hexDigit,
	'_': octal | binary | hexDigit | underscore,
	' ': blank, '\t': blank,
}

// skip gives the index behind the characters of a class that start at i.
func skip(s string, i int, class uint8) int {
	for i < len(s) && classes[s[i]]&class != 0 {
		i++
	}
	return i
}

func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func unsigned(s string) string {
	if s[0] == '+' || s[0] == '-' {
		return s[1:]
	}
	return s
}

func isFloat(s string) bool {
	bare := unsigned(s)
	switch bare {
	case ".inf", ".Inf", ".INF":
		return true
	case ".nan", ".NaN", ".NAN":
		return bare == s
	}
	if at(bare, 0) == '.' { // a sign is not allowed here, and one digit is needed
		return bare == s && classes[at(s, 1)]&digit != 0 && atExponent(s, skip(s, 1, underscore))
	}
	if classes[at(bare, 0)]&digit == 0 {
		return false
	}
	i := skip(bare, 0, underscore)
	if at(bare, i) == '.' {
		return atExponent(bare, skip(bare, i+1, underscore))
	}
	i = sexagesimal(bare, i)
	return at(bare, i) == '.' && skip(bare, i+1, underscore) == len(bare)
}

// atExponent reports whether s ends at i or with an exponent that starts there.
func atExponent(s string, i int) bool {
	if i == len(s) {
		return true
	}
	if s[i] != 'e' && s[i] != 'E' || at(s, i+1) != '+' && at(s, i+1) != '-' {
		return false
	}
	return i+2 < len(s) && skip(s, i+2, digit) == len(s)
}

// sexagesimal gives the index behind the groups such as ":59" that start at i,
// or i where there is none.
func sexagesimal(s string, i int) int {
	for at(s, i) == ':' && classes[at(s, i+1)]&digit != 0 {
		two := classes[at(s, i+2)]&digit != 0
		switch {
		case two && s[i+1] <= '5':
			i += 3
		case two:
			return i
		default:
			i += 2
		}
	}
	return i
}

func isInt(s string) bool {
	s = unsigned(s)
	switch {
	case at(s, 0) == '0' && at(s, 1) == 'b':
		return len(s) > 2 && skip(s, 2, binary) == len(s)
	case at(s, 0) == '0' && at(s, 1) == 'x':
		return len(s) > 2 && skip(s, 2, hexDigit) == len(s)
	case at(s, 0) == '0':
		return skip(s, 1, octal) == len(s)
	case classes[at(s, 0)]&digit == 0:
		return false
	}
	i := skip(s, 1, underscore)
	return i == len(s) || sexagesimal(s, i) == len(s)
}

// isTimestamp reports whether s is a date, or a date and a time of day.
func isTimestamp(s string) bool {
	year := skip(s, 0, digit)
	if year != 4 || at(s, 4) != '-' {
		return false
	}
	month := skip(s, 5, digit)
	if month < 6 || month > 7 || at(s, month) != '-' {
		return false
	}
	day := skip(s, month+1, digit)
	if day < month+2 || day > month+3 {
		return false
	}
	if day == len(s) {
		return len(s) == len("2001-12-14")
	}
	i := skip(s, day, blank)
	if i == day && (s[i] == 'T' || s[i] == 't') {
		i++
	}
	return i > day && isClock(s[i:])
}

// isClock reports whether s is a time of day with its offset, if any.
func isClock(s string) bool {
	i := skip(s, 0, digit)
	if i < 1 || i > 2 || !isTwoDigits(s, i, ':') || !isTwoDigits(s, i+3, ':') {
		return false
	}
	i += 6
	if at(s, i) == '.' {
		i = skip(s, i+1, digit)
	}
	if i == len(s) {
		return true
	}
	i = skip(s, i, blank)
	if at(s, i) == 'Z' {
		return i+1 == len(s)
	}
	if at(s, i) != '+' && at(s, i) != '-' {
		return false
	}
	hours := skip(s, i+1, digit)
	if hours < i+2 || hours > i+3 {
		return false
	}
	return hours == len(s) || isTwoDigits(s, hours, ':') && hours+3 == len(s)
}

// isTwoDigits reports whether lead and exactly two digits stand at i.
func isTwoDigits(s string, i int, lead byte) bool {
	return at(s, i) == lead && skip(s, i+1, digit) == i+3
}
