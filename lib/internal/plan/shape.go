package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// A shape says what a value must look like, as pydantic's lax mode has it, and
// gives the value with its defaults filled in. It reports what does not fit.
type shape func(v *validation, at place, n *tree.Node) *tree.Node

// place is where a value is: its path for the sentence, its position in a file.
type place struct {
	path string
	pos  tree.Pos
}

func (p place) key(f tree.Field) place {
	q := place{p.path + "." + keyText(f.Key), f.Key.Pos}
	if q.pos == (tree.Pos{}) {
		q.pos = p.pos
	}
	return q
}

func (p place) index(i int) place { return place{p.path + "[" + strconv.Itoa(i) + "]", p.pos} }

// of moves the place to the value itself where that is known.
func (p place) of(n *tree.Node) place {
	if n.Pos != (tree.Pos{}) {
		p.pos = n.Pos
	}
	return p
}

func keyText(key *tree.Node) string {
	switch key.Kind {
	case tree.String:
		return key.Text
	case tree.Int:
		return key.Decimal()
	case tree.Bool:
		return strconv.FormatBool(key.Bool)
	}
	return "(" + key.Kind.String() + ")"
}

// validation collects findings.
type validation struct{ diags []diag.Diag }

func (v *validation) report(at place, id, hint, sentence string, args ...any) {
	v.diags = append(v.diags, diag.Diag{ID: "plan/" + id, Pos: at.pos, Hint: hint, Message: at.path + " " + fmt.Sprintf(sentence, args...)})
}

// wrongType reports a value of the wrong kind; it stays as it is.
func (v *validation) wrongType(at place, n *tree.Node, want, hint string) *tree.Node {
	v.report(at.of(n), "wrong-type", hint, "must be %s, not %s", want, article(n.Kind))
	return n
}

func article(k tree.Kind) string {
	switch k {
	case tree.Null:
		return "null"
	case tree.Int:
		return "an integer"
	}
	return "a " + k.String()
}

func anything(_ *validation, _ place, n *tree.Node) *tree.Node { return n }

func text(v *validation, at place, n *tree.Node) *tree.Node {
	switch n.Kind {
	case tree.String:
		return n
	case tree.Int, tree.Float, tree.Bool, tree.Date, tree.Time:
		return v.wrongType(at, n, "a string", "put it in quotes")
	}
	return v.wrongType(at, n, "a string", "")
}

var trueWords = []string{"1", "on", "t", "true", "y", "yes"}
var falseWords = []string{"0", "off", "f", "false", "n", "no"}

// truth takes for a boolean what pydantic takes for one.
func truth(n *tree.Node) (value, ok bool) {
	switch n.Kind {
	case tree.Bool:
		return n.Bool, true
	case tree.Int:
		return n.Int == 1, n.Text == "" && (n.Int == 0 || n.Int == 1)
	case tree.Float:
		return n.Float == 1, n.Float == 0 || n.Float == 1
	case tree.String:
		word := strings.ToLower(n.Text)
		value = slices.Contains(trueWords, word)
		return value, value || slices.Contains(falseWords, word)
	}
	return false, false
}

func boolean(v *validation, at place, n *tree.Node) *tree.Node {
	value, ok := truth(n)
	switch {
	case n.Kind == tree.Bool:
		return n
	case ok:
		return &tree.Node{Kind: tree.Bool, Bool: value, Pos: n.Pos}
	case n.Kind == tree.String:
		v.report(at.of(n), "wrong-value", "", "must be true or false, not %q", n.Text)
		return n
	}
	return v.wrongType(at, n, "true or false", "")
}

// booleanOrText keeps a string as it is.
func booleanOrText(v *validation, at place, n *tree.Node) *tree.Node {
	if n.Kind == tree.String {
		return n
	}
	return boolean(v, at, n)
}

func optional(s shape) shape {
	return func(v *validation, at place, n *tree.Node) *tree.Node {
		if n.Kind == tree.Null {
			return n
		}
		return s(v, at, n)
	}
}

func oneOf(words ...string) shape {
	return func(v *validation, at place, n *tree.Node) *tree.Node {
		if n.Kind != tree.String {
			return v.wrongType(at, n, "one of "+strings.Join(words, ", "), "")
		}
		if !slices.Contains(words, n.Text) {
			v.report(at.of(n), "wrong-value", diag.DidYouMean(n.Text, words), "must be one of %s, not %q", strings.Join(words, ", "), n.Text)
		}
		return n
	}
}

func listOf(s shape) shape {
	return func(v *validation, at place, n *tree.Node) *tree.Node {
		if n.Kind != tree.List {
			return v.wrongType(at, n, "a list", "")
		}
		out := &tree.Node{Kind: tree.List, Pos: n.Pos, Items: make([]*tree.Node, len(n.Items))}
		for i, item := range n.Items {
			out.Items[i] = s(v, at.index(i), item)
		}
		return out
	}
}

// anyMap has keys of all types.
func anyMap(v *validation, at place, n *tree.Node) *tree.Node {
	if n.Kind != tree.Map {
		return v.wrongType(at, n, "a map", "")
	}
	return n
}

