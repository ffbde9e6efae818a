package copy

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
)

// source is the folder that all tests copy from.
func source() fstest.MapFS {
	return fstest.MapFS{
		"dir/x.sh":       {Data: []byte("x"), Mode: 0o755},
		"dir/ro":         {Data: []byte("ro"), Mode: 0o400},
		"dir/.hidden":    {Data: []byte("hidden"), Mode: 0o644},
		"dir/.h/f":       {Data: []byte("f"), Mode: 0o644},
		"dir/sub/x.sh":   {Data: []byte("sub x"), Mode: 0o600},
		"dir/sub/ref":    {Data: []byte("?{vaultkv:a/b}\r\n"), Mode: 0o644},
		"dir/link":       {Data: []byte("../dir/x.sh"), Mode: fs.ModeSymlink},
		"dir/folderlink": {Data: []byte("sub"), Mode: fs.ModeSymlink},
		"dir/empty":      {Mode: fs.ModeDir | 0o755},
		"out":            {Data: []byte("/etc/passwd"), Mode: fs.ModeSymlink},
		"bad/out":        {Data: []byte("../../etc"), Mode: fs.ModeSymlink},
		"f/sub":          {Data: []byte("file sub"), Mode: 0o644},
		"g/sub/sub":      {Mode: fs.ModeDir | 0o755},
		"g/sub/sub/sub":  {Data: []byte("deep"), Mode: 0o644},
	}
}

// run copies each from in turn into the folder /out/t/<to>, and gives what is
// there then as lines of mode, path and content.
func run(jobs [][2]string) (string, error) {
	w := overlay.NewWorld()
	w.Mount("/in", source(), true)
	w.Folder("/out/t")
	env := &input.Env{FS: overlay.New(w), Search: []string{"/in"}, Output: "/out/t", Target: plan.Target{Name: "t"}}
	for _, j := range jobs {
		job := plan.Job{InputType: "copy", InputPaths: []string{j[0]}, OutputPath: j[1]}
		if err := input.Run(context.Background(), env, job, Render); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	for _, f := range env.FS.Files("/out/t") {
		fmt.Fprintf(&b, "%o %s=%q\n", f.Mode, f.Path, f.Bytes)
	}
	return b.String(), nil
}

// TestCopy: spec K47. Each want was measured with the reference.
func TestCopy(t *testing.T) {
	const (
		head  = "644 o/.h/f=\"f\"\n644 o/.hidden=\"hidden\"\n644 o/folderlink/ref=\"?{vaultkv:a/b}\\r\\n\"\n600 o/folderlink/x.sh=\"sub x\"\n755 o/link=\"x\"\n"
		ref   = "644 o/ref=\"?{vaultkv:a/b}\\r\\n\"\n"
		ro    = "400 o/ro=\"ro\"\n"
		sub   = "644 o/sub/ref=\"?{vaultkv:a/b}\\r\\n\"\n"
		subX  = "600 o/sub/x.sh=\"sub x\"\n"
		x     = "755 o/x.sh=\"x\"\n"
		later = "600 o/x.sh=\"sub x\"\n"
	)
	for _, tt := range []struct {
		name string
		jobs [][2]string
		want string
	}{
		{"file", [][2]string{{"dir/x.sh", "a/b"}}, "755 a/b/x.sh=\"x\"\n"},
		{"file to the top", [][2]string{{"dir/ro", "."}}, "400 ro=\"ro\"\n"},
		{"hidden file", [][2]string{{"dir/.hidden", "o"}}, "644 o/.hidden=\"hidden\"\n"},
		{"link to a file", [][2]string{{"dir/link", "o"}}, "755 o/link=\"x\"\n"},
		{"link to a folder", [][2]string{{"dir/folderlink", "o"}}, ref + later},
		{"folder", [][2]string{{"dir", "o"}}, head + ro + sub + subX + x},
		{"folder twice", [][2]string{{"dir", "o"}, {"dir", "o"}}, head + ro + sub + subX + x},
		{"into an existing folder: the later file and its mode", [][2]string{{"dir", "o"}, {"dir/sub", "o"}}, head + ref + ro + sub + subX + later},
		{"empty folder", [][2]string{{"dir/empty", "o"}}, ""},
		{"file of a folder onto a folder", [][2]string{{"dir", "o"}, {"f", "o"}}, head + ro + sub + "644 o/sub/sub=\"file sub\"\n" + subX + x},
		{"file onto a folder", [][2]string{{"dir/sub", "o/sub"}, {"f/sub", "o"}}, sub + "644 o/sub/sub=\"file sub\"\n" + subX},
		{"pattern", [][2]string{{"dir/[!x]*", "o"}}, "755 o/link=\"x\"\n" + ref + ro + later},
	} {
		got, err := run(tt.jobs)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// TestCopyErrors: all but the links stop the reference too.
func TestCopyErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		jobs [][2]string
		want string
	}{
		{"folder onto a file", [][2]string{{"f", "o"}, {"dir", "o"}}, "not a directory"},
		{"the output folder is a file", [][2]string{{"f", "o"}, {"dir", "o/sub"}}, "not a directory"},
		{"folders in the way", [][2]string{{"g", "o"}, {"f", "o"}}, "is a directory"},
		{"folders in the way of a file", [][2]string{{"g", "o"}, {"f/sub", "o"}}, "is a directory"},
		{"missing", [][2]string{{"none", "o"}}, "none for target: t not found"},
		{"output folder outside", [][2]string{{"f", "../x"}}, "leaves the target's output folder"},
		{"link that leaves the workspace", [][2]string{{"out", "o"}}, "path leaves its folder"},
		{"such a link in a folder", [][2]string{{"bad", "o"}}, "path leaves its folder"},
	} {
		got, err := run(tt.jobs)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v and %q, want %q", tt.name, err, got, tt.want)
		}
	}
}
