package jsonnet

import (
	"math"
	"strings"
	"unicode/utf8"
)

// stdText are functions of strings. Positions and lengths count code points.
var stdText = []builtin{
	{"asciiLower", need("str"), func(ev *Evaluation, a []Value) Value { return mapASCII(ev, a[0], 'A', 'Z', 'a'-'A') }},
	{"asciiUpper", need("str"), func(ev *Evaluation, a []Value) Value { return mapASCII(ev, a[0], 'a', 'z', 'A'-'a') }},
	{"char", need("n"), char},
	{"codepoint", need("str"), func(ev *Evaluation, a []Value) Value {
		s := ev.text(a[0])
		if n := length(s); n != 1 {
			panic(ev.errorf("codepoint takes a string of length 1, got length %d", n))
		}
		r, _ := utf8.DecodeRuneInString(s)
		return float64(r)
	}},
	{"startsWith", need("a", "b"), func(ev *Evaluation, a []Value) Value { return hasEnd(ev, a, strings.HasPrefix) }},
	{"endsWith", need("a", "b"), func(ev *Evaluation, a []Value) Value { return hasEnd(ev, a, strings.HasSuffix) }},
	{"equalsIgnoreCase", need("str1", "str2"), func(ev *Evaluation, a []Value) Value {
		s := ev.text(a[0])
		return strings.EqualFold(s, ev.text(a[1]))
	}},
	{"findSubstr", need("pat", "str"), findSubstr},
	{"isEmpty", need("str"), func(ev *Evaluation, a []Value) Value { return ev.text(a[0]) == "" }},
	{"lstripChars", need("str", "chars"), func(ev *Evaluation, a []Value) Value { return strip(ev, a, true, false) }},
	{"rstripChars", need("str", "chars"), func(ev *Evaluation, a []Value) Value { return strip(ev, a, false, true) }},
	{"stripChars", need("str", "chars"), func(ev *Evaluation, a []Value) Value { return strip(ev, a, true, true) }},
	{"trim", need("str"), func(ev *Evaluation, a []Value) Value { return strings.TrimSpace(ev.text(a[0])) }},
	{"strReplace", need("str", "from", "to"), strReplace},
	{"stringChars", need("str"), stringChars},
	{"split", need("str", "c"), split},
	{"splitLimit", need("str", "c", "maxsplits"), splitLimit},
	{"splitLimitR", need("str", "c", "maxsplits"), splitLimitR},
	{"substr", need("str", "from", "len"), substr},
	{"resolvePath", need("f", "r"), func(ev *Evaluation, a []Value) Value {
		parts := strings.Split(stringFor(ev, a[0], "std.split first parameter must be a String"), "/")
		file := ev.text(a[1])
		return strings.Join(append(parts[:len(parts)-1], file), "/")
	}},
}

// stringFor is text with an own sentence about another type.
func stringFor(ev *Evaluation, v Value, sentence string) string {
	v = ev.Force(v)
	if s, ok := v.(string); ok {
		return s
	}
	panic(ev.errorf("%s, got %s", sentence, typeName(v)))
}

func mapASCII(ev *Evaluation, v Value, from, to byte, by int) Value {
	b := []byte(ev.text(v))
	for i, c := range b {
		if c >= from && c <= to {
			b[i] = byte(int(c) + by)
		}
	}
	return string(b)
}

func char(ev *Evaluation, a []Value) Value {
	switch n := ev.number(a[0]); {
	case n > utf8.MaxRune:
		panic(ev.errorf("Invalid unicode codepoint, got %v", n))
	case n < 0:
		panic(ev.errorf("Codepoints must be >= 0, got %v", n))
	default:
		return string(rune(n))
	}
}

// hasEnd tells whether a begins or ends with b. Arrays have no parts; a shorter
// one is no error.
func hasEnd(ev *Evaluation, a []Value, has func(s, part string) bool) Value {
	s, part := ev.Force(a[0]), ev.Force(a[1])
	if ev.size(s) < ev.size(part) {
		return false
	}
	text := stringFor(ev, s, "substr first parameter should be a string")
	other, ok := part.(string)
	return ok && has(text, other)
}

