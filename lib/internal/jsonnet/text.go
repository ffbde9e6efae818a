package jsonnet

import (
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// length is the number of code points.
func length(s string) int { return utf8.RuneCountInString(s) }

// offset gives the byte at which the i-th code point begins, or the end.
func offset(s string, i int) int {
	if isASCII(s) {
		return min(i, len(s))
	}
	for at := range s {
		if i == 0 {
			return at
		}
		i--
	}
	return len(s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// charAt gives the i-th code point, which there is.
func charAt(s string, i int) string {
	at := offset(s, i)
	_, n := utf8.DecodeRuneInString(s[at:])
	return s[at : at+n]
}

// slice is Target[From:To:Step].
func (ev *Evaluation) slice(e *syntax.Slice, env *frame) Value {
	bounds := [3]Value{}
	for i, n := range []syntax.Node{e.From, e.To, e.Step} {
		if n != nil {
			bounds[i] = ev.later(n, env, all)
		}
	}
	target := ev.eval(e.Target, env)
	ev.pushFree(call{site: e, kind: callBuiltin})
	v := ev.sliced(target, bounds)
	ev.popFree()
	return v
}
