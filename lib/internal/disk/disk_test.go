package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/manifest"
)

func set(pairs ...string) manifest.Set {
	var s manifest.Set
	for i := 0; i < len(pairs); i += 2 {
		s = append(s, manifest.File{Path: pairs[i], Mode: 0o644, Bytes: []byte(pairs[i+1])})
	}
	return s
}

// listing gives path=content of all files below dir, the record apart.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	files, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range files {
		list = append(list, f.Path+"="+string(f.Bytes))
	}
	return list
}

func TestSync(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "out")
	for _, step := range []struct {
		name  string
		set   manifest.Set
		want  Change
		files []string
	}{
		{"first", set("a.yaml", "1", "b/c.yaml", "2", "b/d/e.yaml", "3"), Change{3, 0, 0}, []string{"a.yaml=1", "b/c.yaml=2", "b/d/e.yaml=3"}},
		{"same again", set("a.yaml", "1", "b/c.yaml", "2", "b/d/e.yaml", "3"), Change{0, 3, 0}, []string{"a.yaml=1", "b/c.yaml=2", "b/d/e.yaml=3"}},
		{"one changed, one gone", set("a.yaml", "x", "b/c.yaml", "2"), Change{1, 1, 1}, []string{"a.yaml=x", "b/c.yaml=2"}},
		{"a file becomes a folder", set("a.yaml/b", "1", "b/c.yaml", "2"), Change{1, 1, 1}, []string{"a.yaml/b=1", "b/c.yaml=2"}},
		{"and a folder a file", set("a.yaml", "1", "b", "2"), Change{2, 0, 2}, []string{"a.yaml=1", "b=2"}},
		{"nothing", nil, Change{0, 0, 2}, nil},
	} {
		got, err := Sync(dir, step.set)
		if err != nil || got != step.want {
			t.Fatalf("%s: got %+v, %v; want %+v", step.name, got, err, step.want)
		}
		if d := cmp.Diff(step.files, listing(t, dir)); d != "" {
			t.Errorf("%s: %s", step.name, d)
		}
	}
}

func TestSyncLeavesForeignFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []manifest.Set{set("a", "1"), set("b", "2"), nil} {
		if _, err := Sync(dir, s); err != nil {
			t.Fatal(err)
		}
	}
	if got := listing(t, dir); !cmp.Equal(got, []string{"mine.txt=mine"}) {
		t.Errorf("got %q", got)
	}
}

func TestSyncKeepsUnchangedFilesUntouched(t *testing.T) {
	dir := t.TempDir()
	if _, err := Sync(dir, set("a", "1")); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Sync(dir, set("a", "1")); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(filepath.Join(dir, "a"))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the file was replaced, though its content is the same (%v)", err)
	}
}

func TestSyncSetsModes(t *testing.T) {
	dir := t.TempDir()
	for _, mode := range []fs.FileMode{0o644, 0o755, 0o600} {
		if _, err := Sync(dir, manifest.Set{{Path: "script", Mode: mode, Bytes: []byte("x")}}); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, "script"))
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("got %v, %v; want %v", info.Mode(), err, mode)
		}
	}
}

func TestNothingLeavesTheFolder(t *testing.T) {
	outside := t.TempDir()
	dir := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link/x", "../x"} {
		if _, err := Sync(dir, set(name, "1")); err == nil {
			t.Errorf("wrote %s", name)
		}
	}
	if got := listing(t, outside); got != nil {
		t.Errorf("outside is now %q", got)
	}
}

// TestDamagedRecord: nothing is written or removed by a record that lists what
// Sync can't have written.
func TestDamagedRecord(t *testing.T) {
	parent := t.TempDir()
	for _, c := range []struct{ record, want string }{
		{`["../victim"]`, `lists "../victim", which is no file of ours`},
		{`["` + parent + `/victim"]`, `victim", which is no file of ours`},
		{`["."]`, `lists ".", which is no file of ours`},
		{`["a\nb"]`, `lists "a\nb", which is no file of ours`},
		{`["` + Record + `"]`, "which is no file of ours"},
		{`["folder"]`, `lists "folder", which is a folder`},
		{`["mine"`, "is damaged"},
		{"mine\n", "is damaged"},
		{`{"mine": 1}`, "is damaged"},
	} {
		dir := filepath.Join(parent, "out")
		put(t, parent, "victim", "v")
		put(t, dir, "mine", "m")
		put(t, dir, Record, c.record)
		if err := os.MkdirAll(filepath.Join(dir, "folder"), 0o755); err != nil {
			t.Fatal(err)
		}
		before := entries(t, parent)
		_, err := Sync(dir, set("new", "1"))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), filepath.Join(dir, Record)+" ") || !strings.Contains(err.Error(), "remove that file and compile again") {
			t.Errorf("a record %s gives %v, want %s", c.record, err, c.want)
		}
		if d := cmp.Diff(before, entries(t, parent)); d != "" {
			t.Errorf("a record %s: %s", c.record, d)
		}
	}
}

