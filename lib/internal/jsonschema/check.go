package jsonschema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

// form is what the value of a keyword must be.
type form int

const (
	aSchema form = iota
	schemas      // a list of schemas, not empty
	schemaMap
	schemaOrList
	aNumber
	positive
	count
	aString
	aPattern
	aBool
	names
	typeNames
	values
	needs    // names to lists of names
	needsAny // names to schemas or lists of names
	patternMap
	aList
)

// formRow is a keyword, in the drafts from since to until.
type formRow struct {
	name         string
	form         form
	since, until draft
}

// forms are the keywords that the meta-schemas describe.
var forms = []formRow{
	{"$ref", aString, draft6, draft2020}, {"$schema", aString, draft4, draft2020}, {"$id", aString, draft6, draft2020}, {"id", aString, draft4, draft4},
	{"$anchor", aString, draft2019, draft2020}, {"$dynamicRef", aString, draft2020, draft2020}, {"$dynamicAnchor", aString, draft2020, draft2020},
	{"$recursiveRef", aString, draft2019, draft2020}, {"$recursiveAnchor", aBool, draft2019, draft2019}, {"$comment", aString, draft7, draft2020},
	{"$defs", schemaMap, draft2019, draft2020}, {"definitions", schemaMap, draft4, draft2020},
	{"title", aString, draft4, draft2020}, {"description", aString, draft4, draft2020}, {"readOnly", aBool, draft7, draft2020},
	{"writeOnly", aBool, draft2019, draft2020}, {"deprecated", aBool, draft2019, draft2020}, {"examples", aList, draft6, draft2020},
	{"multipleOf", positive, draft4, draft2020}, {"maximum", aNumber, draft4, draft2020}, {"minimum", aNumber, draft4, draft2020},
	{"exclusiveMaximum", aBool, draft4, draft4}, {"exclusiveMinimum", aBool, draft4, draft4},
	{"exclusiveMaximum", aNumber, draft6, draft2020}, {"exclusiveMinimum", aNumber, draft6, draft2020},
	{"maxLength", count, draft4, draft2020}, {"minLength", count, draft4, draft2020}, {"maxItems", count, draft4, draft2020}, {"minItems", count, draft4, draft2020},
	{"maxProperties", count, draft4, draft2020}, {"minProperties", count, draft4, draft2020},
	{"maxContains", count, draft2019, draft2020}, {"minContains", count, draft2019, draft2020},
	{"pattern", aPattern, draft4, draft2020}, {"uniqueItems", aBool, draft4, draft2020}, {"format", aString, draft4, draft2020},
	{"required", names, draft4, draft2020}, {"enum", values, draft4, draft2020}, {"type", typeNames, draft4, draft2020},
	{"properties", schemaMap, draft4, draft2020}, {"patternProperties", patternMap, draft4, draft2020}, {"additionalProperties", aSchema, draft4, draft2020},
	{"items", schemaOrList, draft4, draft2019}, {"items", aSchema, draft2020, draft2020}, {"prefixItems", schemas, draft2020, draft2020},
	{"additionalItems", aSchema, draft4, draft2019}, {"contains", aSchema, draft6, draft2020}, {"propertyNames", aSchema, draft6, draft2020},
	{"dependencies", needsAny, draft4, draft2020}, {"dependentRequired", needs, draft2019, draft2020}, {"dependentSchemas", schemaMap, draft2019, draft2020},
	{"allOf", schemas, draft4, draft2020}, {"anyOf", schemas, draft4, draft2020}, {"oneOf", schemas, draft4, draft2020}, {"not", aSchema, draft4, draft2020},
	{"if", aSchema, draft7, draft2020}, {"then", aSchema, draft7, draft2020}, {"else", aSchema, draft7, draft2020},
	{"unevaluatedItems", aSchema, draft2019, draft2020}, {"unevaluatedProperties", aSchema, draft2019, draft2020},
	{"contentMediaType", aString, draft7, draft2020}, {"contentEncoding", aString, draft7, draft2020}, {"contentSchema", aSchema, draft2019, draft2020},
}

