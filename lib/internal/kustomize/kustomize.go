// Package kustomize builds kustomizations as `kustomize build` 5.8.2 does, in
// memory, with Kustomize's own library (api 0.21.2).
//
// Goals: the same resources and bytes; nothing is read but the target's files
// and what a resolver gives for remote bases and files; nothing is written.
//
// How it is laid out: files.go is the file system that the library sees, and
// remote.go what stands in it for a URL.
//
// Non-goals: plug-ins, functions, helmCharts, and the annotations of the origin
// of remote resources.
package kustomize

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/yaml"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/tree"
)

// Remotes gives what kustomizations name by URL: a version of a git repository,
// the default one if ref is empty, and what a URL answers. Nil is nothing.
type Remotes interface {
	Repository(ctx context.Context, url, ref string) (fs.FS, error)
	File(ctx context.Context, url string) ([]byte, error)
}

// Options are flags of `kustomize build`.
type Options struct {
	Unrestricted bool // --load-restrictor LoadRestrictionsNone
}

// File is a resource as `kustomize build -o FOLDER` writes it.
type File struct {
	Name string
	Text []byte
}

// global guards what the library has of the whole process: the OpenAPI schema that
// a kustomization may set, which the next one would see, and os.Stderr, to which
// it writes warnings of old fields. The reference shows them to nobody.
var global sync.Mutex

// quietly runs f with nowhere to write warnings to. The caller holds global.
func quietly(f func()) {
	nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		f()
		return
	}
	stderr := os.Stderr
	os.Stderr = nowhere
	defer func() {
		os.Stderr = stderr
		nowhere.Close()
	}()
	f()
}

// Build gives the resources of the kustomization in a folder, as files. The
// error is a diag.Diag.
func Build(ctx context.Context, from *overlay.FS, folder string, remotes Remotes, o Options) (files []File, err error) {
	seen := newFiles(ctx, from, remotes)
	options := krusty.MakeDefaultOptions()
	if o.Unrestricted {
		options.LoadRestrictions = types.LoadRestrictionsNone
	}
	global.Lock()
	defer global.Unlock()
	defer func() {
		if p := recover(); p != nil {
			err = diag.Diag{ID: "kustomize/build", Pos: tree.Pos{File: folder}, Message: fmt.Sprintf("Kustomize's library gave up: %v", p)}
		}
	}()
	var resources resmap.ResMap
	quietly(func() { resources, err = krusty.MakeKustomizer(options).Run(seen, folder) })
	if err != nil {
		return nil, problem(folder, seen, err)
	}
	return written(resources)
}

// problem gives an error of the library as a finding; one of ours that lies
// behind it tells more.
func problem(folder string, seen *files, err error) error {
	if seen.err != nil {
		return seen.err
	}
	message := err.Error()
	d := diag.Diag{ID: "kustomize/build", Pos: tree.Pos{File: folder}, Message: message}
	switch {
	case strings.Contains(message, "must specify --enable-helm"):
		d.Message, d.Hint = "helmCharts are not supported in a kustomization", "render the chart with an input of type helm"
	case strings.Contains(message, "security; file"):
		d.Hint = "files belong below the kustomization; --load-restrictor LoadRestrictionsNone among the arguments lifts that"
	}
	return d
}

// written names each resource by group, version, kind and name; with resources
// of several namespaces, by namespace before it.
func written(resources resmap.ResMap) ([]File, error) {
	var list []File
	at := map[string]int{}
	add := func(name string, r *resource.Resource) error {
		m, err := r.Map()
		if err != nil {
			return err
		}
		text, err := yaml.Marshal(m)
		if err != nil {
			return err
		}
		if i, ok := at[name]; ok { // a later one overwrites
			list[i].Text = text
			return nil
		}
		at[name] = len(list)
		list = append(list, File{name, text})
		return nil
	}
	scoped := map[*resource.Resource]bool{}
	for _, r := range resources.ClusterScoped() {
		scoped[r] = true
	}
	spaces := resources.GroupedByCurrentNamespace()
	for _, r := range resources.Resources() {
		name := fileName(r)
		if len(spaces) > 1 && !scoped[r] {
			name = strings.ToLower(namespaceOf(r)) + "_" + name
		}
		if err := add(name, r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func namespaceOf(r *resource.Resource) string {
	if ns := r.GetNamespace(); ns != "" {
		return ns
	}
	return "default"
}

func fileName(r *resource.Resource) string {
	return path.Base(strings.ToLower(r.GetGvk().StringWoEmptyField()) + "_" + strings.ToLower(r.GetName()) + ".yaml")
}
