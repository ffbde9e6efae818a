package jinja

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyre"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// kapitanFilters are those that Kapitan adds, and tojson.
func kapitanFilters() []filter {
	return []filter{
		bytesFilter("sha256", func(s string) (any, error) {
			sum := sha256.Sum256([]byte(s))
			return hex.EncodeToString(sum[:]), nil
		}),
		bytesFilter("b64encode", func(s string) (any, error) { return base64.StdEncoding.EncodeToString([]byte(s)), nil }),
		bytesFilter("b64decode", decodeBase64),
		{name: "yaml", call: func(e *engine, v any, _ []any) (any, error) {
			n, err := e.written(v)
			if err != nil {
				return nil, err
			}
			return string(pyyaml.Dump(pyyaml.Safe, n)), nil
		}},
		{name: "toml", call: func(*engine, any, []any) (any, error) { return nil, raise("the filter \"toml\" is not supported yet") }},
		{name: "tojson", params: "indent=", call: jsonFilter},
		{name: "bool", call: boolFilter},
		{name: "ternary", params: "true_val false_val none_val=", call: ternaryFilter},
		{name: "reveal_maybe", lenient: true, call: func(_ *engine, v any, _ []any) (any, error) { return v, nil }},
		{name: "merge_strategic", call: func(e *engine, v any, _ []any) (any, error) { return e.mergeStrategic(v, 0) }},
		{name: "to_datetime", params: "format= tz=", call: datetimeFilter},
		{name: "regex_replace", params: "pattern= replacement= ignorecase=", call: regexReplace},
		{name: "regex_escape", call: regexEscape},
		{name: "regex_search", raw: regexSearch},
		{name: "regex_findall", params: "regex multiline= ignorecase=", call: regexFindall},
	}
}

// regexEscape escapes a text, which stays marked as safe if it was.
func regexEscape(_ *engine, v any, _ []any) (any, error) {
	s, ok := asText(v)
	if !ok {
		return nil, raise("the filter regex_escape needs a string, not a value of type %s", typeName(v))
	}
	if _, safe := v.(markup); safe {
		return markup(pyre.Escape(s)), nil
	}
	return pyre.Escape(s), nil
}

// bytesFilter makes a filter of strings.
func bytesFilter(n string, f func(s string) (any, error)) filter {
	return filter{name: n, call: func(_ *engine, v any, _ []any) (any, error) {
		s, ok := asText(v)
		if !ok {
			return nil, raise("the filter %s needs a string, not a value of type %s", n, typeName(v))
		}
		return f(s)
	}}
}

// decodeBase64 skips what is no Base64, as Python does.
func decodeBase64(s string) (any, error) {
	text, padding := make([]byte, 0, len(s)), 0
	for _, c := range []byte(s) {
		switch {
		case c >= 0x80:
			return nil, raise("b64decode needs ASCII text")
		case c == '=':
			padding++
		case isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '+' || c == '/':
			if padding > 0 {
				return nil, raise("b64decode of text with padding within is not supported")
			}
			text = append(text, c)
		}
	}
	if len(text)%4 == 1 || (4-len(text)%4)%4 > padding {
		return nil, raise("the text is no Base64: it is cut short")
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(text)))
	if _, err := base64.RawStdEncoding.Decode(out, text); err != nil {
		return nil, raise("the text is no Base64: %v", err)
	}
	if !utf8.Valid(out) {
		return nil, raise("what is decoded is not UTF-8 text")
	}
	return string(out), nil
}

// written gives a value as a node that can be printed.
func (e *engine) written(v any) (*tree.Node, error) {
	n, err := e.toNode(v)
	if err != nil {
		return nil, err
	}
	return n, acyclic(n, map[*tree.Node]bool{})
}

