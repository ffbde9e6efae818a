package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/diag"
)

// explainUsage has every command explain wrong flags and arguments with what
// would be right.
func explainUsage(root *cobra.Command) {
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		d := diag.Diag{ID: "azogue/usage", Message: err.Error(), Hint: fmt.Sprintf("%s --help lists the flags", cmd.CommandPath())}
		var unknown *pflag.NotExistError
		if errors.As(err, &unknown) {
			var known []string
			cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
			d.Message = fmt.Sprintf("unknown flag %q of %q", dashed(unknown.GetSpecifiedName()), cmd.CommandPath())
			near := diag.Nearest(unknown.GetSpecifiedName(), known)
			if at := slices.IndexFunc(known, func(f string) bool { return strings.HasPrefix(f, unknown.GetSpecifiedName()) }); at >= 0 {
				near = known[at]
			}
			if near != "" {
				d.Hint = fmt.Sprintf("did you mean %q?", dashed(near))
			}
		}
		return d
	})
	for _, cmd := range append([]*cobra.Command{root}, everyCommand(root)...) {
		accepts := cmd.Args
		if accepts == nil {
			continue
		}
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := accepts(cmd, args); err != nil {
				return wrongArguments(cmd, args)
			}
			return nil
		}
	}
}

// wrongArguments says what a command takes, in the words of its usage line.
func wrongArguments(cmd *cobra.Command, args []string) error {
	_, takes, _ := strings.Cut(cmd.Use, " ")
	d := diag.Diag{ID: "azogue/usage", Message: fmt.Sprintf("%q takes no arguments, not %q", cmd.CommandPath(), strings.Join(args, " "))}
	if takes != "" {
		d.Message = fmt.Sprintf("%q takes %s, not %q", cmd.CommandPath(), takes, strings.Join(args, " "))
		if len(args) == 0 {
			d.Message = fmt.Sprintf("%q needs %s", cmd.CommandPath(), takes)
		}
	}
	d.Hint = fmt.Sprintf("%s --help shows examples", cmd.CommandPath())
	return d
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// everyCommand gives all commands below one.
func everyCommand(cmd *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, c := range cmd.Commands() {
		all = append(append(all, c), everyCommand(c)...)
	}
	return all
}
