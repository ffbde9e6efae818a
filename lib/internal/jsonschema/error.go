package jsonschema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/tree"
)

// step is a key or an index.
type step struct {
	key   string
	index int
	isKey bool
}

func (s step) repr() string {
	if s.isKey {
		return pyrepr.String(s.key)
	}
	return strconv.Itoa(s.index)
}

// problem is what one keyword finds. The paths begin at the error around it.
type problem struct {
	message    string
	keyword    string // empty for a schema that is false
	path       []step
	schemaPath []step
	instance   *tree.Node
	schema     *tree.Node
	context    []*problem // of anyOf and oneOf: what their schemas find
	fits       bool       // the instance has the type that the schema names
	known      bool       // keyword, instance and schema are set
}

// weak keywords give way to others at the same place.
func (p *problem) weak() bool { return p.keyword == "anyOf" || p.keyword == "oneOf" }

// compare orders by relevance, the most relevant last: near the top of the instance,
// then early, then not weak, then of the right type... the sense of the last two is
// that of Python's False < True.
func compare(a, b *problem) int {
	if c := cmp.Compare(len(b.path), len(a.path)); c != 0 {
		return c
	}
	c := slices.CompareFunc(a.path, b.path, func(x, y step) int {
		if x.isKey {
			return strings.Compare(x.key, y.key)
		}
		return cmp.Compare(x.index, y.index)
	})
	if c != 0 {
		return c
	}
	if a.weak() != b.weak() {
		return order(b.weak())
	}
	if a.fits != b.fits {
		return order(b.fits)
	}
	return 0
}

func order(first bool) int {
	if first {
		return 1
	}
	return -1
}

// bestMatch gives the most relevant error, and of an anyOf or oneOf the deepest one
// below, unless two are alike.
func bestMatch(list []*problem) *problem {
	if len(list) == 0 {
		return nil
	}
	best := list[0]
	for _, p := range list[1:] {
		if compare(p, best) > 0 {
			best = p
		}
	}
	for len(best.context) > 0 {
		sorted := slices.Clone(best.context)
		slices.SortStableFunc(sorted, compare)
		if len(sorted) > 1 && compare(sorted[0], sorted[1]) == 0 {
			return best
		}
		best = sorted[0]
	}
	return best
}

// String is what str() of Python's error gives.
func (p *problem) String() string {
	keyword := "None"
	if p.keyword != "" {
		keyword = pyrepr.String(p.keyword)
	}
	path := p.schemaPath
	if len(path) > 0 {
		path = path[:len(path)-1]
	}
	return p.message + "\n\nFailed validating " + keyword + " in " + place("schema", path) + ":\n    " + pretty(p.schema) +
		"\n\nOn " + place("instance", p.path) + ":\n    " + pretty(p.instance)
}

func place(what string, path []step) string {
	for _, s := range path {
		what += "[" + s.repr() + "]"
	}
	return what
}

func pretty(n *tree.Node) string {
	return strings.ReplaceAll(pyrepr.Pretty(n, 72), "\n", "\n    ")
}
