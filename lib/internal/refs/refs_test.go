package refs

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/casetest"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// TestCasesRefs runs a text through both programs' readings (spec K60-K66).
func TestCasesRefs(t *testing.T) {
	var rows []struct {
		In             string      `json:"in"`
		Tokens         []string    `json:"kapitan_match"`
		Collected      [][2]string `json:"commodore_refs"`
		CollectedError string      `json:"commodore_refs_error"`
		Mangled        []string    `json:"mangled"`
		MangleError    string      `json:"mangle_error"`
		Revealed       *string     `json:"component_compile_reveal"`
		RevealError    string      `json:"reveal_error"`
	}
	if err := json.Unmarshal(casetest.Read(t, "refs.json"), &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		t.Run(row.In, func(t *testing.T) {
			found := tokens().FindAllString(row.In, -1)
			if strings.Join(found, " ") != strings.Join(row.Tokens, " ") {
				t.Errorf("tokens: got %q, want %q", found, row.Tokens)
			}
			r, diags := Collect([]*tree.Node{tree.NewString(row.In)})
			if fails := row.CollectedError != "" || row.MangleError != ""; fails != (len(diags) > 0) {
				t.Errorf("collect: got %v, want error: %v", diags, fails)
			}
			for i, mangled := range row.Mangled {
				if got := r.data[row.Collected[i][1]]; got != mangled {
					t.Errorf("data of %q: got %q, want %q", row.Collected[i][1], got, mangled)
				}
			}
			got, err := Revealed(nil).Text(row.In)
			if (err != nil) != (row.RevealError != "") {
				t.Errorf("reveal: got %v, want %q", err, row.RevealError)
			}
			if row.Revealed != nil && got != *row.Revealed {
				t.Errorf("reveal: got %q, want %q", got, *row.Revealed)
			}
		})
	}
}

