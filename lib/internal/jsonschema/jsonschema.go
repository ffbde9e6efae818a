// Package jsonschema validates values as Python's jsonschema 4.26 does when Kapitan
// 0.36.3 calls it (spec N10): the same verdict, and the same text of the best
// matching error, which ends in what a component writes.
//
// Goals: drafts 4, 6, 7, 2019-09 and 2020-12, the last one where $schema names none;
// the formats that are checked without further Python packages; references within
// the schema. A schema that its own meta-schema refuses is an error.
//
// Non-goals: draft 3, loading schemas from elsewhere, meta-schemas as the target of a
// reference, $dynamicRef and $recursiveRef across several resources. All of them are
// refused, never ignored.
//
// How it is laid out: validator.go walks a schema, keywords*.go are the keywords,
// error.go chooses an error and shows it, check.go is the check of the schema.
package jsonschema

import (
	"errors"

	"github.com/azogue-build/azogue/lib/tree"
)

// Validate tells whether an instance fits a schema, and if not, why. An error means
// that there is no verdict: the schema is wrong, or needs what is not supported.
func Validate(instance, schema *tree.Node) (reason string, err error) {
	d, err := dialectOf(schema, draft2020)
	if err != nil {
		return "", err
	}
	if err := checkSchema(d, schema, ""); err != nil {
		return "", err
	}
	v, err := newValidator(d, schema)
	if err != nil {
		return "", err
	}
	list := v.validate(instance, schema, 0)
	if v.err != nil {
		return "", v.err
	}
	if best := bestMatch(list); best != nil {
		return best.String(), nil
	}
	return "", nil
}

// draft is a version of JSON Schema.
type draft int

const (
	draft4 draft = 4
	draft6 draft = 6
	draft7 draft = 7

	draft2019 draft = 2019
	draft2020 draft = 2020
)

// dialectOf gives the draft that a schema names, or otherwise.
func dialectOf(schema *tree.Node, otherwise draft) (draft, error) {
	named := schema.Get("$schema")
	if named == nil || named.Kind != tree.String {
		return otherwise, nil
	}
	uri := named.Text
	if n := len(uri); n > 0 && uri[n-1] == '#' {
		uri = uri[:n-1]
	}
	switch uri {
	case "http://json-schema.org/draft-03/schema":
		return 0, errors.New("draft 3 of JSON Schema is not supported")
	case "http://json-schema.org/draft-04/schema":
		return draft4, nil
	case "http://json-schema.org/draft-06/schema":
		return draft6, nil
	case "http://json-schema.org/draft-07/schema":
		return draft7, nil
	case "https://json-schema.org/draft/2019-09/schema":
		return draft2019, nil
	case "https://json-schema.org/draft/2020-12/schema":
		return draft2020, nil
	}
	return otherwise, nil
}
