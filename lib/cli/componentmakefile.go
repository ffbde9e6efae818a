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
)

// makefile is what a component's Makefile, and those it includes, set: which
// test instances there are and how Commodore is called for them. It reads plain
// assignments only; conditions are taken as if all held, functions as unknown.
type makefile map[string]string

var (
	assignment = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)\s*(\?|\+|::?)?=\s*(.*)$`)
	including  = regexp.MustCompile(`^-?include\s+(.*)$`)
	use        = regexp.MustCompile(`\$[({]([^(){}]*)[)}]`)
)

// readMakefile reads the Makefile of a component's folder; where there is none,
// what Commodore's template has beside it.
func readMakefile(folder fs.FS) makefile {
	m := makefile{}
	if !m.read(folder, "Makefile", 0) {
		m.read(folder, "Makefile.vars.mk", 0)
		m.read(folder, "Makefile.custom.mk", 0)
	}
	return m
}

// maxIncludes is how deep files may include others.
const maxIncludes = 5

func (m makefile) read(folder fs.FS, name string, depth int) bool {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return false
	}
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", " ")) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\r\n"), " #")
		if found := including.FindStringSubmatch(line); found != nil && depth < maxIncludes {
			for file := range strings.FieldsSeq(found[1]) {
				m.read(folder, path.Clean(file), depth+1)
			}
		}
		found := assignment.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		variable, operator, value := found[1], found[2], strings.TrimSpace(found[3])
		old, known := m[variable]
		switch {
		case operator == "?" && known:
		case operator == "+" && known:
			m[variable] = old + " " + value
		default:
			m[variable] = value
		}
	}
	return true
}

// words gives the words of a variable's value; ok is false where it uses more
// than variables. The instance is that of the variable instance.
func (m makefile) words(variable, instance string) (words []string, ok bool) {
	value := m[variable]
	for range 10 {
		if !strings.Contains(value, "$") {
			return strings.Fields(value), true
		}
		unknown := false
		value = use.ReplaceAllStringFunc(value, func(s string) string {
			name := s[2 : len(s)-1]
			unknown = unknown || strings.ContainsAny(name, " :")
			if name == "instance" {
				return instance
			}
			return m[name]
		})
		if unknown {
			break
		}
	}
	return nil, false
}

// instances gives the names of a component's test instances: those that the
// Makefile lists, else all of tests/*.yml.
func (m makefile) instances(folder fs.FS) []string {
	files, ok := m.words("test_instances", "")
	if !ok || len(files) == 0 {
		files, _ = fs.Glob(folder, "tests/*.yml")
	}
	var names []string
	for _, f := range files {
		if name := strings.TrimSuffix(path.Base(f), path.Ext(f)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// flags gives the flags that the Makefile has for Commodore to compile an
// instance.
func (m makefile) flags(instance string) (f componentFlags, err error) {
	words, ok := m.words("commodore_args", instance)
	if !ok {
		return f, diag.Diag{ID: "component/makefile", Message: "the Makefile's commodore_args can't be read: azogue knows variables, no functions of make", Hint: "set it to plain text, as --name and --search-paths"}
	}
	set := pflag.NewFlagSet("commodore_args", pflag.ContinueOnError)
	set.Usage = func() {}
	f.add(set)
	if err := set.Parse(words); err != nil {
		return f, diag.Diag{ID: "component/makefile", Message: fmt.Sprintf("the Makefile's commodore_args can't be used: %v", err)}
	}
	return f, nil
}
