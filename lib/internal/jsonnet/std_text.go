package jsonnet

var stdText []builtin
