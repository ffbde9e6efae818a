package jsonnet

var stdMath []builtin
