package jinja

import (
	"testing"

	"github.com/azogue-build/azogue/lib/tree"
)

// TestUndefinedIn looks for an undefined variable: it fails where Jinja2 compares or
// hashes it, which is not in an empty list. Wants are Jinja2 3.1.6's, with
// StrictUndefined.
func TestUndefinedIn(t *testing.T) {
	for text, want := range map[string]string{
		"{{ x is in [] }}": "False", "{{ x in [] }}": "False", "{{ x is not in [] }}": "True", "{{ x not in [] }}": "True", "{{ x in range(0) }}": "False",
		"{{ x in {}.values() }}": "False", "{{ {'a': x is in []} }}": "{'a': False}",
		"{{ x in {} }}": "fails", "{{ x is in {} }}": "fails", "{{ x in {}.keys() }}": "fails", "{{ x is in '' }}": "fails", "{{ x in 'a' }}": "fails",
		"{{ x is in [1] }}": "fails", "{{ x in [1] }}": "fails", "{{ x is in [x] }}": "fails", "{{ x is eq 1 }}": "fails", "{{ 1 is in x }}": "fails",
	} {
		got, err := render(tree.NewMap(), text, nil)
		if err != nil {
			got = "fails"
		}
		if got != want {
			t.Errorf("%s: got %s, error %v, want %s", text, got, err, want)
		}
	}
}
