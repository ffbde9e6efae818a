package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/tree"
)

// Evaluator gives the JSON text of a Jsonnet file that has external variables,
// each a name and a text, and otherwise knows of nothing.
type Evaluator func(ctx context.Context, files *overlay.FS, file string, variables [][2]string) (string, error)

// jsonnetFiles puts the jsonnetfile.json that a jsonnetfile.jsonnet makes beside
// it, in the world only: for each component with one in the root of its
// repository, with jsonnetfile_parameters of its parameters as variables (spec
// D17). roots has the components' repositories.
func (l *Layout) jsonnetFiles(ctx context.Context, evaluate Evaluator, target string, roots map[string]string) []diag.Diag {
	files := overlay.New(l.World)
	with := slices.DeleteFunc(slices.Clone(l.bases), func(c Instance) bool {
		_, err := files.Stat(path.Join(roots[c.Component], "jsonnetfile.jsonnet"))
		return errors.Is(err, fs.ErrNotExist)
	})
	if len(with) == 0 || evaluate == nil {
		return nil
	}
	node, diags := l.render(ctx, target, reclass.Options{})
	if node == nil {
		return diags
	}
	diags = nil // warnings come again with the whole inventory
	for _, c := range with {
		file := path.Join(roots[c.Component], "jsonnetfile.jsonnet")
		variables, err := jsonnetfileVariables(node.Parameters.At(ParameterKey(c.Component), "jsonnetfile_parameters"))
		if err == nil {
			var text string
			if text, err = evaluate(ctx, overlay.New(l.World), file, variables); err == nil {
				l.World.Put(path.Join(roots[c.Component], "jsonnetfile.json"), []byte(text+"\n"))
			}
		}
		if err != nil {
			diags = append(diags, diag.From(err, "workspace/jsonnetfile"))
		}
	}
	return l.ShownDiags(diags)
}

// jsonnetfileVariables gives the texts of a map of strings.
func jsonnetfileVariables(n *tree.Node) (list [][2]string, err error) {
	if n.Falsy() {
		return nil, nil
	}
	if n.Kind != tree.Map {
		return nil, diag.Diag{ID: "workspace/jsonnetfile", Pos: n.Pos, Message: fmt.Sprintf("jsonnetfile_parameters must be a map of strings, but is of the kind %s", n.Kind)}
	}
	for _, f := range n.Fields {
		if f.Value.Kind != tree.String {
			return nil, diag.Diag{ID: "workspace/jsonnetfile", Pos: f.Value.Pos, Message: fmt.Sprintf("jsonnetfile_parameters.%s must be a string, but is of the kind %s", f.Key.Text, f.Value.Kind), Hint: "put it in quotes"}
		}
		list = append(list, [2]string{f.Key.Text, f.Value.Text})
	}
	return list, nil
}

// RenderJsonnetFile makes the component's jsonnetfile.json of its
// jsonnetfile.jsonnet, if it has one.
func (c *ComponentRepository) RenderJsonnetFile(ctx context.Context, evaluate Evaluator) []diag.Diag {
	i := c.Instances[0]
	diags := c.jsonnetFiles(ctx, evaluate, i.Name, map[string]string{i.Component: c.repository})
	_, err := overlay.New(c.World).Stat(path.Join(i.Directory, "jsonnetfile.json"))
	c.JsonnetFile = err == nil
	return diags
}

// jsonnetFiles makes those of a cluster's or package's components.
func (f *finder) jsonnetFiles() []diag.Diag {
	roots := map[string]string{}
	for _, c := range f.bases {
		roots[c.Component] = c.checkout
	}
	return f.Layout.jsonnetFiles(f.ctx, f.Evaluate, f.Bootstrap, roots)
}
