package jsonnetvm

import (
	"io/fs"
	"path"
	"sync"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// parsedFiles holds the files that VMs have parsed, for all of them: every target
// imports the same libraries. Evaluations only read a parsed program.
type parsedFiles struct{ files sync.Map } // of parsedFile -> func() (syntax.Node, error)

type parsedFile struct{ path, text string }

// parse gives the same node for the same file; it may be called from several
// goroutines at once.
func (p *parsedFiles) parse(path, text string) (syntax.Node, error) {
	f, _ := p.files.LoadOrStore(parsedFile{path, text}, sync.OnceValues(func() (syntax.Node, error) {
		return syntax.Parse(path, text)
	}))
	return f.(func() (syntax.Node, error))()
}

// Prepare parses the shipped libraries as they are imported from the folder at,
// before an evaluation needs them. It may run beside everything else.
func (vm *VM) Prepare(at string) {
	err := fs.WalkDir(vm.lib, "lib", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(vm.lib, name)
		if from := path.Join(kapitanDir, name); from == kapitanLib {
			vm.parsed.parse(from, newlines(string(text)))
		} else {
			vm.parsed.parse(path.Join(at, name), newlines(string(text)))
		}
		return err
	})
	if err != nil {
		panic("bug: shipped library: " + err.Error())
	}
}
