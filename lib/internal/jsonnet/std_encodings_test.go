package jsonnet

import "testing"

var encodingPrograms = []string{
	// base64
	`std.base64("")`, `std.base64("a")`, `std.base64("ab")`, `std.base64("abc")`, `std.base64("äöü")`, `std.base64("ÿ")`, `std.base64("Ā")`, `std.base64("😀")`,
	`std.base64("\u0000")`, `std.base64([])`, `std.base64([0, 255, 128])`, `std.base64([256])`, `std.base64([-1])`, `std.base64([1.5])`, `std.base64(["a"])`,
	`std.base64([null])`, `std.base64([1e10])`, `std.base64([97, error "x"])`, `std.base64(1)`, `std.base64(null)`, `std.base64({})`, `std.base64(input="a")`,
	`std.base64(str="a")`, `std.base64()`, `std.base64("a", "b")`, `std.base64(std.repeat("ab", 300))`, `std.base64([T(1), T(2)])`, `std.base64([-0])`,
	`std.base64(function() 1)`, `std.base64(["a", 300])`, `std.base64([300, "a"])`, `std.base64(std.range(0, 255))`, `std.base64(true)`, `std.base64("a\nb")`,
	`std.base64("abc", )`,
	`std.base64(std.base64Decode("/w=="))`,
	// base64Decode
	`std.base64Decode("")`, `std.base64Decode("YQ==")`, `std.base64Decode("YWI=")`, `std.base64Decode("YWJj")`, `std.base64Decode("w6TDtsO8")`, `std.base64Decode("/w==")`,
	`std.base64Decode("8J+YgA==")`, `std.base64Decode("8J+Y")`, `std.base64Decode("7aCA")`, `std.base64Decode("YQ")`, `std.base64Decode("YQ=")`, `std.base64Decode("!!!!")`,
	`std.base64Decode("YQ==YQ==")`, `std.base64Decode("YWJj\nYWJj")`, `std.base64Decode("YWJj\n\n\n\n")`, `std.base64Decode("YW\nJj\r\n\r")`, `std.base64Decode("YR==")`,
	`std.base64Decode("____")`, `std.base64Decode("ä")`, `std.base64Decode("ää")`, `std.base64Decode(1)`, `std.base64Decode(null)`, `std.base64Decode(["YQ=="])`,
	`std.base64Decode(str="YQ==")`, `std.base64Decode(input="YQ==")`, `std.base64Decode()`, `std.base64Decode("YQ==", 1)`, `std.base64Decode(std.base64("äöü€"))`,
	`std.base64Decode(std.base64(std.range(0, 127))) == std.join("", [std.char(i) for i in std.range(0, 127)])`, `std.length(std.base64Decode("gICA"))`,
	`std.base64Decode("wMGA")`, `std.base64Decode("====")`,
	// base64DecodeBytes
	`std.base64DecodeBytes("")`, `std.base64DecodeBytes("YWJj")`, `std.base64DecodeBytes("/wA=")`, `std.base64DecodeBytes("YQ")`, `std.base64DecodeBytes("????")`,
	`std.base64DecodeBytes(1)`, `std.base64DecodeBytes([])`, `std.base64DecodeBytes(null)`, `std.base64DecodeBytes(str="YQ==")`, `std.base64DecodeBytes(input="YQ==")`,
	`std.base64DecodeBytes()`, `std.base64DecodeBytes(T("YQ=="))`, `std.base64DecodeBytes(std.base64("äöü"))`, `std.base64DecodeBytes("YQ==\n\n\n\n")`,
	`std.base64DecodeBytes("==YQ")`, `std.base64DecodeBytes(error "x")`,
	// encodeUTF8 and decodeUTF8
	`std.encodeUTF8("")`, `std.encodeUTF8("abc")`, `std.encodeUTF8("äö€😀")`, `std.encodeUTF8("\u0000\u007f\u0080")`, `std.encodeUTF8("\ufffd")`,
	`std.encodeUTF8(std.char(55296))`, `std.encodeUTF8(1)`, `std.encodeUTF8([])`, `std.encodeUTF8(null)`, `std.encodeUTF8(str="a")`, `std.encodeUTF8(x="a")`,
	`std.encodeUTF8()`, `std.encodeUTF8(std.base64Decode("/2H/"))`, `std.length(std.encodeUTF8(std.repeat("ä", 300)))`,
	`std.decodeUTF8([])`, `std.decodeUTF8([97, 98])`, `std.decodeUTF8([195, 164])`, `std.decodeUTF8([195])`, `std.decodeUTF8([255, 254, 97])`,
	`std.decodeUTF8([240, 159, 152])`, `std.decodeUTF8([237, 160, 128])`, `std.decodeUTF8([192, 128])`, `std.decodeUTF8([244, 144, 128, 128])`, `std.decodeUTF8([256])`,
	`std.decodeUTF8([-1])`, `std.decodeUTF8([1.5])`, `std.decodeUTF8(["a"])`, `std.decodeUTF8([null])`, `std.decodeUTF8("ab")`, `std.decodeUTF8(1)`, `std.decodeUTF8({})`,
	`std.decodeUTF8(arr=[97])`, `std.decodeUTF8(x=[97])`, `std.decodeUTF8()`, `std.decodeUTF8([97, error "x"])`, `std.decodeUTF8([T(97), T(98)])`,
	`std.decodeUTF8([300, error "x"])`, `std.decodeUTF8(std.encodeUTF8("äö€😀"))`, `std.length(std.decodeUTF8([255, 255, 255]))`,
	`std.length(std.decodeUTF8([226, 130, 97]))`, `std.decodeUTF8([0])`, `std.decodeUTF8([-0])`, `std.decodeUTF8([1e10])`,
	// escapeStringJson and escapeStringPython
	`std.escapeStringJson("")`, `std.escapeStringJson("a\"b\\c")`, `std.escapeStringJson("\b\f\n\r\t\u0000\u001f\u007f\u0080\u009f\u00a0")`,
	`std.escapeStringJson("äö😀\u2028")`, `std.escapeStringJson(1)`, `std.escapeStringJson(1.5)`, `std.escapeStringJson(null)`, `std.escapeStringJson([1, "a"])`,
	`std.escapeStringJson({ a: "b", c:: 1 })`, `std.escapeStringJson(function() 1)`, `std.escapeStringJson(str_="a")`, `std.escapeStringJson(str="a")`,
	`std.escapeStringJson()`, `std.escapeStringJson(error "x")`, `std.escapeStringJson("/<>&'")`, `std.escapeStringJson([])`, `std.escapeStringJson({})`,
	`std.escapeStringJson(std.repeat("x\"", 200))`, `std.escapeStringJson(true)`, `std.escapeStringJson("\ufffd")`,
	`std.escapeStringPython("a\"b'\\\n")`, `std.escapeStringPython("äö\u0001")`, `std.escapeStringPython(1)`, `std.escapeStringPython(null)`, `std.escapeStringPython([1])`,
	`std.escapeStringPython({ a: 1 })`, `std.escapeStringPython(str="a")`, `std.escapeStringPython(str_="a")`, `std.escapeStringPython()`, `std.escapeStringPython("")`,
	`std.escapeStringPython(function() 1)`,
	// escapeStringBash and escapeStringDollars
	`std.escapeStringBash("")`, `std.escapeStringBash("a'b")`, `std.escapeStringBash("''")`, `std.escapeStringBash("$a \"b\" \\")`, `std.escapeStringBash("äö\n")`,
	`std.escapeStringBash(1)`, `std.escapeStringBash(null)`, `std.escapeStringBash(["a'b"])`, `std.escapeStringBash({ a: "'" })`, `std.escapeStringBash(function() 1)`,
	`std.escapeStringBash(str_="a")`, `std.escapeStringBash(str="a")`, `std.escapeStringBash()`, `std.escapeStringBash("%s %d %")`, `std.escapeStringBash(error "x")`,
	`std.escapeStringBash(T("a"))`, `std.escapeStringBash(std.repeat("x'", 200))`,
	`std.escapeStringDollars("")`, `std.escapeStringDollars("$a $$b")`, `std.escapeStringDollars("${x}")`, `std.escapeStringDollars(1)`, `std.escapeStringDollars(null)`,
	`std.escapeStringDollars(["$"])`, `std.escapeStringDollars({ "$": 1 })`, `std.escapeStringDollars(function() 1)`, `std.escapeStringDollars(str_="$")`,
	`std.escapeStringDollars(str="$")`, `std.escapeStringDollars()`, `std.escapeStringDollars("ä$")`, `std.escapeStringDollars(true)`,
	// escapeStringXML
	`std.escapeStringXML("")`, `std.escapeStringXML("<a href=\"b\">&'</a>")`, `std.escapeStringXML("&amp;")`, `std.escapeStringXML("äö😀")`, `std.escapeStringXML(1)`,
	`std.escapeStringXML(null)`, `std.escapeStringXML(["<"])`, `std.escapeStringXML({ "<": 1 })`, `std.escapeStringXML(function() 1)`, `std.escapeStringXML(str_="<")`,
	`std.escapeStringXML(str="<")`, `std.escapeStringXML()`, `std.escapeStringXML(std.repeat("<>", 200))`, `std.escapeStringXML("key value hasOwnProperty")`,
	`std.escapeStringXML(std.base64Decode("/zw="))`,
	// hashes
	`std.md5("")`, `std.md5("abc")`, `std.md5("äö😀")`, `std.md5("\u0000")`, `std.md5(1)`, `std.md5(null)`, `std.md5([])`, `std.md5(s="a")`, `std.md5(str="a")`, `std.md5()`,
	`std.md5("a", "b")`, `std.md5(std.repeat("x", 1000))`, `std.md5(std.base64Decode("/w=="))`, `std.md5(error "x")`,
	`std.sha1("")`, `std.sha1("abc")`, `std.sha1("äö😀")`, `std.sha1(1)`, `std.sha1({})`, `std.sha1(s="a")`, `std.sha1(str="a")`, `std.sha1()`,
	`std.sha1(std.repeat("x", 1000))`,
	`std.sha256("")`, `std.sha256("abc")`, `std.sha256("äö😀")`, `std.sha256(1)`, `std.sha256(true)`, `std.sha256(s="a")`, `std.sha256(str="a")`, `std.sha256()`,
	`std.sha256(std.repeat("x", 1000))`,
	`std.sha512("")`, `std.sha512("abc")`, `std.sha512("äö😀")`, `std.sha512(1)`, `std.sha512(null)`, `std.sha512(s="a")`, `std.sha512(str="a")`, `std.sha512()`,
	`std.sha512(std.repeat("x", 1000))`,
	`std.sha3("")`, `std.sha3("abc")`, `std.sha3("äö😀")`, `std.sha3(1)`, `std.sha3([1])`, `std.sha3(s="a")`, `std.sha3(str="a")`, `std.sha3()`,
	`std.sha3(std.repeat("x", 1000))`,
}

