package jsonnetvm

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

func topics(r *run, args []any) (any, error) {
	name := ""
	switch a := args[0].(type) {
	case string:
		name = a
	default:
		if !falsy(a) {
			return nil, errors.New("the name of a topic must be a string or null")
		}
	}
	if r.All == nil {
		return nil, errors.New("the inventories of all targets are not available here")
	}
	n, err := Topics(r.All(), r.Target, name)
	if err != nil {
		return nil, err
	}
	v, bad := plainValue(n)
	if bad != nil {
		return nil, inventoryError(bad)
	}
	return v, nil
}

// Topics gives what the targets, a map of their inventories by name, tell others
// about a topic in parameters.kapitan.topics (spec N14), or about all topics by
// name when name is empty. What target asks for it must have declared.
func Topics(targets *tree.Node, target, name string) (*tree.Node, error) {
	all := tree.NewMap()
	declared := map[string]bool{}
	for _, t := range targets.Fields {
		own := t.Value.At("parameters", "kapitan", "topics")
		if own.Falsy() {
			continue
		}
		if own.Kind != tree.Map {
			return nil, diag.Diag{Pos: own.Pos, Message: fmt.Sprintf("kapitan.topics of target %q is no map but a value of type %s", t.Key.Text, own.Kind)}
		}
		for _, f := range own.Fields {
			if c := f.Value.Get("consume"); c != nil && c.Kind == tree.Bool && c.Bool && f.Key.Kind == tree.String && t.Key.Text == target {
				declared[f.Key.Text] = true
			}
			if given := f.Value.Get("parameters"); given != nil && given.Kind != tree.Null {
				all = contribute(all, f.Key, t.Key, given)
			}
		}
	}
	if err := undeclared(all, declared, target, name); err != nil {
		return nil, err
	}
	if name == "" {
		return all, nil
	}
	if topic := all.Get(name); topic != nil {
		return topic, nil
	}
	return topicOf(tree.NewMap()), nil
}

func topicOf(targets *tree.Node) *tree.Node {
	return tree.NewMap(tree.Entry("parameters", tree.NewMap(tree.Entry("targets", targets))))
}

// contribute adds to the map of topics what target gives to topic. The nodes on the
// way are this function's own.
func contribute(all, topic, target, given *tree.Node) *tree.Node {
	for i := range all.Fields {
		if k := all.Fields[i].Key; k.Kind == topic.Kind && k.Text == topic.Text && k.Int == topic.Int {
			targets := all.Fields[i].Value.At("parameters", "targets")
			targets.Fields = append(targets.Fields, tree.Field{Key: target, Value: given})
			return all
		}
	}
	all.Fields = append(all.Fields, tree.Field{Key: topic, Value: topicOf(tree.NewMap(tree.Field{Key: target, Value: given}))})
	return all
}

// undeclared refuses a target that reads topics without saying so. Only true says
// so, not "true" or 1.
func undeclared(all *tree.Node, declared map[string]bool, target, name string) error {
	var missing []string
	switch {
	case name == "":
		for _, f := range all.Fields {
			if !declared[f.Key.Text] {
				missing = append(missing, f.Key.Text)
			}
		}
	case !declared[name]:
		missing = []string{name}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return diag.Diag{
		Message: fmt.Sprintf("target %q reads the topic %s without declaring it", target, quoted(missing)),
		Hint:    fmt.Sprintf("set parameters.kapitan.topics.%s.consume: true", strings.Join(missing, ".consume and parameters.kapitan.topics.")),
	}
}

func quoted(names []string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(list, ", ")
}
