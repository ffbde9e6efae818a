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

func packageVerb(r *run) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "package",
		Short: "Compile one package of classes",
		Long: `Work on one package: a folder of classes that clusters include, with its test
classes in tests/.`,
		RunE: onlyCommands,
	}
	cmd.AddCommand(packageCompileVerb(r))
	elsewhereVerbs(r, cmd)
	return cmd
}

// packageFlags are the flags of `commodore package compile`.
type packageFlags struct {
	values                              []string
	dir, temp                           string
	local, fetch, noFetch, keep, noKeep bool
	verbose                             *int
}

func (f *packageFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&f.values, "values", "f", nil, "inventory class in a YAML file, merged before the test class (can be repeated)")
	flags.BoolVar(&f.local, "local", false, "take components from the folder of --tmp-dir, whatever their versions, instead of --deps")
	flags.StringVar(&f.temp, "tmp-dir", "", "working directory of an earlier commodore package compile, for --local; nothing is written there")
	flags.BoolVar(&f.fetch, "fetch-dependencies", true, "accepted as commodore does; has no effect here")
	flags.BoolVarP(&f.noFetch, "no-fetch-dependencies", "F", false, "accepted as commodore does; has no effect here")
	flags.BoolVarP(&f.keep, "keep-dir", "k", false, "accepted as commodore does; has no effect here, where all is in memory")
	flags.BoolVar(&f.noKeep, "no-keep-dir", false, "accepted as commodore does; has no effect here")
	flags.StringVarP(&f.dir, "working-dir", "d", "./", "where a relative --tmp-dir is")
	f.verbose = verboseFlag(flags)
}

func packageCompileVerb(r *run) *cobra.Command {
	var f packageFlags
	cmd := &cobra.Command{
		Use:   "compile PATH TEST_CLASS",
		Short: "Compile a package with one of its test classes, as Commodore does",
		Long: `Compile the package in PATH with the components that its applications name, as
they are in a cluster that includes only TEST_CLASS, such as tests/defaults.yml.
Flags, messages and exit codes are those of commodore package compile. What is
compiled is added to PATH/compiled; what else is there stays.

Components are where parameters.components says. azogue downloads nothing:
--deps names a folder with git clones of them.`,
		Example: `  azogue package compile . tests/defaults.yml --deps ../clones
  azogue package compile . tests/defaults.yml --local --tmp-dir /tmp/package`,
		Args: cobra.ExactArgs(2),
		RunE: r.asCommodore(func(cmd *cobra.Command, args []string) error {
			return r.compilePackage(cmd.Context(), args[0], args[1], f)
		}),
	}
	f.add(cmd.Flags())
	return cmd
}

// compilePackage prints the lines that Commodore prints, in the same order
// (spec CP1-CP4).
func (r *run) compilePackage(ctx context.Context, path, class string, f packageFlags) error {
	o, err := r.packageOptions(path, class, f)
	if err != nil {
		return err
	}
	if !f.local {
		fmt.Fprintln(r.Out, "Cleaning working tree")
	}
	p, diags := workspace.Package(ctx, o)
	if !p.Found {
		return compileFailure{diags}
	}
	failed := diag.HasErrors(diags)
	r.tellDiscovery(p, f.local, failed)
	if failed {
		return compileFailure{diags}
	}
	lint := workspace.LintRemoved(p.World, p.Linted)
	for _, d := range lint {
		fmt.Fprintln(r.Out, p.ShownText(d.Message))
	}
	if len(lint) > 0 {
		return commodoreSays("Found %d usages of removed reclass variables in the enabled components. See individual lint errors for details.", len(lint))
	}
	result := compiler.Compile(ctx, r.options(&p.Layout))
	fmt.Fprint(r.Err, lines(result.Trace, ""))
	if *f.verbose > 0 {
		r.tellTime(workspace.PackageName(o.Path), result.Times)
	}
	fmt.Fprintln(r.Out, "Installing component library aliases")
	if result.Diags = forPackage(append(diags, result.Diags...)); diag.HasErrors(result.Diags) {
		return compileFailure{result.Diags}
	}
	for _, line := range []string{"Updating Kapitan secret references...", "Compiling catalog...", "Postprocessing..."} {
		fmt.Fprintln(r.Out, line)
	}
	fmt.Fprint(r.Out, strings.ReplaceAll(result.Filtering, "<output>", filepath.Join(o.Path, "compiled")))
	r.tell(result.Diags)
	return addFiles(filepath.Join(filepath.FromSlash(o.Path), "compiled"), withTarget(result))
}

