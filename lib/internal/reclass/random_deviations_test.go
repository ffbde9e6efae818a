package reclass

import (
	"regexp"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/tree"
)

// beginning is how what is said of a target begins. A message may have lines.
var beginning = regexp.MustCompile(`^\S+ (fails: |\{)`)

// targetTexts gives what an answer says of each target.
func targetTexts(a difftest.Answer) []string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimPrefix(a.Text+a.Error, "RuntimeError: "), "\n") {
		if n := len(out); n > 0 && !beginning.MatchString(line) {
			out[n-1] += "\n" + line
		} else {
			out = append(out, line)
		}
	}
	return out
}

// sameButFor says whether the answers are alike, but for targets that fail in the
// reference, with the words, and not in azogue.
func sameButFor(words string, ours, theirs difftest.Answer) bool {
	return slices.EqualFunc(targetTexts(ours), targetTexts(theirs), func(ours, theirs string) bool {
		name, _, fails := strings.Cut(theirs, " fails: "+words)
		return sameTarget(ours, theirs) || fails && !strings.HasPrefix(ours, name+" fails: ")
	})
}

// edited gives a deviation's Without: the request with files in which each match
// of the pattern is replaced, as often as there is one.
func edited(pattern, by string) func(*tree.Node) *tree.Node {
	re := regexp.MustCompile(pattern)
	return func(request *tree.Node) *tree.Node {
		files := requestFiles(request)
		for name, text := range files {
			for last := ""; text != last; {
				last, text = text, re.ReplaceAllString(text, by)
			}
			files[name] = text
		}
		return tree.NewMap(tree.Entry("files", fileMap(files)), tree.Entry("ignore", request.Get("ignore")))
	}
}

var inventoryDeviations = []difftest.Deviation{
	{
		Row: "A local YAML tag in the default of a reference, as `${a::!b c}`, that is not needed",
		Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
			return sameButFor("panic", ours, theirs)
		},
		Without: edited(`(\$\{[^}]*::[^}]*)!`, "$1"),
	},
	{
		Row: "Keys with three prefixes or more, over or under a value that can't be resolved",
		Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
			return strings.Contains(ours.Text+ours.Error+theirs.Text+theirs.Error, " fails: ")
		},
		Without: edited(`[~=]([~=]{2})`, "$1"),
	},
	{
		Row: "A text with a reference to a map or list that refers back to it, where another value lies over the text",
		Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
			return sameButFor("panic", ours, theirs)
		},
		Without: edited(`\$\{`, "$$ {"),
	},
	circle,
}

var circle = difftest.Deviation{Row: "Classes that include each other in a circle", Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
	return theirs.Error == "the process ends: signal: segmentation fault" && strings.Contains(ours.Text+ours.Error, " includes itself: ")
}}
