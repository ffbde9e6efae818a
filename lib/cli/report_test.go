package cli

import (
	"encoding/xml"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/manifest"
)

func file(path string, mode fs.FileMode, text string) manifest.File {
	return manifest.File{Path: path, Mode: mode, Bytes: []byte(text)}
}

// TestCompare: content counts, and as in git the executable bit, no other.
func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name     string
		old, new manifest.Set
		want     string
	}{
		{"nothing", nil, nil, ""},
		{"equal", manifest.Set{file("a", 0o644, "x")}, manifest.Set{file("a", 0o600, "x")}, "=a"},
		{"added and removed", manifest.Set{file("b", 0o644, "x\ny\n")}, manifest.Set{file("a", 0o644, "x\n"), file("c", 0o644, "")}, "added a +1-0 ; removed b +0-2 ; added c +0-0 "},
		{"changed", manifest.Set{file("a", 0o644, "x\n")}, manifest.Set{file("a", 0o644, "y\nz\n")}, "changed a +2-1 "},
		{"executable", manifest.Set{file("a", 0o644, "x\n")}, manifest.Set{file("a", 0o755, "x\n")}, "changed a +0-0 mode -rw-r--r-- -> -rwxr-xr-x"},
		{"binary", manifest.Set{file("a", 0o644, "\xff")}, manifest.Set{file("a", 0o644, "x\x00")}, "changed a +0-0 binary, 1 -> 2 bytes"},
	} {
		equal, changes := compare(tt.old, tt.new)
		var got []string
		for _, e := range equal {
			got = append(got, "="+e)
		}
		for _, c := range changes {
			got = append(got, fmt.Sprintf("%s %s +%d-%d %s", c.change, c.path, c.added, c.removed, c.note))
		}
		if g := strings.Join(got, "; "); g != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, g, tt.want)
		}
	}
}

// manyChanges is a report on a cluster with n changed files, of so many lines.
func manyChanges(n, lines int) report {
	o := outcome{check: check{suite: "golden", name: "c-one", folder: "golden/c-one"}}
	for i := range n {
		_, changes := compare(nil, manifest.Set{file(fmt.Sprintf("manifests/%03d.yaml", i), 0o644, strings.Repeat(fmt.Sprintf("n: %d\n", i), lines))})
		o.changes = append(o.changes, changes...)
	}
	return report{what: "cluster", accept: "ACCEPT", outcomes: []outcome{o}}
}

// TestReportIsCut: much is shown by its beginning and counted, unless all of it
// is asked for. What is cut says so; nothing is cut for one line.
func TestReportIsCut(t *testing.T) {
	for _, tt := range []struct {
		name          string
		files, lines  int
		cut, notThere []string
	}{
		{"fits", 21, 13, nil, []string{"more"}},
		{"long", 1, 14, []string{"+n: 0\n... 2 more lines; --full shows them"}, nil},
		{"many", 42, 1, []string{"... and differences in 2 files more; --full shows them", "  - and 22 more\n", "c-one: 42 files, 42 added (+42); to accept: ACCEPT"}, []string{"added manifests/040.yaml"}},
	} {
		p := manyChanges(tt.files, tt.lines)
		var b strings.Builder
		if err := p.text(&b, false); err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.cut {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: no %q in\n%s", tt.name, want, &b)
			}
		}
		for _, no := range tt.notThere {
			if strings.Contains(b.String(), no) {
				t.Errorf("%s: %q in\n%s", tt.name, no, &b)
			}
		}
		p.full = true
		b.Reset()
		if err := p.text(&b, false); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "more") {
			t.Errorf("%s: cut in spite of --full:\n%s", tt.name, &b)
		}
		if got, want := strings.Count(b.String(), "\n+n: "), tt.files*tt.lines; got != want {
			t.Errorf("%s: %d lines are shown, want %d", tt.name, got, want)
		}
	}
}

