package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/reclass"
)

// files makes a workspace of one cluster with the components a and b-c, plus
// what overrides give; an empty text takes a file away.
func files(overrides ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range map[string]string{
		"clusters/c-one.yaml":                    "id: c-one\ndisplayName: One\ntenant: t-x\nfacts: {distribution: talos, cloud: metal}\n",
		"inventory/classes/global/commodore.yml": "classes: [\"${cluster:tenant}.${cluster:name}\"]\napplications: [a, b-c]\n",
		"inventory/classes/t-x/c-one.yml":        "{}\n",
		"components/a/class/defaults.yml":        "parameters:\n  a: {=_metadata: {multi_instance: true}}\n",
		"components/a/class/a.yml":               "parameters:\n  kapitan: {compile: []}\n",
		"components/a/lib/a.libsonnet":           "{}\n",
		"components/b-c/class/defaults.yml":      "parameters:\n  b_c: {}\n",
		"components/b-c/class/b-c.yml":           "parameters: {}\n",
	} {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for i := 0; i < len(overrides); i += 2 {
		if m[overrides[i]] = (&fstest.MapFile{Data: []byte(overrides[i+1])}); overrides[i+1] == "" {
			delete(m, overrides[i])
		}
	}
	return m
}

func cluster(t *testing.T, s Sources) *Layout {
	t.Helper()
	l, diags := Cluster(context.Background(), s, "c-one")
	if len(diags) > 0 {
		t.Fatalf("unexpected findings: %v", diags)
	}
	return l
}

func read(t *testing.T, l *Layout, name string) string {
	t.Helper()
	data, err := overlay.New(l.World).ReadFile(path.Join(l.WorkDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestTargets: spec C40-C42, D1.
func TestTargets(t *testing.T) {
	l := cluster(t, Sources{Workspace: files("inventory/classes/global/commodore.yml", "applications: [b-c, a as a-two, a]\n")})
	var got []string
	for _, i := range l.Instances {
		got = append(got, i.Name+"="+i.Component)
	}
	if want := []string{"a=a", "a-two=a", "b-c=b-c"}; !cmp.Equal(got, want) {
		t.Errorf("got instances %q, want %q", got, want)
	}
	for target, want := range map[string]string{
		"cluster": `classes:
  - params.cluster
  - defaults.a
  - defaults.b-c
  - global.commodore
parameters:
  _instance: cluster
`,
		"a-two": `classes:
  - params.cluster
  - defaults.a-two
  - defaults.b-c
  - global.commodore
  - components.a-two
parameters:
  _base_directory: /azogue/workspace/components/a
  _instance: a-two
  _kustomize_wrapper: /azogue/shipped/scripts/run-kustomize
  _python3: /usr/bin/python3
  a: ${a_two}
  a_two: {}
  kapitan:
    vars:
      target: a-two
`,
	} {
		if d := cmp.Diff(want, read(t, l, "inventory/targets/"+target+".yml")); d != "" {
			t.Errorf("target %s: %s", target, d)
		}
	}
}

// TestLinks: spec L4, L5, D18.
func TestLinks(t *testing.T) {
	l := cluster(t, Sources{Workspace: files("inventory/classes/global/commodore.yml", "applications: [a as a-two]\n", "components/a/lib/.hidden", "x", "vendor/other/x.libsonnet", "vendored")})
	for name, want := range map[string]string{
		"inventory/classes/components/a-two.yml": "components/a/class/a.yml",
		"inventory/classes/defaults/a-two.yml":   "components/a/class/defaults.yml",
		"inventory/classes/defaults/a.yml":       "components/a/class/defaults.yml",
		"dependencies/a/lib/a.libsonnet":         "components/a/lib/a.libsonnet",
		"dependencies/a-two/lib/a.libsonnet":     "components/a/lib/a.libsonnet",
		"dependencies/lib/a.libsonnet":           "components/a/lib/a.libsonnet",
		"vendor/a/lib/a.libsonnet":               "components/a/lib/a.libsonnet",
		"vendor/lib/a.libsonnet":                 "components/a/lib/a.libsonnet",
		"vendor/other/x.libsonnet":               "vendor/other/x.libsonnet",
	} {
		if got := l.Shown(path.Join(l.WorkDir, name)); got != want {
			t.Errorf("%s leads to %s, want %s", name, got, want)
		}
		read(t, l, name)
	}
	if _, err := overlay.New(l.World).Stat(path.Join(l.WorkDir, "dependencies/lib/.hidden")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a hidden library is linked: %v", err)
	}
}

// TestClusterParameters: spec C6.
func TestClusterParameters(t *testing.T) {
	l := cluster(t, Sources{Workspace: files("clusters/c-one.yaml", "id: c-one\ntenant: t-x\ncatalogUrl: ssh://git@example.com/c.git\ndisplayName: One\ntenantDisplayName: X\nfacts: {distribution: talos, cloud: metal, zone: 1}\ndynamicFacts: {kubernetesVersion: {minor: '33'}}\n")})
	want := `parameters:
  cluster:
    catalog_url: ssh://git@example.com/c.git
    display_name: One
    name: c-one
    tenant: t-x
    tenant_display_name: X
  dynamic_facts:
    kubernetesVersion:
      minor: '33'
  facts:
    cloud: metal
    distribution: talos
    zone: 1
`
	if d := cmp.Diff(want, read(t, l, "inventory/classes/params/cluster.yml")); d != "" {
		t.Error(d)
	}
}

func TestBadWorkspaces(t *testing.T) {
	const entry = "inventory/classes/global/commodore.yml"
	for _, tt := range []struct {
		name  string
		files fstest.MapFS
		want  []string // parts of the one message
	}{
		{"unknown cluster", files("clusters/c-one.yaml", "", "clusters/c-on3.yaml", "id: c-on3\n"), []string{`unknown cluster "c-one"`, `did you mean "c-on3"?`}},
		{"no clusters", fstest.MapFS{}, []string{"no readable folder clusters"}},
		{"id differs", files("clusters/c-one.yaml", "id: c-two\ntenant: t\nfacts: {distribution: a, cloud: b}\n"), []string{"clusters/c-one.yaml:1:5", `"c-two"`}},
		{"no fact, spec C6", files("clusters/c-one.yaml", "id: c-one\ntenant: t\nfacts: {cloud: b}\n"), []string{"Required fact 'distribution' not set"}},
		{"misspelt key", files("clusters/c-one.yaml", "id: c-one\ntenent: t\n"), []string{"clusters/c-one.yaml:2:1", `unknown key "tenent"`, `did you mean "tenant"?`}},
		{"wrong type", files("clusters/c-one.yaml", "id: c-one\ntenant: t\nfacts: [a]\n"), []string{"clusters/c-one.yaml:3:8", "facts must be a map, not a list"}},
		{"not YAML", files("clusters/c-one.yaml", "id: [\n"), []string{"clusters/c-one.yaml:"}},
		{"not a map", files("clusters/c-one.yaml", "- a\n"), []string{"a cluster file holds one map"}},
		{"unknown component", files(entry, "applications: [b-d]\n"), []string{entry + `:1:16: unknown component "b-d"`, `did you mean "b-c"?`}},
		{"component that leaves the folder", files(entry, "applications: [../a]\n"), []string{entry + `:1:16: "../a" can't be the name of a component: it has a slash`}},
		{"instance is a parent", files(entry, "applications: [a as ..]\n"), []string{entry + `:1:16: ".." can't be the name of an instance`}},
		{"instance with a line break", files(entry, "applications: [\"a as x\\ny\"]\n"), []string{`"x\ny" can't be the name of an instance: it has a control character`}},
		{"empty component", files(entry, "applications: ['']\n"), []string{`"" can't be the name of a component: it is empty`}},
		{"instance of the bootstrap's name", files(entry, "applications: [a as cluster]\n"), []string{`"cluster" can't be the name of an instance`}},
		{"instance of a long name", files(entry, "applications: [a as "+strings.Repeat("x", 201)+"]\n"), []string{"longer than 200 bytes"}},
		{"link of a cluster", linked(files("clusters/c-one.yaml", ""), "clusters/c-one.yaml", "/etc/passwd"), []string{"link clusters/c-one.yaml", "leaves its folder"}},
		{"component without class", files("components/a/class/a.yml", ""), []string{`component "a" has no components/a/class/a.yml`}},
		{"two components for one alias, spec D4", files(entry, "applications: [a as x, b-c as x]\n"), []string{"Duplicate component alias 'x': components 'a' and 'b-c' are aliased to 'x'"}},
		{"alias is a component, spec D4", files(entry, "applications: [a as b-c, b-c]\n"), []string{"'b-c'"}},
		{"alias is another component, spec D4", files(entry, "applications: [a as b-c, b-c as z]\n"), []string{"Component 'a' aliases existing component 'b-c'"}},
		{"foreign library name, spec D19", files("components/a/lib/other.libsonnet", "{}"), []string{"Component 'a' uses invalid component library name 'other.libsonnet'"}},
		{"unknown package, spec D2", files(entry, "applications: [pkg.none]\n"), []string{`package "none": there is no folder inventory/classes/none`}},
		{"missing class", files("inventory/classes/t-x/c-one.yml", ""), []string{"t-x.c-one not found"}},
		{"reserved folder", files("inventory/classes/params/x.yml", "{}"), []string{`"params" is reserved`}},
	} {
		_, diags := Cluster(context.Background(), Sources{Workspace: tt.files}, "c-one")
		if len(diags) != 1 || !diag.HasErrors(diags) {
			t.Errorf("%s: want one error, got %v", tt.name, diags)
			continue
		}
		text := fmt.Sprint(diags[0], " ", diags[0].Hint)
		for _, part := range tt.want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is not in %q", tt.name, part, text)
			}
		}
	}
}

// linked puts a link into the files.
func linked(m fstest.MapFS, name, target string) fstest.MapFS {
	m[name] = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte(target)}
	return m
}

// TestOtherClusters: what is wrong with one cluster's file is nothing to others.
func TestOtherClusters(t *testing.T) {
	cluster(t, Sources{Workspace: linked(linked(files("clusters/c-bad.yaml", "[", "clusters/.hidden", "x"), "clusters/c-out.yaml", "/etc/passwd"), "clusters/c-loop.yaml", "c-loop.yaml")})
}

// TestShownText: messages name paths as people know them.
func TestShownText(t *testing.T) {
	l := cluster(t, Sources{Workspace: files("inventory/classes/global/commodore.yml", "applications: [a]\n")})
	for in, want := range map[string]string{
		"not found in /azogue/workspace, /azogue/workdir/vendor": "not found in ., <generated>/vendor",
		"TRACE: /azogue/workdir/dependencies/a/main.jsonnet:1 x": "TRACE: components/a/main.jsonnet:1 x",
		"/azogue/workspace/components/a/x: gone":                 "components/a/x: gone",
		"/azogue/shipped/lib/kube.libsonnet":                     "<azogue>/lib/kube.libsonnet",
		"no path":                                                "no path",
	} {
		if got := l.ShownText(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestEscapingLink(t *testing.T) {
	component := files()
	for _, name := range []string{"class/defaults.yml", "class/a.yml", "lib/a.libsonnet"} {
		delete(component, "components/a/"+name)
	}
	component["components/a"] = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte("../../elsewhere/a")}
	if _, diags := Cluster(context.Background(), Sources{Workspace: component}, "c-one"); len(diags) != 1 || !strings.Contains(diags[0].Message, `component "a" can't be read`) || !strings.Contains(diags[0].Message, "leaves its folder") {
		t.Errorf("got %v", diags)
	}
	fsys := files()
	fsys["inventory/classes/global/evil.yml"] = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte("../../../../etc/passwd")}
	if _, diags := Cluster(context.Background(), Sources{Workspace: fsys}, "c-one"); len(diags) == 0 || !strings.Contains(fmt.Sprint(diags), "leaves its folder") {
		t.Errorf("got %v", diags)
	}
}

// TestClassLinks: a link that leads nowhere, to itself or to a folder above it is
// an error, as in the reference (spec R1).
func TestClassLinks(t *testing.T) {
	for _, tt := range []struct{ name, to, want string }{
		{"inventory/classes/global/note.txt", "gone", "the link classes/global/note.txt leads nowhere"},
		{"inventory/classes/gone.yml", "gone", "the link classes/gone.yml leads nowhere"},
		{"inventory/classes/global/loop", ".", "leads back to"},
		{"inventory/classes/up", "..", "leads back to"},
		{"inventory/classes/round", "round", "too many links"},
	} {
		fsys := files()
		fsys[tt.name] = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte(tt.to)}
		if _, diags := Cluster(context.Background(), Sources{Workspace: fsys}, "c-one"); len(diags) != 1 || !strings.Contains(diags[0].Error(), tt.want) {
			t.Errorf("%s -> %s: got %v, want %s", tt.name, tt.to, diags, tt.want)
		}
	}
}

// TestStopped: laying out renders classes, which must end with its context.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("that was enough"))
	if _, diags := Cluster(ctx, Sources{Workspace: files()}, "c-one"); len(diags) != 1 || !strings.Contains(diags[0].Message, "that was enough") {
		t.Errorf("got %v", diags)
	}
}

