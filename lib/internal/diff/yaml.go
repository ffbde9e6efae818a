package diff

import (
	"slices"
	"strconv"
	"strings"
)

// YAMLPlace tells the place of a line in a file of manifests: the object and the
// keys that lead there, as "Deployment argocd-server: spec.containers[server]".
// It goes by indentation, so that it works on files that are no YAML any more;
// in a block of text it may name what only looks like a key.
func YAMLPlace(lines []string, at int) string {
	at = min(at, len(lines)-1)
	if at < 0 {
		return ""
	}
	start, end := document(lines, at)
	keys := strings.ReplaceAll(strings.Join(path(lines[start:end], at-start), "."), ".[", "[")
	object := object(lines[start:end])
	if object != "" && keys != "" {
		return object + ": " + keys
	}
	return object + keys
}

// document gives the lines of the document that line at is in.
func document(lines []string, at int) (start, end int) {
	for start = at; start > 0 && !strings.HasPrefix(lines[start-1], "---"); start-- {
	}
	for end = at + 1; end < len(lines) && !strings.HasPrefix(lines[end], "---"); end++ {
	}
	return start, end
}

// object gives kind and name of a document.
func object(lines []string) string {
	var kind, name, inside string
	for _, l := range lines {
		list := tokens(l)
		if len(list) != 1 {
			continue
		}
		switch t := list[0]; {
		case t.column == 0:
			if inside = t.key; inside == "kind" {
				kind = t.value
			}
		case t.column == 2 && inside == "metadata" && t.key == "name":
			name = t.value
		}
	}
	return strings.TrimSpace(kind + " " + name)
}

// token is what begins an element on a line: the dash of an item or a key.
type token struct {
	column     int
	dash       bool
	key, value string
}

// tokens gives what a line begins, from left to right.
func tokens(line string) []token {
	var list []token
	rest := strings.TrimLeft(line, " ")
	column := len(line) - len(rest)
	for rest == "-" || strings.HasPrefix(rest, "- ") {
		list = append(list, token{column: column, dash: true})
		next := strings.TrimLeft(rest[1:], " ")
		column += len(rest) - len(next)
		rest = next
	}
	if key, value, ok := strings.Cut(rest, ":"); ok && key != "" && !strings.HasPrefix(key, "#") && (value == "" || value[0] == ' ') {
		list = append(list, token{column: column, key: strings.Trim(key, `'"`), value: strings.Trim(strings.TrimSpace(value), `'"`)})
	}
	return list
}

// path gives the keys above a line and its own; items of lists are [name] or
// [index].
func path(lines []string, at int) []string {
	column := indent(lines[at])
	if list := tokens(lines[at]); len(list) > 0 {
		column = list[len(list)-1].column + 1
	}
	var keys []string
	t, line, _ := parent(lines, at, token{column: column})
	for line >= 0 {
		up, above, items := parent(lines, line, t)
		step := t.key
		if t.dash {
			step = "[" + label(lines, line, t.column, items) + "]"
		}
		keys = append(keys, step)
		t, line = up, above
	}
	slices.Reverse(keys)
	return keys
}

// parent gives the element that one at a line is in and its line, -1 if there is
// none, and how many items of the same list were passed.
func parent(lines []string, line int, of token) (t token, at, items int) {
	for at = line; at >= 0; at-- {
		list := tokens(lines[at])
		for _, t := range slices.Backward(list) {
			if at == line && t.column >= of.column {
				continue
			}
			if t.column < of.column || of.dash && !t.dash && t.column == of.column {
				return t, at, items
			}
			if of.dash && t.dash && t.column == of.column {
				items++
			}
		}
	}
	return token{}, -1, items
}

// label names the item whose dash is at a line and column: by its name, if it
// has one.
func label(lines []string, line, column, index int) string {
	for at := line; at < len(lines); at++ {
		list := tokens(lines[at])
		if at > line && len(list) > 0 && list[0].column <= column {
			break
		}
		for _, t := range list {
			if t.key == "name" && t.column == column+2 && t.value != "" {
				return t.value
			}
		}
	}
	return strconv.Itoa(index)
}
