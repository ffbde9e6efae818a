package jsonnetvm

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// maxChain bounds the frames of a finding, as go-jsonnet's own messages do.
const maxChain = 20

// cause is what an importer or native function knows beyond its error's text,
// which is all that go-jsonnet passes on.
type cause struct {
	id    string
	pos   tree.Pos // a place that is not in Jsonnet
	hint  string
	chain []diag.Frame
}

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

// diagnose makes a finding of what go-jsonnet returned.
func (vm *VM) diagnose(err error) diag.Diag {
	r := vm.run
	d := diag.Diag{ID: "jsonnet/runtime", Target: r.Target, Pos: tree.Pos{File: r.File}}
	runtime, isRuntime := errors.AsType[jsonnet.RuntimeError](err)
	var static interface{ Loc() ast.LocationRange }
	switch {
	case vm.stopped.Load() != nil:
		d = r.broken(vm.stopped.Load(), vm.at.Load())
	case r.ctx.Err() != nil:
		d = r.broken(stopFor(r.ctx), vm.at.Load())
	case isRuntime:
		vm.fromRuntime(&d, runtime)
	case errors.As(err, &static):
		d.ID = "jsonnet/syntax"
		d.Pos = position(static.Loc())
		d.Message = strings.TrimSpace(strings.TrimPrefix(err.Error(), locText(static.Loc())))
		d.Hint = cmp.Or(r.encodingHint(), r.staticFix(d.Message))
	case strings.HasPrefix(err.Error(), "(CRASH) "):
		d.ID = "jsonnet/internal"
		text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "(CRASH) "), "\n")
		d.Message = "go-jsonnet broke down: " + text
	default:
		d.ID = "jsonnet/read"
		d.Message = plain(err).Error()
	}
	return d
}

// broken is the finding about the evaluation itself, which was broken off.
func (r *run) broken(s *stop, at *ast.LocationRange) diag.Diag {
	d := s.finding(at)
	d.Target = r.Target
	d.Pos.File = cmp.Or(d.Pos.File, r.File)
	return d
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

func locText(loc ast.LocationRange) string {
	if !loc.IsSet() {
		return ""
	}
	return loc.String()
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
func (vm *VM) fromRuntime(d *diag.Diag, e jsonnet.RuntimeError) {
	r := vm.run
	d.Message = strings.TrimSuffix(e.Msg, ".")
	frames, output := split(e.StackTrace)
	if len(output) > 0 {
		frames = append(frames, diag.Frame{Text: "the output's " + shortened(pathText(output))})
	}
	c, known := r.causes[e.Msg]
	if known {
		d.ID, d.Hint = c.id, c.hint
		if c.pos != (tree.Pos{}) {
			frames = append([]diag.Frame{{Pos: c.pos, Text: "the cause"}}, frames...)
		}
	}
	if pos, text, ok := r.syntaxError(e.Msg); ok && !known {
		d.ID, d.Message = "jsonnet/syntax", text
		frames = append([]diag.Frame{{Pos: pos, Text: "the imported file"}}, frames...)
	}
	if strings.HasPrefix(e.Msg, noField) {
		d.Hint = r.hint
	}
	d.Hint = cmp.Or(d.Hint, likelyFix(e))
	if strings.HasPrefix(e.Msg, "max stack frames exceeded") {
		d.ID = "jsonnet/stack"
		d.Hint = endless
	}
	d.Pos = vm.place(r.File, output)
	if at := r.ownFrame(frames); at >= 0 {
		d.Pos = frames[at].Pos
		// A place alone says nothing that Pos does not.
		if frames[at].Text == "" {
			frames = append(frames[:at:at], frames[at+1:]...)
		}
		r.leadBack(frames, d.Pos, vm.place(r.File, output))
	}
	d.Chain = shorten(append(frames, c.chain...))
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

// split gives the frames, the innermost first, and the path in the output that
// was being written.
func split(trace []jsonnet.TraceFrame) (frames []diag.Frame, output []step) {
	for _, f := range trace {
		switch label := f.Loc.FileName; {
		case f.Loc.IsSet():
			if next := frame(f); len(frames) == 0 || next != inStd || frames[0] != inStd {
				frames = append([]diag.Frame{next}, frames...)
			}
		case strings.HasPrefix(label, "Field "):
			if name, err := strconv.Unquote(strings.TrimPrefix(label, "Field ")); err == nil {
				output = append(output, step{field: name, index: -1})
			}
		case strings.HasPrefix(label, "Array element "):
			if i, err := strconv.Atoi(strings.TrimPrefix(label, "Array element ")); err == nil {
				output = append(output, step{index: i})
			}
		}
	}
	return frames, output
}

// inStd stands for all frames between two of files: the standard library is none
// that anyone can look into.
var inStd = diag.Frame{Text: "in the standard library"}

func frame(f jsonnet.TraceFrame) diag.Frame {
	pos := position(f.Loc)
	if strings.HasPrefix(pos.File, "<") {
		return inStd
	}
	return diag.Frame{Pos: pos, Text: frameText(f.Name)}
}

// frameText says what go-jsonnet names as "function <f>" or "thunk <x> from
// <$>"; what has no name in the program has none.
func frameText(name string) string {
	kind, rest, _ := strings.Cut(name, " ")
	of, _, _ := strings.Cut(strings.TrimPrefix(rest, "<"), ">")
	switch {
	case kind == "thunk" && strings.HasPrefix(rest, "<"):
		return "the value of " + of
	case kind == "function" && of != "anonymous":
		return "function " + of
	case kind == "thunk" || kind == "object" || kind == "function" || kind == "$":
		return ""
	}
	return name
}

// position gives a place with its column in code points; go-jsonnet counts
// bytes.
func position(loc ast.LocationRange) tree.Pos {
	p := tree.Pos{File: loc.FileName, Line: int32(loc.Begin.Line), Column: int32(loc.Begin.Column)}
	if loc.File == nil {
		return p
	}
	p.File = string(loc.File.DiagnosticFileName)
	if line := loc.Begin.Line; line >= 1 && line <= len(loc.File.Lines) {
		before := loc.File.Lines[line-1]
		before = before[:min(max(loc.Begin.Column-1, 0), len(before))]
		p.Column = int32(utf8.RuneCountInString(before)) + 1
	}
	return p
}

var importedPlace = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.+?):(?:(\d+):(\d+)(?:-\d+)?|\((\d+):(\d+)\)-\(\d+:\d+\)) (.*)$`)
})

// syntaxError takes apart what go-jsonnet says of an imported file that it could
// not parse: the place is only in the text.
func (r *run) syntaxError(msg string) (tree.Pos, string, bool) {
	m := importedPlace().FindStringSubmatch(msg)
	if m == nil || !r.imported(m[1]) {
		return tree.Pos{}, "", false
	}
	line, _ := strconv.Atoi(m[2] + m[4])
	column, _ := strconv.Atoi(m[3] + m[5])
	return tree.Pos{File: m[1], Line: int32(line), Column: int32(column)}, m[6], true
}

func (r *run) imported(file string) bool {
	for _, a := range r.found {
		if a.foundAt == file && a.err == nil {
			return true
		}
	}
	return false
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