func findSubstr(ev *Evaluation, a []Value) Value {
	pattern := stringFor(ev, a[0], "findSubstr first parameter should be a string")
	s := stringFor(ev, a[1], "findSubstr second parameter should be a string")
	elements := []Value{}
	if pattern == "" {
		return &Array{elements}
	}
	position := 0
	for at := range s {
		ev.tick(1)
		if strings.HasPrefix(s[at:], pattern) {
			elements = append(elements, float64(position))
		}
		position++
	}
	return &Array{elements}
}

// strip takes characters away that chars, a string or an array, has.
func strip(ev *Evaluation, a []Value, left, right bool) Value {
	s := ev.text(a[0])
	chars := ev.Force(a[1])
	for left && s != "" {
		ev.tick(1)
		_, n := utf8.DecodeRuneInString(s)
		if !member(ev, chars, s[:n]) {
			break
		}
		s = s[n:]
	}
	for right && s != "" {
		ev.tick(1)
		_, n := utf8.DecodeLastRuneInString(s)
		if !member(ev, chars, s[len(s)-n:]) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

func strReplace(ev *Evaluation, a []Value) Value {
	s := ev.text(a[0])
	from := ev.text(a[1])
	to := ev.text(a[2])
	if from == "" {
		panic(ev.errorf("'from' string must not be zero length."))
	}
	if len(to) > len(from) {
		ev.grow(len(s) + strings.Count(s, from)*(len(to)-len(from)))
	}
	return strings.ReplaceAll(s, from, to)
}

func stringChars(ev *Evaluation, a []Value) Value {
	v := ev.Force(a[0])
	elements, ok := ev.indexable(v)
	if !ok {
		panic(ev.unexpected(v, "string"))
	}
	ev.tick(len(elements))
	return &Array{elements}
}

func split(ev *Evaluation, a []Value) Value {
	s := stringFor(ev, a[0], "std.split first parameter must be a String")
	c := stringFor(ev, a[1], "std.split second parameter must be a String")
	if c == "" {
		panic(ev.errorf("std.split second parameter must have length 1 or greater, got 0"))
	}
	ev.tick(len(s) / 8)
	return stringArray(strings.Split(s, c))
}

// splitting checks the arguments of the limited splits.
func splitting(ev *Evaluation, a []Value, name string) (s, c string, limit int) {
	s = ev.text(a[0])
	c = ev.text(a[1])
	limit = ev.integer(a[2])
	switch {
	case limit < -1:
		panic(ev.errorf("%s third parameter should be -1 or non-negative, got %d", name, limit))
	case c == "":
		panic(ev.errorf("%s second parameter should have length 1 or greater, got 0", name))
	}
	ev.tick(len(s) / 8)
	return s, c, limit
}

func splitLimit(ev *Evaluation, a []Value) Value {
	s, c, limit := splitting(ev, a, "std.splitLimit")
	if limit >= 0 {
		limit++
	}
	return stringArray(strings.SplitN(s, c, limit))
}

func splitLimitR(ev *Evaluation, a []Value) Value {
	s, c, limit := splitting(ev, a, "std.splitLimitR")
	count := strings.Count(s, c)
	if limit >= 0 {
		count = min(count, limit)
	}
	parts := make([]string, count+1)
	for i := count; i > 0; i-- {
		at := strings.LastIndex(s, c)
		parts[i] = s[at+len(c):]
		s = s[:at]
	}
	parts[0] = s
	return stringArray(parts)
}

func substr(ev *Evaluation, a []Value) Value {
	s := stringFor(ev, a[0], "substr first parameter should be a string")
	from := wholeFor(ev, a[1], "substr second parameter")
	n := wholeFor(ev, a[2], "substr third parameter")
	return s[ev.offset(s, int(min(from, math.MaxInt32))):ev.offset(s, int(min(from+n, math.MaxInt32)))]
}

func wholeFor(ev *Evaluation, v Value, what string) float64 {
	v = ev.Force(v)
	n, ok := v.(float64)
	switch {
	case !ok:
		panic(ev.errorf("%s should be a number, got %s", what, typeName(v)))
	case n != math.Trunc(n):
		panic(ev.errorf("%s should be an integer, got %f", what, n))
	case n < 0:
		panic(ev.errorf("%s should be greater than zero, got %f", what, n))
	}
	return n
}

// member tells whether a string or an array has v.
func member(ev *Evaluation, in, v Value) bool { return stdMember(ev, []Value{in, v}).(bool) }
