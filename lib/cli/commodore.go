package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/diag"
)

// asCommodore makes a verb of Commodore's: an error is told in its words first,
// and the exit code is 1, or 2 for wrong flags and arguments (spec F3).
func (r *run) asCommodore(work func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := work(cmd, args)
		var code exit
		var usage wrongUsage
		switch {
		case err == nil || errors.As(err, &code):
			return err
		case errors.As(err, &usage):
			fmt.Fprintf(r.Err, "Usage: %s\n\nError: %s\n", cmd.UseLine(), usage)
			return exit(exitCouldNot)
		}
		r.commodoreError(err)
		return exit(1)
	}
}

// wrongUsage is what is wrong with flags or arguments, as click says it.
type wrongUsage string

func (w wrongUsage) Error() string { return string(w) }

// verboseFlag is Commodore's -v, which may be repeated.
func verboseFlag(f *pflag.FlagSet) *int {
	return f.CountP("verbose", "v", "show more of what is done; can be repeated")
}

// What a path of a flag or argument may be.
const (
	aFile      = "File"
	aDirectory = "Directory"
	aPath      = "Path" // either
)

// existing gives paths as absolute ones, with slashes. Each must be there; flag
// is how messages call what has it. Links are not followed.
func existing(list []string, flag, kind string) (out []string, err error) {
	for _, p := range list {
		info, err := os.Stat(p)
		if err != nil {
			return nil, wrongUsage(fmt.Sprintf("Invalid value for %s: %s '%s' does not exist.", flag, kind, p))
		}
		if kind != aPath && (kind == aDirectory) != info.IsDir() {
			other := map[bool]string{true: "a directory", false: "a file"}[info.IsDir()]
			return nil, wrongUsage(fmt.Sprintf("Invalid value for %s: %s '%s' is %s.", flag, kind, p, other))
		}
		full, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		out = append(out, filepath.ToSlash(full))
	}
	return out, nil
}

// elsewhere are verbs of Commodore's that azogue does not have, with what to do
// instead.
var elsewhere = []struct{ parent, name, what, instead string }{
	{"", "catalog", "fetch, compile and push a cluster's catalog", "azogue compile CLUSTER compiles a cluster of a workspace; azogue compiles, but does not push"},
	{"", "login", "log in to Lieutenant", "azogue asks no server for anything: facts of clusters are in clusters/<id>.yaml"},
	{"", "fetch-token", "print a token for Lieutenant", "azogue asks no server for anything: facts of clusters are in clusters/<id>.yaml"},
	{"", "tool", "install helm, jb and kustomize", "azogue needs none of them"},
	{"component", "update", "update a component from its template", "commodore component update does it; azogue component new writes a component of a template of its own"},
	{"component", "sync", "update many components from their template", "commodore component sync does it"},
	{"package", "new", "make a package from a template", "commodore package new does it; a package is a folder of classes with a tests/ folder"},
	{"package", "update", "update a package from its template", "commodore package update does it"},
	{"package", "sync", "update many packages from their template", "commodore package sync does it"},
}

// elsewhereVerbs makes the commands below parent, which only say what to do
// instead, whatever follows them.
func elsewhereVerbs(r *run, parent *cobra.Command) {
	for _, e := range elsewhere {
		name := ""
		if parent.HasParent() || parent.Name() != "azogue" {
			name = parent.Name()
		}
		if e.parent != name {
			continue
		}
		full := "azogue " + e.name
		if e.parent != "" {
			full = "azogue " + e.parent + " " + e.name
		}
		parent.AddCommand(&cobra.Command{
			Use:                e.name,
			Short:              "Not here: " + e.what,
			Long:               "A command of Commodore's that is not part of azogue.",
			Example:            "  " + full,
			Hidden:             true,
			DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return diag.Diag{ID: "azogue/elsewhere", Message: fmt.Sprintf("azogue does not %s", e.what), Hint: e.instead}
			},
		})
	}
}

// onlyCommands is what a command does that only has others below it: its help,
// and a word on what is not among them.
func onlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var known []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			known = append(known, c.Name())
		}
	}
	return diag.Diag{ID: "azogue/usage", Message: fmt.Sprintf("unknown command %q for %q", args[0], cmd.CommandPath()), Hint: diag.DidYouMean(args[0], known)}
}
