// Package manifest holds what a compile gives: files by path, sorted, and the
// merge of several targets' files into one set as Commodore's catalog has it.
//
// It mirrors Commodore 1.35.1, which copies compiled/<target>/** of all targets
// into one flat catalog/manifests. Kubernetes objects inside the files are not
// looked at here.
package manifest

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// File is one output file. Path is relative, with slashes, and clean.
type File struct {
	Path  string
	Mode  fs.FileMode // permission bits
	Bytes []byte      // not to be changed
	From  string      // the input that it was compiled from, as people know it; empty if that isn't known
}

// Tree is the output of one target: its files sorted by path, each path once.
type Tree struct {
	Target string
	Files  []File
}

// Set is the output of a whole compile, sorted by path, each path once.
type Set []File

// Merge lays the trees over each other in order; of two files with one path the
// later target's stays (spec P1), and a warning names both writers if their
// bytes differ.
func Merge(trees []Tree) (Set, []diag.Diag) {
	type owned struct {
		file   File
		target string
	}
	byPath := map[string]owned{}
	var diags []diag.Diag
	for _, t := range trees {
		for _, f := range t.Files {
			if old, ok := byPath[f.Path]; ok && string(old.file.Bytes) != string(f.Bytes) {
				diags = append(diags, diag.Diag{
					ID: "manifest/two-writers", Severity: diag.Warning, Pos: tree.Pos{File: f.Path}, Target: t.Target,
					Message: fmt.Sprintf("targets %q and %q both write this file; %q is kept", old.target, t.Target, t.Target),
					Hint:    "put ${_instance} into the output_path of components that have several instances",
				})
			}
			byPath[f.Path] = owned{f, t.Target}
		}
	}
	set := make(Set, 0, len(byPath))
	for _, o := range byPath {
		set = append(set, o.file)
	}
	slices.SortFunc(set, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return set, diags
}
