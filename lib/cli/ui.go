package cli

// Rules for text to people, whatever the verb:
//   - results go to Out, everything else to Err; Out of a machine format holds
//     nothing but that format
//   - a problem is place, severity and sentence on one line, then indented how
//     azogue came there, and the likely fix last
//   - errors come before warnings, and are counted in the last line
//   - what a user typed is quoted; no stack traces; no secret values
//   - no colour yet

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
)

// fail tells an error that ended the run.
func (r *run) fail(err error) {
	list := []diag.Diag{diag.From(err, "azogue/error")}
	if r.format == "json" {
		r.printJSON(failure{jsonDiags(list)})
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

// tell prints findings for people.
func (r *run) tell(diags []diag.Diag) {
	for _, d := range diags[:min(len(diags), tellAtMost)] {
		fmt.Fprintln(r.Err, text(d))
	}
	if more := len(diags) - tellAtMost; more > 0 {
		fmt.Fprintf(r.Err, "and %d more; --format json shows all\n", more)
	}
}

// text gives a finding as lines without a final newline.
func text(d diag.Diag) string {
	var b strings.Builder
	if p := d.Pos.String(); p != "" {
		b.WriteString(p + ": ")
	}
	fmt.Fprintf(&b, "%s: ", d.Severity)
	if d.Target != "" {
		fmt.Fprintf(&b, "target %s: ", d.Target)
	}
	b.WriteString(strings.ReplaceAll(strings.TrimSpace(d.Message), "\n", "\n    "))
	for _, f := range d.Chain {
		b.WriteString("\n    ")
		if p := f.Pos.String(); p != "" {
			b.WriteString(p + ": ")
		}
		b.WriteString(f.Text)
	}
	if d.Hint != "" {
		b.WriteString("\n    hint: " + d.Hint)
	}
	return b.String()
}

// stopOn tells all findings and gives an error if one is an error.
func (r *run) stopOn(diags []diag.Diag) error {
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
	fmt.Fprintf(r.Err, "%s; nothing was written\n", plural(count, "error"))
	return exit(exitCouldNot)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
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
func (r *run) printJSON(value any) error {
	e := json.NewEncoder(r.Out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(value)
}
