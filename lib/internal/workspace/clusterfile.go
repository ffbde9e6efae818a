package workspace

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// clusterFile is clusters/<id>.yaml.
type clusterFile struct {
	id, displayName, tenant, tenantDisplayName, catalogURL string
	facts, dynamicFacts                                    *tree.Node
	file                                                   string
}

// Clusters lists the ids of a workspace's clusters.
func Clusters(files fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(files, "clusters")
	if err != nil {
		return nil, diag.Diag{ID: "workspace/no-clusters", Message: "this folder has no readable folder clusters: " + err.Error(), Hint: "run azogue in a workspace, or name one with --workspace"}
	}
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ".yaml"); ok {
			ids = append(ids, id)
		} else if id, ok := strings.CutSuffix(e.Name(), ".yml"); ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// Facts are what tells clusters apart, of those things that every one has.
type Facts struct{ Tenant, Distribution, Cloud string }

// ClusterFacts reads the facts of a cluster.
func ClusterFacts(files fs.FS, id string) (Facts, error) {
	c, err := readCluster(files, id)
	if err != nil {
		return Facts{}, err
	}
	return Facts{c.tenant, c.facts.Get("distribution").Text, c.facts.Get("cloud").Text}, nil
}

func readCluster(files fs.FS, id string) (c clusterFile, err error) {
	ids, err := Clusters(files)
	if err != nil {
		return c, err
	}
	if !slices.Contains(ids, id) {
		return c, diag.Diag{ID: "workspace/unknown-cluster", Message: fmt.Sprintf("unknown cluster %q: there is no clusters/%s.yaml", id, id),
			Hint: cmp.Or(meantFile(id, ids), diag.DidYouMean(id, ids), "known clusters: "+strings.Join(ids, ", "))}
	}
	name := path.Join("clusters", id+".yaml")
	if _, err := fs.Lstat(files, name); err != nil {
		name = path.Join("clusters", id+".yml")
	}
	w := overlay.NewWorld() // follows links, and keeps them inside
	w.Mount(home, files, true)
	text, err := overlay.New(w).ReadFile(path.Join(home, name))
	if err != nil {
		return c, err
	}
	docs, err := pyyaml.ReadCore(name, text)
	if err != nil {
		return c, err
	}
	if len(docs) != 1 || docs[0].Kind != tree.Map {
		return c, diag.Diag{ID: "workspace/cluster", Pos: tree.Pos{File: name}, Message: "a cluster file holds one map"}
	}
	return parseCluster(name, id, docs[0])
}

// meantFile is the hint for one who names a cluster's file in place of its id.
func meantFile(name string, ids []string) string {
	id := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if !slices.Contains(ids, id) {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", id)
}

// clusterFields are the texts that a cluster file may hold.
var clusterFields = []struct {
	key   string
	field func(*clusterFile) *string
}{
	{"id", func(c *clusterFile) *string { return &c.id }},
	{"displayName", func(c *clusterFile) *string { return &c.displayName }},
	{"tenant", func(c *clusterFile) *string { return &c.tenant }},
	{"tenantDisplayName", func(c *clusterFile) *string { return &c.tenantDisplayName }},
	{"catalogUrl", func(c *clusterFile) *string { return &c.catalogURL }},
}

func parseCluster(name, id string, doc *tree.Node) (c clusterFile, err error) {
	c.facts, c.dynamicFacts, c.file = tree.NewMap(), tree.NewMap(), name
	for _, f := range doc.Fields {
		if err := c.set(f); err != nil {
			return c, err
		}
	}
	for _, needed := range []struct{ key, value string }{{"id", c.id}, {"tenant", c.tenant}} {
		if needed.value == "" {
			return c, diag.Diag{ID: "workspace/cluster", Pos: doc.Pos, Message: fmt.Sprintf("the cluster has no %s", needed.key)}
		}
	}
	if c.id != id {
		return c, diag.Diag{ID: "workspace/cluster", Pos: doc.Get("id").Pos, Message: fmt.Sprintf("the id is %q, but the file is called %s", c.id, path.Base(name)), Hint: "a cluster's file is named after its id"}
	}
	for _, fact := range []string{"distribution", "cloud"} {
		if c.facts.Get(fact).Falsy() {
			return c, diag.Diag{ID: "workspace/missing-fact", Pos: doc.Pos, Message: fmt.Sprintf("Required fact '%s' not set", fact), Hint: "set it under facts:"}
		}
	}
	return c, nil
}

func (c *clusterFile) set(f tree.Field) error {
	wrong := func(kind string) error {
		return diag.Diag{ID: "workspace/cluster", Pos: f.Value.Pos, Message: fmt.Sprintf("%s must be a %s, not a %s", f.Key.Text, kind, f.Value.Kind)}
	}
	known := []string{"facts", "dynamicFacts"}
	for _, s := range clusterFields {
		if known = append(known, s.key); f.Key.Text != s.key {
			continue
		}
		if f.Value.Kind != tree.String {
			return wrong("string")
		}
		*s.field(c) = f.Value.Text
		return nil
	}
	switch f.Key.Text {
	case "facts", "dynamicFacts":
		if f.Value.Kind != tree.Map {
			return wrong("map")
		}
		if f.Key.Text == "facts" {
			c.facts = f.Value
		} else {
			c.dynamicFacts = f.Value
		}
		return nil
	}
	return diag.Diag{ID: "workspace/cluster", Pos: f.Key.Pos, Message: fmt.Sprintf("unknown key %q in a cluster file", f.Key.Text), Hint: diag.DidYouMean(f.Key.Text, known)}
}

// parameters gives the class params.cluster (spec C6).
func (c *clusterFile) parameters() []byte {
	return pyyaml.Dump(pyyaml.Commodore, tree.NewMap(tree.Entry("parameters", tree.NewMap(
		tree.Entry("cluster", strs(
			"name", c.id,
			"display_name", c.displayName,
			"catalog_url", c.catalogURL,
			"tenant", c.tenant,
			"tenant_display_name", c.tenantDisplayName)),
		tree.Entry("facts", c.facts),
		tree.Entry("dynamic_facts", c.dynamicFacts)))))
}
