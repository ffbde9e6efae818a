package compiler

import (
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/internal/refs"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
	"github.com/azogue-build/azogue/lib/tree"
)

// secretReferences gives the form in which secret tokens are written, and the
// files of the references: those in the bootstrap target's parameters that
// belong to no component, and those in each instance's own (spec K60).
func secretReferences(l *workspace.Layout, nodes []*reclass.Node) (refs.Form, manifest.Set, []diag.Diag) {
	if l.Reveal {
		var all []*tree.Node
		for _, n := range nodes {
			all = append(all, n.Parameters)
		}
		known, _ := refs.Collect(all) // what is wrong with them is an error where they are shown
		return refs.Revealed(known), nil, nil
	}
	parameters := map[string]*tree.Node{}
	for _, n := range nodes {
		parameters[n.Name] = n.Parameters
	}
	owned := map[string]bool{}
	var values []*tree.Node
	for _, i := range l.Instances {
		key := workspace.ParameterKey(i.Component)
		owned[key] = true
		if v := parameters[i.Name].Get(key); v != nil {
			values = append(values, v)
		}
	}
	for _, f := range parameters[l.Bootstrap].Fields {
		if !owned[f.Key.Text] {
			values = append(values, f.Value)
		}
	}
	found, diags := refs.Collect(values)
	if diag.HasErrors(diags) || found.Len() == 0 {
		return refs.Compiled(found), nil, diags
	}
	vault := parameters[l.Bootstrap].At("kapitan", "secrets", "vaultkv")
	if vault == nil {
		return refs.Form{}, nil, append(diags, diag.Diag{ID: "refs/no-vault", Pos: found.First(), Message: "the inventory has secret references, but not parameters.kapitan.secrets.vaultkv, which their files need",
			Hint: "set it in a class that all clusters include, as parameters: {kapitan: {secrets: {vaultkv: {VAULT_ADDR: 'https://vault.example.com', auth: token}}}}"})
	}
	return refs.Compiled(found), found.Files(reclass.Unshared(vault)), diags
}
