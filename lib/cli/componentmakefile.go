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
	read   map[string]bool     // the files that were read, each once
}

var (
	assignment = regexp.MustCompile(`^(?:(?:export|override|private)\s+)*([A-Za-z_][A-Za-z0-9_]*)\s*(\?|\+|!|:{1,3})?=\s*(.*)$`)
	comment    = regexp.MustCompile(`(^|[^\\])#.*$`)
	including  = regexp.MustCompile(`^-?include\s+(.*)$`)
	use        = regexp.MustCompile(`\$[({]([^(){}]*)[)}]`)
	wildcard   = regexp.MustCompile(`^wildcard\s+(.*)$`)
)

// readMakefile reads the Makefile of a component's folder; where there is none,
// what Commodore's template has beside it.
func readMakefile(folder fs.FS) makefile {
	m := makefile{folder, map[string]string{}, map[string]tree.Pos{}, map[string]bool{}}
	if !m.include("Makefile") {
		m.include("Makefile.vars.mk")
		m.include("Makefile.custom.mk")
	}
	return m
}

// maxMakefile is the size of the largest Makefile that is read, and maxValue that
// of a value: variables that use others many times grow without end.
const (
	maxMakefile = 1 << 20
	maxValue    = 1 << 16
)

// include reads a file and those that it includes. Where there is no such file,
// or it is no regular one, it gives false.
func (m makefile) include(name string) bool {
	info, err := fs.Stat(m.folder, name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxMakefile || m.read[name] {
		return false
	}
	m.read[name] = true
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
		line = comment.ReplaceAllString(line, "$1")
		if found := including.FindStringSubmatch(line); found != nil {
			for file := range strings.FieldsSeq(found[1]) {
				m.include(path.Clean(file))
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
	case operator == "!":
		value = "$(shell " + value + ")" // which words doesn't know
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
		if len(value) > maxValue {
			break
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
