package kustomize

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// remoteFolder is where repositories lie in the library's eyes.
const remoteFolder = "/azogue/kustomize/"

func isKustomization(name string) bool {
	return slices.Contains([]string{"kustomization.yaml", "kustomization.yml", "Kustomization"}, path.Base(name))
}

// remoteFields are the lists of a kustomization that may hold URLs.
var remoteFields = []string{"resources", "bases", "components", "crds", "configurations", "generators", "transformers", "validators", "patchesStrategicMerge"}

// local gives a kustomization's text with paths of this file system in place of
// URLs. A text without any stays as it is.
func (f *files) local(name string, text []byte) ([]byte, error) {
	var k map[string]any
	if yaml.Unmarshal(text, &k) != nil {
		return text, nil // the library says what is wrong
	}
	changed := false
	for _, field := range remoteFields {
		list, _ := k[field].([]any)
		for i, item := range list {
			entry, _ := item.(string)
			if !isRemote(entry) || f.Exists(path.Join(path.Dir(name), entry)) {
				continue
			}
			at, err := f.fetched(path.Dir(name), entry)
			if err != nil {
				d := diag.From(err, "kustomize/remote")
				d.Pos = tree.Pos{File: name}
				d.Message = fmt.Sprintf("%s %q: %s", field, entry, d.Message)
				return nil, d
			}
			list[i], changed = at, true
		}
	}
	if !changed {
		return text, nil
	}
	return yaml.Marshal(k)
}

// isRemote tells whether an entry is none of a file or folder nearby, as
// Kustomize sees it.
func isRemote(entry string) bool {
	return strings.Contains(entry, "://") || strings.HasPrefix(entry, "git@") || strings.HasPrefix(entry, "git::") ||
		strings.HasPrefix(entry, "github.com/") || strings.HasPrefix(entry, "github.com:") || strings.Contains(entry, "?ref=")
}

// fetched gives the path, relative to a folder, of what a URL names.
func (f *files) fetched(folder, entry string) (string, error) {
	if f.remotes == nil {
		return "", diag.Diag{ID: "kustomize/remote", Message: "nothing is downloaded", Hint: "--deps DIR answers with the clone DIR/<owner>/<repo>, or the file DIR/files/<host>/<path>"}
	}
	bare, _, _ := strings.Cut(entry, "?")
	if ext := path.Ext(bare); (ext == ".yaml" || ext == ".yml" || ext == ".json") && !strings.Contains(bare, ".git/") {
		text, err := f.remotes.File(f.ctx, entry)
		if err != nil {
			return "", err
		}
		name := fmt.Sprintf(".azogue-%d-%s", len(f.single), path.Base(bare))
		f.single[path.Join(folder, name)] = text
		return name, nil
	}
	repository, below, ref := splitURL(entry)
	key := repository + "?" + ref
	m, ok := f.repositories[key]
	if !ok {
		files, err := f.remotes.Repository(f.ctx, repository, ref)
		if err != nil {
			return "", err
		}
		m = mount{fmt.Sprintf("%s%d", remoteFolder, len(f.repositories)), files}
		f.repositories[key] = m
	}
	return relative(folder, path.Join(m.at, below)), nil
}

// splitURL takes a URL of Kustomize apart: the repository, the folder in it, the
// version. What stands after // is the folder; without it, what follows the
// repository's name, which ends in .git or is the second part of the path.
func splitURL(entry string) (repository, below, ref string) {
	entry = strings.TrimPrefix(entry, "git::")
	entry, query, _ := strings.Cut(entry, "?")
	if values, err := url.ParseQuery(query); err == nil {
		ref = values.Get("ref")
		if ref == "" {
			ref = values.Get("version")
		}
	}
	scheme, rest, ok := strings.Cut(entry, "://")
	if !ok {
		scheme, rest = "", entry
		if after, ok := strings.CutPrefix(entry, "github.com/"); ok {
			scheme, rest = "https", "github.com/"+after
		}
	}
	if before, after, ok := strings.Cut(rest, "//"); ok {
		rest, below = before, after
	} else if i := strings.Index(rest, ".git/"); i >= 0 {
		rest, below = rest[:i+len(".git")], rest[i+len(".git/"):]
	} else if parts := strings.SplitN(rest, "/", 4); scheme != "" && len(parts) == 4 {
		rest, below = strings.Join(parts[:3], "/"), parts[3]
	}
	if scheme != "" {
		rest = scheme + "://" + rest
	}
	return rest, below, ref
}

// relative gives the way from one absolute folder to another.
func relative(from, to string) string {
	a, b := strings.Split(strings.Trim(from, "/"), "/"), strings.Split(strings.Trim(to, "/"), "/")
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.Repeat("../", len(a)-n) + strings.Join(b[n:], "/")
}
