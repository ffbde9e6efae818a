package jsonnetvm

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"

	"github.com/azogue-build/azogue/lib/diag"
)

const (
	noIndex    = "Value non indexable: *jsonnet.value"
	noVariable = "Unknown variable: "
)

// likelyFix gives the hint for an error raised while evaluating whose sentence
// does not say what to do, or "".
func likelyFix(e jsonnet.RuntimeError) string {
	switch kind, ok := strings.CutPrefix(e.Msg, noIndex); {
	case ok:
		return withoutFields(e, strings.ToLower(strings.TrimSuffix(kind, ".")))
	case strings.HasPrefix(e.Msg, "couldn't manifest function"):
		return "call the function, or hide its field with ::"
	case strings.HasPrefix(e.Msg, "Unexpected type null"):
		return "a value is null that must not be: set it, or test for null before"
	case strings.HasPrefix(e.Msg, "No such field: "):
		return "the text has a %(key) that the object to its right does not have"
	case strings.HasPrefix(e.Msg, "Object assertion failed"):
		return "assert condition : 'why' says what is wrong"
	}
	return ""
}

// withoutFields is the hint for value.field where value has no fields. The
// expression is what the innermost frame of a file stands at.
func withoutFields(e jsonnet.RuntimeError, kind string) string {
	what := "the value"
	for i := len(e.StackTrace) - 1; i >= 0; i-- {
		loc := e.StackTrace[i].Loc
		if !loc.IsSet() || loc.File == nil {
			continue
		}
		if value := target(sourceText(loc)); value != "" {
			what = value
		}
		break
	}
	if kind == "null" {
		return what + " is null: set it, or test for null before"
	}
	return fmt.Sprintf("%s is a %s, and only objects have fields", what, kind)
}

var fieldAccess = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([\w$.]+)(?:\.\w+|\[[^\[\]]*\])$`)
})

// target gives value of value.field or value[index].
func target(expression string) string {
	if m := fieldAccess().FindStringSubmatch(expression); m != nil {
		return m[1]
	}
	return ""
}

// sourceText gives the text of a range within one line, or "".
func sourceText(loc ast.LocationRange) string {
	line := loc.Begin.Line
	if line != loc.End.Line || line < 1 || line > len(loc.File.Lines) {
		return ""
	}
	text := loc.File.Lines[line-1]
	from, to := loc.Begin.Column-1, loc.End.Column-1
	if from < 0 || from > to || to > len(text) {
		return ""
	}
	return text[from:to]
}

var bound = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:local|for)\s+([A-Za-z_]\w*)`)
})

// staticFix gives the hint for a program that can't be evaluated, or "".
func (r *run) staticFix(message string) string {
	if name, ok := strings.CutPrefix(message, noVariable); ok {
		text, err := r.FS.ReadFile(r.File)
		if err != nil {
			return ""
		}
		names := []string{"std", "self", "super"}
		for _, m := range bound().FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
		return diag.DidYouMean(name, names)
	}
	if strings.Contains(message, "end of file") {
		return "a bracket or a text is not closed above"
	}
	return ""
}