// TestContents: what Commodore's own pattern finds, which is not Kapitan's.
func TestContents(t *testing.T) {
	for in, want := range map[string][]string{
		"?{a:b} ?{c}": {"a:b", "c"}, "?{}": nil, "?{?{a}": {"?{a"}, "?{a\nb}": {"a\nb"}, "?{}x}": nil, "{a}": nil, "?{a": nil,
	} {
		if got := contents(in); !cmp.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func collected(t *testing.T, texts ...string) *References {
	t.Helper()
	list := tree.NewList()
	for _, s := range texts {
		list.Items = append(list.Items, tree.NewString(s))
	}
	r, diags := Collect([]*tree.Node{list})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return r
}

// TestFiles: spec K62.
func TestFiles(t *testing.T) {
	r := collected(t, "?{vaultkv:t/c/app/key}", "x ?{vaultkv:a/b} ?{vaultkv:t/c/app/key}")
	var got strings.Builder
	for _, f := range r.Files(tree.NewMap(tree.Entry("VAULT_ADDR", tree.NewString("https://vault.example.com")))) {
		got.WriteString("# " + f.Path + "\n" + string(f.Bytes))
	}
	want := `# a/b
data: YTpi
encoding: original
type: vaultkv
vault_params:
  VAULT_ADDR: https://vault.example.com
# t/c/app/key
data: dC9jL2FwcDprZXk=
encoding: original
type: vaultkv
vault_params:
  VAULT_ADDR: https://vault.example.com
`
	if d := cmp.Diff(want, got.String()); d != "" {
		t.Error(d)
	}
}

// TestCompiled: spec K64. The hash is sha256 of "a/bYTpi".
func TestCompiled(t *testing.T) {
	f := Compiled(collected(t, "?{vaultkv:a/b}"))
	for in, want := range map[string]string{
		"?{vaultkv:a/b}":                     "?{vaultkv:a/b:b907747f}",
		"x?{vaultkv:a/b}y?{vaultkv:a/b}":     "x?{vaultkv:a/b:b907747f}y?{vaultkv:a/b:b907747f}",
		"?{vaultkv:a/b||base64}":             "?{vaultkv:a/b:b907747f}",
		"?{vaultkv:a/b:b907747f}":            "?{vaultkv:a/b:b907747f}",
		"?{vaultkv:a/b:mount:path/in/v:key}": "?{vaultkv:a/b:b907747f}",
		"?{vaultkv:a b}":                     "?{vaultkv:a b}",
		"no token":                           "no token",
	} {
		if got, err := f.Text(in); err != nil || got != want {
			t.Errorf("%q: got %q, %v; want %q", in, got, err, want)
		}
	}
	for in, want := range map[string]string{
		"?{vaultkv:a/c}":          "Could not find ref backend for tag: ?{vaultkv:a/c}",
		"?{vaultkv:a/b/}":         "Could not find ref backend",
		"?{plain:a/b}":            "Could not find ref backend",
		"?{vaultkv:a/b:x:y}":      "Could not find ref backend",
		"?{vaultkv:a/b:deadbeef}": "token hash does not match with stored reference hash: vaultkv:a/b:b907747f",
	} {
		if got, err := f.Text(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestCollectErrorsHavePlaces(t *testing.T) {
	docs, err := pyyaml.ReadCore("x.yml", []byte("a:\n  - ?{vaultkv:ok/key}\n  - 'a?{2}'\nb: '?{gpg:x/y}'\nc: '?{vaultkv:../../etc/x}'\nd: '?{vaultkv:nokey}'\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, diags := Collect(docs)
	var got []string
	for _, d := range diags {
		got = append(got, d.Error())
	}
	want := []string{
		`x.yml:3:5: the text "?{2}" looks like a secret reference, but has no type`,
		`x.yml:4:4: the secret reference "?{gpg:x/y}" has the unknown type "gpg"`,
		`x.yml:5:4: the secret reference "?{vaultkv:../../etc/x}" has a path that cannot be a file`,
		`x.yml:6:4: the secret reference "?{vaultkv:nokey}" has no key after its path`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestValueSharing: spec K67, Y41: a shared map stays one, a shared list is
// written out each time; the input stays as it was.
func TestValueSharing(t *testing.T) {
	m := tree.NewMap(tree.Entry("k", tree.NewString("?{vaultkv:a/b}")))
	l := tree.NewList(tree.NewString("?{vaultkv:a/b}"))
	in := tree.NewMap(tree.Entry("l1", l), tree.Entry("l2", l), tree.Entry("m1", m), tree.Entry("m2", m))
	out, err := Revealed(nil).Value(in)
	if err != nil {
		t.Fatal(err)
	}
	want := "l1:\n  - a/b\nl2:\n  - a/b\nm1: &id001\n  k: a/b\nm2: *id001\n"
	if got := string(pyyaml.Dump(pyyaml.Kapitan, out)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if l.Items[0].Text != "?{vaultkv:a/b}" || m.Get("k").Text != "?{vaultkv:a/b}" {
		t.Error("the input was changed")
	}
	plain := tree.NewMap(tree.Entry("a", tree.NewString("b")))
	if out, err := Revealed(nil).Value(plain); err != nil || out != plain {
		t.Errorf("a value without tokens was copied (%v)", err)
	}
}

// TestValueSharingWithoutTokens: lists come apart in every output (spec Y41).
func TestValueSharingWithoutTokens(t *testing.T) {
	inner := tree.NewMap(tree.Entry("k", tree.NewString("v")))
	l := tree.NewList(tree.NewList(inner))
	in := tree.NewMap(tree.Entry("l1", l), tree.Entry("l2", l))
	out, err := Revealed(nil).Value(in)
	if err != nil {
		t.Fatal(err)
	}
	want := "l1:\n  - - &id001\n      k: v\nl2:\n  - - *id001\n"
	if got := string(pyyaml.Dump(pyyaml.Kapitan, out)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if in.Get("l1") != in.Get("l2") {
		t.Error("the input was changed")
	}
}

// TestOddPaths has paths as the reference takes them (measured): the file is at
// the cleaned path, the hash is of the path as it is written.
func TestOddPaths(t *testing.T) {
	for _, test := range []struct{ in, file, compiled string }{
		{"?{vaultkv:a//b}", "a/b", "?{vaultkv:a//b:0f021ef0}"},
		{"?{vaultkv:./a/b}", "a/b", "?{vaultkv:./a/b:ab087b8b}"},
		{"?{vaultkv:a/b} ?{vaultkv:a/b@part.x}", "a/b", "?{vaultkv:a/b:b907747f} ?{vaultkv:a/b@part.x:b907747f}"},
	} {
		r := collected(t, test.in)
		if got := r.Files(tree.NewMap())[0].Path; got != test.file {
			t.Errorf("%q: got file %q, want %q", test.in, got, test.file)
		}
		if got, err := Compiled(r).Text(test.in); err != nil || got != test.compiled {
			t.Errorf("%q: got %q, error %v, want %q", test.in, got, err, test.compiled)
		}
	}
	for _, in := range []string{"?{vaultkv:/a/b}", "?{vaultkv:../a}", "?{vaultkv:a/../../b}", "?{vaultkv:./}"} {
		if _, diags := Collect([]*tree.Node{tree.NewString(in)}); len(diags) != 1 || diags[0].ID != "refs/path" {
			t.Errorf("%q: got %v, want a refs/path", in, diags)
		}
	}
	_, diags := Collect([]*tree.Node{tree.NewString("?{vaultkv:a/b/c} ?{vaultkv:a/b}")})
	if len(diags) != 1 || diags[0].Message != `there are secret references to "a/b" and to "a/b/c", and one cannot be a file below the other` {
		t.Errorf("got %v", diags)
	}
}

// TestValueErrors: an error has the place and the path of its string.
func TestValueErrors(t *testing.T) {
	docs, err := pyyaml.ReadCore("x.yml", []byte("a:\n  - ok\n  - b: 'x ?{vaultkv:no/key}'\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Compiled(collected(t)).Value(docs[0])
	d := diag.From(err, "none")
	if d.ID != "refs/unknown" || d.Pos.String() != "x.yml:3:8" || len(d.Chain) != 1 || d.Chain[0].Text != ".a[1].b" {
		t.Errorf("got %s at %s, chain %v", d.ID, d.Pos, d.Chain)
	}
}

// TestBugKP09: a reference without a type says what it should look like.
func TestBugKP09(t *testing.T) {
	_, diags := Collect([]*tree.Node{tree.NewString("?{my-ref}")})
	if len(diags) != 1 || !strings.Contains(diags[0].Message, `"?{my-ref}" looks like a secret reference, but has no type`) || !strings.HasPrefix(diags[0].Hint, "expected ?{<backend>:<path>}, as ?{vaultkv:path/key}") {
		t.Errorf("got %v", diags)
	}
}

// TestOddTexts: what the reference can't write, or can't reveal, found by
// comparing random texts.
func TestOddTexts(t *testing.T) {
	for _, in := range []string{"?{vaultkv:a/b/..}", "?{vaultkv:a/..}", "?{vaultkv:a/b/..:}"} {
		if _, diags := Collect([]*tree.Node{tree.NewString(in)}); len(diags) != 1 || diags[0].ID != "refs/path" {
			t.Errorf("%s: got %v", in, diags)
		}
	}
	for _, in := range []string{"?{vaultkv:a/b||reveal:x@y}", "?{vaultkv:a/b||reveal:x}@y}"} {
		if got, err := Revealed(nil).Text(in); err == nil {
			t.Errorf("%s: got %q, want an error", in, got)
		}
	}
}

// TestRefused: what component compile shows, and a cluster refuses.
func TestRefused(t *testing.T) {
	known, _ := Collect([]*tree.Node{tree.NewString("?{vaultkv:a/b}")})
	for text, want := range map[string]int{"?{vaultkv:a/b}": 0, "x ?{vaultkv:a/c} y": 1, "?{no token": 0, "plain": 0} {
		value := tree.NewList(tree.NewString(text))
		if got := Revealed(known).Refused(value); len(got) != want {
			t.Errorf("Refused(%q) = %v, want %d", text, got, want)
		}
		if got := Revealed(nil).Refused(value); got != nil {
			t.Errorf("without knowing any: %v", got)
		}
	}
}
