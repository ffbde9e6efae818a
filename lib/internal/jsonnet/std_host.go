package jsonnet

var stdHost []builtin
