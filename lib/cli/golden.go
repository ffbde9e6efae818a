package cli

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/internal/disk"
	"github.com/azogue-build/azogue/lib/manifest"
)

func goldenVerb(r *run) *cobra.Command {
	var update bool
	cmd := &cobra.Command{
		Use:   "golden CLUSTER",
		Short: "Compare a cluster with golden/CLUSTER, or update that folder",
		Long: `Compile a cluster and compare it with golden/CLUSTER: exit 1 and a diff where
they differ. With --update the folder is replaced by what was compiled; other
files in it are gone then.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := r.compileCluster(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			folder := filepath.Join(r.workspace, "golden", args[0])
			if update {
				return r.updateGolden(folder, output(result))
			}
			return r.compareGolden(folder, output(result))
		},
	}
	cmd.Flags().BoolVar(&update, "update", false, "write what was compiled into the golden folder")
	r.formatFlag(cmd)
	return cmd
}

func (r *run) updateGolden(folder string, set manifest.Set) error {
	old, err := disk.Read(folder)
	if err != nil {
		return err
	}
	changes := compare(old, set)
	if len(changes) > 0 {
		if err := disk.Replace(folder, set); err != nil {
			return err
		}
	}
	if r.format == "json" {
		return r.printJSON(changes)
	}
	_, err = fmt.Fprintf(r.Out, "%s: %s, %s\n", folder, plural(len(set), "file"), plural(len(changes), "change"))
	return err
}

func (r *run) compareGolden(folder string, set manifest.Set) error {
	old, err := disk.Read(folder)
	if err != nil {
		return err
	}
	if len(old) == 0 && len(set) > 0 {
		return fmt.Errorf("there is nothing to compare with in %s; azogue golden --update writes it", folder)
	}
	changes := compare(old, set)
	if r.format == "json" {
		if err := r.printJSON(changes); err != nil {
			return err
		}
	} else {
		for _, c := range changes {
			fmt.Fprintf(r.Out, "%s %s\n%s", c.Change, c.Path, c.lines)
		}
		fmt.Fprintf(r.Out, "%s: %s, %s\n", folder, plural(len(set), "file"), plural(len(changes), "difference"))
	}
	if len(changes) > 0 {
		return exit(exitFindings)
	}
	return nil
}

// fileChange is a file that differs between two sets.
type fileChange struct {
	Change string `json:"change"` // added, removed or changed
	Path   string `json:"path"`
	lines  []byte // a unified diff
}

// compare gives the files that differ, sorted by path. Only content counts.
func compare(old, new manifest.Set) []fileChange {
	changes := []fileChange{}
	for len(old) > 0 || len(new) > 0 {
		switch {
		case len(old) == 0 || len(new) > 0 && new[0].Path < old[0].Path:
			changes = append(changes, fileChange{Change: "added", Path: new[0].Path})
			new = new[1:]
		case len(new) == 0 || old[0].Path < new[0].Path:
			changes = append(changes, fileChange{Change: "removed", Path: old[0].Path})
			old = old[1:]
		default:
			if a, b := old[0], new[0]; !bytes.Equal(a.Bytes, b.Bytes) {
				changes = append(changes, fileChange{"changed", a.Path, diff.Diff("golden/"+a.Path, a.Bytes, "compiled/"+b.Path, b.Bytes)})
			}
			old, new = old[1:], new[1:]
		}
	}
	return changes
}
