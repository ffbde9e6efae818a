package jsonnetvm

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/tree"
)

var update = flag.Bool("update", false, "write the pages that are made from tables")

// calls say by which members of lib/kapitan.libjsonnet programs call the functions,
// and give an example of each with its result.
var calls = map[string]struct{ member, example, gives string }{
	"inventory":           {"inventory(target, inv_path=null), inventory_global(target=null, inv_path=null)", `kap.inventory("other").parameters.color`, `"blue"`},
	"topics":              {"topics(name=null)", `kap.topics("colors").parameters.targets.other`, `{"main":"blue"}`},
	"file_read":           {"file_read(name)", `kap.file_read("sub/b.txt")`, `"text\r\n"`},
	"file_exists":         {"file_exists(name)", `kap.file_exists("none")`, `{"exists":false,"path":""}`},
	"dir_files_list":      {"dir_files_list(name)", `kap.dir_files_list("sub")`, `["b.txt"]`},
	"dir_files_read":      {"dir_files_read(name)", `kap.dir_files_read("sub")`, `{"b.txt":"text\r\n"}`},
	"yaml_load":           {"yaml_load(name)", `std.parseJson(kap.yaml_load("a.yaml"))`, `{"debug":true,"mode":420}`},
	"yaml_load_stream":    {"yaml_load_stream(name)", `std.parseJson(kap.yaml_load_stream("list.yaml"))`, `[1,null]`},
	"yaml_dump":           {"yaml_dump(obj)", `kap.yaml_dump({ b: [1], a: "yes" })`, `"a: 'yes'\nb:\n- 1\n"`},
	"yaml_dump_stream":    {"yaml_dump_stream(obj)", `kap.yaml_dump_stream([{ a: 1 }, { b: 2 }])`, `"a: 1\n---\nb: 2\n"`},
	"sha256_string":       {"sha256(obj)", `kap.sha256("a")[0:8]`, `"ca978112"`},
	"gzip_b64":            {"gzip_b64(obj)", `kap.gzip_b64("")`, `"H4sIAAAAAAAC/wMAAAAAAAAAAAA="`},
	"jsonschema_validate": {"jsonschema(obj, schema_obj)", `kap.jsonschema({}, { type: "array" }).valid`, `false`},
	"jinja2_render_file":  {"jinja2_template(name, ctx)", `kap.jinja2_template("t.j2", { name: "x" })`, `"Hello X"`},
}

// TestDocs: docs/natives.md is what the table of native functions says.
func TestDocs(t *testing.T) {
	const page = "../../../docs/natives.md"
	want := nativesPage()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(string(got), "\n")); d != "" {
		t.Errorf("docs/natives.md is not what the table says; make docs writes it (-want +got):\n%s", d)
	}
}

func nativesPage() string {
	var b strings.Builder
	b.WriteString(`# Native functions

<!-- Written by ` + "`make docs`" + ` from the table of natives in lib/internal/jsonnetvm. -->

Jsonnet programs call them as members of Kapitan's library:

    local kap = import 'lib/kapitan.libjsonnet';

A member that takes a value hands it over as text: objects, lists, numbers and null as one line of JSON, a string as it is. Files are
looked up in the search paths of the job, the first one that has the name wins; the place of the program does not count. A failure is
an error at the call, with the place in the file that caused it. Any other name in ` + "`std.native`" + ` is null.
`)
	for _, n := range natives {
		c := calls[n.name]
		fmt.Fprintf(&b, "\n## %s\n\nMember: `%s`\n\n%s\n\n    %s\n    // %s\n", n.name, strings.ReplaceAll(c.member, "), ", ")`, `"), n.doc, c.example, c.gives)
	}
	b.WriteString("\n## Programs of postprocessing filters\n\nThey have these functions and no others; lib/commodore.libjsonnet calls them.\n\n| function | gives |\n|---|---|\n")
	for _, n := range filterNatives {
		fmt.Fprintf(&b, "| `%s(%s)` | %s |\n", n.name, strings.Join(n.params, ", "), n.doc)
	}
	return b.String()
}

// TestExamples: each example gives what the page says, with the library as it is
// shipped.
func TestExamples(t *testing.T) {
	texts := map[string]string{
		"/wd/vendor/a.yaml": "debug: yes\nmode: 0644\n", "/wd/vendor/list.yaml": "1\n---\n", "/wd/vendor/sub/b.txt": "text\r\n",
		"/wd/vendor/t.j2": "Hello {{ name|upper }}\n",
	}
	topic := tree.NewMap(tree.Entry("colors", tree.NewMap(
		tree.Entry("consume", tree.NewBool(true)), tree.Entry("parameters", tree.NewMap(tree.Entry("main", tree.NewString("blue")))))))
	other := tree.NewMap(tree.Entry("parameters", tree.NewMap(
		tree.Entry("color", tree.NewString("blue")), tree.Entry("kapitan", tree.NewMap(tree.Entry("topics", topic))))))
	vm := New(jsonnet.Lib)
	for _, n := range natives {
		c := calls[n.name]
		got, err := evaluated(t, vm, "local kap = import 'lib/kapitan.libjsonnet'; "+c.example, texts, func(in *Input) {
			in.All = func() *tree.Node { return tree.NewMap(tree.Entry("c", other), tree.Entry("other", other)) }
			in.Global = func(name string) (*tree.Node, error) {
				if name != "other" {
					return nil, errors.New("no such target")
				}
				return other, nil
			}
		})
		if got = compact(got); err != nil || got != c.gives {
			t.Errorf("%s: %s gives %s, error %v, want %s", n.name, c.example, got, err, c.gives)
		}
	}
}

// TestMembers: the page names the members of the shipped library, and each of them.
func TestMembers(t *testing.T) {
	got, err := evaluated(t, New(jsonnet.Lib), "std.objectFieldsAll(import 'lib/kapitan.libjsonnet')", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, n := range natives {
		for _, m := range strings.Split(calls[n.name].member, "), ") {
			name, _, _ := strings.Cut(m, "(")
			named = append(named, fmt.Sprintf("%q", name))
		}
	}
	slices.Sort(named)
	if want := "[" + strings.Join(named, ",") + "]"; compact(got) != want {
		t.Errorf("the library has %s\nthe page has    %s", compact(got), want)
	}
}
