package jsonschema

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyre"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/tree"
)

// keyword finds what is wrong with an instance by the value of a keyword in a schema.
type keyword func(v *validator, value, instance, schema *tree.Node) []*problem

// keywords gives a keyword of a draft, or nil.
func keywords(d draft, name string) keyword {
	switch name {
	case "$ref", "additionalProperties", "allOf", "anyOf", "enum", "format", "maxItems", "maxLength", "maxProperties", "minItems", "minLength",
		"minProperties", "multipleOf", "not", "oneOf", "pattern", "patternProperties", "properties", "required", "type", "uniqueItems":
		return common(name)
	case "minimum", "maximum":
		return bound(name, d == draft4)
	case "exclusiveMinimum", "exclusiveMaximum", "const", "contains", "propertyNames":
		if d >= draft6 {
			return since6(d, name)
		}
	case "dependencies":
		if d <= draft7 {
			return dependencies
		}
	case "if":
		if d >= draft7 {
			return ifThenElse
		}
	case "items", "additionalItems", "prefixItems":
		return itemsOf(d, name)
	case "dependentRequired", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties", "$recursiveRef", "$dynamicRef":
		return since2019(d, name)
	}
	return nil
}

func common(name string) keyword {
	switch name {
	case "$ref":
		return reference
	case "additionalProperties":
		return additionalProperties
	case "allOf":
		return allOf
	case "anyOf":
		return anyOf
	case "oneOf":
		return oneOf
	case "not":
		return not
	case "enum":
		return enum
	case "format":
		return format
	case "multipleOf":
		return multipleOf
	case "pattern":
		return pattern
	case "patternProperties":
		return patternProperties
	case "properties":
		return properties
	case "required":
		return required
	case "type":
		return typeOf
	case "uniqueItems":
		return uniqueItems
	}
	return size(name)
}

func repr(n *tree.Node) string { return pyrepr.Value(n) }

func one(message string) []*problem { return []*problem{{message: message}} }

func key(s string) []step { return []step{{key: s, isKey: true}} }

func index(i int) []step { return []step{{index: i}} }

// size makes the keywords that count.
func size(name string) keyword {
	least := strings.HasPrefix(name, "min")
	return func(_ *validator, value, instance, _ *tree.Node) []*problem {
		count := 0
		few, many := "is too short", "is too long"
		switch what := name[3:]; {
		case what == "Items" && instance.Kind == tree.List:
			count = len(instance.Items)
		case what == "Length" && instance.Kind == tree.String:
			for s := instance.Text; s != ""; count++ {
				_, n := pyjson.DecodeRune(s)
				s = s[n:]
			}
		case what == "Properties" && instance.Kind == tree.Map:
			count = len(instance.Fields)
			few, many = "does not have enough properties", "has too many properties"
		default:
			return nil
		}
		c := compareNumbers(tree.NewInt(int64(count)), value)
		switch {
		case least && c < 0:
			if compareNumbers(value, tree.NewInt(1)) == 0 {
				few = "should be non-empty"
			}
			return one(repr(instance) + " " + few)
		case !least && c > 0:
			if compareNumbers(value, tree.NewInt(0)) == 0 {
				many = "is expected to be empty"
			}
			return one(repr(instance) + " " + many)
		}
		return nil
	}
}

func isNumber(n *tree.Node) bool { return n.Kind == tree.Int || n.Kind == tree.Float }

func rational(n *tree.Node) *big.Rat {
	if n.Kind == tree.Float {
		if r := new(big.Rat).SetFloat64(n.Float); r != nil {
			return r
		}
		return new(big.Rat)
	}
	r, _ := new(big.Rat).SetString(n.Decimal())
	return r
}

func compareNumbers(a, b *tree.Node) int {
	for _, n := range []*tree.Node{a, b} {
		if n.Kind == tree.Float && math.IsInf(n.Float, 0) {
			return int(math.Copysign(1, n.Float)) * map[bool]int{true: 1, false: -1}[n == a]
		}
	}
	return rational(a).Cmp(rational(b))
}

