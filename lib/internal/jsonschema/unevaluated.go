package jsonschema

import (
	"slices"

	"github.com/azogue-build/azogue/lib/tree"
)

func unevaluatedItems(v *validator, _, instance, schema *tree.Node) []*problem {
	if instance.Kind != tree.List {
		return nil
	}
	seen := make([]bool, len(instance.Items))
	v.seenItems(seen, instance, schema)
	var rest []*tree.Node
	for i, n := range instance.Items {
		if !seen[i] {
			rest = append(rest, n)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	return one("Unevaluated items are not allowed (" + unexpected(rest) + ")")
}

// below calls f with the schemas that apply to the same instance and are met: those
// behind references, in conditions and in combinations.
func (v *validator) below(instance, schema *tree.Node, f func(s *tree.Node)) {
	for _, name := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		ref := schema.Get(name)
		if ref == nil || keywords(v.draft, name) == nil {
			continue
		}
		if target, base := v.resolve(ref.Text); target != nil {
			v.within(base, func() []*problem { f(target); return nil })
		}
	}
	if test := schema.Get("if"); test != nil {
		branch := schema.Get("else")
		if v.valid(instance, test) {
			f(test)
			branch = schema.Get("then")
		}
		if branch != nil {
			f(branch)
		}
	}
	for _, name := range []string{"allOf", "oneOf", "anyOf"} {
		if list := schema.Get(name); list != nil {
			for _, s := range list.Items {
				if v.valid(instance, s) {
					f(s)
				}
			}
		}
	}
}

// deeper counts a level of schemas that are looked into.
func (v *validator) deeper() bool {
	if v.depth > maxDepth {
		v.fail("the schema refers to itself without end")
	}
	return v.err == nil
}

// seenItems notes which items some keyword looks at.
func (v *validator) seenItems(seen []bool, instance, schema *tree.Node) {
	if schema.Kind != tree.Map || !v.deeper() {
		return
	}
	v.depth++
	defer func() { v.depth-- }()
	upTo := func(n int) {
		for i := range min(n, len(seen)) {
			seen[i] = true
		}
	}
	if items := schema.Get("items"); items != nil {
		if items.Kind == tree.List && v.draft == draft2019 && schema.Get("additionalItems") == nil {
			upTo(len(items.Items))
		} else {
			upTo(len(seen))
		}
	}
	if prefix := schema.Get("prefixItems"); prefix != nil && v.draft == draft2020 {
		upTo(len(prefix.Items))
	}
	for _, name := range []string{"contains", "unevaluatedItems"} {
		if s := schema.Get(name); s != nil {
			for i, n := range instance.Items {
				seen[i] = seen[i] || v.valid(n, s)
			}
		}
	}
	v.below(instance, schema, func(s *tree.Node) { v.seenItems(seen, instance, s) })
}

func unevaluatedProperties(v *validator, value, instance, schema *tree.Node) []*problem {
	if instance.Kind != tree.Map {
		return nil
	}
	seen := map[string]bool{}
	v.seenProperties(seen, instance, schema)
	var rest []*tree.Node
	for _, f := range instance.Fields {
		if !seen[f.Key.Text] {
			for range v.descend(f.Value, value, at{}) {
				rest = append(rest, f.Key)
			}
		}
	}
	if len(rest) == 0 {
		return nil
	}
	if value.Kind == tree.Bool {
		fields := make([]tree.Field, len(rest))
		for i, k := range rest {
			fields[i].Key = k
		}
		return one("Unevaluated properties are not allowed (" + unexpected(sortedKeys(fields)) + ")")
	}
	verb := " were"
	if len(rest) == 1 {
		verb = " was"
	}
	return one("Unevaluated properties are not valid under the given schema (" + reprs(rest) + verb + " unevaluated and invalid)")
}

// seenProperties notes which properties some keyword looks at.
func (v *validator) seenProperties(seen map[string]bool, instance, schema *tree.Node) {
	if schema.Kind != tree.Map || !v.deeper() {
		return
	}
	v.depth++
	defer func() { v.depth-- }()
	own := []string{"properties"}
	if v.draft == draft2019 {
		own = []string{"properties", "additionalProperties", "unevaluatedProperties"}
	}
	for _, name := range []string{"properties", "additionalProperties", "unevaluatedProperties"} {
		s := schema.Get(name)
		if s == nil {
			continue
		}
		for _, f := range instance.Fields {
			k := f.Key.Text
			switch {
			case slices.Contains(own, name) && s.Kind == tree.Map:
				// In 2019-09, these names of keywords stand for themselves too.
				seen[k] = seen[k] || s.Get(k) != nil
			case name == "properties" || v.draft == draft2019:
				seen[k] = seen[k] || s.Kind == tree.Bool && s.Bool && v.draft == draft2019
			default:
				seen[k] = v.valid(f.Value, s) || seen[k] // each one is looked at, and may find a broken reference
			}
		}
	}
	if patterns := schema.Get("patternProperties"); patterns != nil {
		for _, f := range instance.Fields {
			for _, p := range patterns.Fields {
				seen[f.Key.Text] = seen[f.Key.Text] || v.search(p.Key.Text, f.Key.Text)
			}
		}
	}
	if dependent := schema.Get("dependentSchemas"); dependent != nil {
		for _, f := range dependent.Fields {
			if instance.Get(f.Key.Text) != nil {
				v.seenProperties(seen, instance, f.Value)
			}
		}
	}
	v.below(instance, schema, func(s *tree.Node) { v.seenProperties(seen, instance, s) })
}
