package cli

import (
	"cmp"
	"errors"
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
// test instances there are and how Commodore is called for them. It reads
// assignments only; conditions are taken as if all held, functions but wildcard
// as unknown.
type makefile struct {
	folder fs.FS
	values map[string]string
	places map[string]tree.Pos // of the last assignment
	simple map[string]bool     // variables whose values were expanded when they were set
	seen   map[string]bool     // files; each is read once
	size   *int                // of all of them
}

var (
	assignment = regexp.MustCompile(`^ *(?:(?:export|override|private)\s+)*([A-Za-z_][A-Za-z0-9_]*)\s*(\?|\+|!|:{1,3})?=\s*(.*)$`)
	definition = regexp.MustCompile(`^ *(?:(?:export|override|private)\s+)*define\s+([A-Za-z_][A-Za-z0-9_]*)`)
	including  = regexp.MustCompile(`^ *[-s]?include\s+(.*)$`)
	use        = regexp.MustCompile(`\$[({]([^(){}]*)[)}]`)
	wildcard   = regexp.MustCompile(`^wildcard\s+(.*)$`)
)

// What a Makefile may take, far beyond what those of components do.
const (
	maxMakefile = 256 << 10 // bytes of all files together, and of a value
	maxUses     = 1000      // of variables and functions in a value
)

// unreadable stands for a value that only make knows.
const unreadable = "$(shell of make)"

// readMakefile reads the Makefile of a component's folder; where there is none,
// what Commodore's template has beside it.
func readMakefile(folder fs.FS) (makefile, error) {
	m := makefile{folder, map[string]string{}, map[string]tree.Pos{}, map[string]bool{}, map[string]bool{}, new(int)}
	if _, err := fs.Stat(folder, "Makefile"); err == nil {
		return m, m.read("Makefile")
	}
	return m, cmp.Or(m.read("Makefile.vars.mk"), m.read("Makefile.custom.mk"))
}

// read reads a file, if it is there and was not read before.
func (m makefile) read(name string) error {
	info, err := fs.Stat(m.folder, name)
	if err != nil || m.seen[name] {
		return nil
	}
	m.seen[name] = true
	refuse := func(why string) error {
		return diag.Diag{ID: "component/makefile", Pos: tree.Pos{File: name}, Message: "this Makefile can't be read: " + why}
	}
	if !info.Mode().IsRegular() {
		return refuse("it is not a regular file")
	}
	if *m.size += int(min(info.Size(), maxMakefile)); *m.size >= maxMakefile {
		return refuse(fmt.Sprintf("with those that include it, it has more than %d KiB", maxMakefile>>10))
	}
	text, err := fs.ReadFile(m.folder, name)
	if err != nil {
		return refuse(reasonOf(err))
	}
	number, whole := int32(0), ""
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if begun, more := strings.CutSuffix(line, "\\"); more {
			whole += begun + " "
			continue
		}
		if err := m.line(whole+line, tree.Pos{File: name, Line: number, Column: 1}); err != nil {
			return err
		}
		whole = ""
	}
	return m.line(whole, tree.Pos{File: name, Line: number, Column: 1})
}

// line reads a line that begins or ends nothing over others.
func (m makefile) line(line string, at tree.Pos) error {
	line = uncommented(line)
	if found := including.FindStringSubmatch(line); found != nil {
		for file := range strings.FieldsSeq(found[1]) {
			if err := m.read(path.Clean(file)); err != nil {
				return err
			}
		}
	} else if found := definition.FindStringSubmatch(line); found != nil {
		m.assign(found[1], "", unreadable, at)
	} else if found := assignment.FindStringSubmatch(line); found != nil {
		m.assign(found[1], found[2], strings.TrimSpace(found[3]), at)
	}
	return nil
}

// uncommented gives a line up to the first # that no backslash is before.
func uncommented(line string) string {
	from := 0
	for {
		i := strings.IndexByte(line[from:], '#')
		if i < 0 {
			return line
		}
		i += from
		before := strings.TrimRight(line[:i], "\\")
		if backslashes := i - len(before); backslashes%2 == 0 {
			return line[:i]
		}
		line = line[:i-1] + line[i:]
		from = i
	}
}

// reasonOf gives an error without the name of the file.
func reasonOf(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return err.Error()
}

func (m makefile) assign(variable, operator, value string, at tree.Pos) {
	old, known := m.values[variable]
	if operator == "?" && known {
		return
	}
	if operator != "+" {
		m.simple[variable] = strings.HasPrefix(operator, ":")
	}
	if m.simple[variable] {
		value = m.now(value)
	}
	switch {
	case operator == "!":
		value = unreadable
	case operator == "+" && known && len(old)+len(value) > maxMakefile:
		value = unreadable
	case operator == "+" && known:
		value = old + " " + value
	}
	m.values[variable], m.places[variable] = value, at
}

// now gives a value with what its variables are at this line, as := takes them.
// The instance is left, as it is another one each time.
func (m makefile) now(value string) string {
	for range 10 {
		uses, size := 0, len(value)
		next := use.ReplaceAllStringFunc(value, func(s string) string {
			name := s[2 : len(s)-1]
			if uses++; name == "instance" || strings.ContainsAny(name, " :") || uses > maxUses {
				return s
			}
			if size += len(m.values[name]); size > maxMakefile {
				return s
			}
			return m.values[name]
		})
		if next == value {
			break
		}
		value = next
	}
	return value
}

// words gives the words of a variable's value; ok is false where it uses more
// than variables and wildcard, or is too large. The instance is that of the
// variable instance.
func (m makefile) words(variable, instance string) (words []string, ok bool) {
	value := m.values[variable]
	for range 10 {
		if !strings.Contains(value, "$") {
			return strings.Fields(value), true
		}
		unknown, uses, size := false, 0, len(value)
		value = use.ReplaceAllStringFunc(value, func(s string) string {
			if uses++; unknown || uses > maxUses || size > maxMakefile {
				unknown = true
				return ""
			}
			name, becomes := s[2:len(s)-1], ""
			if found := wildcard.FindStringSubmatch(name); found != nil {
				becomes = strings.Join(m.matching(found[1]), " ")
			} else if name == "instance" {
				becomes = instance
			} else {
				unknown = strings.ContainsAny(name, " :")
				becomes = m.values[name]
			}
			size += len(becomes)
			return becomes
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
