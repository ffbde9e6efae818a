package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

func reference(v *validator, value, instance, _ *tree.Node) []*problem {
	target, base := v.resolve(value.Text)
	if target == nil {
		return nil
	}
	return v.within(base, func() []*problem { return v.validate(instance, target, v.draft) })
}

func allOf(v *validator, value, instance, _ *tree.Node) []*problem {
	var list []*problem
	for i, s := range value.Items {
		list = append(list, v.descend(instance, s, at{schema: index(i)})...)
	}
	return list
}

const noneFits = " is not valid under any of the given schemas"

func anyOf(v *validator, value, instance, _ *tree.Node) []*problem {
	var all []*problem
	for i, s := range value.Items {
		list := v.descend(instance, s, at{schema: index(i)})
		if len(list) == 0 {
			return nil
		}
		all = append(all, list...)
	}
	return []*problem{{message: repr(instance) + noneFits, context: all}}
}

func oneOf(v *validator, value, instance, _ *tree.Node) []*problem {
	var all []*problem
	for i, s := range value.Items {
		list := v.descend(instance, s, at{schema: index(i)})
		if len(list) > 0 {
			all = append(all, list...)
			continue
		}
		var more []*tree.Node
		for _, other := range value.Items[i+1:] {
			if v.valid(instance, other) {
				more = append(more, other)
			}
		}
		if len(more) == 0 {
			return nil
		}
		return one(repr(instance) + " is valid under each of " + reprs(append(more, s)))
	}
	return []*problem{{message: repr(instance) + noneFits, context: all}}
}

func not(v *validator, value, instance, _ *tree.Node) []*problem {
	if v.valid(instance, value) {
		return one(repr(instance) + " should not be valid under " + repr(value))
	}
	return nil
}

func ifThenElse(v *validator, value, instance, schema *tree.Node) []*problem {
	branch := "else"
	if v.valid(instance, value) {
		branch = "then"
	}
	s := schema.Get(branch)
	if s == nil {
		return nil
	}
	return v.descend(instance, s, at{schema: key(branch)})
}

func properties(v *validator, value, instance, _ *tree.Node) []*problem {
	var list []*problem
	for _, f := range value.Fields {
		if n := instance.Get(f.Key.Text); n != nil {
			list = append(list, v.descend(n, f.Value, at{key(f.Key.Text), key(f.Key.Text)})...)
		}
	}
	return list
}

func patternProperties(v *validator, value, instance, _ *tree.Node) []*problem {
	var list []*problem
	if instance.Kind != tree.Map {
		return nil
	}
	for _, p := range value.Fields {
		for _, f := range instance.Fields {
			if v.search(p.Key.Text, f.Key.Text) {
				list = append(list, v.descend(f.Value, p.Value, at{key(f.Key.Text), key(p.Key.Text)})...)
			}
		}
	}
	return list
}

func additionalProperties(v *validator, value, instance, schema *tree.Node) []*problem {
	if instance.Kind != tree.Map {
		return nil
	}
	patterns := schema.Get("patternProperties")
	var extras []tree.Field
	for _, f := range instance.Fields {
		if schema.Get("properties").Get(f.Key.Text) == nil && !v.anyPattern(patterns, f.Key.Text) {
			extras = append(extras, f)
		}
	}
	if value.Kind == tree.Map {
		var list []*problem
		for _, f := range extras {
			list = append(list, v.descend(f.Value, value, at{path: key(f.Key.Text)})...)
		}
		return list
	}
	if !value.Falsy() || len(extras) == 0 {
		return nil
	}
	names := sortedKeys(extras)
	if patterns == nil {
		return one("Additional properties are not allowed (" + unexpected(names) + ")")
	}
	verb := "do"
	if len(names) == 1 {
		verb = "does"
	}
	return one(reprs(names) + " " + verb + " not match any of the regexes: " + reprs(sortedKeys(patterns.Fields)))
}

// anyPattern tells whether a name matches one of the patterns, which are joined.
func (v *validator) anyPattern(patterns *tree.Node, name string) bool {
	if patterns == nil || len(patterns.Fields) == 0 {
		return false
	}
	list := make([]string, len(patterns.Fields))
	for i, f := range patterns.Fields {
		list[i] = f.Key.Text
	}
	all := strings.Join(list, "|")
	return all != "" && v.search(all, name)
}

func sortedKeys(fields []tree.Field) []*tree.Node {
	keys := make([]*tree.Node, len(fields))
	for i, f := range fields {
		keys[i] = f.Key
	}
	slices.SortStableFunc(keys, func(a, b *tree.Node) int { return strings.Compare(a.Text, b.Text) })
	return keys
}

// unexpected lists what is too much, as part of a sentence.
func unexpected(list []*tree.Node) string {
	verb := " were unexpected"
	if len(list) == 1 {
		verb = " was unexpected"
	}
	return reprs(list) + verb
}

