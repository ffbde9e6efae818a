package reclass

import (
	"context"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/tree"
)

func sortedNames(files map[string]string) []string { return slices.Sorted(maps.Keys(files)) }

// requestFiles gives the files of a request, or nil for none.
func requestFiles(request *tree.Node) map[string]string {
	if request.Get("files") == nil || request.Get("ignore") == nil {
		return nil
	}
	files := map[string]string{}
	for _, f := range request.Get("files").Fields {
		files[f.Key.Text] = f.Value.Text
	}
	return files
}

func oursRendered(request *tree.Node) (difftest.Answer, bool) {
	files := requestFiles(request)
	if files == nil {
		return difftest.Answer{}, false
	}
	inv, diags := Open(context.Background(), mapFS(files), nil)
	if inv == nil {
		return difftest.Answer{Error: findingsText(diags)}, true
	}
	var results []string
	failed := 0
	options := Options{IgnoreMissing: request.Get("ignore").Bool}
	nodes, _ := inv.Render(context.Background(), inv.Targets(), options)
	for i, name := range inv.Targets() {
		n := nodes[i]
		if n == nil {
			failed++
			_, diags = inv.Render(context.Background(), []string{name}, options) // what several targets met is said once
			results = append(results, name+" fails: "+plainMessage(diags[0]))
			continue
		}
		results = append(results, name+" "+difftest.Describe(Unshared(n.Parameters))+
			"\napplications "+difftest.Describe(tree.NewStrings(n.Applications))+"\nclasses "+difftest.Describe(tree.NewStrings(n.Classes)))
	}
	if len(results) == 0 {
		return difftest.Answer{}, false
	}
	if failed == len(results) {
		return difftest.Answer{Error: strings.Join(results, "\n")}, true
	}
	return difftest.Answer{Text: strings.Join(results, "\n")}, true
}

var parserWords = regexp.MustCompile(`at line \d+ column|Error parsing default value|more than one document|may be merged|(^|: )invalid type|^Deserializing |^did not find |^found |^while `)

// plainMessage gives a message without the words of the YAML parser.
func plainMessage(d diag.Diag) string {
	if strings.HasPrefix(d.ID, "yaml/") || parserWords.MatchString(d.Message) {
		return "YAML"
	}
	return d.Message
}

// sameMessages wants the same errors too, but for a panic, which says what it
// likes, and for what is no target's own.
func sameMessages(ours, theirs difftest.Answer) bool {
	switch {
	case (ours.Error == "") != (theirs.Error == ""):
		return false
	case theirs.Error != "" && !strings.HasPrefix(theirs.Error, "RuntimeError: "):
		return !strings.HasPrefix(theirs.Error, "the process ends")
	}
	return slices.EqualFunc(targetTexts(ours), targetTexts(theirs), sameTarget)
}

// sameTarget compares what is said of one target.
func sameTarget(ours, theirs string) bool {
	panics, ok := strings.CutSuffix(theirs, " fails: panic")
	return ours == theirs || ok && strings.HasPrefix(ours, panics+" fails: ")
}

// TestOracleRandomInventory compares random inventories.
func TestOracleRandomInventory(t *testing.T) {
	difftest.Area{
		Script: "testdata/render.py", Ours: oursRendered, Same: sameMessages, Deviations: inventoryDeviations, Answered: 30,
		Make: func(r *rand.Rand) *tree.Node {
			g := newInventories(difftest.Random{Rand: r})
			return tree.NewMap(tree.Entry("files", fileMap(g.files())), tree.Entry("ignore", tree.NewBool(!g.One(6))))
		},
	}.Compare(t)
}
