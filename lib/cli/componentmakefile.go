package cli

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// makefile is what a component's Makefile, and those it includes, set: which
// test instances there are and how Commodore is called for them. It reads plain
// assignments only; conditions are taken as if all held, functions but wildcard
// as unknown.
type makefile struct {
	folder fs.FS
	values map[string]string
	places map[string]tree.Pos // of the last assignment
}

var (
	assignment = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)\s*(\?|\+|::?)?=\s*(.*)$`)
	including  = regexp.MustCompile(`^-?include\s+(.*)$`)
	use        = regexp.MustCompile(`\$[({]([^(){}]*)[)}]`)
	wildcard   = regexp.MustCompile(`^wildcard\s+(.*)$`)
)

// readMakefile reads the Makefile of a component's folder; where there is none,
// what Commodore's template has beside it.
func readMakefile(folder fs.FS) makefile {
	m := makefile{folder, map[string]string{}, map[string]tree.Pos{}}
	if !m.read("Makefile", 0) {
		m.read("Makefile.vars.mk", 0)
		m.read("Makefile.custom.mk", 0)
	}
	return m
}

// maxIncludes is how deep files may include others.
const maxIncludes = 5

func (m makefile) read(name string, depth int) bool {
	text, err := fs.ReadFile(m.folder, name)
	if err != nil {
		return false
	}
	number, whole := int32(0), ""
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if begun, more := strings.CutSuffix(line, "\\"); more {
			whole += begun + " "
			continue
		}
		line, whole = whole+line, ""
		line, _, _ = strings.Cut(line, " #")
		if found := including.FindStringSubmatch(line); found != nil && depth < maxIncludes {
			for file := range strings.FieldsSeq(found[1]) {
				m.read(path.Clean(file), depth+1)
			}
		}
		if found := assignment.FindStringSubmatch(line); found != nil {
			m.assign(found[1], found[2], strings.TrimSpace(found[3]), tree.Pos{File: name, Line: number, Column: 1})
		}
	}
	return true
}

func (m makefile) assign(variable, operator, value string, at tree.Pos) {
	old, known := m.values[variable]
	switch {
	case operator == "?" && known:
		return
	case operator == "+" && known:
		value = old + " " + value
	}
	m.values[variable], m.places[variable] = value, at
}

// words gives the words of a variable's value; ok is false where it uses more
// than variables and wildcard. The instance is that of the variable instance.
func (m makefile) words(variable, instance string) (words []string, ok bool) {
	value := m.values[variable]
	for range 10 {
		if !strings.Contains(value, "$") {
			return strings.Fields(value), true
		}
		unknown := false
		value = use.ReplaceAllStringFunc(value, func(s string) string {
			name := s[2 : len(s)-1]
			if found := wildcard.FindStringSubmatch(name); found != nil {
				return strings.Join(m.matching(found[1]), " ")
			}
			unknown = unknown || strings.ContainsAny(name, " :")
			if name == "instance" {
				return instance
			}
			return m.values[name]
		})
		if unknown {
			break
		}
	}
	return nil, false
}

// matching gives the files that patterns match, as make's wildcard does.
func (m makefile) matching(patterns string) (files []string) {
	for p := range strings.FieldsSeq(patterns) {
		found, _ := fs.Glob(m.folder, path.Clean(p)) // a wrong pattern matches nothing
		files = append(files, found...)
	}
	return files
}

// instances gives the names of a component's test instances: those that the
// Makefile lists, else all of tests/*.yml. Files of tests/ that the Makefile
// leaves out are left.
func (m makefile) instances() (names, left []string) {
	all := m.matching("tests/*.yml")
	files, ok := m.words("test_instances", "")
	if !ok || len(files) == 0 {
		files = all
	}
	for _, f := range files {
		if name := strings.TrimSuffix(path.Base(f), path.Ext(f)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	left = slices.DeleteFunc(all, func(f string) bool { return slices.Contains(names, strings.TrimSuffix(path.Base(f), ".yml")) })
	return names, left
}

// flags gives the flags that the Makefile has for Commodore to compile an
// instance.
func (m makefile) flags(instance string) (f componentFlags, err error) {
	words, ok := m.words("commodore_args", instance)
	if !ok {
		return f, diag.Diag{ID: "component/makefile", Message: "the Makefile's commodore_args can't be read: azogue knows variables and wildcard, no other functions of make", Hint: "set it to plain text, as --name and --search-paths"}
	}
	set := pflag.NewFlagSet("commodore_args", pflag.ContinueOnError)
	set.Usage = func() {}
	f.add(set)
	if err := set.Parse(words); err != nil {
		return f, diag.Diag{ID: "component/makefile", Message: fmt.Sprintf("the Makefile's commodore_args can't be used: %v", err)}
	}
	return f, nil
}
