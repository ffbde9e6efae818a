package jsonnet

import (
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// length is the number of code points.
func length(s string) int { return utf8.RuneCountInString(s) }

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// characters knows where the code points of a text are.
type characters struct {
	text  string
	size  int
	begin []int32 // of each step-th; nil where all are ASCII
}

// step is how many code points a search goes through at most.
const step = 64

// characters looks at a text. The last two are kept, as programs go through a text
// by index, or through two side by side.
func (ev *Evaluation) characters(s string) *characters {
	last := &ev.texts
	switch {
	case last[0].text == s:
	case last[1].text == s:
		last[0], last[1] = last[1], last[0]
	default:
		last[0], last[1] = newCharacters(s), last[0]
	}
	return &last[0]
}

func newCharacters(s string) characters {
	if isASCII(s) {
		return characters{text: s, size: len(s)}
	}
	c := characters{text: s}
	for at := range s {
		if c.size%step == 0 {
			c.begin = append(c.begin, int32(at))
		}
		c.size++
	}
	return c
}

// length is the number of code points.
func (ev *Evaluation) length(s string) int {
	if len(s) < step {
		return length(s)
	}
	return ev.characters(s).size
}

// offset gives the byte at which the i-th code point begins, or the end.
func (ev *Evaluation) offset(s string, i int) int {
	at := 0
	if len(s) >= step {
		switch c := ev.characters(s); {
		case i >= c.size:
			return len(s)
		case c.begin == nil:
			return i
		default:
			at, i = int(c.begin[i/step]), i%step
		}
	}
	for ; i > 0 && at < len(s); i-- {
		_, n := utf8.DecodeRuneInString(s[at:])
		at += n
	}
	return at
}

// charAt gives the i-th code point, which there is.
func (ev *Evaluation) charAt(s string, i int) string {
	at := ev.offset(s, i)
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
	target := ev.later(e.Target, env, all)
	ev.pushFree(call{site: e, kind: callBuiltin})
	v := ev.sliced(target, bounds)
	ev.popFree()
	return v
}
