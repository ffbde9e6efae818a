package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/disk"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

func goldenVerb(r *run) *cobra.Command {
	var all bool
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "golden [CLUSTER...]",
		Short: "Compare clusters with their golden files, or update those",
		Long: `Compile clusters and compare each with golden/CLUSTER, the output that was last
reviewed: exit 1 and a diff where they differ. A change that several clusters
have alike is shown once. The list at the end can be pasted into a pull request.

With --update the folder is replaced by what was compiled; other files in it are
gone then. Clusters that don't compile keep theirs.

--format junit -o FILE writes a report for GitLab or Jenkins, and still shows
people theirs; --format markdown is a comment for a pull request.`,
		Example: `  azogue golden c-one
  azogue golden --all --update
  azogue golden --all --format junit -o golden.xml`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := r.clustersToCheck(args, all)
			if err != nil {
				return r.unchecked(cmd.Context(), "cluster", err, f)
			}
			accept := r.command("golden", append(slices.Clone(ids), "--update"))
			if all {
				accept = r.command("golden", []string{"--all", "--update"})
			}
			var checks []check
			for _, id := range ids {
				checks = append(checks, r.clusterCheck(id))
			}
			if all {
				r.tell(stray(r.workspace, "golden", "cluster", ids))
			}
			return r.checkAll(cmd.Context(), "cluster", accept, checks, f)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "all clusters of the workspace")
	f.add(cmd)
	return cmd
}

// clustersToCheck gives the ids, each once.
func (r *run) clustersToCheck(args []string, all bool) ([]string, error) {
	switch {
	case all && len(args) > 0:
		return nil, diag.Diag{ID: "azogue/usage", Message: fmt.Sprintf("--all is all clusters, so it does not go with %s", strings.Join(args, " ")), Hint: "leave out one of them"}
	case !all && len(args) == 0:
		return nil, diag.Diag{ID: "azogue/usage", Message: "name the clusters to compare, or say --all", Hint: "azogue golden --all"}
	}
	if err := r.checkWorkspace(); err != nil {
		return nil, err
	}
	if all {
		return workspace.Clusters(os.DirFS(r.workspace))
	}
	var ids []string
	for _, id := range args {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// plainWord is a word that a shell takes as it is.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:=@%+,-]+$`)

// command gives a command line that runs a verb on the same workspace and
// dependencies.
func (r *run) command(verb string, args []string) string {
	if r.workspace != "." {
		args = append(args, "-w", r.workspace)
	}
	if r.deps.name != "" {
		args = append(args, "--deps", r.deps.name)
	}
	line := "azogue " + verb
	for _, a := range args {
		if !plainWord.MatchString(a) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		line += " " + a
	}
	return line
}

// clusterCheck compares a cluster with its golden folder.
func (r *run) clusterCheck(id string) check {
	return check{suite: "golden", name: id, within: r.workspace, folder: filepath.Join(r.workspace, "golden", id), build: func(ctx context.Context, pool *compiler.Pool) (b built) {
		start := time.Now()
		l, diags := r.open(ctx, id)
		b.timed("layout", start)
		if b.diags = diags; diag.HasErrors(diags) {
			return b
		}
		o := r.options(l)
		o.Pool = pool
		result := compiler.Compile(ctx, o)
		b.take(result)
		b.files = output(result)
		return b
	}}
}

// stray warns of folders in folder, which is below base, that nothing is compared
// with. What is behind a link is not looked at.
func stray(base, folder, what string, names []string) []diag.Diag {
	folder = filepath.Join(base, folder)
	if disk.Inside(base, folder) != nil {
		return nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var diags []diag.Diag
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(names, e.Name()) {
			diags = append(diags, diag.Diag{ID: "golden/stray", Severity: diag.Warning, Message: fmt.Sprintf("%s belongs to no %s", filepath.Join(folder, e.Name()), what),
				Hint: "remove it, if its " + what + " is gone"})
		}
	}
	return diags
}
