package jsonnet

import (
	"fmt"
	"strings"
	"testing"
)

// orderPrograms show when they evaluate what: $(x) in them is x that is traced.
var orderPrograms = []string{
	`std.all([$(true), $(false), $(true)])`, `std.any([$(false), $(true), $(false)])`, `std.contains($([1, 2]), $(1))`, `std.contains([$(1), $(2), $(3)], 2)`, `std.count([$(1), $(2)], $(1))`, `std.count([], $(1))`,
	`std.find($(2), [$(1), $(2), $(2)])`, `std.member($([1]), $(1))`, `std.member($("abc"), $("b"))`, `std.remove([$(1), $(2), $(3)], $(2))`, `std.removeAt($([1, 2]), $(0))`, `std.removeAt([$(1), $(2)], 0)`,
	`std.filter($(function(x) x > 1), $([1, 2]))`, `std.filter(function(x) $(true), [$(1), $(2)])`, `std.filter(function(x) x > 1, [$(1), $(2), $(3)])`, `std.filterMap(function(x) x > 1, function(x) $(x * 2), [$(1), $(2), $(3)])`,
	`std.map($(function(x) x), $([1, 2]))`, `std.map(function(x) $(x * 2), [$(1), $(2)])[1]`, `local m = std.map(function(x) $(x * 2), [$(1), $(2)]); [m[1], m[0], m[1]]`, `std.mapWithIndex(function(i, x) $(i), [$(1), $(2)])`, `std.length(std.map(function(x) $(x), [$(1)]))`,
	`std.makeArray($(2), $(function(i) i))`, `local a = std.makeArray(3, function(i) $(i)); [a[2], a[2], a[0]]`, `std.range($(1), $(2))`, `std.repeat($([1]), $(2))`, `std.repeat([$(1), $(2)], 2)`, `std.repeat($("a"), $(2))`, `std.reverse([$(1), $(2)])`,
	`std.flatMap($(function(x) [x]), $([1]))`, `std.flatMap(function(x) [$(x)], [$(1), $(2)])`, `std.flatMap(function(x) $(x), "ab")`, `std.foldl($(function(a, x) a), $([1]), $(2))`, `std.foldl(function(a, x) $(a + x), [$(1), $(2)], 0)`, `std.foldl(function(a, x) a, [$(1), $(2)], 0)`,
	`std.foldr($(function(x, a) a), $([1]), $(2))`, `std.foldr(function(x, a) $(a + x), [$(1), $(2)], 0)`, `std.foldr(function(x, a) x + a, [$(1), $(2)], 0)`, `std.join($(","), $(["a"]))`, `std.join(",", [$("a"), $("b")])`, `std.join([$(0)], [$([1]), $([2])])`, `std.join([0], [[$(1)], [$(2)]])`,
	`std.lines([$("a"), $("b")])`, `std.deepJoin([$("a"), [$("b")], $(["c"])])`, `std.flattenArrays([$([1]), $([2])])`, `std.flattenArrays([[$(1)], [$(2)]])`, `std.flattenDeepArray([$(1), [$(2)], $([3])])`, `std.slice($([1, 2, 3]), $(0), $(2), $(1))`, `std.slice([$(1), $(2), $(3)], 1, 3, 1)`,
	`[$(1), $(2)][1:]`,
	`$([1, 2, 3])[$(0):$(2):$(1)]`, `$("abc")[$(0):$(2)]`, `$("x") in $({})`, `$(7) % $(3)`,
	`std.sort([$(2), $(1)])`, `std.sort([$(2), $(1), $(3)], function(x) $(-x))`, `std.sort([$(2), $(1)], $(function(x) 1))`, `std.sort([[$(2)], [$(1)], [$(2)]])`, `std.sort([[i % 3, $(i)] for i in std.range(0, 30)])`, `std.sort($([1]), $(std.id))`, `std.uniq([$(1), $(1), $(2)])`, `std.uniq([$(1)])`,
	`std.set([$(2), $(1), $(2)])`, `std.set([$(1)])`, `std.setMember($(2), [$(1), $(2), $(3)])`, `std.setMember($(2), [])`, `std.setUnion([$(1), $(3)], [$(2), $(4)])`, `std.length(std.setUnion([$(1), $(3)], [$(2), $(4)]))`, `std.length(std.setUnion([$(1)], [$(2), $(4)]))`, `std.setInter([$(1), $(3)], [$(1), $(4), $(5)])`,
	`std.setDiff([$(1), $(3)], [$(1), $(4), $(5)])`, `std.length(std.setDiff([$(1), $(3)], [$(1)]))`, `std.setUnion($([1]), $([2]))`, `std.minArray([$(2), $(1)])`, `std.maxArray([$(2), $(1)], function(x) $(x))`, `std.minArray($([1]), $(std.id), $(3))`, `std.minArray([$(1), $(2)], function(x) 1)`,
	`std.__compare($([1, 2]), $([1, 3]))`, `std.__compare([$(1), $(2)], [$(1), $(3)])`, `[$(1), $(2)] < [$(2), $(3)]`, `std.__array_less([$(1)], [$(2)])`, `[$(1), $(2)] == [$(2), $(3)]`, `{ a: $(1), b: $(2) } == { b: $(2), a: $(1) }`, `{ a: $(1) } == { b: $(2) }`,
	`std.equals($(1), $(1))`, `std.primitiveEquals($(1), $(2))`, `std.assertEqual($(1), $(1))`, `std.xor($(true), $(true))`, `std.xnor($(true), $(true))`, `std.mod($(7), $(3))`, `std.modulo($(7), $(3))`, `std.pow($(2), $(3))`, `std.atan2($(1), $(2))`, `std.max($(1), $(2))`, `std.min($(1), $(2))`, `std.clamp($(1), $(2), $(3))`,
	`std.clamp($(2), $(1), $(3))`, `std.sum([$(1), $(2)])`, `std.avg([$(1), $(2)])`, `std.length([$(1)])`, `std.toString([$(1), { a: $(2) }])`, `std.type($(1))`, `std.id($(1))`, `std.isNull($(null))`, `std.abs($(1))`, `std.type([$(1)])`,
	`local x = $(1); [x, std.id(x), std.max(x, x)]`, `local a = [$(1)]; std.map(function(x) x, a) + a`, `local a = [$(1), $(2)], b = a[1:]; [b[0], a[1], std.reverse(a)[0]]`,
}

func TestStdOrder(t *testing.T) {
	for _, program := range orderPrograms {
		agree(t, tracing(program))
	}
}

// tracing writes out the $(x) of a program.
func tracing(program string) string {
	for n := 1; ; n++ {
		from := strings.LastIndex(program, "$(")
		if from < 0 {
			return program
		}
		to, depth := from+2, 1
		for ; depth > 0; to++ {
			depth += strings.Count(program[to:to+1], "(") - strings.Count(program[to:to+1], ")")
		}
		program = fmt.Sprintf(`%sstd.trace("%d", %s%s`, program[:from], n, program[from+2:to], program[to:])
	}
}
