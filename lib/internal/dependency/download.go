package dependency

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	neturl "net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// File gives what a URL answers: the file of that host and path, or, for GitHub's
// raw files, a file of a version of a clone.
func (f *Folder) File(ctx context.Context, address string) ([]byte, error) {
	u, err := neturl.Parse(address)
	if err != nil || u.Host == "" || !fs.ValidPath(path.Join(u.Host, u.Path)) {
		return nil, diag.Diag{ID: "dependency/url", Message: "it is no URL of a file"}
	}
	name := path.Join("files", u.Host, u.Path)
	shown := filepath.Join(f.name, filepath.FromSlash(name))
	root, err := os.OpenRoot(f.name) // a link may not lead out of it
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, diag.Diag{ID: "dependency/no-file", Message: shown + " is not a regular file"}
	case err == nil:
		return root.ReadFile(name)
	case !errors.Is(err, fs.ErrNotExist):
		if p, ok := errors.AsType[*fs.PathError](err); ok {
			err = p.Err
		}
		return nil, fmt.Errorf("read %s: %w", shown, err)
	}
	if u.Host == "raw.githubusercontent.com" {
		return f.raw(ctx, strings.Trim(u.Path, "/"))
	}
	return nil, diag.Diag{ID: "dependency/no-file", Message: "there is no " + shown, Hint: "put there what the URL answers"}
}

// raw gives the file <owner>/<repo>/<version>/<path>, in which the version may
// have slashes, and a branch or tag may be written as refs/heads/<branch>.
func (f *Folder) raw(ctx context.Context, name string) ([]byte, error) {
	parts := strings.Split(name, "/")
	if len(parts) < 4 {
		return nil, diag.Diag{ID: "dependency/url", Message: "it has no owner, repository, version and path"}
	}
	r := workspace.Repository{Host: "github.com", Path: path.Join(parts[0], parts[1]), URL: "https://github.com/" + path.Join(parts[0], parts[1])}
	rest := parts[2:]
	if len(rest) > 3 && rest[0] == "refs" && (rest[1] == "heads" || rest[1] == "tags") {
		rest = rest[2:]
	}
	var first error
	for i := 1; i < len(rest); i++ {
		revision, err := f.Revision(ctx, r, path.Join(rest[:i]...))
		if err == nil {
			return fs.ReadFile(revision.Files, path.Join(rest[i:]...))
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// Chart gives an unpacked chart. The repository is not looked at: a version of a
// chart is the same wherever it comes from.
func (f *Folder) Chart(_ context.Context, _, name, version string) (fs.FS, error) {
	folder := filepath.Join(f.name, "charts", name+"-"+version)
	if name == "" || version == "" || !filepath.IsLocal(filepath.Join("charts", name+"-"+version)) {
		return nil, diag.Diag{ID: "dependency/chart", Message: fmt.Sprintf("chart %q of version %q can't be found: it needs a name and a version", name, version)}
	}
	if _, err := os.Stat(filepath.Join(folder, "Chart.yaml")); err != nil {
		return nil, diag.Diag{ID: "dependency/no-chart", Message: fmt.Sprintf("there is no chart in %s", folder), Hint: "unpack it there: helm pull --untar"}
	}
	return os.DirFS(folder), nil
}
