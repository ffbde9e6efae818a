package postprocess

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// randomScalars are what one dialect of YAML or another, Python or Jsonnet takes
// for something else than it looks.
var randomScalars = []string{
	"a", "text", "a b", "it's", "é", "😀", "'-'", "-a", "a-b", "1", "-1", "0", "-0", "1.0", "-0.0", "0.1", "1.5e-7", "1e3", "1.0e+3", "1.0e+20", "1e400", "1_000", "08", "017", "0o17", "0x1F", "0b11",
	"12:30:45", "1:30", "9007199254740993", "9223372036854775807", "123456789012345678", "~", "null", "Null", "yes", "No", "on", "y", "n", "True", "=", "''", `""`, "'5'", "'it''s'", `"a\tb"`, `"a\nb\n"`,
	`"a\n\nb"`, `" lead"`, `"trail "`, `"é\nb"`, `"\u2028"`, `"\x07"`, `"\0z"`, `"a\\b"`, "{}", "[]", "[[]]", "!!str 5", "!!int '7'", "!!float 3", "!!binary aGk=", "!!null ''", "!!bool 'yes'",
	strings.Repeat("word ", 30) + "end", strings.Repeat("x", 130), "'#a'", "a#b", "':a'", "'?a'", "'- a'", "'@a'", "'&a'", "'*a'", "'!a'", "'|'", "'>'", "http://a/b?c=d", "$x", "'${a:b}'", "'?{vaultkv:a/b}'",
}

// rareScalars make the reference fail, nearly always. An integer of more than 64
// bits, which is in testdata, ends its process where a native is called after it.
var rareScalars = []string{"2001-01-01", "2001-12-14t21:59:43.10-05:00", ".inf", ".nan", "!!set {a}", "!foo x", "<<", "*none", "\"\\q\"", "2001-13-01", "!!int x"}

var randomKeys = []string{"a", "b", "c", "kind", "metadata", "name", "namespace", "é", "'1'", "'yes'", "long key with blanks", "'a:b'", "''", "z.y/x", "annotations"}

var rareKeys = []string{"1", "~", "yes", "1.5", "2001-01-01", "[a]", "!!binary aGk="}

type random struct {
	*rand.Rand
	anchors int
	files   []string // those that are there
}

func pick[T any](r *random, list []T) T { return list[r.IntN(len(list))] }

func (r *random) one(in int) bool { return r.IntN(in) == 0 }

// value gives a value in flow style, with anchors and aliases.
func (r *random) value(depth int) string {
	if r.anchors > 0 && r.one(8) {
		return fmt.Sprintf("*n%d ", r.IntN(r.anchors))
	}
	text := r.plainValue(depth)
	if r.one(6) && !strings.HasPrefix(text, "*") {
		r.anchors++
		return fmt.Sprintf("&n%d %s", r.anchors-1, text)
	}
	return text
}

func (r *random) plainValue(depth int) string {
	switch n := r.IntN(10); {
	case depth > 0 && n < 3:
		var parts []string
		if r.anchors > 0 && r.one(5) {
			parts = append(parts, fmt.Sprintf("<<: *n%d ", r.IntN(r.anchors)))
		}
		for range r.IntN(4) {
			parts = append(parts, r.key()+": "+r.value(depth-1))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case depth > 0 && n < 5:
		var parts []string
		for range r.IntN(4) {
			parts = append(parts, r.value(depth-1))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case r.one(400):
		return pick(r, rareScalars)
	}
	return pick(r, randomScalars)
}

func (r *random) key() string {
	if r.one(500) {
		return pick(r, rareKeys)
	}
	return pick(r, randomKeys)
}

// object gives a document as manifests are, in block style.
func (r *random) object() string {
	var b strings.Builder
	if !r.one(40) {
		fmt.Fprintf(&b, "kind: %s\n", pick(r, []string{"Role", "Service", "'A'"}))
	}
	if !r.one(40) {
		fmt.Fprintf(&b, "metadata:\n  name: %s\n", pick(r, []string{"a", "b", "'1'"}))
	}
	for i := range r.IntN(4) {
		switch r.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "block%d: %s\n  line one\n\n   line two \n", i, pick(r, []string{"|", "|-", "|+", ">", ">-"}))
		case 1:
			fmt.Fprintf(&b, "list%d:\n- %s\n- - %s\n  - %s\n", i, r.value(1), r.value(1), r.value(0))
		case 2:
			fmt.Fprintf(&b, "# remark\nmap%d: # more\n    deep: %s\n", i, r.value(2))
		default:
			fmt.Fprintf(&b, "field%d: %s\n", i, r.value(3))
		}
	}
	return b.String()
}

