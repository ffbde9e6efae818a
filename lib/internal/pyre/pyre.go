// Package pyre finds what Python 3.11's re module finds for the patterns that both
// it and Go's regexp can express.
//
// Goals: re.search, re.findall and re.sub of strings with the same results, or an
// error. Patterns are translated: classes such as \d are those of Unicode, $ also
// stands before a final newline, \Z is the end.
//
// Non-goals: look-around, back-references, conditions, atomic and possessive parts,
// verbose patterns. Python has them, so they are refused as Unsupported, and not
// called wrong. Where a word boundary would be one of Unicode, and where an empty
// match would stand next to another one, the result is refused too.
package pyre

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Unsupported is a pattern or a match that Python has and this package has not.
type Unsupported struct{ Why string }

func (u Unsupported) Error() string { return u.Why }

// Flags are arguments of re.compile.
type Flags struct{ IgnoreCase, Multiline bool }

// Regexp is a translated pattern.
type Regexp struct {
	re       *regexp.Regexp
	boundary bool // it has \b or \B
	dollar   bool // it has a $ that stands for the end
}

// Text is what a group matched.
type Text struct {
	Text  string
	Found bool
}

// Compile translates a pattern. The error is Unsupported, or says what is wrong.
func Compile(pattern string, f Flags) (*Regexp, error) {
	t := &translator{in: pattern, multiline: f.Multiline}
	if err := t.run(); err != nil {
		return nil, err
	}
	prefix := ""
	if f.IgnoreCase {
		prefix = "(?i)"
	}
	if f.Multiline {
		prefix += "(?m)"
	}
	re, err := regexp.Compile(prefix + t.out.String())
	if err != nil {
		return nil, errors.New("the pattern " + strconv.Quote(pattern) + " is wrong: " + strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return &Regexp{re, t.boundary, t.dollar}, nil
}

// check refuses texts in which the two engines would differ.
func (r *Regexp) check(s string) error {
	if r.boundary && strings.ContainsFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) {
		return Unsupported{"a word boundary in text beyond ASCII is not supported"}
	}
	return nil
}

// checkEnd refuses a final newline before which $ could match.
func (r *Regexp) checkEnd(s string) error {
	if r.dollar && strings.HasSuffix(s, "\n") {
		return Unsupported{"$ before the newline at the end of a text is not supported"}
	}
	return r.check(s)
}

// Match tells whether the pattern is found anywhere in s.
func (r *Regexp) Match(s string) (bool, error) {
	if err := r.check(s); err != nil {
		return false, err
	}
	found := r.re.MatchString(s)
	if short, ok := strings.CutSuffix(s, "\n"); ok && r.dollar && !found {
		found = r.re.MatchString(short)
	}
	return found, nil
}

// Find gives the first match and its groups, or nil.
func (r *Regexp) Find(s string) ([]Text, error) {
	if err := r.checkEnd(s); err != nil {
		return nil, err
	}
	return texts(s, r.re.FindStringSubmatchIndex(s)), nil
}

func texts(s string, at []int) []Text {
	var list []Text
	for i := 0; i+1 < len(at); i += 2 {
		if at[i] < 0 {
			list = append(list, Text{})
		} else {
			list = append(list, Text{s[at[i]:at[i+1]], true})
		}
	}
	return list
}

// all gives the places of all matches. Python also finds an empty match right after
// another match, which Go leaves out.
func (r *Regexp) all(s string) ([][]int, error) {
	if err := r.checkEnd(s); err != nil {
		return nil, err
	}
	found := r.re.FindAllStringSubmatchIndex(s, -1)
	if r.re.MatchString("") || emptyMatch(found) {
		for _, m := range found {
			if m[1] > m[0] {
				return nil, Unsupported{"a pattern that matches both text and nothing is not supported where all matches count"}
			}
		}
	}
	return found, nil
}

func emptyMatch(found [][]int) bool {
	for _, m := range found {
		if m[0] == m[1] {
			return true
		}
	}
	return false
}

// FindAll gives all matches with their groups.
func (r *Regexp) FindAll(s string) ([][]Text, error) {
	found, err := r.all(s)
	if err != nil {
		return nil, err
	}
	list := make([][]Text, len(found))
	for i, m := range found {
		list[i] = texts(s, m)
	}
	return list, nil
}

// Group gives the number of a group, which is a number or a name.
func (r *Regexp) Group(name string) (int, bool) {
	if n, err := strconv.Atoi(name); err == nil {
		return n, n >= 0 && n <= r.re.NumSubexp()
	}
	i := r.re.SubexpIndex(name)
	return i, i >= 0
}

// Replace is re.sub: with may have \1, \g<name> and escapes such as \n.
func (r *Regexp) Replace(s, with string) (string, error) {
	found, err := r.all(s)
	if err != nil {
		return "", err
	}
	parts, err := r.template(with)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	end := 0
	for _, m := range found {
		b.WriteString(s[end:m[0]])
		groups := texts(s, m)
		for _, p := range parts {
			if p.group >= 0 {
				b.WriteString(groups[p.group].Text)
			} else {
				b.WriteString(p.text)
			}
		}
		end = m[1]
	}
	return b.String() + s[end:], nil
}

// part is a piece of what is put in place of a match: a text or a group.
type part struct {
	text  string
	group int // -1 for a text
}

func (r *Regexp) template(s string) ([]part, error) {
	var parts []part
	group := func(name string) error {
		n, ok := r.Group(name)
		if !ok {
			return errors.New("the pattern has no group " + strconv.Quote(name))
		}
		parts = append(parts, part{group: n})
		return nil
	}
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			if i >= 0 {
				return nil, errors.New("the replacement ends in a backslash")
			}
			return append(parts, part{s, -1}), nil
		}
		parts = append(parts, part{s[:i], -1})
		c := s[i+1]
		s = s[i+2:]
		var err error
		switch {
		case c == 'g':
			name, rest, ok := strings.Cut(strings.TrimPrefix(s, "<"), ">")
			if !ok || !strings.HasPrefix(s, "<") {
				return nil, errors.New(`\g is followed by no group`)
			}
			s = rest
			err = group(name)
		case '1' <= c && c <= '9':
			name := string(c)
			if s != "" && '0' <= s[0] && s[0] <= '9' {
				name, s = name+s[:1], s[1:]
			}
			err = group(name)
		case c == '0':
			err = Unsupported{"octal escapes in a replacement are not supported"}
		case strings.IndexByte("abfnrtv", c) >= 0:
			at := strings.IndexByte("abfnrtv", c)
			parts = append(parts, part{"\a\b\f\n\r\t\v"[at : at+1], -1})
		case c == '\\':
			parts = append(parts, part{`\`, -1})
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			err = errors.New(`the replacement has an unknown escape \` + string(c))
		default:
			parts = append(parts, part{`\` + string(c), -1})
		}
		if err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// Escape is re.escape.
func Escape(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if strings.IndexByte("()[]{}?*+-|^$\\.&~# \t\n\r\v\f", c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}
