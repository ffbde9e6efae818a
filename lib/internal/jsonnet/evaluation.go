package jsonnet

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// Host is what a program finds around it.
type Host struct {
	// Import gives what `import path` in the file from means. Of the result, Node
	// is used for import, Data for importstr and importbin. at is the file's
	// name, the same for the same file: code is evaluated once.
	Import func(from, path string, kind syntax.ImportKind) (Imported, error)

	Variables map[string]Value     // std.extVar's; they may be *Thunk
	Natives   map[string]*Function // std.native's
	Trace     io.Writer            // gets what std.trace says; nil drops it
	MaxStack  int                  // calls, fields and variables in evaluation; 0 is 500
	MaxSize   int                  // bytes of a text, and of a list's elements about half; 0 is 1<<27
}

// Imported is a file that an import found.
type Imported struct {
	At   string
	Node syntax.Node
	Data string
}

// Evaluation is the evaluation of one program. It is not safe for concurrent
// use; parsed programs are.
type Evaluation struct {
	host    Host
	ctx     context.Context
	steps   int // until the next look at ctx
	stack   []call
	free    int // of the stack, the calls that do not count
	depth   int // of values that are looked through
	nested  int // expressions and ready-made thunks in each other, which take Go's stack
	imports map[string]Value
	library *Object
	std     map[*syntax.File]*Object // as each file sees it
	texts   [2]characters            // that were looked at by index last
}

// call is a value in evaluation: what asks for it, and what it is.
type call struct {
	site syntax.Node // the expression that needs it; nil is none in a file
	kind callKind
	name string // of a function, variable or field; a field's name in the output
	item int    // index in the output
}

type callKind uint8

const (
	callFunction callKind = iota
	callVariable
	callField
	callAssert
	callImport
	callBuiltin
	callOutputField
	callOutputItem
)

// New begins an evaluation that ends when ctx does.
func New(ctx context.Context, host Host) *Evaluation {
	if host.MaxStack == 0 {
		host.MaxStack = 500
	}
	if host.MaxSize == 0 {
		host.MaxSize = 1 << 27
	}
	return &Evaluation{host: host, ctx: ctx, imports: map[string]Value{}, library: standardObject(), std: map[*syntax.File]*Object{}}
}

// Run evaluates a program and gives what use makes of its value, to which it may
// give any function of the evaluation. A program that is a function is called
// without arguments. The error is an *Error.
func Run[T any](ev *Evaluation, program syntax.Node, use func(Value) T) (result T, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			err = r
		default:
			panic(r)
		}
	}()
	v := ev.Force(ev.eval(program, nil))
	if f, ok := v.(*Function); ok {
		v = ev.call(f)
	}
	return use(v), nil
}

// checkEvery is the number of steps between two looks at the context: a few
// microseconds, or a second where each step goes through a text of 100 MB.
const checkEvery = 1 << 6

// tick counts n steps that a loop made.
func (ev *Evaluation) tick(n int) {
	if ev.steps -= n; ev.steps < 0 {
		ev.look()
	}
}

func (ev *Evaluation) look() {
	ev.steps = checkEvery
	if ev.ctx.Err() != nil {
		panic(ev.fail(&Error{Stopped: context.Cause(ev.ctx), Message: "stopped"}))
	}
}

// grow refuses a text of n bytes if that is too much.
func (ev *Evaluation) grow(n int) {
	if n < 0 || n > ev.host.MaxSize {
		panic(ev.fail(ev.textTooLong()))
	}
}

func (ev *Evaluation) textTooLong() *Error {
	return &Error{TooLarge: true, Message: fmt.Sprintf("a text of more than %d bytes", ev.host.MaxSize)}
}

// growList refuses a list of n elements if that is too much.
func (ev *Evaluation) growList(n int) {
	if most := ev.host.MaxSize / 8; n < 0 || n > most {
		panic(ev.fail(&Error{TooLarge: true, Message: fmt.Sprintf("a list of more than %d elements", most)}))
	}
}

