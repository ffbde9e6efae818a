package jsonnetvm

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/jsonnet"
)

const (
	noField    = "Field does not exist: "
	noIndex    = "Value non indexable: "
	noVariable = "Unknown variable: "
	tooLarge   = "look for a list or a text that doubles again and again, or a huge number in std.range, std.makeArray, std.repeat or a format"
)

// likelyFix gives the hint for an error raised while evaluating whose sentence
// does not say what to do, or "".
func likelyFix(e *jsonnet.Error) string {
	if name, ok := strings.CutPrefix(e.Message, noField); ok {
		return diag.DidYouMean(name, e.Names)
	}
	switch kind, ok := strings.CutPrefix(e.Message, noIndex); {
	case ok:
		return withoutFields(e, strings.TrimSuffix(kind, "."))
	case strings.HasPrefix(e.Message, "couldn't manifest function"):
		return "call the function, or hide its field with ::"
	case strings.HasPrefix(e.Message, "Unexpected type null"):
		return "a value is null that must not be: set it, or test for null before"
	case strings.HasPrefix(e.Message, "No such field: "):
		return "the text has a %(key) that the object to its right does not have"
	case strings.HasPrefix(e.Message, "Object assertion failed"):
		return "assert condition : 'why' says what is wrong"
	}
	return ""
}

// withoutFields is the hint for value.field where value has no fields. The
// expression is what the innermost frame stands at.
func withoutFields(e *jsonnet.Error, kind string) string {
	what := "the value"
	if len(e.Frames) > 0 {
		if value := target(e.Frames[0].Source()); value != "" {
			what = value
		}
	}
	if kind == "null" {
		return what + " is null: set it, or test for null before"
	}
	return fmt.Sprintf("%s is a %s, and only objects have fields", what, kind)
}

var fieldAccess = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([\w$.]+)(?:\.\w+|\[[^\[\]\n]*\])$`)
})

// target gives value of value.field or value[index].
func target(expression string) string {
	if m := fieldAccess().FindStringSubmatch(expression); m != nil {
		return m[1]
	}
	return ""
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
