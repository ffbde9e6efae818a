package helm

import (
	"fmt"
	"maps"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"sigs.k8s.io/yaml"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// File is a text with a name for findings.
type File struct {
	Name string
	Text []byte
}

// ReadValues reads values files as `helm template --values` does: later ones are
// merged into earlier ones, map by map; null is a value. Numbers are float64 or
// int64 as sigs.k8s.io/yaml gives them.
func ReadValues(files []File) (map[string]any, error) {
	all := map[string]any{}
	for _, f := range files {
		own := map[string]any{}
		if err := yaml.Unmarshal(f.Text, &own); err != nil {
			return nil, diag.Diag{ID: "helm/values", Pos: tree.Pos{File: f.Name}, Message: "the values can't be read: " + err.Error()}
		}
		all = merged(all, own)
	}
	return all, nil
}

func merged(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	for k, v := range b {
		if over, ok := v.(map[string]any); ok {
			if under, ok := out[k].(map[string]any); ok {
				v = merged(under, over)
			}
		}
		out[k] = v
	}
	return out
}

const globalKey = "global"

// coalescer lays values over a chart's own, as Helm's functions of that name.
// With keepNull a null stays a value, to count in a later run; without it, null
// takes away what the chart has.
type coalescer struct {
	keepNull bool
	warn     func(string)
}

// chart gives values laid over those of the chart, with a map for each sub chart
// that has what the chart and the globals say of it. values is not changed, and
// shares nothing with what is given.
func (c coalescer) chart(ch *chart.Chart, values map[string]any) (map[string]any, error) {
	to, _ := copied(values).(map[string]any)
	if to == nil {
		to = map[string]any{}
	}
	return to, c.into(ch, to, "")
}

func (c coalescer) into(ch *chart.Chart, to map[string]any, path string) error {
	path = joined(path, ch.Metadata.Name)
	c.own(ch, to, path)
	for _, sub := range ch.Dependencies() {
		if _, ok := to[sub.Name()]; !ok {
			to[sub.Name()] = map[string]any{}
		}
		values, ok := to[sub.Name()].(map[string]any)
		if !ok {
			return problem{message: fmt.Sprintf("the values of the sub chart %s are no map, but %v", sub.Name(), kind(to[sub.Name()])),
				hint: fmt.Sprintf("%s in helm_values holds the values of a sub chart", joined(path, sub.Name())[len(ch.Root().Name())+1:])}
		}
		c.globals(values, to, path)
		if err := c.into(sub, values, path); err != nil {
			return err
		}
	}
	return nil
}

// own adds the chart's own values.
func (c coalescer) own(ch *chart.Chart, to map[string]any, path string) {
	for key, value := range ch.Values {
		have, ok := to[key]
		switch have := have.(type) {
		case nil:
			if !ok {
				to[key] = copied(value)
			} else if !c.keepNull {
				delete(to, key)
			}
		case map[string]any:
			if under, ok := copied(value).(map[string]any); ok {
				inner := c
				inner.keepNull = c.keepNull || isSubchart(ch, key)
				inner.tables(have, under, joined(path, key))
			} else if value != nil {
				c.warn(fmt.Sprintf("the chart's own value of %s.%s is no map, and skipped", path, key))
			}
		}
	}
}

func isSubchart(ch *chart.Chart, name string) bool {
	for _, sub := range ch.Dependencies() {
		if sub.Name() == name {
			return true
		}
	}
	return false
}

// globals adds the globals of the chart above to those of a sub chart, over them.
func (c coalescer) globals(to, from map[string]any, path string) {
	below, ok := to[globalKey].(map[string]any)
	if _, there := to[globalKey]; there && !ok {
		c.warn(fmt.Sprintf("global is no map in the values of a sub chart of %s, and skipped", path))
		return
	}
	above, ok := from[globalKey].(map[string]any)
	if _, there := from[globalKey]; there && !ok {
		c.warn(fmt.Sprintf("global is no map in the values of %s, and skipped", path))
		return
	}
	if below == nil {
		below = map[string]any{}
	}
	for key, value := range above {
		have, there := below[key]
		haveTable, isTable := have.(map[string]any)
		over, ok := value.(map[string]any)
		switch {
		case !ok && isTable:
			c.warn(fmt.Sprintf("global.%s is a map in a sub chart of %s, and stays", key, path))
		case !ok:
			below[key] = value
		case !there:
			below[key] = maps.Clone(over)
		case isTable:
			over = maps.Clone(over)
			coalescer{true, c.warn}.tables(over, haveTable, joined(path, key))
			below[key] = over
		default:
			c.warn(fmt.Sprintf("global.%s is no map in a sub chart of %s, and stays", key, path))
		}
	}
	to[globalKey] = below
}

// tables merges from into to, which counts. from is changed.
func (c coalescer) tables(to, from map[string]any, path string) {
	if from == nil {
		return
	}
	set := map[string]bool{}
	for key, value := range from {
		set[key] = value != nil
	}
	for key, value := range to {
		if value == nil {
			from[key] = nil
		}
	}
	for key, value := range from {
		have, ok := to[key]
		table, isTable := value.(map[string]any)
		haveTable, haveIsTable := have.(map[string]any)
		switch {
		case ok && !c.keepNull && have == nil && set[key]:
			delete(to, key)
		case !ok:
			to[key] = value
		case isTable && haveIsTable:
			c.tables(haveTable, table, joined(path, key))
		case isTable:
			c.warn(fmt.Sprintf("%s is a map in the chart, and no map in the values", joined(path, key)))
		case haveIsTable && value != nil:
			c.warn(fmt.Sprintf("%s is no map in the chart, and a map in the values", joined(path, key)))
		}
	}
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "." + b
}

// copied gives a value that shares nothing with v.
func copied(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if v == nil {
			return v
		}
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[k] = copied(item)
		}
		return out
	case []any:
		if v == nil {
			return v
		}
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = copied(item)
		}
		return out
	}
	return v
}

// kind says what a value is, for people.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case []any:
		return "a list"
	case map[string]any:
		return "a map"
	}
	return "a number"
}

// lookup gives the value at a path of keys with dots between, if all but the
// last are maps.
func lookup(values map[string]any, path string) (any, bool) {
	for {
		key, rest, more := strings.Cut(path, ".")
		v, ok := values[key]
		if !more || !ok {
			return v, ok
		}
		if values, ok = v.(map[string]any); !ok {
			return nil, false
		}
		path = rest
	}
}
