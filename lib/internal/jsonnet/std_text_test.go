package jsonnet

import "testing"

var textPrograms = []string{
	// asciiLower and asciiUpper
	`std.asciiLower("AbZ[@` + "`" + `{19")`, `std.asciiLower("ÄÖÜ É İ K")`, `std.asciiLower("")`, `std.asciiLower("A\u0000B\n😀C")`, `std.asciiLower(1)`,
	`std.asciiLower(null)`, `std.asciiLower(["A", "B"])`, `std.asciiLower(["AB"])`, `std.asciiLower([])`, `std.asciiLower({})`, `std.asciiLower(x="A")`,
	`std.asciiLower(str="A")`, `std.asciiLower()`, `std.asciiLower("A", "B")`, `std.asciiLower(error "x")`, `std.asciiLower(std.repeat("aB", 200))`,
	`std.asciiLower("\ud83d\ude00X")`,
	`std.asciiLower(function() 1)`, `std.asciiLower(function(a) 1)`, `std.asciiLower(["A", 1])`, `std.asciiLower([error "x"])`, `std.asciiLower({ a: 1 })`,
	`std.asciiLower(true)`,
	`std.asciiUpper("aBz{@` + "`" + `[19")`, `std.asciiUpper("äöü éßſı")`, `std.asciiUpper("")`, `std.asciiUpper("a\u0000b\n😀c")`, `std.asciiUpper(1)`,
	`std.asciiUpper(null)`, `std.asciiUpper(["a", "b"])`, `std.asciiUpper([])`, `std.asciiUpper(["", "a"])`, `std.asciiUpper({})`, `std.asciiUpper(str="a")`,
	`std.asciiUpper(x="a")`, `std.asciiUpper()`, `std.asciiUpper(std.repeat("aB", 200))`, `std.asciiUpper(T(T("a")))`,
	// char
	`std.char(65)`, `std.char(0)`, `std.char(-0)`, `std.char(127)`, `std.char(128)`, `std.char(228)`, `std.char(128512)`, `std.char(1114111)`, `std.char(1114112)`,
	`std.char(-1)`, `std.char(-0.5)`, `std.char(65.9)`, `std.char(55296)`, `std.char(57343)`, `std.char(65533)`, `std.char(65535)`, `std.char(1e300)`, `std.char("A")`,
	`std.char(null)`, `std.char([65])`, `std.char(n=66)`, `std.char(x=66)`, `std.char()`, `std.char(1114111.5)`, `std.char(55296) == std.char(56000)`,
	`std.char(55296) == "\ufffd"`, `[std.codepoint(std.char(i)) for i in [0, 1, 127, 128, 255, 256, 2047, 2048, 55295, 55296, 57344, 65535, 65536, 1114111]]`,
	// codepoint
	`std.codepoint("A")`, `std.codepoint("ä")`, `std.codepoint("😀")`, `std.codepoint("\u0000")`, `std.codepoint("")`, `std.codepoint("ab")`, `std.codepoint("äö")`,
	`std.codepoint(1)`, `std.codepoint(null)`, `std.codepoint(["a"])`, `std.codepoint(str="a")`, `std.codepoint(x="a")`, `std.codepoint()`, `std.codepoint("\ufffd")`,
	`std.codepoint("e\u0301")`, `std.codepoint(std.base64Decode("/w=="))`, `std.codepoint(std.base64Decode("//8="))`,
	// startsWith and endsWith
	`std.startsWith("abc", "ab")`, `std.startsWith("abc", "b")`, `std.startsWith("abc", "")`, `std.startsWith("", "")`, `std.startsWith("", "a")`,
	`std.startsWith("äbc", "ä")`, `std.startsWith("ä", "ä\u0308")`, `std.startsWith("abc", "abcd")`, `std.startsWith(1, "a")`, `std.startsWith("a", 1)`,
	`std.startsWith(null, "a")`, `std.startsWith("a", null)`, `std.startsWith([1, 2], [1])`, `std.startsWith([1], [1, 2])`, `std.startsWith("ab", [1])`,
	`std.startsWith("ab", [])`, `std.startsWith("ab", { a: 1 })`, `std.startsWith("ab", ["a"])`, `std.startsWith("", [])`, `std.startsWith([], "")`,
	`std.startsWith([1], "")`, `std.startsWith([], "a")`, `std.startsWith({}, {})`, `std.startsWith({}, { a: 1 })`, `std.startsWith({ a: 1 }, "ab")`,
	`std.startsWith("abc", function(a) 1)`, `std.startsWith("abc", function() 1)`, `std.startsWith(function() 1, "a")`, `std.startsWith("", function() 1)`,
	`std.startsWith("a", true)`, `std.startsWith(true, "a")`,
	`std.startsWith(a="abc", b="a")`, `std.startsWith(str="abc", b="a")`, `std.startsWith("a")`, `std.startsWith("a", "b", "c")`, `std.startsWith(T("abc"), T("ab"))`,
	`std.startsWith(T("a"), T("ab"))`, `std.startsWith(T(1), T("ab"))`, `std.startsWith(error "x", error "y")`, `std.startsWith("", error "y")`,
	`std.startsWith(std.repeat("x", 400), std.repeat("x", 300))`, `std.startsWith("ab", [error "x"])`, `std.startsWith([error "x", 1], [error "y"])`,
	`std.startsWith("a", [1, 2])`, `std.startsWith("😀", "\ud83d")`,
	`std.endsWith("abc", "bc")`, `std.endsWith("abc", "b")`, `std.endsWith("abc", "")`, `std.endsWith("", "")`, `std.endsWith("", "a")`, `std.endsWith("bcä", "ä")`,
	`std.endsWith("abc", "xabc")`, `std.endsWith(1, "a")`, `std.endsWith("a", 1)`, `std.endsWith(null, "a")`, `std.endsWith([1, 2], [2])`, `std.endsWith([1], [1, 2])`,
	`std.endsWith("ab", [1])`, `std.endsWith("ab", [])`, `std.endsWith("", [])`, `std.endsWith([], [])`, `std.endsWith({}, { a: 1 })`, `std.endsWith("ab", { a: 1, b:: 2 })`,
	`std.endsWith("ab", function(a, b=1) 1)`, `std.endsWith(function() 1, "")`, `std.endsWith(a="abc", b="c")`, `std.endsWith("a")`, `std.endsWith(T("abc"), T("c"))`,
	`std.endsWith(error "x", 1)`, `std.endsWith("a", error "y")`, `std.endsWith("日本語", "語")`, `std.endsWith("a", true)`,
	`std.endsWith(std.repeat("x", 400), std.repeat("x", 300) + "y")`,
	// equalsIgnoreCase
	`std.equalsIgnoreCase("ABC", "abc")`, `std.equalsIgnoreCase("ÄÖ", "äö")`, `std.equalsIgnoreCase("", "")`, `std.equalsIgnoreCase("ß", "SS")`,
	`std.equalsIgnoreCase("K", "k")`, `std.equalsIgnoreCase("σ", "ς")`, `std.equalsIgnoreCase("a", "b")`, `std.equalsIgnoreCase("a", "ab")`, `std.equalsIgnoreCase(1, 1)`,
	`std.equalsIgnoreCase("a", 1)`, `std.equalsIgnoreCase(null, null)`, `std.equalsIgnoreCase(str1="a", str2="A")`, `std.equalsIgnoreCase(a="a", b="A")`,
	`std.equalsIgnoreCase("a")`, `std.equalsIgnoreCase(T(1), T(2))`, `std.equalsIgnoreCase(T("a"), T("A"))`, `std.equalsIgnoreCase(["a"], ["A"])`,
	`std.equalsIgnoreCase("İ", "i")`,
	// findSubstr
	`std.findSubstr("a", "banana")`, `std.findSubstr("ana", "banana")`, `std.findSubstr("aa", "aaaa")`, `std.findSubstr("", "abc")`, `std.findSubstr("a", "")`,
	`std.findSubstr("", "")`, `std.findSubstr("abc", "ab")`, `std.findSubstr("ö", "äöüö")`, `std.findSubstr("b", "äbüb")`, `std.findSubstr("😀", "a😀😀b")`,
	`std.findSubstr(1, "a")`, `std.findSubstr("a", 1)`, `std.findSubstr(["a"], "a")`, `std.findSubstr("a", ["a"])`, `std.findSubstr(null, null)`,
	`std.findSubstr(1, error "x")`, `std.findSubstr(pat="a", str="aba")`, `std.findSubstr(str="aba", pat="a")`, `std.findSubstr(a="a", b="b")`, `std.findSubstr("a")`,
	`std.findSubstr(T("a"), T("ba"))`, `std.findSubstr(T(1), T("ba"))`, `std.findSubstr(std.repeat("ab", 200), std.repeat("ab", 203))`,
	`std.findSubstr("\u0308", "a\u0308")`,
	`std.findSubstr(std.base64Decode("/w=="), std.base64Decode("Yf9i/w=="))`, `std.findSubstr("", error "x")`,
	// isEmpty
	`std.isEmpty("")`, `std.isEmpty(" ")`, `std.isEmpty("\u0000")`, `std.isEmpty([])`, `std.isEmpty({})`, `std.isEmpty(null)`, `std.isEmpty(0)`, `std.isEmpty(str="")`,
	`std.isEmpty(x="")`, `std.isEmpty()`, `std.isEmpty(std.repeat("x", 400))`, `std.isEmpty(error "x")`,
	// lstripChars, rstripChars and stripChars
	`std.lstripChars("aabca", "a")`, `std.lstripChars("  \t a ", " \t")`, `std.lstripChars("", "a")`, `std.lstripChars("abc", "")`, `std.lstripChars("äöüa", "öä")`,
	`std.lstripChars("aaa", "a")`, `std.lstripChars("abc", ["a", "b"])`, `std.lstripChars("abc", ["ab", "b"])`, `std.lstripChars("abc", [1, null, ["a"], "a"])`,
	`std.lstripChars("abc", [])`, `std.lstripChars("abc", 1)`, `std.lstripChars("abc", null)`, `std.lstripChars("abc", {})`, `std.lstripChars("", 1)`,
	`std.lstripChars("", {})`, `std.lstripChars(1, "a")`, `std.lstripChars([1, 2], [1])`, `std.lstripChars(null, "a")`, `std.lstripChars("abc", ["a", error "x"])`,
	`std.lstripChars("bc", ["b", "c", error "x"])`, `std.lstripChars("", [error "x"])`, `std.lstripChars("a", [function() 1])`, `std.lstripChars(str="ab", chars="a")`,
	`std.lstripChars(a="ab", b="a")`, `std.lstripChars("a")`, `std.lstripChars(T("ab"), T("a"))`, `std.lstripChars(T(1), T("a"))`, `std.lstripChars("ab", [T("a"), T("b")])`,
	`std.lstripChars(std.repeat("x", 500) + "a", "x")`, `std.lstripChars(std.repeat("ü", 500) + "a", "aü")`, `std.lstripChars("abc", error "x")`,
	`std.lstripChars("", error "x")`, `std.lstripChars(error "y", error "x")`,
	`std.rstripChars("abca", "a")`, `std.rstripChars(" a \t", " \t")`, `std.rstripChars("", "a")`, `std.rstripChars("abc", "")`, `std.rstripChars("aöüä", "öä")`,
	`std.rstripChars("aaa", "a")`, `std.rstripChars("abc", ["c", "b"])`, `std.rstripChars("abc", ["bc"])`, `std.rstripChars("abc", 1)`, `std.rstripChars("", 1)`,
	`std.rstripChars(1, "a")`, `std.rstripChars([1], [1])`, `std.rstripChars(str="ab", chars="b")`, `std.rstripChars("a")`, `std.rstripChars(T("ab"), T("b"))`,
	`std.rstripChars("ab", [T("a"), T("b")])`, `std.rstripChars("x" + std.repeat("ü", 500), "aü")`, `std.rstripChars("a😀", "😀")`, `std.rstripChars({}, "")`,
	`std.stripChars("aabcaa", "a")`, `std.stripChars(" \n\t a b \r\n", " \n\t\r")`, `std.stripChars("aaa", "a")`, `std.stripChars("", "")`, `std.stripChars("öäaäö", "äö")`,
	`std.stripChars("abc", ["a", "c"])`, `std.stripChars("abc", 1)`, `std.stripChars("", null)`, `std.stripChars(1, "a")`, `std.stripChars("aba", ["a", T("b")])`,
	`std.stripChars("xax", ["a", T("b")])`, `std.stripChars(str="aba", chars="a")`, `std.stripChars("a", "a", "a")`, `std.stripChars(T("aba"), T("a"))`,
	`std.stripChars("abc", { a: 1 })`, `std.stripChars([], "")`, `std.stripChars(std.base64Decode("/2H/"), "\ufffd")`, `std.stripChars("aXa", "Xa")`,
	`std.stripChars("[a]", "[]")`,
	// trim
	`std.trim("  a b  ")`, `std.trim("\t\n\u000b\u000c\r a")`, `std.trim("\u0085a\u00a0")`, `std.trim("\u2003a\u3000")`, `std.trim("\u200ba\ufeff")`,
	`std.trim("\u1680a\u2028\u2029\u202f\u205f")`, `std.trim("")`, `std.trim(" ")`, `std.trim(1)`, `std.trim([])`, `std.trim(null)`, `std.trim(str=" a")`,
	`std.trim(x=" a")`, `std.trim()`, `std.trim(" ä ")`, `std.trim(std.repeat(" ", 500) + "x")`, `std.trim("\u001ca\u001f")`,
	// strReplace
	`std.strReplace("banana", "an", "AN")`, `std.strReplace("aaa", "aa", "b")`, `std.strReplace("aaa", "a", "")`, `std.strReplace("abc", "x", "y")`,
	`std.strReplace("", "a", "b")`, `std.strReplace("abc", "", "y")`, `std.strReplace("äöü", "ö", "😀")`, `std.strReplace("a", "a", "aa")`, `std.strReplace(1, "a", "b")`,
	`std.strReplace("a", 1, "b")`, `std.strReplace("a", "a", 1)`, `std.strReplace("a", null, "b")`, `std.strReplace("a", "b", error "x")`,
	`std.strReplace(str="a", from="a", to="b")`, `std.strReplace(to="c", from="a", str="a")`, `std.strReplace("a", "a")`, `std.strReplace("a", "a", "b", "c")`,
	`std.strReplace(T("a"), T("a"), T("b"))`, `std.strReplace(T("a"), T(1), T("b"))`, `std.strReplace("a", "", error "x")`,
	`std.strReplace(std.repeat("ab", 300), "b", "xyz")`, `std.strReplace(["a"], "a", "b")`, `std.strReplace("\n\n", "\n", "\\n")`,
	`std.strReplace(std.base64Decode("/2H/"), std.base64Decode("/w=="), "x")`,
	// stringChars
	`std.stringChars("abc")`, `std.stringChars("äö😀")`, `std.stringChars("")`, `std.stringChars("\u0000")`, `std.stringChars(["a", "b"])`,
	`std.stringChars([error "x", 2])[1]`, `std.stringChars([])`, `std.stringChars({})`, `std.stringChars({ a: 1 })`, `std.length(std.stringChars({ a: 1 }))`,
	`std.stringChars(1)`, `std.stringChars(null)`, `std.stringChars(true)`, `std.stringChars(function() 1)`, `std.stringChars(function(a) 1)`,
	`std.length(std.stringChars(function(a, b) 1))`, `std.stringChars(str="ab")`, `std.stringChars(x="ab")`, `std.stringChars()`, `std.stringChars(T("ab"))`,
	`std.length(std.stringChars(std.repeat("ab", 300)))`, `std.stringChars(std.base64Decode("/2H/"))`, `std.stringChars([T(1), T(2)])[1]`,
	`std.length(std.stringChars([T(1), T(2)]))`, `std.stringChars({ "0": "a" })`, `local a = [T(1)]; std.stringChars(a) + a`, `std.length(std.stringChars({ a: 1, b:: 2 }))`,
	// split
	`std.split("a,b,c", ",")`, `std.split("", ",")`, `std.split(",", ",")`, `std.split("a", "")`, `std.split("abcbd", "bc")`, `std.split("aaaa", "aa")`,
	`std.split("äöüö", "ö")`, `std.split(1, ",")`, `std.split("a", 1)`, `std.split(null, ",")`, `std.split("a", null)`, `std.split(["a"], ["a"])`, `std.split(1, "")`,
	`std.split(1, error "x")`, `std.split("a", error "x")`, `std.split(error "x", 1)`, `std.split(str="a b", c=" ")`, `std.split(a="a b", b=" ")`, `std.split("a")`,
	`std.split("a", "b", 1)`, `std.split(T("a b"), T(" "))`, `std.split(T(1), T(" "))`, `std.split(T("a"), T(1))`, `std.length(std.split(std.repeat("ab,", 300), ","))`,
	`std.split("a😀b", "😀")`, `std.split("a", [])`, `std.split("", "")`,
	// splitLimit
	`std.splitLimit("a,b,c,d", ",", 2)`, `std.splitLimit("a,b,c,d", ",", 0)`, `std.splitLimit("a,b,c,d", ",", -1)`, `std.splitLimit("a,b", ",", 10)`,
	`std.splitLimit("a,b", ",", -2)`, `std.splitLimit("a,b", ",", 1.5)`, `std.splitLimit("a,b", ",", "1")`, `std.splitLimit("a,b", ",", null)`,
	`std.splitLimit("a,b", "", 1)`, `std.splitLimit("", ",", 1)`, `std.splitLimit("", ",", 0)`, `std.splitLimit(1, ",", 1)`, `std.splitLimit("a", 1, 1)`,
	`std.splitLimit("a", "", -2)`, `std.splitLimit("a", ",", 1e10)`, `std.splitLimit("a", ",", 2147483647)`, `std.splitLimit("a", ",", 2147483648)`,
	`std.splitLimit("äöüö", "ö", 1)`, `std.splitLimit(str="a b", c=" ", maxsplits=1)`, `std.splitLimit("a", ",")`, `std.splitLimit("a", ",", error "x")`,
	`std.splitLimit(T("a b"), T(" "), T(1))`, `std.splitLimit(T(1), T(" "), T(1))`, `std.splitLimit("aaaa", "aa", 1)`, `std.splitLimit("a,b", ",", -0)`,
	`std.splitLimit("a,b,c", ",", -1.0)`, `std.splitLimit(",,,", ",", 2)`,
	// splitLimitR
	`std.splitLimitR("a,b,c,d", ",", 2)`, `std.splitLimitR("a,b,c,d", ",", 0)`, `std.splitLimitR("a,b,c,d", ",", -1)`, `std.splitLimitR("a,b", ",", 10)`,
	`std.splitLimitR("a,b", ",", -2)`, `std.splitLimitR("a,b", ",", 1.5)`, `std.splitLimitR("a,b", ",", "1")`, `std.splitLimitR("a,b", "", 1)`,
	`std.splitLimitR("", ",", 1)`, `std.splitLimitR(1, ",", 1)`, `std.splitLimitR("a", [], 1)`, `std.splitLimitR("äöüö", "ö", 1)`,
	`std.splitLimitR(str="a b c", c=" ", maxsplits=1)`, `std.splitLimitR("a", ",")`, `std.splitLimitR("aaaaa", "aa", 1)`, `std.splitLimitR("aaaaa", "aa", -1)`,
	`std.splitLimitR("aaaaa", "aa", 5)`, `std.splitLimitR(",,,", ",", 2)`, `std.splitLimitR("ababa", "aba", -1)`, `std.splitLimitR(T("a b"), T(" "), T(1))`,
	`std.splitLimitR(T("a"), T(1), T("x"))`, `std.splitLimitR("a", ",", 2147483648)`, `std.splitLimitR("a", ",", null)`,
	// substr
	`std.substr("hello", 1, 3)`, `std.substr("hello", 0, 0)`, `std.substr("hello", 0, 100)`, `std.substr("hello", 5, 1)`, `std.substr("hello", 6, 1)`,
	`std.substr("hello", 4, 1)`, `std.substr("hello", -1, 1)`, `std.substr("hello", 1, -1)`, `std.substr("hello", 1.5, 1)`, `std.substr("hello", 1, 1.5)`,
	`std.substr("äöü😀a", 1, 3)`, `std.substr("äöü😀a", 4, 3)`, `std.substr("", 0, 1)`, `std.substr(1, 0, 1)`, `std.substr("a", "0", 1)`, `std.substr("a", 0, "1")`,
	`std.substr("a", null, 1)`, `std.substr("a", 0, null)`, `std.substr(null, 0, 1)`, `std.substr([1, 2, 3], 0, 1)`, `std.substr("hello", 1, 2147483647)`,
	`std.substr("hello", 1, 2147483648)`, `std.substr("hello", 1, 1e10)`, `std.substr("hello", 2147483648, 1)`, `std.substr("hello", 1e15, 1)`,
	`std.substr("hello", 1, -2147483649)`, `std.substr("hello", -0, 1)`, `std.substr("hello", 0, -0)`, `std.substr("hello", 100, 0)`, `std.substr("hello", 100, -1)`,
	`std.substr("hello", 1, 1e300)`,
	`std.substr(str="abc", from=1, len=1)`, `std.substr(s="abc", from=1, len=1)`, `std.substr("abc", 1)`, `std.substr("abc", 1, 1, 1)`, `std.substr(T("abc"), T(1), T(1))`,
	`std.substr(T(1), T(1), T(1))`, `std.substr("abc", error "x", error "y")`, `std.substr(std.repeat("ab", 400), 350, 10)`, `std.substr(std.repeat("äb", 400), 350, 10)`,
	`std.substr("abc", -0.5, 1)`,
	// resolvePath
	`std.resolvePath("a/b/c", "d")`, `std.resolvePath("a", "d")`, `std.resolvePath("", "d")`, `std.resolvePath("/", "d")`, `std.resolvePath("/a", "d")`,
	`std.resolvePath("a/", "d")`, `std.resolvePath("a//b", "d")`, `std.resolvePath("a/b", "../d")`, `std.resolvePath("a/b", "/d")`, `std.resolvePath("a/b", "")`,
	`std.resolvePath("a/b", null)`, `std.resolvePath("a", null)`, `std.resolvePath("a/b", 1)`, `std.resolvePath("a/b", ["x"])`, `std.resolvePath("a", {})`,
	`std.resolvePath(1, "a")`, `std.resolvePath(null, "a")`, `std.resolvePath(["a"], "a")`, `std.resolvePath(f="a/b", r="c")`, `std.resolvePath(a="a/b", b="c")`,
	`std.resolvePath("a")`, `std.resolvePath(T("a/b"), T("c"))`, `std.resolvePath(T(1), T("c"))`, `std.resolvePath("ä/ö", "ü")`, `std.resolvePath("a/b", error "x")`,
	`std.resolvePath(error "x", error "y")`, `std.resolvePath("a/b/c", null)`, `std.resolvePath(T("a"), T(null))`, `std.resolvePath("a", true)`,
}

// TestStdText has the same results, errors and order of evaluation as go-jsonnet.
func TestStdText(t *testing.T) {
	for _, program := range textPrograms {
		agree(t, traced+program)
	}
}
