package cli

// Rules for text to people, whatever the verb:
//   - results go to Out, everything else to Err; Out of a machine format holds
//     nothing but that format
//   - a problem is place, severity and sentence on one line, then indented how
//     azogue came there, and the likely fix last
//   - errors come before warnings, both in the order of their places, and are
//     counted in the last line; what is not installed or downloaded comes before
//     all, as most of the others come of it; the last line of a run is its summary
//   - what a user typed is quoted; no stack traces; no secret values
//   - colours and the progress line are for terminals only; nothing is told by
//     a colour alone, and what files hold can't move the cursor

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
)

// Streams is where a run writes, and what is known of who reads it. Results go
// to Out, all else to Err.
type Streams struct {
	Out, Err                 io.Writer
	OutTerminal, ErrTerminal bool
	Env                      func(string) string // nil: no variable is set
}

// Standard gives the streams of the process.
func Standard() Streams {
	terminal := func(f *os.File) bool {
		info, err := f.Stat()
		return err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return Streams{os.Stdout, os.Stderr, terminal(os.Stdout), terminal(os.Stderr), os.Getenv}
}

func (s Streams) env(name string) string {
	if s.Env == nil {
		return ""
	}
	return s.Env(name)
}

// colours reports whether a stream is one for colours (https://no-color.org).
func (s Streams) colours(terminal bool) bool {
	return terminal && s.env("NO_COLOR") == "" && s.env("TERM") != "dumb"
}

// style is a way to show a text, as the codes of terminals.
type style string

// The styles in use.
const (
	bold   style = "1"
	red    style = "31"
	green  style = "32"
	yellow style = "33"
	cyan   style = "36"
)

// paint gives a text in a style to a stream that shows colours.
func paint(colours bool, s style, text string) string {
	if !colours || text == "" || s == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// visible gives a line with what moves a terminal's cursor written out.
func visible(line string) string {
	if !strings.ContainsFunc(line, moves) {
		return line
	}
	var b strings.Builder
	for _, c := range line {
		if moves(c) {
			fmt.Fprintf(&b, "\\x%02x", c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// lines is visible for a text of several lines; those after the first are
// indented.
func lines(text, indent string) string {
	list := strings.Split(text, "\n")
	for i, l := range list {
		list[i] = visible(l)
	}
	return strings.Join(list, "\n"+indent)
}

func moves(c rune) bool { return c != '\t' && unicode.IsControl(c) }

// fail tells an error that ended the run.
func (r *run) fail(err error) {
	list := []diag.Diag{diag.From(err, "azogue/error")}
	if r.format == "json" && r.printJSON(failure{jsonDiags(list)}) == nil {
		return
	}
	r.tell(list)
}

// failure is what a run that could not do its work tells machines.
type failure struct {
	Findings []jsonDiag `json:"findings"`
}

// tellAtMost is how many findings are shown to people; machines get all.
const tellAtMost = 100

// tell prints findings for people, by severity and place.
func (r *run) tell(diags []diag.Diag) {
	diags = byPlace(diags)
	colours := r.colours(r.ErrTerminal)
	for _, d := range diags[:min(len(diags), tellAtMost)] {
		fmt.Fprintln(r.Err, text(d, colours))
	}
	if more := len(diags) - tellAtMost; more > 0 {
		fmt.Fprintf(r.Err, "and %d more; --format json shows all\n", more)
	}
}

// byPlace gives findings in the order in which files are read from top to bottom.
func byPlace(diags []diag.Diag) []diag.Diag {
	return slices.SortedStableFunc(slices.Values(diags), func(a, b diag.Diag) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
}

// rank puts findings first that others come of.
func rank(d diag.Diag) int {
	if d.ID == "component/jsonnetfile" || d.ID == "compile/download" {
		return 0
	}
	return 1
}

// step gives a step on the way to a finding; one has a place, a text or both.
func step(f diag.Frame) string {
	place := f.Pos.String()
	if place == "" || f.Text == "" {
		return place + f.Text
	}
	return place + ": " + f.Text
}

// severityStyles are in the order of the severities.
var severityStyles = [...]style{diag.Error: red, diag.Warning: yellow, diag.Notice: cyan}

// text gives a finding as lines without a final newline.
func text(d diag.Diag, colours bool) string {
	var b strings.Builder
	if p := d.Pos.String(); p != "" {
		b.WriteString(paint(colours, bold, visible(p)) + ": ")
	}
	b.WriteString(paint(colours, severityStyles[d.Severity], d.Severity.String()) + ": ")
	if d.Target != "" {
		fmt.Fprintf(&b, "target %s: ", visible(d.Target))
	}
	b.WriteString(lines(strings.TrimSpace(d.Message), "    "))
	for _, f := range d.Chain {
		b.WriteString("\n    " + lines(step(f), "    "))
	}
	if d.Hint != "" {
		b.WriteString("\n    hint: " + lines(d.Hint, "    "))
	}
	return b.String()
}

// interrupted tells that the user has ended the run, if that is why it is over:
// what it found on the way is no fault of the input.
func (r *run) interrupted() bool {
	if r.signals == nil || r.signals.Err() == nil {
		return false
	}
	fmt.Fprintln(r.Err, map[bool]string{true: "interrupted; nothing was written", false: "interrupted"}[r.writes])
	return true
}

// stopOn tells all findings and gives an error if one is an error.
func (r *run) stopOn(diags []diag.Diag) error {
	if diag.HasErrors(diags) && r.interrupted() {
		return exit(exitCouldNot)
	}
	if r.format == "json" && diag.HasErrors(diags) {
		r.printJSON(failure{jsonDiags(diags)})
		return exit(exitCouldNot)
	}
	r.tell(diags)
	if !diag.HasErrors(diags) {
		return nil
	}
	count := 0
	for _, d := range diags {
		if d.Severity == diag.Error {
			count++
		}
	}
	what := ""
	if r.writes {
		what = "; nothing was written"
	}
	fmt.Fprintf(r.Err, "%s%s\n", plural(count, "error"), what)
	return exit(exitCouldNot)
}

// tellTimes prints how long stages and targets took, if it is asked for.
func (r *run) tellTimes(outcomes []outcome) {
	if !r.verbose {
		return
	}
	for _, o := range outcomes {
		r.tellTime(o.name, o.times)
	}
}

// tellTime prints the times of one compile: stages in order, then targets, the
// slowest first.
func (r *run) tellTime(name string, times []compiler.Time) {
	var targets []compiler.Time
	for _, t := range times {
		if t.Target != "" {
			targets = append(targets, t)
			continue
		}
		fmt.Fprintf(r.Err, "%8.1f ms  %s  %s\n", milliseconds(t.Took), name, t.Stage)
	}
	slices.SortStableFunc(targets, func(a, b compiler.Time) int { return cmp.Compare(b.Took, a.Took) })
	for _, t := range targets {
		fmt.Fprintf(r.Err, "%8.1f ms  %s  %s %s\n", milliseconds(t.Took), name, t.Stage, t.Target)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "y") {
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(noun, "y"))
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// jsonDiag is the form of a finding for machines.
type jsonDiag struct {
	ID       string      `json:"id"`
	Severity string      `json:"severity"`
	File     string      `json:"file,omitempty"`
	Line     int32       `json:"line,omitempty"`
	Column   int32       `json:"column,omitempty"`
	Target   string      `json:"target,omitempty"`
	Message  string      `json:"message"`
	Hint     string      `json:"hint,omitempty"`
	Chain    []jsonFrame `json:"chain,omitempty"`
}

// jsonFrame is a step on the way to a finding, the nearest first.
type jsonFrame struct {
	File   string `json:"file,omitempty"`
	Line   int32  `json:"line,omitempty"`
	Column int32  `json:"column,omitempty"`
	Text   string `json:"text"`
}

func jsonDiags(diags []diag.Diag) []jsonDiag {
	list := make([]jsonDiag, 0, len(diags))
	for _, d := range diags {
		var chain []jsonFrame
		for _, f := range d.Chain {
			chain = append(chain, jsonFrame{f.Pos.File, f.Pos.Line, f.Pos.Column, f.Text})
		}
		list = append(list, jsonDiag{d.ID, d.Severity.String(), d.Pos.File, d.Pos.Line, d.Pos.Column, d.Target, d.Message, d.Hint, chain})
	}
	return list
}

// printJSON prints a value for machines.
func (r *run) printJSON(value any) error { return encode(r.Out, value) }

func encode(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(value)
}
