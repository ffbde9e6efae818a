// Package dependency answers what an inventory wants from other places out of a
// folder of one's own, as the flag --deps names it:
//
//	<owner>/<repo>           a git clone of a repository whose URL ends so, bare or not
//	files/<host>/<path>      what another URL gives
//	charts/<name>-<version>  an unpacked Helm chart
//
// A version is read from the objects of the clone, not from its working tree:
// what is checked out there, or changed and not committed, has no part in it. A
// branch, tag or commit that the clone does not have is an error, and so is a
// name that means two commits, or a clone whose remote is another repository.
// Commodore 1.35.1 clones into dependencies/.repos and makes a worktree of the
// version, with the same files.
//
// Each clone is read by one `git cat-file --batch`, which neither fetches nor
// runs anything that a clone's configuration names. Trees are read when asked
// for.
//
// Non-goals: downloading; submodules, which are empty folders; conversions of
// .gitattributes, so files are as they were committed. Git LFS's pointers are an
// error where they are read.
package dependency

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// Folder is an open folder of dependencies. It may be used by several
// goroutines at once.
type Folder struct {
	ctx    context.Context
	name   string
	mu     sync.Mutex
	clones map[string]*clone // by their git folder
}

// Open opens a folder of dependencies. What it starts ends with ctx.
func Open(ctx context.Context, name string) (*Folder, error) {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return nil, diag.Diag{ID: "dependency/no-folder", Message: fmt.Sprintf("the folder of dependencies %q is not a folder", name)}
	}
	return &Folder{ctx: ctx, name: name, clones: map[string]*clone{}}, nil
}

// Revision gives a version of a repository: the branch, tag or commit of that
// name, in a clone of the folder; if none is named, the default branch of the
// clone's remote, or the HEAD of a clone that does not know it, as a bare one.
func (f *Folder) Revision(_ context.Context, r workspace.Repository, version string) (workspace.Revision, error) {
	c, err := f.clone(r)
	if err != nil {
		return workspace.Revision{}, err
	}
	commit, tree, err := c.find(version)
	if err != nil {
		return workspace.Revision{}, err
	}
	return workspace.Revision{Files: revision{c, tree}, Commit: commit}, nil
}

// clone gives the clone of a repository.
func (f *Folder) clone(r workspace.Repository) (*clone, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	folder := filepath.Join(f.name, filepath.FromSlash(r.Path))
	for _, dir := range []string{filepath.Join(folder, ".git"), folder, folder + ".git"} {
		if c := f.clones[dir]; c != nil {
			return c, c.of(r)
		}
		if _, err := os.Stat(dir); err != nil || filepath.Base(dir) != ".git" && !isBare(dir) {
			continue
		}
		c := &clone{dir: dir, shown: strings.TrimSuffix(dir, string(filepath.Separator)+".git"), trees: map[string][]entry{}}
		if err := c.start(f.ctx); err != nil {
			return nil, err
		}
		f.clones[dir] = c
		return c, c.of(r)
	}
	d := diag.Diag{ID: "dependency/no-clone", Message: fmt.Sprintf("there is no clone of %s in %s", r, folder), Hint: fmt.Sprintf("git clone %s %s", r.URL, folder)}
	if _, err := os.Stat(folder); err == nil {
		d.Message, d.Hint = fmt.Sprintf("%s is no clone of %s: it has no .git", folder, r), "a version is read from the objects of a clone; a folder without them could be any version"
	} else if near := diag.Nearest(r.Path, f.repositories()); near != "" {
		d.Hint = fmt.Sprintf("there is one of %s; did you mean that?", near)
	}
	return nil, d
}

