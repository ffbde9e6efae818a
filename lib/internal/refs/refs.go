// Package refs handles secret references: texts such as ?{vaultkv:a/b/key} that
// stand for a secret without being it. No secret is ever looked up.
//
// It mirrors two programs that read such texts differently: Commodore 1.35.1
// collects them from the rendered parameters and writes a file for each into
// the catalog's refs/ (spec K60-K62, Collect); Kapitan 0.36.3 finds its tokens
// in output values and completes them with a hash of that file (spec K63, K64,
// Compiled), or, in a component compile, shows their bare path (spec K66,
// Revealed).
//
// Non-goals: backends other than vaultkv, and functions in tokens that would
// create a secret; both are refused.
package refs

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/manifest"
	"github.com/azogue-build/azogue/lib/tree"
)

// References are the secret references of a cluster, by the cleaned paths of
// their files.
type References struct {
	data  map[string]string // path -> the data field of its file
	first tree.Pos
}

// Collect finds the references in the strings of values, and what is wrong with
// them. Keys are not looked at.
func Collect(values []*tree.Node) (*References, []diag.Diag) {
	r := &References{data: map[string]string{}}
	var diags []diag.Diag
	for _, v := range values {
		walk(v, func(n *tree.Node) {
			for _, content := range contents(n.Text) {
				if err := r.add(content, n.Pos); err != nil {
					diags = append(diags, diag.From(err, "refs/malformed"))
				}
			}
		})
	}
	return r, append(diags, r.conflicts()...)
}

// conflicts reports paths that would have to be a file and a folder.
func (r *References) conflicts() []diag.Diag {
	var diags []diag.Diag
	for _, name := range slices.Sorted(maps.Keys(r.data)) {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if _, ok := r.data[dir]; ok {
				diags = append(diags, diag.Diag{ID: "refs/path", Message: fmt.Sprintf("there are secret references to %q and to %q, and one cannot be a file below the other", dir, name)})
			}
		}
	}
	return diags
}

func walk(n *tree.Node, leaf func(*tree.Node)) {
	switch n.Kind {
	case tree.String:
		leaf(n)
	case tree.List:
		for _, item := range n.Items {
			walk(item, leaf)
		}
	case tree.Map:
		for _, f := range n.Fields {
			walk(f.Value, leaf)
		}
	}
}

// contents gives what stands between ?{ and the next }, each time; nothing in
// between is no reference.
func contents(s string) []string {
	var list []string
	for {
		i := strings.Index(s, "?{")
		if i < 0 {
			return list
		}
		s = s[i+2:]
		end := strings.IndexByte(s, '}')
		if end < 0 {
			return list
		}
		if end > 0 {
			list = append(list, s[:end])
			s = s[end+1:]
		}
	}
}

