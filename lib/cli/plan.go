package cli

import (
	"fmt"
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
		Short: "Show a cluster's targets and the jobs of each, without compiling",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := r.layout(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			result := compiler.Plan(cmd.Context(), r.options(l))
			if err := r.stopOn(result.Diags); err != nil {
				return err
			}
			return r.printPlan(l, result)
		},
	}
	r.formatFlag(cmd)
	return cmd
}

type jsonTarget struct {
	Target    string    `json:"target"`
	Component string    `json:"component"`
	Source    string    `json:"source"`
	Jobs      []jsonJob `json:"jobs"`
}

type jsonJob struct {
	InputType  string   `json:"input_type"`
	InputPaths []string `json:"input_paths"`
	OutputPath string   `json:"output_path"`
	OutputType string   `json:"output_type"`
}

func (r *run) printPlan(l *workspace.Layout, result *compiler.Result) error {
	targets := []jsonTarget{}
	for _, t := range result.Targets {
		row := jsonTarget{Target: t.Name, Jobs: []jsonJob{}}
		if at := slices.IndexFunc(l.Instances, func(i workspace.Instance) bool { return i.Name == t.Name }); at >= 0 {
			row.Component, row.Source = l.Instances[at].Component, l.Instances[at].Source
		}
		for _, j := range t.Jobs {
			row.Jobs = append(row.Jobs, jsonJob{j.InputType, j.InputPaths, j.OutputPath, j.OutputType})
		}
		targets = append(targets, row)
	}
	if r.format == "json" {
		return r.printJSON(targets)
	}
	w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TARGET\tCOMPONENT\tINPUT\tPATHS\tOUTPUT")
	for _, t := range targets {
		for _, j := range t.Jobs {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", t.Target, t.Source, j.InputType, strings.Join(j.InputPaths, " "), j.OutputPath)
		}
	}
	return w.Flush()
}
