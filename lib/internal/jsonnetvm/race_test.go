//go:build race

package jsonnetvm

// raceBuild tells that frames are several times larger than in a normal build.
const raceBuild = true
