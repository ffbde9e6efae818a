package jsonnetvm

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
	"github.com/azogue-build/azogue/lib/tree"
)

// maxChain bounds the frames of a finding, as go-jsonnet's own messages do.
const maxChain = 20

// cause is what an import or a native function knows beyond a sentence.
type cause struct {
	id    string
	pos   tree.Pos // a place that is not in Jsonnet
	hint  string
	chain []diag.Frame
}

// failure is the error of an import, a native function or an inventory.
type failure struct {
	cause
	err error
}

func (f *failure) Error() string { return f.err.Error() }

// causeOf tells what a native function's error holds.
func causeOf(err error) cause {
	c := cause{id: "jsonnet/native"}
	if d, ok := errors.AsType[diag.Diag](err); ok {
		c.pos, c.hint, c.chain = d.Pos, d.Hint, d.Chain
	}
	if m, ok := errors.AsType[missing](err); ok {
		c.hint = m.hint
	}
	if m, ok := errors.AsType[noSuchPath](err); ok {
		c.hint = m.hint
	}
	if u, ok := errors.AsType[*unfit](err); ok {
		c.pos = u.pos
	}
	return c
}

// diagnose makes a finding of an error of reading, parsing or evaluating.
func (r *run) diagnose(err error) diag.Diag {
	d := diag.Diag{ID: "jsonnet/runtime", Target: r.Target, Pos: tree.Pos{File: r.File}}
	raised, isRaised := errors.AsType[*jsonnet.Error](err)
	wrong, isWrong := errors.AsType[*syntax.Error](err)
	switch {
	case r.ctx.Err() != nil:
		return r.stopped(innermost(raised))
	case isRaised:
		r.fromRuntime(&d, raised)
	case isWrong:
		d.ID, d.Pos, d.Message = "jsonnet/syntax", wrong.Pos(), wrong.Message
		d.Hint = cmp.Or(r.encodingHint(), r.staticFix(d.Message))
	default:
		d.ID, d.Message = "jsonnet/read", plain(err).Error()
	}
	return d
}

// innermost is the place of the innermost frame, if there is one.
func innermost(e *jsonnet.Error) tree.Pos {
	if e == nil || len(e.Frames) == 0 {
		return tree.Pos{}
	}
	return e.Frames[0].Pos()
}

// encodingHint explains a character in the evaluated file that cannot be read.
func (r *run) encodingHint() string {
	text, err := r.FS.ReadFile(r.File)
	if err != nil {
		return ""
	}
	if _, err := decode(text); err != nil {
		return "the file is " + err.Error()
	}
	return ""
}

// shortened keeps both ends of a long path.
func shortened(path string) string {
	const end = 40
	if len(path) <= 3*end {
		return path
	}
	return strings.ToValidUTF8(path[:end], "") + "..." + strings.ToValidUTF8(path[len(path)-end:], "")
}

// fromRuntime fills d from an error raised while evaluating.
func (r *run) fromRuntime(d *diag.Diag, e *jsonnet.Error) {
	d.Message = strings.TrimSuffix(e.Message, ".")
	var frames []diag.Frame
	for _, f := range e.Frames {
		frames = append(frames, diag.Frame{Pos: f.Pos(), Text: f.Within})
	}
	if len(e.Output) > 0 {
		frames = append(frames, diag.Frame{Text: "the output's " + shortened(pathText(e.Output))})
	}
	chain := []diag.Frame(nil)
	if f, ok := errors.AsType[*failure](e.Cause); ok {
		d.ID, d.Hint, chain = f.id, f.hint, f.chain
		if f.pos != (tree.Pos{}) {
			frames = slices.Insert(frames, 0, diag.Frame{Pos: f.pos, Text: "the cause"})
		}
	}
	if wrong, ok := errors.AsType[*syntax.Error](e.Cause); ok {
		d.ID, d.Message = "jsonnet/syntax", wrong.Message
		frames = slices.Insert(frames, 0, diag.Frame{Pos: wrong.Pos(), Text: "the imported file"})
	}
	d.Hint = cmp.Or(d.Hint, likelyFix(e))
	switch {
	case e.TooDeep:
		d.ID, d.Hint = "jsonnet/stack", endless
	case e.TooLarge:
		d.ID, d.Hint = "jsonnet/size", tooLarge
	}
	d.Pos = r.place(e.Output)
	if at := r.ownFrame(frames); at >= 0 {
		d.Pos = frames[at].Pos
		// A place alone says nothing that Pos does not.
		if frames[at].Text == "" {
			frames = append(frames[:at:at], frames[at+1:]...)
		}
		r.leadBack(frames, d.Pos, r.place(e.Output))
	}
	d.Chain = shorten(append(frames, chain...))
}

// leadBack gives the last frame, which names a part of the output, the place in
// the program that it is from, if nothing else leads back to the program.
func (r *run) leadBack(frames []diag.Frame, at, from tree.Pos) {
	if len(frames) == 0 || from.Line == 0 || at.File == r.File {
		return
	}
	last := &frames[len(frames)-1]
	if last.Pos == (tree.Pos{}) && !slices.ContainsFunc(frames, func(f diag.Frame) bool { return f.Pos.File == r.File }) {
		last.Pos = from
	}
}

// ownFrame gives the innermost frame in the user's own files, or -1.
func (r *run) ownFrame(frames []diag.Frame) int {
	return slices.IndexFunc(frames, func(f diag.Frame) bool { return f.Pos.Line > 0 && r.isOwn(f.Pos.File) })
}

// isOwn tells the user's own files from libraries: those below the folder that
// holds File's folder, which is the component of a component/main.jsonnet, or
// below Home.
func (r *run) isOwn(file string) bool {
	root := cmp.Or(r.Home, path.Dir(path.Dir(r.File)))
	return strings.HasPrefix(file, strings.TrimSuffix(root, "/")+"/")
}

// shorten tells frames that repeat once, and leaves out the middle of a long
// chain.
func shorten(frames []diag.Frame) []diag.Frame {
	frames = onceEach(frames)
	if len(frames) <= maxChain {
		return frames
	}
	half := maxChain / 2
	gap := diag.Frame{Text: fmt.Sprintf("%d more", len(frames)-maxChain)}
	return append(append(frames[:half:half], gap), frames[len(frames)-half:]...)
}

// maxCircle is how many calls a circle may have that is noticed.
const maxCircle = 6

// onceEach gives the frames of calls that go round in a circle only once.
func onceEach(frames []diag.Frame) []diag.Frame {
	var out []diag.Frame
	for at := 0; at < len(frames); {
		size, rounds := circle(frames[at:])
		out = append(out, frames[at:at+size]...)
		if rounds > 1 {
			what := "the same"
			if size > 1 {
				what = fmt.Sprintf("the same %d", size)
			}
			out = append(out, diag.Frame{Text: fmt.Sprintf("%s, %d times more", what, rounds-1)})
		}
		at += size * rounds
	}
	return out
}

// circle gives how many of the first frames repeat, and how often they are there.
// Two are no circle yet.
func circle(frames []diag.Frame) (size, rounds int) {
	for size := 1; size <= maxCircle; size++ {
		rounds := 1
		for next := size; next+size <= len(frames) && slices.Equal(frames[:size], frames[next:next+size]); next += size {
			rounds++
		}
		if rounds > 2 {
			return size, rounds
		}
	}
	return 1, 1
}
