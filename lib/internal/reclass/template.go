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
	rest string
	bad  bool
}

// tokens reads a whole string. Outside of a reference, \\ before } counts only
// where an item begins: in reclass-rs the text before it would have eaten it.
func (p *parser) tokens() []token {
	var out []token
	for p.rest != "" && !p.bad {
		if strings.HasPrefix(p.rest, "${") {
			out = append(out, p.reference())
			continue
		}
		out = addText(out, p.text())
	}
	return out
}

// addText appends text to the tokens, to the last one if that is text too.
func addText(out []token, text string) []token {
	if last := len(out) - 1; last >= 0 && out[last].ref == nil {
		out[last].text += text
		return out
	}
	return append(out, token{text: text})
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
	var parts []token
	nested := false
	for p.rest != "" && p.rest[0] != '}' && !p.bad {
		if strings.HasPrefix(p.rest, "${") {
			parts, nested = append(parts, p.reference()), true
			continue
		}
		if s, ok := p.escape(true); ok {
			parts = addText(parts, s)
			continue
		}
		parts = addText(parts, p.cut(plain(p.rest)))
	}
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
