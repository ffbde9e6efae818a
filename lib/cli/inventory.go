package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/tree"
)

func inventoryVerb(r *run) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "inventory",
		Short: "Show and lint classes of global and tenant repositories",
		Long: `Look at classes without a cluster, with the flags, output and exit codes of
commodore inventory. GLOBAL and TENANT are folders.`,
		RunE: onlyCommands,
	}
	cmd.AddCommand(
		hierarchyVerb(r, hierarchyPart{"show", "", "Show all rendered parameters", "all parameters", "While rendering inventory"}),
		hierarchyVerb(r, hierarchyPart{"components", "components", "Show where components come from, and their versions", "parameters.components", "While extracting components"}),
		hierarchyVerb(r, hierarchyPart{"packages", "packages", "Show where packages come from, and their versions", "parameters.packages", "While extracting packages"}),
		lintVerb(r),
	)
	return cmd
}

// hierarchyPart is what a verb shows of the rendered parameters.
type hierarchyPart struct{ verb, key, short, what, prefix string }

// hierarchyFlags are those of `commodore inventory show`, `components` and
// `packages`.
type hierarchyFlags struct {
	output        string
	values        []string
	allow, strict bool
}

func hierarchyVerb(r *run, part hierarchyPart) *cobra.Command {
	var f hierarchyFlags
	cmd := &cobra.Command{
		Use:   part.verb + " GLOBAL [TENANT]",
		Short: part.short,
		Long: fmt.Sprintf(`Show %s as the class global.commodore of the folder GLOBAL
renders for a cluster that does not exist. Its facts are stand-ins; values files
set others, cluster.tenant and cluster.name among them, which say where the
tenant's classes are. Missing classes are left out, with a word on each.`, part.what),
		Example: fmt.Sprintf(`  azogue inventory %[1]s inventory/classes/global
  azogue inventory %[1]s global tenant -f facts.yml -o json`, part.verb),
		Args: cobra.RangeArgs(1, 2),
		RunE: r.asCommodore(func(cmd *cobra.Command, args []string) error { return r.showHierarchy(cmd, args, f, part) }),
	}
	cmd.Flags().StringVarP(&f.output, "output-format", "o", "yaml", "yaml or json")
	cmd.Flags().StringArrayVarP(&f.values, "values", "f", nil, "class in a YAML file, for the facts of the cluster (can be repeated)")
	cmd.Flags().BoolVar(&f.allow, "allow-missing-classes", true, "leave missing classes out")
	cmd.Flags().BoolVarP(&f.strict, "no-allow-missing-classes", "A", false, "a missing class is an error")
	verboseFlag(cmd.Flags())
	return cmd
}

func (r *run) showHierarchy(cmd *cobra.Command, args []string, f hierarchyFlags, part hierarchyPart) error {
	if f.output != "yaml" && f.output != "json" {
		return wrongUsage(fmt.Sprintf("Invalid value for '-o' / '--output-format': '%s' is not one of 'json', 'yaml'.", f.output))
	}
	values, err := existing(f.values, "'-f' / '--values'", aFile)
	if err != nil {
		return err
	}
	folders, err := existing(args, "'GLOBAL_CONFIG'", aDirectory)
	if err != nil {
		return diag.Diag{ID: "inventory/no-folder", Message: err.Error(), Hint: "clone the repository and name its folder: azogue downloads nothing"}
	}
	o := workspace.HierarchyOptions{Disk: os.DirFS("/"), Global: folders[0], Values: values}
	if len(folders) > 1 {
		o.Tenant = folders[1]
	}
	l, err := workspace.Hierarchy(o)
	if err != nil {
		return err
	}
	params, diags := l.Parameters(cmd.Context(), f.strict || !f.allow)
	if diag.HasErrors(diags) {
		fmt.Fprintln(r.Err, hierarchyError(part.prefix, diags[0]))
		r.tell(diags)
		return exit(1)
	}
	for _, d := range diags {
		r.tellAsReference(d)
	}
	if part.key != "" {
		if params = params.Get(part.key); params == nil {
			params = tree.NewMap()
		}
	}
	return r.printAsCommodore(params, f.output)
}

