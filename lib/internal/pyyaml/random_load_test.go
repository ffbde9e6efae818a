package pyyaml

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
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

var (
	unmade     = regexp.MustCompile("has no meaning here|can be merged with `<<`|an ordered map|stands where a value is expected|is no valid|cannot be a key")
	takenApart = regexp.MustCompile("<<|pairs|omap")
)

var loadDeviations = []difftest.Deviation{
	{Row: "A tag of scalars, as `!!str`, on a map with the key `=`", Applies: func(request *tree.Node, ours, theirs difftest.Answer) bool {
		text := request.Get("text").Text
		return theirs.Error == "" && strings.Contains(ours.Error, "has no meaning here") && strings.Contains(text, "=") && strings.Contains(text, "{")
	}},
	{Row: "A YAML value that contains itself", Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
		return strings.Contains(ours.Error, "stands inside the value it names") && theirs.Error == ""
	}},
	{Row: "What a YAML file holds and no value is made of: tags on maps that `<<` merges or `!!pairs` takes apart, `<<` as a value in them", Applies: func(request *tree.Node, ours, theirs difftest.Answer) bool {
		return theirs.Error == "" && unmade.MatchString(ours.Error) && takenApart.MatchString(request.Get("text").Text)
	}},
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