// isBare tells a bare repository from other folders.
func isBare(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// repositories lists what the folder has, as <owner>/<repo>.
func (f *Folder) repositories() (list []string) {
	found, _ := filepath.Glob(filepath.Join(f.name, "*", "*")) // a good pattern, unless the folder has one in its name
	for _, name := range found {
		if rel, err := filepath.Rel(f.name, name); err == nil {
			list = append(list, filepath.ToSlash(rel))
		}
	}
	return list
}

// of checks that the clone is of the repository, as far as it says: one without
// a remote, or that was made from a folder, is trusted.
func (c *clone) of(r workspace.Repository) error {
	origin, err := workspace.ParseRepository(c.origin)
	if c.origin == "" || err != nil || origin.Host == "" || origin.Same(r) {
		return nil
	}
	return diag.Diag{ID: "dependency/another-repository", Message: fmt.Sprintf("%s is a clone of %s, not of %s", c.shown, origin, r),
		Hint: fmt.Sprintf("if it has the same commits: git -C %s remote set-url origin %s", c.shown, r.URL)}
}

// notAName matches what no branch, tag or commit is called; git would take some
// of it for an expression.
var notAName = regexp.MustCompile(`^$|^[-/]|[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|^@$|//|/$|\.lock$|\.$`)

var isCommit = regexp.MustCompile(`^[0-9a-fA-F]{4,64}$`)

// find gives the commit that a version means, and its tree.
func (c *clone) find(version string) (commit, tree string, err error) {
	names := []string{"refs/tags/" + version, "refs/heads/" + version, "refs/remotes/origin/" + version}
	if version == "" {
		names = []string{"refs/remotes/origin/HEAD"}
		if _, _, err := c.object(names[0]+"^{commit}", "commit"); errors.Is(err, errMissing) {
			names = []string{"HEAD"}
		}
	} else if notAName.MatchString(version) {
		return "", "", diag.Diag{ID: "dependency/version", Message: fmt.Sprintf("%q is not the name of a branch, a tag or a commit", version)}
	}
	if isCommit.MatchString(version) {
		names = append(names, version)
	}
	var found, commits []string
	for _, name := range names {
		id, data, err := c.object(name+"^{commit}", "commit")
		if errors.Is(err, errMissing) {
			continue
		}
		if err != nil {
			return "", "", err
		}
		if name == version && !strings.HasPrefix(id, strings.ToLower(version)) {
			continue // git prefers a ref of this name, which was found above or is in an odd place
		}
		if commits = append(commits, id); !slices.Contains(commits[:len(commits)-1], id) {
			found = append(found, fmt.Sprintf("%s (%s)", id[:10], name))
		}
		line, _, _ := bytes.Cut(data, []byte("\n"))
		tree = strings.TrimPrefix(string(line), "tree ")
	}
	switch len(found) {
	case 0:
		return "", "", c.unknown(version)
	case 1:
		return commits[0], tree, nil
	}
	return "", "", diag.Diag{ID: "dependency/two-versions", Message: fmt.Sprintf("%q means more than one commit in %s: %s", version, c.shown, strings.Join(found, ", ")),
		Hint: fmt.Sprintf("git -C %s pull brings a branch to that of its remote; or name the commit as version", c.shown)}
}

// unknown says that the clone has no such version, with the nearest name.
func (c *clone) unknown(version string) error {
	d := diag.Diag{ID: "dependency/unknown-version", Message: fmt.Sprintf("there is no branch, tag or commit %q in %s", version, c.shown), Hint: fmt.Sprintf("git -C %s fetch --tags, if it is a new one", c.shown)}
	if _, err := os.Stat(filepath.Join(c.dir, "shallow")); err == nil {
		d.Hint = fmt.Sprintf("the clone is a shallow one: git -C %s fetch --unshallow --tags", c.shown)
	}
	out, err := command(context.Background(), c.dir, "for-each-ref", "--format=%(refname)", "refs/tags", "refs/heads", "refs/remotes/origin").Output()
	if err != nil {
		return d
	}
	var known []string
	for ref := range strings.FieldsSeq(string(out)) {
		for _, kind := range []string{"refs/tags/", "refs/heads/", "refs/remotes/origin/"} {
			if name, ok := strings.CutPrefix(ref, kind); ok {
				known = append(known, name)
			}
		}
	}
	if hint := diag.DidYouMean(version, known); hint != "" {
		d.Hint = hint
	}
	return d
}

// command is git on one clone, without the user's configuration and without a
// way to other machines.
func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"--git-dir=" + dir}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"}
	return cmd
}

var _ fs.ReadLinkFS = revision{}
