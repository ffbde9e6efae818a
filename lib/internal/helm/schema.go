package helm

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart"

	"github.com/azogue-build/azogue/lib/internal/jsonschema"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// checkSchemas holds a chart's values against its values.schema.json, and those
// of its sub charts against theirs. Nothing is loaded from elsewhere.
func checkSchemas(c *chart.Chart, values map[string]any) error {
	var reasons []string
	broken(c, values, &reasons)
	if reasons == nil {
		return nil
	}
	return problem{message: "values don't meet the specifications of the schema(s) in the following chart(s):\n" + strings.Join(reasons, "\n"),
		hint: "correct helm_values; helm_params: {skip_schema_validation: true} leaves the check out"}
}

func broken(c *chart.Chart, values map[string]any, reasons *[]string) {
	if c.Schema != nil {
		if reason, err := fits(values, c.Schema); err != nil {
			*reasons = append(*reasons, fmt.Sprintf("%s: values.schema.json can't be used: %v", c.Name(), err))
		} else if reason != "" {
			*reasons = append(*reasons, fmt.Sprintf("%s: %s", c.Name(), reason))
		}
	}
	for _, sub := range c.Dependencies() {
		switch own := values[sub.Name()].(type) {
		case map[string]any:
			broken(sub, own, reasons)
		case nil:
		default:
			*reasons = append(*reasons, fmt.Sprintf("%s: the values are no map, but %s", sub.Name(), kind(own)))
		}
	}
}

func fits(values map[string]any, schema []byte) (reason string, err error) {
	s, err := pyjson.Parse(schema)
	if err != nil {
		return "", err
	}
	return jsonschema.Validate(node(values), s)
}

// node gives a value as a tree.
func node(v any) *tree.Node {
	switch v := v.(type) {
	case bool:
		return tree.NewBool(v)
	case string:
		return tree.NewString(v)
	case int64:
		return tree.NewInt(v)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return tree.NewInt(int64(v))
		}
		return tree.NewFloat(v)
	case []any:
		list := tree.NewList()
		for _, item := range v {
			list.Items = append(list.Items, node(item))
		}
		return list
	case map[string]any:
		m := tree.NewMap()
		for _, key := range slices.Sorted(maps.Keys(v)) {
			m.Fields = append(m.Fields, tree.Entry(key, node(v[key])))
		}
		return m
	}
	return tree.NewNull()
}
