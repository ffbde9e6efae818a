package jsonnet_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	gojsonnet "github.com/google/go-jsonnet"

	"github.com/azogue-build/azogue/jsonnet"
)

// The stub takes the arguments of component argocd's library (spec CC9).
func TestStub(t *testing.T) {
	const text = `
local argocd = import 'stub/argocd.libjsonnet';
[
  std.objectFields(argocd),
  argocd.App('component', 'namespace'),
  argocd.App(component='c', namespace='n', project='p', secrets=false, base={}),
  argocd.App('c', 'n') { spec+: { syncPolicy: {} } },
  argocd.Project(name='p'),
]`
	vm := newVM(setup{Mode: "filter"})
	got := evaluate(vm, "std.manifestJsonMinified("+text+")")
	const want = `"[[\"App\",\"Project\"],{},{},{\"spec\":{\"syncPolicy\":{}}},{}]"` + "\n"
	if got.Error != "" || got.JSON != want {
		t.Errorf("got  %s%s\nwant %s", got.JSON, got.Error, want)
	}
}

// A file that needs little of a library must not pay for the rest: parsing is
// what costs. And lib/kapitan.libjsonnet is out of reach in filters.
func TestImportsAreLazy(t *testing.T) {
	const commodore, kapitan = "lib/commodore.libjsonnet", "lib/kapitan.libjsonnet"
	kube := []string{
		"lib/kube-libsonnet/kube.libsonnet", "lib/kube-libsonnet/network.libsonnet", "lib/kube-libsonnet/values.libsonnet",
		"lib/kube-libsonnet/workloads.libsonnet", "lib/kube.libjsonnet", "lib/kube.libsonnet",
	}
	for _, tt := range []struct {
		mode, text string
		want       []string
	}{
		{"compile", "(import 'lib/commodore.libjsonnet').envList({})", []string{commodore}},
		{"compile", "std.length(import 'lib/commodore.libjsonnet')", []string{commodore}},
		{"filter", "(import 'lib/commodore.libjsonnet').inventory()", []string{commodore}},
		{"compile", "(import 'lib/commodore.libjsonnet').inventory()", []string{commodore, kapitan}},
		{"compile", "(import 'lib/commodore.libjsonnet').generateResources({}, function(name) {})", []string{commodore}},
		{"compile", "(import 'lib/kube.libjsonnet').FieldRef('a')", kube},
	} {
		vm := newVM(setup{Mode: tt.mode, Target: "own", Inventories: map[string]any{"own": map[string]any{"parameters": nil}}})
		im := &importer{contents: map[string]gojsonnet.Contents{}}
		vm.Importer(im)
		if got := evaluate(vm, tt.text); got.Error != "" {
			t.Errorf("%s: %s", tt.text, got.Error)
		}
		var loaded []string
		for path := range im.contents {
			loaded = append(loaded, path)
		}
		if slices.Sort(loaded); !slices.Equal(loaded, tt.want) {
			t.Errorf("%s\nloads %q\nwant  %q", tt.text, loaded, tt.want)
		}
	}
}

// Every file parses, whatever imports it.
func TestEveryFileParses(t *testing.T) {
	files := 0
	err := fs.WalkDir(jsonnet.Lib, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path, "scripts/") {
			return err
		}
		text, err := fs.ReadFile(jsonnet.Lib, path)
		if err != nil {
			return err
		}
		files++
		_, err = gojsonnet.SnippetToAST(path, string(text))
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}
