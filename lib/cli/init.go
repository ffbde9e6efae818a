package cli

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/disk"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
)

// newCluster is what the templates of a workspace and of a cluster are filled
// with.
type newCluster struct {
	ID string
	workspace.Facts
	Common bool // the tenant has a class for all its clusters
	First  bool // of a new workspace
}

// Version is what `go install` calls this azogue.
func (newCluster) Version() string {
	if v := version(); regexp.MustCompile(`^v[0-9.]+(-[0-9A-Za-z.-]+)?$`).MatchString(v) {
		return v
	}
	return "latest"
}

// firstCluster is what is not given about a workspace's first cluster.
var firstCluster = newCluster{ID: "c-one", Facts: workspace.Facts{Tenant: "t-mine", Distribution: "talos", Cloud: "metal"}}

//go:embed all:workspace
var workspaceTemplate embed.FS

// workspaceFile is a file of the template: its name in azogue, and the one it
// gets, a template itself.
type workspaceFile struct{ from, to string }

// workspaceFiles are those of a new workspace, besides those of its cluster.
var workspaceFiles = []workspaceFile{
	{"Makefile", "Makefile"},
	{"README.md", "README.md"},
	{"gitignore", ".gitignore"},
	{"golden.yml", ".github/workflows/golden.yml"},
	{"commodore.yml", "inventory/classes/global/commodore.yml"},
	{"params.yml", "inventory/classes/global/params.yml"},
	{"distribution.yml", "inventory/classes/global/distribution/{{.Distribution}}.yml"},
	{"cloud.yml", "inventory/classes/global/cloud/{{.Cloud}}.yml"},
	{"common.yml", "inventory/classes/{{.Tenant}}/common.yml"},
}

// clusterFiles are those of each new cluster.
var clusterFiles = []workspaceFile{
	{"cluster.yaml", "clusters/{{.ID}}.yaml"},
	{"tenant-cluster.yml", "inventory/classes/{{.Tenant}}/{{.ID}}.yml"},
}

// kept are files of a new workspace that a folder may have already.
var kept = []string{"README.md", ".gitignore"}

func initVerb(r *run) *cobra.Command {
	var c newCluster
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Make a workspace with a first cluster, or add a cluster to one",
		Long: `Write a small workspace that compiles: one cluster, a class hierarchy, golden
files, a Makefile and a check for CI. Its components come with azogue.

In a workspace, --cluster ID adds a cluster: its file, its class and its golden
files, with the tenant, distribution and cloud of the other clusters where those
are all alike.

Nothing that is there is overwritten.`,
		Example: `  azogue init fleet
  azogue init --cluster c-two --tenant t-other`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				r.workspace = args[0]
			}
			return r.initWorkspace(cmd.Context(), c)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&c.ID, "cluster", "", "id of the cluster (in a new workspace, default c-one)")
	flags.StringVar(&c.Tenant, "tenant", "", "tenant that the cluster belongs to")
	flags.StringVar(&c.Distribution, "distribution", "", "Kubernetes distribution of the cluster, as talos")
	flags.StringVar(&c.Cloud, "cloud", "", "where the cluster runs, as metal")
	return cmd
}

func (r *run) initWorkspace(ctx context.Context, c newCluster) error {
	c, files, err := r.toCreate(c)
	if err != nil {
		return err
	}
	golden := r.clusterCheck(c.ID)
	if err := disk.Inside(golden.within, golden.folder); err != nil {
		return err
	}
	if there, err := os.ReadDir(golden.folder); err == nil && len(there) > 0 {
		return diag.Diag{ID: "disk/exists", Message: fmt.Sprintf("%s would be overwritten; nothing was written", golden.folder), Hint: "move what is there away, or use another folder"}
	}
	if err := disk.Create(r.workspace, files); err != nil {
		return err
	}
	for _, f := range files {
		fmt.Fprintf(r.Out, "wrote %s\n", filepath.Join(r.workspace, filepath.FromSlash(f.Path)))
	}
	outcome := r.runAll(ctx, "cluster", []check{golden}, true)[0]
	outcome.diags = slices.DeleteFunc(outcome.diags, func(d diag.Diag) bool { return d.ID == workspace.NoCatalog }) // it is said below
	if r.tell(outcome.diags); outcome.failed() {
		fmt.Fprintf(r.Err, "%s: %s written; it does not compile yet: change %s, then azogue golden %s --update\n", c.ID, plural(len(files), "file"), c.class(), c.ID)
		return exit(exitCouldNot)
	}
	fmt.Fprintf(r.Out, "wrote %s\n\nnext%s:\n", golden.folder, map[bool]string{true: ", in " + r.workspace}[filepath.Clean(r.workspace) != "."])
	for _, line := range []string{
		fmt.Sprintf("azogue plan %s      where its components come from, and what they compile", c.ID),
		fmt.Sprintf("azogue params %s    what is set for it, in the end", c.ID),
		fmt.Sprintf("azogue compile %s   writes its manifests, with -o FOLDER", c.ID),
		fmt.Sprintf("azogue golden %s    what a change does to its manifests: try one in %s", c.ID, c.class()),
		fmt.Sprintf("before Argo CD deploys it: set catalogUrl in clusters/%s.yaml", c.ID),
	} {
		fmt.Fprintf(r.Out, "    %s\n", line)
	}
	_, err = fmt.Fprintf(r.Out, "\n%s: %s, and %s it compiles to\n", c.ID, plural(len(files), "file"), plural(len(outcome.changes), "manifest"))
	return err
}

