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
		var invalid *pflag.InvalidValueError
		if errors.As(err, &invalid) {
			d.Message = wrongValue(invalid)
		}
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

// wrongValue says what a flag takes that has another value.
func wrongValue(err *pflag.InvalidValueError) string {
	takes := map[string]string{"int": "a number", "count": "a number", "duration": "a time as 90s or 5m", "bool": "true or false", "size": "a size as 512MiB or 8GiB"}[err.GetFlag().Value.Type()]
	if takes == "" {
		return err.Error()
	}
	return fmt.Sprintf("%s is %s, not %q", dashed(err.GetFlag().Name), takes, err.GetValue())
}

// commandsOfCobra has the commands that cobra brings refuse what they don't
// know, as all others do.
func commandsOfCobra(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Run = nil
			cmd.RunE = func(_ *cobra.Command, args []string) error {
				about, rest, err := root.Find(args)
				if err != nil || len(rest) > 0 {
					return onlyCommands(about, append(rest, args...))
				}
				return about.Help()
			}
		case "completion":
			cmd.Args, cmd.RunE = cobra.ArbitraryArgs, onlyCommands
		}
	}
}

// helpTemplate has the flags of every command in two lines: they are explained
// in the help of azogue itself.
const helpTemplate = `Usage:{{if not .HasAvailableSubCommands}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}{{$cmds := .Commands}}{{if eq (len .Groups) 0}}

Commands:{{range $cmds}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding }} {{.Short}}{{end}}{{end}}{{else}}{{range $group := .Groups}}

{{.Title}}{{range $cmds}}{{if (and (eq .GroupID $group.ID) (or .IsAvailableCommand (eq .Name "help")))}}
  {{rpad .Name .NamePadding }} {{.Short}}{{end}}{{end}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

Flags of every command, which azogue --help explains:
  {{range $i, $name := flagNames .}}{{if $i}}, {{end}}{{$name}}{{end}}{{end}}{{if .HasAvailableSubCommands}}

{{.CommandPath}} COMMAND --help says more about a command.{{end}}
`

// flagNames lists the flags that a command has of its parents.
func flagNames(cmd *cobra.Command) (names []string) {
	cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			names = append(names, dashed(f.Name))
		}
	})
	return names
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
