package jsonnet

import (
	"math"
	"strings"
	"unicode/utf8"
)

// stdText are functions of strings. Positions and lengths count code points.
var stdText = []builtin{
	{"asciiLower", need("str"), func(ev *Evaluation, a []Value) Value { return mapASCII(ev, a[0], 'A', 'Z', 'a'-'A') }},
	{"asciiUpper", need("str"), func(ev *Evaluation, a []Value) Value { return mapASCII(ev, a[0], 'a', 'z', -('a' - 'A')) }},
	{"char", need("n"), char},
	{"codepoint", need("str"), func(ev *Evaluation, a []Value) Value { return float64(codepoint(ev, a[0])) }},
	{"startsWith", need("a", "b"), func(ev *Evaluation, a []Value) Value { return hasEnd(ev, a, strings.HasPrefix) }},
	{"endsWith", need("a", "b"), func(ev *Evaluation, a []Value) Value { return hasEnd(ev, a, strings.HasSuffix) }},
	{"equalsIgnoreCase", need("str1", "str2"), func(ev *Evaluation, a []Value) Value {
		ev.forceAll(a)
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
	{"resolvePath", need("f", "r"), resolvePath},
}

// stringFor is text with an own sentence about another type.
func stringFor(ev *Evaluation, v Value, sentence string) string {
	v = ev.Force(v)
	if s, ok := v.(string); ok {
		return s
	}
	panic(ev.errorf("%s, got %s", sentence, typeName(v)))
}

// mapASCII adds by to the letters between from and to. It takes an array of
// characters too.
func mapASCII(ev *Evaluation, v Value, from, to byte, by int8) Value {
	v = ev.Force(v)
	s, ok := v.(string)
	if !ok {
		var b strings.Builder
		for _, c := range stringChars(ev, []Value{v}).(*Array).elements {
			b.WriteRune(codepoint(ev, c))
		}
		s = b.String()
	}
	for i := range len(s) {
		if c := s[i]; c >= from && c <= to {
			return mapASCIIFrom(s, i, from, to, by)
		}
	}
	return s
}

func mapASCIIFrom(s string, i int, from, to byte, by int8) string {
	b := []byte(s)
	for ; i < len(b); i++ {
		if c := b[i]; c >= from && c <= to {
			b[i] = c + byte(by)
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

func codepoint(ev *Evaluation, v Value) rune {
	s := ev.text(v)
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || n < len(s) {
		panic(ev.errorf("codepoint takes a string of length 1, got length %d", length(s)))
	}
	return r
}

// hasEnd tells whether a begins or ends with b. All that is longer than a is no
// part of it, whatever its type.
func hasEnd(ev *Evaluation, a []Value, has func(s, part string) bool) Value {
	if s, ok := ev.Force(a[0]).(string); ok {
		if part, ok := ev.Force(a[1]).(string); ok {
			return has(s, part)
		}
	}
	if ev.size(a[0]) < ev.size(a[1]) {
		return false
	}
	stringFor(ev, a[0], "substr first parameter should be a string")
	return false
}

// findSubstr gives the positions of a pattern, which may overlap.
func findSubstr(ev *Evaluation, a []Value) Value {
	pattern := stringFor(ev, a[0], "findSubstr first parameter should be a string")
	s := stringFor(ev, a[1], "findSubstr second parameter should be a string")
	var elements []Value
	ev.tick(len(s) / 8)
	for position := 0; pattern != "" && s != ""; position++ {
		ev.tick(1)
		at := strings.Index(s, pattern)
		if at < 0 {
			break
		}
		position += length(s[:at])
		elements = append(elements, float64(position))
		_, n := utf8.DecodeRuneInString(s[at:])
		s = s[at+n:]
	}
	return &Array{elements}
}

// strip takes characters away that chars, a string or an array, has.
func strip(ev *Evaluation, a []Value, left, right bool) Value {
	ev.forceAll(a)
	s := ev.text(a[0])
	for left && s != "" {
		_, n := utf8.DecodeRuneInString(s)
		if !hasChar(ev, a[1], s[:n]) {
			break
		}
		s = s[n:]
	}
	for right && s != "" {
		_, n := utf8.DecodeLastRuneInString(s)
		if !hasChar(ev, a[1], s[len(s)-n:]) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

func hasChar(ev *Evaluation, chars Value, c string) bool {
	ev.tick(1)
	switch chars := chars.(type) {
	case string:
		return strings.Contains(chars, c)
	case *Array:
		for i := range chars.elements {
			ev.tick(1)
			if s, ok := ev.element(chars, i).(string); ok && s == c {
				return true
			}
		}
		return false
	}
	panic(ev.errorf("std.member first argument must be an array or a string"))
}

func strReplace(ev *Evaluation, a []Value) Value {
	ev.forceAll(a)
	s := ev.text(a[0])
	from := ev.text(a[1])
	to := ev.text(a[2])
	if from == "" {
		panic(ev.errorf("'from' string must not be zero length."))
	}
	if len(to) > len(from) {
		ev.grow(len(s) + strings.Count(s, from)*(len(to)-len(from)))
	}
	at := strings.Index(s, from)
	if at < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for ; at >= 0; at = strings.Index(s, from) {
		ev.tick(1)
		b = append(append(b, s[:at]...), to...)
		s = s[at+len(from):]
	}
	return string(append(b, s...))
}

// stringChars takes all that has a length, but only strings and arrays have
// elements.
func stringChars(ev *Evaluation, a []Value) Value {
	v := ev.Force(a[0])
	if elements, ok := ev.indexable(v); ok {
		return &Array{elements}
	}
	elements := make([]Value, ev.size(v))
	for i := range elements {
		elements[i] = ev.item(v, nil, i)
	}
	return &Array{elements}
}

func split(ev *Evaluation, a []Value) Value {
	s := stringFor(ev, a[0], "std.split first parameter must be a String")
	c := stringFor(ev, a[1], "std.split second parameter must be a String")
	if c == "" {
		panic(ev.errorf("std.split second parameter must have length 1 or greater, got 0"))
	}
	return splits(ev, s, c, -1)
}

// splitting checks the arguments of the limited splits.
func splitting(ev *Evaluation, a []Value, name string) (s, c string, limit int) {
	ev.forceAll(a)
	s = ev.text(a[0])
	c = ev.text(a[1])
	limit = ev.integer(a[2])
	switch {
	case limit < -1:
		panic(ev.errorf("%s third parameter should be -1 or non-negative, got %d", name, limit))
	case c == "":
		panic(ev.errorf("%s second parameter should have length 1 or greater, got 0", name))
	}
	return s, c, limit
}

func splitLimit(ev *Evaluation, a []Value) Value {
	s, c, limit := splitting(ev, a, "std.splitLimit")
	return splits(ev, s, c, limit)
}

// splits parts s at c, at most limit times unless that is negative.
func splits(ev *Evaluation, s, c string, limit int) Value {
	var elements []Value
	for limit != len(elements) {
		ev.tick(1)
		ev.growList(len(elements))
		part, rest, found := strings.Cut(s, c)
		if !found {
			break
		}
		elements = append(elements, part)
		s = rest
	}
	return &Array{append(elements, s)}
}

func splitLimitR(ev *Evaluation, a []Value) Value {
	s, c, limit := splitting(ev, a, "std.splitLimitR")
	count := strings.Count(s, c)
	if limit >= 0 {
		count = min(count, limit)
	}
	parts := make([]Value, count+1)
	for i := count; i > 0; i-- {
		ev.tick(1)
		at := strings.LastIndex(s, c)
		parts[i] = s[at+len(c):]
		s = s[:at]
	}
	parts[0] = s
	return &Array{parts}
}

func substr(ev *Evaluation, a []Value) Value {
	ev.forceAll(a)
	s := stringFor(ev, a[0], "substr first parameter should be a string")
	from := numberFor(ev, a[1], "substr second parameter")
	switch {
	case from != math.Trunc(from):
		panic(ev.errorf("substr second parameter should be an integer, got %f", from))
	case from < 0:
		panic(ev.errorf("substr second parameter should be greater than zero, got %f", from))
	}
	n := numberFor(ev, a[2], "substr third parameter")
	switch {
	case n != float64(int32(n)):
		panic(ev.errorf("substr third parameter should be an integer, got %f", n))
	case n < 0:
		panic(ev.errorf("substr third parameter should be greater than zero, got %d", int(n)))
	}
	begin := int(min(from, math.MaxInt32))
	return s[ev.offset(s, begin):ev.offset(s, begin+int(n))]
}

func numberFor(ev *Evaluation, v Value, what string) float64 {
	if n, ok := v.(float64); ok {
		return n
	}
	panic(ev.errorf("%s should be a number, got %s", what, typeName(v)))
}

// resolvePath puts r in the place of f's last part. As it joins them, null is
// nothing at all.
func resolvePath(ev *Evaluation, a []Value) Value {
	folder := stringFor(ev, a[0], "std.split first parameter must be a String")
	end := strings.LastIndexByte(folder, '/')
	file := ev.Force(a[1])
	switch {
	case file == nil:
		return folder[:max(end, 0)]
	case end < 0:
		return ev.text(file)
	}
	return folder[:end+1] + ev.text(file)
}
