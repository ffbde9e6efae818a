package compiler

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/kustomize"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/tree"
)

// Downloads answers what targets want downloaded. It gives exactly what is asked
// for, or an error, never something near it.
type Downloads interface {
	// File gives what a URL answers.
	File(ctx context.Context, url string) ([]byte, error)
	// Chart gives a version of a Helm chart, unpacked.
	Chart(ctx context.Context, repository, name, version string) (fs.FS, error)
	// Revision gives a version of a git repository, its default branch if none is named.
	Revision(ctx context.Context, r workspace.Repository, version string) (workspace.Revision, error)
}

// download puts in place what the targets' kapitan.dependencies name, as Kapitan
// 0.36.3 does before it compiles (spec K55, K56). Without Downloads, nothing is
// put in place, and what is nowhere is a warning.
func download(ctx context.Context, o Options, targets []plan.Target) []diag.Diag {
	var list []wanted
	done := map[[2]string]bool{}
	for _, t := range targets {
		for _, w := range wantedBy(t) {
			// Spec K55: a source goes to a path once, whoever names it.
			if key := [2]string{w.source, w.output}; !done[key] {
				done[key] = true
				list = append(list, w)
			}
		}
	}
	if o.Downloads == nil {
		return missing(o.Layout, list)
	}
	slices.SortStableFunc(list, func(a, b wanted) int { return slices.Index(order, a.kind) - slices.Index(order, b.kind) })
	var diags []diag.Diag
	for _, w := range list {
		if err := w.place(ctx, o); err != nil {
			d := diag.From(err, "compile/download")
			d.Message = fmt.Sprintf("download %s: %s", workspace.ShownURL(w.source), d.Message)
			if d.Target = w.target; d.Pos == (tree.Pos{}) {
				d.Pos = w.at.Pos
			}
			diags = append(diags, d)
		}
	}
	return diags
}

// order is that in which Kapitan downloads, kind by kind; a later one overwrites
// what an earlier one has written.
var order = []string{"http", "https", "git", "helm", "oci"}

// wanted is an entry of kapitan.dependencies.
type wanted struct {
	target               string
	kind, source, output string
	at                   *tree.Node
}

func wantedBy(t plan.Target) (list []wanted) {
	entries := t.Inventory.At("parameters", "kapitan", "dependencies")
	if entries == nil || entries.Kind != tree.List {
		return nil
	}
	for _, e := range entries.Items {
		w := wanted{t.Name, "", "", "", e}
		w.kind, w.source, w.output = w.text("type"), w.text("source"), w.text("output_path")
		list = append(list, w)
	}
	return list
}

// text gives a field of the entry, which plan has checked to be a text or null.
func (w wanted) text(field string) string {
	if n := w.at.Get(field); n != nil && n.Kind == tree.String {
		return n.Text
	}
	return ""
}

func (w wanted) yes(field string) bool {
	n := w.at.Get(field)
	return n != nil && n.Kind == tree.Bool && n.Bool
}

// place downloads the entry to where it belongs.
func (w wanted) place(ctx context.Context, o Options) error {
	world, to := o.Layout.World, path.Join(o.Layout.Downloads, w.output)
	if path.IsAbs(w.output) {
		to = path.Clean(w.output)
	}
	switch w.kind {
	case "http", "https":
		data, err := o.Downloads.File(ctx, w.source)
		if err == nil && w.yes("unpack") {
			return unpack(w.source, data, func(name string, data []byte) { world.Put(path.Join(to, name), data) })
		}
		if err == nil {
			world.Put(to, data)
		}
		return err
	case "helm":
		chart, err := o.Downloads.Chart(ctx, w.source, w.text("chart_name"), w.text("version"))
		if err == nil {
			world.Mount(to, chart, true)
		}
		return err
	case "git":
		files, err := w.revision(ctx, o.Downloads)
		if err == nil {
			world.Mount(to, files, true)
		}
		return err
	}
	return fmt.Errorf("downloads of type %s are not supported yet", w.kind)
}