// file gives a file of YAML documents, or something else.
func (r *random) file() string {
	if r.one(40) {
		return pick(r, []string{"a: b: c\n", "\tx: 1\n", "{", "%YAML 1.2\n---\na: 1\n", "\ufeffa: 1\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2", "- a\n b\n", "--- |\n text\n...\n--- x\n", "a: 'x\n\n  y'\n", "? a\n: b\n", "a:\n- b\n-c\n"})
	}
	var b strings.Builder
	if r.one(4) {
		b.WriteString("---\n")
	}
	for i := range pick(r, []int{0, 1, 1, 1, 1, 2, 3, 4}) {
		if i > 0 {
			b.WriteString(pick(r, []string{"---\n", "---\n", "--- # next\n", "...\n---\n", "---\n---\n"}))
		}
		r.anchors = 0
		switch r.IntN(30) {
		case 0:
			b.WriteString("null\n")
		case 1:
			b.WriteString("# nothing\n")
		case 2:
			b.WriteString(r.value(2) + "\n")
		default:
			b.WriteString(r.object())
		}
	}
	return b.String()
}

var randomNames = []string{"a.yaml", "b.yml", "c", ".hidden", "d.part.yaml", "e.json", "sp ace.yaml", "ünï.yaml", "x/f.yaml", "x/g.yaml", "x/y/h.yaml", "x/.i.yaml"}

var randomFolders = []string{"", ".", "x", "x/", "./x//y", "none", "a.yaml", "x/../x"}

// randomPrograms have $f for a file, $d for a folder, $v for a value.
var randomPrograms = []string{
	"{ out: com.yaml_load_all($f) }",
	"{ out: com.yaml_load_all($f), 'x/other': com.yaml_load_all($f) }",
	"{ out: com.yaml_load($f) }",
	"{ [std.strReplace(name, '/', '_')]: com.yaml_load_all($d + '/' + name) for name in std.sort(com.list_dir($d)) }",
	"com.fixupDir($d, function(o) o + $v)",
	"com.fixupDir($d, function(o) if std.isObject(o) then o { metadata+: { labels+: $v } } else o)",
	"{ list: std.sort(com.list_dir($d)), count: std.length(com.list_dir($d)) }",
	"{ out: com.patchNamespace($f, 'ns') }",
	"{ out: com.patchNamespace($f, 'ns', ['Role'], [{ kind: 'Role', name: 'a' }]) }",
	"com.addNamespaceToHelmOutput($d, 'ns') + { extra: $v }",
	"{ a: $v, 'x/f': $v, 'b.c': [$v, $v], none: null }",
	"{ text: std.manifestYamlDoc(com.yaml_load_all($f)), json: std.manifestJsonEx(com.yaml_load_all($f), '  ') }",
	"{ same: com.yaml_load_all($f) == com.yaml_load_all($f), size: std.length(std.toString(com.yaml_load_all($f))) }",
	"{ inv: com.inventory().parameters.value, keys: std.objectFields(com.inventory()) }",
	"{ args: [std.extVar(v) for v in ['one', 'target', 'component', 'output_path']] }",
	"{ merged: std.foldl(function(all, o) if std.isObject(o) then all + o else all, com.yaml_load_all($f), {}) }",
	"{ pruned: std.prune(com.yaml_load_all($f)) }",
	"{ lazy: std.length([com.yaml_load_all($f)]) }",
	"{ typed: [std.type(d) for d in com.yaml_load_all($f)] }",
	"[com.yaml_load_all($f)]",
	"{ first: com.yaml_load_all($f)[0].metadata.name }",
}

var randomValues = []string{"1", "1.0", "-0", "1e20", "0.1", "1e-7", "'text'", "'a\\nb\\n'", "null", "true", "[]", "{}", "{ a+: { b: 1 } }", "[{ a: [1, [2]] }, 'x']", "'é'", "'yes'", "com.inventory().parameters.value", "'" + strings.Repeat("word ", 25) + "'"}

func (r *random) program() string {
	text := pick(r, randomPrograms)
	replace := func(letter string, with func() string) {
		for strings.Contains(text, letter) {
			text = strings.Replace(text, letter, with(), 1)
		}
	}
	replace("$f", func() string {
		if r.one(20) {
			return "(out + '/" + pick(r, randomNames) + "')"
		}
		return "('" + output + "/" + pick(r, r.files) + "')"
	})
	replace("$d", func() string { return pick(r, []string{"out", "out", "out", "(out + '/')", "(out + '/x')"}) })
	replace("$v", func() string { return pick(r, randomValues) })
	return "local com = import 'lib/commodore.libjsonnet';\nlocal out = std.extVar('output_path');\n" + text + "\n"
}

