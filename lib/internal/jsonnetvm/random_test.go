package jsonnetvm

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/tree"
)

// snippets makes programs that call native functions, and the files these read.
type snippets struct{ difftest.Random }

var randomTexts = []string{
	"", "a", "text", "a b", "é", "日本", "😀", "it's", `say "hi"`, "a\nb\n", "a\n\nb", " lead", "trail ", "\t", "\r\n", "\a", "\u2028", "\ufeff", "\u0085", "yes", "No", "null", "~", "1", "1.5", "0x1F", "017", "1e3", "1_000", "12:30",
	"2001-01-01", "=", "<<", "-", "- a", "a: b", "#c", "a #b", "{", "[", "*a", "&a", "!a", "%a", "@a", "`a", "'", `"`, "\\", "\\n", "{{ a }}", "http://a/b?c=d&e", "<b>&amp;", "Hello World", "foo-bar_baz.qux",
	"MixedCase words HERE", "aGVsbG8=", "127.0.0.1", "a@b.c", strings.Repeat("word ", 30), strings.Repeat("x", 100), strings.Repeat("ab", 50),
}

// json gives JSON text as people and Python write it.
func (s snippets) json(depth int) string {
	switch n := s.IntN(10); {
	case depth > 0 && n < 3:
		var parts []string
		for _, k := range difftest.Pick(s.Random, [][]string{{}, {"a"}, {"b", "a"}, {"c", "é", "1"}, {"a", "b", "c", "d"}, {"true", "", "a b"}, {"x", "x"}}...) {
			parts = append(parts, strconv.Quote(k)+": "+s.json(depth-1))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case depth > 0 && n < 5:
		var parts []string
		for range s.IntN(4) {
			parts = append(parts, s.json(depth-1))
		}
		return "[" + strings.Join(parts, difftest.Pick(s.Random, ", ", ",")) + "]"
	case n < 7:
		return difftest.Pick(s.Random, "null", "true", "false", "0", "-1", "1", "3", "10", "1.5", "1.0", "-0.0", "1e3", "1E-7", "1e22", "123456789012345678", "0.1", "2.5", "100")
	case s.One(40):
		return difftest.Pick(s.Random, "NaN", "Infinity", "-Infinity", "01", "'a'", "[1,]", "{a: 1}", "12345678901234567890", `"\ud83d"`, `"\u0000"`, "1e400", "", " ", "\"\t\"", `"\x"`)
	}
	return jsonText(difftest.Pick(s.Random, randomTexts...))
}

// jsonText gives a string of JSON, and of Jsonnet.
func jsonText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r > '~' && r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// value gives Jsonnet for JSON text: of a value, or literally.
func (s snippets) value(json string) string {
	switch s.IntN(6) {
	case 0:
		return "std.toString(" + json + ")"
	case 1:
		return "std.manifestJson(" + json + ")"
	}
	return jsonText(json)
}

// long gives a text in which parts come again, for compression.
func (s snippets) long() string {
	var words []string
	for range 1 + s.IntN(6) {
		words = append(words, difftest.Pick(s.Random, randomTexts...), strings.Repeat(string(rune('a'+s.IntN(26))), s.IntN(40)), strconv.Itoa(s.IntN(1_000_000)))
	}
	return s.Join(difftest.Pick(s.Random, 3, 50, 300), func() string { return difftest.Pick(s.Random, words...) })
}

var randomPaths = []string{"in.yaml", "in.yaml", "t.j2", "data.txt", "dir", "dir/", "dir/a.txt", "dir//a.txt", "dir/../in.yaml", "./data.txt", "only.yml", "nope", "nope.yaml", "", ".", "..", "/wd/data.txt", "dir/a.txt/", "in.yaml/x", "sub/../in.yaml"}

func (s snippets) path() string { return jsonText(difftest.Pick(s.Random, randomPaths...)) }

// call gives a call of a native function.
func (s snippets) call() string {
	native := func(name string, args ...string) string {
		return "std.native('" + name + "')(" + strings.Join(args, ", ") + ")"
	}
	switch s.IntN(20) {
	case 0, 1:
		return native("yaml_load", "'in.yaml'")
	case 2, 3, 4:
		return native("yaml_load_stream", "'in.yaml'")
	case 5:
		return native(difftest.Pick(s.Random, "yaml_load", "yaml_load_stream", "file_read", "file_exists"), s.path())
	case 6:
		return difftest.Pick(s.Random, "std.sort("+native("dir_files_list", s.path())+")", native("dir_files_read", s.path()), native("file_exists", s.path()))
	case 7, 8:
		return native("yaml_dump", s.value(s.json(4)))
	case 9:
		return native("yaml_dump_stream", s.value("["+s.json(3)+", "+s.json(2)+"]"))
	case 10:
		return native("yaml_dump_stream", s.value(s.json(2)))
	case 11:
		return native("sha256_string", jsonText(s.long()))
	case 12, 13:
		return native("gzip_b64", jsonText(s.long()))
	case 14, 15:
		return native("jsonschema_validate", s.value(s.json(3)), s.value(s.schema(2)))
	case 16:
		return native(difftest.Pick(s.Random, slices.Sorted(maps.Keys(unaryNatives))...), difftest.Pick(s.Random, "1", "null", "true", "[]", "{}", "1.5", "'1'", "''"))
	}
	return native("jinja2_render_file", "'t.j2'", s.value(s.context()))
}

var unaryNatives = map[string]bool{"yaml_load": true, "yaml_load_stream": true, "yaml_dump": true, "yaml_dump_stream": true, "file_read": true, "file_exists": true, "sha256_string": true, "gzip_b64": true}

var randomFiles = []string{"/wd/vendor/in.yaml", "/wd/vendor/t.j2", "/wd/data.txt", "/wd/vendor/dir/a.txt", "/wd/vendor/dir/deep/b.txt", "/wd/dir/c.txt", "/wd/only.yml"}

func (s snippets) request() *tree.Node {
	files := tree.NewMap()
	for _, name := range randomFiles {
		text := difftest.Pick(s.Random, randomTexts...)
		switch name {
		case "/wd/vendor/in.yaml":
			text = difftest.YAML(s.Random, nil)
		case "/wd/vendor/t.j2":
			text = s.template(3)
		case "/wd/only.yml":
			text = s.WholeYAML(2)
		}
		files.Fields = append(files.Fields, tree.Entry(name, tree.NewString(text)))
	}
	code := s.call()
	if s.One(6) {
		code = "[" + code + ", " + s.call() + "]"
	}
	return tree.NewMap(tree.Entry("files", files), tree.Entry("code", tree.NewString(code)))
}

func oursEvaluated(vm *VM) func(*tree.Node) (difftest.Answer, bool) {
	return func(request *tree.Node) (difftest.Answer, bool) {
		code := request.Get("code")
		if code == nil || request.Get("files") == nil || strings.Contains(code.Text, "import") {
			return difftest.Answer{}, false
		}
		texts := map[string]string{"/code/main.jsonnet": code.Text}
		for _, f := range request.Get("files").Fields {
			texts[f.Key.Text] = f.Value.Text
		}
		if len(texts) <= len(randomFiles) {
			return difftest.Answer{}, false // folders must be there
		}
		got, err := vm.text(context.Background(), Input{FS: files(texts), File: "/code/main.jsonnet", SearchPaths: []string{"/wd/vendor", "/wd"}, Target: "c"})
		if err != nil {
			return difftest.Answer{Error: err.Error()}, true
		}
		return difftest.Answer{Text: got}, true
	}
}

// refused gives the deviation of what a native function refuses with words.
func refused(row, words string) difftest.Deviation {
	pattern := regexp.MustCompile(words)
	return difftest.Deviation{Row: row, Applies: func(_ *tree.Node, ours, theirs difftest.Answer) bool {
		return theirs.Error == "" && pattern.MatchString(ours.Error)
	}}
}

// assignment is the beginning of a tag that assigns a name.
var assignment = regexp.MustCompile(`(\{%[-+]?\s*(?:set|macro)\s+)(\w+)`)

var nativeDeviations = []difftest.Deviation{
	refused("A list of pairs as the variables of a template", "the argument ctx is no object but a value of type list"),
	refused("A tag of scalars, as `!!str`, on a map with the key `=`", "yaml_load.* tag .* has no meaning here"),
	refused("Values that print an address (`{{ x.items }}`, `{{ x\\|map(\"upper\") }}` without `list`)", "cannot be shown"),
	refused("Complex numbers, upper and lower case where it changes the number of characters", "complex numbers|the (upper|lower|title) case of"),
	refused("Filters `urlize`, `striptags`, `wordwrap`, `pprint`, the tag `autoescape`, `%` and `format` on text marked as safe", "marked as safe"),
	refused("Python's attributes with two underscores, `encode`, `translate` and other methods that are seldom used", "the (attribute|method) .* is not supported"),
	refused("References of a schema that lead nowhere or in a circle, after a keyword that decides alone", "jsonschema_validate.*(leads nowhere|refers to itself without end)"),
	{
		Row: "A variable that a block reads (`for`, `with`, `filter`, `call`, `macro`, `set` with a body) and the template assigns further down",
		Applies: func(request *tree.Node, _, _ difftest.Answer) bool {
			return assignment.MatchString(request.Get("files").Get("/wd/vendor/t.j2").Text)
		},
		Without: func(request *tree.Node) *tree.Node {
			out := *request.Get("files")
			out.Fields = slices.Clone(out.Fields)
			for i, f := range out.Fields {
				if f.Key.Text == "/wd/vendor/t.j2" {
					out.Fields[i].Value = tree.NewString(assignment.ReplaceAllString(f.Value.Text, "${1}zz$2"))
				}
			}
			return tree.NewMap(tree.Entry("files", &out), tree.Entry("code", request.Get("code")))
		},
	},
	refused("A YAML alias inside the value that it names", "stands inside the value it names"),
	refused("What a YAML file holds and no value is made of: tags on maps that `<<` merges or `!!pairs` takes apart, `<<` as a value in them",
		"yaml_load.*(has no meaning here|can be merged with `<<`|an ordered map|stands where a value is expected|is no valid|cannot be a key)"),
}

// TestOracleRandomNatives compares calls of native functions.
func TestOracleRandomNatives(t *testing.T) {
	difftest.Area{
		Script: "testdata/natives.py", Ours: oursEvaluated(New(testLib())), Deviations: nativeDeviations, Answered: 40,
		Make: func(r *rand.Rand) *tree.Node { return snippets{difftest.Random{Rand: r}}.request() },
	}.Compare(t)
}
