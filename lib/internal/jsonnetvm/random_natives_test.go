package jsonnetvm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/difftest"
)

// context gives the variables of a template, mostly those that it uses.
func (s snippets) context() string {
	if s.One(20) {
		return s.json(2)
	}
	words := []string{`"x"`, `"Hello World"`, `"a-b"`, `"é"`, `"1"`, `""`, `"it's <b>"`, `"a\nb"`}
	list := func() string {
		return "[" + difftest.Pick(s.Random, "", "3, 1, 2", `"b", "a", "B"`, "1, 1.5, true", "null", `[1, 2], [3]`, `{"k": 1, "v": "a"}, {"k": 0, "v": "b"}`, "1, 1, 2") + "]"
	}
	return fmt.Sprintf(`{"s": %s, "n": %s, "f": %s, "b": %s, "z": null, "l": %s, "m": %s, "d": {"k": %s, "a": {"b": %s}, "é": 2}}`,
		difftest.Pick(s.Random, words...), difftest.Pick(s.Random, "0", "1", "-7", "42", "1000000"), difftest.Pick(s.Random, "1.5", "-0.25", "2.0", "1e20", "0.1"),
		difftest.Pick(s.Random, "true", "false"), list(), list(), difftest.Pick(s.Random, words...), s.json(1))
}

var templateFilters = []string{
	"upper", "lower", "title", "capitalize", "trim", "length", "list", "join(',')", "join", "sort", "sort(reverse=true)", "first", "last", "reverse|list", "unique|list", "default('x')", "default('x', true)", "replace('a', 'b')",
	"int", "int(5)", "float", "string", "tojson", "yaml", "b64encode", "b64decode", "sha256", "indent", "indent(2, true)", "sum", "min", "max", "abs", "round", "round(1)", "round(1, 'floor')", "batch(2)|list", "slice(2)|list",
	"dictsort", "items|list", "escape", "center(10)", "truncate(5)", "truncate(5, true, '')", "wordcount", "map(attribute='k')|list", "selectattr('k')|list", "rejectattr('k', 'equalto', 1)|list", "groupby('k')|list",
	"map('upper')|list", "select('odd')|list", "reject('none')|list", "filesizeformat", "urlencode", "xmlattr", "bool", "ternary('y', 'n')", "regex_replace('[a-z]', 'X')", "regex_search('[a-z]+')", "regex_findall('.')",
	"regex_escape", "type_debug", "to_datetime", "e", "safe", "forceescape", "count", "d('q')", "format(1)", "attr('k')", "max(attribute='k')", "reveal_maybe",
}

var templateTests = []string{"defined", "undefined", "none", "string", "number", "mapping", "sequence", "iterable", "odd", "even", "divisibleby(2)", "in l", "eq 1", "gt 0", "boolean", "integer", "float", "lower", "upper", "sameas z", "true", "false", "callable", "escaped", "filter"}

// expression gives an expression of a template.
func (s snippets) expression(depth int) string {
	if depth == 0 || s.One(4) {
		return difftest.Pick(s.Random, "s", "n", "f", "b", "z", "l", "m", "d", "d.k", "d.a.b", "d['k']", "l[0]", "l[-1]", "s[1:]", "l[:2]", "d.nope", "nope", "x", "loop.index", "loop.last", "1", "2.5", "'a'", `"é"`, "[1, 'a']", "{'k': n}",
			"(1, 2)", "true", "none", "[]", "range(3)", "d.items()", "s.upper()", "s.split('-')", "s.startswith('a')", "d.keys()|list", "'%s-%s' % (s, n)", "'{}:{}'.format(s, n)", "dict(a=1)", "namespace(v=1).v", "s.replace('a', 'é')", "s.strip()", "d.get('k')", "l.index(1)", "cycler('a', 'b').next()")
	}
	e := func() string { return s.expression(depth - 1) }
	switch s.IntN(12) {
	case 0, 1, 2, 3, 4:
		return "(" + e() + ")|" + difftest.Pick(s.Random, templateFilters...)
	case 5:
		return e() + " is " + difftest.Pick(s.Random, "", "not ") + difftest.Pick(s.Random, templateTests...)
	case 6:
		return "(" + e() + difftest.Pick(s.Random, " + ", " - ", " * ", " / ", " // ", " % ", " ** ", " ~ ", " ~ ", " and ", " or ") + e() + ")"
	case 7:
		return "(" + e() + difftest.Pick(s.Random, " == ", " != ", " < ", " <= ", " > ", " >= ", " in ", " not in ") + e() + ")"
	case 8:
		return e() + " if " + e() + difftest.Pick(s.Random, "", " else "+e())
	case 9:
		return difftest.Pick(s.Random, "not ", "-", "+") + e()
	case 10:
		return "[" + e() + ", " + e() + "]"
	}
	return "{" + difftest.Pick(s.Random, "'a'", "1", "s") + ": " + e() + "}"
}

