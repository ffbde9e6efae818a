package jsonnet

import "strings"

// The kinds of expressions in random programs:
//
//	n number           s string           b boolean     v any value but functions
//	i small natural    c one character    o object      y text of a value
//	p positive number  k a key            a numbers     l values
//	t strings          x set of strings   u set of numbers
//	f number -> number      g string -> string      q number -> boolean
//	h string -> boolean     w number, number -> number
//	m M formats with one conversion, of a number or string

// literals are what ends a program's branches; the first is the simplest.
var literals = map[byte][]string{
	'n': {"1", "0", "-1", "2.5", "1e3", "-0.1", "123456789", "0.3", "7", "1e-7", "1.25e15", "65", "3", "1e21", "-0"},
	'i': {"1", "0", "2", "3", "4"},
	'p': {"1", "2", "0.5", "3", "10", "7.25"},
	's': {"'a'", "''", "'abc'", "'é'", "'日本語'", "'😀x'", "' b '", "'a,b,,c'", `"it's"`, `'say "hi"'`, "'a\\nb\\n'", "'x\\ty'", "'no'", "'1.5'", "'k1'", "'\\u0001\\u007f'", "@'c:\\d'", "|||\n  text\n   more\n|||", "'<&>$'", "'AbC dEf'", "'aXbXc'"},
	'c': {"'a'", "','", "'é'", "'😀'", "'X'", "' '", "'b'"},
	'b': {"true", "false"},
	'v': {"null", "1", "'a'", "true", "[]", "{}", "[1, 'b', null]", "{ a: 1, h:: 2 }", "{ 'a b': [1.5], y: {} }", "'multi\\nline\\n'", "[[], {}, '']"},
	'o': {"{ n0: 1, s0: 'a' }", "{ n0:: 2, s0: 'b', x: [1] }", "{ n0: 3, s0::: 'c', b0: self.n0 > 2, o1: { n0: 4, s0: 'x' } }"},
	'a': {"[1]", "[]", "[3, 1, 2]", "[1, 1, 2, -0.5, 10]", "std.range(1, 5)", "[2.5, 1e10]"},
	't': {"['a']", "[]", "['b', 'a', 'c']", "['x', '', 'é', 'x']", "['a,b', 'C', 'k1']"},
	'x': {"['a']", "[]", "['a', 'b', 'c']", "['', 'C', 'k1', 'é']"},
	'u': {"[1]", "[]", "[1, 2, 3]", "[-1, 2.5, 3, 10]"},
	'l': {"[]", "[1, 'a', null, [], {}]", "[null, true]", "[{ a: 1 }, { a: 2, b: null }]"},
	'k': {"'a'", "'n0'", "'k1'", "'x y'", "'é'"},
	'f': {"(function(z) z)", "(function(z, y=1) z + y)", "std.abs", "(function(z) -z)"},
	'g': {"(function(z) z)", "std.asciiUpper", "std.trim", "(function(z) z + z)"},
	'q': {"(function(z) z > 1)", "std.isInteger", "(function(z) true)"},
	'h': {"std.isEmpty", "(function(z) z < 'b')", "(function(z) false)"},
	'w': {"(function(y, z) y + z)", "std.max", "(function(y, z) z)"},
	'm': {"'%d'"},
	'M': {"'%s'"},
	'y': {"'[1]'", "'{\"a\": 1}'", "'null'"},
}

// row is a form of expressions: $k is an expression of kind k, ~k one that does not
// see the variables that the row binds, @1 the first of those, # a new number. Binds has their kinds.
type row struct{ binds, text string }

