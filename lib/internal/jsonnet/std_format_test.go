package jsonnet

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

var formatPrograms = []string{
	// text and %
	`std.format("", [])`, `std.format("abc", [])`, `std.format("100%%", [])`, `"%%" % []`, `"%5%|%-5%|%05%|%.3%" % []`, `"%%%s%%" % "x"`, `"ä%sö😀%s" % ["ü", "é"]`, `"%s" % []`, `"%s%s" % ["a"]`, `"%s" % ["a", "b"]`, `"" % "x"`, `"" % {}`, `"x" % { a: 1 }`,
	// strings
	`"%s" % "x"`, `"%s" % null`, `"%s" % true`, `"%s" % 1`, `"%s" % 1.5`, `"%s" % [[]]`, `"%s" % [[1, "a", { b: null }]]`, `"%s" % [{ a: 1, b:: 2 }]`, `"%s" % [function() 1]`, `"%s" % function() 1`, `"%10s|%-10s|%010s|%+s|%#s" % ["a", "b", "c", "d", "e"]`, `"%5s|%-5s|" % ["äöü", "😀"]`,
	`"%2s" % "long"`, `"%.2s" % "long"`, `"%s, %s and %s" % ["a", 2, { c: 3 }]`, `"%s" % [error "x"]`, `"%s%s" % ["a", error "x"]`, `"%s" % std.repeat("x", 1000)`, `"%s" % [{ assert false }]`, `"%s" % ["a" + "b"]`,
	`local long = std.repeat("ab", 200); "%s-%s" % [long + "c", long + long]`, `local long = std.repeat("%s", 20); long % std.range(1, 20)`, `(std.repeat("x", 300) + "%s") % 1`,
	// whole numbers
	`"%d" % 0`, `"%d" % -0`, `"%d" % 42`, `"%d" % -42`, `"%i %u" % [1, 2]`, `"%5d|%-5d|%05d|%+d|% d|%+05d|% 05d|%-05d|%+-5d|" % std.repeat([42], 9)`, `"%5d|%-5d|%05d|%+d|% d|%+05d|% 05d|%-05d|%+-5d|" % std.repeat([-42], 9)`, `"%.3d|%.0d|%8.3d|%-8.3d|%08.3d|%.d" % std.repeat([7], 6)`, `"%d" % 1.9`, `"%d" % -1.9`, `"%d" % -0.9`, `"%d" % 9007199254740993`, `"%d" % 1e22`, `"%d" % 123456789012345678901234567890`, `"%d" % -1e100`, `"%d" % 1e300`,
	`"%d" % "1"`, `"%d" % null`, `"%d" % true`, `"%d" % [[]]`, `"%d" % [{}]`, `"%d" % {}`, `"%hd %ld %Ld" % [1, 2, 3]`, `"%hhd" % 1`, `"%lld" % 1`, `"%+ d|% +d" % [1, 2]`, `"%00005d" % 3`, `"%  5d" % 3`,
	// bases
	`"%o" % 8`, `"%#o" % 8`, `"%#o" % 0`, `"%o" % -9`, `"%#08o|%8o|%-8o|%+o|%.5o|%#.5o" % std.repeat([83], 6)`, `"%o" % 1e20`, `"%x" % 255`, `"%X" % 255`, `"%#x %#X" % [255, 255]`, `"%#x" % 0`, `"%x" % -255`, `"%x" % -1.5`, `"%x" % 1.9`, `"%x" % -0.5`, `"%#08x|%8x|%-8x|%+x|% x|%.5x|%#.5x|%#-8x|%08X|%#+010X" % std.repeat([3054], 10)`, `"%x" % 1e20`, `"%X" % 1e30`, `"%x" % "a"`, `"%o" % []`, `"%x" % 9007199254740991`, `"%x" % 9007199254740993`,
	// fractions
	`"%f" % 0`, `"%f" % 1`, `"%f" % -1.5`, `"%.0f %.1f %.2f %.3f" % std.repeat([2.675], 4)`, `"%.0f %.0f %.0f %.0f" % [0.5, 1.5, 2.5, -0.5]`, `"%#.0f" % 3`, `"%8.2f|%-8.2f|%08.2f|%+.2f|% .2f|%+08.2f" % std.repeat([3.14159], 6)`, `"%08.3f" % -3.14159`, `"%.20f" % 0.1`, `"%.300f" % 0.1`, `"%.400f" % 0.1`, `"%f" % 1e300`, `"%f" % 1e308`, `"%f" % 1e-300`, `"%.2f" % 0.005`, `"%.2f" % 99.999`, `"%.1f" % 0.95`, `"%F" % 1.5`, `"%f" % "1"`, `"%f" % 123456789.123456789`, `"%.10f" % 1e15`, `"%f" % 5e-324`,
	`"%e" % 0`, `"%e" % 1`, `"%E" % 12345.678`, `"%.2e|%.0e|%#.0e|%12.3e|%-12.3e|%012.3e|%+e|% e" % std.repeat([12345.678], 8)`, `"%e" % -0.00012`, `"%e" % 1e100`, `"%e" % 1e-100`, `"%e" % 5e-324`, `"%e" % 1.7976931348623157e308`, `"%e" % 999999.9999999`, `"%.1e" % 9.99`, `"%e" % 1000`, `"%e" % 1e15`, `"%e" % 1e-5`, `"%e" % "1"`, `"%e" % [null]`,
	`"%g" % 0`, `"%g" % 1`, `"%g" % 100000`, `"%g" % 1000000`, `"%g" % 0.0001`, `"%g" % 0.00001`, `"%g" % 123456789`, `"%g" % 1.5`, `"%g" % -1.25e-7`, `"%G" % 1e-10`, `"%#g" % 1.5`, `"%#g" % 1e10`, `"%.3g|%.10g|%10g|%-10g|%010g|%+g|% g" % std.repeat([3.14159265], 7)`, `"%.0g" % 123`, `"%.0g" % 1.5`, `"%.1g" % 123`, `"%.0g" % 0`, `"%g" % 999999.5`, `"%g" % 1000`, `"%g" % "1"`, `"%g" % [true]`, `"%.20g" % 0.1`,
	// characters
	`"%c" % 65`, `"%c" % "x"`, `"%c" % "ä"`, `"%c" % "😀"`, `"%c" % ""`, `"%c" % "ab"`, `"%c" % null`, `"%c" % 128512`, `"%c" % -1`, `"%c" % 1114112`, `"%c" % 65.7`, `"%5c|%-5c|" % ["a", "b"]`, `"%c" % [[]]`, `"%c" % 55296`,
	// *
	`"%*d" % [5, 42]`, `"%-*d|" % [5, 42]`, `"%0*d" % [5, 42]`, `"%.*f" % [2, 3.14159]`, `"%*.*f" % [8, 2, 3.14159]`, `"%*d" % [-5, 42]`, `"%.*f" % [-1, 3.14159]`, `"%.*f" % [-1, 25.5]`, `"%.*f" % [-2, 1234.5]`, `"%.*g" % [-1, 3.5]`, `"%.*e" % [-1, 3.5]`, `"%.*d" % [-1, 3]`, `"%.*f" % [null, 3.14159]`, `"%.*d" % [null, 3]`, `"%*d" % [null, 3]`, `"%*d" % ["5", 3]`, `"%.*d" % ["5", 3]`, `"%.*f" % ["5", 3]`, `"%.*g" % ["5", 3]`, `"%.*s" % ["5", 3]`, `"%.*c" % [error "x", "a"]`, `"%.*s" % [error "x", 3]`, `"%*s" % [error "x", 3]`,
	`"%*d" % 5`, `"%*d" % []`, `"%.*d" % [1]`, `"%.*d" % []`, `"%*%|" % [5]`, `"%.*%|" % [5]`, `"%.*%|" % []`, `"%*%|" % []`, `"%*d %s" % [5, 1, "x"]`, `"%*.*d" % [5, 3]`, `"%*d" % [1.5, 3]`, `"%*s" % [3.5, "a"]`, `"%-*s|" % [3.5, "a"]`, `"%0*d" % [3.5, 7]`, `"%.*d" % [3.5, 7]`, `"%.*f" % [1.5, 7]`, `"%.*f" % [0.5, 7.25]`, `"%0*.*f" % [12.5, 2.5, 7.25]`, `"%.*e" % [1.5, 7]`, `"%.*g" % [2.5, 7.123]`, `"%.*x|%.*o" % [4.5, 255, 4.5, 8]`, `"%*d" % [true, 3]`, `"%*d" % [[], 3]`, `"%.*f" % [-400, 1]`, `"%.*f" % [309, 1]`,
	// fields
	`"%(a)s %(b)d" % { a: "x", b: 2 }`, `"%(a)s" % { a:: "hidden" }`, `"%(a)5s|%(a)-5s|" % { a: "x" }`, `"%(a)s" % { b: 1 }`, `"%s" % { a: 1 }`, `"%(a)s" % ["x"]`, `"%(a)s" % "x"`, `"%()s" % { "": 1 }`, `"%()s" % {}`, `"%(a b)s" % { "a b": 1 }`, `"%(a%%)s" % { "a%%": 1 }`, `"%((a)s" % { "(a": 1 }`, `"%(ä)s" % { "ä": 1 }`, `"%(a)s" % { a: error "x" }`, `"%(a)*d" % { a: 1 }`, `"%(a).*d" % { a: 1 }`, `"%(a).*s" % { a: 1 }`, `"%.*%" % {}`, `"%*%" % {}`, `"%%" % {}`, `"%5%|" % { a: 1 }`, `"%(a)%" % {}`, `"%(a)d" % { a: "x" }`, `"%(a)s%(a)s" % { a: 1 }`, `"%(a)s" % ({ a: 1 } + { a+: 1 })`, `"%(a)s" % { a: 1, assert false }`, `"%(a)s" % { a: self.b, b: 2 }`, `"%(a)08.3f" % { a: 3.14159 }`, `"%(a)s" % { local b = 1, a: b }`, `"%%" % { assert false }`,
	`"%(` + strings.Repeat("k", 100) + `)s" % {` + strings.Repeat("k", 100) + `: 1}`,
	// what is wrong with a text comes first
	`"%" % []`, `"%5" % []`, `"%." % []`, `"%.5" % []`, `"%(a" % {}`, `"%(a)" % {}`, `"%-" % []`, `"%l" % []`, `"%*" % [1]`, `"%.*" % [1]`, `"%z" % []`, `"%ä" % []`, `"%😀" % 1`, `"% " % []`, `"%s %" % []`, `"%d %z" % ["x"]`, `"%s" % []`, `"%s%" % [error "x"]`, `"%D" % 1`, `"%S" % 1`, `"%r" % 1`, `"%a" % 1`, `"%5.3.2f" % 1`, `"%5-d" % 1`, "\"%\\n\" % 1",
	// other types
	`std.format(1, [])`, `std.format(null, [])`, `std.format([], [])`, `std.format([], 1)`, `std.format(["%", "s", "!"], "x")`, `std.format(["%", 1], "x")`, `std.format({}, [])`, `std.format({}, 1)`, `std.format({ a: 1 }, [])`, `std.format(function() 1, [])`, `std.format(function(a) 1, [])`, `std.format(true, [])`, `[] % 1`, `{} % 1`, `null % 1`, `1 % "x"`, `true % 1`, `(function() 1) % 1`, `std.format(error "x", error "y")`, `std.format(str="%s", vals=1)`, `std.format("%s")`, `std.mod("%s", 1)`,
	// no numbers at all
	`local inf = std.sum([1e308, 1e308]); "%s" % inf`, `local inf = std.sum([1e308, 1e308]); "%d" % inf`, `local inf = std.sum([1e308, 1e308]); "%x" % -inf`, `local inf = std.sum([1e308, 1e308]); "%f" % inf`, `local inf = std.sum([1e308, 1e308]); "%e" % inf`, `local inf = std.sum([1e308, 1e308]); "%g" % inf`, `local inf = std.sum([1e308, 1e308]); "%c" % inf`, `local nan = std.sum([std.sum([1e308, 1e308]), std.sum([-1e308, -1e308])]); "%s" % nan`, `local nan = std.sum([std.sum([1e308, 1e308]), std.sum([-1e308, -1e308])]); ["%d" % nan]`, `local nan = std.sum([std.sum([1e308, 1e308]), std.sum([-1e308, -1e308])]); ["%g" % nan]`,
	// order
	`local t(x) = std.trace("value", x); std.format(std.trace("text", "%s %d"), [t("a"), t(1)])`, `local t(n, x) = std.trace(n, x); "%*.*f %-*d" % [t("width", 8), t("precision", 2), t("value", 1.5), t("width 2", 4), t("value 2", 7)]`, `local t(n, x) = std.trace(n, x); "%0*.*d|%-0*.*d" % [t("width", 8), t("precision", 2), t("value", 1), t("width 2", 4), t("precision 2", 4), t("value 2", 7)]`, `local t(n, x) = std.trace(n, x); "%(b)s %(a)s" % { a: t("a", 1), b: t("b", 2), c: t("c", 3) }`, `std.trace("left", "%s") % std.trace("right", ["x"])`,
}

