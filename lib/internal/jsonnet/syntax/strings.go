package syntax

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// textOf gives the string that a token stands for.
func (p *parser) textOf(t token) string {
	raw := p.lex.text[t.from:t.to]
	switch t.kind {
	case stringBlock:
		return valid(blockText(raw))
	case verbatimSingle:
		return valid(strings.ReplaceAll(raw[2:len(raw)-1], "''", "'"))
	case verbatimDouble:
		return valid(strings.ReplaceAll(raw[2:len(raw)-1], `""`, `"`))
	}
	text, wrong := unescape(raw[1 : len(raw)-1])
	if wrong != "" {
		p.fail(t, "%s", wrong)
	}
	return text
}

// escapes are what follows a backslash, and what it stands for.
const escapes, escaped = `"'\/bfnrt`, "\"'\\/\b\f\n\r\t"

// unescape gives the text of what stands between quotes, or what is wrong with it.
func unescape(s string) (text, wrong string) {
	if strings.IndexByte(s, '\\') < 0 {
		return valid(s), ""
	}
	var b strings.Builder
	for {
		at := strings.IndexByte(s, '\\')
		if at < 0 {
			b.WriteString(s)
			return valid(b.String()), ""
		}
		b.WriteString(s[:at])
		s = s[at+1:]
		if s == "" {
			return "", "Truncated escape sequence in string literal."
		}
		if i := strings.IndexByte(escapes, s[0]); i >= 0 {
			b.WriteByte(escaped[i])
			s = s[1:]
			continue
		}
		if s[0] != 'u' {
			r, _ := utf8.DecodeRuneInString(s)
			return "", `Unknown escape sequence in string literal: \` + string(r)
		}
		r, rest, wrong := codePoint(s[1:])
		if wrong != "" {
			return "", wrong
		}
		b.WriteRune(r)
		s = rest
	}
}

// codePoint reads the digits of \u, and a second \u where the first is half of a
// pair.
func codePoint(s string) (r rune, rest, wrong string) {
	if len(s) < 4 {
		return 0, "", "Truncated unicode escape sequence in string literal."
	}
	high, err := strconv.ParseUint(s[:4], 16, 32)
	if err != nil {
		return 0, "", "Unicode escape sequence was malformed: " + s[:4]
	}
	s = s[4:]
	if !utf16.IsSurrogate(rune(high)) {
		return rune(high), s, ""
	}
	if len(s) < 6 {
		return 0, "", "Truncated unicode surrogate pair escape sequence in string literal."
	}
	if s[:2] != `\u` {
		return 0, "", "Unicode surrogate pair escape sequence missing low surrogate in string literal."
	}
	low, err := strconv.ParseUint(s[2:6], 16, 32)
	if err != nil {
		return 0, "", "Unicode low surrogate escape sequence was malformed: " + s[2:6]
	}
	return utf16.DecodeRune(rune(high), rune(low)), s[6:], ""
}

// valid gives s with U+FFFD for each byte that is no UTF-8.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}
