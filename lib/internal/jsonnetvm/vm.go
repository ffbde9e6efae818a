// Package jsonnetvm evaluates Jsonnet files as Kapitan does: go-jsonnet over a
// target's view of files, with Kapitan's import order and native functions; and
// filters as Commodore 1.35.1 does, with other ones (filter.go).
//
// Goals: give the JSON text that Kapitan 0.36.3 gets from gojsonnet 0.22.0 for
// the same files and the same inventory (spec K36-K39, N1-N13); parse a library
// once for all files that all workers evaluate; hand the target's own inventory to
// Jsonnet as a value that is looked into only where the program looks; say of an
// error which place of the user's own files it comes from; stop an evaluation
// whose context ends.
//
// Non-goals: writing results (package input/jsonnet), rendering the inventory
// (package reclass), and other engines than go-jsonnet.
//
// Kapitan's imports are cached for the life of a worker process, so a file that
// a target writes twice may be seen with its old content, depending on how
// targets fall to workers. Here an evaluation always sees the files as they are.
package jsonnetvm

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"io/fs"
	"sync/atomic"

	"github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"

	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/tree"
)

// inventoryVar is the external variable that holds the target's own inventory;
// lib/kapitan.libjsonnet reads it where it is asked for the own target.
const inventoryVar = "azogue:inventory"

// inventoriesVar holds those of all targets, by name. They are made ready when
// the program asks for them, which few do.
const inventoriesVar = "azogue:inventories"

// Input is one evaluation.
type Input struct {
	FS          *overlay.FS // its bytes must not change later
	File        string      // the Jsonnet file
	SearchPaths []string    // folders for imports and natives, the first wins
	Target      string      // the external variable "target"

	// Inventory is what inventory() gives for Target: a map with applications,
	// classes, exports and parameters. Subtrees that are the same node in
	// several inputs are converted once a VM. Nil fails where it is asked for.
	Inventory *tree.Node
	Global    func(target string) (*tree.Node, error) // inventory() of another target; nil knows none
	All       func() *tree.Node                       // inventory() of all targets, by name; nil knows none

	Variables []Variable // further external variables, of filters only; a later one wins
	Home      string     // the folder of the user's own files; empty is the one that holds File's folder

	Trace    io.Writer // gets what std.trace says; nil drops it
	MaxStack int       // nested calls; 0 is Kapitan's 500
}

// Variable is an external variable of a filter.
type Variable struct{ Name, Text string }

// host is what a program finds around it.
type host struct {
	natives []native
	locate  func(vm *VM, req request) (at string, ok bool) // the file or folder that an import means
	define  func(vm *VM, in Input)                         // sets the external variables
	missing func(name string) string                       // a hint for an import that is nowhere; may be nil
}

// componentHost is around the programs of components.
var componentHost = &host{natives, locateForComponent, func(vm *VM, in Input) {
	vm.vm.ExtVar("target", in.Target)
	vm.vm.ExtNode(inventoryVar, vm.inventoryNode(in.Inventory))
	vm.vm.ExtNode(inventoriesVar, vm.run.all)
}, nil}

// VM evaluates files one after the other; it is not safe for concurrent use, so
// a worker has its own. It keeps what it has parsed, never a value.
type VM struct {
	host     *host
	lib      fs.FS
	vm       *jsonnet.VM
	imports  *importer
	parsed   *parsedFiles
	mains    map[string]mainFile
	literals map[*tree.Node]literal
	names    map[string]ast.Node
	run      *run // the evaluation going on

	// For Left, which looks from outside.
	at      atomic.Pointer[ast.LocationRange] // the innermost expression being evaluated
	stopped atomic.Pointer[stop]              // set when the evaluation was broken off
}

type mainFile struct {
	text []byte
	node ast.Node
}

// run is the state of one evaluation.
type run struct {
	Input
	ctx    context.Context
	steps  int64
	all    *ast.Local           // the inventories of all targets, its body empty until it is evaluated
	open   []*ast.LocationRange // of the expressions being evaluated, in files
	last   [2]evaluated         // the newest first
	hint   string               // for a field that does not exist
	found  map[request]answer   // imports so far: a file cannot change under an evaluation
	causes map[string]cause     // what is known about an error beyond its text
	stale  bool                 // a file has other content than the parsed one
}