func render(t *testing.T, l *Layout) []*reclass.Node {
	t.Helper()
	inv, diags := reclass.Open(context.Background(), overlay.New(l.World).Dir(l.Inventory()), l.Parsed)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	nodes, diags := inv.Render(context.Background(), inv.Targets(), reclass.Options{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return nodes
}

// TestSettle: spec D9, D12, D15, D20.
func TestSettle(t *testing.T) {
	const entry, defaults = "inventory/classes/global/commodore.yml", "components/b-c/class/defaults.yml"
	for _, tt := range []struct {
		name  string
		files fstest.MapFS
		want  string
	}{
		{"fine", files(), ""},
		{"several instances", files(entry, "applications: [a as x]\n"), ""},
		{"not several", files(entry, "applications: [b-c as x]\n"), "Component b-c with alias x does not support instantiation."},
		{"component_versions", files("inventory/classes/t-x/c-one.yml", "parameters: {component_versions: {a: 1}}\n"), "`component_versions` is no longer suppported"},
		{"deprecated", files(defaults, "parameters: {b_c: {_metadata: {deprecated: true, replaced_by: a, deprecation_notice: See docs}}}\n"), "Component b-c is deprecated. Use component a instead. See docs"},
		{"alias to nothing", files(defaults, "parameters: {b_c: {_metadata: {library_aliases: {x.libsonnet: b-c-none.libsonnet}}}}\n"), "'b-c' template library alias 'x.libsonnet' refers to nonexistent template library 'b-c-none.libsonnet'"},
		{"foreign prefix", files(defaults, "parameters: {components: {a: {}}, b_c: {_metadata: {library_aliases: {a-x.libsonnet: b-c.libsonnet}}}}\n"), "Invalid alias prefix 'a' for template library alias of component 'b-c'"},
	} {
		l := cluster(t, Sources{Workspace: tt.files})
		diags := l.Settle(render(t, l))
		if tt.want == "" && len(diags) > 0 || tt.want != "" && (len(diags) != 1 || !strings.Contains(diags[0].Message, tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, diags, tt.want)
		}
	}
}

func TestLibraryAlias(t *testing.T) {
	l := cluster(t, Sources{Workspace: files("components/b-c/lib/b-c.libsonnet", "b", "components/b-c/class/defaults.yml", "parameters: {b_c: {_metadata: {library_aliases: {old.libsonnet: b-c.libsonnet}}}}\n")})
	if diags := l.Settle(render(t, l)); len(diags) > 0 {
		t.Fatal(diags)
	}
	if got := read(t, l, "vendor/lib/old.libsonnet"); got != "b" {
		t.Errorf("got %q", got)
	}
}
