package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
)

const params = "inventory/classes/t-x/c-one.yml"

// sources gives the workspace of files with the embedded components b-c and
// shipped, and the repositories git.example.com/org/a and git.example.com/org/p
// at the versions v1 and v2, whose commits are all of one digit.
func sources(overrides ...string) Sources {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	m := files(overrides...)
	for name, f := range m {
		if f.Mode == 0 && strings.HasPrefix(string(f.Data), "-> ") {
			linked(m, name, string(f.Data[3:]))
		}
	}
	return Sources{
		Workspace: m,
		Embedded: fstest.MapFS{
			"b-c/class/defaults.yml": file("parameters: {b_c: {from: azogue}}"), "b-c/class/b-c.yml": file("{}"),
			"shipped/class/defaults.yml": file("{}"), "shipped/class/shipped.yml": file("{}"), "shipped/lib/shipped.libsonnet": file("{}"),
		},
		Revisions: func(_ context.Context, r Repository, version string) (Revision, error) {
			if r.Host != "git.example.com" || version != "v1" && version != "v2" {
				return Revision{}, diag.Diag{ID: "test", Message: fmt.Sprintf("no %s at %s", r, version), Hint: "look elsewhere"}
			}
			commit := strings.Repeat(version[1:], 40)
			if r.Path == "org/p" {
				return Revision{fstest.MapFS{"classes/x.yml": file("applications: [shipped]\nparameters: {p: " + version + "}")}, commit}, nil
			}
			return Revision{fstest.MapFS{
				"sub/class/defaults.yml": file("parameters: {a: {version: " + version + ", =_metadata: {multi_instance: true, multi_version: " + fmt.Sprint(version == "v1") + "}}}"),
				"sub/class/a.yml":        file("{}"), "sub/lib/a.libsonnet": file("{}"), "file": file(""),
				"out": {Data: []byte("../../../../etc"), Mode: fs.ModeSymlink},
			}, commit}, nil
		},
	}
}

// TestSources: spec D5-D7.
func TestSources(t *testing.T) {
	const apps = "inventory/classes/global/commodore.yml"
	head := "classes: [\"${cluster:tenant}.${cluster:name}\"]\n"
	const url = "url: git@git.example.com:org/a.git"
	for _, tt := range []struct{ name, apps, entries, want string }{
		{"folders of the workspace", "[a, b-c]", "{}", "a: components/a, b-c: components/b-c"},
		{"embedded as the last resort", "[b-c, shipped]", "{}", "b-c: components/b-c, shipped: <azogue>/components/shipped"},
		{"another folder", "[a]", "{a: {path: /other/./a}}", "a: other/a"},
		{"an empty entry", "[a]", "{a: {}}", "a: components/a"},
		{"a null entry", "[a]", "{a: null}", "a: components/a"},
		{"a repository", "[a]", "{a: {" + url + ", version: v1, path: sub}}", "a: git.example.com/org/a/sub@v1 (1111111111)"},
		{"an instance like its component", "[a, a as x]", "{a: {" + url + ", version: v1, path: sub}}", "a: git.example.com/org/a/sub@v1 (1111111111), x: git.example.com/org/a/sub@v1 (1111111111)"},
		{"an instance's version", "[a, a as x]", "{a: {" + url + ", version: v1, path: sub}, x: {version: v2}}", "a: git.example.com/org/a/sub@v1 (1111111111), x: git.example.com/org/a/sub@v2 (2222222222)"},
		{"an instance's folder", "[a as x]", "{x: {path: other/a}}", "x: other/a"},
		{"an instance's repository", "[a, a as x]", "{x: {" + url + ", version: v2, path: sub}}", "a: components/a, x: git.example.com/org/a/sub@v2 (2222222222)"},
		{"an instance with an empty path", "[a as x]", "{a: {" + url + ", version: v1, path: sub}, x: {path: ''}}", "x: git.example.com/org/a/sub@v1 (1111111111)"},
		{"components that are not used", "[a]", "{zz: {url: 'git@nowhere:x/y', version: v9}, yy: {path: nowhere}}", "a: components/a"},
	} {
		l, diags := Cluster(t.Context(), sources(apps, head+"applications: "+tt.apps+"\n", params, "parameters: {components: "+tt.entries+"}\n",
			"other/a/class/defaults.yml", "{}", "other/a/class/a.yml", "{}"), "c-one")
		if len(diags) > 0 {
			t.Errorf("%s: %v", tt.name, diags)
			continue
		}
		var got []string
		for _, i := range l.Instances {
			got = append(got, i.Name+": "+i.Source.String())
		}
		if d := cmp.Diff(tt.want, strings.Join(got, ", ")); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
		render(t, l)
	}
}

