package jsonnet

var stdTypes []builtin
