package pyyaml

import (
	"regexp"
	"testing"
)

// patterns are the rules of spec Y8 as PyYAML writes them down, in the order in
// which it tries them. "$" there also matches before one final line feed.
var patterns = []struct {
	tag     tag
	first   string
	pattern *regexp.Regexp
}{
	{tagBool, "yYnNtTfFoO", regexp.MustCompile(`^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)\n?$`)},
	{tagFloat, "-+0123456789.", regexp.MustCompile(`^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?` +
		`|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
		`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*` +
		`|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\n?$`)},
	{tagInt, "-+0123456789", regexp.MustCompile(`^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)` +
		`|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)\n?$`)},
	{tagMerge, "<", regexp.MustCompile(`^<<\n?$`)},
	{tagNull, "~nN", regexp.MustCompile(`^(?:~|null|Null|NULL)\n?$`)},
	{tagTimestamp, "0123456789", regexp.MustCompile(`^(?:[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]` +
		`|[0-9][0-9][0-9][0-9]-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9][0-9]:[0-9][0-9](?:\.[0-9]*)?` +
		`(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9][0-9])?))?)\n?$`)},
	{tagValue, "=", regexp.MustCompile(`^=\n?$`)},
	{tagYAML, "!&*", regexp.MustCompile(`^[!&*]\n?$`)},
}

func resolveByPattern(s string) tag {
	if s == "" {
		return tagNull
	}
	for _, p := range patterns {
		for i := range len(p.first) {
			if p.first[i] == s[0] && p.pattern.MatchString(s) {
				return p.tag
			}
		}
	}
	return tagStr
}

var resolveTests = []struct {
	text string
	want tag
}{
	{"", tagNull}, {"~", tagNull}, {"null", tagNull}, {"NULL", tagNull}, {"nULL", tagStr}, {"~~", tagStr},
	{"yes", tagBool}, {"On", tagBool}, {"OFF", tagBool}, {"y", tagStr}, {"n", tagStr}, {"tRue", tagStr}, {"true\n", tagBool}, {"true\n\n", tagStr},
	{"0", tagInt}, {"-0", tagInt}, {"08", tagStr}, {"017", tagInt}, {"0o17", tagStr}, {"1_000", tagInt}, {"_1", tagStr}, {"0_", tagInt},
	{"0x1F", tagInt}, {"0x", tagStr}, {"0x_", tagInt}, {"0b102", tagStr}, {"0b1_0", tagInt}, {"-", tagStr}, {"+", tagStr}, {"--1", tagStr},
	{"1:30", tagInt}, {"0:30", tagStr}, {"1:60", tagStr}, {"1:5:9", tagInt}, {"1:595", tagStr}, {"1_0:30", tagInt},
	{"1.", tagFloat}, {".5", tagFloat}, {"+.5", tagStr}, {".", tagStr}, {"._5", tagStr}, {"1e3", tagStr}, {"1.0e3", tagStr}, {"1.0e+3", tagFloat},
	{"1.e-5", tagFloat}, {"1.5e+", tagStr}, {"1.5e+1_", tagStr}, {"0:30.5", tagFloat}, {"1:60.5", tagStr}, {"1:30.5e+1", tagStr},
	{".inf", tagFloat}, {"-.INF", tagFloat}, {".nan", tagFloat}, {"-.nan", tagStr}, {".iNf", tagStr}, {"10.0.0.1", tagStr},
	{"2001-12-14", tagTimestamp}, {"2001-1-1", tagStr}, {"2001-12-14T21:59:43Z", tagTimestamp}, {"2001-1-4 1:59:43.1 -5", tagTimestamp},
	{"2001-12-14t21:59:43.10-05:00", tagTimestamp}, {"2001-12-14\t 21:59:43", tagTimestamp}, {"2001-12-14T 21:59:43", tagStr},
	{"2001-12-14 21:59:43 z", tagStr}, {"2001-12-14 21:59", tagStr}, {"2001-12-14 21:59:43 ", tagStr}, {"2001-12-14 21:59:43+1:0", tagStr},
	{"<<", tagMerge}, {"<", tagStr}, {"=", tagValue}, {"==", tagStr}, {"&", tagYAML}, {"a", tagStr},
}

func TestResolve(t *testing.T) {
	for _, test := range resolveTests {
		if got := resolve(test.text); got != test.want {
			t.Errorf("resolve(%q): got %s, want %s", test.text, tagTexts[got], tagTexts[test.want])
		}
		if got := resolveByPattern(test.text); got != test.want {
			t.Errorf("by pattern, %q is %s, want %s", test.text, tagTexts[got], tagTexts[test.want])
		}
	}
}

// TestResolveShort tries every text of up to three of the characters that the
// rules are made of, alone and behind the beginnings of longer forms.
func TestResolveShort(t *testing.T) {
	const alphabet = "01679abxeEfNn.:_-+~=<& \tTZ\n"
	var try func(s string, more int)
	try = func(s string, more int) {
		if got, want := resolve(s), resolveByPattern(s); got != want {
			t.Errorf("resolve(%q): got %s, want %s", s, tagTexts[got], tagTexts[want])
		}
		for i := 0; more > 0 && i < len(alphabet); i++ {
			try(s+alphabet[i:i+1], more-1)
		}
	}
	try("", 3)
	try("2001-12-14", 2)
	try("2001-12-14 21:59:43", 3)
	try("1:5", 3)
	try("1.5", 3)
}

func FuzzResolve(f *testing.F) {
	for _, test := range resolveTests {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := resolve(s), resolveByPattern(s); got != want {
			t.Errorf("resolve(%q): got %s, want %s", s, tagTexts[got], tagTexts[want])
		}
	})
}
