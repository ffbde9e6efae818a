package cli

import (
	"context"
	"errors"
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
		Use:   "test [PATH...]",
		Short: "Compare all test instances of components with their golden files",
		Long: `Compile the test instances of the components in PATH, or of the one in this
folder, and compare each with tests/golden/INSTANCE: exit 1 and a diff where
they differ. It does for all instances what make golden-diff does in a component for Commodore, and
--update what make gen-golden does.

Instances and flags (--name, --alias, --search-paths) are those of the
component's Makefile, test_instances and commodore_args. Without one, each file
tests/*.yml is an instance, and the component is named after its folder.

It takes components that are written for Commodore as they are. Inputs of the types
kustomize, kadet, cuelang, and external with other commands than the wrapper of
kustomize, are refused. Nothing is downloaded: --deps DIR has the repositories,
files and charts that are needed.`,
		Example: `  azogue component test .
  azogue component test components/* --format junit -o components.xml
  azogue component test . --instance defaults --update`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			var checks []check
			for _, path := range eachOnce(args) {
				list, err := r.componentChecks(path, name, instances)
				if err != nil {
					return r.unchecked(cmd.Context(), "instance", err, f)
				}
				checks = append(checks, list...)
			}
			nameApart(checks)
			words := slices.Clone(args)
			if name != "" {
				words = append(words, "--name", name)
			}
			for _, i := range instances {
				words = append(words, "--instance", i)
			}
			accept := r.command("component test", append(words, "--update"))
			return r.checkAll(cmd.Context(), "instance", accept, checks, f)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVarP(&name, "name", "n", "", "component name, instead of the Makefile's or the folder's")
	cmd.Flags().StringArrayVar(&instances, "instance", nil, "only this instance (can be repeated)")
	return cmd
}

// eachOnce leaves out paths of folders that are there already.
func eachOnce(paths []string) (list []string) {
	var known []string
	for _, p := range paths {
		full, err := filepath.Abs(p)
		if err != nil || !slices.Contains(known, full) {
			known, list = append(known, full), append(list, p)
		}
	}
	return list
}

// nameApart adds the folder to names that several checks have.
func nameApart(checks []check) {
	count := map[string]int{}
	for _, c := range checks {
		count[c.name]++
	}
	for i, c := range checks {
		if count[c.name] > 1 {
			checks[i].name = c.name + " in " + c.within
		}
	}
}

// componentChecks gives a check for each test instance of a component.
func (r *run) componentChecks(path, name string, only []string) ([]check, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := refuseFolder(path, full); err != nil {
		return nil, err
	}
	m, err := readMakefile(os.DirFS(full))
	if d, ok := errors.AsType[diag.Diag](err); ok {
		d.Pos.File = filepath.Join(path, d.Pos.File)
		return nil, d
	}
	known, left := m.instances()
	if len(known) == 0 {
		return nil, diag.Diag{ID: "component/no-tests", Message: fmt.Sprintf("there are no test instances in %s", path), Hint: "an instance is a values file, as tests/defaults.yml"}
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
		r.tell(stray(path, "tests/golden", "test instance", known))
		r.tell(m.untested(path, left))
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
		checks = append(checks, check{suite: component, name: component + "/" + instance, within: path, folder: filepath.Join(path, "tests/golden", instance),
			build: func(ctx context.Context, pool *compiler.Pool) built {
				return r.buildInstance(ctx, pool, o).seenFrom(path, o.Path)
			}})
	}
	return checks, nil
}

