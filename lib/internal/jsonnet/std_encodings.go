package jsonnet

var stdEncodings []builtin