// isNaN: Python finds it neither less nor greater than anything.
func isNaN(n *tree.Node) bool { return n.Kind == tree.Float && math.IsNaN(n.Float) }

// bound makes minimum and maximum. In draft 4, exclusive ones are a flag beside it.
func bound(name string, withFlag bool) keyword {
	least := name == "minimum"
	return func(_ *validator, value, instance, schema *tree.Node) []*problem {
		if !isNumber(instance) || isNaN(instance) || isNaN(value) {
			return nil
		}
		c := compareNumbers(instance, value)
		word := "greater than"
		if least {
			c, word = -c, "less than"
		}
		exclusive := false
		if withFlag {
			exclusive = !schema.Get(map[bool]string{true: "exclusiveMinimum", false: "exclusiveMaximum"}[least]).Falsy()
		}
		if exclusive {
			word += " or equal to"
		}
		if c > 0 || c == 0 && exclusive {
			return one(repr(instance) + " is " + word + " the " + name + " of " + repr(value))
		}
		return nil
	}
}

func multipleOf(v *validator, value, instance, _ *tree.Node) []*problem {
	if !isNumber(instance) {
		return nil
	}
	failed := false
	switch {
	case value.Kind == tree.Float && instance.Kind == tree.Float && (isNaN(instance) || math.IsInf(instance.Float, 0)):
		v.fail("%s cannot be a multiple of the float %s", repr(instance), repr(value))
	case value.Kind == tree.Float:
		f, _ := rational(instance).Float64()
		quotient := f / value.Float
		if math.IsInf(quotient, 0) {
			failed = !new(big.Rat).Quo(rational(instance), rational(value)).IsInt()
		} else {
			failed = quotient != math.Trunc(quotient)
		}
	case instance.Kind == tree.Float:
		f, _ := rational(value).Float64()
		failed = math.Mod(instance.Float, f) != 0
	default:
		failed = !new(big.Rat).Quo(rational(instance), rational(value)).IsInt()
	}
	if failed {
		return one(repr(instance) + " is not a multiple of " + repr(value))
	}
	return nil
}

// search finds a pattern in a text.
func (v *validator) search(pattern, text string) bool {
	re, err := pyre.Compile(pattern, pyre.Flags{})
	if err != nil {
		v.fail("%w", err)
		return false
	}
	found, err := re.Match(text)
	if err != nil {
		v.fail("%w", err)
	}
	return found
}

func pattern(v *validator, value, instance, _ *tree.Node) []*problem {
	if instance.Kind == tree.String && !v.search(value.Text, instance.Text) {
		return one(repr(instance) + " does not match " + repr(value))
	}
	return nil
}

func format(v *validator, value, instance, _ *tree.Node) []*problem {
	if instance.Kind != tree.String {
		return nil
	}
	ok, err := fitsFormat(value.Text, instance.Text)
	if err != nil {
		v.fail("%w", err)
	}
	if !ok {
		return one(repr(instance) + " is not a " + repr(value))
	}
	return nil
}

func enum(_ *validator, value, instance, _ *tree.Node) []*problem {
	if slices.ContainsFunc(value.Items, func(n *tree.Node) bool { return equal(n, instance) }) {
		return nil
	}
	return one(repr(instance) + " is not one of " + repr(value))
}

func typeOf(v *validator, value, instance, _ *tree.Node) []*problem {
	if v.hasType(instance, value) {
		return nil
	}
	types := []*tree.Node{value}
	if value.Kind == tree.List {
		types = value.Items
	}
	return one(repr(instance) + " is not of type " + reprs(types))
}

func reprs(list []*tree.Node) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = repr(n)
	}
	return strings.Join(texts, ", ")
}