func TestBadSources(t *testing.T) {
	const url = "url: git@git.example.com:org/a.git"
	for _, tt := range []struct{ name, entries, want string }{
		{"unknown version", "{a: {" + url + ", version: v3}}", params + `:1:76: component "a": no git.example.com/org/a at v3 look elsewhere`},
		{"no version, spec D5", "{a: {" + url + "}}", `component "a": missing field 'version'`},
		{"no url, spec D11", "{a: {version: v1}}", `component "a": version "v1" has no url`},
		{"version of a misspelt name, spec D11", "{b-d: {version: v1}}", params + `:1:27: Version override specified for component 'b-d' which has no URL did you mean "b-c"?`},
		{"wrong type", "{a: {" + url + ", version: 1.2}}", `component "a": the version must be a string, not a float put it in quotes`},
		{"no map", "{a: v1}", `component "a": where it comes from must be a map, not a string`},
		{"misspelt key", "{a: {" + url + ", versoin: v1}}", `component "a": missing field 'version'`},
		{"no url of a repository", "{a: {url: 'https://host/', version: v1}}", params + ":1:36: component \"a\": the url is none of a git repository"},
		{"path out of the workspace", "{a: {path: ../a}}", params + `:1:37: component "a": the path "../a" leaves the workspace`},
		{"path out by a link", "{a: {path: out}}", `component "a": the path "out" can't be read: open out: link out to /etc: path leaves its folder`},
		{"path to nothing", "{a: {path: none}}", `component "a": the path "none" is no folder of the workspace`},
		{"path to a file", "{a: {path: components/a/class/a.yml}}", `is a file`},
		{"path to no component", "{a: {path: components}}", `component "a" has no components/class/defaults.yml`},
		{"path out of the repository", "{a: {" + url + ", version: v1, path: sub/../..}}", `component "a": the path "sub/../.." leaves the repository git.example.com/org/a`},
		{"path out of the repository by a link", "{a: {" + url + ", version: v1, path: out}}", `leaves its folder`},
		{"no such path in the repository", "{a: {" + url + ", version: v1, path: none}}", `component "a": version "v1" of git.example.com/org/a has no folder "none"`},
		{"file in the repository", "{a: {" + url + ", version: v1, path: file}}", `has no folder "file"`},
		{"no component in the repository", "{a: {" + url + ", version: v1}}", `component "a" has no git.example.com/org/a@v1/class/defaults.yml`},
	} {
		_, diags := Cluster(t.Context(), sources(params, "parameters: {components: "+tt.entries+"}\n", "out", "-> /etc"), "c-one")
		errors := 0
		text := ""
		for _, d := range diags {
			if d.Severity == diag.Error {
				errors++
				text = d.Error() + " " + d.Hint
			}
		}
		if errors != 1 || !strings.Contains(text, tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, diags, tt.want)
		}
	}
	s := sources(params, "parameters: {components: {a: {"+url+", version: v1, path: sub, pth: x}}}\n")
	if _, diags := Cluster(t.Context(), s, "c-one"); len(diags) != 1 || diags[0].Severity != diag.Warning || diags[0].Hint != `did you mean "path"?` {
		t.Errorf("a key that nothing reads: got %v", diags)
	}
	s.Revisions = nil
	if _, diags := Cluster(t.Context(), s, "c-one"); !diag.HasErrors(diags) || !strings.Contains(diags[0].Hint, "git clone git@git.example.com:org/a.git DIR/org/a, and give --deps DIR") {
		t.Errorf("without --deps: got %v", diags)
	}
}

// TestRepositoryLinks: vendor/ and dependencies/ show a repository from its root,
// as the reference's checkouts do; an instance has classes of its own version,
// the libraries are the component's (spec L4, L5, D7).
func TestRepositoryLinks(t *testing.T) {
	l := cluster(t, sources("inventory/classes/global/commodore.yml", "classes: [t-x.c-one]\napplications: [a, a as x]\n",
		params, "parameters: {components: {a: {url: 'https://git.example.com/org/a', version: v1, path: sub}, x: {version: v2}}}\n"))
	for name, want := range map[string]string{
		"inventory/classes/components/x.yml": "git.example.com/org/a@v2/sub/class/a.yml",
		"inventory/classes/defaults/x.yml":   "git.example.com/org/a@v2/sub/class/defaults.yml",
		"inventory/classes/defaults/a.yml":   "git.example.com/org/a@v1/sub/class/defaults.yml",
		"dependencies/x/file":                "git.example.com/org/a@v2/file",
		"vendor/a/file":                      "git.example.com/org/a@v1/file",
		"dependencies/lib/a.libsonnet":       "git.example.com/org/a@v1/sub/lib/a.libsonnet",
	} {
		if got := l.Shown(path.Join(l.WorkDir, name)); got != want {
			t.Errorf("%s leads to %s, want %s", name, got, want)
		}
		read(t, l, name)
	}
	if got, want := l.ShownText("/azogue/workdir/vendor/a/sub/x.jsonnet:1"), "git.example.com/org/a@v1/sub/x.jsonnet:1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if text := read(t, l, "inventory/targets/x.yml"); !strings.Contains(text, "_base_directory: "+l.Instances[1].Directory+"\n") {
		t.Errorf("got target\n%s", text)
	}
}

