package jinja

import (
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyrepr"
)

// onString makes a filter that works on the text of any value.
func onString(n, params string, f func(s string, a []any) (any, error)) filter {
	return filter{name: n, params: params, call: func(e *engine, v any, a []any) (any, error) {
		for _, arg := range a {
			if u, ok := arg.(*undefined); ok {
				return nil, u.err()
			}
		}
		s, err := e.str(v)
		if err != nil {
			return nil, err
		}
		got, err := f(s, a)
		if s, ok := got.(string); ok {
			if _, safe := v.(markup); safe {
				return markup(s), err
			}
			return s, err
		}
		return got, err
	}}
}

func textFilters() []filter {
	return []filter{
		onString("upper", "", func(s string, _ []any) (any, error) { return upper(s) }),
		onString("lower", "", func(s string, _ []any) (any, error) { return lower(s) }),
		onString("capitalize", "", func(s string, _ []any) (any, error) { return capitalize(s) }),
		onString("title", "", func(s string, _ []any) (any, error) { return titleFilter(s) }),
		onString("trim", "chars=", func(s string, a []any) (any, error) {
			chars, err := textArg(a[0], "")
			return strip(s, chars, a[0] == nil || a[0] == none{}, true, true), err
		}),
		onString("string", "", func(s string, _ []any) (any, error) { return s, nil }),
		onString("wordcount", "", func(s string, _ []any) (any, error) {
			return integer(len(strings.FieldsFunc(s, func(r rune) bool { return !isWord(r) }))), nil
		}),
		{name: "replace", params: "old new count=", call: replaceFilter},
		{name: "format", raw: formatFilter},
		{name: "indent", params: "width= first= blank=", call: indentFilter},
		{name: "truncate", params: "length= killwords= end= leeway=", call: truncateFilter},
		onString("center", "width=", func(s string, a []any) (any, error) {
			width, err := intArg(a[0], 80)
			if missing := width - len(runes(s)); missing > 0 && err == nil {
				return center(s, missing, width, " "), nil
			}
			return s, err
		}),
		{name: "escape", call: escapeFilter}, {name: "e", call: escapeFilter},
		{name: "forceescape", call: func(e *engine, v any, _ []any) (any, error) {
			s, err := e.str(v)
			return escapeHTML(s), err
		}},
		{name: "safe", call: func(e *engine, v any, _ []any) (any, error) {
			s, err := e.str(v)
			return markup(s), err
		}},
		{name: "join", params: "d= attribute=", call: joinFilter},
		{name: "urlencode", call: urlencodeFilter},
		{name: "xmlattr", params: "autospace=", call: xmlattrFilter},
		{name: "default", params: "default_value= boolean=", call: defaultFilter, lenient: true},
		{name: "d", params: "default_value= boolean=", call: defaultFilter, lenient: true},
	}
}

func defaultFilter(_ *engine, v any, a []any) (any, error) {
	_, missing := v.(*undefined)
	if !missing {
		boolean, err := flag(a[1], false)
		if err != nil {
			return nil, err
		}
		if boolean {
			ok, err := truth(v)
			if err != nil {
				return nil, err
			}
			missing = !ok
		}
	}
	switch {
	case !missing:
		return v, nil
	case a[0] == nil:
		return "", nil
	}
	return a[0], nil
}

func escapeFilter(e *engine, v any, _ []any) (any, error) {
	if safe, ok := v.(markup); ok {
		return safe, nil
	}
	s, err := e.str(v)
	return escapeHTML(s), err
}

// titleFilter begins words with capitals; blanks, brackets and hyphens end a word.
func titleFilter(s string) (string, error) {
	var b strings.Builder
	for s != "" {
		n := 0
		for n < len(s) && !isBreak(rune(s[n])) {
			n++
		}
		if n == 0 {
			b.WriteByte(s[0])
			s = s[1:]
			continue
		}
		word := runes(s[:n])
		first, err := upper(fromRunes(word[:1]))
		if err != nil {
			return "", err
		}
		rest, err := lower(fromRunes(word[1:]))
		if err != nil {
			return "", err
		}
		b.WriteString(first + rest)
		s = s[n:]
	}
	return b.String(), nil
}

func isBreak(r rune) bool { return r < 0x80 && (isSpace(r) || strings.ContainsRune("-({[<", r)) }

func replaceFilter(e *engine, v any, a []any) (any, error) {
	s, err := e.str(v)
	if err != nil {
		return nil, err
	}
	old, err := e.str(a[0])
	if err != nil {
		return nil, err
	}
	with, err := e.str(a[1])
	if err != nil {
		return nil, err
	}
	count := -1
	if a[2] != nil && a[2] != (none{}) {
		count, err = intArg(a[2], -1)
	}
	return replace(s, old, with, count), err
}

func formatFilter(e *engine, v any, a args) (any, error) {
	if len(a.pos) > 0 && len(a.names) > 0 {
		return nil, raise("the filter format takes values with or without names, not both")
	}
	if _, safe := v.(markup); safe {
		return nil, raise("formatting of a text that is marked as safe is not supported")
	}
	s, err := e.str(v)
	if err != nil {
		return nil, err
	}
	if len(a.names) == 0 {
		return e.percent(s, &list{items: a.pos, tuple: true})
	}
	d, err := dictOf(e, args{names: a.names, named: a.named})
	if err != nil {
		return nil, err
	}
	return e.percent(s, d)
}

