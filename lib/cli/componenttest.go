package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/tree"
)

func componentTestVerb(r *run) *cobra.Command {
	var f checkFlags
	var name string
	var instances []string
	cmd := &cobra.Command{
		Use:   "test PATH...",
		Short: "Compare all test instances of components with their golden files",
		Long: `Compile the test instances of the components in PATH, and compare each with
tests/golden/INSTANCE: exit 1 and a diff where they differ. It does for all
instances what make golden-diff does in a component for Commodore, and
--update what make gen-golden does.

Instances and flags (--name, --alias, --search-paths) are those of the
component's Makefile, test_instances and commodore_args. Without one, each file
tests/*.yml is an instance, and the component is named after its folder.`,
		Example: `  azogue component test .
  azogue component test components/* --format junit -o components.xml
  azogue component test . --instance defaults --update`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var checks []check
			for _, path := range args {
				list, err := r.componentChecks(path, name, instances)
				if err != nil {
					return err
				}
				checks = append(checks, list...)
			}
			accept := "azogue component test " + strings.Join(args, " ") + " --update"
			return r.checkAll(cmd.Context(), "instance", accept, checks, f)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVarP(&name, "name", "n", "", "component name, instead of the Makefile's or the folder's")
	cmd.Flags().StringArrayVar(&instances, "instance", nil, "only this instance (can be repeated)")
	return cmd
}

// componentChecks gives a check for each test instance of a component.
func (r *run) componentChecks(path, name string, only []string) ([]check, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	folder := os.DirFS(full)
	m := readMakefile(folder)
	known := m.instances(folder)
	if len(known) == 0 {
		d := diag.Diag{ID: "component/no-tests", Message: fmt.Sprintf("there are no test instances in %s", path), Hint: "an instance is a values file, as tests/defaults.yml"}
		if info, err := os.Stat(filepath.Join(path, "components")); err == nil && info.IsDir() {
			d.Hint = "that is a workspace: azogue component test " + filepath.Join(path, "components/*")
		}
		return nil, d
	}
	for _, i := range only {
		if !slices.Contains(known, i) {
			hint := diag.DidYouMean(i, known)
			if hint == "" {
				hint = "instances: " + strings.Join(known, ", ")
			}
			return nil, diag.Diag{ID: "component/unknown-instance", Message: fmt.Sprintf("%s has no test instance %q", path, i), Hint: hint}
		}
	}
	if len(only) == 0 {
		r.tell(stray(filepath.Join(path, "tests/golden"), "test instance", known))
	}
	var checks []check
	for _, instance := range known {
		if len(only) > 0 && !slices.Contains(only, instance) {
			continue
		}
		f, err := m.flags(instance)
		if err != nil {
			return nil, err
		}
		if name != "" {
			f.name = name
		}
		f.values = append(f.values, "tests/"+instance+".yml")
		o := instanceOptions(full, f)
		component, _ := workspace.ComponentNames(o)
		checks = append(checks, check{suite: component, name: component + "/" + instance, folder: filepath.Join(path, "tests/golden", instance),
			build: func(ctx context.Context, pool *compiler.Pool) built { return r.buildInstance(ctx, pool, o) }})
	}
	return checks, nil
}

// instanceOptions are those of the flags, with paths from the component's
// folder. Search paths that are not there are none: the template's make target
// makes them.
func instanceOptions(folder string, f componentFlags) workspace.ComponentOptions {
	abs := func(path string) string {
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		return filepath.ToSlash(path)
	}
	o := workspace.ComponentOptions{Disk: os.DirFS("/"), Path: filepath.ToSlash(folder), Name: f.name, Alias: f.alias}
	for _, v := range f.values {
		o.Values = append(o.Values, abs(v))
	}
	for _, s := range f.search {
		if _, err := os.Stat(abs(s)); err == nil {
			o.Search = append(o.Search, abs(s))
		}
	}
	return o
}

// buildInstance compiles one instance as component compile does.
func (r *run) buildInstance(ctx context.Context, pool *compiler.Pool, o workspace.ComponentOptions) (b built) {
	start := time.Now()
	c, err := workspace.Component(o)
	b.timed("layout", start)
	if err != nil {
		b.diags = []diag.Diag{diag.From(err, "component/unreadable")}
		return b
	}
	if b.diags = workspace.LintRemoved(c.World, c.Linted); len(b.diags) > 0 {
		return b
	}
	b.diags = r.installLibraries(ctx, c, o.Path)
	if diag.HasErrors(b.diags) {
		return b
	}
	options := r.options(&c.Layout)
	options.Pool = pool
	result := compiler.Compile(ctx, options)
	b.take(result)
	b.files = withTarget(result)
	for i, f := range b.files {
		b.files[i].From = strings.TrimPrefix(f.From, c.Instances[0].Directory+"/")
	}
	return b
}

// installLibraries has --deps answer for the component's Jsonnet libraries.
// Without it there is a warning of those that Commodore would have installed.
func (r *run) installLibraries(ctx context.Context, c *workspace.ComponentRepository, folder string) []diag.Diag {
	if diags := c.RenderJsonnetFile(ctx, r.evaluatePlain); diag.HasErrors(diags) || !c.JsonnetFile {
		return diags
	}
	if revisions := r.deps.revisions(); revisions != nil {
		return c.InstallLibraries(ctx, revisions)
	}
	return []diag.Diag{{ID: "component/jsonnetfile", Severity: diag.Warning, Pos: tree.Pos{File: filepath.Join(folder, "jsonnetfile.json")},
		Message: "nothing is installed: azogue downloads no Jsonnet libraries yet, and uses vendor/ as it is", Hint: "--deps names a folder with clones of them"}}
}
