package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/diag"
)

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
	hint := ""
	for _, o := range otherNames {
		if command, ok := strings.CutPrefix(o.command, strings.TrimPrefix(cmd.CommandPath()+" ", "azogue ")); ok && hint == "" && slices.Contains(strings.Fields(o.names), args[0]) {
			hint = fmt.Sprintf("did you mean %q?", command)
		}
	}
	if hint == "" {
		hint = diag.DidYouMean(args[0], known)
	}
	if hint == "" {
		hint = fmt.Sprintf("%s --help lists the commands", cmd.CommandPath())
	}
	return diag.Diag{ID: "azogue/usage", Message: fmt.Sprintf("unknown command %q for %q", args[0], cmd.CommandPath()), Hint: hint}
}

// otherNames are what other tools call what azogue's commands do.
var otherNames = []struct{ names, command string }{
	{"render build generate template apply", "compile"},
	{"diff test check compare review", "golden"},
	{"lint validate", "plan"},
	{"show get values vars facts", "params"},
	{"new create", "init"},
	{"list", "component list"},
	{"lint diff golden check validate", "component test"},
	{"render build", "component compile"},
	{"create init add", "component new"},
	{"ls", "component list"},
	{"info get values params", "component show"},
	{"remove rm", "component delete"},
}
