package workspace

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// Linters are what can be looked for in class files, in the order in which
// that is done. Each gets the only document of a file, a map.
var Linters = []Linter{
	{"components", func(file string, doc *tree.Node) []diag.Diag {
		return lintOrigins(file, doc, "components", "Component")
	}},
	{"deprecated-parameters", lintRemoved},
	{"packages", func(file string, doc *tree.Node) []diag.Diag { return lintOrigins(file, doc, "packages", "Package") }},
}

// Linter looks for one kind of fault.
type Linter struct {
	Name string
	lint func(file string, doc *tree.Node) []diag.Diag
}

// Lint gives what a linter finds in a file or in all files of a folder, however
// they are called (spec I10), in the order of their names. Sentences name a
// file by its path below name as it was typed. Hidden entries are left out, and
// what patterns match, or those in the folder's .commodoreignore. What is no
// YAML, or no single map, is in skipped.
func Lint(files *overlay.FS, l Linter, at, typed string, patterns []string) (found []diag.Diag, skipped []string) {
	w := linting{files: files, Linter: l}
	base := at
	if info, err := files.Stat(at); err == nil && !info.IsDir() {
		base = path.Dir(at)
	}
	w.ignored = ignoring(files, base, patterns)
	if w.ignores(strings.TrimPrefix(strings.TrimPrefix(at, base), "/"), base == at) {
		return nil, []string{fmt.Sprintf(" > Skipping ignored path %s", typed)}
	}
	if base == at {
		w.folder(at, typed, "", nil)
	} else {
		w.file(at, typed)
	}
	return w.found, w.skipped
}

// linting is one walk of a linter.
type linting struct {
	Linter
	files   *overlay.FS
	ignored [][]string
	only    func(text []byte) bool // what to parse at all; nil is everything
	found   []diag.Diag
	skipped []string
}

func (w *linting) skip(format string, args ...any) {
	w.skipped = append(w.skipped, fmt.Sprintf(format, args...))
}

// folder looks at what is in a folder; rel is its path below the first one, and
// above are the real paths of the folders it is in.
func (w *linting) folder(at, typed, rel string, above []string) {
	real, err := w.files.Resolve(at)
	if err != nil || slices.Contains(above, real) {
		w.skip("> Skipping directory entry %s: a link that leads nowhere, or to a folder that it is in", typed)
		return
	}
	entries, err := w.files.ReadDir(at)
	if err != nil {
		w.skip("> Skipping directory entry %s: %v", typed, err)
	}
	for _, e := range entries {
		name := e.Name()
		at, typed, rel := path.Join(at, name), joined(typed, name), path.Join(rel, name)
		info, err := w.files.Stat(at)
		isDir := err == nil && info.IsDir()
		switch {
		case strings.HasPrefix(name, "."):
			w.skip("> Skipping hidden directory entry %s", typed)
		case w.ignores(rel, isDir):
			w.skip("> Skipping ignored directory entry %s", typed)
		case isDir:
			w.folder(at, typed, rel, append(slices.Clone(above), real))
		default:
			w.file(at, typed)
		}
	}
}

// joined is a path below one as it was typed; "." is not shown.
func joined(typed, name string) string {
	if typed == "." {
		return name
	}
	return strings.TrimSuffix(typed, "/") + "/" + name
}

// file looks at one file.
func (w *linting) file(at, typed string) {
	text, err := w.files.ReadFile(at)
	if err != nil {
		w.skip("> Skipping file %s: %v", typed, err)
		return
	}
	if w.only != nil && !w.only(text) {
		return
	}
	docs, err := pyyaml.Load(typed, text)
	switch {
	case err != nil:
		var d diag.Diag
		_ = errors.As(err, &d)
		w.skip("> Skipping file %s: Unable to load as YAML: %v", typed, d)
	case len(docs) == 0:
		w.skip("> Skipping empty file %s", typed)
	case len(docs) > 1:
		w.skip("> Skipping file %s: Linting multi-document YAML streams is not supported", typed)
	case docs[0].Kind != tree.Map:
		w.skip("> Skipping file %s: Expected top-level dictionary in YAML document", typed)
	default:
		w.found = append(w.found, w.lint(typed, docs[0])...)
	}
}

// ignoring gives patterns, and those in a folder's .commodoreignore, as lists
// of the parts between slashes. One that does not begin with a slash holds in
// every folder.
func ignoring(files *overlay.FS, folder string, patterns []string) [][]string {
	text, err := files.ReadFile(path.Join(folder, ".commodoreignore"))
	if err == nil {
		for line := range strings.Lines(string(text)) {
			patterns = append(slices.Clip(patterns), strings.TrimSpace(line))
		}
	}
	var list [][]string
	for _, p := range patterns {
		if rest, anchored := strings.CutPrefix(p, "/"); anchored {
			p = rest
		} else {
			p = "**/" + p
		}
		list = append(list, strings.Split(p, "/"))
	}
	return list
}

// ignores tells whether a path below the first folder is one that a pattern
// matches.
func (w *linting) ignores(rel string, isDir bool) bool {
	var parts []string
	if rel != "" {
		parts = strings.Split(rel, "/")
	}
	return slices.ContainsFunc(w.ignored, func(pattern []string) bool {
		onlyFolders := pattern[len(pattern)-1] == ""
		names := slices.DeleteFunc(slices.Clone(pattern), func(s string) bool { return s == "" })
		return matches(names, parts) && (isDir || !onlyFolders)
	})
}

// matches is Python's glob: ** stands for any number of folders, at the end
// for anything below too.
func matches(pattern, parts []string) bool {
	switch {
	case len(pattern) == 0:
		return len(parts) == 0
	case pattern[0] == "**":
		return matches(pattern[1:], parts) || len(parts) > 0 && matches(pattern, parts[1:])
	case len(parts) == 0:
		return false
	}
	return overlay.Match(pattern[0], parts[0]) && matches(pattern[1:], parts[1:])
}

// EmptyPattern warns of an empty line in a folder's .commodoreignore: as in the
// reference, it stands for all folders, and nothing is looked at.
func EmptyPattern(files *overlay.FS, at, typed string) []diag.Diag {
	text, err := files.ReadFile(path.Join(at, ".commodoreignore"))
	if err != nil {
		return nil
	}
	n := int32(0)
	for line := range strings.Lines(string(text)) {
		if n++; strings.TrimSpace(line) == "" {
			return []diag.Diag{{ID: "inventory/empty-pattern", Severity: diag.Warning, Pos: tree.Pos{File: joined(typed, ".commodoreignore"), Line: n, Column: 1},
				Message: "an empty line ignores every folder, so nothing is looked at", Hint: "remove the line"}}
		}
	}
	return nil
}
