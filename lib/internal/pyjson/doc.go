// Package pyjson reads and writes JSON as Python's json module (CPython 3.11)
// does, because the bytes that Kapitan 0.36.3 writes depend on it: numbers come
// back as integers of any size or as doubles, floats are printed by repr, and
// what is not ASCII is escaped.
//
// Goals: the same values, the same bytes, and the same refusals; speed, since
// all that Jsonnet evaluates passes through Parse.
//
// Non-goals: byte-order marks and encodings other than UTF-8, Python's hooks
// and separators, and its wording of errors.
//
// A lone surrogate such as "\ud83d" has no UTF-8 form but is a value in Python.
// Text holds it as the three bytes that UTF-8 would use (WTF-8), one surrogate
// after the other, and Dump and pyyaml.Dump print it as an escape again.
package pyjson