func TestFormat(t *testing.T) { agreeAll(t, formatPrograms...) }

// TestFormatErrors compares sentences with go-jsonnet's.
func TestFormatErrors(t *testing.T) {
	for _, row := range []struct{ program, want string }{
		{`"%d %z" % ["x"]`, "Unrecognised conversion type: z"},
		{`"%😀" % ["x"]`, "Unrecognised conversion type: 😀"},
		{`"%(a" % ["x"]`, "Truncated format code."},
		{`"%5." % ["x"]`, "Truncated format code."},
		{`"%s" % []`, "Not enough values to format: 0, expected more than 0"},
		{`"%s %s" % ["a"]`, "Not enough values to format: 1, expected more than 1"},
		{`"%*d" % []`, "Not enough values to format: 0, expected at least 0"},
		{`"%.*d" % [1, 2, 3]`, "Too many values to format: 3, expected 2"},
		{`"%s" % ["a", "b"]`, "Too many values to format: 2, expected 1"},
		{`"%s %d" % ["a", "b"]`, "Format required number at 1, got string"},
		{`"%(k)d" % { k: null }`, "Format required number at k, got null"},
		{`"%c" % "ab"`, "%c expected 1-sized string got: 2"},
		{`"%c" % null`, "%c expected number / string, got: null"},
		{`"%s" % { a: 1 }`, "Mapping keys required."},
		{`"%(b)s" % { a: 1 }`, "No such field: b"},
		{`"%(a)*d" % { a: 1 }`, "Cannot use * field width with object."},
		{`"%(a).*d" % { a: 1 }`, "Cannot use * precision with object."},
		{`"%*d" % ["5", 1]`, "Unexpected type string, expected number"},
		{`"%*d" % [5, "1"]`, "Format required number at 1, got string"},
		{`"%.400f" % 1`, "Overflow"},
		{`[] % 1`, "Operator % cannot be used on types array and number."},
	} {
		_, got, _ := strings.Cut(wanted(map[string]string{"program": row.program}).err.Error(), "RUNTIME ERROR: ")
		if got, _, _ = strings.Cut(got, "\n"); got != row.want {
			t.Errorf("%s: go-jsonnet has %q, want %q", row.program, got, row.want)
		}
		if err := evaluated(context.Background(), map[string]string{"program": row.program}).err; err == nil || err.Error() != row.want {
			t.Errorf("%s: got %v, want %q", row.program, err, row.want)
		}
	}
}

