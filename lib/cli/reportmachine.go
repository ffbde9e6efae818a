package cli

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
)

// jsonReport is a report for machines.
type jsonReport struct {
	Checks []jsonCheck `json:"checks"`
	Failed int         `json:"failed"` // that could not be compared
	Differ int         `json:"differ"`
	Time   float64     `json:"seconds,omitempty"`
}

type jsonCheck struct {
	Name     string       `json:"name"`
	Folder   string       `json:"folder"`
	Files    int          `json:"files"`
	Changes  []jsonChange `json:"changes"`
	Findings []jsonDiag   `json:"findings"`
}

type jsonChange struct {
	Change  string `json:"change"` // added, removed or changed
	Path    string `json:"path"`
	From    string `json:"from,omitempty"` // the input that it is compiled from
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Note    string `json:"note,omitempty"`
	Diff    string `json:"diff"`
}

func (p report) json(w io.Writer) error {
	failed, differ, _ := p.count()
	doc := jsonReport{Checks: []jsonCheck{}, Failed: failed, Differ: differ, Time: p.took.Seconds()}
	for _, o := range p.outcomes {
		c := jsonCheck{o.name, o.folder, len(o.equal) + len(o.changes), []jsonChange{}, jsonDiags(o.diags)}
		for _, f := range o.changes {
			c.Changes = append(c.Changes, jsonChange{f.change, f.path, f.from, f.added, f.removed, f.note, f.diff(true)})
		}
		doc.Checks = append(doc.Checks, c)
	}
	return encode(w, doc)
}

// diff gives the lines of a change as one text.
func (c fileChange) diff(full bool) string {
	var b strings.Builder
	for _, l := range c.lines(full) {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}

// The elements of JUnit's XML that GitLab and Jenkins read: a suite for each
// check, a case for compiling it, and one for each of its files.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Time    string        `xml:"time,attr"`
		Failure *junitProblem `xml:"failure,omitempty"`
		Error   *junitProblem `xml:"error,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",innerxml"`
	}
)

func (p report) junit(w io.Writer) error {
	doc := junitSuites{Name: "azogue"}
	for _, o := range p.outcomes {
		s := o.junit(p)
		doc.Suites = append(doc.Suites, s)
		doc.Tests, doc.Failures, doc.Errors = doc.Tests+s.Tests, doc.Failures+s.Failures, doc.Errors+s.Errors
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

func (o *outcome) junit(p report) junitSuite {
	seconds := fmt.Sprintf("%.3f", o.took.Seconds())
	class := o.suite + "." + o.name
	if o.suite == "" {
		class = o.name
	}
	compile := junitCase{Name: "compile", Class: class, Time: seconds}
	if o.failed() {
		compile.Error = &junitProblem{Type: "error"}
		for _, d := range byPlace(o.diags) {
			if d.Severity == diag.Error && compile.Error.Message == "" {
				compile.Error.Message, compile.Error.Type = d.Error(), d.ID
			}
			compile.Error.Text += chardata(text(d, false) + "\n")
		}
	}
	s := junitSuite{Name: o.name, Time: seconds, Cases: []junitCase{compile}}
	for _, f := range o.equal {
		s.Cases = append(s.Cases, junitCase{Name: f, Class: class, Time: "0"})
	}
	for _, c := range o.changes {
		file := junitCase{Name: c.path, Class: class, File: o.folder + "/" + c.path, Time: "0"}
		if !p.update {
			file.Failure = &junitProblem{Message: c.change + stat(c.added, c.removed), Type: c.change, Text: chardata("\n" + c.diff(p.full))}
			s.Failures++
		}
		s.Cases = append(s.Cases, file)
	}
	if s.Tests = len(s.Cases); o.failed() {
		s.Errors = 1
	}
	return s
}

// chardata escapes a text as encoding/xml does, but leaves its lines: reports
// are read by people as well.
func chardata(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic("bug: " + err.Error())
	}
	return strings.NewReplacer("&#xA;", "\n", "&#x9;", "\t").Replace(b.String())
}