var parsePrograms = []string{
	// parseInt
	`std.parseInt("0")`, `std.parseInt("123")`, `std.parseInt("-5")`, `std.parseInt("+5")`, `std.parseInt("-0")`, `std.parseInt("007")`, `std.parseInt("")`,
	`std.parseInt("-")`, `std.parseInt("+")`, `std.parseInt("1.5")`, `std.parseInt("1e3")`, `std.parseInt("abc")`, `std.parseInt(" 1")`, `std.parseInt("1 ")`,
	`std.parseInt("1_000")`, `std.parseInt("0x10")`, `std.parseInt("9007199254740993")`, `std.parseInt("9223372036854775807")`, `std.parseInt("9223372036854775808")`,
	`std.parseInt("-9223372036854775808")`, `std.parseInt("99999999999999999999")`, `std.parseInt(1)`, `std.parseInt(null)`, `std.parseInt(["1"])`, `std.parseInt(str="1")`,
	`std.parseInt(x="1")`, `std.parseInt()`, `std.parseInt("١")`, `std.parseInt("1", "2")`, `1 / std.parseInt("-0")`,
	// parseOctal
	`std.parseOctal("755")`, `std.parseOctal("0")`, `std.parseOctal("")`, `std.parseOctal("8")`, `std.parseOctal("-1")`, `std.parseOctal("+1")`, `std.parseOctal("1.0")`,
	`std.parseOctal(" 1")`, `std.parseOctal("a")`, `std.parseOctal("777777777777777777777777777777")`, `std.parseOctal(7)`, `std.parseOctal(null)`, `std.parseOctal(["7"])`,
	`std.parseOctal(str="17")`, `std.parseOctal(x="17")`, `std.parseOctal()`, `std.parseOctal("1_0")`, `std.parseOctal("\u0000")`, `std.parseOctal("ä")`,
	`std.parseOctal("7/")`, `std.parseOctal("7:")`, `std.parseOctal("A")`,
	// parseHex
	`std.parseHex("ff")`, `std.parseHex("FF")`, `std.parseHex("fF09aA")`, `std.parseHex("0")`, `std.parseHex("")`, `std.parseHex("0x1")`, `std.parseHex("g")`,
	`std.parseHex("G")`, `std.parseHex("-1")`, `std.parseHex("1 ")`, `std.parseHex("@")`, `std.parseHex(":")`, `std.parseHex("/")`, `std.parseHex(";")`, `std.parseHex("?")`,
	`std.parseHex("` + "`" + `")`, `std.parseHex("[")`, `std.parseHex("_")`, `std.parseHex("Z")`, `std.parseHex(10)`, `std.parseHex(null)`, `std.parseHex(str="a")`,
	`std.parseHex(x="a")`, `std.parseHex()`, `std.parseHex("ffffffffffffffffffffffff")`, `std.parseHex(std.repeat("f", 300))`, `std.parseHex("ä")`,
	`std.parseHex("1ffffffffffffff1")`, `std.parseHex(["a"])`, `std.parseHex(";a")`,
	// parseJson
	`std.parseJson("null")`, `std.parseJson("true")`, `std.parseJson("1")`, `std.parseJson("-0")`, `std.parseJson("1.5e3")`, `std.parseJson("1e308")`,
	`std.parseJson("1e309")`, `std.parseJson("1e-400")`, `std.parseJson("12345678901234567890")`, `std.parseJson("01")`, `std.parseJson("+1")`, `std.parseJson(".5")`,
	`std.parseJson("NaN")`, `std.parseJson("\"a\\u00e4\\n\\ud83d\\ude00\"")`, `std.parseJson("\"\\ud800\"")`, `std.parseJson("\"\\udc00x\"")`, `std.parseJson("\"\n\"")`,
	`std.parseJson("[]")`, `std.parseJson("{}")`, `std.parseJson("[1, [2, {\"a\": null}]]")`, `std.parseJson("{\"b\": 1, \"a\": 2}")`,
	`std.parseJson("{\"a\": 1, \"a\": 2}")`, `std.parseJson("{\"a\": {\"x\": 1}, \"a\": {\"y\": 2}}")`, `std.parseJson("{\"a\": 1,}")`, `std.parseJson("[1,]")`,
	`std.parseJson("")`, `std.parseJson(" ")`, `std.parseJson("1 2")`, `std.parseJson("{'a': 1}")`, `std.parseJson("{a: 1}")`, `std.parseJson("nul")`,
	`std.parseJson("// c\n1")`, `std.parseJson(" \t\r\n1 \n")`, `std.parseJson("\u00a01")`,
	`std.parseJson(1)`, `std.parseJson(null)`, `std.parseJson([])`, `std.parseJson(str="1")`, `std.parseJson(x="1")`, `std.parseJson()`,
	`std.parseJson("{\"a\": 1}") { a+: 1, b: self.a }`, `std.objectFieldsAll(std.parseJson("{\"b\": 1, \"a\": 2}"))`, `{ a:: 1 } + std.parseJson("{\"a\": 2}")`,
	`std.parseJson("{\"\": 1}")[""]`, `std.parseJson("{\"a\": 1}").b`, `std.parseJson(std.base64Decode("Iv8i"))`, `std.parseJson("\"\u0000\"")`,
	`std.parseJson("\"\\u0000\"")`, `std.parseJson("\ufeff1")`, `std.parseJson(std.manifestJson({ a: [1, "b", null, { c: 1.5 }] }))`,
	`std.parseJson(std.repeat("[", 200) + std.repeat("]", 200)) == 1`, `std.parseJson("{\"a\": 1e400}")`, `std.parseJson("\"\\x\"")`,
	`std.parseJson("[1e308, 0.1, 1E5, 1e+5]")`,
	`std.parseJson("9007199254740993")`, `std.parseJson("0.1000000000000000055511151231257827")`, `std.parseJson("-")`, `std.parseJson("{\"a\"}")`,
	`std.parseJson("\"a\\/b\"")`, `std.parseJson("\"\\ud83dx\\ude00\"")`,
	// parseYaml
	`std.parseYaml("")`, `std.parseYaml(" ")`, `std.parseYaml("\n")`, `std.parseYaml("a: 1")`, `std.parseYaml("a: 1\n")`,
	`std.parseYaml("a: 1\nb: [1, 2.5, x, null, ~, true, yes, 'no']\n")`, `std.parseYaml("---\na: 1")`, `std.parseYaml("---\na: 1\n---\nb: 2\n")`,
	`std.parseYaml("a: 1\n---\nb: 2\n")`, `std.parseYaml("a: 1\n---")`, `std.parseYaml("---")`, `std.parseYaml("---\n")`, `std.parseYaml("---\n---\n")`,
	`std.parseYaml("--- a\n--- b\n")`, `std.parseYaml("---\ta\n")`, `std.parseYaml("---a\n")`, `std.parseYaml(" --- a\n")`, `std.parseYaml("a: |\n  x\n  ---\n  y\n")`,
	`std.parseYaml("a: |\n---\n  y\n")`, `std.parseYaml("a: 1\n...\n")`, `std.parseYaml("a: 1\n...\nb: 2\n")`, `std.parseYaml("# c\n---\na: 1\n")`, `std.parseYaml("# c\n")`,
	`std.parseYaml("# c")`, `std.parseYaml("%YAML 1.1\n---\na: 1\n")`, `std.parseYaml("a: 1\r\nb: 2\r\n")`, `std.parseYaml("---\r\na: 1\r\n---\r\nb: 2")`,
	`std.parseYaml("a\rb")`, `std.parseYaml("---\r")`,
	`std.parseYaml("1")`, `std.parseYaml("1.0")`, `std.parseYaml("1e3")`, `std.parseYaml("0x1f")`, `std.parseYaml("0o17")`, `std.parseYaml("017")`, `std.parseYaml("0b11")`,
	`std.parseYaml("1_000")`, `std.parseYaml(".inf")`, `std.parseYaml("-.inf")`, `std.parseYaml(".nan")`, `std.parseYaml("[.inf]")`, `std.parseYaml("12345678901234567890")`,
	`std.parseYaml("123456789012345678901234567890")`, `std.parseYaml("1:30")`, `std.parseYaml("2001-01-01")`, `std.parseYaml("2001-01-01T00:00:00Z")`,
	`std.parseYaml("!!str 1")`, `std.parseYaml("!!int '1'")`, `std.parseYaml("!!binary YQ==")`, `std.parseYaml("!!binary /w==")`, `std.parseYaml("!foo 1")`,
	`std.parseYaml("!!set {a, b}")`, `std.parseYaml("!!float 1")`, `std.parseYaml("1.5")`, `std.parseYaml("on")`, `std.parseYaml("y")`, `std.parseYaml("Null")`,
	`std.parseYaml("=")`, `std.parseYaml("<<")`,
	`std.parseYaml("1: a\n2: b\n")`, `std.parseYaml("1.5: a")`, `std.parseYaml("1.0: a")`, `std.parseYaml("1e20: a")`, `std.parseYaml("true: a\nnull: b")`,
	`std.parseYaml("null: b")`, `std.parseYaml("[a]: b")`, `std.parseYaml("{a: 1}: b")`, `std.parseYaml("? [a]\n: b")`, `std.parseYaml("a: 1\na: 2\n")`,
	`std.parseYaml("{a: 1, a: 2}")`, `std.parseYaml("a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n")`, `std.parseYaml("a: &x [*x]")`,
	`std.parseYaml("a: *y")`, `std.parseYaml("<<: {a: 1}\nb: 2")`, `std.parseYaml("<<: [{a: 1}, {a: 2, c: 3}]\nb: 2")`, `std.parseYaml("<<: 1")`,
	`std.parseYaml("2001-01-01: a")`, `std.parseYaml("0x10: a")`, `std.parseYaml("12345678901234567890: a")`,
	`std.parseYaml("a: b: c")`, `std.parseYaml("a:\n\t- b")`, `std.parseYaml("[1, 2")`, `std.parseYaml("\"a")`, `std.parseYaml("a: 'b\n\n  c'")`,
	`std.parseYaml("- a\n- - b\n  - c\n-\n")`, `std.parseYaml("a: >\n  b\n  c\n\n  d\n")`, `std.parseYaml("a: |+\n  b\n\n")`, `std.parseYaml("a: |-\n  b")`,
	`std.parseYaml("a: |\n  b")`, `std.parseYaml("\"\\ud83d\\ude00 \\x41 \\u00e4 \\U0001F600\"")`, `std.parseYaml("ä: ö😀")`, `std.parseYaml("\u0001")`,
	`std.parseYaml("\ufeffa: 1")`, `std.parseYaml("a: \u0085b")`, `std.parseYaml("a\u2028b: 1")`, `std.parseYaml(std.base64Decode("YTog/w=="))`, `std.parseYaml("@a")`,
	`std.parseYaml("` + "`" + `a")`, `std.parseYaml("%a")`, `std.parseYaml("{a, b: }")`, `std.parseYaml("a: -0")`, `std.parseYaml("a: -0.0")`, `std.parseYaml("a: +1")`,
	`std.parseYaml(1)`, `std.parseYaml(null)`, `std.parseYaml([])`, `std.parseYaml(str="1")`, `std.parseYaml(x="1")`, `std.parseYaml()`,
	`std.parseYaml("b: 1\na: 2") { a+: 1, c: self.b }`, `std.objectFieldsAll(std.parseYaml("b: 1\na: 2"))`, `std.parseYaml("a: 1\n---\nb: [")`,
	`std.parseYaml("[\n---\na: 1")`, `std.parseYaml("---\n# c\n---\na: 1")`, `std.parseYaml("\n\n---\na: 1")`, `std.parseYaml("\n---\n\n---\n")`,
	`std.parseYaml("--- |\n a\n---\n")`, `std.parseYaml("--- {}\n--- []\n---\n")`, `std.parseYaml("a\n--- # x\nb")`, `std.parseYaml("---x\n---\n")`,
	`std.parseYaml("a: 1\n----\nb: 2\n")`, `std.parseYaml("----")`, `std.parseYaml("a\n---\u00a0b")`, `std.parseYaml("--- ---\n")`,
	`std.parseYaml(std.manifestYamlDoc({ a: [1, "b", null, { c: 1.5, d: "x\ny\n" }] }))`, `std.parseYaml(std.manifestYamlStream([1, { a: 2 }]))`,
	`std.parseYaml(std.repeat("x", 70000))  == std.repeat("x", 70000)`, `std.length(std.parseYaml("a: " + std.repeat("é", 5000) + "\n---\nb: 1"))`,
	`std.parseYaml("'---\n  a'")`, `std.parseYaml("'\n---\na'")`, `std.parseYaml("a: 1\n\n\n")`, `std.parseYaml("~")`, `std.parseYaml("~\n---\n~")`,
	`std.parseYaml("a:\n---\nb:\n")`, `std.parseYaml("? a\n? b\n")`, `std.parseYaml("- &a 1\n- *a\n---\n- *a\n")`, `std.parseYaml("{\"a\":1}")`,
	`std.parseYaml("{\"a\" :1, b}")`, `std.parseYaml("a: [\n]\n")`,
}

// TestStdEncodings has the same results, errors and order of evaluation as
// go-jsonnet.
func TestStdEncodings(t *testing.T) {
	for _, program := range append(encodingPrograms, parsePrograms...) {
		agree(t, traced+program)
	}
}
