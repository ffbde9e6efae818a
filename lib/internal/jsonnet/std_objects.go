package jsonnet

var stdObjects []builtin
