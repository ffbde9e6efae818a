// Package reclass renders an inventory: it merges the classes that a target
// includes, in the order they are included, and resolves the references in
// their parameters.
//
// It gives, for each target, the parameters as one tree, the applications and
// the classes; where each value came from (Node.Origins) and which top-level
// parameters it was made of (Node.Reads); and findings that name the file, line
// and column of the faulty value, the references that led to it, and the
// classes that include its file. A finding's sentence is the reference's own.
//
// It mirrors reclass-rs 0.11.0 as Commodore 1.35.1 sets it up: node names are
// not composed, missing references in overwritten values are ignored with a
// warning, no compatibility flags. It leaves out class mappings, exports,
// inventory queries and reclass-config.yml.
//
// What is fast about it: a file is parsed once; targets whose class lists begin
// alike share the merge of what is alike; a reference is followed once per
// target; and a top-level parameter is resolved once for all targets in which
// it and everything it reads are made of the same layers.
//
// It differs in one way on purpose: classes that include each other in a circle
// give a finding, where the reference crashes.
package reclass

import (
	"context"
	"io/fs"
	"slices"
	"sync"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// Options say how to render. The zero value renders strictly and in order.
type Options struct {
	// IgnoreMissing turns missing classes into warnings (spec R3).
	IgnoreMissing bool
	// Each runs f(0) to f(n-1), perhaps at the same time. Nil runs them in
	// order. The result is the same.
	Each func(n int, f func(i int))
}

// Inventory is the classes and targets of one folder. It keeps what it has
// merged and resolved, so that rendering again is cheap; it does not notice
// files that change after Open.
type Inventory struct {
	fsys       fs.FS
	files      *Files
	classes    map[string]*class
	classNames []string
	targets    map[string]source
	names      []string
	keys       keys
	start      *merged
	reclassID  int32
	hints      sync.Map // by the name of a missing class
}

// class is a class that exists; its file is read when it is first needed.
type class struct {
	source
	once sync.Once
	file *file
}

// Open lists the classes and targets in the folders classes and targets of
// fsys (spec R1). files may be nil; it keeps parsed files for later inventories.
func Open(ctx context.Context, fsys fs.FS, files *Files) (*Inventory, []diag.Diag) {
	if files == nil {
		files = &Files{}
	}
	targets, diags := discover(ctx, fsys, "targets", "nodes")
	sources, more := discover(ctx, fsys, "classes", "classes")
	if diags = halted(append(diags, more...)); len(diags) > 0 {
		return nil, diags
	}
	inv := &Inventory{
		fsys: fsys, files: files, targets: targets, names: sortedKeys(targets),
		classes: make(map[string]*class, len(sources)), classNames: sortedKeys(sources),
	}
	for name, src := range sources {
		inv.classes[name] = &class{source: src}
	}
	inv.start = inv.keys.begin()
	inv.reclassID = inv.start.order[0]
	return inv, nil
}

// Targets gives the names of all targets, sorted.
func (inv *Inventory) Targets() []string { return inv.names }

// Classes gives the names of all classes, sorted.
func (inv *Inventory) Classes() []string { return inv.classNames }

// Render gives the nodes of the targets named, in their order; a target with
// errors has a nil node. The findings of a target stand together, errors first,
// the one that the reference reports first of all. What is wrong in one place
// and met from many is said once, of the first target that met it. Last come
// warnings of the files as such, which belong to no target.
//
// When ctx ends, the only finding is reclass/stopped, with the place of what
// was being worked on, and inv is not to be used any more.
func (inv *Inventory) Render(ctx context.Context, targets []string, o Options) ([]*Node, []diag.Diag) {
	each := o.Each
	if each == nil {
		each = inOrder
	}
	inv.prefetch(ctx, targets, each)
	nodes := make([]*Node, len(targets))
	found := make([][]diag.Diag, len(targets))
	each(len(targets), func(i int) { nodes[i], found[i] = inv.render(ctx, targets[i], o) })
	var diags []diag.Diag
	for _, d := range found {
		diags = append(diags, d...)
	}
	diags = diag.Once(halted(diags))
	if len(diags) > 0 && diags[0].ID == stoppedID {
		clear(nodes)
		return nodes, diags
	}
	return nodes, append(diags, inv.files.misspelt()...)
}

// halted gives diags, or only the finding that the work was stopped.
func halted(diags []diag.Diag) []diag.Diag {
	if i := slices.IndexFunc(diags, func(d diag.Diag) bool { return d.ID == stoppedID }); i >= 0 {
		return diags[i : i+1]
	}
	return diags
}

func inOrder(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}

// render gives one target, or nil and what is wrong.
func (inv *Inventory) render(ctx context.Context, target string, o Options) (*Node, []diag.Diag) {
	src, ok := inv.targets[target]
	if !ok {
		return nil, []diag.Diag{{
			ID: "reclass/unknown-target", Target: target, Message: "Unknown node " + target,
			Hint: diag.DidYouMean(target, inv.names),
		}}
	}
	l := &loader{
		ctx: ctx, inv: inv, target: target, ignore: o.IgnoreMissing, merged: inv.start, finished: map[string]bool{},
		active: map[visit]int{},
	}
	if bad := l.load(inv.read(ctx, src)); bad != nil {
		return nil, l.diagnose([]*fault{bad})
	}
	n, faults, warnings := inv.resolve(l)
	l.warnings = append(l.warnings, warnings...)
	if len(faults) > 0 {
		n = nil
	}
	return n, l.diagnose(faults)
}

// Node is one rendered target.
type Node struct {
	Name string
	Path string // its file in the inventory, as targets/a.yml
	// Parameters holds nodes that other places and other targets hold too: a
	// reference to a map gives that very map. Dumping it with anchors by
	// identity needs Unshared first.
	Parameters   *tree.Node
	Applications []string
	Classes      []string
	Loads        []Load // the target's file first, then its classes as they were met

	inv     *Inventory
	merged  *merged
	results []*result
}

// Unshared gives a copy of n in which no two places hold the same list or map,
// as in the reference's results.
func Unshared(n *tree.Node) *tree.Node {
	if n.Kind != tree.List && n.Kind != tree.Map {
		return n
	}
	out := *n
	out.Items = make([]*tree.Node, len(n.Items))
	for i, item := range n.Items {
		out.Items[i] = Unshared(item)
	}
	out.Fields = make([]tree.Field, len(n.Fields))
	for i, f := range n.Fields {
		out.Fields[i] = tree.Field{Key: f.Key, Value: Unshared(f.Value)}
	}
	return &out
}

// Reclass gives the node as reclass-rs hands it to Commodore (spec P14). dir is
// the absolute path of the inventory, timestamp the time as strftime's %c.
func (n *Node) Reclass(dir, timestamp string) *tree.Node {
	text := tree.NewString
	return tree.NewMap(
		tree.Entry("__reclass__", tree.NewMap(
			tree.Entry("node", text(n.Name)),
			tree.Entry("name", text(n.Name)),
			tree.Entry("uri", text("yaml_fs://"+dir+"/"+n.Path)),
			tree.Entry("environment", text("base")),
			tree.Entry("timestamp", text(timestamp)),
		)),
		tree.Entry("applications", tree.NewStrings(n.Applications)),
		tree.Entry("classes", tree.NewStrings(n.Classes)),
		tree.Entry("environment", text("base")),
		tree.Entry("exports", tree.NewMap()),
		tree.Entry("parameters", n.Parameters),
	)
}