func required(_ *validator, value, instance, _ *tree.Node) []*problem {
	if instance.Kind != tree.Map {
		return nil
	}
	var list []*problem
	for _, n := range value.Items {
		if instance.Get(n.Text) == nil {
			list = append(list, one(repr(n)+" is a required property")...)
		}
	}
	return list
}

func uniqueItems(_ *validator, value, instance, _ *tree.Node) []*problem {
	if value.Falsy() || instance.Kind != tree.List {
		return nil
	}
	for i, n := range instance.Items {
		if slices.ContainsFunc(instance.Items[:i], func(other *tree.Node) bool { return equal(n, other) }) {
			return one(repr(instance) + " has non-unique elements")
		}
	}
	return nil
}

// equal compares as JSON does: 1 and 1.0 are equal, 1 and true are not.
func equal(a, b *tree.Node) bool {
	if isNumber(a) && isNumber(b) {
		return compareNumbers(a, b) == 0
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case tree.Bool:
		return a.Bool == b.Bool
	case tree.String:
		return a.Text == b.Text
	case tree.List:
		return slices.EqualFunc(a.Items, b.Items, equal)
	case tree.Map:
		return len(a.Fields) == len(b.Fields) && !slices.ContainsFunc(a.Fields, func(f tree.Field) bool {
			other := b.Get(f.Key.Text)
			return other == nil || !equal(f.Value, other)
		})
	}
	return true
}

func since6(d draft, name string) keyword {
	switch name {
	case "const":
		return func(_ *validator, value, instance, _ *tree.Node) []*problem {
			if equal(instance, value) {
				return nil
			}
			return one(repr(value) + " was expected")
		}
	case "propertyNames":
		return func(v *validator, value, instance, _ *tree.Node) []*problem {
			var list []*problem
			if instance.Kind == tree.Map {
				for _, f := range instance.Fields {
					list = append(list, v.descend(f.Key, value, at{})...)
				}
			}
			return list
		}
	case "contains":
		if d <= draft7 {
			return containsAny
		}
		return contains
	}
	least := name == "exclusiveMinimum"
	return func(_ *validator, value, instance, _ *tree.Node) []*problem {
		if !isNumber(instance) || isNaN(instance) || isNaN(value) {
			return nil
		}
		c := compareNumbers(instance, value)
		switch {
		case least && c <= 0:
			return one(repr(instance) + " is less than or equal to the minimum of " + repr(value))
		case !least && c >= 0:
			return one(repr(instance) + " is greater than or equal to the maximum of " + repr(value))
		}
		return nil
	}
}

func containsAny(v *validator, value, instance, _ *tree.Node) []*problem {
	if instance.Kind != tree.List || slices.ContainsFunc(instance.Items, func(n *tree.Node) bool { return v.valid(n, value) }) {
		return nil
	}
	return one("None of " + repr(instance) + " are valid under the given schema")
}

func contains(v *validator, value, instance, schema *tree.Node) []*problem {
	if instance.Kind != tree.List {
		return nil
	}
	least, most := tree.NewInt(1), tree.NewInt(int64(len(instance.Items)))
	if n := schema.Get("minContains"); n != nil {
		least = n
	}
	if n := schema.Get("maxContains"); n != nil {
		most = n
	}
	matches := 0
	for _, n := range instance.Items {
		if !v.valid(n, value) {
			continue
		}
		if matches++; compareNumbers(tree.NewInt(int64(matches)), most) > 0 {
			return []*problem{{message: "Too many items match the given schema (expected at most " + repr(most) + ")", keyword: "maxContains"}}
		}
	}
	switch {
	case compareNumbers(tree.NewInt(int64(matches)), least) >= 0:
		return nil
	case matches == 0:
		return one(repr(instance) + " does not contain items matching the given schema")
	}
	return []*problem{{message: "Too few items match the given schema (expected at least " + repr(least) + " but only " + strconv.Itoa(matches) + " matched)", keyword: "minContains"}}
}
