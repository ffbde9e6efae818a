package jsonnetvm

import (
	"io/fs"
	"path"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"github.com/google/go-jsonnet"
	"github.com/google/go-jsonnet/ast"
)

// parsedFiles holds the files that VMs have parsed, for all of them: parsing is
// a third of a compile, and every target imports the same libraries. Go-jsonnet
// only reads a parsed program, as it does with its standard library, which all
// VMs of a process share.
type parsedFiles struct{ files sync.Map } // of parsedFile -> func() (ast.Node, error)

type parsedFile struct{ path, text string }

// parse gives the same node for the same file; it may be called from several
// goroutines at once.
func (p *parsedFiles) parse(path, text string) (ast.Node, error) {
	f, _ := p.files.LoadOrStore(parsedFile{path, text}, sync.OnceValues(func() (ast.Node, error) {
		return jsonnet.SnippetToAST(path, text)
	}))
	return f.(func() (ast.Node, error))()
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

// isProgram tells what is imported to be evaluated from what importstr reads,
// which go-jsonnet does not say.
func isProgram(path string) bool { return strings.HasSuffix(path, "sonnet") }

// parsedEntry has the layout of go-jsonnet's astCacheEntry.
type parsedEntry struct {
	node ast.Node
	err  error
}

// parsedBy gives the parsed imports of a VM, by path, which go-jsonnet keeps to
// itself; what is put there it does not parse again.
func parsedBy(vm *jsonnet.VM) map[string]parsedEntry {
	toCache, _ := reflect.TypeFor[jsonnet.VM]().FieldByName("importCache")
	if toCache.Type == nil || toCache.Type.String() != "*jsonnet.importCache" {
		panic("bug: go-jsonnet's VM has changed")
	}
	toEntries, _ := toCache.Type.Elem().FieldByName("astCache")
	if toEntries.Type == nil || toEntries.Type.String() != "map[string]jsonnet.astCacheEntry" || !sameFields(toEntries.Type.Elem()) {
		panic("bug: go-jsonnet's importCache has changed")
	}
	cache := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(vm), toCache.Offset))
	return *(*map[string]parsedEntry)(unsafe.Add(cache, toEntries.Offset))
}

func sameFields(entry reflect.Type) bool {
	ours := reflect.TypeFor[parsedEntry]()
	if entry.NumField() != ours.NumField() {
		return false
	}
	for i := range ours.NumField() {
		if a, b := ours.Field(i), entry.Field(i); a.Name != b.Name || a.Type != b.Type {
			return false
		}
	}
	return true
}
