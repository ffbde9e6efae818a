package dependency

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// git runs git as nobody in particular, and gives what it prints.
func git(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// write puts a file on disk; a mode of a link makes the text its target.
func write(t *testing.T, dir, name, text string, mode fs.FileMode) {
	t.Helper()
	file := filepath.Join(dir, name)
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil && mode == fs.ModeSymlink {
		err = os.Symlink(text, file)
	} else if err == nil {
		err = os.WriteFile(file, []byte(text), mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// repository makes org/app in a new folder of dependencies, with one commit of
// every kind of file, which is the tag v1.
func repository(t *testing.T, initOptions ...string) (deps, repo string) {
	t.Helper()
	deps = t.TempDir()
	repo = filepath.Join(deps, "org/app")
	write(t, repo, "class/app.yml", "one\n", 0o644)
	write(t, repo, "run.sh", "#!/bin/sh\n", 0o755)
	write(t, repo, "link", "class/app.yml", fs.ModeSymlink)
	write(t, repo, "a b/ü.txt", "", 0o644)
	write(t, repo, "large.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", 0o644)
	git(t, repo, "", append([]string{"init", "-q", "-b", "main"}, initOptions...)...)
	git(t, repo, "", "add", "-A")
	git(t, repo, "", "commit", "-q", "-m", "one")
	git(t, repo, "", "tag", "-a", "-m", "one", "v1")
	return deps, repo
}

func commit(t *testing.T, repo, text string) string {
	t.Helper()
	write(t, repo, "class/app.yml", text, 0o644)
	git(t, repo, "", "commit", "-q", "-a", "-m", text)
	return git(t, repo, "", "rev-parse", "HEAD")
}

func open(t *testing.T, deps string) *Folder {
	t.Helper()
	f, err := Open(t.Context(), deps)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func revisionOf(t *testing.T, f *Folder, url, version string) (workspace.Revision, error) {
	t.Helper()
	r, err := workspace.ParseRepository(url)
	if err != nil {
		t.Fatal(err)
	}
	return f.Revision(t.Context(), r, version)
}

const url = "https://git.example.com/org/app.git"

// content gives the one file that versions differ in.
func content(t *testing.T, deps, version string) string {
	t.Helper()
	r, err := revisionOf(t, open(t, deps), url, version)
	if err != nil {
		t.Fatalf("%s: %v", version, err)
	}
	data, err := fs.ReadFile(r.Files, "class/app.yml")
	if err != nil {
		t.Fatalf("%s: %v", version, err)
	}
	return string(data)
}

func TestFiles(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		deps, repo := repository(t, "--object-format="+format)
		git(t, repo, "", "update-index", "--add", "--cacheinfo", "160000,"+git(t, repo, "", "rev-parse", "HEAD")+",module")
		git(t, repo, "", "commit", "-q", "-m", "module")
		r, err := revisionOf(t, open(t, deps), url, "main")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		err = fs.WalkDir(r.Files, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil {
				var info fs.FileInfo
				if info, err = d.Info(); err == nil {
					got = append(got, fmt.Sprintf("%v %s", info.Mode(), name))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"drwxr-xr-x .", "drwxr-xr-x a b", "-rw-r--r-- a b/ü.txt", "drwxr-xr-x class", "-rw-r--r-- class/app.yml", "-rw-r--r-- large.bin", "Lrwxrwxrwx link", "drwxr-xr-x module", "-rwxr-xr-x run.sh"}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", format, d)
		}
		if to, err := fs.ReadLink(r.Files, "link"); to != "class/app.yml" || err != nil {
			t.Errorf("link: got %q, %v", to, err)
		}
		if _, err := fs.ReadFile(r.Files, "large.bin"); !errors.Is(err, errLFS) {
			t.Errorf("large.bin: got %v", err)
		}
		for _, name := range []string{"none", "class/none", "run.sh/x", "module/x"} {
			if _, err := fs.Lstat(r.Files, name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: got %v, want that it does not exist", name, err)
			}
		}
		for _, name := range []string{"link", "class"} {
			if _, err := fs.ReadFile(r.Files, name); !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("%s is read: %v", name, err)
			}
		}
	}
}

// TestFS checks what everybody expects of an fs.FS. Links are left out: who reads
// a revision follows them.
func TestFS(t *testing.T) {
	deps, repo := repository(t)
	git(t, repo, "", "rm", "-q", "large.bin", "link")
	git(t, repo, "", "commit", "-q", "-m", "small")
	r, err := revisionOf(t, open(t, deps), url, "main")
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(r.Files, "class/app.yml", "run.sh", "a b/ü.txt"); err != nil {
		t.Error(err)
	}
}

// TestVersions: a version is what the clone's objects say, however it is named
// and whatever lies in the working tree.
func TestVersions(t *testing.T) {
	deps, repo := repository(t)
	one := git(t, repo, "", "rev-parse", "HEAD")
	git(t, repo, "", "switch", "-q", "-c", "release/2")
	commit(t, repo, "two\n")
	git(t, repo, "", "update-ref", "refs/remotes/origin/far", commit(t, repo, "far\n"))
	git(t, repo, "", "update-ref", "refs/remotes/upstream/main", "HEAD")
	write(t, repo, "class/app.yml", "not committed\n", 0o644)
	for version, want := range map[string]string{
		"v1": "one\n", "main": "one\n", one: "one\n", one[:7]: "one\n", strings.ToUpper(one[:8]): "one\n", "release/2": "far\n", "far": "far\n",
	} {
		if got := content(t, deps, version); got != want {
			t.Errorf("%s: got %q, want %q", version, got, want)
		}
	}
	f := open(t, deps)
	tree := git(t, repo, "", "rev-parse", "HEAD^{tree}")
	for version, want := range map[string]string{
		"HEAD":                    "no branch, tag or commit \"HEAD\"",
		"v2":                      "no branch, tag or commit \"v2\"",
		"main~1":                  "not the name",
		"main^{tree}":             "not the name",
		"main:class":              "not the name",
		"@{-1}":                   "not the name",
		"--all":                   "not the name",
		"main\nv1":                "not the name",
		"../config":               "not the name",
		"refs/heads/main":         "no branch, tag or commit",
		"upstream/main":           "no branch, tag or commit",
		tree:                      "no branch, tag or commit",
		strings.Repeat("0", 40):   "no branch, tag or commit",
		one[:38] + "zz":           "no branch, tag or commit",
		strings.Repeat("f", 4096): "no branch, tag or commit",
	} {
		if r, err := revisionOf(t, f, url, version); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %s, %v; want %q", version, r.Commit, err, want)
		}
	}
}

// TestDefaultBranch: without a version it is the remote's default branch, not
// what happens to be checked out.
func TestDefaultBranch(t *testing.T) {
	_, source := repository(t)
	deps := t.TempDir()
	git(t, deps, "", "clone", "-q", source, "org/app")
	repo := filepath.Join(deps, "org/app")
	git(t, repo, "", "switch", "-q", "-c", "other")
	commit(t, repo, "other\n")
	if got := content(t, deps, ""); got != "one\n" {
		t.Errorf("got %q", got)
	}
	git(t, repo, "", "update-ref", "-d", "refs/remotes/origin/HEAD")
	git(t, repo, "", "symbolic-ref", "-d", "refs/remotes/origin/HEAD")
	if got := content(t, deps, ""); got != "other\n" {
		t.Errorf("without a remote's default branch: got %q", got)
	}
}

// TestTwoVersions: what the name means is not for us to choose.
func TestTwoVersions(t *testing.T) {
	deps, repo := repository(t)
	git(t, repo, "", "branch", "same")
	git(t, repo, "", "tag", "same")
	commit(t, repo, "two\n")
	git(t, repo, "", "branch", "v1")
	git(t, repo, "", "update-ref", "refs/remotes/origin/behind", "main")
	git(t, repo, "", "branch", "behind", "main^")
	f := open(t, deps)
	for _, version := range []string{"v1", "behind"} {
		if r, err := revisionOf(t, f, url, version); err == nil || !strings.Contains(err.Error(), "means more than one commit") {
			t.Errorf("%s: got %s, %v", version, r.Commit, err)
		}
	}
	if _, err := revisionOf(t, f, url, "same"); err != nil {
		t.Errorf("two names of one commit: %v", err)
	}
}

// TestReplacedObjects: git shows other objects in place of some, if told to; a
// version is not to change by it.
func TestReplacedObjects(t *testing.T) {
	deps, repo := repository(t)
	two := commit(t, repo, "two\n")
	git(t, repo, "", "replace", "v1^{commit}", two)
	if got := content(t, deps, "v1"); got != "one\n" {
		t.Errorf("got %q", got)
	}
}

// TestForms: each form of repository that git has.
func TestForms(t *testing.T) {
	_, source := repository(t)
	commit(t, source, "two\n")
	for name, args := range map[string][]string{
		"bare":       {"clone", "-q", "--bare", source, "org/app"},
		"bare .git":  {"clone", "-q", "--bare", source, "org/app.git"},
		"borrowing":  {"clone", "-q", "--shared", source, "org/app"},
		"other .git": {"clone", "-q", "--separate-git-dir", "elsewhere", source, "org/app"},
		"worktree":   {"-C", source, "worktree", "add", "-q", "--detach", "org/app"},
	} {
		deps := t.TempDir()
		for i, a := range args {
			if strings.HasPrefix(a, "org/") {
				args[i] = filepath.Join(deps, a)
			}
		}
		git(t, deps, "", args...)
		if got := content(t, deps, "v1"); got != "one\n" {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// TestNoClone: a folder inside of another repository must not be taken for that
// one's.
func TestNoClone(t *testing.T) {
	deps, _ := repository(t)
	write(t, deps, "org/plain/class/app.yml", "x", 0o644)
	git(t, deps, "", "init", "-q", "-b", "main")
	git(t, deps, "", "commit", "-q", "--allow-empty", "-m", "outer")
	f := open(t, deps)
	for repo, want := range map[string]string{
		"org/plain": "is no clone of git.example.com/org/plain: it has no .git",
		"org/none":  "there is no clone of git.example.com/org/none",
		"org/ap":    "there is no clone of git.example.com/org/ap",
	} {
		if _, err := revisionOf(t, f, "https://git.example.com/"+repo, "main"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", repo, err, want)
		}
	}
	if _, err := Open(t.Context(), filepath.Join(deps, "none")); err == nil {
		t.Error("a missing folder is opened")
	}
}

func TestAnotherRepository(t *testing.T) {
	deps, repo := repository(t)
	for _, tt := range []struct {
		origin string
		fits   bool
	}{
		{"https://git.example.com/org/app.git", true}, {"git@git.example.com:Org/App", true}, {"/srv/mirror/app", true}, {"file:///srv/app.git", true},
		{"https://git.example.com/fork/app", false}, {"ssh://git@other.example.com/org/app.git", false},
	} {
		git(t, repo, "", "config", "remote.origin.url", tt.origin)
		if _, err := revisionOf(t, open(t, deps), url, "v1"); (err == nil) != tt.fits {
			t.Errorf("origin %s: got %v", tt.origin, err)
		}
	}
}

// TestIncompleteClones: nothing is fetched for them.
func TestIncompleteClones(t *testing.T) {
	_, source := repository(t)
	commit(t, source, "two\n")
	git(t, source, "", "config", "uploadpack.allowFilter", "true")
	deps := t.TempDir()
	git(t, deps, "", "clone", "-q", "--depth=1", "--branch=main", "file://"+source, "org/app")
	_, err := revisionOf(t, open(t, deps), url, "v1")
	if err == nil || !strings.Contains(err.Error(), `no branch, tag or commit "v1"`) {
		t.Errorf("shallow: got %v", err)
	}
	deps = t.TempDir()
	git(t, deps, "", "clone", "-q", "--bare", "--filter=blob:none", "file://"+source, "org/app")
	r, err := revisionOf(t, open(t, deps), url, "v1")
	if err != nil {
		t.Fatal(err)
	}
	data, err := fs.ReadFile(r.Files, "class/app.yml")
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("partial: got %q, %v; want an error that is not taken for a missing file", data, err)
	}
}

// TestHostileTrees: names that no checkout has.
func TestHostileTrees(t *testing.T) {
	deps, repo := repository(t)
	blob := git(t, repo, "x", "hash-object", "-w", "--stdin")
	raw := make([]byte, 20)
	if _, err := fmt.Sscanf(blob, "%x", &raw); err != nil {
		t.Fatal(err)
	}
	for i, head := range []string{"100644 ..", "100644 a/b", "100644 ", "100644 .", "777777 x", "100644", "40000 ."} {
		tree := git(t, repo, head+"\x00"+string(raw), "hash-object", "-t", "tree", "--literally", "-w", "--stdin")
		git(t, repo, "", "tag", fmt.Sprintf("bad%d", i), git(t, repo, "", "commit-tree", "-m", "x", tree))
	}
	f := open(t, deps)
	for i := range 7 {
		r, err := revisionOf(t, f, url, fmt.Sprintf("bad%d", i))
		if err != nil {
			t.Fatal(err)
		}
		if list, err := fs.ReadDir(r.Files, "."); err == nil {
			t.Errorf("bad%d: got %v", i, list)
		}
	}
}

// TestAtOnce reads two versions of one clone from several goroutines.
func TestAtOnce(t *testing.T) {
	deps, repo := repository(t)
	commit(t, repo, "two\n")
	f := open(t, deps)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			version, want := "v1", "one\n"
			if i%2 == 0 {
				version, want = "main", "two\n"
			}
			r, err := revisionOf(t, f, url, version)
			if err != nil {
				t.Error(err)
				return
			}
			if data, err := fs.ReadFile(r.Files, "class/app.yml"); string(data) != want || err != nil {
				t.Errorf("%s: got %q, %v", version, data, err)
			}
		})
	}
	wg.Wait()
	if len(f.clones) != 1 {
		t.Errorf("%d processes for one clone", len(f.clones))
	}
}

// TestEnded: a process that is gone is an error, not a missing file.
func TestEnded(t *testing.T) {
	deps, _ := repository(t)
	f := open(t, deps)
	r, err := revisionOf(t, f, url, "v1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range f.clones {
		if err := c.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := fs.ReadFile(r.Files, "run.sh"); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v", err)
		}
	}
}

// damage has a clone tell a content of an object that it has not.
func damage(t *testing.T, repo, id, content string) {
	t.Helper()
	name := ".git/objects/" + id[:2] + "/" + id[2:]
	if err := os.Remove(filepath.Join(repo, name)); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	fmt.Fprint(w, content)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, repo, name, b.String(), 0o644)
}