// class is the file of the cluster's own class.
func (c newCluster) class() string { return path.Join("inventory/classes", c.Tenant, c.ID+".yml") }

// toCreate gives the files of a new workspace or cluster, and the cluster with
// what was not said of it.
func (r *run) toCreate(c newCluster) (newCluster, []manifest.File, error) {
	info, err := os.Stat(r.workspace)
	switch {
	case r.workspace == "":
		return c, nil, diag.Diag{ID: "init/folder", Message: `"" is the name of no folder`, Hint: "azogue init fleet makes one; azogue init . takes this one"}
	case err == nil && !info.IsDir():
		return c, nil, diag.Diag{ID: "init/folder", Message: fmt.Sprintf("%q is a file, not a folder", r.workspace)}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return c, nil, diag.Diag{ID: "init/folder", Message: fmt.Sprintf("%q can't be a folder: %s", r.workspace, reasonOf(err))}
	}
	files := os.DirFS(r.workspace)
	ids, err := workspace.Clusters(files)
	var list []workspaceFile
	switch {
	case err != nil && !errors.Is(lstat(files, "clusters"), fs.ErrNotExist):
		return c, nil, diag.Diag{ID: "init/folder", Message: fmt.Sprintf("%s is there and can't be read as a folder", filepath.Join(r.workspace, "clusters")), Hint: "move it away, or use another folder"}
	case err != nil:
		first := firstCluster
		c = newCluster{cmp.Or(c.ID, first.ID), workspace.Facts{Tenant: cmp.Or(c.Tenant, first.Tenant), Distribution: cmp.Or(c.Distribution, first.Distribution), Cloud: cmp.Or(c.Cloud, first.Cloud)}, true, true}
		list = slices.DeleteFunc(slices.Clone(workspaceFiles), func(f workspaceFile) bool { return slices.Contains(kept, f.to) && lstat(files, f.to) == nil })
	case c.ID != "" && !isName(c.ID):
		return c, nil, badClusterName("cluster", c.ID)
	case c.ID == "":
		return c, nil, diag.Diag{ID: "init/workspace", Message: fmt.Sprintf("%s is a workspace already", r.workspace), Hint: "azogue init --cluster ID adds a cluster to it"}
	default:
		if c, err = likeOthers(files, ids, c); err != nil {
			return c, nil, err
		}
		list = c.missing(files)
		c.Common = c.Common || slices.Contains(list, workspaceFile{"common-more.yml", "inventory/classes/{{.Tenant}}/common.yml"})
	}
	if err := c.check(); err != nil {
		return c, nil, err
	}
	made, err := c.fill(append(list, clusterFiles...))
	return c, made, err
}

func lstat(files fs.FS, name string) error {
	_, err := fs.Lstat(files, name)
	return err
}

// likeOthers gives the cluster with those facts that all other clusters share
// where it has none of its own.
func likeOthers(files fs.FS, ids []string, c newCluster) (newCluster, error) {
	if slices.Contains(ids, c.ID) {
		return c, diag.Diag{ID: "init/cluster", Message: fmt.Sprintf("there is a cluster %q already", c.ID), Hint: "choose another --cluster"}
	}
	facts := make([]workspace.Facts, len(ids))
	for i, id := range ids {
		f, err := workspace.ClusterFacts(files, id)
		if err != nil {
			return c, err
		}
		facts[i] = f
	}
	for _, fact := range []struct {
		flag string
		of   func(*workspace.Facts) *string
	}{
		{"tenant", func(f *workspace.Facts) *string { return &f.Tenant }},
		{"distribution", func(f *workspace.Facts) *string { return &f.Distribution }},
		{"cloud", func(f *workspace.Facts) *string { return &f.Cloud }},
	} {
		own := fact.of(&c.Facts)
		if *own != "" {
			continue
		}
		var known []string
		for i := range facts {
			if v := *fact.of(&facts[i]); !slices.Contains(known, v) {
				known = append(known, v)
			}
		}
		if len(known) != 1 {
			slices.Sort(known)
			if len(known) == 0 {
				return c, diag.Diag{ID: "init/fact", Message: fmt.Sprintf("the %s of %s is not said, and there is no other cluster that it could be taken from", fact.flag, c.ID), Hint: fmt.Sprintf("name it with --%s", fact.flag)}
			}
			return c, diag.Diag{ID: "init/fact", Message: fmt.Sprintf("the %s of %s is not said, and that of the other clusters is not always the same", fact.flag, c.ID),
				Hint: fmt.Sprintf("name it with --%s; there are: %s", fact.flag, strings.Join(known, ", "))}
		}
		*own = known[0]
	}
	c.Common = lstat(files, path.Join("inventory/classes", c.Tenant, "common.yml")) == nil
	return c, nil
}

