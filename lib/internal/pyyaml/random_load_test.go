package pyyaml

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/tree"
)

// loadTexts gives the texts of the cases.
func loadTexts(t *testing.T) []string {
	t.Helper()
	var texts []string
	for _, line := range casetest.Lines(t, "yamlload.jsonl") {
		var row loadCase
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, row.Input)
	}
	for _, c := range readCases(t) {
		texts = append(texts, c.Text)
	}
	return texts
}

func oursLoaded(request *tree.Node) (difftest.Answer, bool) {
	text := request.Get("text")
	if text == nil {
		return difftest.Answer{}, false
	}
	docs, err := Load("in.yaml", []byte(text.Text))
	if err != nil {
		return difftest.Answer{Error: err.Error()}, true
	}
	return difftest.Answer{Text: difftest.Describe(tree.NewList(docs...))}, true
}

// unmade are the errors of what is not looked at where no value is made of it.
var unmade = regexp.MustCompile("has no meaning here|can be merged with `<<`|an ordered map|stands where a value is expected|is no valid|cannot be a key")

// edited gives a deviation's Without: the request with patterns replaced, each by
// the text that follows it.
func edited(patterns ...string) func(*tree.Node) *tree.Node {
	return func(request *tree.Node) *tree.Node {
		text := request.Get("text").Text
		for pair := range slices.Chunk(patterns, 2) {
			text = regexp.MustCompile(pair[0]).ReplaceAllLiteralString(text, pair[1])
		}
		return tree.NewMap(tree.Entry("text", tree.NewString(text)))
	}
}

var loadDeviations = []difftest.Deviation{
	{
		Row: "A tag of scalars, as `!!str`, on a map with the key `=`",
		Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
			return theirs.Error == "" && strings.Contains(ours.Error, "has no meaning here")
		},
		Without: edited("=", "e"),
	},
	{
		Row: "A YAML alias inside the value that it names",
		Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
			return theirs.Error == "" && strings.Contains(ours.Error, "stands inside the value it names")
		},
		Without: edited(`\*[^\s,\]}]+`, "1"),
	},
	{
		Row: "What a YAML file holds and no value is made of: tags on maps that `<<` merges or `!!pairs` takes apart, `<<` as a value in them",
		Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
			return theirs.Error == "" && unmade.MatchString(ours.Error)
		},
		Without: edited("<<", "k", "!!(pairs|omap)", "!!seq"),
	},
}

// TestOracleRandomLoad compares what is read of random texts.
func TestOracleRandomLoad(t *testing.T) {
	texts := loadTexts(t)
	difftest.Area{
		Script: "testdata/load.py", Ours: oursLoaded, Deviations: loadDeviations, Answered: 40,
		Make: func(r *rand.Rand) *tree.Node {
			return tree.NewMap(tree.Entry("text", tree.NewString(difftest.YAML(difftest.Random{Rand: r}, texts))))
		},
	}.Compare(t)
}
