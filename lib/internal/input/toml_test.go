package input

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
)

// TestTOML: spec K33. The answers are those of toml 0.10.2 under Python 3.11,
// also where they are no longer TOML.
func TestTOML(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"scalars", `{"s": "x", "i": 1, "big": 100000000000000000000, "neg": -3, "yes": true, "no": false, "none": null}`, "s = \"x\"\ni = 1\nbig = 100000000000000000000\nneg = -3\nyes = true\nno = false\n"},
		{"floats", `{"a": 0.1, "b": 1e-7, "c": 1.5e-10, "d": 1e16, "e": 1e300, "f": 2.0, "g": -0.0, "h": 123456789012345.6}`, "a = 0.1\nb = 1e-7\nc = 1.5e-10\nd = 1e+16\ne = 1e+300\nf = 2.0\ng = -0.0\nh = 123456789012345.6\n"},
		{"lists", `{"l": [1, 2], "e": [], "n": [[1], ["a", []]], "m": [1, "a", true, 0.5, null], "maps deep": [[{"k": 1, "l": 2}, {}]]}`, "l = [ 1, 2,]\ne = []\nn = [ [ 1,], [ \"a\", [],],]\nm = [ 1, \"a\", true, 0.5, \"None\",]\n\"maps deep\" = [ [ [ \"k\", \"l\",], [],],]\n"},
		{"keys", `{"a-b_C9": 1, "a.b": 2, "a b": 3, "": 4, "\"": 5, "é": 6, "nl\n": 7, "'": 8}`, "a-b_C9 = 1\n\"a.b\" = 2\n\"a b\" = 3\n\"\" = 4\n\"\\\"\" = 5\n\"é\" = 6\nnl\n = 7\n\"'\" = 8\n"},
		{"strings", `{"q": "it's", "d": "say \"x\"", "both": "'\"", "bs": "a\\b", "w": "a\tb\nc\r", "u": "é 中 😀", "e": ""}`, "q = \"it's\"\nd = \"say \\\"x\\\"\"\nboth = \"'\\\"\"\nbs = \"a\\\\b\"\nw = \"a\\tb\\nc\\r\"\nu = \"é 中 😀\"\ne = \"\"\n"},
		{"not printable", `{"zw": "a\u200bb", "nbsp": "a\u00a0b", "sep": "\u2028", "tag": "\udb40\udc01", "new": "\ud83e\udee8", "half": "\ud83d"}`, "zw = \"a\\u200bb\"\nnbsp = \"axa0b\"\nsep = \"\\u2028\"\ntag = \"\\U000e0001\"\nnew = \"\\U0001fae8\"\nhalf = \"\\ud83d\"\n"},
		{"control characters", `{"after": "a\u0001b", "del": "q\u007f", "two": "a\u0001b\u0002", "first": "\u0001\u0002"}`, "after = \"ax01b\"\ndel = \"qx7f\"\ntwo = \"ax01bx02\"\nfirst = \"01x02\"\n"},
		{"backslash and x", `{"alone": "\\x41", "path": "C:\\x", "two": "\\\\x41", "back": "C:\\y\u0001", "end": "a\\\\\u0001"}`, "alone = \"\\u0041\"\npath = \"C:\\x\"\ntwo = \"\\\\x41\"\nback = \"C:\\yx01\"\nend = \"a\\\\u0001\"\n"},
		{"tables by level", `{"b": {"y": {"z": 1}, "x": 2}, "a": {"k": {"l": {"m": 1}}}, "s": 0}`, "s = 0\n\n[b]\nx = 2\n\n[b.y]\nz = 1\n\n[a.k.l]\nm = 1\n"},
		{"only tables", `{"a": {"b": {"c": {"d": 1}}, "e": {}}}`, "[a.e]\n\n[a.b.c]\nd = 1\n"},
		{"empty tables", `{"a": {}, "b": {"c": {}}, "d": {"n": null}}`, "[a]\n\n[d]\n\n[b.c]\n"},
		{"quoted tables", `{"a.b": {"c d": {"k": 1}, "é": {}}}`, "[\"a.b\".\"c d\"]\nk = 1\n\n[\"a.b\".\"é\"]\n"},
		{"array of tables", `{"a": [{"k": 1}, {"k": 2, "t": {"u": 1}}, {}], "z": 1}`, "z = 1\n[[a]]\nk = 1\n\n[[a]]\nk = 2\n\n[a.t]\nu = 1\n[[a]]\n\n"},
		{"array in array", `{"a": [{"b": [{"c": 1}, {"c": 2}]}, {"d": 1, "b": [{"c": 3}]}]}`, "[[a]]\n\n[[a.b]]\nc = 1\n\n[[a.b]]\nc = 2\n\n[[a]]\nd = 1\n[[a.b]]\nc = 3\n\n\n"},
		{"tables in array", `{"a": [{"t": {"u": {"v": 1}, "w": 2}, "e": {}, "o": {"p": {"q": {}}}}]}`, "[[a]]\n\n[a.t]\nw = 2\n[a.t.u]\nv = 1\n"},
		{"array in table", `{"t": {"k": 1, "l": [{"m": [{"n": 1}]}], "z": 2}, "u": {"v": {"w": [{"x": {"y": 1}}]}}}`, "[t]\nk = 1\nz = 2\n[[t.l]]\n\n[[t.l.m]]\nn = 1\n\n[u.v]\n[[u.v.w]]\n\n[u.v.w.x]\ny = 1\n"},
		{"empty things among maps", `{"a": [{"k": 1}, "", [], {}]}`, "[[a]]\nk = 1\n\n[[a]]\n\n[[a]]\n\n[[a]]\n\n"},
		{"quoted array", `{"a.b": [{"c.d": [{"e.f": {"g": 1}}]}]}`, "[[\"a.b\"]]\n\n[[\"a.b\".\"c.d\"]]\n\n[\"a.b\".\"c.d\".\"e.f\"]\ng = 1\n"},
		{"array after table", `{"t": {"k": 1}, "l": [{"a": 1}], "u": {"k": 2}}`, "[[l]]\na = 1\n\n[t]\nk = 1\n\n[u]\nk = 2\n"},
		{"null only", `{"a": null}`, ""},
		{"empty", `{}`, ""},
		{"empty list", `[]`, ""},
		{"null", `null`, ""},
		{"zero", `0.0`, ""},
		{"no text", `""`, ""},
	} {
		value, err := pyjson.Parse([]byte(tt.in))
		if err != nil {
			t.Fatal(err)
		}
		e := env()
		if err := Write(e, plan.Job{OutputType: "toml"}, "/out/t/a", value); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		f := e.FS.Files("/out/t")[0]
		if d := cmp.Diff(tt.want, string(f.Bytes)); d != "" || f.Path != "a.toml" {
			t.Errorf("%s: wrote %s: %s", tt.name, f.Path, d)
		}
	}
}

