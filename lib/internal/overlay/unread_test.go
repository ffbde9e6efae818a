package overlay

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnread(t *testing.T) {
	o := New(world())
	for _, name := range []string{"/out/t/inside", "/out/tt/outside", "/tmp/read", "/tmp/again", "/tmp/listed", "/tmp/removed", "/wd/dependencies/x/linked", "/etc/x"} {
		if err := o.WriteFile(name, []byte("1"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"/tmp/read", "/tmp/again"} {
		if _, err := o.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.WriteFile("/tmp/again", []byte("2"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := o.ReadDir("/tmp"); err != nil {
		t.Fatal(err)
	}
	if err := o.RemoveAll("/tmp/removed"); err != nil {
		t.Fatal(err)
	}
	want := []string{"/etc/x", "/out/tt/outside", "/src/linked", "/tmp/again", "/tmp/listed"}
	if d := cmp.Diff(want, o.Unread("/out/t")); d != "" {
		t.Error(d)
	}
}
