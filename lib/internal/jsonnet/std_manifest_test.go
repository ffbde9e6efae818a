package jsonnet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// manifestValues are written by all functions of manifestFunctions.
var manifestValues = []string{
	`null`, `true`, `false`, `0`, `-0`, `1`, `-1.5`, `1e100`, `1e-7`, `0.1`, `123456789012345678`, `1.7976931348623157e308`, `5e-324`, `"text"`, `""`, `function(x) x`, `error "x"`,
	`"a\"b\\c\n\t\r\b\f\u0000\u001f"`, `"\u007f\u0080\u009f\u00a0\u2028\u2029\ufffd"`, `"ä 😀 <&>'"`, `"line\n"`, `"one\ntwo\n"`, `"one\n\ntwo\n\n"`, `"\n"`, `"\n\n"`, `"  indented\n"`, `"one\ntwo"`, `"tab\tin\n"`, `"\u0000\n"`,
	`[]`, `{}`, `[[]]`, `[{}]`, `[[], []]`, `[[[]]]`, `[[[1]]]`, `{ a: [] }`, `{ a: {} }`, `{ a: [[]] }`, `{ a: [{}] }`, `{ a: { b: {} } }`, `{ a: null }`, `[null]`, `[1, [2, [3, [4]]]]`, `[[1, 2], [3, 4]]`, `[{ a: 1 }, { b: 2 }]`, `[{ a: 1, b: 2 }, [{ c: 3, d: 4 }]]`,
	`{ a: [1, 2], b: { c: [3, { d: 4 }] } }`, `{ a: { b: { c: { d: "deep" } } } }`, `{ a: [{ b: 1 }, { c: [{ d: 2 }] }] }`, `{ a: "line\n", b: ["one\ntwo\n"], c: { d: "x\n" } }`, `[["one\ntwo\n"]]`, `[{ a: ["one\ntwo\n"] }]`, `{ b: 1, a: 2, A: 3, "ä": 4, "": 5, "😀": 6, "\uffff": 7 }`, `{ visible: 1, hidden:: 2, forced::: 3 }`, `{ hidden:: 2 }`, `[{ hidden:: 2 }]`, `{ a: { hidden:: 2 } }`, `{ a:: 1 } + { a: 2 }`, `{ a:: 1 } + { a::: 2 }`, `{ a: 1, b: self.a + 1 } + { a: 10 }`,
	`{ a: function() 1 }`, `[function() 1]`, `{ a: { b: function() 1 } }`, `{ a: [function() 1] }`, `{ a: error "x" }`, `[error "x"]`, `{ a:: error "x", b: 1 }`, `{ assert false, a: 1 }`, `{ assert false }`, `[{ assert false }]`, `{ a: { assert false, hidden:: 1 } }`, `{ a: { assert false, b: 1 } }`, `{ assert self.a == 1, a: 1 }`,
	`{ a: 1, "b c": 2, "d.e": 3, "f/g": 4, "h-i": 5, "j_k": 6, "l:m": 7, "n#o": 8, "p'q": 9, "r\"s": 10, "t\nu": 11 }`, `{ [k]: k for k in ["true", "False", "YES", "no", "On", "off", "y", "N", "null", "Null", "~", ".nan", ".NaN", ".inf", "-.inf", "+.inf", "-", "---", "--", "-a", "''"] }`,
	`{ [k]: 1 for k in ["1", "-1", "1.5", "1e5", "1e", "0x1F", "x0x1f", "a0xg", "0b101", "-0b1", "0o7", "007", "1_000", "0x_1", "2024-01-02", "1-2-3", "1-2", "a-b-c", "--1", "12-", ".5", "5.", ".", "..", "inf", "Infinity", "nan", "NaN", "info", "nano", "i", "n1", "1.2.3", "1e999", "0x1p-2", "9223372036854775808", "-inf", "infinit", "e5", "E", "/", "a/b", "v1.2", "0b2", "0xz", "1a"] }`,
	`{ main: { a: 1, b: [1, "x", null] }, sections: { s: { c: true, d: [] }, "t u": {} } }`, `{ sections: {} }`, `{ main: {} }`, `{ main:: { a: 1 }, sections: { s: { a: 1 } } }`, `{ main: 1, sections: {} }`, `{ main: { a: { b: 1 }, c: [[1, 2]] }, sections:: { s: {} } }`, `{ sections: { a: 1 } }`, `{ sections: [] }`, `{ sections: null }`, `{ main: [], sections: {} }`, `{ main: { a: error "x" }, sections: {} }`, `{ sections: { a: { b:: 1, c: 2.5 } } }`, `{ main: { a: function() 1 }, sections: {} }`, `{ sections: { assert false } }`, `{ sections: { assert false, a: {} } }`, `{ main: { assert false }, sections: {} }`,
	`["a"]`, `["a", {}]`, `["a", { b: 1, c: "x\"y", d: null, e: [1], f:: 2 }]`, `["a", {}, "text"]`, `["a", "text", ["b"]]`, `["a", ["b", { c: 1 }, "x"], "y", ["d"]]`, `[["a", "b"], "x"]`, `["a", 1]`, `["a", null]`, `["a", {}, {}]`, `["a", []]`, `[1]`, `[null, "x"]`, `["a", { b: error "x" }]`, `["a", { assert false, b: 1 }]`, `["a", { assert false }]`, `["a", error "x"]`, `["<", "&"]`,
	`{ a: 1, b: { c: 2, d: { e: [1, 2] } }, f: [{ g: 1 }, { h: { i: 2 } }], j: [1, { k: 2 }], l: [] }`, `{ a: [[1, 2], [3, [4, { b: [5] }]]], c: "x\ny", "d e": true, "": 1.25 }`, `{ a: { b: {} }, c: [{}], d: [{}, { e: 1 }] }`, `{ a: [{ b: null }] }`, `{ a: [1, null] }`, `{ a: [{ b: 1 }, 1] }`, `{ a: { "b.c": { d: 1 } }, "e f": [{ "g\"h": [{ i: [1, [2]] }] }] }`, `{ t: { list: [1, 2, [3]], sub: { list: ["a"] } } }`,
	`{ a: { a: { a: [{ a: [{ a: { a: 1, b: 2 }, c: [1] }] }] } } }`, `[std.range(1, 20)]`, `{ ["k" + i]: i for i in std.range(1, 20) }`, `{ a: "b" + std.repeat("c", 500) + "\n" }`, `{ a: "x", b: self.a, c: $.a }`, `{ a+: { b: 1 } } + { a+: { c: 2 } }`, `std.objectRemoveKey({ a: 1, b: 2 }, "a")`,
}