// missing lists the files that a cluster of another tenant, distribution or
// cloud needs, in a workspace that has such files for those it knows.
func (c newCluster) missing(files fs.FS) (list []workspaceFile) {
	classes := "inventory/classes"
	if lstat(files, path.Join(classes, c.Tenant)) != nil {
		list = append(list, workspaceFile{"common-more.yml", "inventory/classes/{{.Tenant}}/common.yml"})
	}
	for _, f := range []struct{ folder, value, from string }{{"distribution", c.Distribution, "distribution.yml"}, {"cloud", c.Cloud, "cloud.yml"}} {
		folder := path.Join(classes, "global", f.folder)
		if lstat(files, folder) == nil && lstat(files, path.Join(folder, f.value)) != nil && lstat(files, path.Join(folder, f.value+".yml")) != nil {
			list = append(list, workspaceFile{f.from, path.Join(folder, f.value+".yml")})
		}
	}
	return list
}

// classPart is what can be a part of a class's name and a plain word in YAML.
var classPart = regexp.MustCompile(`^[a-z]([a-z0-9-]*[a-z0-9])?$`)

// yamlWords are no strings in YAML, for one reader or another.
var yamlWords = []string{"false", "n", "no", "null", "off", "on", "true", "y", "yes"}

func isName(s string) bool {
	return classPart.MatchString(s) && !slices.Contains(yamlWords, s) && len(s) <= 63
}

func badClusterName(flag, value string) error {
	switch {
	case slices.Contains(yamlWords, value):
		return diag.Diag{ID: "init/name", Message: fmt.Sprintf("%q can't be a --%s: in YAML it is no text", value, flag)}
	case len(value) > 63:
		return diag.Diag{ID: "init/name", Message: fmt.Sprintf("%q can't be a --%s: it has more than 63 letters, as no name in Kubernetes may", value, flag)}
	}
	return diag.Diag{ID: "init/name", Message: fmt.Sprintf("%q can't be a --%s: it begins with a small letter and has only small letters, digits and dashes, as c-zrh1", value, flag)}
}

func (c newCluster) check() error {
	for _, v := range []struct{ flag, value string }{{"cluster", c.ID}, {"tenant", c.Tenant}, {"distribution", c.Distribution}, {"cloud", c.Cloud}} {
		if !isName(v.value) {
			return badClusterName(v.flag, v.value)
		}
	}
	if c.ID == "common" {
		return diag.Diag{ID: "init/name", Message: `"common" can't be a --cluster: the class of this name is that of all clusters of a tenant`}
	}
	if slices.Contains(workspace.ReservedClasses, c.Tenant) {
		return diag.Diag{ID: "init/name", Message: fmt.Sprintf("%q can't be a --tenant: the folder of classes of this name is for something else", c.Tenant)}
	}
	return nil
}

// fill makes files of templates.
func (c newCluster) fill(list []workspaceFile) ([]manifest.File, error) {
	text := func(name, source string) ([]byte, error) {
		t, err := template.New(name).Parse(source)
		var b bytes.Buffer
		if err == nil {
			err = t.Execute(&b, c)
		}
		return b.Bytes(), err
	}
	var files []manifest.File
	for _, f := range list {
		source, err := workspaceTemplate.ReadFile("workspace/" + f.from)
		name, err2 := text(f.to, f.to)
		data, err3 := text(f.from, string(source))
		if err := cmp.Or(err, err2, err3); err != nil {
			return nil, fmt.Errorf("bug: %w", err)
		}
		files = append(files, manifest.File{Path: string(name), Mode: 0o644, Bytes: data})
	}
	slices.SortFunc(files, func(a, b manifest.File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}
