package input

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/refs"
	"github.com/azogue-build/azogue/lib/tree"
)

// TestSharedValues: what a YAML file shares by aliases keeps its anchors on the
// way through secrets into a YAML file, maps only, and not when it is pruned
// (spec Y41, K67). The wants are Kapitan's, for a file that helm wrote.
func TestSharedValues(t *testing.T) {
	for _, tt := range []struct {
		text, kind string
		prune      bool
		want       string
	}{
		{"a: &x {k: v}\nb: *x\n", "auto", false, "a: &id001\n  k: v\nb: *id001\n"},
		{"a: &x {k: v}\nb: *x\n", "auto", true, "a:\n  k: v\nb:\n  k: v\n"},
		{"a: &x {k: v}\nb: *x\n", "json", false, "{\n  \"a\": {\n    \"k\": \"v\"\n  },\n  \"b\": {\n    \"k\": \"v\"\n  }\n}"},
		{"a: &x [1, {k: v}]\nb: *x\n", "auto", false, "a:\n  - 1\n  - &id001\n    k: v\nb:\n  - 1\n  - *id001\n"},
		{"a: &x [1, {k: v}]\nb: *x\n", "auto", true, "a:\n  - 1\n  - k: v\nb:\n  - 1\n  - k: v\n"},
		{"a: &x [1, {k: v}]\nb: *x\n", "json", false, "{\n  \"a\": [\n    1,\n    {\n      \"k\": \"v\"\n    }\n  ],\n  \"b\": [\n    1,\n    {\n      \"k\": \"v\"\n    }\n  ]\n}"},
		{"a: &x {k: '?{vaultkv:a/b}'}\nb: *x\nc: ['?{vaultkv:a/b}']\n", "auto", false, "a: &id001\n  k: a/b\nb: *id001\nc:\n  - a/b\n"},
		{"a: &x {k: '?{vaultkv:a/b}'}\nb: *x\nc: ['?{vaultkv:a/b}']\n", "auto", true, "a:\n  k: a/b\nb:\n  k: a/b\nc:\n  - a/b\n"},
		{"a: &x {k: '?{vaultkv:a/b}'}\nb: *x\nc: ['?{vaultkv:a/b}']\n", "json", false, "{\n  \"a\": {\n    \"k\": \"a/b\"\n  },\n  \"b\": {\n    \"k\": \"a/b\"\n  },\n  \"c\": [\n    \"a/b\"\n  ]\n}"},
		{"a: &x {k: v}\nb: *x\n---\na: &x {k: w}\nb: *x\nc: *x\n", "auto", false, "a: &id001\n  k: v\nb: *id001\n---\na: &id001\n  k: w\nb: *id001\nc: *id001\n"},
		{"a: &x {k: v}\nb: *x\n---\na: &x {k: w}\nb: *x\nc: *x\n", "auto", true, "a:\n  k: v\nb:\n  k: v\n---\na:\n  k: w\nb:\n  k: w\nc:\n  k: w\n"},
		{"a: &x {k: v}\nb: *x\n---\na: &x {k: w}\nb: *x\nc: *x\n", "json", false, "{\n  \"a\": {\n    \"k\": \"v\"\n  },\n  \"b\": {\n    \"k\": \"v\"\n  }\n}"},
		{"a: &x {}\nb: *x\nc: &y []\nd: *y\ne: &z ''\nf: *z\n", "auto", false, "a: &id001 {}\nb: *id001\nc: []\nd: []\ne: ''\nf: ''\n"},
		{"a: &x {}\nb: *x\nc: &y []\nd: *y\ne: &z ''\nf: *z\n", "auto", true, "e: ''\nf: ''\n"},
		{"a: &x {}\nb: *x\nc: &y []\nd: *y\ne: &z ''\nf: *z\n", "json", false, "{\n  \"a\": {},\n  \"b\": {},\n  \"c\": [],\n  \"d\": [],\n  \"e\": \"\",\n  \"f\": \"\"\n}"},
		{"base: &x {in: {k: v}, list: [{l: m}]}\none: {<<: *x, own: 1}\ntwo: {<<: *x}\n", "auto", false, "base:\n  in: &id001\n    k: v\n  list:\n    - &id002\n      l: m\none:\n  in: *id001\n  list:\n    - *id002\n  own: 1\ntwo:\n  in: *id001\n  list:\n    - *id002\n"},
		{"base: &x {in: {k: v}, list: [{l: m}]}\none: {<<: *x, own: 1}\ntwo: {<<: *x}\n", "auto", true, "base:\n  in:\n    k: v\n  list:\n    - l: m\none:\n  in:\n    k: v\n  list:\n    - l: m\n  own: 1\ntwo:\n  in:\n    k: v\n  list:\n    - l: m\n"},
		{"base: &x {in: {k: v}, list: [{l: m}]}\none: {<<: *x, own: 1}\ntwo: {<<: *x}\n", "json", false, "{\n  \"base\": {\n    \"in\": {\n      \"k\": \"v\"\n    },\n    \"list\": [\n      {\n        \"l\": \"m\"\n      }\n    ]\n  },\n  \"one\": {\n    \"in\": {\n      \"k\": \"v\"\n    },\n    \"list\": [\n      {\n        \"l\": \"m\"\n      }\n    ],\n    \"own\": 1\n  },\n  \"two\": {\n    \"in\": {\n      \"k\": \"v\"\n    },\n    \"list\": [\n      {\n        \"l\": \"m\"\n      }\n    ]\n  }\n}"},
		{"a: &x\n  b: &y {k: v}\n  c: *y\nd: *x\ne: *y\n", "auto", false, "a: &id002\n  b: &id001\n    k: v\n  c: *id001\nd: *id002\ne: *id001\n"},
		{"a: &x\n  b: &y {k: v}\n  c: *y\nd: *x\ne: *y\n", "auto", true, "a:\n  b:\n    k: v\n  c:\n    k: v\nd:\n  b:\n    k: v\n  c:\n    k: v\ne:\n  k: v\n"},
		{"a: &x\n  b: &y {k: v}\n  c: *y\nd: *x\ne: *y\n", "json", false, "{\n  \"a\": {\n    \"b\": {\n      \"k\": \"v\"\n    },\n    \"c\": {\n      \"k\": \"v\"\n    }\n  },\n  \"d\": {\n    \"b\": {\n      \"k\": \"v\"\n    },\n    \"c\": {\n      \"k\": \"v\"\n    }\n  },\n  \"e\": {\n    \"k\": \"v\"\n  }\n}"},
		{"a: &x {l: &l [&m {k: v}]}\nb: *x\nc: *l\nd: *m\n", "auto", false, "a: &id001\n  l:\n    - &id002\n      k: v\nb: *id001\nc:\n  - *id002\nd: *id002\n"},
		{"a: &x {l: &l [&m {k: v}]}\nb: *x\nc: *l\nd: *m\n", "auto", true, "a:\n  l:\n    - k: v\nb:\n  l:\n    - k: v\nc:\n  - k: v\nd:\n  k: v\n"},
		{"a: &x {l: &l [&m {k: v}]}\nb: *x\nc: *l\nd: *m\n", "json", false, "{\n  \"a\": {\n    \"l\": [\n      {\n        \"k\": \"v\"\n      }\n    ]\n  },\n  \"b\": {\n    \"l\": [\n      {\n        \"k\": \"v\"\n      }\n    ]\n  },\n  \"c\": [\n    {\n      \"k\": \"v\"\n    }\n  ],\n  \"d\": {\n    \"k\": \"v\"\n  }\n}"},
		{"a: &x {k: v, n: ~, e: {}}\nb: *x\n", "auto", false, "a: &id001\n  e: {}\n  k: v\n  n: null\nb: *id001\n"},
		{"a: &x {k: v, n: ~, e: {}}\nb: *x\n", "auto", true, "a:\n  k: v\nb:\n  k: v\n"},
		{"a: &x {k: v, n: ~, e: {}}\nb: *x\n", "json", false, "{\n  \"a\": {\n    \"e\": {},\n    \"k\": \"v\",\n    \"n\": null\n  },\n  \"b\": {\n    \"e\": {},\n    \"k\": \"v\",\n    \"n\": null\n  }\n}"},
	} {
		docs, err := pyyaml.Load("in.yaml", []byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		value := docs[0]
		if tt.kind == "auto" {
			value = tree.NewList(docs...)
		}
		e := env()
		e.Secrets = refs.Revealed(nil)
		if err := Write(e, plan.Job{OutputType: tt.kind, Prune: tt.prune}, "/out/t/a", value); err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		got := ""
		for _, f := range e.FS.Files("/out/t") {
			got += string(f.Bytes)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q as %s, prune %v (-want +got):\n%s", tt.text, tt.kind, tt.prune, d)
		}
	}
}