// refuseFolder says what is wrong with a folder that is no component; full is
// its whole path.
func refuseFolder(path, full string) error {
	refuse := func(hint, format string, args ...any) error {
		return diag.Diag{ID: "component/folder", Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	info, err := os.Stat(full)
	inside := filepath.Join(path, "*")
	switch {
	case err != nil:
		beside := filepath.Join("components", filepath.Base(path))
		if isComponent(beside) {
			return refuse(fmt.Sprintf("did you mean %s?", beside), "there is no folder %s", path)
		}
		if near := diag.Nearest(filepath.Base(full), entriesOf(filepath.Dir(full))); near != "" {
			return refuse(fmt.Sprintf("did you mean %s?", filepath.Join(filepath.Dir(path), near)), "there is no folder %s", path)
		}
		return refuse("", "there is no folder %s", path)
	case !info.IsDir():
		return refuse("name the component's folder", "%s is a file", path)
	case isFolder(filepath.Join(full, "class")):
		return nil
	case isFolder(filepath.Join(full, "components")):
		return refuse("azogue component test "+filepath.Join(path, "components/*"), "%s is no component, but a workspace", path)
	case slices.ContainsFunc(entriesOf(full), func(e string) bool { return isComponent(filepath.Join(full, e)) }):
		return refuse("azogue component test "+inside, "%s is no component, but holds some", path)
	}
	for up, shown := filepath.Dir(full), filepath.Join(path, ".."); up != filepath.Dir(up); up, shown = filepath.Dir(up), filepath.Join(shown, "..") {
		if isComponent(up) {
			return refuse("azogue component test "+shown, "%s is no component: it has no folder class", path)
		}
	}
	return refuse("a component is a folder with class/, component/ and tests/", "%s is no component: it has no folder class", path)
}

// entriesOf lists the names in a folder, if it can be read.
func entriesOf(folder string) (names []string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// untested warns of files that look like test instances, and are none.
func (m makefile) untested(path string, left []string) []diag.Diag {
	if len(left) == 0 {
		return nil
	}
	at := m.places["test_instances"]
	at.File = filepath.Join(path, at.File)
	message := fmt.Sprintf("%s is not in test_instances, and is not tested", left[0])
	if len(left) > 1 {
		message = fmt.Sprintf("%d files are not in test_instances, and are not tested: %s", len(left), several(left))
	}
	return []diag.Diag{{ID: "component/untested", Severity: diag.Warning, Pos: at, Message: message, Hint: "test_instances = $(wildcard tests/*.yml) takes all of them"}}
}

// seenFrom gives what was built with all paths as a reader in the current folder
// has them: below path, which leads to the folder, or else from here.
func (b built) seenFrom(path, folder string) built {
	pairs := []string{}
	here, err := filepath.Abs(".")
	for _, p := range []struct{ full, shown string }{{folder, filepath.ToSlash(path)}, {filepath.ToSlash(here), "."}} {
		for _, full := range []string{p.full, resolvedPath(p.full)} {
			shown := strings.TrimSuffix(filepath.ToSlash(filepath.Clean(p.shown)), "/") + "/"
			if shown == "./" {
				shown = ""
			}
			if full != "/" && err == nil {
				pairs = append(pairs, full+"/", shown)
			}
		}
	}
	short := strings.NewReplacer(pairs...).Replace
	b.diags, b.trace = diag.Rename(b.diags, short, short), short(b.trace)
	for i := range b.files {
		b.files[i].From = short(b.files[i].From)
	}
	return b
}

// resolvedPath follows the links in a path, if it can.
func resolvedPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return filepath.ToSlash(real)
	}
	return path
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
	hint := "--deps DIR names a folder with clones of them"
	if wanted := c.Libraries(); len(wanted) > 0 {
		var clones []string
		for _, w := range wanted {
			clones = append(clones, fmt.Sprintf("git clone %s DIR/%s", w.URL, w.Path))
		}
		hint = strings.Join(clones, "; ") + "; then give --deps DIR"
	}
	return []diag.Diag{{ID: "component/jsonnetfile", Severity: diag.Warning, Pos: tree.Pos{File: filepath.ToSlash(filepath.Join(folder, "jsonnetfile.json"))},
		Message: "the Jsonnet libraries are not installed: azogue downloads none, and uses vendor/ as it is", Hint: hint}}
}
