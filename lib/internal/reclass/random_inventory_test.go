package reclass

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/difftest"
	"github.com/azogue-build/azogue/lib/tree"
)

var (
	topKeys = []string{"a", "b", "c", "d", "e", "f"}
	subKeys = []string{"x", "y", "z"}
)

// randomScalars are plain values; randomOdd have escapes and what looks like a
// reference.
var (
	randomScalars = []string{
		"1", "2", "-3", "0x1f", "1.5", "2.0", "1e3", "1e30", "1.5e-7", "true", "false", "100000000000000000000.0", "18446744073709551615", "null", "~", "foo", "'bar'", "s", "'é'", `"q\"\n"`,
		"''", "x", "y", "k", "yes", "'1'", "0.1", "-0.0", ".inf", "2001-01-01",
	}
	randomOdd = []string{
		`'\${a}'`, `'x\\${s1}'`, `'a\b ${s1}'`, `'$[ x ]'`, `'\$[a] ${s2}'`, `'${s1}$'`, `'}\} ${s1}'`, `'${s1\}}'`, `'$'`, `'${s1}\\}'`, `'\\\${s1}'`, `'${nope::a\}b}'`, `'${nope::\\}'`,
		`'$[ \} ] \\${s1}'`, `'\\\\${s1}\\'`, `'${m:x\\}'`, `'${}'`, `'${'`, `'}'`, `'$${s1}'`, `'{${s1}}'`, `"${s1}\n${s2}"`, `'\\${s1}${s2}'`, `'${m:\x}'`,
	}
	randomDefaults = []string{
		"1", "foo", "[1, 2]", "", "true", "null", `{q: 1\}`, "~", "[", "[''x'']", "a:b", "2.50", "é", "a::b", ":", "0x1F", `{<<: {q: 1\}\}`, "''", `"a"`, "!foo x", "*a", "- a", "a: b", "# c", " s ", "2001-01-01",
	}
	badPaths = []string{"nope", "s1:x", "l:0", "m:q", "b1:z", "a:x:y:z:q", "", "m:", "n1:x", ":", "m::x"}
)

// inventories makes the files of one inventory. In one with types, a key holds
// the same kind of value everywhere, so that merges work.
type inventories struct {
	difftest.Random
	mistakes  float64 // the share of what is likely to fail
	odd       float64
	refs      float64 // the share of values that are references
	loops     float64 // the share of references to keys that may refer back
	constants bool
	typed     bool
	types     map[string]string
}

func (g *inventories) chance(p float64) bool { return g.Float64() < p }

func newInventories(r difftest.Random) *inventories {
	g := &inventories{Random: r, types: map[string]string{}}
	g.mistakes = difftest.Pick(r, 0, 0, 0.02, 0.1)
	g.odd = difftest.Pick(r, 0, 0, 0.05, 0.2)
	g.refs = difftest.Pick(r, 0.1, 0.25, 0.5)
	g.loops = difftest.Pick(r, 0, 0, 0, 0.1, 0.5)
	g.constants = r.One(4)
	g.typed = !r.One(4)
	for _, k := range topKeys {
		g.types[k] = difftest.Pick(r, "map", "map", "map", "list", "scalar")
		for _, x := range subKeys {
			g.types[k+":"+x] = difftest.Pick(r, "map", "list", "scalar", "scalar")
		}
	}
	return g
}

// path gives the path of a reference from below the top-level key.
func (g *inventories) path(below string) string {
	if g.chance(g.mistakes) {
		return difftest.Pick(g.Random, badPaths...)
	}
	paths := []string{"s1", "s2", "s3", "n1", "b1", "m:x", "m:y", "m:z", "m:k:x", "m", "l", "inst::z", "_reclass_:name:short"}
	anywhere := g.chance(g.loops)
	for _, k := range topKeys {
		if k >= below && !anywhere {
			break
		}
		paths = append(paths, k, k)
		if g.typed && g.types[k] != "map" {
			continue
		}
		for _, x := range subKeys {
			paths = append(paths, k+":"+x)
			if !g.typed || g.types[k+":"+x] == "map" {
				paths = append(paths, k+":"+x+":"+difftest.Pick(g.Random, subKeys...))
			}
		}
	}
	return difftest.Pick(g.Random, paths...)
}

