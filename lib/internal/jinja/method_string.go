package jinja

import (
	"slices"
	"strings"
	"unicode"

	"github.com/azogue-build/azogue/lib/internal/pyrepr"
)

// onText makes a method that needs nothing but the text.
func onText(n string, f func(s string) any) methodRow {
	return methodRow{name: n, call: func(_ *engine, v any, _ []any) (any, error) { return f(v.(string)), nil }}
}

// recased makes a method that changes the case.
func recased(n string, f func(s string) (string, error)) methodRow {
	return methodRow{name: n, call: func(_ *engine, v any, _ []any) (any, error) { return f(v.(string)) }}
}

// trimmed makes strip, lstrip or rstrip.
func trimmed(n string, left, right bool) methodRow {
	return methodRow{name: n, params: "chars=", call: func(_ *engine, v any, a []any) (any, error) {
		chars, err := textArg(a[0], "")
		return strip(v.(string), chars, a[0] == nil || a[0] == none{}, left, right), err
	}}
}

func strip(s, chars string, blanks, left, right bool) string {
	set := runes(chars)
	cut := func(r rune) bool { return blanks && isSpace(r) || !blanks && slices.Contains(set, r) }
	list := runes(s)
	from, to := 0, len(list)
	for left && from < to && cut(list[from]) {
		from++
	}
	for right && from < to && cut(list[to-1]) {
		to--
	}
	return fromRunes(list[from:to])
}

// ends makes startswith or endswith.
func ends(n string, has func(s, part string) bool) methodRow {
	return methodRow{name: n, params: "part start= end=", call: func(e *engine, v any, a []any) (any, error) {
		s, err := window(v.(string), a[1], a[2])
		if err != nil {
			return nil, err
		}
		parts := []any{a[0]}
		if l, ok := a[0].(*list); ok && l.tuple {
			parts = e.all(l)
		}
		for _, p := range parts {
			part, err := textArg(p, "")
			if err != nil {
				return nil, err
			}
			if has(s, part) {
				return true, nil
			}
		}
		return false, nil
	}}
}

// window gives the part between two indices.
func window(s string, from, to any) (string, error) {
	if from == nil && to == nil {
		return s, nil
	}
	bounds := [3]any{none{}, none{}, none{}}
	for i, b := range []any{from, to} {
		if b != nil {
			bounds[i] = b
		}
	}
	list := runes(s)
	at, err := places(bounds, len(list))
	if len(at) == 0 || err != nil {
		return "", err
	}
	return fromRunes(list[at[0] : at[len(at)-1]+1]), nil
}

// finder makes find, rfind, index or rindex.
func finder(n string, look func(s, part string) int, must bool) methodRow {
	return methodRow{name: n, params: "part", call: func(_ *engine, v any, a []any) (any, error) {
		part, err := textArg(a[0], "")
		if err != nil {
			return nil, err
		}
		i := look(v.(string), part)
		if i < 0 {
			if must {
				return nil, raise("%q is not in the string", part)
			}
			return integer(-1), nil
		}
		return integer(len(runes(v.(string)[:i]))), nil
	}}
}

// tells makes a method that asks about all characters.
func tells(n string, f func(r rune) bool) methodRow {
	return onText(n, func(s string) any {
		return s != "" && !slices.ContainsFunc(runes(s), func(r rune) bool { return !f(r) })
	})
}

// cased tells whether a text has letters of one case, and none of the other.
func cased(s string, is, other func(r rune) bool) bool {
	return slices.ContainsFunc(runes(s), is) && !slices.ContainsFunc(runes(s), other)
}

func isUpper(r rune) bool { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }

func isLower(r rune) bool { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }

func isDecimal(r rune) bool { return unicode.Is(unicode.Nd, r) }

func isAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// padded makes ljust, rjust or center.
func padded(n string, pad func(s string, missing, width int, fill string) string) methodRow {
	return methodRow{name: n, params: "width fill=", call: func(_ *engine, v any, a []any) (any, error) {
		width, err := intArg(a[0], 0)
		if err != nil {
			return nil, err
		}
		fill, err := textArg(a[1], " ")
		if err != nil || len(runes(fill)) != 1 {
			return nil, raise("the fill character must be one character")
		}
		missing := width - len(runes(v.(string)))
		if missing <= 0 {
			return v, nil
		}
		return pad(v.(string), missing, width, fill), nil
	}}
}

