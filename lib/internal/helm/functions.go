package helm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/BurntSushi/toml"
	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"
	yamlv3 "sigs.k8s.io/yaml/goyaml.v3"
)

// sprigFunctions are sprig's, as they are.
var sprigFunctions = sync.OnceValue(sprig.TxtFuncMap)

// builtinNames are text/template's own functions, for the parser.
var builtinNames = func() map[string]any {
	names := map[string]any{}
	for _, n := range []string{"and", "call", "eq", "ge", "gt", "html", "index", "js", "le", "len", "lt", "ne", "not", "or", "print", "printf", "println", "slice", "urlquery"} {
		names[n] = true
	}
	return names
}()

// functionNames are all that a template may call, for the parser.
var functionNames = sync.OnceValue(func() map[string]any {
	names := map[string]any{"include": true, "tpl": true}
	for n := range functions() {
		names[n] = true
	}
	return names
})

// functions are the functions that need nothing of the run. Those of Helm, and
// those of sprig whose result depends on the order of a Go map or grows without
// a bound, are ours.
var functions = sync.OnceValue(func() template.FuncMap {
	all := maps.Clone(sprigFunctions())
	delete(all, "env")
	delete(all, "expandenv")
	for name, f := range own {
		all[name] = f
	}
	for name := range changing { // until the run has its own
		all[name] = sprigFunctions()[name]
	}
	for _, name := range whole {
		all[name] = acyclic(all[name])
	}
	return all
})

var own = template.FuncMap{
	"toToml": toTOML,
	"fromToml": func(s string) map[string]any {
		return read(s, func(b []byte, v any) error { return toml.Unmarshal(b, v) })
	},
	"toYaml":        toYAML,
	"toYamlPretty":  toYAMLPretty,
	"fromYaml":      func(s string) map[string]any { return read(s, unmarshalYAML) },
	"fromYamlArray": func(s string) []any { return readArray(s, unmarshalYAML) },
	"toJson":        toJSON,
	"fromJson":      func(s string) map[string]any { return read(s, json.Unmarshal) },
	"fromJsonArray": func(s string) []any { return readArray(s, json.Unmarshal) },

	"required":      required,
	"fail":          func(message string) (string, error) { return "", refused{message} },
	"lookup":        func(string, string, string, string) (map[string]any, error) { return map[string]any{}, nil },
	"getHostByName": func(string) string { return "" },

	"keys":      keys,
	"values":    values,
	"until":     func(count int) ([]int, error) { return untilStep(0, count, sign(count)) },
	"untilStep": untilStep,
	"repeat":    repeat,

	"print":   fmt.Sprint,
	"printf":  fmt.Sprintf,
	"println": fmt.Sprintln,
}

// whole are the functions that walk through all of a value: what holds itself, or
// is shared too often, must not get there.
var whole = []string{"toYaml", "toYamlPretty", "toJson", "toToml", "toPrettyJson", "toRawJson", "mustToJson", "mustToPrettyJson", "mustToRawJson",
	"deepCopy", "mustDeepCopy", "merge", "mustMerge", "mergeOverwrite", "mustMergeOverwrite", "toString", "quote", "squote", "cat", "join", "deepEqual", "print", "printf", "println"}

// refused is what a chart says with fail or required.
type refused struct{ message string }

func (r refused) Error() string { return r.message }

func required(message string, value any) (any, error) {
	if s, ok := value.(string); value == nil || ok && s == "" {
		return value, refused{message}
	}
	return value, nil
}

// keys is sprig's, but sorted.
func keys(dicts ...map[string]any) []string {
	list := []string{}
	for _, d := range dicts {
		list = append(list, slices.Sorted(maps.Keys(d))...)
	}
	return list
}

