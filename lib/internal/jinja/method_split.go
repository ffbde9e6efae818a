package jinja

import (
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyrepr"
)

// partMethods are those that take a string apart.
func partMethods() []methodRow {
	return []methodRow{
		splitter("split", splitOn, splitBlanks),
		splitter("rsplit", rsplitOn, rsplitBlanks),
		{name: "splitlines", params: "keepends=", call: func(_ *engine, v any, a []any) (any, error) {
			keep := false
			if a[0] != nil {
				var err error
				if keep, err = truth(a[0]); err != nil {
					return nil, err
				}
			}
			return &list{items: splitLines(v.(string), keep)}, nil
		}},
		partition("partition", strings.Index, false),
		partition("rpartition", strings.LastIndex, true),
		affix("removeprefix", strings.CutPrefix),
		affix("removesuffix", strings.CutSuffix),
	}
}

func affix(n string, cut func(s, part string) (string, bool)) methodRow {
	return methodRow{name: n, params: "part", call: func(_ *engine, v any, a []any) (any, error) {
		part, err := textArg(a[0], "")
		s, _ := cut(v.(string), part)
		return s, err
	}}
}

func partition(n string, look func(s, part string) int, fromEnd bool) methodRow {
	return methodRow{name: n, params: "sep", call: func(_ *engine, v any, a []any) (any, error) {
		s := v.(string)
		sep, err := textArg(a[0], "")
		if err != nil || sep == "" {
			return nil, raise("the separator must be a string that is not empty")
		}
		parts := []any{s, "", ""}
		if i := look(s, sep); i >= 0 {
			parts = []any{s[:i], sep, s[i+len(sep):]}
		} else if fromEnd {
			parts = []any{"", "", s}
		}
		return &list{items: parts, tuple: true}, nil
	}}
}

// splitter makes split or rsplit. At most count cuts are made; -1 is all.
func splitter(n string, on func(s, sep string, count int) []string, blanks func(s string, count int) []string) methodRow {
	return methodRow{name: n, params: "sep= maxsplit=", call: func(_ *engine, v any, a []any) (any, error) {
		count, err := intArg(a[1], -1)
		if err != nil {
			return nil, err
		}
		var parts []string
		if a[0] == nil || a[0] == (none{}) {
			parts = blanks(v.(string), count)
		} else {
			sep, err := textArg(a[0], "")
			if err != nil || sep == "" {
				return nil, raise("the separator must be a string that is not empty")
			}
			parts = on(v.(string), sep, count)
		}
		l := &list{}
		for _, p := range parts {
			l.items = append(l.items, p)
		}
		return l, nil
	}}
}

func splitOn(s, sep string, count int) []string {
	if count >= 0 {
		count++
	}
	return strings.SplitN(s, sep, count)
}

func rsplitOn(s, sep string, count int) []string {
	var parts []string
	for ; count != 0; count-- {
		i := strings.LastIndex(s, sep)
		if i < 0 {
			break
		}
		parts = append(parts, s[i+len(sep):])
		s = s[:i]
	}
	parts = append(parts, s)
	slices.Reverse(parts)
	return parts
}

func splitBlanks(s string, count int) []string {
	var parts []string
	for {
		s = strings.TrimLeftFunc(s, isSpace)
		if s == "" {
			return parts
		}
		end := strings.IndexFunc(s, isSpace)
		if count == 0 || end < 0 {
			return append(parts, s)
		}
		parts = append(parts, s[:end])
		s = s[end:]
		count--
	}
}

func rsplitBlanks(s string, count int) []string {
	var parts []string
	for {
		s = strings.TrimRightFunc(s, isSpace)
		if s == "" {
			break
		}
		i := strings.LastIndexFunc(s, isSpace)
		if count == 0 || i < 0 {
			parts = append(parts, s)
			break
		}
		word := s[i:]
		word = strings.TrimLeftFunc(word, isSpace)
		parts = append(parts, word)
		s = s[:len(s)-len(word)]
		count--
	}
	slices.Reverse(parts)
	return parts
}

// splitLines is str.splitlines.
func splitLines(s string, keep bool) []any {
	var items []any
	for _, line := range pyrepr.Lines(s) {
		if !keep {
			list := runes(line)
			n := len(list)
			if pyrepr.Lines(line + "x")[0] == line { // it ends in a line break
				n--
				if n > 0 && list[n] == '\n' && list[n-1] == '\r' {
					n--
				}
			}
			line = fromRunes(list[:n])
		}
		items = append(items, line)
	}
	return items
}