// manifestFunctions is what is done with each value, v.
var manifestFunctions = []string{
	`v`, `[std.toString(v)]`, `"" + v`, `[std.manifestJson(v)]`, `std.manifestJsonMinified(v)`, `std.manifestJsonEx(v, "\t")`, `std.manifestJsonEx(v, "  ", " ")`, `std.manifestJsonEx(v, "", "", " : ")`, `std.manifestJsonEx(v, "ä\n", "|", "=")`,
	`std.manifestYamlDoc(v)`, `std.manifestYamlDoc(v, true)`, `std.manifestYamlDoc(v, quote_keys=false)`, `std.manifestYamlDoc(v, true, false)`, `std.manifestYamlDoc([v, { a: v }, [v, [v]]], true)`, `std.manifestYamlStream(v)`, `std.manifestYamlStream([v, v])`, `std.manifestYamlStream([v], true, false, false)`,
	`std.manifestToml(v)`, `std.manifestTomlEx(v, "")`, `std.manifestTomlEx({ x: v, y: [v], z: 1 }, "    ")`, `std.manifestTomlEx({ x: { y: [[v]] } }, "\t")`, `std.manifestTomlEx({ x: v, y: { z: v, l: [1, [v]] } }, "\n ")`,
	`std.manifestPython(v)`, `std.manifestPythonVars(v)`, `std.manifestIni(v)`, `std.manifestIni({ sections: { s: v } })`, `std.manifestXmlJsonml(v)`, `std.manifestXmlJsonml(["r", v, v])`,
}

// TestManifest writes each value with each function.
func TestManifest(t *testing.T) {
	for _, value := range manifestValues {
		for _, function := range manifestFunctions {
			agree(t, "local v = "+value+"; "+function)
		}
	}
}