// TestMarkdown: what files hold can't end the block it is shown in, nor the tags
// around it.
func TestMarkdown(t *testing.T) {
	_, changes := compare(nil, manifest.Set{file("a<b>.yaml", 0o644, "```\n</details>\n````\n")})
	p := report{what: "cluster", outcomes: []outcome{{check: check{name: "c"}, changes: changes}}}
	var b strings.Builder
	if err := p.markdown(&b); err != nil {
		t.Fatal(err)
	}
	want := "<details><summary>added <code>a&lt;b&gt;.yaml (+3) in c</code></summary>\n\n`````diff\n+```\n+</details>\n+````\n`````\n"
	if !strings.Contains(b.String(), want) {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}

// TestJUnit: the report is XML whose counts are right, whatever files hold.
func TestJUnit(t *testing.T) {
	_, changes := compare(manifest.Set{file("a.yaml", 0o644, "]]> & <x> \x1b \x00?\n")}, manifest.Set{file("a.yaml", 0o644, "\t\"y\"\n")})
	changes[0].hunks = nil // binary
	_, more := compare(manifest.Set{file("b.yaml", 0o644, "]]> & <x> \x1b\n")}, manifest.Set{file("b.yaml", 0o644, "\t\"y\"\n")})
	p := report{what: "cluster", outcomes: []outcome{
		{check: check{suite: "golden", name: "c-one", folder: "f"}, equal: []string{"0.yaml"}, changes: append(changes, more...)},
		{check: check{suite: "golden", name: "c-two", folder: "f"}, diags: []diag.Diag{{ID: "x/warning", Severity: diag.Warning, Message: "w"}, {ID: "x/error", Message: "it's <wrong>"}}},
	}}
	var b strings.Builder
	if err := p.junit(&b); err != nil {
		t.Fatal(err)
	}
	type problem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	var doc struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string   `xml:"name,attr"`
				Failure *problem `xml:"failure"`
				Error   *problem `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(b.String()), &doc); err != nil {
		t.Fatalf("%v:\n%s", err, &b)
	}
	if doc.Tests != 5 || doc.Failures != 2 || doc.Errors != 1 || len(doc.Suites) != 2 {
		t.Fatalf("got %+v", doc)
	}
	want := problem{"changed (+1 -1)", "changed", "\n@@ -1,1 +1,1 @@\n-]]> & <x> \\x1b\n+\t\"y\"\n"}
	if got := doc.Suites[0].Cases[3]; got.Name != "b.yaml" || got.Failure == nil || *got.Failure != want {
		t.Errorf("got %+v, %q; want %q", got, got.Failure, want)
	}
	want = problem{"it's <wrong>", "x/error", "error: it's <wrong>\nwarning: w\n"}
	if got := doc.Suites[1].Cases[0]; got.Name != "compile" || got.Error == nil || *got.Error != want {
		t.Errorf("got %+v, %q; want %q", got, got.Error, want)
	}
}

// TestMakefile: what the Makefiles of components in the field say, and what make
// itself would say for the rest.
func TestMakefile(t *testing.T) {
	for _, tt := range []struct {
		name      string
		files     map[string]string
		instances string
		flags     string // of the instance "two"
	}{
		{"the template", map[string]string{
			"Makefile":           "include Makefile.vars.mk\ninclude Makefile.custom.mk\n\ngen-golden: commodore_args += -f tests/$(instance).yml\n",
			"Makefile.vars.mk":   "COMPONENT_NAME ?= x\ncommodore_args  ?= --search-paths ./dependencies --search-paths . -n $(COMPONENT_NAME)\ninstance ?= one\ntest_instances = tests/one.yml tests/two.yml\n",
			"Makefile.custom.mk": "# alias\ncommodore_args += --alias $(instance)\n",
		}, "one two", "x two [./dependencies .]"},
		{"without a Makefile, its parts", map[string]string{"Makefile.vars.mk": "commodore_args = -n ${N} # the name\nN := y\n", "tests/b.yml": "", "tests/a.yml": "", "tests/c.yaml": ""}, "a b", "y  []"},
		{"nothing", map[string]string{"tests/a.yml": ""}, "a", "  []"},
		{"a function for the instances", map[string]string{"Makefile": "test_instances=$(shell find tests/ -name '*.yml')\n", "tests/z.yml": ""}, "z", "  []"},
		{"wildcard", map[string]string{"Makefile": "T = tests\ntest_instances = $(wildcard $(T)/a*.yml tests/z.yml)\n", "tests/ab.yml": "", "tests/b.yml": "", "tests/a.yml": ""}, "a ab", "  []"},
		{"the first ?= counts, the last =", map[string]string{"Makefile": "N ?= a\nN ?= b\nI = tests/1.yml\nI = tests/2.yml\ntest_instances = $(I) \\\n  tests/3.yml\ncommodore_args = -n $(N)\n"}, "2 3", "a  []"},
		{"recipes and conditions", map[string]string{"Makefile": "all:\n\tN = 1\nifneq (a,b)\ncommodore_args ?= -n c\nendif\n", "tests/a.yml": ""}, "a", "c  []"},
		{"a file that includes itself", map[string]string{"Makefile": "include Makefile\ntest_instances = tests/a.yml\n"}, "a", "  []"},
		{"a file that is included many times", map[string]string{"Makefile": "include" + strings.Repeat(" Makefile", 100) + "\ntest_instances = tests/a.yml\n"}, "a", "  []"},
		{"variables that multiply", map[string]string{"Makefile": "test_instances = " + strings.Repeat("$(A) ", 99) + "\nA = " + strings.Repeat("$(B) ", 99) + "\nB = " + strings.Repeat("$(C) ", 99) + "\nC = " + strings.Repeat("$(D) ", 99) + "\nD = tests/x.yml\n", "tests/b.yml": ""}, "b", "  []"},
		{"export and override", map[string]string{"Makefile": "export N = x\noverride commodore_args += -n $(N)\n", "tests/a.yml": ""}, "a", "x  []"},
		{"a comment without a blank, and none", map[string]string{"Makefile": "test_instances = tests/a.yml# no blank\n\tcommodore_args = -n \\#\n"}, "a", "  []"},
		{"a command for the instances", map[string]string{"Makefile": "test_instances != ls tests\n", "tests/z.yml": ""}, "z", "  []"},
		{"exported and overridden", map[string]string{"Makefile": "export commodore_args = -n a\noverride commodore_args += --alias b\nexport override test_instances := tests/x.yml\nexport commodore_args\n"}, "x", "a b []"},
		{"comments", map[string]string{"Makefile": "test_instances = tests/a.yml# no blank\ncommodore_args = -n a\\#b# more \\\n and more\nA = x # last \\"}, "a", "a#b  []"},
		{"a last line that goes on", map[string]string{"Makefile": "test_instances = tests/a.yml \\"}, "a", "  []"},
		{"other ways to assign", map[string]string{"Makefile": "test_instances ::= tests/a.yml\n  commodore_args :::= -n c\nsinclude b\n", "b": "commodore_args += --alias d\n"}, "a", "c d []"},
		{"variables as they are now, and as they will be", map[string]string{"Makefile": "N = a\nnow := $(N)$(unset)\nlate = $(N)\nN = b\nunset = c\ncommodore_args := -n $(now) --alias $(instance)\ncommodore_args += -J $(late)\n", "tests/a.yml": ""}, "a", "a two [b]"},
		{"variables of variables, as they are now; more of them", map[string]string{"Makefile": "N = a\nM = $(N)\nnow := $(M)\nN = b\ncommodore_args := -n $(now)\nJ = c\ncommodore_args += -J $(J)\nJ = d\n", "tests/a.yml": ""}, "a", "a  [c]"},
		{"variables that multiply at once", map[string]string{"Makefile": "D = tests/x.yml\nC := " + strings.Repeat("$(D) ", 999) + "\nB := " + strings.Repeat("$(C) ", 999) + "\nA := " + strings.Repeat("$(B) ", 999) + "\ntest_instances := $(A)\n", "tests/b.yml": ""}, "b", "  []"},
		{"a variable of itself, before and now", map[string]string{"Makefile": "A = $(A)\nI := $(A)\nN := a\nN := $(N)b\ncommodore_args = -n $(N)\n", "tests/b.yml": ""}, "b", "ab  []"},
		{"a variable of itself", map[string]string{"Makefile": "test_instances = $(test_instances) tests/a.yml\n", "tests/b.yml": ""}, "b", "  []"},
	} {
		folder := fstest.MapFS{}
		for name, text := range tt.files {
			folder[name] = &fstest.MapFile{Data: []byte(text)}
		}
		m, err := readMakefile(folder)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		names, _ := m.instances()
		if got := strings.Join(names, " "); got != tt.instances {
			t.Errorf("%s: got the instances %q, want %q", tt.name, got, tt.instances)
		}
		f, err := m.flags("two")
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := fmt.Sprintf("%s %s %v", f.name, f.alias, f.search); got != tt.flags {
			t.Errorf("%s: got the flags %q, want %q", tt.name, got, tt.flags)
		}
	}
	for _, args := range []string{"$(shell echo -n x)", "--nmae x", "-n"} {
		folder := fstest.MapFS{"Makefile": &fstest.MapFile{Data: []byte("commodore_args = " + args + "\n")}}
		m, err := readMakefile(folder)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := m.flags("one"); err == nil {
			t.Errorf("%s: got %+v, want an error", args, f)
		}
	}
}

// TestMakefileOutOfHand: what only make can do is an error, and what takes too
// much or is no file as well.
func TestMakefileOutOfHand(t *testing.T) {
	twice := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "V%d = %s\n", i, strings.Repeat(fmt.Sprintf("$(V%d) ", i+1), 40))
		}
		return b.String() + fmt.Sprintf("V%d = x\ncommodore_args = $(V0)\n", n)
	}
	for name, text := range map[string]string{
		"output of a command":   "commodore_args != echo -n x\n",
		"a definition":          "define commodore_args\n-n x\nendef\n",
		"values that multiply":  twice(9),
		"many uses":             "commodore_args = " + strings.Repeat("$(wildcard *) ", 5000) + "\n",
		"a value without end":   strings.Repeat("V += "+strings.Repeat("x", 90)+"\n", 2000) + "commodore_args = $(V)$(V)$(V)\n",
		"a file that is large":  strings.Repeat("# x\n", maxMakefile),
		"a file that it is not": "",
	} {
		folder := fstest.MapFS{"Makefile": &fstest.MapFile{Data: []byte(text)}}
		if text == "" {
			folder["Makefile"].Mode = fs.ModeNamedPipe
		}
		m, err := readMakefile(folder)
		if err == nil {
			_, err = m.flags("one")
		}
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	folder := fstest.MapFS{"Makefile": &fstest.MapFile{Data: []byte(strings.Repeat("include Makefile a b\n", 30) + "N += x\n")}}
	folder["a"], folder["b"] = folder["Makefile"], folder["Makefile"]
	m, err := readMakefile(folder)
	if got := m.values["N"]; err != nil || got != "x x x" {
		t.Errorf("files that include each other: got N = %q, %v; want each read once", got, err)
	}
}

// TestTitle: a README's first line is one line.
func TestTitle(t *testing.T) {
	for title, ok := range map[string]bool{"": true, "The app": true, "T\nx": false, "T\rx": false, "\x1b[2J": false} {
		n := newComponent{Name: "my-app", Title: title}
		if err := n.check(); (err == nil) != ok {
			t.Errorf("%q: got %v", title, err)
		}
	}
}

func TestPaint(t *testing.T) {
	for _, s := range []style{"", bold} {
		got := paint(true, s, "text")
		if want := map[style]string{"": "text", bold: "\x1b[1mtext\x1b[0m"}[s]; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestSeveral(t *testing.T) {
	for n, want := range map[int]string{1: "1", 4: "1, 2, 3, 4", 5: "1, 2, 3 and 2 more", 87: "1, 2, 3 and 84 more"} {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprint(i+1))
		}
		if d := cmp.Diff(want, several(names)); d != "" {
			t.Error(d)
		}
	}
}
