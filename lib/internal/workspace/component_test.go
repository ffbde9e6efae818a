package workspace

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func disk(extra ...string) fstest.MapFS {
	m := fstest.MapFS{}
	all := append([]string{
		"src/component-my-app/.git/HEAD", "ref: refs/heads/main",
		"src/component-my-app/class/defaults.yml", "parameters: {my_app: {}}",
		"src/component-my-app/class/my-app.yml", "parameters: {}",
		"src/component-my-app/tests/defaults.yml", "parameters: {x: 1}",
		"src/component-my-app/tests/two.yml", "parameters: {x: 2}",
	}, extra...)
	for i := 0; i < len(all); i += 2 {
		m[all[i]] = &fstest.MapFile{Data: []byte(all[i+1])}
	}
	return m
}

// TestComponentLayout: spec CC1-CC10.
func TestComponentLayout(t *testing.T) {
	c, err := Component(ComponentOptions{Disk: disk(), Path: "/src/component-my-app", Alias: "two",
		Values: []string{"/src/component-my-app/tests/defaults.yml", "/src/component-my-app/tests/two.yml"},
		Search: []string{"/src/extra"}})
	if err != nil {
		t.Fatal(err)
	}
	want := `classes:
  - params.cluster
  - defaults.my-app
  - components.my-app
  - defaults
  - two
parameters:
  _base_directory: /src/component-my-app
  _instance: two
  _kustomize_wrapper: /azogue/shipped/scripts/run-kustomize
  _python3: /usr/bin/python3
  kapitan:
    vars:
      target: two
  my_app: ${two}
  two: {}
`
	if d := cmp.Diff(want, read(t, &c.Layout, "inventory/targets/two.yml")); d != "" {
		t.Error(d)
	}
	facts := `parameters:
  argocd:
    namespace: test
  cluster:
    catalog_url: ssh://git@git.example.com/org/repo.git
    display_name: Test Cluster 1234
    name: c-green-test-1234
    tenant: t-silent-test-1234
    tenant_display_name: Test Tenant 1234
  components:
    my-app:
      url: https://example.com/my-app.git
      version: master
  facts:
    cloud: cloudscale
    distribution: test-distribution
    region: rma1
  kapitan:
    namespace: test
    vars:
      target: two
`
	if d := cmp.Diff(facts, read(t, &c.Layout, "inventory/classes/params/cluster.yml")); d != "" {
		t.Error(d)
	}
	if want := []string{"/src/extra", "/src/component-my-app/vendor", "/azogue/workdir/dependencies", "/azogue/workdir", "/azogue/shipped", "/azogue/output"}; !cmp.Equal(c.Search, want) {
		t.Errorf("got search paths %q, want %q", c.Search, want)
	}
	if !c.InGit || c.JsonnetFile || !c.Reveal || c.Bootstrap != "" {
		t.Errorf("got %+v", c)
	}
	if got := read(t, &c.Layout, "dependencies/lib/argocd.libjsonnet"); !strings.Contains(got, "Project") {
		t.Errorf("the stub of spec CC9 is %q", got)
	}
	if got := read(t, &c.Layout, "inventory/classes/components/my-app.yml"); got != "parameters: {}" {
		t.Errorf("got %q", got)
	}
}

func TestComponentInSubfolder(t *testing.T) {
	c, err := Component(ComponentOptions{Disk: disk(
		"src/mono/.git", "gitdir: elsewhere", "src/mono/sub/x/class/defaults.yml", "{}", "src/mono/sub/x/class/x.yml", "{}", "src/mono/top", "top",
	), Path: "/src/mono/sub/x"})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, &c.Layout, "dependencies/x/top"); got != "top" {
		t.Errorf("dependencies/x is not the git working tree: %q", got)
	}
}

func TestComponentNames(t *testing.T) {
	for _, tt := range []struct{ path, name, alias, component, instance string }{
		{"/x/component-foo", "", "", "foo", "foo"},
		{"/x/foo", "", "", "foo", "foo"},
		{"/x/foo.git", "", "", "foo", "foo"},
		{"/x/component-a-component-b", "", "", "a-b", "a-b"},
		{"/x/component-foo", "bar", "", "bar", "bar"},
		{"/x/component-foo", "", "two", "foo", "two"},
	} {
		c, i := ComponentNames(ComponentOptions{Path: tt.path, Name: tt.name, Alias: tt.alias})
		if c != tt.component || i != tt.instance {
			t.Errorf("%+v: got %s, %s", tt, c, i)
		}
	}
}

func TestComponentErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    ComponentOptions
		want string
	}{
		{"no folder", ComponentOptions{Path: "/src/none"}, "Can't compile component, repository /src/none doesn't exist"},
		{"no class, spec CC4", ComponentOptions{Path: "/src/component-my-app", Name: "other"}, "Could not find component class file: /src/component-my-app/class/other.yml"},
		{"no values", ComponentOptions{Path: "/src/component-my-app", Values: []string{"/src/none.yml"}}, "Source does not exist."},
		{"name is a path", ComponentOptions{Path: "/src/component-my-app", Alias: "../x"}, `"../x" can't be the name`},
	} {
		tt.o.Disk = disk()
		_, err := Component(tt.o)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
	_, err := Component(ComponentOptions{Disk: disk("src/component-my-app/lib/foo.libsonnet", "{}"), Path: "/src/component-my-app"})
	if want := "Component 'my-app' uses invalid component library name 'foo.libsonnet'. Consider using a library alias."; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestLintRemoved: spec I20, I22.
func TestLintRemoved(t *testing.T) {
	c, err := Component(ComponentOptions{Disk: disk("src/component-my-app/tests/old.yml",
		"parameters:\n  a:\n    b:\n      - c: x${customer:name}\n  443: ${cloud:region}\n  fine: ${cluster:name}\n"), Path: "/src/component-my-app", Values: []string{"/src/component-my-app/tests/old.yml"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range LintRemoved(c.World, c.Linted) {
		got = append(got, d.Message)
	}
	want := []string{
		"> Field 'parameters.a.b[0].c' in file '/src/component-my-app/tests/old.yml' contains deprecated parameter '${customer:name}'",
		"> Field 'parameters.443' in file '/src/component-my-app/tests/old.yml' contains deprecated parameter '${cloud:region}'",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
