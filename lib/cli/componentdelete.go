package cli

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/diag"
)

// deleteFlags are the flags of `commodore component delete`.
type deleteFlags struct {
	dir            string
	force, noForce bool
}

func componentDeleteVerb(r *run) *cobra.Command {
	var f deleteFlags
	cmd := &cobra.Command{
		Use:   "delete SLUG",
		Short: "Remove a component's checkout from Commodore's working directory",
		Long: `Remove dependencies/SLUG from a working directory of Commodore, and the bare
clone it is a checkout of, unless that has others. Work that is nowhere else is
lost, so azogue asks first. Flags, messages and exit codes are those of
commodore component delete.`,
		Example: "  azogue component delete cilium -d ~/catalog --force",
		Args:    cobra.ExactArgs(1),
		RunE:    r.asCommodore(func(_ *cobra.Command, args []string) error { return r.deleteComponent(args[0], f) }),
	}
	cmd.Flags().StringVarP(&f.dir, "working-dir", "d", "./", "Commodore's working directory")
	cmd.Flags().BoolVar(&f.force, "force", false, "don't ask")
	cmd.Flags().BoolVar(&f.noForce, "no-force", false, "ask, as without it")
	verboseFlag(cmd.Flags())
	return cmd
}

// deleteComponent removes the checkout first: a clone without one is of no use.
func (r *run) deleteComponent(slug string, f deleteFlags) error {
	if slug == "" || slug != filepath.Base(slug) || strings.HasPrefix(slug, ".") {
		return wrongUsage(fmt.Sprintf("Invalid value: Cannot find component with slug '%s'.", slug))
	}
	dependencies, err := filepath.Abs(filepath.Join(f.dir, "dependencies"))
	if err != nil {
		return err
	}
	checkout := filepath.Join(dependencies, slug)
	if _, err := os.Stat(checkout); err != nil {
		return wrongUsage(fmt.Sprintf("Invalid value: Cannot find component with slug '%s'.", slug))
	}
	clone, remote, err := cloneOf(checkout, dependencies)
	if err != nil {
		return err
	}
	if !f.force {
		fmt.Fprintf(r.Out, "Are you sure you want to delete component %s? This action cannot be undone [y/N]: ", slug)
		if !confirmed() {
			fmt.Fprintln(r.Err, "Aborted!")
			return exit(1)
		}
	}
	if err := os.RemoveAll(checkout); err != nil {
		return err
	}
	if hasCheckouts(clone) {
		fmt.Fprintf(r.Out, " > Not deleting bare copy of repository %s. Other worktrees refer to the same reposiotry.\n", remote)
	} else if err := os.RemoveAll(clone); err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "Component %s successfully deleted 🎉\n", slug)
	return nil
}

// cloneOf gives the bare clone that a checkout is of, which must be one of the
// working directory's, and its remote. A checkout has a file .git that names
// the folder <clone>/worktrees/<name>.
func cloneOf(checkout, dependencies string) (clone, remote string, err error) {
	fail := func(why string) (string, string, error) {
		return "", "", diag.Diag{ID: "component/no-checkout", Message: fmt.Sprintf("%s is no checkout of Commodore's: %s", checkout, why), Hint: "nothing was removed"}
	}
	text, err := os.ReadFile(filepath.Join(checkout, ".git"))
	folder, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if err != nil || !ok {
		return fail("it has no file .git that names its repository")
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(checkout, folder)
	}
	clone = filepath.Dir(filepath.Dir(filepath.Clean(folder)))
	if rel, err := filepath.Rel(filepath.Join(real(dependencies), ".repos"), real(clone)); err != nil || rel == "." || !filepath.IsLocal(rel) || filepath.Base(filepath.Dir(folder)) != "worktrees" {
		return fail(fmt.Sprintf("its repository is %s", clone))
	}
	config, err := os.ReadFile(filepath.Join(clone, "config"))
	if err != nil {
		return fail("its repository has no configuration")
	}
	return clone, originOf(string(config)), nil
}

// real follows the links in a path; one that can't be followed is itself.
func real(name string) string {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		return to
	}
	return name
}

// originOf gives the URL of the remote origin in a git configuration, which is
// only shown.
func originOf(config string) string {
	section := ""
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = line
		}
		if key, value, ok := strings.Cut(line, "="); ok && section == `[remote "origin"]` && strings.TrimSpace(key) == "url" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// hasCheckouts tells whether a clone has a checkout that is still there.
func hasCheckouts(clone string) bool {
	files, _ := filepath.Glob(filepath.Join(clone, "worktrees", "*", "gitdir"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if _, err := os.Stat(strings.TrimSpace(string(text))); err == nil {
			return true
		}
	}
	return false
}

// confirmed reads an answer; no answer is no.
func confirmed() bool {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true
	}
	return false
}
