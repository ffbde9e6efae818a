// Package jsonnetvm evaluates Jsonnet files as Kapitan does: package jsonnet over
// a target's view of files, with Kapitan's import order and native functions; and
// filters as Commodore 1.35.1 does, with other ones (filter.go).
//
// Goals: give the value that Kapitan 0.36.3 gets by way of gojsonnet 0.22.0 for
// the same files and the same inventory (spec K36-K39, N1-N13); parse a library
// once for all files that all workers evaluate; hand the target's own inventory to
// Jsonnet as a value that is converted only where the program looks; say of an
// error which place of the user's own files it comes from.
//
// Non-goals: writing results (package input/jsonnet), rendering the inventory
// (package reclass), and the language itself (package jsonnet).
//
// Kapitan's imports are cached for the life of a worker process, so a file that
// a target writes twice may be seen with its old content, depending on how
// targets fall to workers. Here an evaluation always sees the files as they are.
package jsonnetvm

import (
	"context"
	"io"
	"io/fs"

	"github.com/azogue-build/azogue/lib/internal/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
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
	natives   []native
	locate    func(vm *VM, req request) (at string, ok bool) // the file or folder that an import means
	variables func(r *run) map[string]jsonnet.Value          // the external ones
	missing   func(name string) string                       // a hint for an import that is nowhere; may be nil
}

// componentHost is around the programs of components.
var componentHost = &host{natives, locateForComponent, func(r *run) map[string]jsonnet.Value {
	return map[string]jsonnet.Value{
		"target":       r.Target,
		inventoryVar:   jsonnet.Later(r.ownInventory),
		inventoriesVar: jsonnet.Later(r.allInventories),
	}
}, nil}

// VM evaluates files one after the other; it is not safe for concurrent use, so
// a worker has its own. It keeps what it has read, parsed and converted, but
// nothing that an evaluation has made.
type VM struct {
	host    *host
	lib     fs.FS
	natives map[string]*jsonnet.Function
	parsed  *parsedFiles
	files   map[string]file              // that were imported, by path
	checked map[*tree.Node]*unfit        // collections of inventories; nil fits
	values  map[*tree.Node]jsonnet.Value // those of them that a program has looked at
	run     *run                         // the evaluation going on, or the last one
}

// run is one evaluation.
type run struct {
	Input
	vm      *VM
	ctx     context.Context
	program syntax.Node
	ev      *jsonnet.Evaluation
	found   map[request]answer // imports so far: a file cannot change under an evaluation
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
	vm := &VM{host: h, lib: lib, parsed: parsed, natives: map[string]*jsonnet.Function{}, files: map[string]file{},
		checked: map[*tree.Node]*unfit{}, values: map[*tree.Node]jsonnet.Value{}}
	for _, n := range h.natives {
		vm.natives[n.name] = vm.bind(n)
	}
	return vm
}

// Evaluate gives the file's value, as Python reads the JSON text that go-jsonnet
// writes. Nodes have no places. The error is a diag.Diag.
//
// It returns soon after ctx has ended. Where that is because a limit was reached,
// ctx's cause should be a diag.Diag with what was too much and a hint at the
// limit; the finding has its ID. Any other cause is taken for an interruption,
// which is no fault of the program.
func (vm *VM) Evaluate(ctx context.Context, in Input) (*tree.Node, error) {
	return evaluate(ctx, vm, in, func(ev *jsonnet.Evaluation, v jsonnet.Value) *tree.Node {
		o := output{ev: ev}
		return o.value(v)
	})
}

// text gives the file's value as go-jsonnet's text.
func (vm *VM) text(ctx context.Context, in Input) (string, error) {
	return evaluate(ctx, vm, in, (*jsonnet.Evaluation).JSON)
}

func evaluate[T any](ctx context.Context, vm *VM, in Input, use func(*jsonnet.Evaluation, jsonnet.Value) T) (result T, err error) {
	r := &run{Input: in, vm: vm, ctx: ctx, found: map[request]answer{}}
	vm.run = r
	vm.forget()
	if ctx.Err() != nil {
		return result, r.stopped(tree.Pos{})
	}
	if r.program, err = r.parse(); err != nil {
		return result, r.diagnose(err)
	}
	r.ev = jsonnet.New(ctx, jsonnet.Host{
		Import: r.importFile, Variables: vm.host.variables(r), Natives: vm.natives, Trace: in.Trace, MaxStack: in.MaxStack,
	})
	result, err = jsonnet.Run(r.ev, r.program, func(v jsonnet.Value) T { return use(r.ev, v) })
	if err != nil {
		return result, r.diagnose(err)
	}
	return result, nil
}

// parse reads the evaluated file itself. Other than imports, gojsonnet's binding
// reads it without looking at newlines or encoding.
func (r *run) parse() (syntax.Node, error) {
	text, err := r.FS.ReadFile(r.File)
	if err != nil {
		return nil, err
	}
	return r.vm.parsed.parse(r.File, string(text))
}