// TestOddRecord: what is no regular file is not opened, as a pipe never ends.
func TestOddRecord(t *testing.T) {
	for name, make := range map[string]func(string) error{
		"a folder": func(file string) error { return os.Mkdir(file, 0o755) },
		"a link":   func(file string) error { return os.Symlink("mine", file) },
		"a pipe":   func(file string) error { return syscall.Mkfifo(file, 0o600) },
	} {
		dir := t.TempDir()
		put(t, dir, "mine", `["mine"]`)
		if err := make(filepath.Join(dir, Record)); err != nil {
			t.Fatal(err)
		}
		if _, err := Sync(dir, nil); err == nil || !strings.Contains(err.Error(), Record+" is no regular file: remove that file") {
			t.Errorf("%s gives %v", name, err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "mine")); err != nil || string(got) != `["mine"]` {
			t.Errorf("%s: the user's file is now %q, %v", name, got, err)
		}
	}
}

// put writes a file of the user.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// link makes a link of the user.
func link(t *testing.T, to string, at ...string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(at...)); err != nil {
		t.Fatal(err)
	}
}

// entries gives everything below dir: folders with a slash, files with their
// content, links with an arrow.
func entries(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		text := strings.TrimPrefix(name, dir+"/")
		switch {
		case d.IsDir():
			text += "/"
		case d.Type() == fs.ModeSymlink:
			to, err := os.Readlink(name)
			if err != nil {
				return err
			}
			text += " -> " + to
		default:
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			text += "=" + string(content)
		}
		list = append(list, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestRefusedPaths: paths that no catalog can hold stop a run before it writes.
func TestRefusedPaths(t *testing.T) {
	long := strings.Repeat("x", 256)
	for _, c := range []struct{ path, want string }{
		{"b/x\ny", `"b/x\ny" has a control character`},
		{"b\x00", `"b\x00" has a control character`},
		{"b\x7f", `"b\x7f" has a control character`},
		{"b\u0085", `"b\u0085" has a control character`},
		{"b/" + long, `" has a name of more than 255 bytes`},
		{long + "/b", `" has a name of more than 255 bytes`},
		{"b/../../c", `"b/../../c" is no relative, clean path`},
		{"/b", `"/b" is no relative, clean path`},
		{"b//c", `"b//c" is no relative, clean path`},
		{"", `"" is no relative, clean path`},
		{".", `"." is no relative, clean path`},
		{"b\xff", `"b\xff" is no relative, clean path`},
		{"a/b/c", `"a/b/c" needs a folder where the file "a" is written as well`},
		{Record, `keeps its list of files`},
		{newRecord + "/x", `keeps its list of files`},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		_, err := Sync(dir, set("a", "1", c.path, "2"))
		for call, err := range map[string]error{"Sync": err, "Replace": Replace(dir, set("a", "1", c.path, "2"))} {
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "nothing was written") {
				t.Errorf("%s of %q gives %v, want %s", call, c.path, err, c.want)
			}
		}
		if _, err := os.Lstat(dir); err == nil {
			t.Errorf("%q: the folder was made all the same", c.path)
		}
	}
	longest := strings.Repeat("x", 255)
	if _, err := Sync(t.TempDir(), set(longest+"/"+longest, "1")); err != nil {
		t.Errorf("a name of 255 bytes: %v", err)
	}
}

// TestFailedSync: what a run that fails has written is known to the next one.
func TestFailedSync(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "c", "m")
	_, err := Sync(dir, set("a/b", "1", "c/d", "2", "e", "3"))
	want := fmt.Sprintf("write %[1]s/c/d: %[1]s/c is a file, not a folder; %[1]s now holds a part of the new files: compile again", dir)
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if got := listing(t, dir); !cmp.Equal(got, []string{"a/b=1", "c=m"}) {
		t.Errorf("got %q", got)
	}
	if _, err := Sync(dir, nil); err != nil {
		t.Fatal(err)
	}
	if got := entries(t, dir); !cmp.Equal(got, []string{Record + "=[]\n", "c=m"}) {
		t.Errorf("after the next run: %q", got)
	}
}

