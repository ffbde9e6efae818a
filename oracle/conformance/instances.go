//go:build unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// instance is a test instance of a component, with the flags that the
// component's own Makefile gives to Commodore.
type instance struct {
	Repo    string   // owner/repo
	Test    string   // the stem of tests/<test>.yml
	Args    []string // after `component compile`
	Problem string   // why it can't be run
}

func (in instance) Name() string { return in.Repo + "/" + in.Test }

// find gives the instances of all components in a corpus, which are the
// repositories with class/defaults.yml.
func find(corpus string) ([]instance, error) {
	defaults, err := filepath.Glob(filepath.Join(corpus, "*", "*", "class", "defaults.yml"))
	slices.Sort(defaults)
	var list []instance
	for _, file := range defaults {
		folder := filepath.Dir(filepath.Dir(file))
		if strings.HasSuffix(folder, ".git") {
			continue // a link for git
		}
		name, _ := filepath.Rel(corpus, folder)
		some, err := instancesOf(folder, filepath.ToSlash(name))
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, err
}

// instancesOf gives the instances of the component in a folder: those that its
// Makefile lists, then those that have golden files all the same; or each
// tests/<test>.yml where it lists none.
func instancesOf(folder, repo string) ([]instance, error) {
	text, err := makefile(folder)
	if err != nil {
		return nil, err
	}
	tests, err := filepath.Glob(filepath.Join(folder, "tests", "*.yml"))
	if m := testInstances.FindSubmatch(text); m != nil {
		listed := strings.Fields(string(m[1]))
		tests = slices.DeleteFunc(tests, func(file string) bool {
			name := filepath.Base(file)
			_, err := os.Stat(filepath.Join(folder, "tests", "golden", strings.TrimSuffix(name, ".yml")))
			return err != nil || slices.Contains(listed, "tests/"+name)
		})
		tests = append(listed, tests...)
	}
	var list []instance
	for _, file := range tests {
		in := instance{Repo: repo, Test: strings.TrimSuffix(filepath.Base(file), ".yml")}
		if in.Args = flags(text, in.Test); in.Args == nil {
			in.Problem = "its Makefile.vars.mk has no commodore_args"
		}
		list = append(list, in)
	}
	return list, err
}

var (
	componentName = regexp.MustCompile(`(?m)^COMPONENT_NAME\s*\??=\s*(\S+)`)
	testInstances = regexp.MustCompile(`(?m)^test_instances\s*[?:]?=\s*(.*)$`)
	commodoreArgs = regexp.MustCompile(`(?m)^commodore_args\s*[?+]?=\s*(.*)$`)
)

// makefile gives what the Makefiles say that a component's author may edit; the
// rest is the same in each repository.
func makefile(folder string) ([]byte, error) {
	var text []byte
	for _, name := range []string{"Makefile.vars.mk", "Makefile.custom.mk"} {
		part, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		text = append(append(text, part...), '\n')
	}
	return text, nil
}

// flags gives the flags for a test, nil where the Makefile has none.
func flags(makefile []byte, test string) []string {
	component := ""
	if m := componentName.FindSubmatch(makefile); m != nil {
		component = string(m[1])
	}
	variables := strings.NewReplacer("$(COMPONENT_NAME)", component, "$(instance)", test)
	var args []string
	for _, m := range commodoreArgs.FindAllSubmatch(makefile, -1) {
		args = append(args, strings.Fields(variables.Replace(string(m[1])))...)
	}
	if len(args) == 0 {
		return nil
	}
	return append(args, "-f", "tests/"+test+".yml")
}