// packageOptions checks the paths of the flags, as click does, and follows
// their links, as Commodore does.
func (r *run) packageOptions(path, class string, f packageFlags) (o workspace.PackageOptions, err error) {
	o = workspace.PackageOptions{Disk: os.DirFS("/"), Class: filepath.ToSlash(class), Evaluate: r.evaluatePlain, Revisions: r.deps.revisions()}
	folders, err := existing([]string{path}, "'PATH'", aDirectory)
	if err != nil {
		return o, err
	}
	values, err := existing(f.values, "'-f' / '--values'", aFile)
	if err != nil {
		return o, err
	}
	if o.Path, err = filepath.EvalSymlinks(folders[0]); err != nil {
		return o, err
	}
	for _, v := range values {
		if v, err = filepath.EvalSymlinks(v); err != nil {
			return o, err
		}
		o.Values = append(o.Values, v)
	}
	if !f.local {
		return o, nil
	}
	if f.temp == "" {
		return o, diag.Diag{ID: "package/no-folder", Message: "--local compiles with the components of an earlier compile, and needs its folder", Hint: "name it with --tmp-dir"}
	}
	temp := f.temp
	if !filepath.IsAbs(temp) {
		temp = filepath.Join(f.dir, temp)
	}
	work, err := existing([]string{temp}, "'--tmp-dir'", aDirectory)
	if err != nil {
		return o, err
	}
	o.WorkDir, err = filepath.EvalSymlinks(work[0])
	return o, err
}

// tellDiscovery prints what Commodore prints until all targets are known, or
// something is wrong.
func (r *run) tellDiscovery(p *workspace.PackageRepository, local, failed bool) {
	lines := []string{"Updating Kapitan target for cluster...", "Discovering components...", "Registering component aliases...", "Fetching components..."}
	if local {
		lines = append(lines[:1], "Discovering included components...", "Registering components and aliases...")
		for _, c := range p.Missing {
			lines = append(lines, fmt.Sprintf(" > Skipping registration of component %s: repo is not available", c))
		}
		if len(p.Dropped) > 0 {
			lines = append(lines, fmt.Sprintf(" > Dropping alias(es) ['%s'] with missing component(s).", strings.Join(p.Dropped, "', '")))
		}
	}
	switch {
	case !p.Known:
		lines = lines[:2]
	case failed:
		lines = lines[:3]
	default:
		lines = append(lines, "Updating Kapitan target for cluster...")
		for _, i := range p.Instances {
			lines = append(lines, fmt.Sprintf("Updating Kapitan target for %s...", i.Name))
		}
	}
	for _, line := range lines {
		fmt.Fprintln(r.Out, line)
	}
}

// forPackage leaves out what only matters where all targets are laid over each
// other, as in a catalog, and deprecations, which Commodore keeps to itself
// here (spec CP4).
func forPackage(diags []diag.Diag) (list []diag.Diag) {
	for _, d := range diags {
		if d.ID != "manifest/two-writers" && d.Severity != diag.Notice {
			list = append(list, d)
		}
	}
	return list
}

// addFiles writes files into a folder, over those of the same names; all others
// stay. They are there all at once.
func addFiles(folder string, files []manifest.File) error {
	old, err := disk.Read(folder)
	if err != nil {
		return err
	}
	fresh := map[string]bool{}
	for _, f := range files {
		fresh[f.Path] = true
	}
	for _, f := range old {
		if !fresh[f.Path] {
			files = append(files, f)
		}
	}
	return disk.Replace(folder, files)
}
