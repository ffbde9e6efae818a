package compiler

import (
	"fmt"
	"path"
	"slices"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/tree"
)

// later says what targets ask for that azogue does not do yet.
func later(l *workspace.Layout, targets []plan.Target) []diag.Diag {
	var diags []diag.Diag
	for _, t := range targets {
		diags = append(diags, downloads(l, t)...)
	}
	return diags
}

// downloads warns of dependencies that are nowhere: what needs them will say
// only that a file is missing.
func downloads(l *workspace.Layout, t plan.Target) []diag.Diag {
	list := t.Inventory.At("parameters", "kapitan", "dependencies")
	if list == nil || list.Kind != tree.List {
		return nil
	}
	places := slices.Concat([]string{l.WorkDir}, l.Search)
	for _, i := range l.Instances {
		if i.Name == t.Name {
			places = append(places, i.Directory)
		}
	}
	files := overlay.New(l.World)
	var diags []diag.Diag
	for _, dependency := range list.Items {
		source, output := dependency.Get("source"), dependency.Get("output_path")
		if source == nil || output == nil || output.Kind != tree.String {
			continue
		}
		here := func(place string) bool {
			_, err := files.Stat(path.Join(place, output.Text))
			return err == nil
		}
		if !path.IsAbs(output.Text) && !slices.ContainsFunc(places, here) {
			diags = append(diags, diag.Diag{ID: "compile/download", Severity: diag.Warning, Pos: dependency.Pos, Target: t.Name,
				Message: fmt.Sprintf("%s is not downloaded: azogue fetches nothing yet, and there is no %q", source.Text, output.Text),
				Hint:    "put it there, relative to the component's folder or a search path"})
		}
	}
	return diags
}
