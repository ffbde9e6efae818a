package jsonnetvm

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// Filters gives a VM for Commodore's postprocessing filters, which shares with vm
// the files that either has parsed. What differs from Kapitan's (spec P13-P15):
// Inventory is what commodore_inventory() gives, there are no other targets, the
// only external variables are Input.Variables, and relative names of files are
// looked for where imports are.
func (vm *VM) Filters() *VM { return newVM(filterHost, vm.lib, vm.parsed) }

// filterHost is around the programs of filters.
var filterHost = &host{filterNatives, locateForFilter, func(vm *VM, in Input) {
	for _, v := range in.Variables {
		vm.vm.ExtVar(untilNUL(v.Name), untilNUL(v.Text))
	}
}}

// filterNatives are the native functions that filters have, and no others (spec P14).
var filterNatives = []native{
	{"commodore_inventory", nil, "the target's rendered inventory, as the reference hands it to filters", commodoreInventory},
	{"yaml_load", []string{"file"}, "the one document of a YAML file", filterLoad},
	{"yaml_load_all", []string{"file"}, "the documents of a YAML file", filterLoadAll},
	{"list_dir", []string{"dir", "basename"}, "the names of the files in a folder, sorted", listDir},
}

// locateForFilter gives the path to read: the first that exists and is not an
// empty file, which the reference takes for none (spec P15).
func locateForFilter(r *run, req request) (string, bool) {
	for _, dir := range append([]string{req.dir}, r.SearchPaths...) {
		at := pathlib(join(dir, req.name))
		if !exists(r.FS, at) {
			continue
		}
		if info, err := r.FS.Stat(at); err == nil && (info.IsDir() || info.Size() > 0) {
			return at, true
		}
	}
	return "", false
}

// pathlib gives a path as Python's pathlib writes it, which unlike path.Clean
// keeps "..".
func pathlib(name string) string {
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	return "/" + strings.Join(parts, "/")
}

func commodoreInventory(r *run, _ []any) (any, error) {
	if r.Inventory == nil {
		return nil, errors.New("no inventory here")
	}
	v, bad := value(r.Inventory)
	if bad != nil {
		return nil, inventoryError(bad)
	}
	return v, nil
}

func filterLoad(r *run, args []any) (any, error) {
	at, docs, err := filterDocuments(r, args)
	if err != nil {
		return nil, err
	}
	switch len(docs) {
	case 0:
		return nil, nil
	case 1:
		return fileValue(at, docs[0])
	}
	return nil, fmt.Errorf("%s: %d documents where yaml_load takes one; yaml_load_all gives all", at, len(docs))
}

func filterLoadAll(r *run, args []any) (any, error) {
	at, docs, err := filterDocuments(r, args)
	if err != nil {
		return nil, err
	}
	return fileValue(at, tree.NewList(docs...))
}

func filterDocuments(r *run, args []any) (string, []*tree.Node, error) {
	at, err := filterPath(r, "file", args)
	if err != nil {
		return "", nil, err
	}
	s, err := readText(r, at)
	if err != nil {
		return "", nil, err
	}
	docs, err := pyyaml.Load(at, []byte(newlines(s)))
	return at, docs, err
}

// filterPath gives the path that the first argument means. The reference counts a
// relative one from wherever it was started.
func filterPath(r *run, what string, args []any) (string, error) {
	name, err := text(args, 0)
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(name, "/") {
		if at, ok := search(r, name); ok {
			return at, nil
		}
		return "", notFound(r, what, name)
	}
	if exists(r.FS, name) {
		return name, nil
	}
	hint := r.FS.DidYouMean(name, []string{"/"})
	if hint == "" {
		hint = nothingThere(r, what, path.Dir(path.Clean(name)))
	}
	return "", noSuchPath{what, name, hint}
}

// nothingThere says what can be had instead, where no name is alike.
func nothingThere(r *run, what, folder string) string {
	entries, err := r.FS.ReadDir(folder)
	if err != nil {
		return fmt.Sprintf("the folder %q does not exist either", folder)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if len(names) == 0 {
		return fmt.Sprintf("the folder %q is empty", folder)
	}
	const shown = 8
	if more := len(names) - shown; more > 0 {
		names = append(names[:shown], fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("in %q there are %s", folder, strings.Join(names, ", "))
}

// noSuchPath is a file or folder that is not there.
type noSuchPath struct{ what, name, hint string }

func (n noSuchPath) Error() string { return fmt.Sprintf("there is no %s %q", n.what, n.name) }

// fileValue makes of a file's content what the binding does.
func fileValue(at string, n *tree.Node) (any, error) {
	if written(n, map[*tree.Node]int{}) > maxText {
		return nil, fmt.Errorf("%s: with its aliases written out, it is more than %d MiB", at, maxText>>20)
	}
	v, bad := value(n)
	if bad != nil {
		return nil, fmt.Errorf("%s has a value that Jsonnet cannot hold: %w", at, bad)
	}
	return v, nil
}

// listDir gives names only: the reference fails on every path that it would give
// without basename, so only an empty folder has an answer then.
func listDir(r *run, args []any) (any, error) {
	at, err := filterPath(r, "folder", args)
	if err != nil {
		return nil, err
	}
	names, err := listFiles(r, at)
	if err != nil {
		return nil, err
	}
	if falsy(args[1]) && len(names) > 0 {
		return nil, errors.New("with basename=false the reference has no answer; join the folder and the names instead")
	}
	list := make([]any, len(names))
	for i, n := range names {
		list[i] = n
	}
	return list, nil
}
