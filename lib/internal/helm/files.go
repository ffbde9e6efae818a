package helm

import (
	"encoding/base64"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gobwas/glob"
	"helm.sh/helm/v3/pkg/chart"
)

// Files is .Files: the chart's files that are neither templates nor its own, by
// path. Templates call its methods.
type Files map[string][]byte

func newFiles(list []*chart.File) Files {
	files := make(Files, len(list))
	for _, f := range list {
		files[f.Name] = f.Data
	}
	return files
}

// GetBytes gives a file's content, empty if there is no such file.
func (f Files) GetBytes(name string) []byte {
	if data, ok := f[name]; ok {
		return data
	}
	return []byte{}
}

// Get gives a file's content as text, "" if there is no such file.
func (f Files) Get(name string) string { return string(f[name]) }

// Glob gives the files whose path a pattern matches; one that can't be read
// matches everything.
func (f Files) Glob(pattern string) Files {
	g, err := glob.Compile(pattern, '/')
	if err != nil {
		g = glob.MustCompile("**")
	}
	found := Files{}
	for name, data := range f {
		if g.Match(name) {
			found[name] = data
		}
	}
	return found
}

// AsConfig gives the files as the data of a ConfigMap, in YAML, by base name. Of
// files with the same base name the last in order counts; in Helm any of them.
func (f Files) AsConfig() string {
	return f.asData(func(data []byte) string { return string(data) })
}

// AsSecrets is AsConfig in base64, for a Secret.
func (f Files) AsSecrets() string { return f.asData(base64.StdEncoding.EncodeToString) }

func (f Files) asData(text func([]byte) string) string {
	if f == nil {
		return ""
	}
	data := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		data[path.Base(name)] = text(f[name])
	}
	return toYAML(data)
}

// Lines gives a file's lines.
func (f Files) Lines(name string) []string {
	if len(f[name]) == 0 {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(string(f[name]), "\n"), "\n")
}