func (g *inventories) reference(below string, depth int) string {
	p := g.path(below)
	switch n := g.IntN(20); {
	case n < 1 && depth < 2:
		p = "m:" + g.reference(below, depth+1)
	case n < 2:
		p = "m:${kx}"
	case n < 4:
		value := difftest.Pick(g.Random, randomDefaults...)
		if depth < 2 && g.One(8) {
			value = g.reference(below, depth+1)
		}
		p = difftest.Pick(g.Random, "nope", "m:nope", p) + "::" + value
	}
	return "${" + p + "}"
}

func (g *inventories) text(below string) string {
	if g.One(2) {
		return "'" + g.reference(below, 0) + "'"
	}
	s := difftest.Pick(g.Random, "", "x", "-", " ") + g.reference(below, 0)
	if g.One(2) {
		s += difftest.Pick(g.Random, "", "x", "-", " ") + g.reference(below, 0)
	}
	return "'" + s + difftest.Pick(g.Random, "y", "", "!") + "'"
}

func (g *inventories) scalar() string {
	if g.chance(g.odd) {
		return difftest.Pick(g.Random, randomOdd...)
	}
	return difftest.Pick(g.Random, randomScalars...)
}

// key gives a key with a prefix now and then, in quotes where it needs them.
func (g *inventories) key(k string) string {
	if g.One(12) {
		mark := "~"
		if g.constants && g.One(3) {
			mark = "="
		}
		k = mark + k
	}
	if g.chance(g.odd / 4) {
		k = difftest.Pick(g.Random, "~~", "~=", "=~", "~~~", "~~~~", "==") + k
	}
	if g.chance(g.odd / 4) {
		return difftest.Pick(g.Random, "1", "true", "1.0", "null", "2", "false", "0", "'1'", "''")
	}
	if strings.ContainsAny(k[:1], "~=") {
		return "'" + k + "'"
	}
	return k
}

