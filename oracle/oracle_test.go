// Package oracle compares what azogue compiles with what the reference,
// Commodore itself, compiles from the same files: every shipped component
// instance and every shipped cluster, file set and bytes.
//
// The reference comes from PyPI (setup.sh, which prints its Python) and works in
// private copies, made to look as if Commodore had fetched them (workdir.py).
// Without ORACLE_PYTHON the tests are skipped; ORACLE=1 makes that a failure.
// Helm, kustomize and jsonnet-bundler are not part of it.
package oracle

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOracleComponents compiles each components/*/tests/*.yml as the component's
// author would.
func TestOracleComponents(t *testing.T) {
	r := newRig(t)
	instances, err := filepath.Glob("../components/*/tests/*.yml")
	if err != nil || len(instances) == 0 {
		t.Fatalf("components/*/tests/*.yml: no instances (%v)", err)
	}
	for _, file := range instances {
		test := filepath.Base(file)
		name := filepath.Base(filepath.Dir(filepath.Dir(file)))
		t.Run(name+"/"+strings.TrimSuffix(test, ".yml"), func(t *testing.T) {
			t.Parallel()
			got, want := t.TempDir(), t.TempDir()
			component := filepath.Join(r.workspace, "components", name)
			compile := []string{"component", "compile", ".", "-f", "tests/" + test, "-n", name, "-o"}
			r.commodore(t, component, append(compile, want)...)
			r.run(t, component, r.azogue, append(compile, got)...)
			compare(t, filepath.Join(got, "compiled"), filepath.Join(want, "compiled"))
		})
	}
}

// TestOracleClusters compiles each clusters/*.yaml whole.
func TestOracleClusters(t *testing.T) {
	r := newRig(t)
	clusters, err := filepath.Glob("../clusters/*.yaml")
	if err != nil || len(clusters) == 0 {
		t.Fatalf("clusters/*.yaml: no clusters (%v)", err)
	}
	for _, file := range clusters {
		id := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			got, dir := t.TempDir(), t.TempDir()
			r.run(t, dir, r.python, r.script, r.workspace, id, dir)
			r.commodore(t, dir, "catalog", "compile", id, "--local", "--no-fetch-dependencies")
			r.run(t, r.workspace, r.azogue, "compile", id, "-o", got)
			for _, part := range []string{"manifests", "refs"} {
				compare(t, filepath.Join(got, part), filepath.Join(dir, "catalog", part))
			}
		})
	}
}

// rig is the reference and azogue, ready to run on a copy of the workspace.
type rig struct {
	python, script, azogue string
	workspace              string   // the copy: a git repository with a commit and a remote
	env                    []string // nothing of the user's but PATH
}

func newRig(t *testing.T) *rig {
	t.Helper()
	dir := t.TempDir()
	r := &rig{python: reference(t), azogue: filepath.Join(dir, "azogue"), workspace: filepath.Join(dir, "workspace")}
	r.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LANG=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=oracle", "GIT_AUTHOR_EMAIL=oracle@example.com", "GIT_COMMITTER_NAME=oracle", "GIT_COMMITTER_EMAIL=oracle@example.com"}
	var err error
	if r.script, err = filepath.Abs("workdir.py"); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", r.azogue, "../cmd/azogue").CombinedOutput(); err != nil {
		t.Fatalf("build azogue: %v\n%s", err, out)
	}
	for _, part := range []string{"clusters", "components", "inventory"} {
		if err := os.CopyFS(filepath.Join(r.workspace, part), os.DirFS(filepath.Join("..", part))); err != nil {
			t.Fatalf("copy the workspace: %v", err)
		}
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "oracle"},
		{"remote", "add", "origin", "https://git.example.com/workspace.git"},
	} {
		r.run(t, r.workspace, "git", args...)
	}
	return r
}

// reference gives the Python that has Commodore.
func reference(t *testing.T) string {
	t.Helper()
	python := os.Getenv("ORACLE_PYTHON")
	if python == "" && os.Getenv("ORACLE") == "1" {
		t.Fatal("ORACLE=1 but ORACLE_PYTHON does not name a Python that can import commodore; make oracle sets both")
	}
	if python == "" {
		t.Skip("ORACLE_PYTHON does not name a Python that can import commodore")
	}
	return python
}

func (r *rig) commodore(t *testing.T, dir string, args ...string) {
	t.Helper()
	r.run(t, dir, r.python, append([]string{"-m", "commodore"}, args...)...)
}

func (r *rig) run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, r.env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
}

// compare reports every file that is not the same in two folders. Empty folders
// don't count, as git doesn't see them.
func compare(t *testing.T, got, want string) {
	t.Helper()
	ours, theirs := read(t, got), read(t, want)
	if len(theirs) == 0 && filepath.Base(want) != "refs" {
		t.Fatalf("the reference compiled no files in %s", want)
	}
	all := maps.Clone(ours)
	maps.Copy(all, theirs)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		g, inOurs := ours[name]
		w, inTheirs := theirs[name]
		switch {
		case !inOurs:
			t.Errorf("%s: only the reference writes it", name)
		case !inTheirs:
			t.Errorf("%s: only azogue writes it", name)
		case g != w:
			t.Errorf("%s differs (-want +got):\n%s", name, cmp.Diff(strings.Split(w, "\n"), strings.Split(g, "\n")))
		}
	}
}

// read gives the files below a folder: an executable mark and the content.
func read(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) && name == folder {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(folder, name)
		files[filepath.ToSlash(rel)] = fmt.Sprintf("executable: %t\n%s", info.Mode()&0o100 != 0, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