// add takes a reference in (spec K61, K62).
func (r *References) add(content string, pos tree.Pos) error {
	wrong := func(id, hint, format string, args ...any) error {
		return diag.Diag{ID: id, Pos: pos, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	kind, rest, ok := strings.Cut(content, ":")
	if !ok {
		return wrong("refs/malformed", "expected ?{<backend>:<path>}, as ?{vaultkv:path/key}; text that only looks like one cannot be in parameters", "the text \"?{%s}\" looks like a secret reference, but has no type", content)
	}
	ref, _, _ := strings.Cut(rest, ":")
	if kind != "vaultkv" {
		return wrong("refs/type", "only vaultkv references are supported", "the secret reference \"?{%s}\" has the unknown type %q", content, kind)
	}
	i := strings.LastIndexByte(ref, '/')
	if i < 0 {
		return wrong("refs/malformed", "write it as ?{vaultkv:path/key}", "the secret reference \"?{%s}\" has no key after its path", content)
	}
	clean := path.Clean(ref)
	if path.IsAbs(clean) || clean == "." || ref[i+1:] == ".." || !fs.ValidPath(strings.ToValidUTF8(clean, "?")) {
		return wrong("refs/path", "the path becomes a file below refs/", "the secret reference \"?{%s}\" has a path that cannot be a file", content)
	}
	if len(r.data) == 0 {
		r.first = pos
	}
	// Of two spellings of a path, as a/b and a//b, the later one has the file.
	r.data[clean] = base64.StdEncoding.EncodeToString([]byte(ref[:i] + ":" + ref[i+1:]))
	return nil
}

// Len is the number of different references.
func (r *References) Len() int { return len(r.data) }

// First is the place of the first reference found.
func (r *References) First() tree.Pos { return r.first }

// Files gives the file of each reference, its path relative to refs/ (spec
// K62). vault is parameters.kapitan.secrets.vaultkv.
func (r *References) Files(vault *tree.Node) manifest.Set {
	var set manifest.Set
	for _, name := range slices.Sorted(maps.Keys(r.data)) {
		set = append(set, manifest.File{Path: name, Mode: 0o644, Bytes: pyyaml.Dump(pyyaml.Commodore, tree.NewMap(
			tree.Entry("data", tree.NewString(r.data[name])),
			tree.Entry("encoding", tree.NewString("original")),
			tree.Entry("type", tree.NewString("vaultkv")),
			tree.Entry("vault_params", vault),
		))})
	}
	return set
}

// hash is what a token is completed with (spec K64). A part of a secret, as in
// a/b@part, has the file of the whole.
func (r *References) hash(ref string) (string, bool) {
	ref = subVariable().ReplaceAllLiteralString(ref, "")
	data, ok := r.data[path.Clean(ref)]
	ok = ok && !strings.HasSuffix(ref, "/") // that would be a folder
	sum := sha256.Sum256([]byte(ref + data))
	return hex.EncodeToString(sum[:])[:8], ok
}

// Form is how tokens in output values are written.
type Form struct {
	replace func(t token) (string, error) // nil leaves them as they are
	known   *References                   // of Revealed: what a compile with references would know; may be nil
}

const belongs = "a secret reference must be in the parameters: in those of its component instance, or in one that belongs to no component"

// Compiled completes tokens with their hash. A token that known lacks is an
// error.
func Compiled(known *References) Form {
	return Form{replace: func(t token) (string, error) {
		missing := func() error {
			return diag.Diag{ID: "refs/unknown", Message: fmt.Sprintf("Could not find ref backend for tag: %s", t.text), Hint: belongs}
		}
		parts := strings.Split(t.content, ":")
		if parts[0] != "vaultkv" || len(parts) == 4 || len(parts) > 5 {
			return "", missing()
		}
		hash, ok := known.hash(parts[1])
		if !ok {
			return "", missing()
		}
		if len(parts) == 3 && parts[2] != hash {
			return "", diag.Diag{ID: "refs/hash", Message: fmt.Sprintf("%s: token hash does not match with stored reference hash: vaultkv:%s:%s", t.content, parts[1], hash)}
		}
		return "?{vaultkv:" + parts[1] + ":" + hash + "}", nil
	}}
}

// Revealed shows the path of each token in its place. Hashes and sub-variables
// are refused, as the reference cannot show them either. known is what Refused
// goes by; it may be nil.
func Revealed(known *References) Form {
	return Form{known: known, replace: func(t token) (string, error) {
		parts := strings.Split(t.content, ":")
		refused := func(why string) error {
			return diag.Diag{ID: "refs/reveal", Message: fmt.Sprintf("the secret reference %q cannot be shown: %s", t.text, why)}
		}
		switch {
		case parts[0] != "vaultkv":
			return "", refused("only vaultkv references are supported")
		case subVariable().MatchString(t.text): // the reference looks at functions too
			return "", refused("it names a part of the secret")
		case len(parts) == 3:
			return "", refused("it has a hash")
		case len(parts) != 2 && len(parts) != 5:
			return "", refused("it has " + fmt.Sprint(len(parts)) + " parts")
		}
		return parts[1], nil
	}}
}

// tokens is Kapitan's pattern of a token: type:path, then perhaps functions with
// arguments, then perhaps "=" (spec K63). Its \w and \S are spelt out, since
// they mean Unicode in Python and ASCII here. Compiling it takes as long as the
// rest of azogue's start, and few runs need it.
var tokens = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\?\{([\p{L}\p{N}_]+:[\p{L}\p{N}_\-.@=/:]+)(?:\|(?:\|[\p{L}\p{N}_]+(?::[^\s\v\x1c-\x1f\x{85}\p{Z}]*)*)+)?=*\}`)
})

// token is a match of tokens: the whole text, and type:path in it.
type token struct{ text, content string }

// subVariable is the part of a path that names a part of a secret.
var subVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`@[\p{L}\p{N}_.\-]+`) })

// Refused warns of the tokens in a value that are shown here, but that Compiled
// would refuse, as no parameter has them.
func (f Form) Refused(n *tree.Node) []diag.Diag {
	if f.known == nil {
		return nil
	}
	var diags []diag.Diag
	walk(n, func(leaf *tree.Node) {
		if !strings.Contains(leaf.Text, "?{") {
			return
		}
		if _, err := Compiled(f.known).Text(leaf.Text); err != nil {
			diags = append(diags, diag.Diag{ID: "refs/unknown", Severity: diag.Warning, Message: "a cluster will not compile with this: " + diag.From(err, "").Message, Hint: belongs})
		}
	})
	return diags
}

// Text gives a string with its tokens replaced.
func (f Form) Text(s string) (string, error) {
	if f.replace == nil || !strings.Contains(s, "?{") {
		return s, nil
	}
	var b strings.Builder
	last := 0
	for _, m := range tokens().FindAllStringSubmatchIndex(s, -1) {
		text, err := f.replace(token{s[m[0]:m[1]], s[m[2]:m[3]]})
		if err != nil {
			return "", err
		}
		b.WriteString(s[last:m[0]])
		b.WriteString(text)
		last = m[1]
	}
	b.WriteString(s[last:])
	return b.String(), nil
}