// value gives a value of a kind, or of any.
func (g *inventories) value(at, kind string, depth int) string {
	top, _, _ := strings.Cut(at, ":")
	if g.chance(g.refs) {
		if kind == "" || kind == "scalar" || g.chance(g.mistakes) {
			return g.text(top)
		}
		var same []string
		for _, k := range topKeys {
			if k < top && g.types[k] == kind {
				same = append(same, k)
			}
		}
		if len(same) > 0 {
			return "'${" + difftest.Pick(g.Random, same...) + "}'"
		}
	}
	switch {
	case g.One(30):
		return "null"
	case kind == "" && depth < 4:
		kind = difftest.Pick(g.Random, "map", "list", "scalar", "scalar", "scalar")
	}
	switch kind {
	case "map":
		return g.mapping(at, depth)
	case "list":
		var items []string
		for range difftest.Pick(g.Random, 0, 1, 1, 2) {
			items = append(items, g.value(at, difftest.Pick(g.Random, "scalar", "scalar", ""), depth+1))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return g.scalar()
}

func (g *inventories) mapping(at string, depth int) string {
	var parts, seen []string
	for range difftest.Pick(g.Random, 0, 1, 1, 2, 2, 3) {
		k := difftest.Pick(g.Random, append(subKeys, "x", "y", "z", "w", "v")...)
		key := g.key(k)
		if slices.Contains(seen, key) || g.odd == 0 && slices.Contains(seen, k) {
			continue
		}
		seen = append(seen, key, k)
		kind := ""
		if g.typed {
			kind = "scalar"
		}
		if t := g.types[at+":"+k]; g.typed && t != "" {
			kind = t
		}
		parts = append(parts, key+": "+g.value(at+":"+k, kind, depth+1))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (g *inventories) parameters() []string {
	var lines, seen []string
	add := func(key, value string) {
		if !slices.Contains(seen, key) {
			seen, lines = append(seen, key), append(lines, key+": "+value)
		}
	}
	for range difftest.Pick(g.Random, 0, 1, 2, 3) {
		k := difftest.Pick(g.Random, topKeys...)
		kind, key := "", g.key(k)
		if g.typed && !g.chance(g.mistakes) {
			kind = g.types[k]
		} else if !g.One(5) {
			key = "'~" + k + "'"
		}
		add(key, g.value(k, kind, 0))
		if g.chance(g.odd) {
			add(difftest.Pick(g.Random, "'~", "'=")+k+"'", g.value(k, "", 0))
		}
	}
	return lines
}

func (g *inventories) applications() []string {
	var list []string
	for range difftest.Pick(g.Random, 0, 0, 1, 2, 3) {
		list = append(list, "'"+difftest.Pick(g.Random, "", "", "~")+difftest.Pick(g.Random, "p", "q", "r", "p as q", "1", "true", "${s1}")+"'")
	}
	if g.One(20) {
		list = append(list, difftest.Pick(g.Random, "1.0", "0x1F", "true", "~", "null", "1e3", "-0"))
	}
	return list
}

// file gives a class or target file.
func (g *inventories) file(classes, applications, parameters []string) string {
	text := ""
	if len(classes) > 0 {
		text += "classes: ['" + strings.Join(classes, "', '") + "']\n"
	}
	if len(applications) > 0 {
		text += "applications: [" + strings.Join(applications, ", ") + "]\n"
	}
	if len(parameters) > 0 {
		text += "parameters:\n  " + strings.Join(parameters, "\n  ") + "\n"
	}
	return text
}

// base gives the parameters that references look for.
func (g *inventories) base() []string {
	lines := []string{
		"s1: " + difftest.Pick(g.Random, "foo", "x", "y"), "s2: 'v-${s1}'", "s3: '${s2}'", "n1: " + difftest.Pick(g.Random, "1", "1", "1", "2.5"), "b1: " + difftest.Pick(g.Random, "true", "null"),
		"m: {x: '${s1}', y: {x: 1, y: [1, '${s2}']}, z: x, k: {x: '${n1}'}}", "l: [1, '${s1}', {q: '${n1}'}]", "kx: " + difftest.Pick(g.Random, subKeys...), "cls: c0",
	}
	if g.One(2) {
		lines = append(lines, "inst: z")
	}
	for _, k := range topKeys {
		switch {
		case !g.typed:
		case g.types[k] == "list":
			lines = append(lines, k+": ['${s1}']")
		case g.types[k] == "scalar":
			lines = append(lines, k+": k")
		default:
			var parts []string
			for _, x := range subKeys {
				value := map[string]string{"map": "{x: 1, y: '${s1}', z: q}", "list": "[1]", "scalar": difftest.Pick(g.Random, "1", "foo", "'${m:x}'")}[g.types[k+":"+x]]
				parts = append(parts, x+": "+value)
			}
			lines = append(lines, k+": {"+strings.Join(parts, ", ")+"}")
		}
	}
	return lines
}

func className(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(file, ".yml"), "/init"), "/", ".")
}

// classes gives the files of the classes, in an order in which each includes
// only earlier ones.
func (g *inventories) classes(files map[string]string) []string {
	var names []string
	for i := range 2 + g.IntN(6) {
		file := fmt.Sprintf("%sc%d.yml", difftest.Pick(g.Random, "", "", "g/", "g/h/", "t.x/"), i)
		if g.One(10) {
			file = strings.TrimSuffix(file, ".yml") + "/init.yml"
		}
		var includes []string
		for _, name := range names {
			if g.One(3) {
				if g.One(15) {
					name = difftest.Pick(g.Random, ".", "..", "...") + path.Base(strings.ReplaceAll(name, ".", "/"))
				}
				includes = append(includes, name)
			}
		}
		if i >= 2 && g.One(7) {
			includes = append(includes, difftest.Pick(g.Random, "${cls}", "c${n1}", "${m:z}", "g.${cls}", ".${cls}", "${s1}"))
		}
		if g.chance(g.loops) && g.One(20) {
			includes = append(includes, fmt.Sprintf("c%d", g.IntN(8)))
		}
		files["classes/"+file] = g.file(includes, g.applications(), g.parameters())
		names = append(names, className(file))
	}
	return names
}

func (g *inventories) files() map[string]string {
	files := map[string]string{}
	names := g.classes(files)
	files["classes/base.yml"] = g.file(nil, nil, g.base())
	if g.One(2) {
		g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	}
	for _, target := range []string{"n", "o", "p"}[:difftest.Pick(g.Random, 1, 1, 3)] {
		includes := []string{"base"}
		if g.One(30) {
			includes = nil
		}
		for _, name := range names {
			if g.IntN(10) < 7 {
				includes = append(includes, name)
			}
		}
		switch g.IntN(20) {
		case 0:
			includes = append(includes, "missing.class")
		case 1, 2:
			includes = append(includes, difftest.Pick(g.Random, "${cls}", "c${n1}", "${m:k:x}", "${nope}"))
		}
		files["targets/"+target+".yml"] = g.file(includes, g.applications(), g.parameters())
	}
	return files
}

func fileMap(files map[string]string) *tree.Node {
	out := tree.NewMap()
	for _, name := range sortedNames(files) {
		out.Fields = append(out.Fields, tree.Entry(name, tree.NewString(files[name])))
	}
	return out
}
