package jsonschema

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/tree"
)

// maxDepth bounds schemas that refer to themselves.
const maxDepth = 500

// validator applies a schema. Its first error ends all.
type validator struct {
	draft     draft
	base      string // of the resource at hand
	resources map[string]*tree.Node
	anchors   map[string]*tree.Node // by URI with fragment
	recursive bool                  // some schema has $recursiveAnchor
	depth     int
	err       error
}

func newValidator(d draft, schema *tree.Node) (*validator, error) {
	v := &validator{draft: d, resources: map[string]*tree.Node{}, anchors: map[string]*tree.Node{}}
	v.resources[""] = schema
	v.base = v.idOf(schema, "")
	v.resources[v.base] = schema
	v.index(schema, "")
	return v, v.err
}

func (v *validator) fail(format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf(format, args...)
	}
}

// idOf gives the base URI within a schema.
func (v *validator) idOf(schema *tree.Node, base string) string {
	key := "$id"
	if v.draft == draft4 {
		key = "id"
	}
	id := schema.Get(key)
	if id == nil || id.Kind != tree.String || v.draft <= draft7 && schema.Get("$ref") != nil || strings.HasPrefix(id.Text, "#") {
		return base
	}
	joined, fragment := join(base, id.Text)
	if fragment != "" {
		return base
	}
	return joined
}

// join resolves a reference against a base, and takes the fragment off.
func join(base, ref string) (uri, fragment string) {
	b, err := url.Parse(base)
	if err != nil {
		b = &url.URL{}
	}
	u, err := b.Parse(ref)
	if err != nil {
		return ref, ""
	}
	fragment = u.Fragment
	u.Fragment, u.RawFragment = "", ""
	return u.String(), fragment
}

// index notes the resources and anchors below a schema.
func (v *validator) index(n *tree.Node, base string) {
	for _, item := range n.Items {
		v.index(item, base)
	}
	if n.Kind != tree.Map {
		return
	}
	if own := v.idOf(n, base); own != base {
		base = own
		v.resources[base] = n
	}
	for _, key := range []string{"$anchor", "$dynamicAnchor", "$id", "id"} {
		a := n.Get(key)
		if a == nil || a.Kind != tree.String {
			continue
		}
		name, isFragment := strings.CutPrefix(a.Text, "#")
		if key == "$anchor" && v.draft >= draft2019 || key == "$dynamicAnchor" && v.draft == draft2020 || v.draft <= draft7 && isFragment && name != "" {
			v.anchors[base+"#"+name] = n
		}
	}
	if r := n.Get("$recursiveAnchor"); r != nil && r.Bool {
		v.recursive = true
	}
	for _, f := range n.Fields {
		switch f.Key.Text {
		case "enum", "const", "default", "examples":
		default:
			v.index(f.Value, base)
		}
	}
}

// resolve finds what a reference names, and the base there.
func (v *validator) resolve(ref string) (*tree.Node, string) {
	uri, fragment := join(v.base, ref)
	at := v.resources[uri]
	if at == nil {
		v.fail("the reference %q leads out of the schema, and nothing is loaded from elsewhere", ref)
		return nil, ""
	}
	if fragment != "" && !strings.HasPrefix(fragment, "/") {
		if at = v.anchors[uri+"#"+fragment]; at == nil {
			v.fail("the reference %q leads to no anchor", ref)
		}
		return at, uri
	}
	for _, part := range strings.Split(fragment, "/")[1:] {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		var next *tree.Node
		if i, err := strconv.Atoi(part); err == nil && at.Kind == tree.List && i >= 0 && i < len(at.Items) {
			next = at.Items[i]
		} else {
			next = at.Get(part)
		}
		if next == nil {
			v.fail("the reference %q leads nowhere", ref)
			return nil, ""
		}
		at = next
		uri = v.idOf(at, uri)
	}
	return at, uri
}

// within runs f with another base.
func (v *validator) within(base string, f func() []*problem) []*problem {
	defer func(old string) { v.base = old }(v.base)
	v.base = base
	return f()
}

