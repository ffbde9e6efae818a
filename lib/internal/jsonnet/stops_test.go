package jsonnet

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// looking is a context that ends when it has been looked at so many times.
type looking struct {
	context.Context
	times, most int
}

func (l *looking) Err() error {
	if l.times++; l.most > 0 && l.times > l.most {
		return context.Canceled
	}
	return nil
}

// TestLongTextsAreStopped: whatever goes through a long text looks at the context.
// Each program takes S, which is that text.
func TestLongTextsAreStopped(t *testing.T) {
	for _, program := range []string{
		"std.md5(S)", "std.sha1(S)", "std.sha256(S)", "std.sha512(S)", "std.sha3(S)", "std.base64(S)", "std.encodeUTF8(S)", "std.parseJson('\"' + S + '\"')", "std.asciiUpper(S)", "std.asciiLower(S)", "std.trim(S)", "std.stripChars(S, 'a')", "std.strReplace(S, 'a', 'b')", "std.strReplace(S, 'x', 'b')",
		"std.split(S, 'x')", "std.splitLimit(S, 'x', 3)", "std.splitLimitR(S, 'x', 3)", "std.findSubstr('x', S)", "std.stringChars(S)", "std.escapeStringJson(S)", "std.escapeStringPython(S)", "std.escapeStringBash(S)", "std.escapeStringDollars(S)", "std.escapeStringXML(S)", "std.equalsIgnoreCase(S, S)",
		"std.manifestJson(S)", "std.manifestYamlDoc(S)", "std.manifestPython(S)", "std.manifestToml({ a: S })", "std.manifestIni({ sections: { a: { b: S } } })", "std.manifestXmlJsonml(['a', S])", "std.toString([S])", "'' + [S]", "'%s' % S", "'%s' % [[S]]", "std.format(S, [])", "std.join('', [S, S])", "std.lines([S])", "std.deepJoin([S])",
		"std.resolvePath(S, 'a')", "std.map(function(c) c, S)", "std.foldl(function(a, c) a, S, 0)", "S[::2]", "S[1:]", "std.substr(S, 1, 9999999)", "std.flatMap(function(c) c, S)", "std.setUnion(S, S)", "std.repeat(S, 2)",
	} {
		// The text is there before, to count what is done with it alone.
		looks := func(size int) int {
			node, err := syntax.Parse("program", "local S = std.extVar('S'); std.type("+program+")")
			if err != nil {
				t.Fatal(err)
			}
			ctx := &looking{Context: context.Background()}
			if _, err := Run(New(ctx, Host{Variables: map[string]Value{"S": strings.Repeat("a", size)}}), node, func(v Value) Value { return v }); err != nil {
				t.Errorf("%s: %v", program, err)
			}
			return ctx.times
		}
		if few, many := looks(16), looks(1<<17); many <= few {
			t.Errorf("%s: %d looks for a short text, %d for a long one", program, few, many)
		}
	}
}

// TestStopsAnywhere ends the context after any number of looks: there is either the
// result, or the error that says so.
func TestStopsAnywhere(t *testing.T) {
	for _, program := range []string{
		"std.length(std.sort(std.makeArray(3000, function(i) i * 7 % 1000)))", "local f(n) = if n < 2 then n else f(n - 1) + f(n - 2); f(14)", "std.length({ [i + '']: i for i in std.range(1, 3000) })", "std.manifestYamlDoc([{ a: [i, 'x'] } for i in std.range(1, 1000)])",
		"std.length(std.foldl(function(o, i) o { ['a' + i % 7]+: [i] }, std.range(1, 300), {}).a1)", "std.length(std.strReplace(std.repeat('ab', 5000), 'a', 'ccc'))", "local a = std.makeArray(300, function(i) if i == 0 then 0 else a[i - 1] + 1); a[299]", "std.parseYaml(std.manifestYamlDoc({ a: std.range(1, 2000) })) == { a: std.range(1, 2000) }",
	} {
		node, err := syntax.Parse("program", program)
		if err != nil {
			t.Fatal(err)
		}
		want, stopped := "", 0
		for most := 0; most < 60; most++ {
			ctx := &looking{context.Background(), 0, most}
			ev := New(ctx, Host{})
			got, err := Run(ev, node, ev.JSON)
			var e *Error
			switch {
			case most == 0:
				want = got // it is never stopped
				if err != nil {
					t.Errorf("%s: %v", program, err)
				}
			case errors.As(err, &e) && e.Stopped != nil:
				stopped++
			case err != nil || got != want:
				t.Errorf("%s after %d looks: got %s, error %v, want %s", program, most, got, err, want)
			}
		}
		if stopped == 0 {
			t.Errorf("%s was never stopped", program)
		}
	}
}
