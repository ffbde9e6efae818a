// Package tree is the value that every stage of azogue reads and writes: one
// ordered YAML value with the style and the place it was written in.
//
// Goals: keep what a dumper needs to give back the same bytes (the order of
// keys, integers of any size, sharing of nodes) and what a message needs to
// name the place. It mirrors the values that PyYAML 6.0.4's SafeLoader and
// Python's json module make, so that a date is a date and 1 is not 1.0.
//
// Non-goals: comments, parsing and printing (package pyyaml does those), and
// Kubernetes semantics.
//
// Nodes are values: whoever makes one may fill it in, and nobody changes it
// once it has been handed on. Two places that hold the same *Node share it, and
// a dumper prints a shared collection as an anchor and aliases, as PyYAML does.
package tree

import (
	"math/big"
	"strconv"
)

// Kind says which fields of a Node hold its value.
type Kind uint8

// The kinds. Bytes, Date, Time and Set come only from YAML 1.1 text.
const (
	Null   Kind = iota
	Bool        // Bool
	Int         // Int, or Text in decimal when it does not fit
	Float       // Float
	String      // Text, in UTF-8; a lone surrogate has the three bytes of WTF-8
	Bytes       // Text, the raw bytes
	Date        // Text, as YYYY-MM-DD
	Time        // Text, as Python's isoformat with a blank in the middle
	List        // Items
	Map         // Fields, in order
	Set         // Fields, whose values are Null
)

var kindNames = [...]string{"null", "bool", "integer", "float", "string", "bytes", "date", "time", "list", "map", "set"}

// String gives the kind's name for messages, such as "map".
func (k Kind) String() string { return kindNames[k] }

// Style is how a node was written in its source.
type Style uint8

// The styles. The zero value is the plain or block form.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
	Flow
)

// Pos is a place in a source file. Line and Column count from 1; the zero Pos
// is no place. Columns count Unicode code points.
type Pos struct {
	File   string
	Line   int32
	Column int32
}

// String gives file:line:column, as far as they are known.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(int(p.Line)) + ":" + strconv.Itoa(int(p.Column))
}

// Node is one value. Which fields count depends on Kind.
type Node struct {
	Kind   Kind
	Style  Style
	Bool   bool
	Pos    Pos
	Int    int64
	Float  float64
	Text   string
	Items  []*Node
	Fields []Field
}

// Field is one entry of a map or set.
type Field struct {
	Key   *Node
	Value *Node
}

// NewString gives a string node without a place.
func NewString(s string) *Node { return &Node{Kind: String, Text: s} }

// NewInt gives an integer node without a place.
func NewInt(i int64) *Node { return &Node{Kind: Int, Int: i} }

// NewFloat gives a float node without a place.
func NewFloat(f float64) *Node { return &Node{Kind: Float, Float: f} }

// NewBool gives a boolean node without a place.
func NewBool(b bool) *Node { return &Node{Kind: Bool, Bool: b} }

// NewNull gives a null node without a place.
func NewNull() *Node { return &Node{Kind: Null} }

// NewList gives a list of items, which it keeps.
func NewList(items ...*Node) *Node { return &Node{Kind: List, Items: items} }

// NewStrings gives a list of strings without places.
func NewStrings(list []string) *Node {
	n := &Node{Kind: List, Items: make([]*Node, len(list))}
	for i, s := range list {
		n.Items[i] = NewString(s)
	}
	return n
}

// NewMap gives a map of fields, which it keeps.
func NewMap(fields ...Field) *Node { return &Node{Kind: Map, Fields: fields} }

// Entry gives a field with a string key.
func Entry(key string, value *Node) Field { return Field{Key: NewString(key), Value: value} }

// NewBigInt gives the integer that decimal (an optional sign and digits)
// stands for, in Int when it fits int64 and in Text otherwise.
func NewBigInt(decimal string) *Node {
	if i, err := strconv.ParseInt(decimal, 10, 64); err == nil {
		return NewInt(i)
	}
	b, ok := new(big.Int).SetString(decimal, 10)
	if !ok {
		panic("bug: not a decimal integer: " + decimal)
	}
	return &Node{Kind: Int, Text: b.String()}
}

// Decimal gives an integer's digits.
func (n *Node) Decimal() string {
	if n.Text != "" {
		return n.Text
	}
	return strconv.FormatInt(n.Int, 10)
}

// Get gives the value of the string key in a map, or nil.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	for i := range n.Fields {
		if k := n.Fields[i].Key; k.Kind == String && k.Text == key {
			return n.Fields[i].Value
		}
	}
	return nil
}

// At walks string keys down from n; it gives nil where one is missing.
func (n *Node) At(path ...string) *Node {
	for _, key := range path {
		n = n.Get(key)
	}
	return n
}

// With gives a map that has value under key: in the place of the old one, or
// last. n is not changed; the other values are shared.
func (n *Node) With(key string, value *Node) *Node {
	out := *n
	out.Fields = make([]Field, len(n.Fields), len(n.Fields)+1)
	copy(out.Fields, n.Fields)
	for i := range out.Fields {
		if k := out.Fields[i].Key; k.Kind == String && k.Text == key {
			out.Fields[i].Value = value
			return &out
		}
	}
	out.Fields = append(out.Fields, Entry(key, value))
	return &out
}

// Falsy reports whether Python takes the value for false: null, false, zero,
// and everything empty.
func (n *Node) Falsy() bool {
	if n == nil {
		return true
	}
	switch n.Kind {
	case Null:
		return true
	case Bool:
		return !n.Bool
	case Int:
		return n.Int == 0 && n.Text == ""
	case Float:
		return n.Float == 0
	case String, Bytes:
		return n.Text == ""
	case List:
		return len(n.Items) == 0
	case Map, Set:
		return len(n.Fields) == 0
	}
	return false
}