var manifestPrograms = []string{
	// arguments
	`std.manifestJson()`, `std.manifestJson(value=1)`, `std.manifestJson(v=1)`, `std.manifestJson(1, 2)`, `std.manifestJsonMinified(value=[1])`, `std.manifestJsonEx(1)`, `std.manifestJsonEx([1], 1)`, `std.manifestJsonEx([1], "", 1)`, `std.manifestJsonEx([1], "", "", 1)`, `std.manifestJsonEx([1], null)`, `std.manifestJsonEx(value=[1], indent=" ", newline="\n\n", key_val_sep=":")`, `std.manifestJsonEx([1], " ", key_val_sep=": ")`, `std.manifestJsonEx(1, error "x")`, `std.manifestJsonEx(1, "", error "x")`,
	`std.manifestYamlDoc()`, `std.manifestYamlDoc(value=1, indent_array_in_object=true, quote_keys=false)`, `std.manifestYamlDoc(1, 1)`, `std.manifestYamlDoc(1, true, 1)`, `std.manifestYamlDoc(1, null)`, `std.manifestYamlDoc(1, error "x")`, `std.manifestYamlDoc(error "x")`, `std.manifestYamlStream(1)`, `std.manifestYamlStream([], 1, true, 1)`, `std.manifestYamlStream([1], 1)`, `std.manifestYamlStream([1], true, 1)`, `std.manifestYamlStream([1], true, true, 1)`, `std.manifestYamlStream([], error "x", false, error "y")`, `std.manifestYamlStream([], c_document_end=error "x")`, `std.manifestYamlStream(value=[1], c_document_end=false, quote_keys=false, indent_array_in_object=true)`, `std.manifestYamlStream("ab")`, `std.manifestYamlStream({})`, `std.manifestYamlStream([[1, 2], { a: [1] }, "x\n", null])`,
	`std.manifestToml([])`, `std.manifestToml("x")`, `std.manifestToml(value={ a: 1 })`, `std.manifestTomlEx({}, 1)`, `std.manifestTomlEx({ a: 1 }, null)`, `std.manifestTomlEx(value={ a: [1] }, indent="--")`, `std.manifestTomlEx({})`, `std.manifestTomlEx([], 1)`,
	`std.manifestPython(v=1)`, `std.manifestPython(value=1)`, `std.manifestPythonVars(conf={ a: 1 })`, `std.manifestPythonVars([])`, `std.manifestPythonVars(null)`, `std.manifestIni(ini={ sections: {} })`, `std.manifestIni([])`, `std.manifestIni("x")`, `std.manifestXmlJsonml(value=["a"])`, `std.manifestXmlJsonml("a")`, `std.manifestXmlJsonml(null)`, `std.manifestXmlJsonml({})`,
	// order
	`local t(x) = std.trace("" + x, x); std.manifestJsonEx({ b: t(1), a: [t(2), t(3)], c: { e: t(4), d: t(5) } }, t(" "), t("\n"), t(":"))`, `local t(x) = std.trace("" + x, x); std.manifestYamlDoc({ b: t(1), a: [t(2), t(3)], c: { e: t(4), d: t(5) } }, t(true), t(false))`, `local t(x) = std.trace("" + x, x); std.manifestYamlStream([t(1), t(2)], t(true), t(false), t(true))`, `local t(x) = std.trace("" + x, x); std.manifestToml({ b: t(1), a: [t({ x: 1 }), t({ y: t(3) })], c: { e: t(4), d: t(5) } })`, `local t(x) = std.trace("" + x, x); std.manifestPython({ b: t(1), a: [t(2), t(3)] })`, `local t(x) = std.trace("" + x, x); std.manifestIni({ main: { b: t(1), a: [t(2), t(3)] }, sections: { y: { d: t(4) }, x: t({ c: t(5) }) } })`, `local t(x) = std.trace("" + x, x); std.manifestXmlJsonml([t("a"), t({ c: t(1), b: t(2) }), t("d"), [t("e")]])`, `local t(x) = std.trace("" + x, x); { b: t(1), a: [t(2), t(3)], c: { e: t(4), d: t(5) } }`, `local t(x) = std.trace("" + x, x); "" + { b: t(1), a: [t(2), t(3)], c: { e: t(4), d: t(5) } }`,
	`local t(x) = std.trace("" + x, x), v = [t(1), t(2)]; [std.manifestJson(v), std.manifestYamlDoc(v), "" + v, v]`,
	// without an end
	`local a = [a]; a`, `local a = [a]; "" + a`, `local a = [a]; std.manifestJson(a)`, `local a = [a]; std.manifestYamlDoc(a)`, `local a = { a: a }; std.manifestToml(a)`, `local a = [a]; std.manifestToml({ a: a })`, `local a = [a]; std.manifestPython(a)`, `local a = ["a", a]; std.manifestXmlJsonml(a)`, `local a = { a: self }; a`, `{ a: $ }`,
}