// definition gives an entry of filters, mostly a valid one.
func (r *random) definition(i int) string {
	folder := pick(r, randomFolders)
	if !r.one(8) {
		folder = path.Dir(pick(r, r.files))
	}
	enabled := pick(r, []string{"", "", "", "", "", "", ", enabled: true", ", enabled: false", ", enabled: 'yes'", ", other: [1, null]"})
	kind := "jsonnet"
	if r.one(30) {
		kind = pick(r, []string{"Jsonnet", "5", "null", "''"})
	}
	if r.one(3) && kind == "jsonnet" {
		args := "namespace: " + pick(r, []string{"ns", "'a b'", "ns", "ns", "'1'", "yes"})
		if r.one(30) {
			args = pick(r, []string{"a: b", "x: y", "namespace: 5", "namespace: null"})
		}
		args += pick(r, []string{"", ", create_namespace: true", ", create_namespace: false", ", create_namespace: 'true'", ", create_namespace: True", ""})
		args += pick(r, []string{"", "", ", exclude_objects: []", ", exclude_objects: [{kind: Role, name: a}]", ", exclude_objects: [{name: b, kind: Service}, {kind: A, name: '1', x: [1.0, é]}]", ", exclude_objects: [{kind: 'a|b', name: c}]", ", exclude_objects: ''", ", exclude_objects: {}"})
		return fmt.Sprintf("{type: builtin, path: '%s', filter: helm_namespace, filterargs: {%s}%s}", folder, args, enabled)
	}
	file := fmt.Sprintf("f%d.jsonnet", i)
	if r.one(15) {
		file = pick(r, []string{"./" + file, "absent.jsonnet", "''", "/@component/" + file})
	}
	args := pick(r, []string{", filterargs: {one: a}", ", filterargs: {one: '1', target: z}", ", filterargs: {one: ''}", ", filterargs: {one: b}", ", filterargs: {one: c}", ", filterargs: {one: c}", ", filterargs: {one: [a]}"})
	if !r.one(4) {
		args = ", filterargs: {one: a}"
	}
	return fmt.Sprintf("{type: %s, path: '%s', filter: '%s'%s%s}", kind, folder, file, args, enabled)
}

func randomJob(r *random) job {
	j := job{component: map[string]string{}, compiled: map[string]string{}}
	r.files = nil
	for range 1 + r.IntN(5) {
		name := pick(r, randomNames)
		j.compiled[name] = r.file()
		r.files = append(r.files, name)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "value: %s\ncommodore:\n  postprocess:\n    filters:\n", pick(r, []string{"1", "[1.5, {a: b}]", "text", "{x: {y: ~}}", "'2001-01-01'", "9223372036854775807"}))
	for i := range 1 + r.IntN(3) {
		fmt.Fprintf(&text, "      - %s\n", r.definition(i))
		j.component[fmt.Sprintf("f%d.jsonnet", i)] = r.program()
	}
	docs, err := pyyaml.ReadCore("class.yml", []byte(text.String()))
	if err != nil {
		panic(fmt.Sprintf("bug: %v\n%s", err, text.String()))
	}
	j.parameters = docs[0]
	return j
}

// texts gives the files of a part of a request, or false.
func texts(n *tree.Node) (map[string]string, bool) {
	if n == nil || n.Kind != tree.Map {
		return nil, false
	}
	out := map[string]string{}
	for _, f := range n.Fields {
		out[f.Key.Text] = f.Value.Text
	}
	return out, true
}

func oursFiltered(t *testing.T) func(*tree.Node) (difftest.Answer, bool) {
	vm := jsonnetvm.New(jsonnet.Lib).Filters()
	return func(request *tree.Node) (difftest.Answer, bool) {
		j := job{parameters: request.Get("parameters")}
		var ok, also bool
		j.component, ok = texts(request.Get("component"))
		j.compiled, also = texts(request.Get("compiled"))
		if !ok || !also || j.parameters == nil || j.parameters.Kind != tree.Map {
			return difftest.Answer{}, false
		}
		a := j.run(t, vm)
		if a.Error != "" {
			return difftest.Answer{Error: a.Error}, true
		}
		text, err := json.Marshal(answer{Said: "Postprocessing...\n" + a.Said, Files: a.Files})
		if err != nil {
			panic("bug: " + err.Error())
		}
		return difftest.Answer{Text: string(text)}, true
	}
}

// sameAnswers overlooks where lines are broken that hold a path, as those of the
// reference's folder have another length.
func sameAnswers(t *testing.T) func(ours, theirs difftest.Answer) bool {
	return func(ours, theirs difftest.Answer) bool {
		if (ours.Error == "") != (theirs.Error == "") {
			return false
		}
		a, b := parseAnswer(t, ours), parseAnswer(t, theirs)
		return ours.Error != "" || a.Said == b.Said && maps.EqualFunc(a.Files, b.Files, func(a, b string) bool {
			return a == b || strings.Contains(a, workDir) && slices.Equal(strings.Fields(a), strings.Fields(b))
		})
	}
}

// TestOracleRandomFilters compares random files, programs and definitions.
func TestOracleRandomFilters(t *testing.T) {
	difftest.Area{
		Script: "testdata/oracle.py", Ours: oursFiltered(t), Same: sameAnswers(t), Answered: 40,
		Make: func(r *rand.Rand) *tree.Node { return randomJob(&random{Rand: r}).request() },
	}.Compare(t)
}
