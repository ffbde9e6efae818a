package lib

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/azogue-build/azogue/"

// effects are the imports that a package needs the table's word for.
var effects = []string{"os", "os/exec", "os/signal", "net", "net/http", "time", "math/rand", "math/rand/v2", "log", "path/filepath", "syscall", "unsafe"}

// row is a line of the layers table in docs/architecture.md.
type row struct {
	layer   int
	effects []string
}

func layers(t *testing.T) map[string]row {
	t.Helper()
	text, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]row{}
	for _, m := range regexp.MustCompile("(?m)^\\| (\\d+) \\| `([a-z0-9/]+)` \\| (.*?) \\| (.*?) \\|$").FindAllStringSubmatch(string(text), -1) {
		layer, _ := strconv.Atoi(m[1])
		r := row{layer: layer}
		for _, e := range regexp.MustCompile("`([a-z0-9/]+)`").FindAllStringSubmatch(m[4], -1) {
			r.effects = append(r.effects, e[1])
		}
		if _, twice := rows[m[2]]; twice {
			t.Errorf("the layers table lists %s twice", m[2])
		}
		rows[m[2]] = r
	}
	return rows
}

// eachFile parses the Go files of the module's lib, tests apart.
func eachFile(mode parser.Mode, visit func(name string, f *ast.File)) error {
	return filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, mode)
		if err != nil {
			return err
		}
		visit(filepath.ToSlash(name), f)
		return nil
	})
}

// imports gives the imports of each package of the module's lib, tests apart.
func imports(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	err := eachFile(parser.ImportsOnly, func(name string, f *ast.File) {
		pkg := path.Dir(name)
		if all[pkg] == nil {
			all[pkg] = map[string]bool{}
		}
		for _, i := range f.Imports {
			p, _ := strconv.Unquote(i.Path.Value)
			all[pkg][p] = true
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestLayers(t *testing.T) {
	rows := layers(t)
	all := imports(t)
	if len(all) < 10 {
		t.Fatalf("found only %d packages", len(all))
	}
	for pkg, list := range all {
		r, ok := rows[pkg]
		if !ok {
			t.Errorf("package lib/%s has no row in the layers table of docs/architecture.md", pkg)
			continue
		}
		for p := range list {
			if own, ok := strings.CutPrefix(p, module+"lib/"); ok {
				if low, ok := rows[own]; ok && low.layer <= r.layer {
					t.Errorf("lib/%s (layer %d) imports lib/%s (layer %d): imports go down only", pkg, r.layer, own, low.layer)
				}
			}
			if slices.Contains(effects, p) && !slices.Contains(r.effects, p) {
				t.Errorf("lib/%s imports %s, which the layers table does not allow it", pkg, p)
			}
		}
		for _, e := range r.effects {
			if !list[e] {
				t.Errorf("the layers table allows lib/%s to import %s, which it does not", pkg, e)
			}
		}
	}
	for pkg := range rows {
		if all[pkg] == nil {
			t.Errorf("the layers table lists %s, which is no package", pkg)
		}
	}
}

// TestGoroutines holds the rule that only the pipeline starts goroutines, and
// cli its one watchdog.
func TestGoroutines(t *testing.T) {
	allowed := map[string]bool{"compiler": true, "cli": true}
	starts := map[string]bool{}
	err := eachFile(parser.SkipObjectResolution, func(name string, f *ast.File) {
		pkg := path.Dir(name)
		ast.Inspect(f, func(n ast.Node) bool {
			_, starter := n.(*ast.GoStmt)
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Go" { // sync.WaitGroup's
				starter = true
			}
			starts[pkg] = starts[pkg] || starter
			if starter && !allowed[pkg] {
				t.Errorf("%s starts a goroutine", name)
			}
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if !starts["compiler"] || !starts["cli"] {
		t.Error("the goroutines of compiler and cli were not found")
	}
}
