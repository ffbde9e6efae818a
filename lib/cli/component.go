package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/disk"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
)

func componentVerb(r *run) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "component",
		Short: "Make, test and compile one component library",
		Long: `Work on one component library, in a repository of its own or in a workspace:
a folder in Commodore's layout, with class/, component/ and tests/.`,
		RunE: onlyCommands,
	}
	cmd.AddCommand(componentNewVerb(r), componentTestVerb(r), componentListVerb(r), componentShowVerb(r), componentCompileVerb(r), componentDeleteVerb(r))
	elsewhereVerbs(r, cmd)
	return cmd
}

// componentFlags are the flags of `commodore component compile`.
type componentFlags struct {
	values, search                   []string
	alias, output, name, dir, folder string
	verbose                          int
}

func (f *componentFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&f.values, "values", "f", nil, "inventory class in a YAML file (can be repeated)")
	flags.StringVarP(&f.alias, "alias", "a", "", "component alias to use when compiling the component")
	flags.StringArrayVarP(&f.search, "search-paths", "J", nil, "additional search path (can be repeated)")
	flags.StringVarP(&f.output, "output", "o", "./", "output path for the compiled component")
	flags.StringVarP(&f.folder, "repo-directory", "r", "", "deprecated, has no effect")
	flags.StringVarP(&f.name, "name", "n", "", "component name; inferred from the folder's name if not given")
	flags.StringVarP(&f.dir, "working-dir", "d", "./", "accepted as commodore does; has no effect here")
	flags.CountVarP(&f.verbose, "verbose", "v", "show how long each stage took; can be repeated")
}

func componentCompileVerb(r *run) *cobra.Command {
	var f componentFlags
	cmd := &cobra.Command{
		Use:   "compile PATH",
		Short: "Compile a single component, as Commodore does",
		Long: `Compile the component in PATH, with the flags, messages and exit codes of
commodore component compile. The folder compiled/ of the output path is
replaced.`,
		Example: `  azogue component compile . -f tests/defaults.yml
  azogue component compile . -n cilium -a cilium-edge -f tests/edge.yml -o /tmp/try`,
		Args: cobra.ExactArgs(1),
		RunE: r.asCommodore(func(cmd *cobra.Command, args []string) error {
			return r.compileComponent(cmd.Context(), args[0], f)
		}),
	}
	f.add(cmd.Flags())
	return cmd
}

// compileComponent prints the lines that Commodore prints, in the same order
// (spec CC1-CC11).
func (r *run) compileComponent(ctx context.Context, path string, f componentFlags) error {
	o, err := componentOptions(path, f)
	if err != nil {
		return err
	}
	if f.folder != "" {
		fmt.Fprintln(r.Out, " > Parameter `-r`/`--repo-directory` is deprecated and has no effect")
	}
	output, err := filepath.Abs(f.output)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(output); err == nil {
		output = real
	}
	o.Output = filepath.ToSlash(output)
	name, instance := workspace.ComponentNames(o)
	if f.alias == "" {
		fmt.Fprintf(r.Out, "Compile component %s...\n", name)
	} else {
		fmt.Fprintf(r.Out, "Compile component %s as %s...\n", name, instance)
	}
	c, err := workspace.Component(o)
	if err != nil {
		return err
	}
	if !c.InGit {
		fmt.Fprintln(r.Out, " > Couldn't determine Git repository for component")
	}
	lint := workspace.LintRemoved(c.World, c.Linted)
	for _, d := range lint {
		fmt.Fprintln(r.Out, d.Message)
	}
	if len(lint) > 0 {
		return commodoreSays("Found %d usages of removed reclass variables in the component. See individual lint errors for details.", len(lint))
	}
	fmt.Fprintln(r.Out, "Installing component library aliases")
	installed := r.installLibraries(ctx, c, o.Path)
	if diag.HasErrors(installed) {
		return compileFailure{installed}
	}
	if !c.JsonnetFile {
		fmt.Fprintln(r.Out, "No jsonnetfile.json found, skipping Jsonnet Bundler install.")
	}
	r.tell(installed)
	fmt.Fprintln(r.Out, "Compiling catalog...")
	result := compiler.Compile(ctx, r.options(&c.Layout))
	fmt.Fprint(r.Err, lines(result.Trace, ""))
	if f.verbose > 0 {
		r.tellTime(instance, result.Times)
	}
	if diag.HasErrors(result.Diags) {
		return compileFailure{result.Diags}
	}
	if err := disk.Replace(filepath.Join(output, "compiled"), withTarget(result)); err != nil {
		return err
	}
	fmt.Fprintf(r.Out, " > Component compiled to %s\n", filepath.Join(output, "compiled", instance))
	fmt.Fprintln(r.Out, "Postprocessing...")
	fmt.Fprint(r.Out, strings.ReplaceAll(result.Filtering, "<output>", output))
	r.notices(result.Diags)
	return nil
}

// componentOptions checks the paths of the flags, as click does.
func componentOptions(path string, f componentFlags) (o workspace.ComponentOptions, err error) {
	o = workspace.ComponentOptions{Disk: os.DirFS("/"), Name: f.name, Alias: f.alias}
	full, err := filepath.Abs(path)
	if err != nil {
		return o, err
	}
	o.Path = filepath.ToSlash(full)
	if o.Values, err = existing(f.values, "'-f' / '--values'", aFile); err != nil {
		return o, err
	}
	o.Search, err = existing(f.search, "'-J' / '--search-paths'", aDirectory)
	return o, err
}

// withTarget gives the files of all trees below their targets' names.
func withTarget(result *compiler.Result) []manifest.File {
	var files []manifest.File
	for i, t := range result.Trees {
		for _, f := range t.Files {
			f.Path = result.Targets[i].Output + "/" + f.Path
			files = append(files, f)
		}
	}
	return files
}