// printAsCommodore prints a value and the line feed that Commodore adds.
func (r *run) printAsCommodore(value *tree.Node, format string) error {
	text := pyyaml.Dump(pyyaml.Safe, value)
	if format == "json" {
		var err error
		if text, err = pyjson.Dump(value); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(r.Out, "%s\n", text)
	return err
}

// hierarchyError is the reference's line, which speaks of missing classes
// whatever is wrong (spec I5).
func hierarchyError(prefix string, d diag.Diag) string {
	sentence := firstLine(d.Message)
	if d.Target != "" {
		sentence = fmt.Sprintf("Error while rendering %s: %s", d.Target, sentence)
	}
	return fmt.Sprintf("Error: %s: Unable to render inventory with `--no-allow-missing-classes`. %s. Verify the provided values or allow missing classes.", prefix, sentence)
}

// lintFlags are those of `commodore inventory lint`.
type lintFlags struct{ linters, ignore []string }

func lintVerb(r *run) *cobra.Command {
	var f lintFlags
	cmd := &cobra.Command{
		Use:   "lint TARGET...",
		Short: "Find removed parameters and wrong origins in class files",
		Long: `Find references to parameters that no longer exist, and entries of
parameters.components and parameters.packages that can't be read, in files or in
all files of folders. What is no YAML is left out, and what patterns of
--ignore-patterns or of the file .commodoreignore in a folder match: globs that
hold in every folder, unless they begin with a slash.`,
		Example: "  azogue inventory lint inventory/classes\n  azogue inventory lint -l components --ignore-patterns 'docs/*' .",
		Args:    cobra.MinimumNArgs(1),
	}
	cmd.Flags().StringArrayVarP(&f.linters, "linter", "l", nil, "components, deprecated-parameters or packages; all if none is named (can be repeated)")
	cmd.Flags().StringArrayVar(&f.ignore, "ignore-patterns", nil, "pattern of paths to leave out (can be repeated)")
	verbose := verboseFlag(cmd.Flags())
	cmd.RunE = r.asCommodore(func(_ *cobra.Command, args []string) error { return r.lint(args, f, *verbose > 0) })
	return cmd
}

func (r *run) lint(targets []string, f lintFlags, verbose bool) error {
	linters, err := linters(f.linters)
	if err != nil {
		return err
	}
	places, err := existing(targets, "'[TARGET]...'", aPath)
	if err != nil {
		return err
	}
	world := overlay.NewWorld()
	world.Mount("/", os.DirFS("/"), false)
	files := overlay.New(world)
	count := 0
	for i, target := range targets {
		typed := cleaned(target)
		r.tell(workspace.EmptyPattern(files, places[i], typed))
		for _, l := range linters {
			found, skipped := workspace.Lint(files, l, places[i], typed, f.ignore)
			if verbose {
				for _, s := range skipped {
					fmt.Fprintln(r.Out, s)
				}
			}
			for _, d := range found {
				fmt.Fprintln(r.Out, d.Message)
				r.tellBelow(d)
			}
			count += len(found)
		}
	}
	if count > 0 {
		fmt.Fprintf(r.Out, "Found %d errors\n", count)
		return exit(exitFindings)
	}
	fmt.Fprintln(r.Out, "No errors 🎉 ✨")
	return nil
}

// linters gives the linters of these names, in their order; all for none.
func linters(names []string) (list []workspace.Linter, err error) {
	if len(names) == 0 {
		return workspace.Linters, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(workspace.Linters, func(l workspace.Linter) bool { return strings.EqualFold(l.Name, name) })
		if i < 0 {
			return nil, wrongUsage(fmt.Sprintf("Invalid value for '-l' / '--linter': '%s' is not one of 'components', 'deprecated-parameters', 'packages'.", name))
		}
		list = append(list, workspace.Linters[i])
	}
	return list, nil
}

// cleaned gives a path as Python's pathlib shows it: without empty parts and
// dots, but with what leads up.
func cleaned(name string) string {
	parts := slices.DeleteFunc(strings.Split(name, "/"), func(p string) bool { return p == "" || p == "." })
	out := strings.Join(parts, "/")
	switch {
	case strings.HasPrefix(name, "/"):
		return "/" + out
	case out == "":
		return "."
	}
	return out
}