// result refuses a text that is too much, whatever function made it.
func (ev *Evaluation) result(v Value) Value {
	if s, ok := v.(string); ok {
		ev.tick(len(s) / 64)
		ev.grow(len(s))
	}
	return v
}

// maxDepth is how deep values may be nested where they are looked through, and
// maxCompared where they are compared, which go-jsonnet does at any depth.
const maxDepth, maxCompared = 2_000, 20_000

// enter counts a level of a recursion over a value; leave goes with it.
func (ev *Evaluation) enter() { ev.level(maxDepth) }

func (ev *Evaluation) level(most int) {
	if ev.depth++; ev.depth > most {
		panic(ev.fail(&Error{Message: "max stack frames exceeded.", TooDeep: true}))
	}
}

func (ev *Evaluation) leave() { ev.depth-- }

// maxNested is far below what fills Go's stack, which would end the process: an
// expression takes a kilobyte of its 512 MB.
const maxNested = 150_000

// descend counts an expression that is evaluated within another one; nested-- goes
// with it.
func (ev *Evaluation) descend() {
	if ev.nested++; ev.nested > maxNested {
		panic(ev.fail(&Error{Message: "max stack frames exceeded.", TooDeep: true}))
	}
}

// push begins a call, which pop ends.
func (ev *Evaluation) push(c call) {
	if len(ev.stack)-ev.free >= ev.host.MaxStack {
		panic(ev.fail(&Error{Message: "max stack frames exceeded.", TooDeep: true}))
	}
	ev.stack = append(ev.stack, c)
}

func (ev *Evaluation) pop() { ev.stack = ev.stack[:len(ev.stack)-1] }

// pushFree begins a call that go-jsonnet does not count; popFree ends it.
func (ev *Evaluation) pushFree(c call) {
	ev.free++
	ev.stack = append(ev.stack, c)
}

func (ev *Evaluation) popFree() {
	ev.free--
	ev.pop()
}

// Error is why an evaluation failed.
type Error struct {
	Message string
	Frames  []Frame  // the innermost first
	Output  []Step   // the part of the output that was asked for, from the outside
	Cause   error    // of a failed import or native; may be nil
	Stopped error    // why the context ended, if it did
	Names   []string // the fields that there are, where one does not exist

	TooDeep, TooLarge bool
}

// Frame is an expression in evaluation.
type Frame struct {
	syntax.Span        // nowhere for what is in std
	Within      string // "function f", "the value of x", "" if it has no name
}

// Step is a field of the output, or an item if Index is not negative.
type Step struct {
	Field string
	Index int
}

func (e *Error) Error() string { return e.Message }

func (e *Error) Unwrap() error { return errors.Join(e.Cause, e.Stopped) }

func (ev *Evaluation) errorf(format string, args ...any) *Error {
	return ev.fail(&Error{Message: fmt.Sprintf(format, args...)})
}

func (ev *Evaluation) unexpected(v Value, want string) *Error {
	return ev.errorf("Unexpected type %s, expected %s", typeName(v), want)
}

// at gives an error at an expression, which is innermost then.
func (ev *Evaluation) at(site syntax.Node, e *Error) *Error {
	ev.stack = append(ev.stack, call{site: site, kind: callBuiltin})
	return ev.fail(e)
}

// fail fills in where the evaluation is.
func (ev *Evaluation) fail(e *Error) *Error {
	within := ""
	for _, c := range ev.stack {
		switch c.kind {
		case callOutputField:
			e.Output = append(e.Output, Step{c.name, -1})
			continue
		case callOutputItem:
			e.Output = append(e.Output, Step{"", c.item})
			continue
		}
		if c.site != nil {
			e.Frames = append(e.Frames, Frame{c.site.At(), within})
		}
		within = c.within()
	}
	for i, j := 0, len(e.Frames)-1; i < j; i, j = i+1, j-1 {
		e.Frames[i], e.Frames[j] = e.Frames[j], e.Frames[i]
	}
	return e
}

func (c call) within() string {
	switch {
	case c.kind == callFunction && c.name != "":
		return "function " + c.name
	case c.kind == callVariable && c.name != "":
		return "the value of " + c.name
	}
	return ""
}
