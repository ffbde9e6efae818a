package difftest

import (
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/tree"
)

// TestDeviation: a row allows a difference that is gone without what the row is
// about, and no other one.
func TestDeviation(t *testing.T) {
	ours := func(n *tree.Node) (Answer, bool) { return Answer{Text: strings.ToUpper(n.Text)}, n.Text != "" }
	theirs := func(n *tree.Node) Answer {
		return Answer{Text: strings.NewReplacer("a", "x", "b", "y", "c", "C").Replace(n.Text)}
	}
	without := func(letter string) func(*tree.Node) *tree.Node {
		return func(n *tree.Node) *tree.Node { return tree.NewString(strings.ReplaceAll(n.Text, letter, "")) }
	}
	area := Area{Ours: ours, Deviations: []Deviation{
		{Row: "never", Applies: func(_ *tree.Node, ours, theirs Answer) bool { return ours == theirs }},
		{Row: "a", Applies: func(*tree.Node, Answer, Answer) bool { return true }, Without: without("a")},
		{Row: "b", Applies: func(_ *tree.Node, ours, _ Answer) bool { return strings.HasPrefix(ours.Text, "B") }, Without: without("b")},
	}}
	for text, want := range map[string]string{
		"ac": "a", "bc": "b", "cb": "", "abc": "", "a": "", "b": "",
	} {
		n := tree.NewString(text)
		mine, _ := ours(n)
		if got := area.deviation(n, mine, theirs(n), theirs); got != want {
			t.Errorf("%s: got the row %q, want %q", text, got, want)
		}
	}
}
