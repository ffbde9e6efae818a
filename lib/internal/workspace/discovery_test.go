package workspace

import (
	"context"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
)

// TestAliasConflicts: spec D4, in the reference's words.
func TestAliasConflicts(t *testing.T) {
	const entry = "inventory/classes/global/commodore.yml"
	for _, tt := range []struct{ applications, want string }{
		{"[a as x, b-c as x]", "1:24: Duplicate component alias 'x': components 'a' and 'b-c' are aliased to 'x'"},
		{"[a as x, b-c as x, c as x]", "Duplicate component alias 'x': components 'a', 'b-c', and 'c' are aliased to 'x'"},
		{"[a as b-c, b-c]", "1:16: Component 'a' aliases existing component 'b-c'"},
		{"[a as b-c, b-c, c as b-c]", "Components 'a' and 'c' alias existing component 'b-c'"},
		{"[a as x, a as x]", ""},
		{"[a as x as y]", `unknown component "a as x as y"`},
	} {
		_, diags := Cluster(context.Background(), Sources{Workspace: files(entry, "applications: "+tt.applications+"\n")}, "c-one")
		if tt.want == "" && len(diags) > 0 || tt.want != "" && (len(diags) != 1 || !strings.Contains(diags[0].Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.applications, diags, tt.want)
		}
	}
}

// TestMetadata: what components say of themselves is taken as Python takes it
// for true, and library aliases are names of files (spec D9, D15, D20).
func TestMetadata(t *testing.T) {
	const entry, a, bc = "inventory/classes/global/commodore.yml", "components/a/class/defaults.yml", "components/b-c/class/defaults.yml"
	meta := func(text string) string { return "parameters: {b_c: {_metadata: {" + text + "}}}\n" }
	aliases := func(text string) string { return meta("library_aliases: {" + text + "}") }
	replaces := meta("replaces: a, library_aliases: {a-x.libsonnet: b-c.libsonnet}")
	deprecated := func(by string) string {
		return "parameters: {a: {_metadata: {deprecated: true, replaced_by: " + by + "}}}\n"
	}
	for _, tt := range []struct {
		name  string
		files []string
		want  []string
	}{
		{"multi_instance in words", []string{bc, meta("multi_instance: yes"), entry, "applications: [b-c as x]\n"}, nil},
		{"multi_instance zero", []string{bc, meta("multi_instance: 0"), entry, "applications: [b-c as x]\n"}, []string{"Component b-c with alias x does not support instantiation."}},
		{"deprecated false", []string{bc, meta("deprecated: false, replaced_by: a")}, nil},
		{"deprecated only", []string{bc, meta("deprecated: 1")}, []string{"Component b-c is deprecated."}},
		{"library aliases as a list", []string{bc, meta("library_aliases: [x]")}, []string{"library_aliases of component 'b-c' must be a map, but is of the kind list"}},
		{"library aliases null", []string{bc, meta("library_aliases: null")}, nil},
		{"alias with a slash", []string{bc, aliases("../x.libsonnet: b-c.libsonnet")}, []string{`"../x.libsonnet" can't be a template library alias of component 'b-c': it has a slash`}},
		{"library out of lib/", []string{bc, aliases("x.libsonnet: ../class/b-c.yml")}, []string{"refers to nonexistent template library '../class/b-c.yml'"}},
		{"hidden library", []string{bc, aliases("x.libsonnet: .b-c"), "components/b-c/lib/.b-c", "x"}, []string{"refers to nonexistent template library '.b-c'"}},
		{"prefix of a component of the workspace", []string{bc, aliases("a-x.libsonnet: b-c.libsonnet")}, []string{"Invalid alias prefix 'a' for template library alias of component 'b-c'"}},
		{"one alias of two", []string{bc, aliases("x.libsonnet: b-c.libsonnet"), a, "parameters: {a: {_metadata: {library_aliases: {x.libsonnet: a.libsonnet}}}}\n"}, []string{"Components 'a' and 'b-c' both define component library alias 'x.libsonnet'"}},
		{"replaces what is not there", []string{bc, replaces, entry, "applications: [b-c]\nparameters: {components: {a: {}}}\n"}, nil},
		{"replaces what says so", []string{bc, replaces, a, deprecated("b-c")}, []string{"Component a is deprecated. Use component b-c instead."}},
		{"replaces what is not deprecated", []string{bc, replaces}, []string{"Invalid alias prefix 'a'", "Ignoring additional library prefix 'a' requested by 'b-c'. Component 'a' is also deployed on the cluster and isn't deprecated."}},
		{"replaces what names another", []string{bc, replaces, a, deprecated("c")}, []string{"Invalid alias prefix 'a'", "hasn't nominated 'b-c' as its replacement.", "Component a is deprecated."}},
	} {
		l := cluster(t, Sources{Workspace: files(append([]string{"components/b-c/lib/b-c.libsonnet", "{}"}, tt.files...)...)})
		diags := diag.Sort(l.Settle(render(t, l)))
		if len(diags) != len(tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, diags, tt.want)
			continue
		}
		for i, d := range diags {
			if !strings.Contains(d.Message, tt.want[i]) {
				t.Errorf("%s: got %q, want %q", tt.name, d.Message, tt.want[i])
			}
		}
	}
}

// TestNoDeprecationsOfOneComponent: component compile registers none, so none is
// printed (spec CC11).
func TestNoDeprecationsOfOneComponent(t *testing.T) {
	c, err := Component(ComponentOptions{Disk: disk("src/component-my-app/class/defaults.yml", "parameters: {my_app: {_metadata: {deprecated: true}}}"), Path: "/src/component-my-app"})
	if err != nil {
		t.Fatal(err)
	}
	if diags := c.Settle(render(t, &c.Layout)); len(diags) > 0 {
		t.Errorf("got %v", diags)
	}
}

// TestRemovedInCluster: a removed parameter ends the compile, wherever it is
// (spec C8, C12, I21), also in a file that nothing includes.
func TestRemovedInCluster(t *testing.T) {
	for name, want := range map[string]string{
		"components/a/class/a.yml":             "components/a/class/a.yml:1:21: Field 'parameters.x[1]' in file",
		"inventory/classes/t-x/unused.yml":     "inventory/classes/t-x/unused.yml:1:21: Field 'parameters.x[1]' in file",
		"inventory/classes/t-x/.hidden.yml":    "",
		"inventory/classes/t-x/README.md":      "inventory/classes/t-x/README.md:1:21: Field",
		"components/a/class/nobody_reads.yml":  "",
		"components/unused/class/defaults.yml": "",
	} {
		_, diags := Cluster(context.Background(), Sources{Workspace: files(name, `parameters: {x: [-, "${cluster:dist}"], y: "${cloud:region}"}`+"\n")}, "c-one")
		if want == "" && len(diags) > 0 || want != "" && (len(diags) != 2 || !diag.HasErrors(diags)) {
			t.Errorf("%s: got %v", name, diags)
		}
		if want != "" && len(diags) > 0 && !strings.HasPrefix(diags[0].Error(), want) {
			t.Errorf("%s: got %v, want %q", name, diags[0], want)
		}
	}
}
