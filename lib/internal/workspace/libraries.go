package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// libraries shows in a vendor folder what files jsonnetfile.json ask for, as
// jsonnet-bundler installs it (spec D18): each git source under its host, path
// and folder, and under its short name; then what those ask for themselves. What
// is there first under a name stays. Lock files are not read, as Commodore
// removes them.
type libraries struct {
	*Layout
	ctx       context.Context
	revisions Revisions
	vendor    string
	taken     map[string]bool // names in the vendor folder
	read      map[string]bool // files
	diags     []diag.Diag
}

// InstallLibraries shows in the component's vendor/ the Jsonnet libraries that
// its jsonnetfile.json asks for (spec CC8).
func (c *ComponentRepository) InstallLibraries(ctx context.Context, revisions Revisions) []diag.Diag {
	folder := c.Instances[0].Directory
	l := libraries{Layout: &c.Layout, ctx: ctx, revisions: revisions, vendor: path.Join(folder, "vendor"), taken: map[string]bool{}, read: map[string]bool{}}
	l.install(path.Join(folder, "jsonnetfile.json"))
	return l.diags
}

// Libraries gives the repositories that the component's jsonnetfile.json names,
// each once; none where it can't be read.
func (c *ComponentRepository) Libraries() (list []Repository) {
	text, err := overlay.New(c.World).ReadFile(path.Join(c.Instances[0].Directory, "jsonnetfile.json"))
	if err != nil {
		return nil
	}
	doc, err := pyjson.Parse(text)
	if err != nil || doc.Get("dependencies") == nil {
		return nil
	}
	for _, d := range doc.Get("dependencies").Items {
		remote := d.At("source", "git", "remote")
		if remote == nil {
			continue
		}
		if r, err := ParseRepository(remote.Text); err == nil && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}

// install reads a jsonnetfile.json, if there is one.
func (l *libraries) install(file string) {
	text, err := overlay.New(l.World).ReadFile(file)
	if l.read[file] || errors.Is(err, fs.ErrNotExist) {
		return
	}
	l.read[file] = true
	refuse := func(err error) {
		d := diag.From(err, "workspace/jsonnetfile")
		d.Pos = tree.Pos{File: l.Shown(file)}
		d.Message = l.ShownText(d.Message)
		l.diags = append(l.diags, d)
	}
	var doc *tree.Node
	if err == nil {
		doc, err = pyjson.Parse(text)
	}
	if err != nil {
		refuse(err)
		return
	}
	var deeper []string
	list := doc.Get("dependencies")
	for i := 0; list != nil && i < len(list.Items); i++ {
		folder, err := l.library(list.Items[i], path.Dir(file), doc.Get("legacyImports"))
		if err != nil {
			refuse(err)
		} else if folder != "" {
			deeper = append(deeper, path.Join(folder, "jsonnetfile.json"))
		}
	}
	for _, file := range deeper {
		l.install(file)
	}
}

// library shows one dependency of the jsonnetfile.json in a folder, and gives
// where it is; nothing if it is there already.
func (l *libraries) library(d *tree.Node, from string, legacy *tree.Node) (string, error) {
	source := d.Get("source")
	if local := text(source.At("local", "directory")); local != "" {
		folder := path.Join(from, local)
		return folder, l.show(cmp.Or(text(d.Get("name")), path.Base(folder)), folder)
	}
	remote, version := text(source.At("git", "remote")), text(d.Get("version"))
	if remote == "" {
		return "", errors.New("a dependency has neither a git nor a local source")
	}
	r, err := ParseRepository(remote)
	if err != nil {
		return "", err
	}
	subdir := path.Clean("/" + text(source.At("git", "subdir")))
	name := path.Join(r.String(), subdir)
	if l.taken[name] {
		return "", nil
	}
	revision, err := l.revisions(l.ctx, r, version)
	if err != nil {
		return "", err
	}
	folder := path.Join(l.mount(r, version, revision), subdir)
	if err := l.show(name, folder); err != nil {
		return "", err
	}
	if legacy == nil || isTrue(legacy) {
		err = l.show(cmp.Or(text(d.Get("name")), path.Base(name)), folder)
	}
	return folder, err
}

// show puts a folder into the vendor folder.
func (l *libraries) show(name, folder string) error {
	if !fs.ValidPath(name) || name == "." {
		return fmt.Errorf("%q can't be the name of a library", name)
	}
	info, err := overlay.New(l.World).Stat(folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return fmt.Errorf("there is no folder %s", l.Shown(folder))
	}
	if err == nil && !l.taken[name] {
		l.taken[name] = true
		l.World.Link(path.Join(l.vendor, name), folder)
	}
	return err
}

// text gives a string, or "" for anything else.
func text(n *tree.Node) string {
	if n == nil || n.Kind != tree.String {
		return ""
	}
	return n.Text
}

// mount shows a revision in the world, once, and gives where.
func (l *Layout) mount(r Repository, version string, revision Revision) string {
	at := path.Join(repositories, r.String()+"@"+revision.Commit)
	for _, known := range l.roots {
		if known.at == at {
			return at
		}
	}
	l.World.Mount(at, revision.Files, true)
	l.roots = append(l.roots, root{at, strings.TrimSuffix(r.String()+"@"+version, "@")})
	return at
}
