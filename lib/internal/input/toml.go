package input

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/tree"
)

// printTOML writes what toml.dumps of Python's toml 0.10.2 gives (spec K33),
// whose layout is its own: tables follow by depth, all of one level before
// those inside them; a table without plain values has no header unless it is
// empty; null is left out. What it writes is not always TOML; see tomlString and
// tomlValue.
func printTOML(env *Env, value *tree.Node) ([]byte, error) {
	value, err := env.Secrets.Value(value)
	if err != nil || value.Falsy() {
		return nil, err
	}
	if value.Kind != tree.Map {
		return nil, fmt.Errorf("output type toml needs a map, but the value is a %s", value.Kind)
	}
	out, level, err := tomlTable("", value)
	for err == nil && len(level.list) > 0 {
		out, level, err = tomlLevel(out, level)
	}
	return out, err
}

// tomlLevel appends the tables of one level, and gives those inside them.
func tomlLevel(out []byte, level tables) ([]byte, tables, error) {
	var next tables
	for _, t := range level.list {
		body, inner, err := tomlTable(t.name, t.value)
		if err != nil {
			return nil, tables{}, err
		}
		if len(body) > 0 || len(inner.list) == 0 {
			if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n\n")) {
				out = append(out, '\n')
			}
			out = append(append(out, "["+t.name+"]\n"...), body...)
		}
		next.addAll(t.name, inner)
	}
	return out, next, nil
}

// tables are tables by their full names, in order. A name that comes again
// keeps its place.
type tables struct {
	list []table
	at   map[string]int
}

type table struct {
	name  string
	value *tree.Node
}

func (t *tables) add(name string, value *tree.Node) {
	if t.at == nil {
		t.at = map[string]int{}
	}
	i, ok := t.at[name]
	if !ok {
		i = len(t.list)
		t.list = append(t.list, table{name: name})
	}
	t.at[name], t.list[i].value = i, value
}

func (t *tables) addAll(prefix string, inner tables) {
	for _, i := range inner.list {
		t.add(prefix+"."+i.name, i.value)
	}
}

// tomlTable gives the lines of a table that belong under its header, arrays of
// tables last, and the tables in it, whose names count from here.
func tomlTable(name string, value *tree.Node) (lines []byte, inner tables, err error) {
	var arrays []byte
	for _, f := range value.Fields {
		key, err := tomlKey(f.Key.Text)
		if err != nil {
			return nil, tables{}, err
		}
		switch {
		case f.Value.Kind == tree.Null:
		case f.Value.Kind == tree.Map:
			inner.add(key, f.Value)
		case hasMap(f.Value):
			full := key
			if name != "" {
				full = name + "." + key
			}
			if arrays, err = tomlArray(arrays, full, f.Value); err != nil {
				return nil, tables{}, err
			}
		default:
			text, err := tomlValue(f.Value)
			if err != nil {
				return nil, tables{}, err
			}
			lines = append(lines, key+" = "+text+"\n"...)
		}
	}
	return append(lines, arrays...), inner, nil
}

func hasMap(list *tree.Node) bool {
	for _, item := range list.Items {
		if item.Kind == tree.Map {
			return true
		}
	}
	return false
}

// tomlArray appends an array of tables. The tables inside of an element are
// named as if there were one element only, and empty ones are lost.
func tomlArray(out []byte, name string, list *tree.Node) ([]byte, error) {
	for _, item := range list.Items {
		if empty := item.Falsy() && (item.Kind == tree.String || item.Kind == tree.List); item.Kind != tree.Map && !empty {
			return nil, fmt.Errorf("toml can't write the list %q: only some of its items are maps", name)
		}
		body, level, err := tomlTable(name, item)
		if err != nil {
			return nil, err
		}
		out = append(out, "[["+name+"]]\n"...)
		if bytes.HasPrefix(body, []byte("[")) {
			out = append(out, '\n')
			out = append(out, body...)
		} else {
			out = append(append(out, body...), '\n')
		}
		for len(level.list) > 0 {
			if out, level, err = tomlInside(out, name, level); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// tomlInside appends one level of the tables inside an array's element.
func tomlInside(out []byte, name string, level tables) ([]byte, tables, error) {
	var next tables
	for _, t := range level.list {
		body, inner, err := tomlTable(name+"."+t.name, t.value)
		if err != nil {
			return nil, tables{}, err
		}
		if len(body) > 0 {
			out = append(append(out, "["+name+"."+t.name+"]\n"...), body...)
		}
		next.addAll(t.name, inner)
	}
	return out, next, nil
}

// bareKey is what needs no quotes; Python's $ also matches before a newline at
// the end.
var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+\n?$`)

func tomlKey(key string) (string, error) {
	if bareKey.MatchString(key) {
		return key, nil
	}
	return tomlString(key)
}

// tomlValue gives a value on one line. Inside of a list null is the text None,
// and a map is the list of its keys.
func tomlValue(n *tree.Node) (string, error) {
	switch n.Kind {
	case tree.Null:
		return `"None"`, nil
	case tree.Bool:
		return fmt.Sprint(n.Bool), nil
	case tree.Int:
		return n.Decimal(), nil
	case tree.Float:
		return strings.NewReplacer("e+0", "e+", "e-0", "e-").Replace(pyjson.FloatRepr(n.Float)), nil
	case tree.String:
		return tomlString(n.Text)
	case tree.List, tree.Map:
		items := n.Items
		for _, f := range n.Fields {
			items = append(items, f.Key)
		}
		return tomlItems(items)
	}
	return "", fmt.Errorf("toml can't write a %s", n.Kind)
}

func tomlItems(items []*tree.Node) (string, error) {
	var b strings.Builder
	b.WriteString("[")
	for _, item := range items {
		text, err := tomlValue(item)
		if err != nil {
			return "", err
		}
		b.WriteString(" " + text + ",")
	}
	b.WriteString("]")
	return b.String(), nil
}

// errLoneEscape is where the reference stops with an index that is out of range.
var errLoneEscape = errors.New("toml can't write a text whose only escape is a control character at its start")

// tomlString gives a text in double quotes. It is Python's repr with other
// quotes, in which the module means to replace \x1f by \u001f. What it does
// instead depends on the backslashes before the x: a control character after
// other text becomes x1f, and one at the start is dropped down to its digits.
func tomlString(s string) (string, error) {
	text := pyrepr.String(s)
	single := text[0] == '\''
	text = text[1 : len(text)-1]
	if single {
		text = strings.ReplaceAll(strings.ReplaceAll(text, `\'`, "'"), `"`, `\"`)
	}
	parts := strings.Split(text, `\x`)
	text, parts = parts[0], parts[1:]
	if text == "" && len(parts) > 0 {
		if text, parts = parts[0], parts[1:]; len(parts) == 0 {
			return "", errLoneEscape
		}
	}
	for _, p := range parts {
		text = strings.ReplaceAll(text, `\\`, `\`)
		backslashes := len(text) - len(strings.TrimRight(text, `\`))
		if odd := backslashes%2 == 1; backslashes == 0 || odd == (backslashes < len(text)) {
			text += "x" + p
		} else {
			text += "u00" + p
		}
	}
	return `"` + text + `"`, nil
}
