package reclass

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// Files keeps parsed class and target files, so that a second rendering parses
// only what has changed. The zero value is ready; it may be used by several
// inventories at once, as long as a path means the same file in all of them.
type Files struct {
	mu    sync.Mutex
	known map[string]*file
}

// file is one parsed file.
type file struct {
	name    string // its path in the inventory
	dir     string // where relative class names start from
	text    []byte
	lines   [][]byte // of text, while it is read
	apps    *apps
	classes []inclusion
	params  *value       // a mapping
	strange []*tree.Node // keys that mean nothing, and are near to one that does
	fault   *fault
}

// inclusion is one entry of a file's classes.
type inclusion struct {
	name string // absolute, references unresolved
	pos  tree.Pos
	ref  *value // the name as a pattern, if it has references
}

const manyDocuments = "deserializing from YAML containing more than one document is not supported"

var emptyParams = &value{kind: mapping, done: true, src: tree.NewMap(), out: tree.NewMap()}

// read gives a file, parsed again only when its content is new. Its relative
// class names start from src.dir (spec R7).
func (c *Files) read(ctx context.Context, fsys fs.FS, src source) *file {
	p := src.path
	if f := stopped(ctx, tree.Pos{File: p}); f != nil {
		return &file{name: p, fault: f}
	}
	text, err := fs.ReadFile(fsys, p)
	if err != nil {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = e.Err // the place tells the rest
		}
		return &file{name: p, fault: &fault{id: "reclass/file", pos: tree.Pos{File: p}, msg: err.Error()}}
	}
	c.mu.Lock()
	old := c.known[p]
	c.mu.Unlock()
	if old != nil && bytes.Equal(old.text, text) {
		return old
	}
	f := parseFile(ctx, src, text)
	if f.fault != nil && f.fault.id == stoppedID {
		return f
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[string]*file{}
	}
	if now := c.known[p]; now != old && now != nil && bytes.Equal(now.text, text) {
		return now // another goroutine was faster; all must see one value
	}
	c.known[p] = f
	return f
}

// parseFile reads what spec R2 allows in a file.
func parseFile(ctx context.Context, src source, text []byte) *file {
	name := src.path
	f := &file{name: name, dir: src.dir, text: text, apps: &apps{}, params: emptyParams}
	docs, err := pyyaml.ReadCore(name, text)
	if err != nil {
		f.fault = yamlFault(name, err)
		return f
	}
	if len(docs) > 1 {
		f.fault = &fault{id: "reclass/documents", pos: docs[1].Pos, msg: manyDocuments, hint: "remove the line ---, or make two files of it"}
		return f
	}
	if len(docs) == 0 || docs[0].Kind == tree.Null {
		return f
	}
	if docs[0].Kind != tree.Map {
		f.fault = shapeFault("", docs[0], "a map with applications, classes and parameters")
		return f
	}
	f.fault = f.fill(ctx, docs[0])
	f.lines = nil
	return f
}

func (f *file) fill(ctx context.Context, doc *tree.Node) *fault {
	f.strange = misspelt(doc)
	entries, _, bad := f.names(doc, "applications")
	if bad != nil {
		return bad
	}
	f.apps = newApps(entries)
	names, places, bad := f.names(doc, "classes")
	if bad != nil {
		return bad
	}
	have := map[string]bool{}
	for i, n := range names {
		abs := absolute(n, f.dir)
		if have[abs] {
			continue
		}
		have[abs] = true
		in := inclusion{name: abs, pos: places[i]}
		if strings.Contains(abs, "${") {
			src := &tree.Node{Kind: tree.String, Text: abs, Pos: places[i]}
			in.ref = newPattern(src)
		}
		f.classes = append(f.classes, in)
	}
	params := doc.Get("parameters")
	if f.absent(params) {
		return nil
	}
	if params.Kind != tree.Map {
		return shapeFault("parameters", params, "a YAML mapping")
	}
	params, err := pyyaml.ApplyMerges(params)
	if err != nil {
		return yamlFault(f.name, err)
	}
	c := conversion{ctx: ctx}
	f.params, bad = c.collection(params)
	return bad
}