// TestDamagedObject has git tell a size that no file has: neither is so much
// memory asked for, nor waited for git.
func TestDamagedObject(t *testing.T) {
	for _, size := range []string{"9223372036854775807", "99999999999999", "18446744073709551615", "-1"} {
		deps, repo := repository(t)
		damage(t, repo, git(t, repo, "", "rev-parse", "v1:class/app.yml"), "blob "+size+"\x00hello")
		r, err := revisionOf(t, open(t, deps), url, "v1")
		if err != nil {
			t.Fatal(err)
		}
		if text, err := fs.ReadFile(r.Files, "class/app.yml"); err == nil {
			t.Errorf("size %s: got %q, want an error", size, text)
		}
	}
}

// TestFolderInItself has an end.
func TestFolderInItself(t *testing.T) {
	deps, repo := repository(t)
	id := git(t, repo, "", "rev-parse", "v1:class")
	raw, err := hex.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	entry := "40000 class\x00" + string(raw)
	damage(t, repo, id, fmt.Sprintf("tree %d\x00%s", len(entry), entry))
	r, err := revisionOf(t, open(t, deps), url, "v1")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(r.Files, ".", func(_ string, _ fs.DirEntry, err error) error { return err })
	if err == nil || len(err.Error()) > 2*maxPath {
		t.Errorf("got %v", err)
	}
}