// New gives a VM. lib is Kapitan's package folder, of which only
// lib/kapitan.libjsonnet can be imported.
func New(lib fs.FS) *VM {
	return newVM(componentHost, lib, &parsedFiles{})
}

// Sibling gives a new VM for another goroutine, with which vm shares the files
// that either has parsed.
func (vm *VM) Sibling() *VM { return newVM(vm.host, vm.lib, vm.parsed) }

func newVM(h *host, lib fs.FS, parsed *parsedFiles) *VM {
	vm := &VM{host: h, lib: lib, parsed: parsed, literals: map[*tree.Node]literal{}, names: map[string]ast.Node{}}
	vm.reset()
	return vm
}

// reset forgets all that was parsed.
func (vm *VM) reset() {
	vm.imports = &importer{owner: vm, files: map[string]imported{}}
	vm.mains = map[string]mainFile{}
	vm.vm = jsonnet.MakeVM()
	vm.vm.Importer(vm.imports)
	for _, n := range vm.host.natives {
		vm.vm.NativeFunction(vm.bind(n))
	}
	setHook(vm.vm, vm.before, vm.after)
}

// Evaluate gives the file's value as JSON text with a final newline, formatted
// as go-jsonnet does. The error is a diag.Diag.
//
// It returns soon after ctx has ended, except from the inside of go-jsonnet's own
// loops and recursions, which evaluate nothing and so cannot be stopped:
// std.makeArray(1e9, f) takes all memory, local a = [a]; a == a all stack. The
// end of either ends a Go process without a word, so the caller should allow a
// larger stack (debug.SetMaxStack), watch both, and leave such an evaluation
// behind, its VM and its input with it; Left says where it was.
//
// Where ctx ends because a limit was reached, its cause should be a diag.Diag
// with what was too much and a hint at the limit; the finding has its ID. Any
// other cause is taken for an interruption, which is no fault of the program.
func (vm *VM) Evaluate(ctx context.Context, in Input) (string, error) {
	for {
		text, err := vm.evaluate(ctx, in)
		if !vm.run.stale {
			return text, err
		}
		// go-jsonnet keeps parsed files by path and cannot forget a single
		// one. It happens only when a target imports a file that it, or
		// another target, had written differently before.
		vm.reset()
	}
}

func (vm *VM) evaluate(ctx context.Context, in Input) (string, error) {
	vm.run = &run{Input: in, ctx: ctx, all: &ast.Local{}, found: map[request]answer{}, causes: map[string]cause{}}
	vm.at.Store(nil)
	vm.stopped.Store(nil)
	defer vm.at.Store(nil)
	vm.vm.MaxStack = cmp.Or(in.MaxStack, 500)
	vm.vm.SetTraceOut(io.Discard)
	if in.Trace != nil {
		vm.vm.SetTraceOut(in.Trace)
	}
	vm.vm.ExtReset() // it also drops the values of the evaluation before
	vm.host.define(vm, in)

	if ctx.Err() != nil {
		return "", vm.diagnose(ctx.Err())
	}
	node, err := vm.parseMain(in)
	if err != nil {
		return "", vm.diagnose(err)
	}
	text, err := vm.vm.Evaluate(node)
	if err != nil {
		return "", vm.diagnose(err)
	}
	return text, nil
}

// parseMain reads the evaluated file itself. Other than imports, gojsonnet's
// binding reads it without looking at newlines or encoding.
func (vm *VM) parseMain(in Input) (ast.Node, error) {
	text, err := in.FS.ReadFile(in.File)
	if err != nil {
		return nil, err
	}
	if m, ok := vm.mains[in.File]; ok && bytes.Equal(m.text, text) {
		return m.node, nil
	}
	if err := checkNesting(string(text)); err != nil {
		return nil, err
	}
	node, err := jsonnet.SnippetToAST(in.File, string(text))
	if err != nil {
		return nil, err
	}
	vm.mains[in.File] = mainFile{text, node}
	return node, nil
}
