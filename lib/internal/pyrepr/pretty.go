package pyrepr

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// Pretty gives pprint.pformat(value, width=width, sort_dicts=False): what does not
// fit on a line gets one line an entry, and long strings are cut at blanks.
func Pretty(n *tree.Node, width int) string {
	p := &printer{width: width}
	p.format(n, 0, 0, 1)
	return p.b.String()
}

type printer struct {
	b     strings.Builder
	width int
}

// format writes a value that begins in column indent and is followed by rest more
// characters on its last line.
func (p *printer) format(n *tree.Node, indent, rest, level int) {
	text := Value(n)
	fits := utf8.RuneCountInString(text) <= p.width-indent-rest
	switch {
	case fits, n.Kind == tree.String && n.Text == "":
		p.b.WriteString(text)
	case n.Kind == tree.String:
		p.long(n.Text, indent, rest, level)
	case n.Kind == tree.List:
		p.b.WriteByte('[')
		for i, item := range n.Items {
			p.format(item, indent+1, p.separate(i, len(n.Items), indent+1, rest+1), level+1)
		}
		p.b.WriteByte(']')
	case n.Kind == tree.Map:
		p.b.WriteByte('{')
		for i, f := range n.Fields {
			after := p.separate(i, len(n.Fields), indent+1, rest+1)
			key := Value(f.Key) + ": "
			p.b.WriteString(key)
			p.format(f.Value, indent+1+utf8.RuneCountInString(key), after, level+1)
		}
		p.b.WriteByte('}')
	default:
		p.b.WriteString(text)
	}
}

// separate begins the entry i of count, and gives how many characters follow it.
func (p *printer) separate(i, count, indent, rest int) int {
	if i > 0 {
		p.line(indent, ",")
	}
	if i < count-1 {
		return 1
	}
	return rest
}

func (p *printer) line(indent int, end string) {
	p.b.WriteString(end + "\n" + strings.Repeat(" ", indent))
}

// long writes a string in pieces: a line each, and lines that are too long in
// words. At the top they stand in parentheses.
func (p *printer) long(s string, indent, rest, level int) {
	if level == 1 {
		indent++
		rest++
	}
	var pieces []string
	lines := Lines(s)
	for i, line := range lines {
		room := p.width - indent
		last := i == len(lines)-1
		if last {
			room -= rest
		}
		if size(line) <= room {
			pieces = append(pieces, String(line))
			continue
		}
		pieces = append(pieces, p.words(line, indent, rest, last)...)
	}
	if len(pieces) == 1 {
		p.b.WriteString(String(lines[len(lines)-1]))
		return
	}
	if level == 1 {
		p.b.WriteByte('(')
	}
	for i, piece := range pieces {
		if i > 0 {
			p.line(indent, "")
		}
		p.b.WriteString(piece)
	}
	if level == 1 {
		p.b.WriteByte(')')
	}
}

func size(s string) int { return utf8.RuneCountInString(String(s)) }

// words cuts a line before words.
func (p *printer) words(line string, indent, rest int, last bool) []string {
	var pieces []string
	room, current := p.width-indent, ""
	words := split(line)
	for j, word := range words {
		if last && j == len(words)-1 {
			room -= rest
		}
		if size(current+word) <= room {
			current += word
			continue
		}
		if current != "" {
			pieces = append(pieces, String(current))
		}
		current = word
	}
	if current != "" {
		pieces = append(pieces, String(current))
	}
	return pieces
}

// split gives the words of a line, each with the blanks after it.
func split(line string) []string {
	var words []string
	blank, from := false, 0
	for i := 0; i < len(line); {
		r, n := pyjson.DecodeRune(line[i:])
		space := IsSpace(r)
		if blank && !space {
			words = append(words, line[from:i])
			from = i
		}
		blank = space
		i += n
	}
	return append(words, line[from:])
}

// IsSpace is Python's str.isspace for one character.
func IsSpace(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

// Lines gives str.splitlines(True): the lines with their ends.
func Lines(s string) []string {
	var lines []string
	from := 0
	for i := 0; i < len(s); {
		r, n := pyjson.DecodeRune(s[i:])
		i += n
		switch r {
		case '\r':
			if i < len(s) && s[i] == '\n' {
				i++
			}
		case '\n', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		default:
			continue
		}
		lines = append(lines, s[from:i])
		from = i
	}
	if from < len(s) {
		lines = append(lines, s[from:])
	}
	return lines
}
