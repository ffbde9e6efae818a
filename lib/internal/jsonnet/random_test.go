package jsonnet

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	randomFor  = flag.Duration("for", 0, "how long random programs are compared with go-jsonnet, instead of 2000 of them")
	randomSeed = flag.Uint64("seed", 1, "seed of the random programs")
)

// TestRandom compares random programs with go-jsonnet. A program depends on the
// seed and its own number only. Most have a value: where both fail, little is
// compared.
func TestRandom(t *testing.T) {
	const most, shown = 2000, 5
	start, alike, failed, different := time.Now(), 0, 0, 0
	number := 0
	for ; (*randomFor > 0 && time.Since(start) < *randomFor || *randomFor == 0 && number < most) && different < shown; number++ {
		g := &generator{Rand: rand.New(rand.NewPCG(*randomSeed, uint64(number)))}
		program := g.program()
		want, d := compared(program)
		switch {
		case d != "":
			different++
			small := shrunk(program)
			_, d = compared(small)
			t.Errorf("program %d of seed %d, made smaller:\n%s\n%s", number, *randomSeed, small, d)
		case want.err != nil:
			failed++
			if testing.Verbose() && failed <= 20 {
				t.Logf("fails: %.150s", strings.ReplaceAll(want.err.Error(), "\n", " "))
			}
		default:
			alike++
		}
	}
	t.Logf("seed %d: %d programs in %s, %d alike, %d failed alike, %d differ", *randomSeed, number, time.Since(start).Round(time.Second), alike, failed, different)
	if alike*100 < number*80 {
		t.Errorf("%d of %d programs have a value, want 80%%: they say little", alike, number)
	}
}

// heard gives the lines of a trace that are new. go-jsonnet evaluates an object's
// locals once for each field that uses them, and a key for each comparison.
func heard(trace string) string {
	seen := map[string]bool{}
	var b strings.Builder
	for line := range strings.Lines(trace) {
		if !seen[line] {
			b.WriteString(line)
		}
		seen[line] = true
	}
	return b.String()
}

// compared gives go-jsonnet's result, and how ours differs.
func compared(program *part) (result, string) {
	text := program.String()
	files := map[string]string{"program": text}
	got, want := evaluated(context.Background(), files), wanted(files)
	switch {
	case (got.err != nil) != (want.err != nil), got.text != want.text:
		return want, fmt.Sprintf(" got %s\nwant %s", got, want)
	case want.err == nil && heard(got.trace) != heard(want.trace):
		return want, fmt.Sprintf("traces\n got %s\nwant %s", got.trace, want.trace)
	}
	return want, ""
}

// part is a piece of a program: text, or an expression of a kind with parts.
type part struct {
	kind  byte
	text  string
	parts []*part
}

func (p *part) String() string {
	var b strings.Builder
	p.write(&b)
	return b.String()
}

func (p *part) write(b *strings.Builder) {
	b.WriteString(p.text)
	for _, inner := range p.parts {
		inner.write(b)
	}
}

// expressions calls each with the expressions in p until it gives false.
func (p *part) expressions(each func(*part) bool) bool {
	if p.kind != 0 && !each(p) {
		return false
	}
	for _, inner := range p.parts {
		if !inner.expressions(each) {
			return false
		}
	}
	return true
}

// shrunk gives a smaller program that still differs, by putting a literal, or an
// expression that is in another one, in its place.
func shrunk(program *part) *part {
	for again := true; again; {
		again = false
		program.expressions(func(p *part) bool {
			for _, smaller := range p.smaller() {
				old := *p
				*p = smaller
				if _, d := compared(program); d != "" {
					again = true
					break
				}
				*p = old
			}
			return true
		})
	}
	return program
}

func (p *part) smaller() (list []part) {
	size := len(p.String())
	if text := literals[p.kind][0]; len(text) < size {
		list = append(list, part{kind: p.kind, text: text})
	}
	p.expressions(func(inner *part) bool {
		if inner != p && inner.kind == p.kind {
			list = append(list, *inner)
		}
		return len(list) < 12
	})
	return list
}

// generator makes programs of expressions that have the kind that is wanted.
type generator struct {
	*rand.Rand
	size, names int
}

func (g *generator) one(in int) bool { return g.IntN(in) == 0 }

func pick[T any](g *generator, choices []T) T { return choices[g.IntN(len(choices))] }

// scope is what an expression may use.
type scope struct {
	vars    []variable
	objects []surroundings // the outermost first
}

type variable struct {
	name string
	kind byte
}