// mapOf has strings for keys.
func mapOf(s shape) shape {
	return func(v *validation, at place, n *tree.Node) *tree.Node {
		if n.Kind != tree.Map {
			return v.wrongType(at, n, "a map", "")
		}
		out := &tree.Node{Kind: tree.Map, Pos: n.Pos, Fields: make([]tree.Field, len(n.Fields))}
		for i, f := range n.Fields {
			v.stringKey(at.key(f), f.Key)
			out.Fields[i] = tree.Field{Key: f.Key, Value: s(v, at.key(f), f.Value)}
		}
		return out
	}
}

func (v *validation) stringKey(at place, key *tree.Node) {
	if key.Kind != tree.String {
		v.report(at, "wrong-type", "put the key in quotes", "has a key that is not a string but %s", article(key.Kind))
	}
}

// field is one known key of a record.
type field struct {
	name  string
	shape shape
	value func() *tree.Node // what stands in for a missing one; nil if it is required
}

// record is a map with known keys, which it puts first.
type record struct {
	fields []field
	extra  extra
}

// extra says what becomes of other keys.
type extra int

const (
	refused extra = iota
	kept
	dropped
)

func (r record) shape(v *validation, at place, n *tree.Node) *tree.Node {
	if n.Kind != tree.Map {
		return v.wrongType(at, n, "a map", "")
	}
	out := &tree.Node{Kind: tree.Map, Pos: n.Pos}
	for _, f := range r.fields {
		i := slices.IndexFunc(n.Fields, func(g tree.Field) bool { return g.Key.Kind == tree.String && g.Key.Text == f.name })
		out.Fields = append(out.Fields, r.known(v, at.of(n), f, n, i))
	}
	for _, f := range n.Fields {
		if f.Key.Kind != tree.String {
			v.stringKey(at.of(n).key(f), f.Key)
			continue
		}
		if slices.Contains(r.names(), f.Key.Text) {
			continue
		}
		switch r.extra {
		case kept:
			out.Fields = append(out.Fields, f)
		case refused:
			v.unknownKey(at.of(n), f, r.names())
		}
	}
	return out
}

// known gives the field f of the i-th entry of n, or of none if i is -1.
func (r record) known(v *validation, at place, f field, n *tree.Node, i int) tree.Field {
	switch {
	case i >= 0:
		g := n.Fields[i]
		return tree.Field{Key: g.Key, Value: f.shape(v, at.key(g), g.Value)}
	case f.value == nil:
		v.report(at, "missing-key", "", "needs %q", f.name)
		return tree.Entry(f.name, tree.NewNull())
	}
	return tree.Entry(f.name, f.value())
}

func (v *validation) unknownKey(at place, f tree.Field, names []string) {
	hint := diag.DidYouMean(f.Key.Text, names)
	if hint == "" {
		hint = "known are " + strings.Join(names, ", ")
	}
	v.report(at.key(f), "unknown-key", hint, "is not a known key")
}

func (r record) names() []string {
	names := make([]string, len(r.fields))
	for i, f := range r.fields {
		names[i] = f.name
	}
	return names
}

// variants is a map whose known keys depend on one of them.
type variants struct {
	tag   string
	names []string
	of    map[string]record
}

func (u variants) shape(v *validation, at place, n *tree.Node) *tree.Node {
	if n.Kind != tree.Map {
		return v.wrongType(at, n, "a map", "")
	}
	tag := n.Get(u.tag)
	if tag == nil {
		v.report(at.of(n), "missing-key", "it is one of "+strings.Join(u.names, ", "), "needs %q", u.tag)
		return n
	}
	known := len(v.diags)
	inside := at.of(n)
	inside.path += "." + u.tag
	oneOf(u.names...)(v, inside, tag)
	if len(v.diags) > known {
		return n
	}
	return u.of[tag.Text].shape(v, at, n)
}

// settings is a record that takes its keys in any case and under other names, as
// pydantic-settings does. What is missing is not taken from the environment, as
// there: the same inventory is to give the same output everywhere.
type settings struct {
	record
	other map[string]string // field -> its second name, in lower case
}

func (s settings) shape(v *validation, at place, n *tree.Node) *tree.Node {
	if n.Kind != tree.Map {
		return v.wrongType(at, n, "a map", "")
	}
	out := &tree.Node{Kind: tree.Map, Pos: n.Pos}
	for _, f := range s.fields {
		names := []string{f.name, s.other[f.name]}
		field := s.known(v, at.of(n), f, n, find(n, names))
		field.Key = tree.NewString(f.name)
		out.Fields = append(out.Fields, field)
	}
	for _, f := range n.Fields {
		switch {
		case f.Key.Kind != tree.String:
			v.stringKey(at.of(n).key(f), f.Key)
		case !s.isKnown(f.Key.Text):
			v.unknownKey(at.of(n), f, s.names())
		}
	}
	return out
}

func (s settings) isKnown(key string) bool {
	key = strings.ToLower(key)
	return slices.ContainsFunc(s.fields, func(f field) bool { return key == f.name || key != "" && key == s.other[f.name] })
}

// find gives the entry with the first of the names, in any case.
func find(n *tree.Node, names []string) int {
	for _, name := range names {
		i := slices.IndexFunc(n.Fields, func(f tree.Field) bool {
			return f.Key.Kind == tree.String && f.Key.Text != "" && strings.ToLower(f.Key.Text) == name
		})
		if i >= 0 {
			return i
		}
	}
	return -1
}
