package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
)

// changeStyles are the colours of what happened to a file.
var changeStyles = map[string]style{"added": green, "removed": red, "changed": yellow}

// lineStyles are the colours of the lines of a diff.
var lineStyles = map[byte]style{'+': green, '-': red, '@': cyan, '~': cyan}

// text is the report for people: the differences, then the summary.
func (p report) text(w io.Writer, colours bool) error {
	var b strings.Builder
	changes := p.shared()
	if p.update {
		changes = nil // git shows them, and they are accepted
	}
	for i, s := range changes {
		if i == diffsAtMost && !p.full {
			fmt.Fprintf(&b, "... and differences in %s more; --full shows them\n\n", plural(len(changes)-i, "file"))
			break
		}
		fmt.Fprintf(&b, "%s %s\n", paint(colours, changeStyles[s.change], s.change), paint(colours, bold, s.title()))
		for _, l := range s.lines(p.full) {
			b.WriteString(paint(colours, lineStyles[l.op], l.text) + "\n")
		}
		b.WriteString("\n")
	}
	if list := p.list(); list != "" {
		b.WriteString(list + "\n")
	}
	b.WriteString(paint(colours, bold, p.lastLine()) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown is the report as a comment to a pull request: the summary, and the
// differences folded.
func (p report) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n", p.lastLine())
	if list := p.list(); list != "" {
		b.WriteString("\n" + list)
	}
	for _, d := range p.findings() {
		fmt.Fprintf(&b, "\n%s\n", fenced("", text(d, false)+"\n"))
	}
	changes := p.shared()
	for i, s := range changes {
		if i == diffsAtMost && !p.full {
			fmt.Fprintf(&b, "\n... and differences in %s more\n", plural(len(changes)-i, "file"))
			break
		}
		var lines strings.Builder
		for _, l := range s.lines(p.full) {
			lines.WriteString(l.text + "\n")
		}
		fmt.Fprintf(&b, "\n<details><summary>%s <code>%s</code></summary>\n\n%s\n</details>\n", s.change, escaped(s.title()), fenced("diff", lines.String()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// fenced is a block of code that the text can't end.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + fence + "\n"
}

func escaped(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// list is the summary of what differs, a list of Markdown that reads as text.
// Checks that it says the same of share an entry.
func (p report) list() string {
	type entry struct {
		text string
		of   []string
	}
	var entries []*entry
	for i := range p.outcomes {
		o := &p.outcomes[i]
		text := o.entry(p.full)
		if text == "" {
			continue
		}
		at := slices.IndexFunc(entries, func(e *entry) bool { return e.text == text })
		if at < 0 {
			at = len(entries)
			entries = append(entries, &entry{text: text})
		}
		entries[at].of = append(entries[at].of, "`"+o.name+"`")
	}
	var b strings.Builder
	for _, e := range entries {
		names := several(e.of)
		if p.full {
			names = strings.Join(e.of, ", ")
		}
		fmt.Fprintf(&b, "- %s: %s", names, e.text)
	}
	return b.String()
}

// entry says what differs in one check, or why it was not compared; nothing if
// it is equal.
func (o *outcome) entry(full bool) string {
	if o.failed() {
		return o.why() + "\n"
	}
	if len(o.changes) == 0 {
		return ""
	}
	var in totals
	in.add(*o)
	var b strings.Builder
	fmt.Fprintf(&b, "%v of %s\n", in, plural(in.files, "file"))
	for i, c := range o.changes {
		if i == namesAtMost && len(o.changes) > namesAtMost+1 && !full {
			fmt.Fprintf(&b, "  - and %d more\n", len(o.changes)-i)
			break
		}
		fmt.Fprintf(&b, "  - %s `%s`%s\n", c.change, visible(c.path), stat(c.added, c.removed))
	}
	return b.String()
}

// why says why there is nothing to compare.
func (o *outcome) why() string {
	count := 0
	for _, d := range o.diags {
		switch d.ID {
		case "golden/none":
			return "no golden files"
		case "compile/input-type":
			return "not compared, " + d.Message
		}
		if d.Severity == diag.Error {
			count++
		}
	}
	return "not compared, " + plural(count, "error")
}

// lastLine is the summary in one line.
func (p report) lastLine() string {
	if p.summary != "" {
		return p.summary
	}
	failed, differ, in := p.count()
	name := plural(len(p.outcomes), p.what)
	if len(p.outcomes) == 1 {
		name = p.outcomes[0].name
	}
	if failed == len(p.outcomes) {
		return name + ": not compared"
	}
	line := fmt.Sprintf("%s: %s, ", name, plural(in.files, "file"))
	switch {
	case differ == 0:
		line += "no differences"
	case p.update:
		line += fmt.Sprintf("golden files updated: %v", in)
	default:
		line += fmt.Sprintf("%v", in)
	}
	if len(p.outcomes) > 1 && differ > 0 {
		line += fmt.Sprintf(" in %s", plural(differ, p.what))
	}
	if failed > 0 {
		line += fmt.Sprintf("; %d not compared", failed)
	}
	if differ > 0 && !p.update {
		line += "; to accept: " + p.accept
	}
	return line
}
