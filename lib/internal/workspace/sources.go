package workspace

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// Sources are what a cluster is laid out from.
type Sources struct {
	Workspace fs.FS
	Embedded  fs.FS     // components of last resort, a folder each; may be nil
	Evaluate  Evaluator // for jsonnetfile.jsonnet; nil leaves those alone
	Revisions Revisions // nil: what the inventory wants from a repository is an error
}

// The kinds of a Source.
const (
	FromWorkspace  = "workspace"
	FromRepository = "repository"
	FromEmbedded   = "embedded"
)

// Source says how a component was found.
type Source struct {
	Kind       string
	Folder     string // in the workspace, in the repository or among the embedded components
	Repository string // host and path; of the kind repository only, as are the next two
	Version    string // as the inventory names it
	Commit     string
}

// String gives the source for people.
func (s Source) String() string {
	switch s.Kind {
	case FromRepository:
		return fmt.Sprintf("%s@%s (%s)", path.Join(s.Repository, s.Folder), s.Version, s.Commit[:min(len(s.Commit), 10)])
	case FromEmbedded:
		return "<azogue>/" + s.Folder
	}
	return s.Folder
}

// Place is where a component or package is.
type Place struct {
	Directory string // absolute
	Source    Source

	checkout string // what dependencies/ and vendor/ show of it: a repository from its root
}

// origin is what parameters.components or parameters.packages says of a name.
type origin struct {
	url, version, path       string
	urlAt, versionAt, pathAt tree.Pos
}

// readOrigin reads an entry; what it does not say, base does (spec D5-D7).
// Without an entry the origin is base.
func readOrigin(entry *tree.Node, base origin) (origin, []diag.Diag) {
	if entry == nil || entry.Kind == tree.Null {
		return base, nil
	}
	refuse := func(pos tree.Pos, hint, format string, args ...any) (origin, []diag.Diag) {
		return base, []diag.Diag{{ID: "workspace/origin", Pos: pos, Message: fmt.Sprintf(format, args...), Hint: hint}}
	}
	if entry.Kind != tree.Map {
		return refuse(entry.Pos, "", "where it comes from must be a map, not a %s", entry.Kind)
	}
	o := base
	type field struct {
		text *string
		at   *tree.Pos
	}
	fields := map[string]field{"url": {&o.url, &o.urlAt}, "version": {&o.version, &o.versionAt}, "path": {&o.path, &o.pathAt}}
	var diags []diag.Diag
	for _, f := range entry.Fields {
		field, known := fields[f.Key.Text]
		if !known {
			diags = append(diags, diag.Diag{ID: "workspace/origin", Severity: diag.Warning, Pos: f.Key.Pos, Message: fmt.Sprintf("nothing reads the key %q", f.Key.Text),
				Hint: diag.DidYouMean(f.Key.Text, []string{"path", "url", "version"})})
			continue
		}
		if f.Value.Kind != tree.String {
			return refuse(f.Value.Pos, "put it in quotes", "the %s must be a string, not a %s", f.Key.Text, f.Value.Kind)
		}
		text := f.Value.Text
		if f.Key.Text == "path" {
			text = strings.TrimPrefix(text, "/")
		}
		if text != "" {
			*field.text, *field.at = text, f.Value.Pos
		}
	}
	switch {
	case o.url != "" && o.version == "":
		return refuse(entry.Pos, "name a branch, a tag or a commit", "missing field 'version' beside the url")
	case o.url == "" && o.version != "":
		return refuse(entry.Pos, "a version is one of a repository; without a url, path names a folder of the workspace", "version %q has no url", o.version)
	}
	return o, diags
}
