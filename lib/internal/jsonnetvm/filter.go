package jsonnetvm

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/jsonnet"
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
var filterHost = &host{filterNatives, locateForFilter, func(r *run) map[string]jsonnet.Value {
	variables := map[string]jsonnet.Value{}
	for _, v := range r.Variables {
		variables[untilNUL(v.Name)] = untilNUL(v.Text)
	}
	return variables
}, func(name string) string {
	if path.Base(name) == path.Base(kapitanLib) {
		return "filters have lib/commodore.libjsonnet instead: inventory(), yaml_load(file), yaml_load_all(file), list_dir(dir)"
	}
	return ""
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
func locateForFilter(vm *VM, req request) (string, bool) {
	files := vm.run.FS
	for _, dir := range append([]string{req.dir}, vm.run.SearchPaths...) {
		at := pathlib(join(dir, req.name))
		if !exists(files, at) {
			continue
		}
		if info, err := files.Stat(at); err == nil && (info.IsDir() || info.Size() > 0) && !vm.isKapitanLib(at) {
			return at, true
		}
	}
	return "", false
}

// isKapitanLib tells the shipped lib/kapitan.libjsonnet, which lies beside
// Commodore's libraries here but does nothing in a filter.
func (vm *VM) isKapitanLib(at string) bool {
	if path.Base(at) != path.Base(kapitanLib) {
		return false
	}
	text, err := vm.run.FS.ReadFile(at)
	shipped, errShipped := vm.readKapitanLib()
	return err == nil && errShipped == nil && bytes.Equal(text, shipped)
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
	v, bad := plainValue(r.Inventory)
	if bad != nil {
		return nil, inventoryError(bad)
	}
	return v, nil
}

func filterLoad(r *run, args []any) (any, error) {
	docs, err := filterDocuments(r, args)
	if err != nil {
		return nil, err
	}
	switch len(docs) {
	case 0:
		return nil, nil
	case 1:
		return fileValue(docs[0])
	}
	return nil, fmt.Errorf("%d documents where yaml_load takes one; yaml_load_all gives all", len(docs))
}

func filterLoadAll(r *run, args []any) (any, error) {
	docs, err := filterDocuments(r, args)
	if err != nil {
		return nil, err
	}
	return fileValue(tree.NewList(docs...))
}

func filterDocuments(r *run, args []any) ([]*tree.Node, error) {
	at, err := filterPath(r, "file", args)
	if err != nil {
		return nil, err
	}
	s, err := readText(r, at)
	if err != nil {
		return nil, err
	}
	return pyyaml.Load(at, []byte(newlines(s)))
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
	return "", noSuchPath{what, whatIsThere(r, path.Clean(name))}
}

// whatIsThere says what can be had in place of a path that does not exist.
func whatIsThere(r *run, name string) string {
	folder := path.Dir(name)
	for !isDir(r.FS, folder) {
		folder = path.Dir(folder)
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(name, folder), "/")
	if near := r.FS.DidYouMean(rest, []string{folder}); near != "" {
		return near
	}
	entries, err := r.FS.ReadDir(folder)
	if err != nil || len(entries) == 0 {
		return fmt.Sprintf("there is nothing in %s", folder)
	}
	const shown = 8
	var names []string
	for _, e := range entries[:min(len(entries), shown)] {
		names = append(names, e.Name())
	}
	if more := len(entries) - shown; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("in %s there are: %s", folder, strings.Join(names, ", "))
}

// noSuchPath is a file or folder that is not there.
type noSuchPath struct{ what, hint string }

func (n noSuchPath) Error() string { return "no such " + n.what }

// fileValue makes of a file's content what the binding does.
func fileValue(n *tree.Node) (any, error) {
	if written(n, map[*tree.Node]int{}) > maxText {
		return nil, fmt.Errorf("with its aliases written out, it is more than %d MiB", maxText>>20)
	}
	v, bad := plainValue(n)
	if bad != nil {
		return nil, fmt.Errorf("it has a value that Jsonnet cannot hold: %w", bad)
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
