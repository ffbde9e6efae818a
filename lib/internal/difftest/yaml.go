package difftest

import (
	"fmt"
	"strings"
)

// fragments are what YAML texts are made of, in any order.
var fragments = []string{
	"a", "b: ", "- ", "-", "? ", ": ", ":", "[", "]", "{", "}", ",", " ", "  ", "\n", "\n  ", "\n    ", "\n- ", "\n  - ", "#", "# c\n", " #x", "'", `"`, "|", ">", "|-\n", ">+\n  ", "|2\n",
	"&a ", "*a", "&b ", "*b ", "!!str ", "!!int ", "!!null", "!!float ", "!!bool ", "!!map ", "!!seq ", "!", "!foo ", "!!binary ", "!!set ", "!!omap ", "!!pairs ", "!!timestamp ", "<<: ",
	"<<", "=", "%", "@", "`", "\t", "\r\n", "\r", "\u0085", "\u2028", "\u2029", "\ufeff", "é", "日", "😀", "---", "---\n", "...", "...\n", "--- ", "%YAML 1.1\n", "%TAG !e! tag:e,2000:\n",
	"!e!x ", "!<tag:yaml.org,2002:str> ", "1", "0x1F", "0o17", "017", "1e3", "1.5", ".5", "-", "+", "true", "yes", "null", "~", "1_000", "12:30", "2001-12-14", "2001-12-14t21:59:43.10-05:00",
	".inf", ".nan", `\n`, `\`, `\x41`, `\u00e9`, `\ud83d`, "\\\n", "x: y", "k: v\n", strings.Repeat("long", 10), "''", `""`, "foo bar", "a b", "{a: 1}", "[1, 2]", "\a", "\x00", "\u00a0",
	"key", "1: 2\n", "? k\n: v\n", "a:b", "a#b", `"k": `, `"x":1`, "'q': ", `,"a b"` + "\n", "0b11", "1e400", "99999999999999999999", "-0", "0.0", "1.0", "{<<: *a}", "[*a, *b]", ",x", "_",
	"00", "1.", "+1", "-1", "0_", "$", "^", "%20",
}

// yamlScalars are values in a text that is whole.
var yamlScalars = []string{
	"a", "b", "1", "true", "~", "", "yes", "1.5", `"q\n"`, "'s'", "x y", "0x1f", "2001-01-01", "1e3", ".inf", "<<", "é", "*a", "*b", "null", "0", "-1", `"\t"`, "a:b", "foo bar  baz", "=",
	"!!str 1", `!!int "3"`, "! x", "12:30", "017", "1_0", "0b1", "+.5", ".5", "1.", "00:1", "y", "5", "ab", "!!float 1", "!!null ~", `!!bool "true"`, "!!binary aGk=", "! 5", `! "5"`,
	"&c x", "08", "2001-12-14 21:59:43.1 -5", "2001-12-14t1:59:43Z", "2001-2-3", "18446744073709551616", "-9223372036854775809", "340282366920938463463374607431768211456", "-.INF", ".NaN",
	"1e-7", "1.0e+3", "0o17", "-0x1F", "0.1", "1:2:3", "-1:30", "1.5e5", "on", "No", "Null", "TRUE", "'it''s'", `"\x41\u00e9\U0001F600"`, "http://a/b?c", "-a", "?a", ":a", "a\n   b",
	"'a\n\n   b'", "\"a \\\n   b\"", "!!timestamp 2001-01-01", "!!set {a, b}", "!!omap [a: 1]", "!!pairs [a: 1, a: 2]", "!!map {}", "!!seq []", "!!str", "!!str {a: 1}", "!foo x",
}

// YAML gives a text that may be YAML: fragments, a whole text, or one of the
// corpus or of these with mistakes in it.
func YAML(r Random, corpus []string) string {
	switch n := r.IntN(20); {
	case n < 5:
		return r.Join(Pick(r, 3, 6, 12, 20), func() string { return Pick(r, fragments...) })
	case n < 9 || len(corpus) == 0:
		return r.WholeYAML(4)
	case n < 14:
		return r.mutated(r.WholeYAML(4))
	}
	text := Pick(r, corpus...)
	if lines := strings.SplitAfter(text, "\n"); len(text) > 1200 && len(lines) > 20 {
		from := r.IntN(len(lines) - 20)
		text = strings.Join(lines[from:from+20], "")
	}
	if r.One(10) {
		return text
	}
	return r.mutated(text)
}

// WholeYAML gives a text of one value in block style, mostly one without a
// mistake.
func (r Random) WholeYAML(depth int) string {
	return strings.TrimLeft(r.yamlValue(depth, 0, false), " \n") + "\n"
}

func (r Random) anchor() string { return Pick(r, "", "", "", "", "&a ", "&b ") }

// yamlValue gives what may follow a key or a dash.
func (r Random) yamlValue(depth, indent int, flow bool) string {
	n := r.IntN(20)
	switch {
	case depth <= 0 || n < 7:
		scalar := Pick(r, yamlScalars...)
		if strings.HasPrefix(scalar, "*") {
			return " " + scalar + " "
		}
		return " " + r.anchor() + scalar
	case flow || n < 9:
		return " " + r.anchor() + r.flowValue(depth)
	case n < 11:
		return " " + r.anchor() + r.blockScalar(indent)
	}
	anchor := strings.TrimRight(" "+r.anchor(), " ")
	if n < 15 {
		newline := "\n" + strings.Repeat(" ", indent)
		return anchor + newline + "-" + r.yamlValue(depth-1, indent+2, false) + r.Join(2, func() string { return newline + "-" + r.yamlValue(depth-1, indent+2, false) })
	}
	indent += Pick(r, 1, 2, 2, 2)
	newline := "\n" + strings.Repeat(" ", indent)
	entry := func() string { return newline + r.yamlKey() + ":" + r.yamlValue(depth-1, indent, false) }
	return anchor + entry() + r.Join(3, entry)
}

func (r Random) yamlKey() string {
	if r.One(3) {
		return Pick(r, yamlScalars...)
	}
	return Pick(r, "<<", "<<", "k", "l", "m", "n", "'o'", "? p\n")
}

func (r Random) flowValue(depth int) string {
	var parts []string
	if r.One(2) {
		for range r.IntN(4) {
			parts = append(parts, r.yamlValue(depth-1, 0, true))
		}
		return "[" + strings.Join(parts, ",") + Pick(r, "", " ", ",") + "]"
	}
	for range r.IntN(4) {
		key := Pick(r, "<<", "<<", "k", "'l'", "m")
		if r.One(2) {
			key = Pick(r, yamlScalars...)
		}
		parts = append(parts, key+":"+r.yamlValue(depth-1, 0, true))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (r Random) blockScalar(indent int) string {
	var b strings.Builder
	b.WriteString(Pick(r, "|", ">") + Pick(r, "", "-", "+") + Pick(r, "", "", "2", "1"))
	for range 1 + r.IntN(4) {
		if r.One(5) {
			b.WriteString("\n")
			continue
		}
		fmt.Fprintf(&b, "\n%s%s%s", strings.Repeat(" ", indent+2), Pick(r, "", "  ", " ", "\t"), Pick(r, "x", "foo bar", "", "# c", "a: b", "é"))
	}
	return b.String()
}

// mutated gives a text with a few mistakes.
func (r Random) mutated(s string) string {
	text := []rune(s)
	for range 1 + r.IntN(4) {
		at := r.IntN(len(text) + 1)
		head, rest := text[:at:at], text[at:]
		switch n := r.IntN(20); {
		case n < 6:
			text = append(append(head, []rune(Pick(r, fragments...))...), rest...)
		case n < 10:
			text = append(head, rest[min(1+r.IntN(3), len(rest)):]...)
		case n < 14:
			part := append([]rune{}, rest[:min(1+r.IntN(20), len(rest))]...)
			to := r.IntN(len(text) + 1)
			text = append(append(append([]rune{}, text[:to]...), part...), text[to:]...)
		case n < 17:
			text = append(append(head, []rune(Pick(r, fragments...))...), rest[min(1, len(rest)):]...)
		case n == 17:
			text = rest
		case n == 18:
			text = head
		}
	}
	return string(text)
}
