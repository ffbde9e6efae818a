package syntax

import (
	"reflect"
	"testing"
)

// FuzzParse parses anything: spans are in the text, and so is the place of what is
// wrong.
func FuzzParse(f *testing.F) {
	for _, row := range refused {
		f.Add(row.text)
	}
	for _, row := range frames {
		f.Add(row.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		node, err := Parse("program", text)
		if err != nil {
			inside(t, err.(*Error).Span, text)
			return
		}
		checkSpans(t, reflect.ValueOf(node), text)
	})
}

func inside(t *testing.T, s Span, text string) {
	t.Helper()
	if s.File == nil || s.From < 0 || s.From > s.To || int(s.To) > len(text) {
		t.Fatalf("a span from %d to %d in a text of %d bytes", s.From, s.To, len(text))
	}
	s.Pos()
	s.Source()
}

// checkSpans looks at the spans of all nodes in v.
func checkSpans(t *testing.T, v reflect.Value, text string) {
	t.Helper()
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*File]() && v.Type() != reflect.TypeFor[*Shape]() {
			checkSpans(t, v.Elem(), text)
		}
	case reflect.Slice:
		for i := range v.Len() {
			checkSpans(t, v.Index(i), text)
		}
	case reflect.Struct:
		if s, ok := v.Interface().(Span); ok {
			inside(t, s, text)
			return
		}
		for i := range v.NumField() {
			checkSpans(t, v.Field(i), text)
		}
	}
}