func dependencies(v *validator, value, instance, _ *tree.Node) []*problem {
	var list []*problem
	for _, f := range value.Fields {
		if instance.Get(f.Key.Text) == nil {
			continue
		}
		if f.Value.Kind == tree.List {
			list = append(list, needed(f, instance)...)
		} else {
			list = append(list, v.descend(instance, f.Value, at{schema: key(f.Key.Text)})...)
		}
	}
	return list
}

// needed finds the names that come with another one.
func needed(f tree.Field, instance *tree.Node) []*problem {
	var list []*problem
	for _, n := range f.Value.Items {
		if instance.Get(n.Text) == nil {
			list = append(list, one(repr(n)+" is a dependency of "+repr(f.Key))...)
		}
	}
	return list
}

// itemsOf gives the keywords for lists, which changed with 2020-12.
func itemsOf(d draft, name string) keyword {
	switch {
	case name == "prefixItems" && d == draft2020:
		return tupleItems
	case name == "additionalItems" && d < draft2020:
		return additionalItems
	case name == "items" && d == draft2020:
		return restItems
	case name == "items":
		return func(v *validator, value, instance, schema *tree.Node) []*problem {
			if d == draft4 && value.Kind == tree.Bool && instance.Kind == tree.List {
				v.fail("items is true or false, which draft 4 does not have") // below a $schema of its own, which is not checked
			}
			if value.Kind == tree.List {
				return tupleItems(v, value, instance, schema)
			}
			return v.eachItem(instance, value, 0)
		}
	}
	return nil
}

func (v *validator) eachItem(instance, schema *tree.Node, from int) []*problem {
	var list []*problem
	if instance.Kind == tree.List {
		for i := from; i < len(instance.Items); i++ {
			list = append(list, v.descend(instance.Items[i], schema, inItem(i))...)
		}
	}
	return list
}

func tupleItems(v *validator, value, instance, _ *tree.Node) []*problem {
	var list []*problem
	if instance.Kind == tree.List {
		for i := range min(len(instance.Items), len(value.Items)) {
			list = append(list, v.descend(instance.Items[i], value.Items[i], at{index(i), index(i)})...)
		}
	}
	return list
}

func additionalItems(v *validator, value, instance, schema *tree.Node) []*problem {
	items := schema.Get("items")
	if instance.Kind != tree.List || items == nil || items.Kind != tree.List {
		return nil
	}
	if value.Kind == tree.Map {
		return v.eachItem(instance, value, len(items.Items))
	}
	if value.Falsy() && len(instance.Items) > len(items.Items) {
		return one("Additional items are not allowed (" + unexpected(instance.Items[len(items.Items):]) + ")")
	}
	return nil
}

func restItems(v *validator, value, instance, schema *tree.Node) []*problem {
	prefix := 0
	if p := schema.Get("prefixItems"); p != nil {
		prefix = len(p.Items)
	}
	if instance.Kind != tree.List || len(instance.Items) <= prefix {
		return nil
	}
	if value.Kind != tree.Bool || value.Bool {
		return v.eachItem(instance, value, prefix)
	}
	extra := len(instance.Items) - prefix
	rest := instance.Items[prefix]
	if extra > 1 {
		rest = tree.NewList(instance.Items[prefix:]...)
	}
	word := "items"
	if prefix == 1 {
		word = "item"
	}
	return one("Expected at most " + strconv.Itoa(prefix) + " " + word + " but found " + strconv.Itoa(extra) + " extra: " + repr(rest))
}

func since2019(d draft, name string) keyword {
	if d < draft2019 {
		return nil
	}
	switch name {
	case "dependentRequired":
		return func(_ *validator, value, instance, _ *tree.Node) []*problem {
			var list []*problem
			for _, f := range value.Fields {
				if instance.Get(f.Key.Text) != nil {
					list = append(list, needed(f, instance)...)
				}
			}
			return list
		}
	case "dependentSchemas":
		return func(v *validator, value, instance, _ *tree.Node) []*problem {
			var list []*problem
			for _, f := range value.Fields {
				if instance.Get(f.Key.Text) != nil {
					list = append(list, v.descend(instance, f.Value, at{schema: key(f.Key.Text)})...)
				}
			}
			return list
		}
	case "unevaluatedItems":
		return unevaluatedItems
	case "unevaluatedProperties":
		return unevaluatedProperties
	case "$recursiveRef", "$dynamicRef":
		if (name == "$recursiveRef") == (d == draft2019) {
			return dynamicReference
		}
	}
	return nil
}

// dynamicReference is a reference like any other while there is only one resource.
func dynamicReference(v *validator, value, instance, schema *tree.Node) []*problem {
	roots := map[*tree.Node]bool{}
	for _, n := range v.resources {
		roots[n] = true
	}
	if len(roots) > 1 || v.recursive {
		v.fail("$dynamicRef and $recursiveRef are not supported in a schema of several resources")
		return nil
	}
	return reference(v, value, instance, schema)
}
