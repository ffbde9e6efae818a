package reclass

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// source is a file that defines a class or a target.
type source struct {
	path string // in the inventory, as classes/a/b.yml
	dir  string // where its relative class names start from, below classes
}

// maxLinks is how many links to folders one path may follow.
const maxLinks = 32

// walker lists the YAML files below a folder, links followed (spec R1).
type walker struct {
	ctx   context.Context
	fsys  fs.FS
	found []string // below root, sorted
	root  string
	at    string // the path being looked at
}

// discover gives the classes or targets below root by name.
func discover(ctx context.Context, fsys fs.FS, root, what string) (map[string]source, []diag.Diag) {
	w := walker{ctx: ctx, fsys: fsys, root: root}
	err := w.walk(".", []string{root}, 0)
	if f := stopped(ctx, tree.Pos{File: w.at}); f != nil {
		return nil, []diag.Diag{{ID: f.id, Pos: f.pos, Message: f.msg}}
	}
	if err != nil {
		return nil, []diag.Diag{{
			ID: "reclass/discovery", Pos: tree.Pos{File: w.at},
			Message: "Error while discovering " + what + ": " + err.Error(),
		}}
	}
	out := map[string]source{}
	var diags []diag.Diag
	for _, rel := range w.found {
		name, src := identify(rel, what == "nodes")
		src.path = path.Join(root, rel)
		if old, ok := out[name]; ok {
			diags = append(diags, collision(what, name, old.path, src.path))
			continue
		}
		out[name] = src
	}
	return out, diags
}

func collision(what, name, a, b string) diag.Diag {
	one, many := "class", "Classes"
	if what == "nodes" {
		one, many = "node", "Nodes"
	}
	a, b = min(a, b), max(a, b)
	return diag.Diag{
		ID: "reclass/duplicate", Pos: tree.Pos{File: b},
		Message: fmt.Sprintf("Error while discovering %s: Definition of %s '%s' in '%s' collides with definition in '%s'. %s can only be defined once per inventory.",
			what, one, name, a, b, many),
		Hint: "every *.yml and *.yaml file counts, whatever it is for: rename or move one of them",
	}
}

// walk visits the folder at rel. chain holds the folders on the way, links
// resolved, to notice a link to one of them.
func (w *walker) walk(rel string, chain []string, links int) error {
	w.at = path.Join(w.root, rel)
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := fs.ReadDir(w.fsys, w.at)
	if err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		p := path.Join(rel, e.Name())
		if isYAML(e.Name()) {
			w.found = append(w.found, p)
		}
		real, n := path.Join(chain[len(chain)-1], e.Name()), links
		dir := e.IsDir()
		if e.Type()&fs.ModeSymlink != 0 {
			if dir, real, err = w.follow(p, real, chain); err != nil {
				return err
			}
			n++
		}
		if n > maxLinks {
			return errors.New("too many links on the way to this one")
		}
		if !dir {
			continue
		}
		if err := w.walk(p, append(slices.Clip(chain), real), n); err != nil {
			return err
		}
	}
	return nil
}

// follow tells whether the link at p leads to a folder, and to which.
func (w *walker) follow(p, real string, chain []string) (bool, string, error) {
	w.at = path.Join(w.root, p)
	info, err := fs.Stat(w.fsys, w.at)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return false, "", fmt.Errorf("the link %s leads nowhere", w.at)
		}
		return false, "", err
	}
	if !info.IsDir() {
		return false, real, nil
	}
	to, err := fs.ReadLink(w.fsys, w.at)
	if err != nil {
		return false, "", err
	}
	if !path.IsAbs(to) {
		to = path.Join(path.Dir(real), to)
	}
	if slices.Contains(chain, to) {
		return false, "", fmt.Errorf("the link %s leads back to %s", w.at, to)
	}
	return true, to, nil
}

// isYAML reports whether a file counts; .yml alone is a name, not an extension.
func isYAML(name string) bool {
	ext := path.Ext(name)
	return (ext == ".yml" || ext == ".yaml") && name != ext
}

// identify gives the name that the file at rel defines, and its folder. x/init
// is x, and its relative names start next to x.
func identify(rel string, node bool) (string, source) {
	stem := strings.TrimSuffix(rel, path.Ext(rel))
	dir := parent(rel)
	if path.Base(stem) == "init" {
		stem, dir = parent(stem), parent(dir)
	}
	if node {
		return stem[strings.LastIndexByte(stem, '/')+1:], source{}
	}
	return strings.ReplaceAll(stem, "/", "."), source{dir: dir}
}

// parent gives the folder of p, "" at the top.
func parent(p string) string {
	if dir := path.Dir(p); dir != "." {
		return dir
	}
	return ""
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
