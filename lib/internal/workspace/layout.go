// Package workspace lays out what Commodore calls its working directory, in
// memory: for a cluster of azogue's own workspace (Cluster), for one component
// or one package with a few values files (Component, Package), for classes
// without a cluster (Hierarchy), or as Commodore has left one on disk
// (WorkingDir).
//
// What comes out is a Layout: a read-only world of files with inventory/,
// dependencies/ and vendor/ where Commodore 1.35.1 would have put them (spec
// 1.1-1.5), the search paths for inputs, and the component instances to
// compile. All front doors give one, and everything after works on it alike.
//
// Non-goals: rendering the inventory (package reclass; Cluster only asks it for
// the applications), fetching anything.
package workspace

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// Places that the world of a layout always has. Shipped is the folder of the
// shipped libraries; it answers for the one that Commodore's Python package has.
const (
	workDir  = "/azogue/workdir"
	Shipped  = "/azogue/shipped"
	compiled = "/azogue/output" // Kapitan's temporary output folder
)

// ReservedClasses are the folders of classes that no package or tenant can be
// named after: the hierarchy's, and those that Commodore generates.
var ReservedClasses = []string{"components", "defaults", "global", "params"}

// BootstrapTarget is the target that only carries cluster-wide parameters.
const BootstrapTarget = "cluster"

// Layout is a working directory with all that is needed to compile it.
type Layout struct {
	World     *overlay.World
	WorkDir   string     // holds inventory/, dependencies/ and vendor/
	Output    string     // where inputs write: Output/compiled/<target>/
	Downloads string     // what downloads' output paths are relative to
	Search    []string   // folders in which inputs are looked for, in order
	Instances []Instance // sorted by name, each one target
	Packages  []Instance // whose classes the inventory includes
	Bootstrap string     // the target that is rendered, but not compiled; may be empty
	Reveal    bool       // secret references are shown as their bare path, as in component compile (spec K66)
	Parsed    *reclass.Files

	bases []Instance // the components under their own names, sorted
	roots []root
}

// Instance is a component under the name that it is compiled as.
type Instance struct {
	Name      string
	Component string
	Place

	pinned bool // the inventory gives the instance a version of its own
}

// root shows paths below a folder of the world under another name.
type root struct{ at, shown string }

// Inventory is the absolute path of the inventory.
func (l *Layout) Inventory() string { return path.Join(l.WorkDir, "inventory") }

// generated is what people see of the folders that are made in memory.
const generated = "<generated>"

// ours are the folders of the world that are not on the user's disk.
var ours = []root{{workDir, generated}, {Shipped, "<azogue>"}, {embedded, "<azogue>/components"}, {"/azogue/kapitan", "<azogue>"}, {compiled, "<output>"}}

// Shown gives the name under which people know a path of the world: relative
// to their workspace if it is in there. A relative path is one of the inventory.
func (l *Layout) Shown(name string) string {
	if !strings.HasPrefix(name, "/") {
		name = path.Join(l.Inventory(), name)
	}
	if real, err := overlay.New(l.World).Resolve(name); err == nil {
		name = real
	}
	for _, r := range slices.Concat(l.roots, ours) {
		if rest, ok := strings.CutPrefix(name+"/", r.at+"/"); ok {
			return path.Join(cmp.Or(r.shown, "."), rest)
		}
	}
	return name
}

// ShownText gives a sentence with the paths in it as people know them.
func (l *Layout) ShownText(sentence string) string {
	if !strings.Contains(sentence, "/azogue/") {
		return sentence
	}
	var pairs []string
	for _, i := range l.bases {
		for _, folder := range []string{"dependencies", "vendor"} {
			pairs = append(pairs, path.Join(l.WorkDir, folder, i.Component)+"/", l.Shown(i.checkout)+"/")
		}
	}
	for _, r := range slices.Concat(l.roots, ours) {
		shown := r.shown
		if shown != "" {
			shown += "/"
		}
		pairs = append(pairs, r.at+"/", shown, r.at, cmp.Or(r.shown, "."))
	}
	return strings.NewReplacer(pairs...).Replace(sentence)
}

// render renders one target; with errors there is no node.
func (l *Layout) render(ctx context.Context, target string, o reclass.Options) (*reclass.Node, []diag.Diag) {
	inv, diags := reclass.Open(ctx, overlay.New(l.World).Dir(l.Inventory()), l.Parsed)
	if diag.HasErrors(diags) {
		return nil, l.ShownDiags(diags)
	}
	nodes, more := inv.Render(ctx, []string{target}, o)
	return nodes[0], l.ShownDiags(append(diags, more...))
}

// ParameterKey gives the key of parameters under which a component or instance
// keeps its own (spec D16).
func ParameterKey(name string) string { return strings.ReplaceAll(name, "-", "_") }

// targetFile gives the text of inventory/targets/<instance>.yml (spec C40-C42).
func targetFile(i Instance, classes []string) []byte {
	params := []tree.Field{tree.Entry("_instance", tree.NewString(i.Name))}
	if i.Component != "" {
		params = append(params,
			tree.Entry("_base_directory", tree.NewString(i.Directory)),
			tree.Entry("_kustomize_wrapper", tree.NewString(path.Join(Shipped, "scripts/run-kustomize"))),
			tree.Entry("_python3", tree.NewString("/usr/bin/python3")),
			tree.Entry("kapitan", tree.NewMap(tree.Entry("vars", tree.NewMap(tree.Entry("target", tree.NewString(i.Name)))))))
	}
	if i.Component != "" && i.Component != i.Name {
		params = append(params,
			tree.Entry(ParameterKey(i.Name), tree.NewMap()),
			tree.Entry(ParameterKey(i.Component), tree.NewString("${"+ParameterKey(i.Name)+"}")))
	}
	return pyyaml.Dump(pyyaml.Commodore, tree.NewMap(tree.Entry("classes", tree.NewStrings(classes)), tree.Entry("parameters", tree.NewMap(params...))))
}

func strs(pairs ...string) *tree.Node {
	m := tree.NewMap()
	for i := 0; i < len(pairs); i += 2 {
		m.Fields = append(m.Fields, tree.Entry(pairs[i], tree.NewString(pairs[i+1])))
	}
	return m
}