// common are forms of any kind, which K stands for.
var common = []row{
	{"", "(if $b then $K else $K)"}, {"n", "(local @1 = ~n; $K)"}, {"s", "(local @1 = ~s; $K)"}, {"o", "(local @1 = ~o; $K)"}, {"K", "(local @1 = ~K; $K)"},
	{"na", "(local @1 = ~n, @2 = [@1, ~n]; $K)"}, {"f", "(local @1(x) = ~n + x; $K)"}, {"g", "(local @1 = ~g; $K)"}, {"n", "(function(@1) $K)(~n)"}, {"sn", "(function(@1, @2=~n) $K)(~s)"},
	{"ns", "(function(@1=~n, @2) $K)(@2=~s)"}, {"nn", "(function(@1, @2=@1) $K)(@1=~n) "}, {"v", "(function(@1) $K)(~v) tailstrict"}, {"", "[$K, $K][$i % 2]"}, {"", "{ r: $K }.r"}, {"", "({ r:: $K } + { q: super.r, r: error 'no' }).q"},
	{"", "{ local r = $K, m():: r }.m()"}, {"", "std.trace('#', $K)"}, {"", "(assert $b || true : $s; $K)"}, {"", "std.get({ r: $K }, 'r', 1)"}, {"", "std.get({}, 'r', $K)"}, {"o", "(local @1 = ~o; local o = @1 { z:: $K }; o.z)"}, {"", "std.id($K)"},
}

// rowsOf has the forms of each kind.
var rowsOf = func() map[byte][]row {
	all := map[byte][]row{}
	for kind, texts := range forms {
		for _, text := range texts {
			binds, text, bound := strings.Cut(text, " => ")
			if !bound {
				binds, text = "", binds
			}
			all[kind] = append(all[kind], row{binds, text})
		}
		for _, r := range common {
			all[kind] = append(all[kind], row{strings.ReplaceAll(r.binds, "K", string(kind)), strings.ReplaceAll(r.text, "K", string(kind))})
		}
	}
	return all
}()

