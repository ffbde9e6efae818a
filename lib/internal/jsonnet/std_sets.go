package jsonnet

var stdSets []builtin
