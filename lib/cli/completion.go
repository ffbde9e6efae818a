package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/tree"
)

// completer gives the words that an argument or a flag may be, as the shell
// asks for them: no findings, nothing printed, no words where something is
// wrong.
type completer func(r *run, cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective)

const (
	onlyThese = cobra.ShellCompDirectiveNoFileComp
	goOn      = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
)

// completions say what completes the arguments of a command, or one of its
// flags.
var completions = []struct {
	command, flag string
	words         completer
}{
	{"compile", "", firstOf(clusterIDs)},
	{"plan", "", firstOf(clusterIDs)},
	{"golden", "", clusterIDs},
	{"params", "", paramsArguments},
	{"params", "target", targetNames},
	{"init", "tenant", factOf(func(f workspace.Facts) string { return f.Tenant })},
	{"init", "distribution", factOf(func(f workspace.Facts) string { return f.Distribution })},
	{"init", "cloud", factOf(func(f workspace.Facts) string { return f.Cloud })},
	{"component show", "", firstOf(libraryNames)},
	{"component list", "format", verbFormats},
	{"component compile", "", firstOf(componentFolders)},
	{"component compile", "name", componentNames},
	{"component test", "", componentFolders},
	{"component test", "name", componentNames},
	{"component test", "instance", instanceNames},
	{"golden", "format", reportFormatNames},
	{"component test", "format", reportFormatNames},
	{"compile", "format", verbFormats},
	{"plan", "format", verbFormats},
	{"params", "format", verbFormats},
	{"version", "format", verbFormats},
}

// complete binds the completions to the commands of root.
func (r *run) complete(root *cobra.Command) {
	for _, c := range completions {
		cmd, _, err := root.Find(strings.Fields(c.command))
		if err != nil {
			panic("bug: no command " + c.command)
		}
		words := func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			return c.words(r, cmd, args, begun)
		}
		if c.flag == "" {
			cmd.ValidArgsFunction = words
		} else if err := cmd.RegisterFlagCompletionFunc(c.flag, words); err != nil {
			panic("bug: " + err.Error())
		}
	}
}

// firstOf completes one argument only.
func firstOf(words completer) completer {
	return func(r *run, cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, onlyThese
		}
		return words(r, cmd, args, begun)
	}
}

func clusterIDs(r *run, _ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	ids, _ := workspace.Clusters(os.DirFS(r.workspace))
	return slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(args, id) }), onlyThese
}

// factOf completes with what the workspace's clusters have of a fact.
func factOf(fact func(workspace.Facts) string) completer {
	return func(r *run, _ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			r.workspace = args[0]
		}
		files := os.DirFS(r.workspace)
		ids, _ := workspace.Clusters(files)
		var words []string
		for _, id := range ids {
			if f, err := workspace.ClusterFacts(files, id); err == nil && !slices.Contains(words, fact(f)) {
				words = append(words, fact(f))
			}
		}
		return words, onlyThese
	}
}

func libraryNames(r *run, _ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, l := range r.libraries() {
		names = append(names, l.name)
	}
	return names, onlyThese
}

// componentFolders completes the workspace's components, and any other folder.
func componentFolders(r *run, _ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	var words []string
	for _, name := range componentsOf(r) {
		if folder := filepath.Join(r.workspace, "components", name); strings.HasPrefix(folder, begun) && !slices.Contains(args, folder) {
			words = append(words, folder)
		}
	}
	if len(words) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return words, onlyThese
}

func componentNames(r *run, _ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return componentsOf(r), onlyThese
}

// componentsOf gives the names of the workspace's component folders.
func componentsOf(r *run) []string {
	files, _ := filepath.Glob(filepath.Join(r.workspace, "components", "*", "class"))
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(filepath.Dir(f)))
	}
	return names
}

func instanceNames(_ *run, _ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, path := range args {
		m, _ := readMakefile(os.DirFS(path)) // what it has is known, if not all can be read
		instances, _ := m.instances()
		names = append(names, instances...)
	}
	return names, onlyThese
}

func reportFormatNames(*run, *cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, f := range reportFormats {
		names = append(names, f.name)
	}
	return names, onlyThese
}

func verbFormats(*run, *cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"text", "json"}, onlyThese
}

// paramsArguments completes the cluster, then a path of parameters.
func paramsArguments(r *run, cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return clusterIDs(r, cmd, args, begun)
	case 1:
		return parameterPaths(r, cmd, args[0], begun)
	}
	return nil, onlyThese
}

// parameterPaths completes the next key of a path, from the cluster's rendered
// parameters.
func parameterPaths(r *run, cmd *cobra.Command, cluster, begun string) ([]string, cobra.ShellCompDirective) {
	target, _ := cmd.Flags().GetString("target")
	node := targetParameters(cmd.Context(), r, cluster, target)
	before := ""
	if dot := strings.LastIndexAny(begun, ".:"); dot >= 0 {
		before = begun[:dot+1]
		var err error
		if node == nil {
			return nil, onlyThese
		}
		if node, err = lookUp(node, before); err != nil {
			return nil, onlyThese
		}
	}
	if node == nil || node.Kind != tree.Map {
		return nil, onlyThese
	}
	var words []string
	more := false
	for _, f := range node.Fields {
		if word := before + f.Key.Text; strings.HasPrefix(word, begun) {
			words = append(words, word)
			more = more || f.Value.Kind == tree.Map
		}
	}
	if more && len(words) == 1 {
		return words, goOn
	}
	return words, onlyThese
}

// targetParameters gives the parameters of a target, or nil.
func targetParameters(ctx context.Context, r *run, cluster, target string) *tree.Node {
	l, diags := r.open(ctx, cluster)
	if diag.HasErrors(diags) {
		return nil
	}
	nodes, diags := compiler.Inventory(ctx, compiler.Options{Layout: l, Workers: 1})
	if diag.HasErrors(diags) {
		return nil
	}
	node, err := nodeOf(nodes, target)
	if err != nil {
		return nil
	}
	return node.Parameters
}

func targetNames(r *run, cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, onlyThese
	}
	l, diags := r.open(cmd.Context(), args[0])
	if diag.HasErrors(diags) {
		return nil, onlyThese
	}
	names := []string{workspace.BootstrapTarget}
	for _, i := range l.Instances {
		names = append(names, i.Name)
	}
	return names, onlyThese
}
