package cli

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/disk"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
)

// newComponent is what the template of a component is filled with.
type newComponent struct {
	Name        string // as my-app
	Title       string // for people
	Library     bool
	PostProcess bool
	Tests       []string
	Test        string // the test instance that a file is for
}

// Key is the component's key of parameters.
func (n newComponent) Key() string { return workspace.ParameterKey(n.Name) }

//go:embed all:component
var componentTemplate embed.FS

// componentFile is a file of the template: its name in azogue, and the one it
// gets, in which % is the component's name.
type componentFile struct {
	from, to string
	wanted   func(newComponent) bool // nil: always
}

var componentFiles = []componentFile{
	{"Makefile", "Makefile", nil},
	{"README.md", "README.md", nil},
	{"class/component.yml", "class/%.yml", nil},
	{"class/defaults.yml", "class/defaults.yml", nil},
	{"component/app.jsonnet", "component/app.jsonnet", nil},
	{"component/main.jsonnet", "component/main.jsonnet", nil},
	{"gitignore", ".gitignore", nil},
	{"lib/component.libsonnet", "lib/%.libsonnet", func(n newComponent) bool { return n.Library }},
	{"postprocess/labels.jsonnet", "postprocess/labels.jsonnet", func(n newComponent) bool { return n.PostProcess }},
}

func componentNewVerb(r *run) *cobra.Command {
	n := newComponent{Tests: []string{"defaults"}}
	var more []string
	var parent string
	var replace bool
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Make a new component library that compiles and has golden files",
		Long: `Write a component library called NAME that compiles, with a test instance and
its golden files, a README, and a Makefile with the targets that Commodore users
know. azogue and Commodore both compile it, to the same bytes.

It goes to components/NAME of the workspace that is here or named with -w;
elsewhere to the folder NAME, for a repository of its own.

The template is azogue's own; Commodore's, for repositories that its template
keeps up to date, is written by commodore component new.`,
		Example: `  azogue component new my-app
  azogue component new my-app --lib -t two-replicas --output-dir ..`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n.Name = args[0]
			for _, t := range more {
				if !slices.Contains(n.Tests, t) {
					n.Tests = append(n.Tests, t)
				}
			}
			if err := n.check(); err != nil {
				return err
			}
			folder, err := r.componentFolder(parent, n.Name, cmd.Flags().Changed("workspace"))
			if err != nil {
				return err
			}
			if inWorkspace(folder) && !replace {
				if err := refuseBrought(n.Name); err != nil {
					return err
				}
			}
			return r.newComponent(cmd.Context(), n, folder)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&n.Title, "name", "", "the component's name in its README (default NAME)")
	flags.BoolVar(&n.Library, "lib", false, "with a library for other components, lib/NAME.libsonnet")
	flags.BoolVar(&n.PostProcess, "pp", false, "with a postprocessing filter")
	flags.StringArrayVarP(&more, "additional-test-case", "t", nil, "a further test instance (can be repeated)")
	flags.StringVar(&parent, "output-dir", "", "the folder in which to make the folder NAME")
	flags.BoolVar(&replace, "replace", false, "take the place of a component that azogue brings, in all clusters of the workspace")
	return cmd
}

// componentName is what Commodore accepts as the name of a new component.
var componentName = regexp.MustCompile(`^[a-z][a-z0-9-]*[a-z0-9]$`)

// taken are the keys of parameters that all clusters have.
var taken = []string{"cluster", "commodore", "components", "customer", "defaults", "dynamic-facts", "facts", "global", "kapitan"}

// keywords can't follow a dot in Jsonnet.
var keywords = []string{"assert", "else", "error", "false", "for", "function", "import", "importbin", "importstr", "local", "null", "self", "super", "tailstrict", "then", "true"}