// template gives the text of a template.
func (s snippets) template(depth int) string {
	return s.Join(4, func() string {
		left, right := difftest.Pick(s.Random, "{%", "{%", "{%", "{%-", "{%+"), difftest.Pick(s.Random, "%}", "%}", "%}", "-%}", "%}\n")
		tag := func(words string) string { return left + " " + words + " " + right }
		if depth == 0 {
			return difftest.Pick(s.Random, randomTexts...)
		}
		switch s.IntN(14) {
		case 0:
			return tag("if "+s.expression(2)) + s.template(depth-1) + difftest.Pick(s.Random, "", tag("else")+s.template(depth-1), tag("elif "+s.expression(1))+"y") + tag("endif")
		case 1:
			return tag("for x in "+difftest.Pick(s.Random, "l", "m", "d", "range(3)", s.expression(1))+difftest.Pick(s.Random, "", " if x")) + s.template(depth-1) + difftest.Pick(s.Random, "", tag("else")+"e") + tag("endfor")
		case 2:
			return tag("set x = "+s.expression(2)) + "{{ x }}"
		case 3:
			return tag("macro f(a, b="+s.expression(0)+")") + "[{{ a }}{{ b }}" + s.template(depth-1) + "]" + tag("endmacro") + "{{ f(" + s.expression(1) + ") }}"
		case 4:
			return tag("filter "+difftest.Pick(s.Random, "upper", "trim", "indent", "replace('a', 'b')")) + s.template(depth-1) + tag("endfilter")
		case 5:
			return difftest.Pick(s.Random, "{# c #}", "{#- c -#}", "\n", "  \n", tag("raw")+"{{ x }}"+tag("endraw"), tag("with y = 1")+"{{ y }}"+tag("endwith"))
		case 6, 7:
			return difftest.Pick(s.Random, randomTexts...) + difftest.Pick(s.Random, "", "\n", " ")
		}
		return difftest.Pick(s.Random, "{{ ", "{{ ", "{{- ") + s.expression(3) + difftest.Pick(s.Random, " }}", " }}", " -}}", " }}\n")
	})
}

var schemaTypes = []string{`"string"`, `"integer"`, `"number"`, `"object"`, `"array"`, `"null"`, `"boolean"`, `["string", "null"]`, `["integer", "object"]`}

var schemaFormats = []string{"email", "ipv4", "ipv6", "date", "time", "date-time", "uri", "hostname", "regex", "uuid", "duration", "idn-email", "json-pointer", "nope"}

// schema gives a JSON schema, seldom a wrong one.
func (s snippets) schema(depth int) string {
	number := func() string { return difftest.Pick(s.Random, "0", "1", "2", "1.5", "3", "-1", "10") }
	schema := func() string {
		if depth == 0 {
			return difftest.Pick(s.Random, "true", "false", "{}", `{"type": "string"}`)
		}
		return s.schema(depth - 1)
	}
	var parts []string
	for range difftest.Pick(s.Random, 0, 1, 1, 2, 3) {
		key := difftest.Pick(s.Random, "type", "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "multipleOf", "minLength", "maxLength", "pattern", "format", "items", "prefixItems", "contains", "minItems", "maxItems",
			"uniqueItems", "properties", "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
			"unevaluatedProperties", "$ref", "$schema", "title")
		value := schema()
		switch key {
		case "type":
			value = difftest.Pick(s.Random, schemaTypes...)
		case "enum":
			value = "[" + s.json(1) + ", " + s.json(1) + "]"
		case "const":
			value = s.json(1)
		case "minimum", "maximum", "exclusiveMinimum":
			value = number()
		case "multipleOf":
			value = difftest.Pick(s.Random, "1", "2", "0.1", "0.5", "3")
		case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
			value = difftest.Pick(s.Random, "0", "1", "2", "3")
		case "pattern":
			value = strconv.Quote(difftest.Pick(s.Random, "^a", "[0-9]+", "b$", ".", "^$", "é", "(a|b)c?", `\d`, `\w+`))
		case "format":
			value = strconv.Quote(difftest.Pick(s.Random, schemaFormats...))
		case "uniqueItems":
			value = difftest.Pick(s.Random, "true", "false")
		case "properties":
			value = `{"a": ` + schema() + `, "b": ` + schema() + "}"
		case "patternProperties":
			value = `{"^[ac]": ` + schema() + "}"
		case "required":
			value = difftest.Pick(s.Random, `["a"]`, `["a", "b"]`, `["é"]`, "[]")
		case "dependentRequired":
			value = `{"a": ["b"]}`
		case "allOf", "anyOf", "oneOf", "prefixItems":
			value = "[" + schema() + ", " + schema() + "]"
		case "$ref":
			value = difftest.Pick(s.Random, `"#"`, `"#/properties/a"`, `"#/nope"`, `"#/not"`)
		case "$schema":
			value = difftest.Pick(s.Random, `"http://json-schema.org/draft-04/schema#"`, `"http://json-schema.org/draft-06/schema#"`, `"http://json-schema.org/draft-07/schema#"`, `"https://json-schema.org/draft/2019-09/schema"`, `"https://json-schema.org/draft/2020-12/schema"`)
		case "title":
			value = `"t"`
		}
		if !strings.Contains(strings.Join(parts, ""), `"`+key+`": `) {
			parts = append(parts, `"`+key+`": `+value)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
