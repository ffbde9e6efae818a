// Package syntax parses Jsonnet programs, the language of go-jsonnet 0.22.0.
//
// Goals: accept exactly the programs that go-jsonnet accepts, and say of others
// where and what is wrong, at the same place; know where each variable is bound,
// so that nobody looks a name up while a program runs; parse fast, since that is
// a quarter of what a compile does.
//
// Non-goals: keeping comments and layout, printing programs, running them
// (package jsonnet).
//
// A program is a tree of nodes. Sugar is gone where that costs nothing: methods
// and local functions are functions, `e { }` is `e + { }`, parentheses are not
// there, `e.f` and `e["f"]` are the same.
package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/tree"
)

// File is the text that nodes come from.
type File struct {
	Name string
	Text string
}

// Span is a part of a file, in bytes. A zero Span is nowhere.
type Span struct {
	File     *File
	From, To int32
}

// At gives the span itself; nodes have it by embedding.
func (s Span) At() Span { return s }

// Source gives the text.
func (s Span) Source() string {
	if s.File == nil {
		return ""
	}
	return s.File.Text[s.From:s.To]
}

// Pos gives the place of the first character, with the column in code points.
func (s Span) Pos() tree.Pos {
	if s.File == nil {
		return tree.Pos{}
	}
	before := s.File.Text[:s.From]
	line := strings.LastIndexByte(before, '\n') + 1
	return tree.Pos{File: s.File.Name, Line: int32(strings.Count(before, "\n")) + 1, Column: int32(utf8.RuneCountInString(before[line:])) + 1}
}

// Node is an expression: one of the pointer types below.
//
// Some nodes make a frame, a group of variables, for the expressions in them:
//
//	Local       a frame with one variable a bind, for the binds and the body; the
//	            Local that is the body of a Local or Function adds to its frame
//	Function    a frame with one variable a parameter, for defaults and body
//	Object      a frame for each object it is part of, with one variable a local,
//	            for locals, asserts and bodies of fields; names of fields are
//	            outside of it
//	Comp        a frame with one variable for each For, around what follows it
//
// Frames are counted from the inside: 0 is the innermost around a node. Those of
// a file end at its root, which has none.
type Node interface{ At() Span }

// Literal is null, true, false, a number or a string: nil, bool, float64, string.
type Literal struct {
	Span
	Value any
}

type Array struct {
	Span
	Elements []Node
}

// Object is an object literal, or the body of a comprehension of fields.
type Object struct {
	Span
	Fields  []Field
	Locals  []Bind
	Asserts []Assertion
	Shape   *Shape // of Fields, if no name is computed; else nil
}

// Visibility is how a field's colons hide it.
type Visibility uint8

const (
	Inherit Visibility = iota // :
	Hidden                    // ::
	Visible                   // :::
)

// Field is a field of an object. Its name is Name, or computed.
type Field struct {
	Span
	Name     string
	Computed Node // outside of the object's frame; nil if Name holds
	Hide     Visibility
	Plus     bool // name+: body
	Body     Node
}

// Assertion is `assert Cond : Message`.
type Assertion struct {
	Span
	Cond    Node
	Message Node // or nil
}

// Shape is the names of an object's fields, for all objects of one literal.
type Shape struct {
	Names  []string
	Sorted []int32          // the fields, ordered by name's code points
	index  map[string]int32 // nil for few names
}

// few is up to how many names are compared one by one.
const few = 8

// Find gives the field of a name, or -1.
func (s *Shape) Find(name string) int {
	if s.index != nil {
		if i, ok := s.index[name]; ok {
			return int(i)
		}
		return -1
	}
	for i, n := range s.Names {
		if n == name {
			return i
		}
	}
	return -1
}

// Comp is a comprehension: of an array, whose Body is an element, or of an
// object, whose Body is an *Object with one computed field. The field's name is
// inside the frames of the parts but outside of the object's.
type Comp struct {
	Span
	Body     Node
	IsObject bool
	Parts    []Part
}

// Part is `for Name in Over`, or `if Cond` where Over is nil. Over is outside of
// the frame that the part makes.
type Part struct {
	Span
	Name string
	Over Node
	Cond Node
}

// Local is `local Binds; Body`. The variables are Base and those after it, in a new
// frame of Size variables; if Size is 0, in the frame that is there.
type Local struct {
	Span
	Binds      []Bind
	Body       Node
	Base, Size int32
}

// Bind is `Name = Value`.
type Bind struct {
	Span
	Name  string
	Value Node
}

// Function is a function; Name is what it is bound to, for messages, or "". Its
// frame has Size variables, of which the parameters are the first. Of parameters
// with the same name, which go-jsonnet lets be, the first is the variable.
type Function struct {
	Span
	Name   string
	Params []Param
	Body   Node
	Size   int32
	Twice  bool // some parameters have the same name, as in function(_, _) 1
}

// Param is a parameter; Default is nil where an argument is needed.
type Param struct {
	Span
	Name    string
	Default Node
}

// Call is `Target(Args, Named) tailstrict`.
type Call struct {
	Span
	Target     Node
	Args       []Node
	Named      []NamedArg
	TailStrict bool
}

type NamedArg struct {
	Span
	Name  string
	Value Node
}

// Index is `Target[Key]`; Key is a string Literal for `Target.key`.
type Index struct {
	Span
	Target, Key Node
}

// Slice is `Target[From:To:Step]`; parts that are not there are nil.
type Slice struct {
	Span
	Target, From, To, Step Node
}

// Var is a variable: the one with number Slot of the Frame-th frame.
type Var struct {
	Span
	Name        string
	Frame, Slot int32
}

// Std is the variable std, where no other of that name is around it.
type Std struct{ Span }

// Self is the object of the Frame-th frame: `self`, or `$`.
type Self struct {
	Span
	Frame int32
}

// Super is `super[Key]`, seen from the Frame-th frame.
type Super struct {
	Span
	Key   Node
	Frame int32
}

// InSuper is `Key in super`.
type InSuper struct {
	Span
	Key   Node
	Frame int32
}

// If has no Else where the program has none.
type If struct {
	Span
	Cond, Then, Else Node
}

// Assert is `assert Cond : Message; Rest`.
type Assert struct {
	Assertion
	Rest Node
}

// ErrorExpr is `error Message`.
type ErrorExpr struct {
	Span
	Message Node
}

// ImportKind says what to make of a file.
type ImportKind uint8

const (
	ImportCode ImportKind = iota
	ImportText
	ImportBytes
)

// Import is `import "Path"` and its relatives.
type Import struct {
	Span
	Kind ImportKind
	Path string
}

// Op is an operator.
type Op uint8

const (
	OpMul Op = iota
	OpDiv
	OpMod
	OpAdd
	OpSub
	OpShiftLeft
	OpShiftRight
	OpGreater
	OpGreaterEq
	OpLess
	OpLessEq
	OpIn
	OpEqual
	OpNotEqual
	OpBitAnd
	OpBitXor
	OpBitOr
	OpAnd
	OpOr
	OpNot    // unary: !
	OpBitNot // ~
	OpPlus   // +
	OpMinus  // -
)

type Binary struct {
	Span
	Op          Op
	Left, Right Node
}

type Unary struct {
	Span
	Op      Op
	Operand Node
}
