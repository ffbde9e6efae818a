// Package difftest compares azogue with the reference on random inputs.
//
// A test of a package says how to make a request of random numbers, how azogue
// answers it, and which Python script has the reference answer it; Compare does
// the rest: it puts requests to one warm process, counts what comes of them, and
// shrinks a request whose answers differ before it shows them. Where the two
// differ on purpose, the difference must fit a Deviation, which names its row in
// docs/compat.md.
//
// A request is a value as JSON has it, so that any can be shrunk in the same way
// and kept as a case. The same seed gives the same requests; each depends on the
// seed and its own number only.
//
// Flags of the tests: -seed, and -random or -for, how many or how long.
// `make fuzz` sets them. It is imported by tests only.
package difftest

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

var (
	count    = flag.Int("random", 300, "how many random requests are compared with the reference")
	duration = flag.Duration("for", 0, "how long random requests are compared with the reference, instead of -random")
	seed     = flag.Uint64("seed", 1, "seed of the random requests")
	only     = flag.Int("number", -1, "compare the request of this number only")
)

// shown is how many differences are shown before Compare gives up.
const shown = 3

// Answer is what comes of a request: a text, or an error.
type Answer struct {
	Text  string
	Error string
}

// String shows an answer.
func (a Answer) String() string {
	if a.Error != "" {
		return "error: " + a.Error
	}
	return a.Text
}

// Area is one kind of request.
type Area struct {
	// Script defines answer(request) in Python.
	Script string
	// Make gives a request.
	Make func(r *rand.Rand) *tree.Node
	// Ours gives azogue's answer, or false for what is no request: shrinking
	// tries anything.
	Ours func(request *tree.Node) (Answer, bool)
	// Same says whether two answers are alike; nil means equal texts, or errors
	// of any wording.
	Same func(ours, theirs Answer) bool
	// Deviations are where the answers may differ.
	Deviations []Deviation
	// Answered is the share of requests, in percent, that must be answered with
	// a text: fewer would say nothing.
	Answered int
}

// Deviation is a difference on purpose.
type Deviation struct {
	// Row is the first cell of its row in docs/compat.md.
	Row string
	// Applies says whether a difference is of this kind.
	Applies func(request *tree.Node, ours, theirs Answer) bool
	// Without gives the request without what the row is about: the answers to it
	// must be alike, or the difference has another reason. Nil where there is no
	// such request.
	Without func(request *tree.Node) *tree.Node
}

func (a Area) same(ours, theirs Answer) bool {
	if a.Same != nil {
		return a.Same(ours, theirs)
	}
	return ours == theirs || ours.Error != "" && theirs.Error != ""
}

// deviation gives the row that allows a difference, or "".
func (a Area) deviation(request *tree.Node, ours, theirs Answer, ask func(*tree.Node) Answer) string {
	for _, d := range a.Deviations {
		if d.Applies(request, ours, theirs) && (d.Without == nil || a.alike(d.Without(request), ask)) {
			return d.Row
		}
	}
	return ""
}

func (a Area) alike(request *tree.Node, ask func(*tree.Node) Answer) bool {
	ours, ok := a.Ours(request)
	return ok && a.same(ours, ask(request))
}

// Compare has both answer random requests, and fails the test where they differ.
func (a Area) Compare(t *testing.T) {
	t.Helper()
	a.checkRows(t)
	reference := Start(t, a.Script)
	deviations := map[string]int{}
	answered, failed, different, start := 0, 0, 0, time.Now()
	number := 0
	stop := func() bool { return number >= *count }
	if *duration > 0 {
		stop = func() bool { return time.Since(start) >= *duration }
	}
	if *only >= 0 {
		number, stop = *only, func() bool { return number > *only }
	}
	for first := number; !stop() && different < shown; number++ {
		request := a.Make(rand.New(rand.NewPCG(*seed, uint64(number))))
		ours, theirs := a.ours(t, request, number), reference.Ask(request)
		if !a.same(ours, theirs) {
			first := theirs
			if theirs = reference.Ask(request); theirs != first {
				t.Logf("request %d of seed %d: the reference answers %.200q, then %.200q", number, *seed, first, theirs)
			}
		}
		row := ""
		switch {
		case !a.same(ours, theirs):
			if row = a.deviation(request, ours, theirs, reference.Ask); row != "" {
				deviations[row]++
				continue
			}
			different++
			t.Errorf("request %d of seed %d:\n%s", number, *seed, a.shrunk(request, ours, theirs, reference))
		case theirs.Error != "":
			failed++
		default:
			answered++
		}
		if done := number - first + 1; done%5000 == 0 {
			t.Logf("%s: %d requests", time.Since(start).Round(time.Second), done)
		}
	}
	t.Logf("seed %d: %d requests in %s, %d answered alike, %d failed alike, %d differ", *seed, number, time.Since(start).Round(time.Second), answered, failed, different)
	for _, row := range slices.Sorted(maps.Keys(deviations)) {
		t.Logf("%d times: %s", deviations[row], row)
	}
	if number >= 300 && answered*100 < number*a.Answered {
		t.Errorf("%d of %d requests were answered, want %d%%: they say nothing", answered, number, a.Answered)
	}
}

// ours answers a request that Make gave. Without an answer in time, the test ends
// with the stack.
func (a Area) ours(t *testing.T, request *tree.Node, number int) Answer {
	t.Helper()
	stuck := time.AfterFunc(patience, func() { panic(fmt.Sprintf("bug: no answer to request %d of seed %d", number, *seed)) })
	defer stuck.Stop()
	answer, ok := a.Ours(request)
	if !ok {
		t.Fatalf("request %d of seed %d is none: %s", number, *seed, text(request))
	}
	return answer
}

// shrunk gives a small request whose answers differ in the same way: who fails
// stays the same.
func (a Area) shrunk(request *tree.Node, ours, theirs Answer, reference *Reference) string {
	small := shrink(request, func(n *tree.Node) bool {
		mine, ok := a.Ours(n)
		if !ok || (mine.Error == "") != (ours.Error == "") {
			return false
		}
		other := reference.Ask(n)
		return (other.Error == "") == (theirs.Error == "") && !a.same(mine, other) && a.deviation(n, mine, other, reference.Ask) == ""
	})
	mine, _ := a.Ours(small)
	return fmt.Sprintf("request %s\nours   %q\ntheirs %q\nbefore it was shrunk\nours   %.500q\ntheirs %.500q", text(small), mine, reference.Ask(small), ours, theirs)
}

func text(n *tree.Node) string {
	out, err := pyjson.Dump(n)
	if err != nil {
		panic("bug: a request that is no JSON: " + err.Error())
	}
	return string(out)
}

// checkRows checks that the rows which deviations name exist.
func (a Area) checkRows(t *testing.T) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "compat.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range a.Deviations {
		if !strings.Contains(string(page), "\n| "+d.Row+" |") {
			t.Errorf("docs/compat.md has no row %q", d.Row)
		}
	}
}