func indentFilter(_ *engine, v any, a []any) (any, error) {
	s, ok := asText(v)
	if !ok {
		return nil, raise("the filter indent needs a string, not a value of type %s", typeName(v))
	}
	with, ok := asText(a[0])
	if !ok {
		width, err := intArg(a[0], 4)
		if err != nil {
			return nil, err
		}
		with = strings.Repeat(" ", max(min(width, 1000), 0))
	}
	first, err := flag(a[1], false)
	if err != nil {
		return nil, err
	}
	blank, err := flag(a[2], false)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for i, line := range splitLines(s+"\n", false) {
		if i > 0 {
			b.WriteString("\n")
			if blank || line != "" {
				b.WriteString(with)
			}
		}
		b.WriteString(line.(string))
	}
	out := b.String()
	if first {
		out = with + out
	}
	if _, safe := v.(markup); safe {
		return markup(out), nil
	}
	return out, nil
}

func truncateFilter(e *engine, v any, a []any) (any, error) {
	count, err := e.length(v)
	if err != nil {
		return nil, err
	}
	length, err := intArg(a[0], 255)
	if err != nil {
		return nil, err
	}
	kill, err := flag(a[1], false)
	if err != nil {
		return nil, err
	}
	end, err := textArg(a[2], "...")
	if err != nil {
		return nil, err
	}
	leeway := 5
	if a[3] != nil && a[3] != (none{}) {
		if leeway, err = intArg(a[3], 5); err != nil {
			return nil, err
		}
	}
	s, ok := asText(v)
	list, room := runes(s), length-len(runes(end))
	finish := func(s string) any { return s + end }
	if _, safe := v.(markup); safe {
		finish = func(s string) any { return markup(s) + escapeHTML(end) }
	}
	switch {
	case room < 0 || leeway < 0:
		return nil, raise("the length for truncate is too small")
	case count <= length+leeway:
		return v, nil
	case !ok:
		return nil, raise("the filter truncate needs a string, not a value of type %s", typeName(v))
	case kill:
		return finish(fromRunes(list[:room])), nil
	}
	return finish(rsplitOn(fromRunes(list[:room]), " ", 1)[0]), nil
}

func joinFilter(e *engine, v any, a []any) (any, error) {
	items, err := e.slice(v)
	if err != nil {
		return nil, err
	}
	var between any = ""
	if a[0] != nil {
		between = a[0]
	}
	sep, err := e.str(between)
	if err != nil {
		return nil, err
	}
	get := e.getter(a[1], nil, false)
	list := make([]string, len(items))
	for i, item := range items {
		if item, err = get(item); err != nil {
			return nil, err
		}
		if list[i], err = e.str(item); err != nil {
			return nil, err
		}
	}
	return strings.Join(list, sep), nil
}

// urlQuote is urllib's quote, with the characters that stay as they are.
func urlQuote(s, safe string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < 0x80 && (isAlnum(rune(c)) || strings.IndexByte("_.-~"+safe, c) >= 0) {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + hex[c>>4:c>>4+1] + hex[c&15:c&15+1])
		}
	}
	return b.String()
}

func urlencodeFilter(e *engine, v any, _ []any) (any, error) {
	var pairs []any
	switch v := v.(type) {
	case *dict:
		pairs = e.viewItems(&view{v, "items"})
	case *list, *iter, *view, *span:
		var err error
		if pairs, err = e.slice(v); err != nil {
			return nil, err
		}
	default:
		s, err := e.str(v)
		return urlQuote(s, "/"), err
	}
	list := make([]string, len(pairs))
	for i, p := range pairs {
		pair, err := e.slice(p)
		if err != nil {
			return nil, err
		}
		if len(pair) != 2 {
			return nil, raise("the filter urlencode needs pairs")
		}
		for j, part := range pair {
			s, err := e.str(part)
			if err != nil {
				return nil, err
			}
			if j > 0 {
				list[i] += "="
			}
			list[i] += strings.ReplaceAll(urlQuote(s, ""), "%20", "+")
		}
	}
	return strings.Join(list, "&"), nil
}

func xmlattrFilter(e *engine, v any, a []any) (any, error) {
	d, ok := v.(*dict)
	if !ok {
		return nil, raise("the filter xmlattr needs a dictionary")
	}
	space, err := flag(a[0], true)
	if err != nil {
		return nil, err
	}
	var list []string
	err = e.entries(d, func(key, value any) error {
		if _, missing := value.(*undefined); missing || value == (none{}) {
			return nil
		}
		k, ok := asText(key)
		if !ok || strings.ContainsAny(k, " \t\n\r\f\v/>=") {
			return raise("the key %s cannot be an attribute's name", pyrepr.String(k))
		}
		text, err := escapeFilter(e, value, nil)
		if err != nil {
			return err
		}
		s, _ := asText(text)
		list = append(list, string(escapeHTML(k))+`="`+s+`"`)
		return nil
	})
	out := strings.Join(list, " ")
	if space && out != "" {
		out = " " + out
	}
	return out, err
}
