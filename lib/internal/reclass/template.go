package reclass

import (
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

// template is a string taken apart at its references (spec R25).
type template struct {
	tokens []token
	fixed  *value // what a string without a reference stands for
	bad    bool   // a reference is empty or does not end
}

// token is literal text, or a reference when ref is not nil.
type token struct {
	text string
	ref  *reference
}

// reference is what stands between ${ and }.
type reference struct {
	parts  []token
	static string // the path when no part is a reference
	nested bool
}

// scanned reports whether a string is looked through for references at all.
func scanned(s string) bool {
	return strings.Contains(s, "${") || strings.Contains(s, "$[")
}

// parse gives the template of a scanned string.
func parse(n *tree.Node) *template {
	p := parser{rest: n.Text}
	tokens := p.tokens()
	if p.bad {
		return &template{bad: true}
	}
	t := &template{tokens: tokens}
	if len(tokens) == 1 && tokens[0].ref == nil {
		t.fixed = newText(n, tokens[0].text)
	}
	return t
}

type parser struct {
	rest  string
	bad   bool
	depth int // references around the place
}

// maxNesting is how deep references may nest. More than maxDepth can't be
// resolved, whatever they are.
const maxNesting = 1000

// tokens reads a whole string. Outside of a reference, \\ before } counts only
// where an item begins: in reclass-rs the text before it would have eaten it.
func (p *parser) tokens() []token {
	var out tokens
	for p.rest != "" && !p.bad {
		if strings.HasPrefix(p.rest, "${") {
			out.reference(p.reference())
			continue
		}
		out.text.WriteString(p.text())
	}
	return out.all()
}

// tokens collects tokens; text that is not interrupted is one.
type tokens struct {
	list []token
	text strings.Builder
}

func (t *tokens) reference(ref token) { t.list = append(t.all(), ref) }

func (t *tokens) all() []token {
	if t.text.Len() > 0 {
		t.list = append(t.list, token{text: t.text.String()})
		t.text.Reset()
	}
	return t.list
}

// text reads one item that is not a reference.
func (p *parser) text() string {
	if s, ok := p.escape(false); ok {
		return s
	}
	end := 0
	for end < len(p.rest) && !opens(p.rest[end:]) {
		end++
	}
	return p.cut(end)
}

// cut gives the next n bytes and moves past them.
func (p *parser) cut(n int) string {
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

// escapes are the sequences that stand for other text.
var escapes = []struct {
	seq, text string
	before    []string // what must follow, if anything
	inside    bool     // only inside a reference
}{
	{seq: `\\`, text: `\`, before: []string{"${", "}"}},
	{seq: `\${`, text: "${"},
	{seq: `\}`, text: "}", inside: true},
	{seq: `\$[`, text: "$["},
}

func (p *parser) escape(inside bool) (string, bool) {
	if p.rest[0] != '\\' {
		return "", false
	}
	for _, e := range escapes {
		rest, ok := strings.CutPrefix(p.rest, e.seq)
		if !ok || e.inside && !inside || e.before != nil && !hasAnyPrefix(rest, e.before) {
			continue
		}
		p.rest = rest
		return e.text, true
	}
	return "", false
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}

// opens reports whether a reference or an escaped opening begins s.
func opens(s string) bool {
	if s[0] != '$' && s[0] != '\\' {
		return false
	}
	return hasAnyPrefix(s, []string{"${", `\${`, `\\${`, `\$[`})
}

// reference reads from ${ to the } that belongs to it.
func (p *parser) reference() token {
	p.cut(2)
	if p.depth++; p.depth > maxNesting {
		p.bad = true
		return token{}
	}
	var found tokens
	nested := false
	for p.rest != "" && p.rest[0] != '}' && !p.bad {
		if strings.HasPrefix(p.rest, "${") {
			found.reference(p.reference())
			nested = true
			continue
		}
		if s, ok := p.escape(true); ok {
			found.text.WriteString(s)
			continue
		}
		found.text.WriteString(p.cut(plain(p.rest)))
	}
	p.depth--
	parts := found.all()
	if p.rest == "" || len(parts) == 0 {
		p.bad = true
		return token{}
	}
	p.cut(1)
	ref := &reference{parts: parts, nested: nested}
	if !nested {
		ref.static = parts[0].text
	}
	return token{ref: ref}
}

// plain gives the length of the text that s begins with, at least 1.
func plain(s string) int {
	if n := strings.IndexAny(s, `\${}`); n != 0 {
		if n < 0 {
			return len(s)
		}
		return n
	}
	return 1
}