// names gives the strings of a list, and their places.
func (f *file) names(doc *tree.Node, key string) ([]string, []tree.Pos, *fault) {
	n := doc.Get(key)
	if f.absent(n) {
		return nil, nil, nil
	}
	if n.Kind != tree.List {
		return nil, nil, shapeFault(key, n, "a sequence")
	}
	var names []string
	var places []tree.Pos
	for i, item := range n.Items {
		if item.Kind == tree.List || item.Kind == tree.Map {
			return nil, nil, shapeFault(key+indexText(i), item, "a string")
		}
		names = append(names, f.scalar(item))
		places = append(places, item.Pos)
	}
	return names, places, nil
}

// scalar gives a scalar as it was written: serde takes the text of a plain 1.0
// or True for the string.
func (f *file) scalar(n *tree.Node) string {
	if n.Kind == tree.String {
		return n.Text
	}
	if f.lines == nil {
		f.lines = bytes.Split(f.text, []byte("\n"))
	}
	if n.Pos.Line < 1 || len(f.lines) < int(n.Pos.Line) {
		return scalarText(n)
	}
	text := string(f.lines[n.Pos.Line-1])
	for range n.Pos.Column - 1 {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	for strings.HasPrefix(text, "&") || strings.HasPrefix(text, "!") {
		_, text, _ = strings.Cut(text, " ")
	}
	if strings.HasPrefix(text, "*") {
		return scalarText(n)
	}
	if end := strings.IndexAny(text, " \t\r,]"); end >= 0 {
		text = text[:end]
	}
	if n.Kind == tree.Null && strings.Trim(text, "~nulNUL") != "" {
		return "" // nothing was written; the place is that of the : or - before
	}
	return text
}

// absent reports whether a key has no value at all, which is fine; null or ~
// is refused.
func (f *file) absent(n *tree.Node) bool {
	return n == nil || n.Kind == tree.Null && f.scalar(n) == ""
}

// shapes are the names serde has for what it did not expect.
var shapes = map[tree.Kind]string{tree.Null: "unit value", tree.List: "sequence", tree.Map: "map"}

func shapeFault(key string, n *tree.Node, want string) *fault {
	got, ok := shapes[n.Kind]
	switch {
	case ok:
	case n.Kind == tree.String:
		got = fmt.Sprintf("string %q", n.Text)
	case n.Kind == tree.Bool:
		got = "boolean `" + strings.ToLower(scalarText(n)) + "`"
	case n.Kind == tree.Float:
		got = "floating point `" + scalarText(n) + "`"
	default:
		got = "integer `" + scalarText(n) + "`"
	}
	if key != "" {
		key += ": "
	}
	return &fault{id: "reclass/shape", pos: n.Pos, msg: fmt.Sprintf(
		"%sinvalid type: %s, expected %s at line %d column %d", key, got, want, n.Pos.Line, n.Pos.Column)}
}

// yamlFault gives the fault for text that is not YAML.
func yamlFault(name string, err error) *fault {
	d := diag.From(err, "reclass/yaml")
	if d.Pos.File == "" {
		d.Pos.File = name
	}
	return &fault{id: d.ID, pos: d.Pos, msg: d.Message, hint: d.Hint}
}

// sentence gives the text of a reader's error without its place.
func sentence(err error) string { return diag.From(err, "").Message }

// absolute gives the full name of a class named in a file whose relative names
// start at dir (spec R7): one dot is dir itself, each further dot one up.
func absolute(name, dir string) string {
	rest := strings.TrimLeft(name, ".")
	dots := len(name) - len(rest)
	if dots == 0 {
		return name
	}
	for range dots - 1 {
		if dir = path.Dir(dir); dir == "." {
			dir = ""
			break
		}
	}
	if dir == "" {
		return rest
	}
	return strings.ReplaceAll(dir, "/", ".") + "." + rest
}
