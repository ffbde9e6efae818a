package workspace

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
)

// workingDirectory gives one in /now/w, with a component in a folder of its
// repository, that was set up in the folder origin (spec L3-L5, L8, C41).
func workingDirectory(origin string) fstest.MapFS {
	link := func(to string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
	}
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s), Mode: 0o644} }
	return fstest.MapFS{
		"now/w/inventory/classes/params/cluster.yml":      text("parameters: {cluster: {name: c-one}}"),
		"now/w/inventory/classes/components/a.yml":        link("../../../dependencies/a/sub/class/lib.yml"),
		"now/w/inventory/classes/components/plain.yml":    text("parameters: {}"),
		"now/w/inventory/targets/cluster.yml":             text("parameters: {}"),
		"now/w/inventory/targets/a.yml":                   text("parameters: {_base_directory: " + origin + "/dependencies/a/sub}"),
		"now/w/inventory/targets/plain.yml":               text("parameters: {}"),
		"now/w/inventory/targets/notes.txt":               text("no target"),
		"now/w/dependencies/a":                            link("/elsewhere/a"),
		"now/w/compiled/a/left.yaml":                      text("left: 1"),
		"now/w/vendor/lib":                                link(origin + "/dependencies/lib"),
		"now/w/dependencies/lib/a.libsonnet":              text("{}"),
		"elsewhere/a/sub/class/lib.yml":                   text("parameters: {}"),
		"elsewhere/a/sub/component/main.jsonnet":          text("{}"),
		"by/another/name":                                 link("/now"),
		"then/dependencies/a/sub/component/main.jsonnet":  text("another one"),
		"now/w/catalog/manifests/a.yaml":                  text("a: 1"),
		"now/w/catalog/manifests/deep/tool":               {Data: []byte("#!"), Mode: 0o755},
		"now/dependencies/a/sub/component/unlike.jsonnet": text("another one"),
	}
}

func TestWorkingDir(t *testing.T) {
	for _, origin := range []string{"/now/w", "/by/another/name/w", "/gone", "/then", "/now", "/now/w/dependencies"} {
		t.Run(origin, func(t *testing.T) {
			w, diags := WorkingDir(workingDirectory(origin), "/by/another/name/w", "../w")
			if diag.HasErrors(diags) {
				t.Fatal(diags)
			}
			var got []string
			for _, i := range w.Instances {
				got = append(got, i.Name+" is "+i.Component+" in "+i.Directory)
			}
			want := []string{"a is lib in " + origin + "/dependencies/a/sub", "plain is plain in "}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("instances (-want +got):\n%s", d)
			}
			if w.Cluster != "c-one" || w.WorkDir != "/now/w" {
				t.Errorf("got cluster %q in %q, want c-one in /now/w", w.Cluster, w.WorkDir)
			}
			files := overlay.New(w.World)
			for name, want := range map[string]string{
				origin + "/dependencies/a/sub/component/main.jsonnet": "{}",
				"/now/w/vendor/lib/a.libsonnet":                       "{}",
			} {
				if text, err := files.ReadFile(name); string(text) != want {
					t.Errorf("%s: got %q, %v; want %q", name, text, err, want)
				}
			}
			if _, err := files.Stat("/now/w/compiled/a/left.yaml"); err == nil {
				t.Error("what an earlier compile has left can be read")
			}
			if got := w.Shown("classes/components/plain.yml"); got != "../w/inventory/classes/components/plain.yml" {
				t.Errorf("a class is shown as %s", got)
			}
		})
	}
}

func TestWritten(t *testing.T) {
	disk := workingDirectory("/now/w")
	w, _ := WorkingDir(disk, "/now/w", ".")
	set, err := w.Written(disk, "catalog/manifests")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range set {
		got = append(got, f.Path+" "+f.Mode.String()+" "+string(f.Bytes))
	}
	if d := cmp.Diff([]string{"a.yaml -rw-r--r-- a: 1", "deep/tool -rwxr-xr-x #!"}, got); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	if _, err := w.Written(disk, "catalog/refs"); diag.From(err, "").ID != "workspace/not-compiled" {
		t.Errorf("a folder that is not there: got %v", err)
	}
}
