package pyrepr

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
)

// TestPretty has what pprint.pformat(value, width=w, sort_dicts=False) gives.
func TestPretty(t *testing.T) {
	for _, test := range []struct {
		json  string
		width int
		want  string
	}{
		{`{"b": 1, "a": [1.0, null, true]}`, 72, `{'b': 1, 'a': [1.0, None, True]}`},
		{`{"b": 1, "a": [1, 2, 3]}`, 20, "{'b': 1,\n 'a': [1, 2, 3]}"},
		{`{"key": {"x": "aaaa", "y": "bbbb"}}`, 20, "{'key': {'x': 'aaaa',\n         'y': 'bbbb'}}"},
		{`["aaaaaaaa", "bbbbbbbb"]`, 12, "['aaaaaaaa',\n 'bbbbbbbb']"},
		{`"one two three four"`, 12, "('one two '\n 'three '\n 'four')"},
		{`["one two three four"]`, 12, "['one two '\n 'three '\n 'four']"},
		{`"l1\nl2\n"`, 8, "('l1\\n'\n 'l2\\n')"},
		{`"aaaaaaaaaaaaaaaaaaaa"`, 8, "'aaaaaaaaaaaaaaaaaaaa'"},
		{`[[], {}, ""]`, 2, "[[],\n {},\n '']"},
		{`"it's"`, 72, `"it's"`},
		{`"it's \"q\" \u00e9\u0007\u200b\ud83d\ude00"`, 72, `'it\'s "q" é\x07\u200b😀'`},
	} {
		n, err := pyjson.Parse([]byte(test.json))
		if err != nil {
			t.Fatal(err)
		}
		if got := Pretty(n, test.width); got != test.want {
			t.Errorf("%s in %d columns: got\n%s\nwant\n%s", test.json, test.width, got, test.want)
		}
	}
}

func TestLines(t *testing.T) {
	got := strings.Join(Lines("a\nb\r\nc\rd\u0085e\u2028\x1cf"), "|")
	if want := "a\n|b\r\n|c\r|d\u0085|e\u2028|\x1c|f"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPrintable compares with all characters for which str.isprintable of
// Python 3.11 is true. Where Go knows a newer Unicode, afterUnicode14 grows.
func TestPrintable(t *testing.T) {
	h, count := sha256.New(), 0
	for r := range rune(0x110000) {
		if Printable(r) {
			count++
			fmt.Fprintf(h, "%x\n", r)
		}
	}
	const want = "838aa04f653c03ea0852100d614b311cc51f35f579938431dc43466ca3a5469e"
	if got := fmt.Sprintf("%x", h.Sum(nil)); count != 144516 || got != want {
		t.Errorf("got %d characters with the hash %s, want 144516 with %s", count, got, want)
	}
}

// TestString: Python's repr of a string.
func TestString(t *testing.T) {
	for in, want := range map[string]string{
		"":                 "''",
		"it's":             `"it's"`,
		`'"`:               `'\'"'`,
		`say "x"`:          `'say "x"'`,
		"a\\\n\r\t":        `'a\\\n\r\t'`,
		"\x00\x7f\u00a0é":  `'\x00\x7f\xa0é'`,
		"\u2028\U000e0001": `'\u2028\U000e0001'`,
		"\xed\xa0\xbd":     `'\ud83d'`,
	} {
		if got := String(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}