// checkSchema finds what the meta-schema of the draft does not allow.
func checkSchema(d draft, schema *tree.Node, path string) error {
	switch {
	case schema.Kind == tree.Bool && d >= draft6:
		return nil
	case schema.Kind != tree.Map:
		return wrong(path, "a value of type "+schema.Kind.String()+" stands where a schema is expected")
	}
	for _, f := range schema.Fields {
		for _, r := range forms {
			if r.name != f.Key.Text || d < r.since || d > r.until {
				continue
			}
			if err := r.form.check(d, f.Value, path+"/"+r.name); err != nil {
				return err
			}
		}
	}
	if d == draft4 {
		for _, of := range []string{"Maximum", "Minimum"} {
			if schema.Get("exclusive"+of) != nil && schema.Get(strings.ToLower(of)) == nil {
				return wrong(path, "exclusive"+of+" needs "+strings.ToLower(of)+" beside it")
			}
		}
	}
	return nil
}

func wrong(path, why string) error {
	if path == "" {
		path = "/"
	}
	return fmt.Errorf("the schema is wrong at %s: %s", path, why)
}

func (f form) check(d draft, n *tree.Node, path string) error {
	switch f {
	case aSchema:
		if d == draft4 && n.Kind == tree.Bool && (strings.HasSuffix(path, "/additionalItems") || strings.HasSuffix(path, "/additionalProperties")) {
			return nil
		}
		return checkSchema(d, n, path)
	case schemaOrList:
		if n.Kind != tree.List {
			return checkSchema(d, n, path)
		}
		return schemas.check(d, n, path)
	case schemas:
		if n.Kind != tree.List || len(n.Items) == 0 {
			return wrong(path, "a list of schemas is expected")
		}
		for i, item := range n.Items {
			if err := checkSchema(d, item, path+"/"+strconv.Itoa(i)); err != nil {
				return err
			}
		}
		return nil
	case schemaMap, patternMap, needs, needsAny:
		return f.checkMap(d, n, path)
	}
	if why := f.checkScalar(d, n); why != "" {
		return wrong(path, why)
	}
	return nil
}

func (f form) checkMap(d draft, n *tree.Node, path string) error {
	if n.Kind != tree.Map {
		return wrong(path, "an object is expected")
	}
	for _, e := range n.Fields {
		at := path + "/" + e.Key.Text
		if f == patternMap && d >= draft6 {
			if err := aPattern.check(d, e.Key, at); err != nil {
				return err
			}
		}
		if f == needs || f == needsAny && e.Value.Kind == tree.List {
			if why := names.checkScalar(d, e.Value); why != "" {
				return wrong(at, why)
			}
			continue
		}
		if err := checkSchema(d, e.Value, at); err != nil {
			return err
		}
	}
	return nil
}

// checkScalar says what is wrong with a value that holds no schema.
func (f form) checkScalar(d draft, n *tree.Node) string {
	v := validator{draft: d}
	switch f {
	case aNumber, positive:
		if !isNumber(n) || f == positive && rational(n).Sign() <= 0 {
			return "a number is expected, and a positive one for multipleOf"
		}
	case count:
		if !v.isType(n, "integer") || rational(n).Sign() < 0 {
			return "an integer that is not negative is expected"
		}
	case aString, aPattern:
		if n.Kind != tree.String {
			return "a string is expected"
		}
		if f == aPattern {
			if ok, err := isRegex(n.Text); !ok || err != nil {
				return fmt.Sprintf("%q is no pattern, or none that is supported", n.Text)
			}
		}
	case aBool:
		if n.Kind != tree.Bool {
			return "true or false is expected"
		}
	case names:
		if n.Kind != tree.List || d == draft4 && len(n.Items) == 0 || !unique(n) || slices.ContainsFunc(n.Items, func(i *tree.Node) bool { return i.Kind != tree.String }) {
			return "a list of different strings is expected"
		}
	case values, aList:
		if n.Kind != tree.List || f == values && d == draft4 && (len(n.Items) == 0 || !unique(n)) {
			return "a list of values is expected"
		}
	case typeNames:
		list := []*tree.Node{n}
		if n.Kind == tree.List {
			list = n.Items
		}
		if len(list) == 0 || !unique(tree.NewList(list...)) || slices.ContainsFunc(list, func(i *tree.Node) bool { return i.Kind != tree.String || !isTypeName(i.Text) }) {
			return "the name of a type is expected, or a list of different ones"
		}
	}
	return ""
}

func unique(n *tree.Node) bool { return uniqueItems(nil, tree.NewBool(true), n, nil) == nil }

func isTypeName(s string) bool {
	return slices.Contains([]string{"array", "boolean", "integer", "null", "number", "object", "string"}, s)
}