// values is sprig's, but in the order of the keys.
func values(dict map[string]any) []any {
	list := []any{}
	for _, k := range slices.Sorted(maps.Keys(dict)) {
		list = append(list, dict[k])
	}
	return list
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// untilStep is sprig's, but bounded.
func untilStep(start, stop, step int) ([]int, error) {
	list := []int{}
	if step == 0 || start < stop && step < 0 || start > stop && step > 0 {
		return list, nil
	}
	for i := start; start < stop && i < stop || start > stop && i > stop; i += step {
		if list = append(list, i); len(list) > maxList {
			return nil, stopped{fmt.Sprintf("a list has more than %d elements", maxList)}
		}
	}
	return list, nil
}

// repeat is sprig's, but bounded.
func repeat(count int, s string) (string, error) {
	if count > 0 && len(s) > maxRendered/count {
		return "", stopped{fmt.Sprintf("a repeated text has more than %d MiB", maxRendered>>20)}
	}
	return strings.Repeat(s, count), nil
}

func unmarshalYAML(b []byte, v any) error { return yaml.Unmarshal(b, v) }

// read gives a text's map; an error stands in it as Error.
func read(s string, unmarshal func([]byte, any) error) map[string]any {
	m := map[string]any{}
	if err := unmarshal([]byte(s), &m); err != nil {
		m["Error"] = err.Error()
	}
	return m
}

// readArray gives a text's list; an error is its only element.
func readArray(s string, unmarshal func([]byte, any) error) []any {
	a := []any{}
	if err := unmarshal([]byte(s), &a); err != nil {
		a = []any{err.Error()}
	}
	return a
}

// toYAML and the others give "" for what can't be printed.
func toYAML(v any) string {
	data, err := yaml.Marshal(v)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(data), "\n")
}

func toYAMLPretty(v any) string {
	var data bytes.Buffer
	encoder := yamlv3.NewEncoder(&data)
	encoder.SetIndent(2)
	if err := encoder.Encode(v); err != nil {
		return ""
	}
	return strings.TrimSuffix(data.String(), "\n")
}

func toJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}

// toTOML gives the error's text for what can't be printed.
func toTOML(v any) string {
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(v); err != nil {
		return err.Error()
	}
	return b.String()
}

// acyclic gives a function that looks at its arguments first. The one that is
// given must not be variadic in a type of its own.
func acyclic(f any) any {
	v := reflect.ValueOf(f)
	t := v.Type()
	withError := t.NumOut() == 2
	var in, out []reflect.Type
	for i := range t.NumIn() {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	if !withError {
		out = append(out, reflect.TypeFor[error]())
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, t.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		budget := maxList
		for _, a := range args {
			if err := finite(a, 0, &budget); err != nil {
				return []reflect.Value{reflect.Zero(out[0]), reflect.ValueOf(&err).Elem()}
			}
		}
		var result []reflect.Value
		if t.IsVariadic() {
			result = v.CallSlice(args)
		} else {
			result = v.Call(args)
		}
		if !withError {
			result = append(result, reflect.Zero(out[1]))
		}
		return result
	}).Interface()
}

// finite is an error for a value that is nested too deep or too large.
func finite(v reflect.Value, depth int, budget *int) error {
	if *budget--; *budget < 0 {
		return errors.New("a value has too many parts to print or copy it")
	}
	if depth > 1000 {
		return errors.New("a value is nested too deep to print or copy it: does it hold itself?")
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		if v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct {
			return nil // metadata, times: nothing that a template can change
		}
		return finite(v.Elem(), depth+1, budget)
	case reflect.Map:
		if v.Type().Elem().Kind() != reflect.Interface {
			return nil
		}
		for it := v.MapRange(); it.Next(); {
			if err := finite(it.Value(), depth+1, budget); err != nil {
				return err
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Interface && v.Type().Elem().Kind() != reflect.Map {
			return nil
		}
		for i := range v.Len() {
			if err := finite(v.Index(i), depth+1, budget); err != nil {
				return err
			}
		}
	}
	return nil
}