// surroundings are the fields that an expression may use of an object around it:
// those whose names come before that of the field it is in, so that none asks for
// itself.
type surroundings struct{ self, super []string }

func (g *generator) program() *part {
	return g.expression(pick(g, []byte("vvvvosn")), 3+g.IntN(5), scope{})
}

// expression gives an expression of a kind.
func (g *generator) expression(kind byte, depth int, s scope) *part {
	g.size++
	switch {
	case g.one(400):
		return &part{kind: kind, text: pick(g, []string{"null", "(error 'asked for')", "{}", "[]", "''", "true", "-1", "1.5"})}
	case kind == 'm':
		return &part{kind: kind, text: g.conversion("dddiuoxXeEfFgGs")}
	case kind == 'M':
		return &part{kind: kind, text: g.conversion("s")}
	case depth <= 0 || g.size > 150 || g.one(8):
		return &part{kind: kind, text: g.leaf(kind, s)}
	case kind == 'o' && !g.one(5):
		return g.object(depth, s)
	case strings.IndexByte("vl", kind) >= 0 && g.one(3):
		return &part{kind: kind, parts: []*part{g.expression(pick(g, []byte(map[byte]string{'v': "nsbatoly", 'l': "at"}[kind])), depth, s)}}
	}
	row := pick(g, rowsOf[kind])
	return &part{kind: kind, parts: g.filled(row, depth-1, s)}
}

// leaf gives a variable, a field of an object around, or a literal.
func (g *generator) leaf(kind byte, s scope) string {
	var all []string
	for _, v := range s.vars {
		if v.kind == kind {
			all = append(all, v.name)
		}
	}
	if n := len(s.objects); n > 0 {
		for _, name := range s.objects[n-1].self {
			if fieldKinds[name] == kind {
				all = append(all, "self."+name)
			}
		}
		for _, name := range s.objects[n-1].super {
			if fieldKinds[name] == kind {
				all = append(all, "super."+name)
			}
		}
		for _, name := range s.objects[0].self {
			if fieldKinds[name] == kind {
				all = append(all, "$."+name)
			}
		}
	}
	if len(all) > 0 && !g.one(4) {
		return pick(g, all)
	}
	return pick(g, literals[kind])
}

// conversion gives a text in quotes, with one conversion of std.format.
func (g *generator) conversion(letters string) string {
	flags := pick(g, []string{"", "", "-", "0", "+", " ", "#", "+0", "-#", "#0", " 0", "-+"})
	size := pick(g, []string{"", "", "", "3", "8", ".0", ".1", "7.3", "12.5", ".10", "2."})
	return "'" + pick(g, []string{"", "x", "%%", "é "}) + "%" + flags + size + string(letters[g.IntN(len(letters))]) + pick(g, []string{"", "|"}) + "'"
}

// filled fills in a row of the table.
func (g *generator) filled(row row, depth int, s scope) (parts []*part) {
	inner := scope{slices.Clone(s.vars), s.objects}
	names := make([]string, len(row.binds))
	for i, kind := range []byte(row.binds) {
		g.names++
		names[i] = "v" + strconv.Itoa(g.names)
		inner.vars = append(inner.vars, variable{names[i], kind})
	}
	outer := s
	from := 0
	for i := 0; i < len(row.text); i++ {
		c := row.text[i]
		switch {
		case c == '#':
			g.names++
			parts = append(parts, &part{text: row.text[from:i] + strconv.Itoa(g.names)})
			from = i + 1
		case c == '{': // what is in it sees another object
			outer.objects = append(slices.Clone(outer.objects), surroundings{})
			inner.objects = outer.objects
		case c == '}':
			outer.objects = outer.objects[:len(outer.objects)-1]
			inner.objects = outer.objects
		case strings.IndexByte("$~@", c) >= 0 && i+1 < len(row.text) && isKind(row.text[i+1]):
			parts = append(parts, &part{text: row.text[from:i]})
			i++
			from = i + 1
			switch kind := row.text[i]; c {
			case '$':
				parts = append(parts, g.expression(kind, depth-g.IntN(2), inner))
			case '~':
				parts = append(parts, g.expression(kind, depth-g.IntN(2), outer))
			default:
				parts = append(parts, &part{text: names[kind-'1']})
			}
		}
	}
	return append(parts, &part{text: row.text[from:]})
}

// isKind tells what names a kind or a variable after $, ~ or @.
func isKind(c byte) bool { return isDigit(c) || literals[c] != nil }

