package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/components"
	"github.com/azogue-build/azogue/lib/diag"
)

// library is a component at hand: of the workspace, or one that azogue brings.
type library struct {
	name, source string
	files        fs.FS
}

// libraries gives the components at hand, sorted by name. One of the workspace
// takes the place of the one that azogue brings.
func (r *run) libraries() (list []library) {
	own := componentsOf(r)
	for _, name := range own {
		folder := filepath.Join(r.workspace, "components", name)
		list = append(list, library{name, folder, os.DirFS(folder)})
	}
	for _, name := range brought() {
		if slices.Contains(own, name) {
			continue
		}
		files, err := fs.Sub(components.FS, name)
		if err != nil {
			panic("bug: " + err.Error())
		}
		list = append(list, library{name, "<azogue>", files})
	}
	slices.SortFunc(list, func(a, b library) int { return strings.Compare(a.name, b.name) })
	return list
}

// brought lists the components that azogue brings.
func brought() (names []string) {
	entries, err := fs.ReadDir(components.FS, ".")
	if err != nil {
		panic("bug: " + err.Error())
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// about is the first sentence of the component's README.
func (l library) about() string {
	text, _ := fs.ReadFile(l.files, "README.md") // without one there is nothing to say
	for part := range strings.SplitSeq(string(text), "\n\n") {
		part = strings.Join(strings.Fields(part), " ")
		if part == "" || strings.HasPrefix(part, "#") {
			continue
		}
		sentence, _, _ := strings.Cut(part, ". ")
		return visible(strings.TrimSuffix(sentence, "."))
	}
	return ""
}

func componentListVerb(r *run) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the components at hand: the workspace's, and those that azogue brings",
		Long: `List the components that a cluster of the workspace may name among its
applications: those of components/, and those that azogue brings. Each has where
it is, and what it is for: the first sentence of its README.`,
		Example: "  azogue component list",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list := r.libraries()
			if r.format == "json" {
				type row struct {
					Name   string `json:"name"`
					Source string `json:"source"`
					About  string `json:"about"`
				}
				rows := make([]row, 0, len(list))
				for _, l := range list {
					rows = append(rows, row{l.name, l.source, l.about()})
				}
				return r.printJSON(rows)
			}
			w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
			for _, l := range list {
				fmt.Fprintf(w, "%s\t%s\t%s\n", l.name, l.source, l.about())
			}
			return w.Flush()
		},
	}
	r.formatFlag(cmd)
	return cmd
}

func componentShowVerb(r *run) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Show what a component is for and what parameters it takes",
		Long: `Show the README of a component of the workspace, or of one that azogue brings:
what it compiles to, and its parameters. Where it has none, its defaults are
shown. With --file any file of it is.`,
		Example: `  azogue component show cert-manager
  azogue component show cert-manager --file class/defaults.yml`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			list := r.libraries()
			at := slices.IndexFunc(list, func(l library) bool { return l.name == args[0] })
			if at < 0 {
				var names []string
				for _, l := range list {
					names = append(names, l.name)
				}
				hint := diag.DidYouMean(args[0], names)
				if hint == "" {
					hint = "there are " + strings.Join(names, ", ")
				}
				return diag.Diag{ID: "component/unknown", Message: fmt.Sprintf("there is no component %q", args[0]), Hint: hint}
			}
			text, err := list[at].show(file)
			if err == nil {
				_, err = r.Out.Write(text)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&file, "file", "", "the file to show, as class/defaults.yml")
	return cmd
}

// show gives a file of the component, or the one that says most of it.
func (l library) show(file string) ([]byte, error) {
	if file == "" {
		if text, err := fs.ReadFile(l.files, "README.md"); err == nil {
			return text, nil
		}
		file = "class/defaults.yml"
	}
	text, err := fs.ReadFile(l.files, path.Clean(file))
	if err != nil {
		return nil, diag.Diag{ID: "component/no-file", Message: fmt.Sprintf("the component %q has no file %q that can be shown", l.name, file), Hint: "it has class/defaults.yml, for one"}
	}
	return text, nil
}
