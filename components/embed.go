// Package components holds the component libraries that are in the binary.
//
// Each folder is a component in Commodore's layout and can be used by
// Commodore as it is:
//
//	class/defaults.yml       its parameters and their defaults
//	class/<component>.yml    its compile entries
//	component/               Jsonnet that the entries evaluate
//	lib/                     libraries for other components
//	README.md                every parameter, with an example; TestParameters
//	                         compares it with what the component reads
//	tests/<instance>.yml     inputs of its tests, and tests/golden/<instance>/
//	                         what each compiles to
//
// FS leaves tests/ out: a workspace that uses a component has no need of them,
// and the goldens are most of the bytes. A component that brings a folder of
// another name (postprocess/ for filters) needs a pattern below;
// TestFSHoldsEveryComponent fails until it has one.
//
// Components are data. Nothing in Go knows one of them by name.
package components

import "embed"

// FS holds the components under <component>/<path>, without their tests.
//
//go:embed */README.md */class */component */lib
var FS embed.FS
