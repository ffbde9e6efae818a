// Package oracle compares what azogue compiles with what the reference,
// Commodore itself, compiles from the same files: every shipped component
// instance and every shipped cluster, file set and bytes. Its tests do that;
// oracle/bench does it with a clock.
//
// The reference comes from PyPI (setup.sh, which prints its Python) and works in
// private copies, made to look as if Commodore had fetched them (workdir.py).
// Without ORACLE_PYTHON the tests are skipped; ORACLE=1 makes that a failure.
// Helm, kustomize and jsonnet-bundler are not part of it.
package oracle

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Rig is azogue and the reference, ready to run on a copy of the workspace.
type Rig struct {
	root, azogue, python string
	workspace            string   // the copy: a git repository with a commit and a remote
	env                  []string // nothing of the user's but PATH
}

// Case is something that both compile.
type Case struct {
	Name      string
	Azogue    func(out string) *exec.Cmd // writes below out, an empty folder
	Reference func(out string) *exec.Cmd
	Prepare   func(out string) error                          // comes before Reference; may be nil
	Compare   func(ours, theirs string) ([]Difference, error) // of two folders out
}

// NewRig builds azogue from the checkout in root, and copies its workspace, into
// the empty folder dir. Python is the reference's; without one only what azogue
// does can run.
func NewRig(root, dir, python string) (*Rig, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	r := &Rig{root: root, azogue: filepath.Join(dir, "azogue"), python: python, workspace: filepath.Join(dir, "workspace")}
	r.env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + dir, "HOME=" + dir, "LANG=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=oracle", "GIT_AUTHOR_EMAIL=oracle@example.com", "GIT_COMMITTER_NAME=oracle", "GIT_COMMITTER_EMAIL=oracle@example.com"}
	if err := r.Build("./cmd/azogue", r.azogue); err != nil {
		return nil, err
	}
	if err := r.copyWorkspace(root); err != nil {
		return nil, err
	}
	return r, nil
}

// Other gives a rig for another workspace of the checkout, which it copies to
// the folder to.
func (r *Rig) Other(folder, to string) (*Rig, error) {
	other := *r
	other.workspace = to
	return &other, other.copyWorkspace(filepath.Join(r.root, folder))
}

// copyWorkspace makes the rig's copy of a workspace, as a repository.
func (r *Rig) copyWorkspace(from string) error {
	for _, part := range []string{"clusters", "components", "inventory"} {
		if err := os.CopyFS(filepath.Join(r.workspace, part), os.DirFS(filepath.Join(from, part))); err != nil {
			return fmt.Errorf("copy the workspace: %w", err)
		}
	}
	return r.commit()
}

// commit makes a repository of the rig's workspace, with one commit and a remote.
func (r *Rig) commit() error {
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "oracle"},
		{"remote", "add", "origin", "https://git.example.com/workspace.git"},
	} {
		if err := Run(r.Command(r.workspace, "git", args...)); err != nil {
			return err
		}
	}
	return nil
}

// Build builds a command of the checkout.
func (r *Rig) Build(command, file string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s", "-o", file, command)
	cmd.Dir = r.root
	return Run(cmd)
}

// Components gives a case for each components/<name>/tests/<instance>.yml, which
// is compiled as the component's author would.
func (r *Rig) Components() ([]Case, error) {
	files, err := r.shipped("components/*/tests/*.yml")
	var cases []Case
	for _, file := range files {
		test := filepath.Base(file)
		folder := filepath.Dir(filepath.Dir(file))
		name := filepath.Base(folder)
		args := func(out string) []string {
			return []string{"component", "compile", ".", "-f", "tests/" + test, "-n", name, "-o", out}
		}
		cases = append(cases, Case{
			Name:      name + "/" + strings.TrimSuffix(test, ".yml"),
			Azogue:    func(out string) *exec.Cmd { return r.Command(folder, r.azogue, args(out)...) },
			Reference: func(out string) *exec.Cmd { return r.commodore(folder, args(out)...) },
			Compare: func(ours, theirs string) ([]Difference, error) {
				return Compare(filepath.Join(ours, "compiled"), filepath.Join(theirs, "compiled"))
			},
		})
	}
	return cases, err
}

// Clusters gives a case for each clusters/<id>.yaml, which is compiled whole. In
// the reference's working directory, azogue must verify all of it.
func (r *Rig) Clusters() ([]Case, error) {
	files, err := r.shipped("clusters/*.yaml")
	var cases []Case
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".yaml")
		cases = append(cases, Case{
			Name:      id,
			Azogue:    func(out string) *exec.Cmd { return r.Command(r.workspace, r.azogue, "compile", id, "-o", out) },
			Prepare:   func(out string) error { return Run(r.workdir(id, out)) },
			Reference: func(out string) *exec.Cmd { return r.catalog(id, out) },
			Compare: func(ours, theirs string) ([]Difference, error) {
				var all []Difference
				for _, part := range []string{"manifests", "refs"} {
					some, err := Compare(filepath.Join(ours, part), filepath.Join(theirs, "catalog", part))
					if err != nil {
						return nil, err
					}
					all = append(all, some...)
				}
				return all, Run(r.Command(theirs, r.azogue, "verify"))
			},
		})
	}
	return cases, err
}

// shipped gives the files of the workspace that match a pattern, of which there
// must be some.
func (r *Rig) shipped(pattern string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(r.workspace, filepath.FromSlash(pattern)))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no such files", pattern)
	}
	return files, err
}

// workdir gives the command that lays a cluster out as Commodore's working
// directory out.
func (r *Rig) workdir(cluster, out string) *exec.Cmd {
	return r.Python(filepath.Join(r.root, "oracle/workdir.py"), r.workspace, cluster, out)
}

// catalog gives the command that compiles the cluster in a working directory.
func (r *Rig) catalog(cluster, workdir string) *exec.Cmd {
	return r.commodore(workdir, "catalog", "compile", cluster, "--local", "--no-fetch-dependencies")
}

func (r *Rig) commodore(dir string, args ...string) *exec.Cmd {
	return r.Command(dir, r.python, append([]string{"-m", "commodore"}, args...)...)
}

// Python gives a command that runs a script with the reference's Python.
func (r *Rig) Python(script string, args ...string) *exec.Cmd {
	return r.Command("", r.python, append([]string{script}, args...)...)
}

// Command gives a command that sees nothing of the user's environment.
func (r *Rig) Command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, r.env
	return cmd
}

// Run runs a command; the error has its output.
func Run(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return nil
}
