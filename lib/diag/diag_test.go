package diag

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/tree"
)

func TestSort(t *testing.T) {
	warning := Diag{ID: "w", Severity: Warning, Pos: tree.Pos{File: "a", Line: 1}}
	first := Diag{ID: "e", Pos: tree.Pos{File: "a", Line: 2}}
	second := Diag{ID: "e", Pos: tree.Pos{File: "a", Line: 10}}
	target := Diag{ID: "e", Target: "t", Pos: tree.Pos{File: "a", Line: 1}}
	got := Sort([]Diag{warning, second}, nil, []Diag{target, first, second})
	if d := cmp.Diff([]Diag{first, second, target, warning}, got); d != "" {
		t.Error(d)
	}
}

func TestOnce(t *testing.T) {
	place := tree.Pos{File: "a", Line: 1}
	n := Diag{ID: "e", Target: "n", Pos: place, Message: "m"}
	o := Diag{ID: "e", Target: "o", Pos: place, Message: "m", Chain: []Frame{{Text: "target o"}}}
	warning := Diag{ID: "e", Severity: Warning, Target: "o", Pos: place, Message: "m"}
	other := Diag{ID: "e", Target: "o", Pos: place, Message: "another"}
	noPlace, noPlaceEither := Diag{ID: "e", Target: "n", Message: "m"}, Diag{ID: "e", Target: "o", Message: "m"}
	got := Once([]Diag{n, o, warning, other, noPlace, noPlaceEither})
	if d := cmp.Diff([]Diag{n, warning, other, noPlace, noPlaceEither}, got); d != "" {
		t.Error(d)
	}
}

func TestFrom(t *testing.T) {
	d := Diag{ID: "x", Message: "m"}
	if got := From(fmt.Errorf("around: %w", d), "other"); got.ID != "x" {
		t.Errorf("got %+v", got)
	}
	if got := From(errors.New("plain"), "other"); got.ID != "other" || got.Message != "plain" {
		t.Errorf("got %+v", got)
	}
}

func TestRename(t *testing.T) {
	in := []Diag{{Pos: tree.Pos{File: "a", Line: 1}, Message: "m", Hint: "h", Chain: []Frame{{Pos: tree.Pos{File: "b"}, Text: "f"}, {}}}}
	got := Rename(in, func(s string) string { return "x/" + s }, strings.ToUpper)
	want := []Diag{{Pos: tree.Pos{File: "x/a", Line: 1}, Message: "M", Hint: "H", Chain: []Frame{{Pos: tree.Pos{File: "x/b"}, Text: "F"}, {}}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if in[0].Pos.File != "a" || in[0].Chain[0].Pos.File != "b" {
		t.Error("the input was changed")
	}
}

func TestError(t *testing.T) {
	for want, d := range map[string]Diag{
		"m":        {Message: "m"},
		"a:1:2: m": {Message: "m", Pos: tree.Pos{File: "a", Line: 1, Column: 2}},
	} {
		if got := d.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