// testName is the name of a class, so without dots.
var testName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// check refuses names that can't be used.
func (n *newComponent) check() error {
	refuse := func(format string, args ...any) error {
		return diag.Diag{ID: "component/bad-name", Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case strings.HasPrefix(n.Name, "component-"):
		return diag.Diag{ID: "component/bad-name", Message: fmt.Sprintf("%q can't be the name of a component: it begins with component-, as only the name of its repository may", n.Name),
			Hint: fmt.Sprintf("azogue component new %s", strings.TrimPrefix(n.Name, "component-"))}
	case !componentName.MatchString(n.Name) || len(n.Name) < 3:
		return refuse("%q can't be the name of a component: that is three or more small letters, digits and dashes, as my-app", n.Name)
	case slices.Contains(taken, n.Name):
		return refuse("%q can't be the name of a component: its parameters would be among those that all clusters have", n.Name)
	case slices.Contains(keywords, n.Name):
		return refuse("%q can't be the name of a component: it is a word of Jsonnet", n.Name)
	}
	if strings.ContainsFunc(n.Title, unicode.IsControl) {
		return refuse("%q can't be the name in a README: it has a line break or another control character", n.Title)
	}
	for _, t := range n.Tests {
		if !testName.MatchString(t) || t == n.Name {
			return refuse("%q can't be the name of a test instance: that is letters, digits, dashes and underscores, and not the component's name", t)
		}
	}
	if n.Title == "" {
		n.Title = n.Name
	}
	return nil
}

// componentFolder gives where a new component goes: where the flags say, else
// into the workspace that is here, else right here.
func (r *run) componentFolder(parent, name string, named bool) (string, error) {
	switch {
	case parent != "":
	case named || isFolder(filepath.Join(r.workspace, "clusters")):
		parent = filepath.Join(r.workspace, "components")
	case isComponent("."):
		return "", diag.Diag{ID: "component/inside", Message: fmt.Sprintf("this folder is a component, and %s would be a folder in it", name),
			Hint: "--output-dir .. makes it beside this one"}
	}
	return filepath.Join(parent, name), nil
}

// inWorkspace tells the folder of a component that a workspace's clusters see.
func inWorkspace(folder string) bool {
	full, err := filepath.Abs(folder)
	parent := filepath.Dir(full)
	return err == nil && filepath.Base(parent) == "components" && isFolder(filepath.Join(filepath.Dir(parent), "clusters"))
}

// refuseBrought refuses the name of a component that azogue brings.
func refuseBrought(name string) error {
	if !slices.Contains(brought(), name) {
		return nil
	}
	return diag.Diag{ID: "component/brought", Message: fmt.Sprintf("azogue brings a component %q; one of this name replaces it in all clusters", name),
		Hint: "choose another name, or say --replace"}
}

// isFolder tells whether a path leads to a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isComponent tells whether a folder has what makes it a component.
func isComponent(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "class/defaults.yml"))
	return err == nil
}

// newComponent writes a component and its golden files.
func (r *run) newComponent(ctx context.Context, n newComponent, folder string) error {
	files, err := n.files()
	if err != nil {
		return err
	}
	if err := disk.New(folder, files); err != nil {
		return err
	}
	instances, golden, err := r.firstGolden(ctx, folder)
	if err != nil {
		return errors.Join(err, os.RemoveAll(folder)) // all in it is ours
	}
	main := filepath.Join(folder, "component/main.jsonnet")
	fmt.Fprintf(r.Out, "next: change %s, then azogue component test %s\n", main, folder)
	if inWorkspace(folder) {
		fmt.Fprintf(r.Out, "a cluster has it with %q among its applications, as in inventory/classes/global/params.yml\n", n.Name)
	}
	_, err = fmt.Fprintf(r.Out, "%s: %s and %s of %s\n", folder, plural(len(files), "file"), plural(golden, "golden file"), plural(instances, "test instance"))
	return err
}

// firstGolden writes the golden files of a new component, and counts its
// instances and those.
func (r *run) firstGolden(ctx context.Context, folder string) (instances, golden int, err error) {
	checks, err := r.componentChecks(folder, "", nil)
	if err != nil {
		return 0, 0, err
	}
	for _, o := range r.runAll(ctx, "instance", checks, true) {
		if err := r.stopOn(o.diags); err != nil {
			return 0, 0, err
		}
		golden += len(o.changes)
	}
	return len(checks), golden, nil
}

// files fills in the template.
func (n newComponent) files() ([]manifest.File, error) {
	var files []manifest.File
	add := func(from, to string, fill newComponent) error {
		text, err := template.ParseFS(componentTemplate, "component/"+from)
		if err != nil {
			return fmt.Errorf("bug: %w", err)
		}
		var b strings.Builder
		if err := text.Execute(&b, fill); err != nil {
			return fmt.Errorf("bug: %w", err)
		}
		files = append(files, manifest.File{Path: to, Mode: 0o644, Bytes: []byte(b.String())})
		return nil
	}
	for _, f := range componentFiles {
		if f.wanted != nil && !f.wanted(n) {
			continue
		}
		if err := add(f.from, strings.ReplaceAll(f.to, "%", n.Name), n); err != nil {
			return nil, err
		}
	}
	for _, t := range n.Tests {
		from := "tests/case.yml"
		if t == "defaults" {
			from = "tests/defaults.yml"
		}
		fill := n
		fill.Test = t
		if err := add(from, "tests/"+t+".yml", fill); err != nil {
			return nil, err
		}
	}
	return files, nil
}