// jsonFilter sorts keys, and makes the text safe in HTML.
func jsonFilter(e *engine, v any, a []any) (any, error) {
	if s, ok := v.(markup); ok {
		v = string(s)
	}
	n, err := e.written(v)
	if err != nil {
		return nil, err
	}
	var text []byte
	if a[0] == nil || a[0] == (none{}) {
		if n, err = sortedKeys(n); err == nil {
			text, err = pyjson.Dump(n)
		}
	} else if text, err = pyjson.DumpIndent(n); err == nil {
		text, err = reindent(text, a[0])
	}
	if err != nil {
		return nil, raise("the value has no JSON form: %v", err)
	}
	return markup(strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`, "'", `\u0027`).Replace(string(text))), nil
}

func sortedKeys(n *tree.Node) (*tree.Node, error) {
	out := *n
	out.Items = slices.Clone(n.Items)
	for i, item := range n.Items {
		var err error
		if out.Items[i], err = sortedKeys(item); err != nil {
			return nil, err
		}
	}
	fields, ok := pyjson.SortFields(n.Fields)
	if !ok {
		return nil, raise("the keys are of different types")
	}
	out.Fields = slices.Clone(fields)
	for i, f := range fields {
		var err error
		if out.Fields[i].Value, err = sortedKeys(f.Value); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// reindent replaces indents of two blanks by other ones.
func reindent(text []byte, by any) ([]byte, error) {
	with, ok := asText(by)
	if !ok {
		width, err := intArg(by, 0)
		if err != nil {
			return nil, err
		}
		with = strings.Repeat(" ", max(min(width, 1000), 0))
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		rest := strings.TrimLeft(line, " ")
		lines[i] = strings.Repeat(with, (len(line)-len(rest))/2) + rest
	}
	return []byte(strings.Join(lines, "\n")), nil
}

func boolFilter(e *engine, v any, _ []any) (any, error) {
	switch v := v.(type) {
	case none, bool:
		return v, nil
	case string, markup:
		s, _ := asText(v)
		s, err := lower(s)
		return slices.Contains([]string{"yes", "on", "1", "true"}, s), err
	}
	return e.equal(v, integer(1))
}

func ternaryFilter(_ *engine, v any, a []any) (any, error) {
	if v == (none{}) && a[2] != nil && a[2] != (none{}) {
		return a[2], nil
	}
	ok, err := truth(v)
	if ok {
		return a[0], err
	}
	return a[1], err
}

// mergeStrategic merges items of lists that have the same name.
func (e *engine) mergeStrategic(v any, depth int) (any, error) {
	if depth > maxDepth {
		return nil, raise("the value is nested too deeply, or holds itself")
	}
	switch v := v.(type) {
	case *dict:
		d := newDict()
		return d, e.entries(v, func(key, value any) error {
			merged, err := e.mergeStrategic(value, depth+1)
			if err != nil {
				return err
			}
			return d.set(key, merged)
		})
	case *list:
		if v.tuple {
			return v, nil
		}
		l := &list{}
		named := true
		for i := range v.items {
			item, err := e.mergeStrategic(e.item(v, i), depth+1)
			if err != nil {
				return nil, err
			}
			d, ok := item.(*dict)
			named = named && ok && d.at["sname"] >= 0 && has(d, "name")
			l.items = append(l.items, item)
		}
		if named {
			return e.mergeNamed(l)
		}
		return l, nil
	}
	return v, nil
}

func has(d *dict, key string) bool {
	_, ok := d.at["s"+key]
	return ok
}

func (e *engine) mergeNamed(l *list) (any, error) {
	merged := newDict()
	for _, item := range l.items {
		d := item.(*dict)
		key, err := e.get(d, "name")
		if err != nil {
			return nil, err
		}
		into, err := e.get(merged, key)
		if err != nil {
			return nil, err
		}
		if into == nil {
			into = newDict()
			if err := merged.set(key, into); err != nil {
				return nil, err
			}
		}
		if err := e.entries(d, into.(*dict).set); err != nil {
			return nil, err
		}
	}
	return &list{items: e.viewItems(&view{merged, "values"})}, nil
}

// pattern compiles a regular expression of Python's.
func pattern(v any, ignoreCase, multiline any) (*pyre.Regexp, error) {
	s, err := textArg(v, "")
	if err != nil {
		return nil, err
	}
	fold, err := flag(ignoreCase, false)
	if err != nil {
		return nil, err
	}
	lines, err := flag(multiline, false)
	if err != nil {
		return nil, err
	}
	re, err := pyre.Compile(s, pyre.Flags{IgnoreCase: fold, Multiline: lines})
	if err != nil {
		return nil, raise("%v", err)
	}
	return re, nil
}

func regexReplace(_ *engine, v any, a []any) (any, error) {
	s, ok := asText(v)
	if !ok {
		return nil, raise("the filter regex_replace needs a string, not a value of type %s", typeName(v))
	}
	re, err := pattern(a[0], a[2], nil)
	if err != nil {
		return nil, err
	}
	with, err := textArg(a[1], "")
	if err != nil {
		return nil, err
	}
	out, err := re.Replace(s, with)
	if err != nil {
		return nil, raise("%v", err)
	}
	return out, nil
}

func regexFindall(_ *engine, v any, a []any) (any, error) {
	s, ok := asText(v)
	if !ok {
		return nil, raise("the filter regex_findall needs a string, not a value of type %s", typeName(v))
	}
	re, err := pattern(a[0], a[2], a[1])
	if err != nil {
		return nil, err
	}
	all, err := re.FindAll(s)
	if err != nil {
		return nil, raise("%v", err)
	}
	l := &list{}
	for _, m := range all {
		groups := m[1:]
		if len(groups) == 0 {
			groups = m
		}
		items := make([]any, len(groups))
		for i, g := range groups {
			items[i] = g.Text
		}
		if len(items) == 1 {
			l.items = append(l.items, items[0])
		} else {
			l.items = append(l.items, &list{items: items, tuple: true})
		}
	}
	return l, nil
}

// groupName is how regex_search names groups: \1 or \g<name>.
func groupName(v any) (string, error) {
	s, _ := asText(v)
	if m := regexp.MustCompile(`^\\(?:g<(\S+)>|(\d+))`).FindStringSubmatch(s); m != nil {
		return m[1] + m[2], nil
	}
	return "", raise("regex_search takes groups such as \\1 or \\g<name>")
}

func regexSearch(_ *engine, v any, a args) (any, error) {
	fold, lines := a.take("ignorecase"), a.take("multiline")
	regex := a.take("regex")
	if regex == nil && len(a.pos) > 0 {
		regex, a.pos = a.pos[0], a.pos[1:]
	}
	s, ok := asText(v)
	if !ok || regex == nil {
		return nil, raise("the filter regex_search needs a string and a pattern")
	}
	var names []string
	for _, arg := range a.pos {
		n, err := groupName(arg)
		if err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	re, err := pattern(regex, fold, lines)
	if err != nil {
		return nil, err
	}
	m, err := re.Find(s)
	if err != nil {
		return nil, raise("%v", err)
	}
	if m == nil {
		return none{}, nil
	}
	if len(names) == 0 {
		return m[0].Text, nil
	}
	l := &list{}
	for _, n := range names {
		i, ok := re.Group(n)
		if !ok {
			return nil, raise("the pattern has no group %q", n)
		}
		var item any = none{}
		if m[i].Found {
			item = m[i].Text
		}
		l.items = append(l.items, item)
	}
	return l, nil
}