// TestInstanceVersion: spec D9.
func TestInstanceVersion(t *testing.T) {
	const url = "url: 'https://git.example.com/org/a', path: sub"
	for entries, refused := range map[string]bool{
		"{a: {" + url + ", version: v1}, x: {version: v1}}":                             false,
		"{a: {" + url + ", version: v1}, x: {version: v2}}":                             true, // v2 allows no other version
		"{a: {" + url + ", version: v2}, x: {version: v1}}":                             true,
		"{a: {" + url + ", version: v2}, x: {url: 'git@git.example.com:org/a'}}":        true,
		"{a: {" + url + ", version: v2}, x: {path: sub}}":                               false,
		"{a: {" + url + ", version: v2}}":                                               false,
		"{x: {" + url + ", version: v1}}":                                               true, // the workspace's own says nothing
		"{a: {" + url + ", version: v1}, x: {url: 'git@git.example.com:org/a.git'}}":    false,
		"{a: {" + url + ", version: v2}, x: {version: v2, url: 'git.example.com:a/b'}}": true,
	} {
		l := cluster(t, sources("inventory/classes/global/commodore.yml", "classes: [t-x.c-one]\napplications: [a, a as x]\n", params, "parameters: {components: "+entries+"}\n"))
		diags := l.Settle(render(t, l))
		if got := len(diags) == 1 && strings.Contains(diags[0].Message, "does not support overriding instance version"); got != refused || !refused && len(diags) > 0 {
			t.Errorf("%s: got %v, want refused %v", entries, diags, refused)
		}
	}
}

// TestPackages: spec D2, L8.
func TestPackages(t *testing.T) {
	const entry = "inventory/classes/global/commodore.yml"
	with := func(apps, packages string) Sources {
		return sources(entry, "classes: [t-x.c-one, p.x]\napplications: "+apps+"\n", params, "parameters: {packages: "+packages+"}\n")
	}
	for _, tt := range []struct {
		name    string
		sources Sources
		want    string // p: <parameter> <source>, or a part of the one error
	}{
		{"of the workspace", sources(entry, "classes: [p.x]\napplications: [pkg.p]\n", "inventory/classes/p/x.yml", "parameters: {p: here}"), "p: here inventory/classes/p"},
		{"of a repository", with("[pkg.p]", "{p: {url: 'https://git.example.com/org/p.git', version: v1, path: classes}}"), "p: v1 git.example.com/org/p/classes@v1 (1111111111)"},
		{"in place of the workspace's", sources(entry, "classes: [t-x.c-one, p.x]\napplications: [pkg.p]\n", "inventory/classes/p/x.yml", "parameters: {p: here}",
			params, "parameters: {packages: {p: {url: 'https://git.example.com/org/p.git', version: v2, path: classes}}}"), "p: v2 git.example.com/org/p/classes@v2 (2222222222)"},
		{"not asked for", with("[]", "{p: {url: 'https://git.example.com/org/p.git', version: v1, path: classes}}"), "p.x not found"},
		{"without a version", with("[pkg.p]", "{p: {url: 'https://git.example.com/org/p.git'}}"), `package "p": missing field 'version'`},
		{"unknown", with("[pkg.q]", "{}"), entry + `:2:16: package "q": there is no folder inventory/classes/q, and no entry in parameters.packages`},
		{"of a reserved name", with("[pkg.params]", "{}"), "Can't use reserved name 'params' as package name."},
		{"of a tenant's name", with("[pkg.t-x]", "{}"), "Package names can't be prefixed with 't-'."},
		{"with another folder", with("[pkg.../p]", "{}"), "it has a slash"},
	} {
		l, diags := Cluster(t.Context(), tt.sources, "c-one")
		got := fmt.Sprint(diags)
		if len(diags) == 0 {
			got = fmt.Sprintf("p: %s %s", render(t, l)[0].Parameters.Get("p").Text, l.Packages[0].Source)
		}
		if len(diags) > 1 || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
	l := cluster(t, with("[pkg.p]", "{p: {url: 'https://git.example.com/org/p.git', version: v1, path: classes}}"))
	if len(l.Instances) != 1 || l.Instances[0].Name != "shipped" {
		t.Errorf("applications of a package: got %v", l.Instances)
	}
}
