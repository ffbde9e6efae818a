package jsonnetvm

import "testing"

// TestLikelyFixes has mistakes whose sentence does not say what to do.
func TestLikelyFixes(t *testing.T) {
	for _, test := range []struct{ main, want string }{
		{"{ a: (null).b }", "the value is null: set it, or test for null before"},
		{"local p = { q: null };\n{ a: p.q.r }", "p.q is null: set it, or test for null before"},
		{"local p = { q: null };\n{ a: p.q['r'] }", "p.q is null: set it, or test for null before"},
		{"local p = 1;\n{ a: p.q }", "p is a number, and only objects have fields"},
		{"local p = true;\n{ a: p\n  .q }", "the value is a boolean, and only objects have fields"},
		{"{ a(x): x }", "call the function, or hide its field with ::"},
		{"{ a: std.objectFields(null) }", "a value is null that must not be: set it, or test for null before"},
		{"{ a: '%(b)s' % { c: 1 } }", "the text has a %(key) that the object to its right does not have"},
		{"{ assert false }", "assert condition : 'why' says what is wrong"},
		{"{ assert false : 'so' }", ""},
		{"local params = {};\nparam", `did you mean "params"?`},
		{"[y for entry in [1]]", ""},
		{"[enrty for entry in [1]]", `did you mean "entry"?`},
		{"sdt.length('')", `did you mean "std"?`},
		{"{ a: 1,\n", "a bracket or a text is not closed above"},
		{"{ a: 1 b: 2 }", ""},
	} {
		_, err := evaluated(t, New(testLib()), test.main, nil, nil)
		if err == nil {
			t.Errorf("%s: no error", test.main)
			continue
		}
		if d := finding(t, err); d.Hint != test.want {
			t.Errorf("%s: %s\n got hint %q\nwant hint %q", test.main, d.Error(), d.Hint, test.want)
		}
	}
}