func TestManifestPrograms(t *testing.T) { agreeAll(t, manifestPrograms...) }

// TestManifestResults holds the layouts of go-jsonnet.
func TestManifestResults(t *testing.T) {
	const value = `{ name: "x", "1": null, list: [1, [2], { a: "one\ntwo\n" }], empty: [{}, []], "a-b": 0.1 }`
	for _, row := range []struct{ program, want string }{
		{`std.manifestYamlDoc(` + value + `)`, "\"1\": null\n\"a-b\": 0.1\n\"empty\":\n- {}\n- []\n\"list\":\n- 1\n-\n  - 2\n- \"a\": |\n    one\n    two\n\"name\": \"x\""},
		{`std.manifestYamlDoc(` + value + `, true, false)`, "\"1\": null\na-b: 0.1\nempty:\n  - {}\n  - []\nlist:\n  - 1\n  -\n    - 2\n  - a: |\n      one\n      two\nname: \"x\""},
		{`std.manifestYamlStream([1, { a: [] }])`, "---\n1\n---\n\"a\": []\n...\n"},
		{`std.manifestJsonEx({ a: [1, {}], b: [] }, " ")`, "{\n \"a\": [\n  1,\n  {\n\n  }\n ],\n \"b\": [\n\n ]\n}"},
		{`std.manifestJsonMinified(` + value + `)`, `{"1":null,"a-b":0.1,"empty":[{},[]],"list":[1,[2],{"a":"one\ntwo\n"}],"name":"x"}`},
		{`std.toString(` + value + `)`, `{"1": null, "a-b": 0.10000000000000001, "empty": [{ }, [ ]], "list": [1, [2], {"a": "one\ntwo\n"}], "name": "x"}`},
		{`std.manifestToml({ a: 1, b: { c: [1, 2], d: [{ e: [] }] } })`, "a = 1\n\n[b]\n  c = [\n    1,\n    2\n  ]\n\n  [[b.d]]\n    e = []"},
		{`std.manifestPython(` + value + `)`, `{"1": None, "a-b": 0.10000000000000001, "empty": [{}, []], "list": [1, [2], {"a": "one\ntwo\n"}], "name": "x"}`},
		{`std.manifestPythonVars({ b: true, a: [null] })`, "a = [None]\nb = True\n"},
		{`std.manifestIni({ main: { a: 1 }, sections: { s: { b: ["x", 2] } } })`, "a = 1\n[s]\nb = x\nb = 2\n"},
		{`std.manifestXmlJsonml(["a", { b: 1 }, "x", ["c"]])`, `<a b="1">x<c></c></a>`},
	} {
		program := map[string]string{"program": row.program}
		for who, r := range map[string]result{"go-jsonnet": wanted(program), "we": evaluated(context.Background(), program)} {
			var text string
			if err := json.Unmarshal([]byte(r.text), &text); err != nil || text != row.want {
				t.Errorf("%s: %s: got\n%s\nwant\n%s", who, row.program, text, row.want)
			}
		}
	}
}

// TestManifestErrors compares sentences with go-jsonnet's.
func TestManifestErrors(t *testing.T) {
	for _, row := range []struct{ program, want string }{
		{`[function() 1]`, "couldn't manifest function as JSON"},
		{`"" + [function() 1]`, "couldn't manifest function as JSON"},
		{`std.manifestYamlStream({})`, "manifestYamlStream only takes arrays, got object"},
		{`std.manifestToml([])`, "TOML body must be an object. Got array"},
		{`std.manifestToml({ a: [{ b: [1, null] }] })`, `Tried to manifest "null" at [a 0 b 1]`},
		{`std.manifestToml({ a: { b: function() 1 } })`, `Tried to manifest function at [a b]`},
		{`std.manifestPython([function() 1])`, "cannot manifest function"},
		{`std.manifestXmlJsonml("x")`, "Expected a JSONML value (an array), got string"},
		{`std.manifestIni({})`, "Field does not exist: sections"},
		{`std.manifestJsonEx(1, 2)`, "Unexpected type number, expected string"},
		{`std.manifestYamlDoc(1, 2)`, "Unexpected type number, expected boolean"},
		{`std.manifestJson({ assert false, a: 1 })`, "Object assertion failed."},
	} {
		program := map[string]string{"program": row.program}
		_, text, _ := strings.Cut(wanted(program).err.Error(), "RUNTIME ERROR: ")
		if text, _, _ = strings.Cut(text, "\n"); text != row.want {
			t.Errorf("%s: go-jsonnet has %q, want %q", row.program, text, row.want)
		}
		if err := evaluated(context.Background(), program).err; err == nil || err.Error() != row.want {
			t.Errorf("%s: got %v, want %q", row.program, err, row.want)
		}
	}
}