// TestLeftovers: the next run removes what a killed one has left, and no file
// of the user that looks like it.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/b/.azogue-X.tmp", newRecord, "a/b/.azogue-mine.tmp", ".azogue-X.tmp"} {
		put(t, dir, name, "half")
	}
	put(t, dir, Record, `["a/b/.azogue-X.tmp", "a/b/c", "e/f", "g", "g/h"]`)
	for _, name := range []string{"e", "g"} { // made for files that were not written any more
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Sync(dir, nil); err != nil {
		t.Fatal(err)
	}
	want := []string{".azogue-X.tmp=half", Record + "=[]\n", "a/", "a/b/", "a/b/.azogue-mine.tmp=half"}
	if d := cmp.Diff(want, entries(t, dir)); d != "" {
		t.Error(d)
	}
}

// TestUserTookOver: a file or link that is now where a folder of ours was stays.
func TestUserTookOver(t *testing.T) {
	dir := t.TempDir()
	if _, err := Sync(dir, set("a/b", "1", "c/d", "2")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "c"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	put(t, dir, "a", "mine")
	put(t, dir, "elsewhere/x", "mine")
	link(t, "elsewhere", dir, "c")
	c, err := Sync(dir, nil)
	if err != nil || c != (Change{}) {
		t.Errorf("got %+v, %v; nothing was there to remove", c, err)
	}
	want := []string{Record + "=[]\n", "a=mine", "c -> elsewhere", "elsewhere/", "elsewhere/x=mine"}
	if d := cmp.Diff(want, entries(t, dir)); d != "" {
		t.Error(d)
	}
}

func TestReplace(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "compiled")
	put(t, dir, "old/x", "")
	if err := Replace(dir, set("a/b.yaml", "1", "empty", "")); err != nil {
		t.Fatal(err)
	}
	want := []string{"compiled/", "compiled/a/", "compiled/a/b.yaml=1", "compiled/empty="}
	if d := cmp.Diff(want, entries(t, parent)); d != "" {
		t.Error(d)
	}
	if err := Replace(dir, set("../escape", "1")); err == nil {
		t.Error("wrote outside of the folder")
	}
	if d := cmp.Diff(want, entries(t, parent)); d != "" {
		t.Errorf("after a refused replacement: %s", d)
	}
}

// TestReplaceFollowsLink: what a link leads to is replaced, not the link.
func TestReplaceFollowsLink(t *testing.T) {
	top := t.TempDir()
	put(t, top, "real/c/old", "")
	put(t, top, "golden/mine", "m")
	link(t, "../real/../real/c", top, "golden", "c")
	link(t, filepath.Join(top, "golden", "c"), top, "twice")
	for _, dir := range []string{"golden/c", "twice"} {
		if err := Replace(filepath.Join(top, dir), set("a", dir)); err != nil {
			t.Fatal(err)
		}
		want := []string{"golden/", "golden/c -> ../real/../real/c", "golden/mine=m", "real/", "real/c/", "real/c/a=" + dir, "twice -> " + top + "/golden/c"}
		if d := cmp.Diff(want, entries(t, top)); d != "" {
			t.Error(d)
		}
	}
}

