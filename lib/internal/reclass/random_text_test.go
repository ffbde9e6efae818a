package reclass

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// randomText gives a target file of a random text, mostly with the text below
// its parameters.
func randomText(r *rand.Rand) *tree.Node {
	g := difftest.Random{Rand: r}
	text := strings.ReplaceAll(difftest.YAML(g, nil), "$", "%")
	indented := func(by string) string {
		return by + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+by) + "\n"
	}
	text = difftest.Pick(g, "parameters:\n  k:\n"+indented("    "), "parameters:\n"+indented("  "), "parameters: "+text, "classes: []\nparameters:\n  k:\n"+indented("    "), text)
	return tree.NewMap(tree.Entry("files", tree.NewMap(tree.Entry("targets/n.yml", tree.NewString(text)))), tree.Entry("ignore", tree.NewBool(true)))
}

// checked gives the deviation of what is refused in a whole file with words.
func checked(row, words string) difftest.Deviation {
	pattern := regexp.MustCompile(words)
	return difftest.Deviation{Row: row, Applies: func(request *tree.Node, ours, theirs difftest.Answer) bool {
		if ours.Error == "" || theirs.Error != "" {
			return false
		}
		_, diags := renderFiles(requestFiles(request), "n", Options{IgnoreMissing: true})
		return len(diags) > 0 && pattern.MatchString(diags[0].Message)
	}}
}

// TestOracleRandomText compares what is read of random texts.
func TestOracleRandomText(t *testing.T) {
	difftest.Area{
		Script: "testdata/render.py", Ours: oursRendered, Make: randomText, Answered: 15,
		Deviations: []difftest.Deviation{
			{Row: "A class file that is `null` or `~`", Applies: func(request *tree.Node, ours, theirs difftest.Answer) bool {
				docs, err := pyyaml.ReadCore("n.yml", []byte(requestFiles(request)["targets/n.yml"]))
				return theirs.Error != "" && err == nil && len(docs) == 1 && docs[0].Kind == tree.Null
			}},
			checked("An anchor name that is used twice in a class file, where an alias would get a later value", "anchor"),
			checked("A tag without a value, as `parameters: !!x`, in place of a map or list of a class file", "invalid type"),
			checked("Whole-file checks of class files", "already set|has no meaning here|stands inside|as its tag says|more than 64 bits|cannot be a key|merged|key|tag"),
		},
	}.Compare(t)
}