// TestManifestRandom writes random values with all functions.
func TestManifestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		value := randomValue(random, 4)
		if random.IntN(2) == 0 {
			value = fmt.Sprintf("{ main: { k: %s }, sections: { s: { l: %s } }, x: %s }", value, randomValue(random, 3), randomValue(random, 4))
		}
		for _, function := range manifestFunctions {
			agree(t, "local v = "+value+"; "+function)
		}
	}
}

// randomValue gives the code of a value that may be depth levels deep.
func randomValue(random *rand.Rand, depth int) string {
	n := random.IntN(4)
	switch kind := random.IntN(9); {
	case depth > 0 && kind < 2:
		items := make([]string, n)
		for i := range items {
			items[i] = randomValue(random, depth-1)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case depth > 0 && kind < 5:
		fields := make([]string, n)
		for i := range fields {
			fields[i] = fmt.Sprintf("[%s + %d]:%s %s", randomString(random), i, []string{"", "", "", ":", "::"}[random.IntN(5)], randomValue(random, depth-1))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case kind == 5:
		return []string{"null", "true", "false"}[random.IntN(3)]
	case kind == 6:
		return randomNumber(random)
	}
	return randomString(random)
}

// randomString gives the code of a string of parts that need care in some format.
func randomString(random *rand.Rand) string {
	parts := []string{"a", "Z", "1", "-", ".", "0x", "true", "null", "\n", "\n", "\t", " ", ": ", "#", "'", "\"", "\\", "ä", "😀", "\x00", "\x7f", "\u0085", "\u2028", "<&>", "%", "2024-01-02", "inf", "/", "_", "e5"}
	var s strings.Builder
	for range random.IntN(5) {
		s.WriteString(parts[random.IntN(len(parts))])
	}
	code, err := json.Marshal(s.String())
	if err != nil {
		panic(err)
	}
	return string(code)
}

// TestManifestStops writes values that are small here, and have no end as text.
func TestManifestStops(t *testing.T) {
	const values = `local double(x) = std.foldl(function(a, i) [a, a], std.range(1, 60), x), v = double([]), named = std.foldl(function(a, i) { a: a, b: a }, std.range(1, 60), {}); `
	for _, text := range []string{
		`v`, `"" + v`, `"%s" % [v]`, `std.manifestJson(v)`, `std.manifestJsonMinified(double(1))`, `std.manifestYamlDoc(v)`, `std.manifestYamlDoc(double(null))`, `std.manifestYamlDoc(named)`, `std.manifestToml({ a: v })`, `std.manifestToml(named)`, `std.manifestPython(v)`, `std.manifestXmlJsonml(std.foldl(function(a, i) ["a", a, a], std.range(1, 60), ""))`, `std.manifestIni({ sections: { a: { b: [v] } } })`, `named`,
		`"%2000000000d" % 1`, `"%02000000000d" % 1`, `"%.2000000000d" % 1`, `"%-2000000000s" % 1`, `"%*s" % [1e300, 1]`,
	} {
		program, err := syntax.Parse("program", values+text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		ev := New(context.Background(), Host{MaxSize: 1_000_000})
		_, err = Run(ev, program, ev.JSON)
		var e *Error
		if !errors.As(err, &e) || !e.TooLarge {
			t.Errorf("%s: got error %v, want one about the size", text, err)
		}
	}
}

func BenchmarkManifest(b *testing.B) {
	const value = `[{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "config-" + i, labels: { "app.kubernetes.io/name": "x", a: "b" } }, data: { text: "one\ntwo\n", number: i, list: [i, "a", { b: null }] } } for i in std.range(1, 200)]`
	for _, function := range []string{"std.manifestYamlDoc(v)", "std.manifestYamlDoc(v, true, false)", "std.manifestJsonMinified(v)", "std.toString(v)", "v"} {
		b.Run(function, func(b *testing.B) {
			node, err := syntax.Parse("program", "local v = "+value+"; "+function)
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