// TestFormatNumbers converts random numbers in random ways.
func TestFormatNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		var items []string
		for range 40 {
			items = append(items, fmt.Sprintf("%q %% %s", randomConversion(random), randomNumber(random)))
		}
		program := "[" + strings.Join(items, ", ") + "]"
		if difference(map[string]string{"program": program}) == "" {
			continue
		}
		agreeAll(t, items...)
	}
}

func randomConversion(random *rand.Rand) string {
	b := []byte{'%'}
	for random.IntN(3) == 0 {
		b = append(b, "#0- +"[random.IntN(5)])
	}
	if random.IntN(2) == 0 {
		b = strconv.AppendInt(b, random.Int64N(20)+1, 10)
	}
	if random.IntN(2) == 0 {
		b = strconv.AppendInt(append(b, '.'), random.Int64N(16), 10)
	}
	return string(append(b, "dioxXeEfFgGs"[random.IntN(12)]))
}

// randomNumber gives numbers where arithmetic is on an edge more often than others.
func randomNumber(random *rand.Rand) string {
	x := 0.0
	switch random.IntN(8) {
	case 0:
		x = float64(random.IntN(2000) - 1000)
	case 1:
		x = float64(random.IntN(200000)-100000) / 8
	case 2:
		x = float64(random.IntN(2000000)-1000000) / 1000
	case 3:
		x = math.Pow(10, float64(random.IntN(60)-30))
	case 4:
		x = math.Nextafter(math.Pow(10, float64(random.IntN(40)-20)), 0)
	case 5:
		x = float64(random.Int64()) * float64(random.IntN(3)-1)
	case 6:
		x = random.NormFloat64() * math.Pow(10, float64(random.IntN(580)-300))
	case 7:
		x = float64(random.IntN(100)) + 0.5
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func BenchmarkFormat(b *testing.B) {
	for _, program := range []string{`"%s-%s.%s"`, `"%d"`, `"%03d"`, `"%(a)s %(b)s"`, `"%.2f"`} {
		values := map[string]string{`"%s-%s.%s"`: `["a", "b", "c"]`, `"%(a)s %(b)s"`: `{ a: 1, b: "x" }`}[program]
		if values == "" {
			values = "42"
		}
		b.Run(program, func(b *testing.B) {
			node, err := syntax.Parse("program", "local values = "+values+"; std.foldl(function(sum, i) sum + std.length("+program+" % values), std.range(1, 1000), 0)")
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				ev := New(context.Background(), Host{})
				if _, err := Run(ev, node, ev.JSON); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
