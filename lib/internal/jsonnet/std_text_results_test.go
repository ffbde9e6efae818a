package jsonnet

import (
	"context"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// textResults is what go-jsonnet gives, in one line, for objects, texts and their
// encodings.
var textResults = []struct{ program, want string }{
	{`[std.get({ a: 1, b:: 2 }, "b"), std.get({ b:: 2 }, "b", 3, false), std.get({}, "c", "none")]`, `[2, 3, "none"]`},
	{`std.get({}, "a", 1, "yes")`, `error: Unexpected type string, expected boolean`},
	{`[std.objectFields({ b: 1, a:: 2, c::: 3 }), std.objectFieldsAll({ b: 1, a:: 2 }), std.objectFieldsEx({ a:: 1 }, true)]`, `[["b", "c"], ["a", "b"], ["a"]]`},
	{`[std.objectHas({ a:: 1 }, "a"), std.objectHasAll({ a:: 1 }, "a"), std.objectHasEx({ a: 1 }, "a", false)]`, `[false, true, true]`},
	{`[std.objectValues({ b: 1, a: 2, c:: 3 }), std.objectValuesAll({ b: 1, c:: 3 })]`, `[[2, 1], [1, 3]]`},
	{`[std.objectKeysValues({ b: 1, a: [2], c:: 3 }), std.objectKeysValuesAll({ c:: 3 })]`, `[[{"key": "a", "value": [2]}, {"key": "b", "value": 1}], [{"key": "c", "value": 3}]]`},
	{`[std.objectRemoveKey({ a: 1, b: 2 }, "a"), std.objectRemoveKey({ a: 1 }, "b"), std.objectRemoveKey({ a:: 1, b: 2 }, "b") { a: 5 }]`, `[{"b": 2}, {"a": 1}, { }]`},
	{`std.objectRemoveKey({ a: 1 }, "a").a`, `error: Field does not exist: a`},
	{`std.mapWithKey(function(k, v) [k, v], { a: 1, b:: 2, c: { d: 3 } })`, `{"a": ["a", 1], "c": ["c", {"d": 3}]}`},
	{`std.mapWithKey(1, {})`, `error: std.mapWithKey first param must be function, got number`},
	{`std.mergePatch({ a: "b", c: { d: "e", f: "g" }, h:: 1 }, { a: "z", c: { f: null }, i: { j: null } })`, `{"a": "z", "c": {"d": "e"}, "i": { }}`},
	{`[std.mergePatch({ a: 1 }, [2]), std.mergePatch([1], { a: { b: null, c: 1 } })]`, `[[2], {"a": {"c": 1}}]`},
	{`std.length(std.mergePatch({ a: error "not needed" }, { b: 1 }))`, `2`},
	{`std.prune({ a: null, b: [null, 1, {}, [[]]], c: { d: null }, e: "", f: 0, g: false, h:: 1 })`, `{"b": [1], "e": "", "f": 0, "g": false}`},
	{`[std.asciiLower("AÄz[Z"), std.asciiUpper("aäZ{z"), std.asciiLower(["A", "B"])]`, `["aÄz[z", "AäZ{Z", "ab"]`},
	{`[std.char(228), std.char(128512), std.codepoint("ä"), std.codepoint("😀")]`, `["ä", "😀", 228, 128512]`},
	{`std.char(1114112)`, `error: Invalid unicode codepoint, got 1.114112e+06`},
	{`std.codepoint("ab")`, `error: codepoint takes a string of length 1, got length 2`},
	{`[std.startsWith("äb", "ä"), std.endsWith("äb", "äb"), std.startsWith("a", "ab"), std.endsWith("", "")]`, `[true, true, false, true]`},
	{`std.startsWith([1], [1])`, `error: substr first parameter should be a string, got array`},
	{`[std.equalsIgnoreCase("STRASSE", "strasse"), std.equalsIgnoreCase("Ä", "ä"), std.isEmpty("")]`, `[true, true, true]`},
	{`[std.findSubstr("aa", "aaaa"), std.findSubstr("b", "äbüb"), std.findSubstr("", "a")]`, `[[0, 1, 2], [1, 3], [ ]]`},
	{`[std.stripChars("xxaxbx", "x"), std.lstripChars(" \ta ", " \t"), std.rstripChars("aöä", ["ä", "ö"]), std.trim("\u00a0 a\u2003")]`, `["axb", "a ", "a", "a"]`},
	{`std.stripChars("a", 1)`, `error: std.member first argument must be an array or a string`},
	{`[std.strReplace("banana", "an", "<>"), std.strReplace("aaa", "aa", "b")]`, `["b<><>a", "ba"]`},
	{`std.strReplace("a", "", "b")`, `error: 'from' string must not be zero length.`},
	{`[std.stringChars("aä😀"), std.stringChars([1]), std.stringChars({})]`, `[["a", "ä", "😀"], [1], [ ]]`},
	{`[std.split("a,b,,c", ","), std.split("", ","), std.splitLimit("a,b,c", ",", 1), std.splitLimitR("a,b,c", ",", 1)]`, `[["a", "b", "", "c"], [""], ["a", "b,c"], ["a,b", "c"]]`},
	{`std.split("a", "")`, `error: std.split second parameter must have length 1 or greater, got 0`},
	{`std.splitLimit("a", ",", -2)`, `error: std.splitLimit third parameter should be -1 or non-negative, got -2`},
	{`[std.substr("aäöb", 1, 2), std.substr("abc", 2, 10), std.substr("abc", 9, 1)]`, `["äö", "c", ""]`},
	{`std.substr("abc", -1, 1)`, `error: substr second parameter should be greater than zero, got -1.000000`},
	{`[std.resolvePath("a/b/c", "../d"), std.resolvePath("a", "b"), std.resolvePath("a/b", null)]`, `["a/b/../d", "b", "a"]`},
	{`[std.base64("äa"), std.base64([0, 255]), std.base64Decode("w6Rh"), std.base64Decode("/2E="), std.base64DecodeBytes("AP8=")]`, `["w6Rh", "AP8=", "äa", "�a", [0, 255]]`},
	{`std.base64("Ā")`, `error: base64 encountered invalid codepoint value in the array (must be 0 <= X <= 255), got 256`},
	{`std.base64Decode("YQ")`, `error: input string appears not to be a base64 encoded string. Wrong length found (2)`},
	{`[std.encodeUTF8("ä€"), std.decodeUTF8([195, 164]), std.decodeUTF8([226, 130, 97])]`, `[[195, 164, 226, 130, 172], "ä", "��a"]`},
	{`std.decodeUTF8([256])`, `error: Bytes must be integers in range [0, 255], got 256`},
	{`[std.escapeStringJson("a\"\n\u007f"), std.escapeStringPython([1]), std.escapeStringBash("a'b"), std.escapeStringDollars("$a"), std.escapeStringXML("<a b=\"c\">&'")]`, `["\"a\\\"\\n\\u007f\"", "\"[1]\"", "'a'\"'\"'b'", "$$a", "&lt;a b=&quot;c&quot;&gt;&amp;&apos;"]`},
	{`[std.md5("abc"), std.sha1("abc")]`, `["900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d"]`},
	{`[std.sha256("abc"), std.sha3(""), std.sha512("")]`, `["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26", "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"]`},
	{`std.md5(1)`, `error: Unexpected type number, expected string`},
	{`[std.parseInt("-12"), std.parseOctal("755"), std.parseHex("fF")]`, `[-12, 493, 255]`},
	{`std.parseInt("1.5")`, `error: 1.5 is not a base 10 integer`},
	{`std.parseOctal("8")`, `error: 8 is not a base 8 integer`},
	{`std.parseHex("")`, `error: Not hexadecimal: ""`},
	{`std.parseJson("{\"b\": [1e3, null], \"a\": \"\\u00e4\", \"b\": 2}")`, `{"a": "ä", "b": 2}`},
	{`std.parseJson("{a: 1}")`, `error: failed to parse JSON: invalid character 'a' looking for beginning of object key string`},
	{`[std.parseYaml("a: &x [1, yes, ~]\nb: *x\n1: 0x10\n"), std.parseYaml("---\na: 1\n---\n"), std.parseYaml("")]`, `[{"1": 16, "a": [1, true, null], "b": [1, true, null]}, [{"a": 1}, null], null]`},
	{`std.parseYaml("a: [")`, `error: failed to parse YAML: error converting YAML to JSON: yaml: line 1: did not find expected node content`},
	{`std.extVar("none")`, `error: Undefined external variable: none`},
	{`std.native("none")`, `null`},
}

func TestStdTextResults(t *testing.T) {
	for _, row := range textResults {
		program, err := syntax.Parse("program", row.program)
		if err != nil {
			t.Fatalf("%s: %v", row.program, err)
		}
		ev := New(context.Background(), Host{})
		got, err := Run(ev, program, func(v Value) string { return ev.toString(v) })
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != row.want {
			t.Errorf("%s\n got %s\nwant %s", row.program, got, row.want)
		}
	}
}

// TestStdTextStops doubles texts until they are too large.
func TestStdTextStops(t *testing.T) {
	for _, text := range []string{
		`std.strReplace(x, "x", "xx")`, `std.escapeStringDollars(std.strReplace(x, "x", "$"))`, `std.escapeStringXML(std.strReplace(x, "x", "<"))`,
		`std.escapeStringBash(std.strReplace(x, "x", "'"))`, `std.escapeStringJson(std.strReplace(x, "x", "\u0001"))`,
	} {
		program, err := syntax.Parse("program", `local x = std.repeat("x", 9999); `+text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		ev := New(context.Background(), Host{MaxSize: 10_000})
		_, err = Run(ev, program, ev.JSON)
		if e, ok := err.(*Error); !ok || !e.TooLarge {
			t.Errorf("%s: got error %v, want one about the size", text, err)
		}
	}
}