// TestReplaceKilled: from each state that a killed Replace can leave, Read sees
// the old or the new folder, and nothing is left.
func TestReplaceKilled(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		want  []string
	}{
		{"while writing", []string{"c/a", fresh + "/a", fresh + "/b"}, []string{"c/a=c/a"}},
		{"old set aside", []string{aside + "/c/a", fresh + "/a"}, []string{"c/a=" + aside + "/c/a"}},
		{"swapped", []string{"c/a", aside + "/c/a"}, []string{"c/a=c/a"}},
		{"another folder set aside", []string{"c/a", aside + "/d/a"}, []string{"c/a=c/a", "d/a=" + aside + "/d/a"}},
	} {
		for _, by := range []string{"Read", "Replace", "Replace of another", "Read of a link"} {
			parent := t.TempDir()
			dir := filepath.Join(parent, "c")
			for _, name := range c.files {
				put(t, parent, name, name)
			}
			want := c.want
			var err error
			switch by {
			case "Read":
				_, err = Read(dir)
			case "Read of a link":
				elsewhere := t.TempDir()
				link(t, dir, elsewhere, "link")
				_, err = Read(filepath.Join(elsewhere, "link"))
			case "Replace":
				err = Replace(dir, set("a", "n"))
				want = append([]string{"c/a=n"}, want[1:]...)
			default:
				err = Replace(filepath.Join(parent, "e"), set("a", "n"))
				want = append(slices.Clone(want), "e/a=n")
			}
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, by, err)
			}
			if d := cmp.Diff(want, listing(t, parent)); d != "" {
				t.Errorf("%s, %s: %s", c.name, by, d)
			}
			if _, err := os.Lstat(filepath.Join(parent, staging)); err == nil {
				t.Errorf("%s, %s: %s is still there", c.name, by, staging)
			}
		}
	}
}

// TestMessages: errors name what the user knows.
func TestMessages(t *testing.T) {
	top := t.TempDir()
	put(t, top, "file", "")
	put(t, top, "out/a", "mine")
	put(t, top, "full/a/mine", "")
	link(t, "nowhere", top, "dangling")
	link(t, "loop", top, "loop")
	link(t, "missing/deep/c", top, "deep")
	link(t, "file", top, "tofile")
	link(t, "nowhere", top, "out", "d")
	link(t, "..", top, "out", "up")
	sync := func(dir string, s manifest.Set) error { _, err := Sync(dir, s); return err }
	replace := func(dir string, s manifest.Set) error { return Replace(dir, s) }
	for _, c := range []struct {
		call func(string, manifest.Set) error
		dir  string
		set  manifest.Set
		want string
	}{
		{sync, "dangling", nil, "write TOP/dangling: TOP/dangling is a link that leads nowhere"},
		{sync, "dangling/x", nil, "write TOP/dangling/x: TOP/dangling is a link that leads nowhere"},
		{sync, "loop", nil, "write TOP/loop: TOP/loop is a link that leads nowhere"},
		{sync, "file", nil, "write TOP/file: TOP/file is a file, not a folder"},
		{sync, "file/x/y", nil, "write TOP/file/x/y: TOP/file is a file, not a folder"},
		{sync, "tofile", nil, "write TOP/tofile: TOP/tofile is a file, not a folder"},
		{sync, "out", set("a/b/c", ""), "write TOP/out/a/b/c: TOP/out/a is a file, not a folder"},
		{sync, "out", set("d/b", ""), "write TOP/out/d/b: TOP/out/d is a link that leads nowhere"},
		{sync, "out", set("up/b", ""), "write TOP/out/up/b: path escapes from parent"},
		{sync, "full", set("a", ""), "write TOP/full/a: a folder is in the way"},
		{replace, "dangling", nil, "write TOP/dangling: TOP/dangling is a link that leads nowhere"},
		{replace, "dangling/x", nil, "write TOP/dangling/x: TOP/dangling is a link that leads nowhere"},
		{replace, "deep", nil, "write TOP/deep: TOP/deep is a link that leads nowhere"},
		{replace, "loop", nil, "write TOP/loop: TOP/loop is a link that leads nowhere"},
		{replace, "file", nil, "write TOP/file: TOP/file is a file, not a folder"},
		{replace, "tofile", nil, "write TOP/tofile: TOP/tofile is a file, not a folder"},
		{replace, "file/x", nil, "write TOP/file/x: TOP/file is a file, not a folder"},
	} {
		before := entries(t, top)
		err := c.call(filepath.Join(top, c.dir), c.set)
		if err == nil || strings.ReplaceAll(err.Error(), top, "TOP") != c.want {
			t.Errorf("%s: got %v\nwant %s", c.dir, err, c.want)
		}
		for _, name := range []string{"out", "full"} {
			_ = os.Remove(filepath.Join(top, name, Record))
		}
		if d := cmp.Diff(before, entries(t, top)); d != "" {
			t.Errorf("%s: %s", c.dir, d)
		}
	}
}

func TestReadRefusesOddFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "link") {
		t.Errorf("got %v", err)
	}
	if got, err := Read(filepath.Join(dir, "missing")); got != nil || err != nil {
		t.Errorf("a missing folder gives %v, %v", got, err)
	}
}
