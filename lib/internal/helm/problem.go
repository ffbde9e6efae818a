package helm

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"text/template"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// problem is an error in a template. Its places are names of templates:
// "chart/templates/file".
type problem struct {
	message string
	hint    string
	frames  []diag.Frame // the innermost first
}

func (p problem) Error() string { return p.message }

var (
	// place is how text/template says where an error is.
	place = regexp.MustCompile(`^template: (.*?):(\d+)(?::(\d+))?: (?:executing "[^"]*" at <((?s:.*?))>: )?`)
	// nilPointer is what it says of a field of nothing.
	nilPointer = regexp.MustCompile(`^nil pointer evaluating (?:interface \{\}|\*?[\w.]+)\.(\w+)$`)
	calling    = regexp.MustCompile(`^error calling (\w+): `)
)

// frame takes the place off the beginning of text/template's sentence, and
// gives the rest and what was evaluated there.
func frame(sentence string) (f diag.Frame, at, rest string, ok bool) {
	m := place.FindStringSubmatch(sentence)
	if m == nil {
		return f, "", sentence, false
	}
	line, _ := strconv.ParseInt(m[2], 10, 32)
	column, _ := strconv.ParseInt(m[3], 10, 32)
	column = max(column, 1)
	return diag.Frame{Pos: tree.Pos{File: m[1], Line: int32(line), Column: int32(column)}}, m[4], sentence[len(m[0]):], true
}

func parseProblem(err error) error {
	f, _, rest, ok := frame(err.Error())
	if !ok {
		return problem{message: err.Error()}
	}
	p := problem{message: "the template can't be parsed: " + rest, frames: []diag.Frame{f}}
	if m := regexp.MustCompile(`^function "(\w+)" not defined$`).FindStringSubmatch(rest); m != nil {
		p.hint = "Helm has no function " + m[1]
	}
	return p
}

// executionProblem makes of nested errors one with a frame for each template
// that led to the innermost.
func executionProblem(err error) error {
	p := problem{}
	sentence := err.Error()
	at := ""
	for {
		f, evaluated, rest, ok := frame(sentence)
		if !ok {
			break
		}
		at, sentence = evaluated, rest
		if evaluated != "" {
			f.Text = "at " + evaluated
		}
		p.frames = append([]diag.Frame{f}, p.frames...)
		if m := calling.FindString(sentence); m != "" && strings.Contains(sentence, "template: ") && errorsNested(err) {
			sentence = sentence[strings.Index(sentence, "template: "):]
		}
	}
	p.frames = folded(p.frames)
	p.message = calling.ReplaceAllString(strings.TrimSuffix(sentence, "\n"), "")
	if said, ok := errors.AsType[refused](err); ok {
		p.message = said.message
	} else if why, ok := errors.AsType[stopped](err); ok {
		p.message = "the chart was stopped: " + why.why
	} else if m := nilPointer.FindStringSubmatch(sentence); m != nil {
		p.message, p.hint = nilSentence(at, m[1], sentence)
	}
	return p
}

// folded gives frames that repeat the one before as one.
func folded(frames []diag.Frame) []diag.Frame {
	var out []diag.Frame
	for i := 0; i < len(frames); {
		n := 1
		for i+n < len(frames) && frames[i+n] == frames[i] {
			n++
		}
		f := frames[i]
		if n > 1 {
			f.Text += fmt.Sprintf(", %d times", n)
		}
		out = append(out, f)
		i += n
	}
	return out
}

func errorsNested(err error) bool {
	_, ok := errors.AsType[template.ExecError](errors.Unwrap(err))
	return ok || errors.Unwrap(err) != nil
}

// nilSentence tells which value was nothing: of .Values.a.b.c and the field c,
// that is .Values.a.b.
func nilSentence(at, field, sentence string) (message, hint string) {
	before, _, ok := strings.Cut(at+".", "."+field+".")
	if !ok || before == "" {
		return sentence, ""
	}
	message = fmt.Sprintf("%s is not set, so it has no %s", before, field)
	if strings.Contains(before, ".Values.") {
		hint = fmt.Sprintf("set %s in helm_values", before[strings.Index(before, ".Values.")+len(".Values."):])
	}
	return message, hint
}
