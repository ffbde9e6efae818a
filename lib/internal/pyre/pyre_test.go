package pyre

import (
	"errors"
	"reflect"
	"testing"
)

// TestSub has what Python's re.sub gives.
func TestSub(t *testing.T) {
	for _, test := range []struct{ pattern, with, text, want string }{
		{`[0-9]+`, "-", "a1b22", "a-b-"},
		{`(\w+) (\w+)`, `\2 \1`, "é b", "b é"},
		{`(?P<x>b)`, `<\g<x>\g<0>>`, "abc", "a<bb>c"},
		{`\.`, `\n\\\.`, "a.b", "a\n\\\\.b"},
		{`^a|b$`, "", "abab", "ba"},
		{`\d`, "#", "1２٣x", "###x"},
		{`\s+`, "_", "a\u00a0\x1cb", "a_b"},
		{`[^\d]`, "", "a1b", "1"},
		{`[]a]`, "x", "a]b", "xxb"},
		{`a{,2}b`, "x", "aaab", "ax"},
		{`a{x`, "y", "a{x", "y"},
		{`\x41\u0042`, "z", "ABC", "zC"},
		{`(?i)a(?#note)b`, "z", "AB", "z"},
		{`a.c`, "z", "a\nc abc", "a\nc z"},
		{`(?s)a.c`, "z", "a\nc", "z"},
		{`\Z`, "!", "ab", "ab!"},
		{`\bb`, "x", "b ab b", "x ab x"},
		{`[[]`, "x", "a[", "ax"},
		{`\/\-\_`, "x", "/-_", "x"},
	} {
		re, err := Compile(test.pattern, Flags{})
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		if got, err := re.Replace(test.text, test.with); err != nil || got != test.want {
			t.Errorf("re.sub(%q, %q, %q): got %q, error %v, want %q", test.pattern, test.with, test.text, got, err, test.want)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, text string
		want          bool
	}{
		{`^a$`, "a\n", true}, {`^a$`, "a\n\n", false}, {`^a\Z`, "a\n", false}, {`b`, "abc", true}, {`^b`, "a\nb", false}, {`(?m)^b$`, "a\nb\nc", true},
	} {
		re, err := Compile(test.pattern, Flags{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := re.Match(test.text); err != nil || got != test.want {
			t.Errorf("%q in %q: got %v, error %v, want %v", test.pattern, test.text, got, err, test.want)
		}
	}
}

// TestUnsupported: what Python has and we have not is told from what is wrong.
func TestUnsupported(t *testing.T) {
	for pattern, unsupported := range map[string]bool{
		`(?=a)`: true, `(?!a)`: true, `(?<=a)b`: true, `(?<!a)b`: true, `(a)\1`: true, `(?P<a>x)(?P=a)`: true, `a++`: true, `(?>a)`: true,
		`(?x) a`: true, `(a)(?(1)b)`: true, `\N{DIGIT ONE}`: true, `[\W]`: true,
		`(`: false, `a)`: false, `[a`: false, `*`: false, `\`: false, `\q`: false, `a(?i)b`: false, `\x4`: false,
	} {
		_, err := Compile(pattern, Flags{})
		if got := (Unsupported{}); err == nil || errors.As(err, &got) != unsupported {
			t.Errorf("%s: got %v, want unsupported %v", pattern, err, unsupported)
		}
	}
	for _, test := range []struct{ pattern, text string }{{`\bx`, "é"}, {`x*`, "axb"}, {`a$`, "a\n"}} {
		re, err := Compile(test.pattern, Flags{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := re.Replace(test.text, "-"); !errors.As(err, &Unsupported{}) {
			t.Errorf("%s in %q: got %q, error %v, want it to be refused", test.pattern, test.text, got, err)
		}
	}
}

func TestFindAll(t *testing.T) {
	re, err := Compile(`(a)(b)?`, Flags{IgnoreCase: true})
	if err != nil {
		t.Fatal(err)
	}
	got, err := re.FindAll("abA")
	want := [][]Text{{{"ab", true}, {"a", true}, {"b", true}}, {{"A", true}, {"A", true}, {}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, error %v, want %v", got, err, want)
	}
}

// TestEscape has what re.escape gives.
func TestEscape(t *testing.T) {
	if got, want := Escape("a.b*[é]\n-_~ #/\"'"), "a\\.b\\*\\[é\\]\\\n\\-_\\~\\ \\#/\"'"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
