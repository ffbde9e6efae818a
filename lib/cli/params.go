package cli

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/internal/reclass"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/tree"
)

func paramsVerb(r *run) *cobra.Command {
	var target string
	cmd := &cobra.Command{
		Use:   "params CLUSTER [PATH]",
		Short: "Show the rendered parameters of a cluster, or the value at a path such as cilium.ingress",
		Long: `Show the parameters of a cluster as its inventory renders them: of the target
"cluster", or of a component instance with --target, which has the instance's
own values in them. PATH is a path of keys, as cilium.ingress or cilium:ingress.
A text, number or bool is printed alone, without the quotes of YAML.`,
		Example: `  azogue params c-one
  azogue params c-one cluster.tenant
  azogue params c-one -t cilium cilium.ingress --format json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := r.layout(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			start := time.Now()
			nodes, diags := compiler.Inventory(cmd.Context(), r.options(l))
			if r.verbose {
				r.tellTime(args[0], []compiler.Time{{Stage: "inventory", Took: time.Since(start)}})
			}
			if err := r.stopOn(diags); err != nil {
				return err
			}
			node, err := nodeOf(nodes, target)
			if err != nil {
				return err
			}
			value := reclass.Unshared(node.Parameters)
			if len(args) == 2 {
				if value, err = lookUp(value, args[1]); err != nil {
					return err
				}
			}
			return r.printValue(value)
		},
	}
	cmd.Flags().StringVarP(&target, "target", "t", workspace.BootstrapTarget, "the component instance whose parameters to show")
	r.formatFlag(cmd)
	return cmd
}

func nodeOf(nodes []*reclass.Node, target string) (*reclass.Node, error) {
	var names []string
	for _, n := range nodes {
		if n.Name == target {
			return n, nil
		}
		names = append(names, n.Name)
	}
	d := diag.Diag{ID: "params/unknown-target", Message: fmt.Sprintf("unknown target %q", target), Hint: "targets: " + strings.Join(names, ", ")}
	if hint := diag.DidYouMean(target, names); hint != "" {
		d.Hint = hint
	}
	return nil, d
}

// lookUp gives the value at a path of keys, separated by dots or, as in
// references, colons.
func lookUp(n *tree.Node, path string) (*tree.Node, error) {
	keys := strings.FieldsFunc(path, func(c rune) bool { return c == '.' || c == ':' })
	if len(keys) == 0 {
		return nil, diag.Diag{ID: "params/unknown-path", Message: fmt.Sprintf("%q is no path of parameters", path)}
	}
	for i, key := range keys {
		walked := "the parameters"
		if i > 0 {
			walked = fmt.Sprintf("%q", strings.Join(keys[:i], "."))
		}
		if n.Kind != tree.Map {
			return nil, diag.Diag{ID: "params/no-map", Message: fmt.Sprintf("%s has the kind %s, so there is no %q in it", walked, n.Kind, key)}
		}
		next := n.Get(key)
		if next == nil {
			var known []string
			for _, f := range n.Fields {
				known = append(known, f.Key.Text)
			}
			return nil, diag.Diag{ID: "params/unknown-path", Message: fmt.Sprintf("there is no %q in %s", key, walked), Hint: diag.DidYouMean(key, known)}
		}
		n = next
	}
	return n, nil
}

func (r *run) printValue(n *tree.Node) error {
	if r.format == "json" {
		text, err := pyjson.DumpIndent(n)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(r.Out, "%s\n", text)
		return err
	}
	text := pyyaml.Dump(pyyaml.Safe, n)
	switch n.Kind {
	case tree.Map, tree.List:
	case tree.String:
		text = []byte(strings.TrimSuffix(n.Text, "\n") + "\n")
	default:
		text = bytes.TrimSuffix(text, []byte("...\n")) // the end of a document that has no other
	}
	_, err := r.Out.Write(text)
	return err
}
