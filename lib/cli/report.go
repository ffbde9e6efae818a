package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/azogue-build/azogue/lib/diag"
)

// report is what checks gave, ready to be told.
type report struct {
	what   string // what the checks are, in the singular
	accept string // the command that accepts all differences
	checkFlags
	outcomes []outcome
	summary  string        // the last line, where it is not the usual one
	took     time.Duration // 0: not told
}

// reportFormat is a way to write a report.
type reportFormat struct {
	name  string
	write func(report, io.Writer) error
}

// reportFormats are the formats of reports.
var reportFormats = []reportFormat{
	{"text", func(p report, w io.Writer) error { return p.text(w, false) }},
	{"markdown", report.markdown},
	{"json", report.json},
	{"junit", report.junit},
}

func formatNames() string {
	var names []string
	for _, f := range reportFormats {
		names = append(names, f.name)
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// report gives the format of the report.
func (f checkFlags) report() (reportFormat, error) {
	var names []string
	for _, known := range reportFormats {
		if known.name == f.format {
			return known, nil
		}
		names = append(names, known.name)
	}
	return reportFormat{}, diag.Diag{ID: "azogue/usage", Message: fmt.Sprintf("--format is %s, not %q", formatNames(), f.format), Hint: diag.DidYouMean(f.format, names)}
}

// report tells what checks gave: for people on Out, unless Out is for the
// format asked for. The exit code is the worst.
func (r *run) report(p report) error {
	if failed, _, _ := p.count(); failed > 0 && r.interrupted() {
		return exit(exitCouldNot)
	}
	for _, o := range p.outcomes {
		fmt.Fprint(r.Err, lines(o.trace, ""))
	}
	if p.format == "text" || p.file != "" {
		r.tell(p.findings())
	}
	r.tellTimes(p.outcomes)
	if err := r.write(p); err != nil {
		return err
	}
	failed, differ, _ := p.count()
	switch {
	case failed > 0:
		return exit(exitCouldNot)
	case differ > 0 && !p.update:
		return exit(exitFindings)
	}
	return nil
}

// write writes the report to where it is wanted.
func (r *run) write(p report) error {
	format, err := p.checkFlags.report()
	if err != nil {
		return err
	}
	if p.file != "" {
		var b bytes.Buffer
		if err := format.write(p, &b); err != nil {
			return err
		}
		if err := os.WriteFile(p.file, b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if p.file != "" || format.name == "text" {
		return p.text(r.Out, r.colours(r.OutTerminal))
	}
	return format.write(p, r.Out)
}

// findings are those of all checks; what several share is told once.
func (p report) findings() []diag.Diag {
	var all []diag.Diag
	for _, o := range p.outcomes {
		all = append(all, o.diags...)
	}
	all = diag.Once(byPlace(all))
	told := map[string]bool{}
	return slices.DeleteFunc(all, func(d diag.Diag) bool { // those without a place
		whole := text(d, false)
		again := told[whole]
		told[whole] = true
		return again
	})
}

// count gives how many checks failed, how many differ, and what differs in all.
func (p report) count() (failed, differ int, in totals) {
	for _, o := range p.outcomes {
		if o.failed() {
			failed++
			continue
		}
		if len(o.changes) > 0 {
			differ++
		}
		in.add(o)
	}
	return failed, differ, in
}

// totals count files and lines.
type totals struct{ files, changed, added, removed, linesAdded, linesRemoved int }

func (t *totals) add(o outcome) {
	t.files += len(o.equal)
	for _, c := range o.changes {
		switch c.change {
		case "added":
			t.added++
		case "removed":
			t.removed++
		default:
			t.changed++
		}
		t.linesAdded, t.linesRemoved = t.linesAdded+c.added, t.linesRemoved+c.removed
	}
	t.files += len(o.changes)
}

// String gives what differs, as "2 changed, 1 removed (+3 -4)".
func (t totals) String() string {
	var parts []string
	for _, n := range []struct {
		count int
		what  string
	}{{t.changed, "changed"}, {t.added, "added"}, {t.removed, "removed"}} {
		if n.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n.count, n.what))
		}
	}
	return strings.Join(parts, ", ") + stat(t.linesAdded, t.linesRemoved)
}

func stat(added, removed int) string {
	var parts []string
	if added > 0 {
		parts = append(parts, fmt.Sprintf("+%d", added))
	}
	if removed > 0 {
		parts = append(parts, fmt.Sprintf("-%d", removed))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, " ") + ")"
}

// shared is a change that one or several checks have alike.
type shared struct {
	fileChange
	in []string
}

// shared gives the changes of all checks, in the order in which they come up
// first.
func (p report) shared() []*shared {
	var list []*shared
	known := map[string]*shared{}
	for _, o := range p.outcomes {
		for _, c := range o.changes {
			key := c.key()
			if known[key] == nil {
				known[key] = &shared{fileChange: c}
				list = append(list, known[key])
			}
			known[key].in = append(known[key].in, o.name)
		}
	}
	return list
}

// key is the same for changes that are alike: of the same lines in the same place
// of the same file, whatever is around them.
func (c fileChange) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q %q\n", c.change, c.path, c.note)
	for _, h := range c.hunks {
		fmt.Fprintf(&b, "@ %s\n", h.Place)
		for _, l := range h.Lines {
			if l.Op != ' ' {
				fmt.Fprintf(&b, "%c%s %v\n", l.Op, l.Text, l.Open)
			}
		}
	}
	return b.String()
}

// title says what a change is, without style.
func (s shared) title() string {
	t := visible(s.path) + stat(s.added, s.removed)
	if s.note != "" {
		t += ", " + s.note
	}
	t += " in " + several(s.in)
	if s.from != "" {
		t += ", from " + visible(s.from)
	}
	return t
}

// several names a few and counts the rest.
func several(names []string) string {
	const atMost = 4
	if len(names) <= atMost {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:atMost-1], ", "), len(names)-atMost+1)
}

// How much is shown of differences unless --full is given: whole files are
// known by their beginning.
const (
	diffsAtMost    = 40
	linesAtMost    = 60
	newLinesAtMost = 12
	namesAtMost    = 20
)

// diffLine is a line of a diff with what it is: '@' for the head of a hunk, '~'
// for what is left out.
type diffLine struct {
	op   byte
	text string
}

// lines gives the diff of a change, cut unless full.
func (c fileChange) lines(full bool) []diffLine {
	var list []diffLine
	for _, h := range c.hunks {
		if c.change == "changed" {
			list = append(list, diffLine{'@', strings.TrimRight(fmt.Sprintf("@@ -%d,%d +%d,%d @@ %s", h.OldStart, h.OldCount, h.NewStart, h.NewCount, visible(h.Place)), " ")})
		}
		for _, l := range h.Lines {
			list = append(list, diffLine{l.Op, string(l.Op) + visible(l.Text)})
			if l.Open {
				list = append(list, diffLine{'~', `\ no line break at the end of the file`})
			}
		}
	}
	most := linesAtMost
	if c.change != "changed" {
		most = newLinesAtMost
	}
	if more := len(list) - most; more > 1 && !full {
		list = append(list[:most:most], diffLine{'~', fmt.Sprintf("... %d more lines; --full shows them", more)})
	}
	return list
}

func isYAML(name string) bool {
	ext := path.Ext(name)
	return ext == ".yaml" || ext == ".yml"
}