// revision gives the files of a git source. Where all of it is asked for, Kapitan
// also copies the folder .git.
func (w wanted) revision(ctx context.Context, from Downloads) (fs.FS, error) {
	repository, err := workspace.ParseRepository(w.source)
	if err != nil {
		return nil, err
	}
	if w.yes("submodules") {
		return nil, errors.New("submodules are not supported yet")
	}
	revision, err := from.Revision(ctx, repository, w.text("ref"))
	sub := path.Clean(strings.Trim(w.text("subdir"), "/"))
	if err != nil || sub == "." {
		return revision.Files, err
	}
	if info, err := fs.Stat(revision.Files, sub); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("subdir %s not found in repo", sub)
	}
	return fs.Sub(revision.Files, sub)
}

// unpack puts the files of an archive. Which kinds there are, Kapitan takes from
// the content type, and we from the name that it is guessed by.
func unpack(name string, data []byte, put func(name string, data []byte)) error {
	put = inside(put)
	switch {
	case strings.HasSuffix(name, ".zip"):
		return unzip(data, put)
	case strings.HasSuffix(name, ".tar"):
		return untar(bytes.NewReader(data), put)
	case strings.HasSuffix(name, ".tar.gz"), strings.HasSuffix(name, ".tgz"):
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return err
		}
		return untar(r, put)
	}
	return errors.New("only .tar, .tar.gz, .tgz and .zip can be unpacked")
}

// inside drops files whose names lead out of the archive's folder.
func inside(put func(string, []byte)) func(string, []byte) {
	return func(name string, data []byte) {
		if name = path.Clean(name); fs.ValidPath(name) {
			put(name, data)
		}
	}
}

func unzip(data []byte, put func(string, []byte)) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	for _, f := range archive.File {
		if f.FileInfo().IsDir() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			return err
		}
		put(f.Name, text)
	}
	return nil
}

func untar(r io.Reader, put func(string, []byte)) error {
	for archive := tar.NewReader(r); ; {
		head, err := archive.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if head.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			return err
		}
		put(head.Name, text)
	}
}

// missing warns of downloads that are nowhere: what needs them will say only
// that a file is missing.
func missing(l *workspace.Layout, list []wanted) (diags []diag.Diag) {
	files := overlay.New(l.World)
	for _, w := range list {
		places := slices.Concat([]string{l.WorkDir, l.Downloads}, l.Search)
		for _, i := range l.Instances {
			if i.Name == w.target {
				places = append(places, i.Directory)
			}
		}
		here := func(place string) bool {
			_, err := files.Stat(path.Join(place, w.output))
			return err == nil
		}
		if !path.IsAbs(w.output) && !slices.ContainsFunc(places, here) {
			diags = append(diags, diag.Diag{ID: "compile/download", Severity: diag.Warning, Pos: w.at.Pos, Target: w.target,
				Message: fmt.Sprintf("%s is not downloaded: azogue fetches nothing yet, and there is no %q", workspace.ShownURL(w.source), w.output), Hint: w.byHand()})
		}
	}
	return diags
}

// byHand says how to get what is wanted into a folder for Options.Downloads.
func (w wanted) byHand() string {
	switch w.kind {
	case "http", "https":
		if u, err := url.Parse(w.source); err == nil && u.RawQuery == "" {
			return fmt.Sprintf("curl -fL --create-dirs -o DIR/files/%s %s; then give --deps DIR", path.Join(u.Host, u.Path), workspace.ShownURL(w.source))
		}
	case "git":
		if r, err := workspace.ParseRepository(w.source); err == nil {
			return fmt.Sprintf("git clone %s DIR/%s; then give --deps DIR", r.URL, r.Path)
		}
	case "helm":
		return fmt.Sprintf("helm pull %s --repo %s --version %s --untar --untardir DIR/charts, renamed to DIR/charts/%s-%s; then give --deps DIR", w.text("chart_name"), workspace.ShownURL(w.source), w.text("version"), w.text("chart_name"), w.text("version"))
	}
	return "--deps names a folder that answers downloads; or put it there, relative to the component's folder or a search path"
}

// remotes answers what kustomizations name by URL, as downloads are answered.
func remotes(from Downloads) kustomize.Remotes {
	if from == nil {
		return nil
	}
	return remoteFiles{from}
}

type remoteFiles struct{ Downloads }

func (r remoteFiles) Repository(ctx context.Context, url, ref string) (fs.FS, error) {
	repository, err := workspace.ParseRepository(url)
	if err != nil {
		return nil, err
	}
	revision, err := r.Revision(ctx, repository, ref)
	return revision.Files, err
}