// forms are rows by kind; what a row binds stands before =>.
var forms = map[byte][]string{
	'n': {
		"($n + $n)", "($n - $n)", "($n * $i)", "($n / $p)", "($n % $p)", "-$n", "+$n", "(~~$i)", "($i & $i)", "($i | $i)", "($i ^ $i)", "($i << $i)", "(100 >> $i)", "$o.n0", "$o['n0']",
		"$f($n)", "(function(z) z + $n)(z=$n)", "$w($n, $n)", "($o { n0+: $n }).n0", "std.length($s)", "std.length($l)", "std.length($o)", "std.length($t)", "std.length($f)", "std.abs($n)", "std.sign($n)",
		"std.max($n, $n)", "std.min($n, $n)", "std.clamp($n, $n, $n)", "std.pow($p, $i)", "std.exp(-$i)", "std.log($p)", "std.log2($p)", "std.log10($p)", "std.exponent($n)", "std.mantissa($n)",
		"std.floor($n)", "std.ceil($n)", "std.round($n)", "std.sqrt($p)", "std.sin($n)", "std.cos($n)", "std.tan($n)", "std.atan($n)", "std.asin(1 / (1 + $p))", "std.acos(1 / (1 + $p))",
		"std.atan2($n, $p)", "std.hypot($n, $n)", "std.deg2rad($n)", "std.rad2deg($n)", "std.mod($n, $p)", "std.modulo($n, $p)", "std.pi", "std.sum($a)", "std.avg($a + [1])",
		"std.minArray($a + [1])", "std.maxArray($a, onEmpty=$n)", "std.minArray([$n, $n, $n], $f)", "std.foldl($w, $a, $n)", "std.foldr($w, $a, $n)", "std.count($a, $n)", "std.count($t, $s)",
		"std.codepoint($c)", "std.parseInt('1' + $i)", "std.parseHex('aF' + $i)", "std.parseOctal('7' + $i)", "nn => std.foldl(function(@1, @2) $n, ~a, ~n)",
		"nn => std.foldr(function(@1, @2) $n, ~a, ~n)", "sn => std.foldl(function(@2, @1) $n, ~s, ~n)", "a => (local @1 = ~a; if std.length(@1) > 0 then @1[0] else ~n)",
		"a => (local @1 = ~a + [1]; @1[std.length(@1) - 1])", "n => (local f(n) = if n <= 0 then ~n else f(n - 1) + ~i; f(~i))",
		"n => (local f(n, @1=~n) = if n <= 0 then @1 else f(n - 1, @1 + 1) tailstrict; f(~i))", "[$n, $n, $n][$i % 3]", "std.__compare($a, $a)", "std.__compare($s, $s)",
	},
	'i': {
		"std.length($t)", "($i % 3)", "($i + 1)", "std.length($x)", "std.min($i, 3)", "std.length($c)",
	},
	'p': {
		"($p + $p)", "std.abs($n) + 1", "std.max($p, $p)", "(1 + $i)",
	},
	's': {
		"($s + $s)", "($s + $n)", "($n + $s)", "($s + $v)", "($v + $s)", "($s + $s + $s + $s)", "$o.s0", "$o['s0']", "$g($s)", "($o { s0+: $s }).s0", "std.toString($v)", "std.toString($n)",
		"$s[$i:]", "$s[:$i]", "$s[$i:$i]", "$s[-2:]", "$s[::2]", "$s[1::$i + 1]", "($s + 'x')[0]", "std.type($v)", "std.asciiLower($s)", "std.asciiUpper($s)", "std.char(96 + $i)",
		"std.substr($s, $i, $i)", "std.strReplace($s, $c, $s)", "std.stripChars($s, $s)", "std.lstripChars($s, $s)", "std.rstripChars($s, $c)", "std.trim($s)", "std.repeat($s, $i)",
		"std.join($s, $t)", "std.join($c, [$s, null, $s])", "std.lines($t)", "std.deepJoin([$s, [$s, $t]])", "std.format($m, $n)", "std.format($M, [$v])", "($m % $n)", "($M % [$s])",
		"($m % [$n])", "std.format($m + $M, [$n, $v])", "std.format('%(n)05d %(s)-6s|', { n: $n, s: $s })", "std.format('%*d|%-*s', [$i, $n, $i, $s])", "std.format('%.*f', [$i, $n])",
		"std.format('%c%c%%', [$c, 64 + $i])", "std.escapeStringJson($s)", "std.escapeStringBash($s)", "std.escapeStringPython($s)", "std.escapeStringDollars($s)", "std.escapeStringXML($s)",
		"std.base64(std.encodeUTF8($s))", "std.base64Decode(std.base64(std.encodeUTF8($s)))", "std.decodeUTF8(std.encodeUTF8($s))", "std.md5($s)", "std.sha1($s)", "std.sha256($s)",
		"std.sha512($s)", "std.sha3($s)", "std.resolvePath('a/b', $s)", "std.manifestJson($v)", "std.manifestJsonMinified($v)", "std.manifestJsonEx($v, $c)",
		"std.manifestJsonEx($v, '  ', '', ': ')", "std.manifestYamlDoc($v)", "std.manifestYamlDoc($v, true, false)", "std.manifestYamlDoc($v, quote_keys=$b)", "std.manifestYamlStream($l)",
		"std.manifestYamlStream($l, $b, $b, $b)", "std.manifestPython($v)", "std.manifestPythonVars($o)", "std.manifestToml($o)",
		"std.manifestTomlEx({ k: $t, n: $n, o: $o, l: [$o, $o], m: [$a, {}] }, '  ')", "std.manifestIni({ main: { a: $s, b: $t }, sections: { x: { y: $n }, z: $o } })",
		"std.manifestXmlJsonml(['a', { b: $s }, $s, ['c', $s]])", "ns => std.foldl(function(@2, @1) $s, ~a, ~s)", "s => std.flatMap(function(@1) $s, ~s)", "std.flatMap($g, $s)",
		"std.foldl(function(x, y) x + y, $t, $s)", "std.foldr(function(x, y) x + y, std.stringChars($s), '')", "t => (local @1 = ~t; if std.length(@1) > 0 then @1[0] else $s)",
		"std.splitLimit($s + ',b', ',', 1)[0]", "std.toString($o)", "std.toString($l)",
	},
	'c': {
		"std.char(65 + $i)", "std.asciiUpper($c)", "std.substr('abcdef', $i, 1)",
	},
	'b': {
		"!$b", "($b && $b)", "($b || $b)", "($n == $n)", "($s == $s)", "($v == $v)", "($v != $v)", "($l == $l)", "($o == $o)", "($n < $n)", "($n >= $n)", "($s < $s)", "($s >= $s)", "($a < $a)",
		"($a <= $a)", "($t > $t)", "($k in $o)", "($k in { a: $v, k1:: 2 })", "$q($n)", "$h($s)", "std.isString($v)", "std.isNumber($v)", "std.isNull($v)", "std.isArray($v)", "std.isObject($v)",
		"std.isBoolean($v)", "std.isFunction($v)", "std.equals($v, $v)", "std.primitiveEquals($s, $s)", "std.xor($b, $b)", "std.xnor($b, $b)", "std.all([$b, $b])", "std.any([$b, $b, $b])",
		"std.contains($a, $n)", "std.contains($t, $s)", "std.member($t, $s)", "std.member($s, $c)", "std.setMember($s, $x)", "std.setMember($n, $u)", "std.objectHas($o, $k)",
		"std.objectHasAll($o, $k)", "std.objectHasEx($o, $k, $b)", "std.startsWith($s, $c)", "std.endsWith($s, $s)", "std.isEmpty($s)", "std.equalsIgnoreCase($s, $s)", "std.isEven($i)",
		"std.isOdd($n)", "std.isInteger($n)", "std.isDecimal($n)", "std.__array_less($a, $a)", "std.__array_greater_or_equal($t, $t)",
	},
	'a': {
		"($a + $a)", "[$n]", "[$n, $n]", "[$n, $n, $n]", "$a[$i:]", "$a[:$i]", "$a[$i:$i + 2:2]", "$a[-1:]", "std.range($i, $i)", "std.range(-$i, $i)", "std.makeArray($i, $f)",
		"std.map($f, $a)", "std.filter($q, $a)", "std.filterMap($q, $f, $a)", "std.mapWithIndex($w, $a)", "std.reverse($a)", "std.sort($a)", "std.sort($a, $f)",
		"std.sort($a, keyF=function(x) -x)", "std.set($a)", "std.uniq($a)", "std.repeat($a, $i)", "std.setUnion($u, $u)", "std.setInter($u, $u)", "std.setDiff($u, $u)",
		"std.flattenArrays([$a, $a])", "std.flattenDeepArray([$n, [$n, $a], [[]]])", "std.flatMap(function(x) [x, $n], $a)", "std.join($a, [$a, null, $a])", "std.remove($a, $n)",
		"std.removeAt($a + [1], 0)", "std.find($n, $a)", "std.find($s, $t)", "std.findSubstr($c, $s)", "std.findSubstr($s, $s)", "std.encodeUTF8($s)",
		"std.base64DecodeBytes(std.base64($a[:0] + [$i, 255]))", "std.slice($a, $i, $i, 1)", "n => [$n for @1 in ~a]", "n => [$n for @1 in ~a if $b]",
		"nn => [$n for @1 in ~a for @2 in [@1, 2]]", "nn => [$n for @1 in ~a if @1 > 0 for @2 in ~a if $b]", "s => [$n for @1 in ~t]", "nn => std.mapWithIndex(function(@1, @2) $n, ~a)",
		"n => std.map(function(@1) $n, ~a)", "n => std.makeArray(~i, function(@1) $n)", "n => std.filter(function(@1) $b, ~a)", "ns => std.mapWithIndex(function(@1, @2) $n, ~t)",
		"n => std.flatMap(function(@1) $a, ~a)", "n => std.sort(~a, function(@1) $n)", "n => std.set(~a, function(@1) $i)", "n => std.uniq(~a, function(@1) $i)",
		"std.parseJson(std.manifestJson($a))", "n => std.foldl(function(x, @1) x + [$n], ~a, [])",
	},
	't': {
		"($t + $t)", "[$s]", "[$s, $s]", "[$s, $s, $s]", "$t[$i:]", "$t[:-1]", "std.objectFields($o)", "std.objectFieldsAll($o)", "std.objectFieldsEx($o, $b)", "std.stringChars($s)",
		"std.split($s, $c)", "std.splitLimit($s, ',', $i)", "std.splitLimitR($s, $c, $i - 1)", "std.sort($t)", "std.set($t)", "std.uniq($t)", "std.sort($t, std.length)",
		"std.set($t, std.asciiLower)", "std.reverse($t)", "std.repeat($t, $i)", "std.map($g, $t)", "std.map($g, $s)", "std.filter($h, $t)", "std.filterMap($h, $g, $t)", "std.setUnion($x, $x)",
		"std.setInter($x, $x)", "std.setDiff($x, $x)", "std.setUnion($x, $x, std.asciiLower)", "std.flattenArrays([$t, $t])", "std.flattenDeepArray([$s, [[$s]], $t])", "std.join($t, [$t, $t])",
		"std.remove($t, $s)", "std.makeArray($i, function(i) 'k' + i)", "s => [$s for @1 in ~t]", "s => [$s for @1 in ~t if $b]", "s => std.map(function(@1) $s, ~t)",
		"s => std.flatMap(function(@1) $t, ~t)", "n => [$s for @1 in ~a]", "s => [$s for @1 in std.stringChars(~s)]",
		"ks => std.objectValues(std.mapWithKey(function(@1, @2) $s, { a: ~s, b:: 1, n0: ~s }))", "n => std.map(function(@1) $s, ~a)", "s => std.sort(~t, function(@1) $i)",
		"s => std.filter(function(@1) $b, ~t)",
	},
	'x': {
		"std.set($t)", "std.setUnion($x, $x)", "std.setInter($x, $x)", "std.setDiff($x, $x)", "std.objectFields($o)", "std.uniq(std.sort($t))",
	},
	'u': {
		"std.set($a)", "std.setUnion($u, $u)", "std.setDiff($u, $u)",
	},
	'l': {
		"[$v]", "[$v, $v]", "[$v, $v, $v]", "$l + $l", "std.reverse($l)", "$l[$i:]", "std.objectValues($o)", "std.objectKeysValues($o)", "std.prune($l)", "v => [$v for @1 in ~l]",
		"o => [$v for @1 in [~o, ~o]]", "n => std.map(function(@1) $v, ~a)", "s => std.map(function(@1) $o, ~t)", "std.flattenDeepArray($l)", "std.repeat($l, 2)",
		"no => std.mapWithIndex(function(@1, @2) $v, [~o, ~o])", "std.parseJson(std.manifestJson($l))", "s => std.sort([{ a: ~i, b: ~n }, { a: ~i, b: 1 }, { a: ~i, b: 2 }], function(x) x.a)",
		"o => std.sort([~o, ~o, ~o], function(@1) $n)", "o => std.set([~o, ~o, ~o], function(@1) $s)", "o => std.uniq([~o, ~o], function(@1) $n)",
		"o => std.setUnion([~o], [~o], function(@1) $i)", "o => std.setDiff([~o], [~o], function(@1) $i)", "std.objectKeysValuesAll({ a: $v, b:: $v })", "std.objectValuesAll({ b: $v, a:: $v })",
	},
	'v': {
		"[$v, $v]", "{ x: $v, y: $v }", "{ [$k]: $v }", "{ x: $v, h:: $v, l: $l }", "{ x: $v } + { x+: $s }", "{ a: { b: $v } } + { a+: { c: $v } }", "{ x: self.y, y: $v }",
		"{ x: $v, y: [$.x, { z: $.x }] }", "std.parseJson($y)", "std.parseYaml($y)", "std.parseYaml(std.manifestYamlDoc($v))", "std.parseYaml(std.manifestYamlStream($l))", "std.prune($v)",
		"std.mergePatch($v, $v)", "std.mergePatch($o, { n0: null, x: $v, o1: { n0: null } })", "std.mapWithKey(function(k, x) [k, x], $o)", "std.objectRemoveKey($o, $k)",
		"std.objectRemoveKey({ a: $v, b: $v }, 'a')", "std.get($o, $k)", "std.get($o, 'n0', $v, $b)", "std.get({ a:: $v }, 'a', $v, $b)", "s => { [@1]: $v for @1 in std.set(~t) }",
		"s => { [@1]: $v for @1 in std.set(~t) if $b }", "sn => { [@1 + @2]: $v for @1 in ~x for @2 in ~u }", "s => { [@1]+: $v for @1 in ~x } + { k1+: ~s }",
		"n => { ['k' + @1]: $v for @1 in ~u }", "s => { local l = $v, [@1]: [l, l] for @1 in ~x }", "if $b then $v", "v => local @1 = ~v; [@1, @1]",
		"kv => std.mapWithKey(function(@1, @2) $v, { b: ~v, a: ~v })", "{ f(x):: [x, $v], y: self.f($n) }", "{ assert true, x: $v }", "{ local a = $v, local b = [a, $s], x: b, y: a }",
		"o => (~o + { z: self.n0, y: super.s0, n0: 5 })", "v => std.foldl(function(x, y) { a: x, b: y }, ~l, ~v)", "std.foldl(function(x, y) x + { [y]+: [1], n+: 1 }, $t, { n: 0 })",
		"std.foldl(std.mergePatch, [$v, $v], $v)", "(function(x, y=$v) [x, y])($v)", "{ a: $v, b: 1 } == { a: $v, b: 1 }", "{ x: 'n' in super, y: 'x' in self } + { z: 'x' in super }",
		"{ x::: $v } + { x:: $v }", "{ x:: $v } + { x: $v, y: $v }", "std.objectHas({ x:: $v } + { x::: 1 }, 'x')", "[super_ for super_ in $l]", "$o.s0 + $v", "std.split($s, ',') + $l",
		"[$s, $s] + $t", "[$m % $n, $M % [$s]]", "std.objectFields({ [$k]: 1, z:: 2 })", "(local a = { x: $v, y: self.x } , b = a { x: $v }; [a, b, a + b, b + a])",
		"{ a: $o, b: $o { n0: 9 }, c: self.a + self.b }", "std.manifestYamlDoc($o, true)", "std.type($f)", "std.length({ a: $v, b:: $v })",
	},
	'o': {
		"($o + $o)", "($o { n0: $n })", "($o { s0+: $s, n0+: $i })", "($o + { x: $v })", "(if $b then $o else $o)", "o => (local @1 = ~o; @1 + @1)",
		"o => (local @1 = ~o; @1 { o9: @1.n0, n0: $n })", "std.mergePatch($o, { z: $v })", "std.mapWithKey(function(k, x) x, { n0: $n, s0: $s })",
		"std.foldl(function(x, y) x + { n0+: y }, $a, $o)", "std.parseJson(std.manifestJson({ n0: $n, s0: $s, x: $v }))", "std.objectRemoveKey($o + { y: $v }, 'y')", "(function(x) x)($o)",
		"{ o: $o }.o", "[$o, $o][$i % 2]", "(local f(x) = x { n0+: ~i }; f(~o))",
	},
	'f': {
		"n => (function(@1) $n)", "nn => (function(@1, @2=~n) $n)", "n => (local f(@1) = $n; f)", "($o { f0(x):: x + self.n0 }).f0", "n => { local m = ~n, f(@1):: $n + m }.f",
		"(function(x) $f($f(x)))", "(if $b then $f else $f)", "n => (function(@1) function(x) x + $n)(~n)",
	},
	'g': {
		"s => (function(@1) $s)", "(function(x) $g($g(x)))", "std.asciiLower", "s => (function(@1, y=1) $s + y)", "std.toString", "(function(x) std.join(x, $t))",
	},
	'q': {
		"n => (function(@1) $b)", "(function(x) x < $n)", "(function(x) !$q(x))", "std.isOdd",
	},
	'h': {
		"s => (function(@1) $b)", "(function(x) x > $s)", "(function(x) std.member($t, x))",
	},
	'w': {
		"nn => (function(@1, @2) $n)", "std.min", "(function(x, y) $f(x) - y)",
	},
	'k': {
		"std.asciiLower($c)", "('n' + $i)", "std.toString($i)", "$o.s0",
	},
	'y': {
		"std.manifestJson($v)", "std.toString($l)", "std.manifestJsonMinified($o)", "std.manifestJsonEx($v, ' ')",
	},
}
