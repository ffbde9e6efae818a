package cli

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/components"
	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/disk"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
)

// open lays out one cluster of the workspace.
func (r *run) open(ctx context.Context, cluster string) (*workspace.Layout, []diag.Diag) {
	if err := r.checkWorkspace(); err != nil {
		return nil, []diag.Diag{diag.From(err, "workspace/no-folder")}
	}
	return workspace.Cluster(ctx, workspace.Sources{Workspace: os.DirFS(r.workspace), Embedded: components.FS, Revisions: r.deps.revisions(), Evaluate: r.evaluatePlain}, cluster)
}

// checkWorkspace refuses a folder that is no workspace, and says where one is.
func (r *run) checkWorkspace() error {
	switch {
	case !isFolder(r.workspace):
		return diag.Diag{ID: "workspace/no-folder", Message: fmt.Sprintf("the workspace %q is not a folder", r.workspace)}
	case isFolder(filepath.Join(r.workspace, "clusters")):
		return nil
	}
	d := diag.Diag{ID: "workspace/no-clusters", Message: fmt.Sprintf("%s is no workspace: it has no folder clusters", r.workspace), Hint: "-w names a workspace; azogue init makes one"}
	full, err := filepath.Abs(r.workspace)
	if err != nil {
		return d
	}
	for up, shown := filepath.Dir(full), filepath.Join(r.workspace, ".."); up != filepath.Dir(up); up, shown = filepath.Dir(up), filepath.Join(shown, "..") {
		if isFolder(filepath.Join(up, "clusters")) {
			d.Hint = fmt.Sprintf("%s is one: -w %s", shown, shown)
			break
		}
	}
	return d
}

// layout is open for verbs that go on with one cluster: it tells the findings.
func (r *run) layout(ctx context.Context, cluster string) (*workspace.Layout, error) {
	l, diags := r.open(ctx, cluster)
	return l, r.stopOn(diags)
}

// options gives the compiler's options for a layout.
func (r *run) options(l *workspace.Layout) compiler.Options {
	o := compiler.Options{Layout: l, Workers: r.workers, Limits: r.limits, Freeze: r.freeze, Progress: r.progress.add}
	if r.deps.folder != nil {
		o.Downloads = r.deps.folder
	}
	return o
}

// compileCluster compiles a cluster of the workspace, whole.
func (r *run) compileCluster(ctx context.Context, cluster string) (*compiler.Result, error) {
	pool := compiler.NewPool(r.workers)
	pool.Prepare()
	l, err := r.layout(ctx, cluster)
	if err != nil {
		return nil, err
	}
	o := r.options(l)
	o.Pool = pool
	result := compiler.Compile(ctx, o)
	fmt.Fprint(r.Err, lines(result.Trace, ""))
	if r.verbose {
		r.tellTime(cluster, result.Times)
	}
	return result, r.stopOn(result.Diags)
}

// output gives all files of a cluster under the folders they are kept in.
func output(result *compiler.Result) manifest.Set {
	var set manifest.Set
	for _, part := range []struct {
		folder string
		files  manifest.Set
	}{{"manifests", result.Set}, {"refs", result.Refs}} {
		for _, f := range part.files {
			f.Path = path.Join(part.folder, f.Path)
			set = append(set, f)
		}
	}
	return set
}

func compileVerb(r *run) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "compile CLUSTER",
		Short: "Compile a cluster and write its manifests",
		Long: `Compile the cluster of clusters/CLUSTER.yaml and write its manifests to
DIR/manifests and its secret references to DIR/refs. Only changed files are
written; files of an earlier compile into the same folder that are no longer
part of it are removed.

DIR is out/CLUSTER in the current folder if it is not given, whatever --workspace
says.`,
		Example: `  azogue compile c-one
  azogue compile c-one -o /tmp/catalog --verbose`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return r.compile(cmd.Context(), args[0], out) },
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "folder to write to (default out/CLUSTER)")
	r.formatFlag(cmd)
	return cmd
}

// summary is what compile tells machines.
type summary struct {
	Cluster   string     `json:"cluster"`
	Folder    string     `json:"folder"`
	Targets   int        `json:"targets"`
	Files     int        `json:"files"`
	Written   int        `json:"written"`
	Unchanged int        `json:"unchanged"`
	Removed   int        `json:"removed"`
	Findings  []jsonDiag `json:"findings"`
}

func (r *run) compile(ctx context.Context, cluster, out string) error {
	r.writes = true
	if out == "" {
		out = filepath.Join("out", cluster)
	}
	result, err := r.compileCluster(ctx, cluster)
	if err != nil {
		return err
	}
	set := output(result)
	change, err := disk.Sync(out, set)
	if err != nil {
		return err
	}
	if r.format == "json" {
		return r.printJSON(summary{cluster, out, len(result.Trees), len(set), change.Written, change.Unchanged, change.Removed, jsonDiags(result.Diags)})
	}
	_, err = fmt.Fprintf(r.Out, "%s: %s from %s in %s (%d written, %d unchanged, %d removed)\n",
		cluster, plural(len(set), "file"), plural(len(result.Trees), "target"), out, change.Written, change.Unchanged, change.Removed)
	return err
}

func (r *run) formatFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.format, "format", "text", "text or json")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if r.format != "text" && r.format != "json" {
			return fmt.Errorf("--format is text or json, not %q", r.format)
		}
		return run(cmd, args)
	}
}
