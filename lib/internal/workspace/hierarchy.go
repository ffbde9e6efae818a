package workspace

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// hierarchyTarget is the only target of a Hierarchy.
const hierarchyTarget = "global"

// HierarchyOptions says which classes to look at without a cluster, as the
// arguments of `inventory show` do. All paths are absolute.
type HierarchyOptions struct {
	Disk   fs.FS    // the file system, from its root
	Global string   // the folder of the classes global.*
	Tenant string   // the folder of the tenant's classes; may be empty
	Values []string // class files that come before global.commodore, in order
}

// Hierarchy lays out a global and a tenant folder for a cluster that does not
// exist, whose facts are stand-ins unless the values files say other ones (spec
// I2, I3). Nothing of it can be compiled.
func Hierarchy(o HierarchyOptions) (*Layout, error) {
	w := newWorld()
	w.Mount("/", o.Disk, false)
	l := &Layout{World: w, WorkDir: workDir, Output: compiled, Bootstrap: hierarchyTarget, Parsed: &reclass.Files{}}
	disk := overlay.New(w)
	classes := path.Join(l.Inventory(), "classes")
	tenant, cluster, err := namesIn(disk, o.Values)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{hierarchyTarget: true, "base.yml": true}
	list := []string{"base"}
	for _, v := range o.Values {
		name := path.Base(v)
		if taken[name] {
			return nil, diag.Diag{ID: "workspace/values-name", Pos: tree.Pos{File: v}, Message: fmt.Sprintf("the values file can't be the class %q: there is one already", stem(v)), Hint: "rename the file"}
		}
		taken[name] = true
		w.Link(path.Join(classes, name), v)
		list = append(list, stem(v))
	}
	if taken[tenant] {
		return nil, diag.Diag{ID: "workspace/bad-name", Message: fmt.Sprintf("%q can't be the name of a tenant: there is a class of this name already", tenant)}
	}
	w.Link(path.Join(classes, "global"), o.Global)
	if o.Tenant != "" {
		w.Link(path.Join(classes, tenant), o.Tenant)
	} else {
		w.Put(path.Join(classes, fakeTenant, fakeCluster+".yml"), []byte("{}\n"))
	}
	w.Put(path.Join(classes, "base.yml"), hierarchyFacts(tenant, cluster))
	w.Put(path.Join(l.Inventory(), "targets", hierarchyTarget+".yml"), targetFile(Instance{Name: hierarchyTarget}, append(list, "global.commodore")))
	return l, nil
}

// The names of a cluster that no values file names.
const (
	fakeTenant  = "t-foo"
	fakeCluster = "c-bar"
)

// namesIn reads the names of tenant and cluster from values files, the last of
// which counts.
func namesIn(disk *overlay.FS, values []string) (tenant, cluster string, err error) {
	for _, v := range values {
		text, err := disk.ReadFile(v)
		if err != nil {
			return "", "", err
		}
		docs, err := pyyaml.Load(v, text)
		if err != nil {
			return "", "", err
		}
		if len(docs) == 0 {
			continue
		}
		facts := docs[0].At("parameters", "cluster")
		for _, f := range []struct {
			name *string
			key  string
		}{{&tenant, "tenant"}, {&cluster, "name"}} {
			n := facts.Get(f.key)
			if n == nil {
				continue
			}
			if n.Kind != tree.String && !n.Falsy() {
				return "", "", diag.Diag{ID: "workspace/bad-name", Pos: n.Pos, Message: fmt.Sprintf("cluster.%s must be a string, but is of the kind %s", f.key, n.Kind)}
			}
			if why := badName(n.Text); n.Text != "" && why != "" {
				return "", "", diag.Diag{ID: "workspace/bad-name", Pos: n.Pos, Message: fmt.Sprintf("%q can't be a cluster.%s: %s", n.Text, f.key, why)}
			}
			*f.name = n.Text
		}
	}
	return cmp.Or(tenant, fakeTenant), cmp.Or(cluster, fakeCluster), nil
}

// hierarchyFacts gives the stand-in for a cluster's parameters (spec I3).
func hierarchyFacts(tenant, cluster string) []byte {
	return pyyaml.Dump(pyyaml.Commodore, tree.NewMap(tree.Entry("parameters", tree.NewMap(
		tree.Entry("cluster", strs(
			"name", cluster,
			"display_name", "Foo Inc. Bar cluster",
			"catalog_url", "not-a-real-repo",
			"tenant", tenant,
			"tenant_display_name", "Foo Inc.")),
		tree.Entry("facts", strs(
			"distribution", "x-fake-distribution",
			"cloud", "x-fake-cloud",
			"region", "x-fake-region",
			"lieutenant-instance", "lieutenant-prod")),
		tree.Entry("dynamic_facts", tree.NewMap()),
	))))
}

// Parameters renders the only target of a hierarchy; with errors there are
// none. Missing classes are warnings, or errors if strict.
func (l *Layout) Parameters(ctx context.Context, strict bool) (*tree.Node, []diag.Diag) {
	node, diags := l.render(ctx, l.Bootstrap, reclass.Options{IgnoreMissing: !strict})
	if node == nil {
		return nil, diags
	}
	return reclass.Unshared(node.Parameters), diags
}
