package jsonnet

var stdManifest []builtin