// center puts more of an odd number of blanks to the left only when the width is
// odd too.
func center(s string, missing, width int, fill string) string {
	left := missing/2 + missing&width&1
	return strings.Repeat(fill, left) + s + strings.Repeat(fill, missing-left)
}

func stringMethods() []methodRow {
	return slices.Concat(caseMethods(), partMethods(), joinMethods(), []methodRow{
		trimmed("strip", true, true), trimmed("lstrip", true, false), trimmed("rstrip", false, true),
		ends("startswith", strings.HasPrefix), ends("endswith", strings.HasSuffix),
		finder("find", strings.Index, false), finder("rfind", strings.LastIndex, false),
		finder("index", strings.Index, true), finder("rindex", strings.LastIndex, true),
		padded("ljust", func(s string, n, _ int, fill string) string { return s + strings.Repeat(fill, n) }),
		padded("rjust", func(s string, n, _ int, fill string) string { return strings.Repeat(fill, n) + s }),
		padded("center", center),
	})
}

// joinMethods are those that put a string together.
func joinMethods() []methodRow {
	return []methodRow{
		{name: "zfill", params: "width", call: func(_ *engine, v any, a []any) (any, error) {
			width, err := intArg(a[0], 0)
			s := v.(string)
			zeros := strings.Repeat("0", max(width-len(runes(s)), 0))
			if s != "" && (s[0] == '-' || s[0] == '+') {
				return s[:1] + zeros + s[1:], err
			}
			return zeros + s, err
		}},
		{name: "count", params: "part", call: func(_ *engine, v any, a []any) (any, error) {
			part, err := textArg(a[0], "")
			if part == "" {
				return integer(len(runes(v.(string))) + 1), err
			}
			return integer(strings.Count(v.(string), part)), err
		}},
		{name: "replace", params: "old new count=", call: func(_ *engine, v any, a []any) (any, error) {
			old, err := textArg(a[0], "")
			if err != nil {
				return nil, err
			}
			with, err := textArg(a[1], "")
			if err != nil {
				return nil, err
			}
			count, err := intArg(a[2], -1)
			return replace(v.(string), old, with, count), err
		}},
		{name: "join", params: "items", call: func(e *engine, v any, a []any) (any, error) {
			items, err := e.slice(a[0])
			if err != nil {
				return nil, err
			}
			list := make([]string, len(items))
			for i, item := range items {
				s, ok := asText(item)
				if !ok {
					return nil, raise("a value of type %s is joined to a string", typeName(item))
				}
				list[i] = s
			}
			return strings.Join(list, v.(string)), nil
		}},
		{name: "format", raw: func(e *engine, v any, a args) (any, error) {
			s, _ := asText(v)
			if _, safe := v.(markup); safe {
				return nil, raise("formatting of a text that is marked as safe is not supported")
			}
			return e.format(s, a)
		}},
	}
}

// replace is str.replace: Go's, but for count.
func replace(s, old, with string, count int) string {
	if old != "" {
		return strings.Replace(s, old, with, count)
	}
	var b strings.Builder
	for _, r := range append(runes(s), -1) {
		if count != 0 {
			b.WriteString(with)
			count--
		}
		if r >= 0 {
			b.WriteString(fromRunes([]rune{r}))
		}
	}
	return b.String()
}