// TestTOMLErrors has what stops the reference with a TypeError or IndexError.
func TestTOMLErrors(t *testing.T) {
	const noMap, mixed, escape = "needs a map", "only some of its items are maps", "control character at its start"
	for _, tt := range []struct{ in, want string }{
		{`[{"a": 1}]`, noMap},
		{`"text"`, noMap},
		{`1`, noMap},
		{`true`, noMap},
		{`{"a": [{}, 1]}`, `the list "a": only some of its items are maps`},
		{`{"t": {"a b": [{}, "x"]}}`, mixed},
		{`{"a": [{}, [1]]}`, mixed},
		{`{"a": [null, {}]}`, mixed},
		{`{"a": [false, {}]}`, mixed},
		{`{"a": [{"b": [{}, 0]}]}`, mixed},
		{`{"a": [{"t": {"b": [{}, 0]}}]}`, mixed},
		{`{"a": "\u0001"}`, escape},
		{`{"a": ["\u0001bc"]}`, escape},
		{`{"\u007f": 1}`, escape},
		{`{"a": {"b": {"c": "\u0085x"}}}`, escape},
	} {
		value, err := pyjson.Parse([]byte(tt.in))
		if err != nil {
			t.Fatal(err)
		}
		err = Write(env(), plan.Job{OutputType: "toml"}, "/out/t/a", value)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.in, err, tt.want)
		}
	}
}