// fieldNames are the fields that objects have; the first letter is the kind.
var fieldNames = []string{"b0", "f0", "n0", "s0", "a0", "t0", "n1", "o1", "s1", "v1", "n2", "o2", "s2"}

var fieldKinds = func() map[string]byte {
	kinds := map[string]byte{}
	for _, name := range fieldNames {
		kinds[name] = name[0]
	}
	return kinds
}()

// object gives a sum of objects that has at least n0 and s0.
func (g *generator) object(depth int, s scope) *part {
	p := &part{kind: 'o'}
	add := func(text string) { p.parts = append(p.parts, &part{text: text}) }
	var below []string
	layers := 1
	if depth > 1 {
		layers += g.IntN(4)
	}
	add("(")
	ends := ")"
	for i := range layers {
		if i > 0 {
			switch g.IntN(4) {
			case 0:
				add(" ")
			case 1:
				add(" + (")
				ends += ")"
			default:
				add(" + ")
			}
		}
		names := []string{}
		for _, name := range fieldNames {
			if i == 0 && (name == "n0" || name == "s0") || g.one(4) {
				names = append(names, name)
			}
		}
		if i > 0 && g.one(12) && depth > 2 {
			p.parts = append(p.parts, g.expression('o', depth-2, s))
			continue
		}
		g.layer(p, names, below, depth-1, s)
		for _, name := range names {
			if !slices.Contains(below, name) {
				below = append(below, name)
			}
		}
	}
	add(ends)
	return p
}

// layer adds an object with fields of the names, onto one that has those below.
func (g *generator) layer(p *part, names, below []string, depth int, s scope) {
	add := func(text string, parts ...*part) {
		p.parts = append(append(p.parts, &part{text: text}), parts...)
	}
	before := func(rank int) (list []string) {
		for _, name := range fieldNames[:rank] {
			if slices.Contains(names, name) || slices.Contains(below, name) {
				list = append(list, name)
			}
		}
		return list
	}
	within := func(rank int) scope {
		around := surroundings{self: before(rank)}
		for _, name := range fieldNames[:min(rank+1, len(fieldNames))] {
			if slices.Contains(below, name) {
				around.super = append(around.super, name)
			}
		}
		return scope{slices.Clone(s.vars), append(slices.Clone(s.objects), around)}
	}
	var local variable
	localRank := len(fieldNames)
	add("{ ")
	if g.one(3) {
		localRank = g.IntN(len(fieldNames))
		g.names++
		local = variable{"v" + strconv.Itoa(g.names), pick(g, []byte("nsatvf"))}
		add("local "+local.name+" = ", g.expression(local.kind, depth-1, within(localRank)))
		add(", ")
	}
	for _, name := range names {
		rank := slices.Index(fieldNames, name)
		inner := within(rank)
		if rank >= localRank {
			inner.vars = append(inner.vars, local)
		}
		if name == "f0" {
			if g.one(2) {
				g.names++
				parameter := "v" + strconv.Itoa(g.names)
				inner.vars = append(inner.vars, variable{parameter, 'n'})
				add("f0("+parameter+"):: ", g.expression('n', depth-1, inner))
			} else {
				add("f0:: ", g.expression('f', depth-1, inner))
			}
		} else {
			add(g.fieldName(name)+g.colons(name), g.expression(fieldKinds[name], depth-1, inner))
		}
		add(", ")
	}
	if g.one(5) {
		add("assert ", g.expression('b', 1, within(len(fieldNames))))
		add(" || true : ", g.expression('s', 1, within(len(fieldNames))))
	}
	if g.one(15) {
		add(pick(g, []string{", x: 1", ", ['x' + 'y']: 2", ", [null]: 3", ", 'a b'+: 4", ", [if true then 'z']: 5"}))
	}
	add(" }")
	clean(p)
}

// clean takes away doubled commas.
func clean(p *part) {
	for i, q := range p.parts[1:] {
		if before := p.parts[i]; strings.HasPrefix(q.text, ", ") && before.text == ", " {
			before.text = ""
		}
	}
}

func (g *generator) fieldName(name string) string {
	switch g.IntN(8) {
	case 0:
		return "'" + name + "'"
	case 1:
		return "['" + name + "']"
	case 2:
		return "['" + name[:1] + "' + " + name[1:] + "]"
	}
	return name
}

func (g *generator) colons(name string) string {
	plus := ""
	if !strings.ContainsAny(name[:1], "bv") && g.one(3) {
		plus = "+"
	}
	return plus + pick(g, []string{": ", ": ", ": ", ": ", ":: ", "::: "})
}
