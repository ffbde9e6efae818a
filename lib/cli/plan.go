package cli

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

func planVerb(r *run) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plan CLUSTER",
		Short: "Show where a cluster's components come from, its targets and their jobs, without compiling",
		Long: `Show where each component instance of a cluster comes from, and the jobs of
each target in their order, without compiling anything. Sources are a folder of
the workspace, a version of a repository with its commit, or <azogue> for the
components that azogue brings. Paths are relative to the workspace.`,
		Example: "  azogue plan c-one",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := r.layout(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			result := compiler.Plan(cmd.Context(), r.options(l))
			if r.verbose {
				r.tellTime(args[0], result.Times)
			}
			if err := r.stopOn(result.Diags); err != nil {
				return err
			}
			if r.format == "json" {
				return r.printJSON(jsonTargets(l, result))
			}
			return r.printPlan(l, result)
		},
	}
	r.formatFlag(cmd)
	return cmd
}

type jsonTarget struct {
	Target    string     `json:"target"`
	Component string     `json:"component"`
	Source    jsonSource `json:"source"`
	Jobs      []jsonJob  `json:"jobs"`
}

type jsonSource struct {
	Kind       string `json:"kind"` // workspace, repository or embedded
	Folder     string `json:"folder"`
	Repository string `json:"repository,omitempty"`
	Version    string `json:"version,omitempty"`
	Commit     string `json:"commit,omitempty"`
}

type jsonJob struct {
	InputType  string   `json:"input_type"`
	InputPaths []string `json:"input_paths"`
	OutputPath string   `json:"output_path"`
	OutputType string   `json:"output_type"`
}

// jsonTargets gives the plan for machines.
func jsonTargets(l *workspace.Layout, result *compiler.Result) []jsonTarget {
	targets := []jsonTarget{}
	for _, t := range result.Targets {
		row := jsonTarget{Target: t.Name, Jobs: []jsonJob{}}
		if at := slices.IndexFunc(l.Instances, func(i workspace.Instance) bool { return i.Name == t.Name }); at >= 0 {
			row.Component, row.Source = l.Instances[at].Component, jsonSource(l.Instances[at].Source)
		}
		for _, j := range t.Jobs {
			paths := make([]string, len(j.InputPaths))
			for i, p := range j.InputPaths {
				paths[i] = shownPath(l, p)
			}
			row.Jobs = append(row.Jobs, jsonJob{j.InputType, paths, shownPath(l, j.OutputPath), j.OutputType})
		}
		targets = append(targets, row)
	}
	return targets
}

// shownPath gives a path of a job as people know it. Relative ones are looked
// for in several folders, and stay.
func shownPath(l *workspace.Layout, name string) string {
	if !path.IsAbs(name) {
		return name
	}
	return l.Shown(path.Clean(name))
}

func (r *run) printPlan(l *workspace.Layout, result *compiler.Result) error {
	w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "INSTANCE\tCOMPONENT\tSOURCE")
	for _, i := range l.Instances {
		fmt.Fprintf(w, "%s\t%s\t%s\n", i.Name, i.Component, i.Source)
	}
	for _, p := range l.Packages {
		fmt.Fprintf(w, "pkg.%s\t\t%s\n", p.Name, p.Source)
	}
	fmt.Fprintln(w, "\nTARGET\tINPUT\tPATHS\tOUTPUT")
	for _, t := range jsonTargets(l, result) {
		for _, j := range t.Jobs {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Target, j.InputType, strings.Join(j.InputPaths, " "), j.OutputPath)
		}
	}
	return w.Flush()
}