// at says where a schema is applied: the steps to it, which may be none.
type at struct{ path, schema []step }

func inItem(i int) at { return at{path: []step{{index: i}}} }

// descend applies a schema, and puts the steps in front of what it finds.
func (v *validator) descend(instance, schema *tree.Node, where at) []*problem {
	list := v.validate(instance, schema, v.draft)
	if schema.Kind == tree.Bool {
		return list // without the steps, as the reference has it
	}
	for _, p := range list {
		p.path = append(where.path[:len(where.path):len(where.path)], p.path...)
		p.schemaPath = append(where.schema[:len(where.schema):len(where.schema)], p.schemaPath...)
	}
	return list
}

// valid tells whether an instance fits.
func (v *validator) valid(instance, schema *tree.Node) bool {
	return len(v.validate(instance, schema, 0)) == 0
}

// validate applies a schema. The draft of the schema around it says whether what
// stands beside a reference counts, also where the schema has a draft of its own;
// 0 is that one.
func (v *validator) validate(instance, schema *tree.Node, around draft) []*problem {
	if v.err != nil {
		return nil
	}
	if schema.Kind == tree.Bool {
		if schema.Bool {
			return nil
		}
		return []*problem{{message: "False schema does not allow " + repr(instance), instance: instance, schema: schema, known: true}}
	}
	if schema.Kind != tree.Map {
		v.fail("a value of type %s stands where a schema is expected", schema.Kind)
		return nil
	}
	if v.depth++; v.depth > maxDepth {
		v.fail("the schema refers to itself without end")
	}
	defer func(draft draft, base string) { v.depth--; v.draft, v.base = draft, base }(v.draft, v.base)
	d, err := dialectOf(schema, v.draft)
	if err != nil {
		v.err = errors.Join(v.err, err)
	}
	v.draft = d
	v.base = v.idOf(schema, v.base)
	if around == 0 {
		around = d
	}
	if ref := schema.Get("$ref"); ref != nil && around <= draft7 {
		return v.keyword(keywords(v.draft, "$ref"), "$ref", ref, instance, schema)
	}
	var list []*problem
	for _, f := range schema.Fields {
		if call := keywords(v.draft, f.Key.Text); call != nil {
			list = append(list, v.keyword(call, f.Key.Text, f.Value, instance, schema)...)
		}
	}
	return list
}

// keyword applies a keyword, and completes what it finds.
func (v *validator) keyword(call keyword, name string, value, instance, schema *tree.Node) []*problem {
	list := call(v, value, instance, schema)
	for _, p := range list {
		if !p.known {
			p.known, p.instance, p.schema = true, instance, schema
			if p.keyword == "" {
				p.keyword = name
			}
			p.fits = v.hasType(instance, schema.Get("type"))
		}
		if name != "if" && name != "$ref" {
			p.schemaPath = append([]step{{key: name, isKey: true}}, p.schemaPath...)
		}
	}
	return list
}

// hasType tells whether an instance has one of the types in a type keyword.
func (v *validator) hasType(instance, types *tree.Node) bool {
	if types == nil {
		return false
	}
	if types.Kind == tree.String {
		return v.isType(instance, types.Text)
	}
	for _, t := range types.Items {
		if v.isType(instance, t.Text) {
			return true
		}
	}
	return false
}

func (v *validator) isType(n *tree.Node, name string) bool {
	switch name {
	case "array":
		return n.Kind == tree.List
	case "boolean":
		return n.Kind == tree.Bool
	case "integer":
		return n.Kind == tree.Int || v.draft > draft4 && n.Kind == tree.Float && n.Float == math.Trunc(n.Float) && !math.IsInf(n.Float, 0)
	case "null":
		return n.Kind == tree.Null
	case "number":
		return n.Kind == tree.Int || n.Kind == tree.Float
	case "object":
		return n.Kind == tree.Map
	case "string":
		return n.Kind == tree.String
	}
	v.fail("unknown type %q", name)
	return false
}
