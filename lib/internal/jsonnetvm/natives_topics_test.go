package jsonnetvm

import (
	"testing"

	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// TestTopics has what kapitan.topics.topics answers to the same inventories, apart
// from kapitan.topics that is no map, which makes the reference forget all topics.
func TestTopics(t *testing.T) {
	inventories := map[string]string{
		"basic": `
a: {parameters: {kapitan: {topics: {x: {parameters: {k: 1}}, y: {parameters: {}}}}}}
b: {parameters: {kapitan: {topics: {x: {consume: true, parameters: {k: 2}}, z: {consume: true}}}}}
c: {parameters: {kapitan: {topics: {x: {consume: 'true'}, y: {consume: 1}}}}}
d: {parameters: {}}
e: {parameters: {kapitan: {topics: null}}}`,
		"all": `
a: {parameters: {kapitan: {topics: {x: {parameters: [1]}, y: {parameters: s}, w: [1], v: {parameters: null}}}}}
b: {parameters: {kapitan: {topics: {x: {consume: true}, y: {consume: true}}}}}`,
		"bad": `
a: {parameters: {kapitan: {topics: [x]}}}
b: {parameters: {kapitan: {topics: {x: {consume: true}}}}}`,
	}
	const failed = "jsonnet/native"
	tests := []struct{ inventory, target, name, want string }{
		{"basic", "b", "'x'", `{"parameters":{"targets":{"a":{"k":1},"b":{"k":2}}}}`},
		{"basic", "b", "'z'", `{"parameters":{"targets":{}}}`},
		{"basic", "b", "'y'", failed},
		{"basic", "b", "null", failed},
		{"basic", "b", "''", failed},
		{"basic", "c", "'x'", failed},
		{"basic", "c", "'y'", failed},
		{"basic", "d", "'x'", failed},
		{"basic", "e", "'nope'", failed},
		{"all", "b", "null", `{"x":{"parameters":{"targets":{"a":[1]}}},"y":{"parameters":{"targets":{"a":"s"}}}}`},
		{"all", "b", "false", `{"x":{"parameters":{"targets":{"a":[1]}}},"y":{"parameters":{"targets":{"a":"s"}}}}`},
		{"all", "b", "'x'", `{"parameters":{"targets":{"a":[1]}}}`},
		{"all", "b", "'v'", failed},
		{"all", "b", "true", failed},
		{"all", "a", "null", failed},
		{"bad", "b", "'x'", failed},
	}
	vm := New(testLib())
	for _, test := range tests {
		t.Run(test.inventory+" "+test.target+" "+test.name, func(t *testing.T) {
			docs, err := pyyaml.Load("inventory", []byte(inventories[test.inventory]))
			if err != nil {
				t.Fatal(err)
			}
			got, err := evaluated(t, vm, "std.native('topics')("+test.name+")", nil, func(in *Input) {
				in.Target, in.All = test.target, func() *tree.Node { return docs[0] }
			})
			if err != nil {
				got = finding(t, err).ID
			}
			if got = compact(got); got != test.want {
				t.Errorf("got %s, error %v\nwant %s", got, err, test.want)
			}
		})
	}
}

func TestUndeclaredTopicHint(t *testing.T) {
	docs, err := pyyaml.Load("inventory", []byte("a: {parameters: {kapitan: {topics: {x: {parameters: {}}, y: {parameters: {}}}}}}"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = evaluated(t, New(testLib()), "std.native('topics')(null)", nil, func(in *Input) {
		in.All = func() *tree.Node { return docs[0] }
	})
	want := "set parameters.kapitan.topics.x.consume and parameters.kapitan.topics.y.consume: true"
	if got := finding(t, err); got.Hint != want {
		t.Errorf("got %+v, want the hint %q", got, want)
	}
}
