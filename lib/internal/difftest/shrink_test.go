package difftest

import (
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

func TestShrink(t *testing.T) {
	tests := []struct {
		request string
		needs   []string // texts that a request must hold to differ
		want    string
	}{
		{`{"text": "one two three", "other": [1, 2, 3]}`, []string{"two"}, `{"text": "two"}`},
		{`["list", ["list", ["a", "b"], ["c"]]]`, []string{`"c"`}, `["c"]`},
		{`{"a": "é😀x", "b": {"c": ["y", "z"]}}`, []string{"\\ud83d\\ude00", `"z"`}, `{"a": "\ud83d\ude00", "b": {"c": ["z"]}}`},
		{`[1, 2]`, nil, `[]`},
	}
	for _, test := range tests {
		request, err := pyjson.Parse([]byte(test.request))
		if err != nil {
			t.Fatal(err)
		}
		differs := func(n *tree.Node) bool {
			for _, need := range test.needs {
				if !strings.Contains(text(n), need) {
					return false
				}
			}
			return true
		}
		if got := text(shrink(request, differs)); got != test.want {
			t.Errorf("of %s: got %s, want %s", test.request, got, test.want)
		}
		if got, err := pyjson.Dump(request); err != nil || string(got) != strings.NewReplacer("é", `\u00e9`, "😀", `\ud83d\ude00`).Replace(test.request) {
			t.Errorf("the request has changed to %s", got)
		}
	}
}