func caseMethods() []methodRow {
	return []methodRow{
		recased("upper", upper), recased("lower", lower), recased("capitalize", capitalize), recased("title", titled),
		recased("swapcase", swapped),
		recased("casefold", func(s string) (string, error) {
			if strings.ContainsFunc(s, func(r rune) bool { return r > 0x7f }) {
				return "", raise("casefold is not supported beyond ASCII")
			}
			return lower(s)
		}),
		onText("isupper", func(s string) any {
			return cased(s, isUpper, func(r rune) bool { return isLower(r) || unicode.IsTitle(r) })
		}),
		onText("islower", func(s string) any {
			return cased(s, isLower, func(r rune) bool { return isUpper(r) || unicode.IsTitle(r) })
		}),
		onText("istitle", isTitled),
		tells("isalpha", unicode.IsLetter), tells("isalnum", isAlnum), tells("isdecimal", isDecimal), tells("isdigit", isDigitRune),
		tells("isnumeric", unicode.IsNumber), tells("isspace", isSpace),
		onText("isascii", func(s string) any { return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x7f }) }),
		onText("isprintable", func(s string) any {
			return !slices.ContainsFunc(runes(s), func(r rune) bool { return !pyrepr.Printable(r) })
		}),
		onText("isidentifier", func(s string) any {
			return s != "" && nameSize(s) == len(s) && !unicode.IsNumber(runes(s)[0])
		}),
	}
}

// isDigitRune is str.isdigit for one character: decimal digits, and superscripts,
// circled digits and the like.
func isDigitRune(r rune) bool {
	return isDecimal(r) || strings.ContainsRune("²³¹", r) || r == 0x2070 || 0x2074 <= r && r <= 0x2079 || 0x2080 <= r && r <= 0x2089 ||
		0x2460 <= r && r <= 0x2468 || 0x2474 <= r && r <= 0x247c || 0x2488 <= r && r <= 0x2490
}

// manifold are the characters whose upper case is more than one character.
func manifold(r rune) bool {
	switch {
	case r == 0xdf, r == 0x149, r == 0x1f0, r == 0x390, r == 0x3b0, r == 0x587, 0x1e96 <= r && r <= 0x1e9a,
		0x1f50 <= r && r <= 0x1f57, 0x1f80 <= r && r <= 0x1fff, 0xfb00 <= r && r <= 0xfb17:
		return true
	}
	return false
}

func upper(s string) (string, error) {
	s = strings.ReplaceAll(s, "ß", "SS")
	if strings.ContainsFunc(s, manifold) {
		return "", raise("the upper case of %q is not supported", s)
	}
	return strings.ToUpper(s), nil
}

func lower(s string) (string, error) {
	if strings.ContainsAny(s, "İΣ") {
		return "", raise("the lower case of %q is not supported", s)
	}
	return strings.ToLower(s), nil
}

func capitalize(s string) (string, error) {
	list := runes(s)
	if len(list) == 0 {
		return "", nil
	}
	if manifold(list[0]) {
		return "", raise("the upper case of %q is not supported", s)
	}
	rest, err := lower(fromRunes(list[1:]))
	return fromRunes([]rune{unicode.ToTitle(list[0])}) + rest, err
}

// titled is str.title: a letter after anything but a letter is a capital.
func titled(s string) (string, error) {
	if strings.ContainsFunc(s, manifold) || strings.ContainsAny(s, "İΣ") {
		return "", raise("the title case of %q is not supported", s)
	}
	list := runes(s)
	inside := false
	for i, r := range list {
		if inside {
			list[i] = unicode.ToLower(r)
		} else {
			list[i] = unicode.ToTitle(r)
		}
		inside = isUpper(r) || isLower(r) || unicode.IsTitle(r)
	}
	return fromRunes(list), nil
}

func isTitled(s string) any {
	inside, any := false, false
	for _, r := range runes(s) {
		capital := isUpper(r) || unicode.IsTitle(r)
		if capital == inside && (capital || isLower(r)) {
			return false
		}
		inside = capital || isLower(r)
		any = any || inside
	}
	return any
}

func swapped(s string) (string, error) {
	if strings.ContainsFunc(s, manifold) || strings.ContainsAny(s, "İΣ") {
		return "", raise("the case of %q cannot be swapped here", s)
	}
	list := runes(s)
	for i, r := range list {
		if isUpper(r) {
			list[i] = unicode.ToLower(r)
		} else {
			list[i] = unicode.ToUpper(r)
		}
	}
	return fromRunes(list), nil
}
