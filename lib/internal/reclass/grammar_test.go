package reclass

import (
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/tree"
)

// spell gives a template back as text in which <...> is a reference.
func spell(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		if t.ref == nil {
			b.WriteString(t.text)
			continue
		}
		b.WriteString("<" + spell(t.ref.parts) + ">")
	}
	return b.String()
}

// TestParse covers spec R25; the outcomes are those of reclass-rs's own tests
// and of measurements.
func TestParse(t *testing.T) {
	tests := []struct{ in, want string }{
		{`${a}`, `<a>`},
		{`x${a:b}-${c}y`, `x<a:b>-<c>y`},
		{`${a:${b:${c}}:d}`, `<a:<b:<c>>:d>`},
		{`\${a}`, `${a}`},
		{`\\${a}`, `\<a>`},
		{`\\\${a}`, `\\<a>`},
		{`\\\\${a}`, `\\\<a>`},
		{`a\b\\c ${a}`, `a\b\\c <a>`},
		{`${a\}}`, `<a}>`},
		{`${a\\}`, `<a\>`},
		{`${a\\\}`, `<a\\>`},
		{`${a\b}`, `<a\b>`},
		{`${a{b}`, `<a{b>`},
		{`${a$b}`, `<a$b>`},
		{`${a\${b}`, `<a${b>`},
		{`${a\$[b}`, `<a$[b>`},
		{`$${a}$`, `$<a>$`},
		{`\$[a]`, `$[a]`},
		{`\\$[a]`, `\$[a]`},
		{`$[a] \}`, `$[a] \}`},
		{`\\} ${a}`, `\} <a>`},    // at the start of an item \\} is one backslash
		{`x\\} ${a}`, `x\\} <a>`}, // inside one it is two
		{`${a}\\}`, `<a>\}`},
		{`${a}}`, `<a>}`},
		{`${ a }`, `< a >`},
		{`é${é}`, `é<é>`},
		{`${}`, "bad"},
		{`${a`, "bad"},
		{`${a:${b}`, "bad"},
		{`x${a${}}`, "bad"},
		{`\\${a:${b}`, "bad"},
		{`\${a:${b}`, `${a:<b>`},
	}
	for _, test := range tests {
		got := "bad"
		if p := parse(tree.NewString(test.in)); !p.bad {
			got = spell(p.tokens)
		}
		if got != test.want {
			t.Errorf("parse(%q): got %s, want %s", test.in, got, test.want)
		}
	}
	for _, plain := range []string{``, `a`, `$`, `{a}`, `$ {a}`, `\\}`} {
		if scanned(plain) {
			t.Errorf("scanned(%q): got true, want false", plain)
		}
	}
}

// FuzzParse checks that any string can be parsed, that no text is lost, and
// that a string without references is text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`${a:${b}}`, `\${a`, `\\${a\}}`, `$[x]\}`, `${`, `}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := parse(tree.NewString(s))
		if p.bad {
			if !strings.Contains(s, "${") {
				t.Errorf("parse(%q) is bad without a reference", s)
			}
			return
		}
		letters := func(s string) string {
			return strings.Map(func(r rune) rune {
				if strings.ContainsRune(`\${}[]<>`, r) {
					return -1
				}
				return r
			}, s)
		}
		if got, want := letters(spell(p.tokens)), letters(s); got != want {
			t.Errorf("parse(%q): got text %q, want %q", s, got, want)
		}
	})
}

// TestFloatText covers spec R30; all rows are measured.
func TestFloatText(t *testing.T) {
	tests := []struct {
		in         float64
		text, json string
	}{
		{1, "1.0", "1.0"},
		{1.5, "1.5", "1.5"},
		{0.00001, "0.00001", "0.00001"},
		{0.000001, "1e-6", "1e-6"},
		{1.5e-5, "0.000015", "0.000015"},
		{1.5e-7, "1.5e-7", "1.5e-7"},
		{1e15, "1000000000000000.0", "1000000000000000.0"},
		{9999999999999998, "9999999999999998.0", "9999999999999998.0"},
		{1e16, "1e16", "1e+16"},
		{99999999999999990, "9.999999999999998e16", "9.999999999999998e+16"},
		{-1e30, "-1e30", "-1e+30"},
		{5e-324, "5e-324", "5e-324"},
		{1.7976931348623157e308, "1.7976931348623157e308", "1.7976931348623157e+308"},
	}
	for _, test := range tests {
		if got := floatText(test.in); got != test.text {
			t.Errorf("floatText(%g): got %s, want %s", test.in, got, test.text)
		}
		var b strings.Builder
		writeNumber(&b, tree.NewFloat(test.in))
		if b.String() != test.json {
			t.Errorf("writeNumber(%g): got %s, want %s", test.in, b.String(), test.json)
		}
	}
}

// TestAbsolute covers spec R7.
func TestAbsolute(t *testing.T) {
	tests := []struct{ name, dir, want string }{
		{"a.b", "x/y", "a.b"},
		{".b", "x/y", "x.y.b"},
		{"..b", "x/y", "x.b"},
		{"...b", "x/y", "b"},
		{".....b", "x/y", "b"},
		{".b", "", "b"},
		{"..b", "", "b"},
		{".b.c", "x.1", "x.1.b.c"},
		{".${a}", "x", "x.${a}"},
		{"", "x", ""},
	}
	for _, test := range tests {
		if got := absolute(test.name, test.dir); got != test.want {
			t.Errorf("absolute(%q, %q): got %q, want %q", test.name, test.dir, got, test.want)
		}
	}
}
