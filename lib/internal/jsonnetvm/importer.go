package jsonnetvm

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/go-jsonnet"

	"github.com/azogue-build/azogue/lib/internal/overlay"
)

// kapitanDir is where Kapitan's package folder seems to be.
const kapitanDir = "/azogue/kapitan"

const kapitanLib = kapitanDir + "/lib/kapitan.libjsonnet"

// importer is Kapitan's import callback (spec K38). It asks the target's files
// anew in each evaluation, so that they know what was read, and keeps contents
// by path because go-jsonnet insists on getting the same instance again.
type importer struct {
	owner *VM
	files map[string]imported
}

type imported struct {
	raw      []byte
	contents jsonnet.Contents
}

type request struct{ dir, name string }

type answer struct {
	contents jsonnet.Contents
	foundAt  string
	err      error
}

var errStale = errors.New("changed since it was parsed")

// Import finds name for the file from.
func (im *importer) Import(from, name string) (jsonnet.Contents, string, error) {
	r := im.owner.run
	if r.ctx.Err() != nil {
		return jsonnet.Contents{}, "", r.ctx.Err()
	}
	dir, _ := path.Split(from)
	req := request{dir, name}
	a, ok := r.found[req]
	if !ok {
		a = im.find(r, req)
		r.found[req] = a
	}
	return a.contents, a.foundAt, a.err
}

func (im *importer) find(r *run, req request) answer {
	at, ok := im.owner.host.locate(im.owner, req)
	if !ok {
		err := fmt.Errorf("couldn't import %q: no such file", req.name)
		hint := lookedIn(r, append([]string{req.dir}, r.SearchPaths...), req.name)
		if h := im.owner.host.missing; h != nil {
			hint = cmp.Or(h(req.name), hint)
		}
		r.causes[err.Error()] = cause{id: "jsonnet/import", hint: hint}
		return answer{err: err}
	}
	contents, err := im.load(r, at)
	if err != nil {
		err = fmt.Errorf("couldn't import %q: %w", req.name, err)
		r.causes[err.Error()] = cause{id: "jsonnet/import"}
	}
	return answer{contents, at, err}
}

// lookedIn is the hint for a name that no folder has.
func lookedIn(r *run, folders []string, name string) string {
	hint := "looked in " + strings.Join(folders, ", ")
	near := r.FS.DidYouMean(name, folders)
	// A library of the component is in lib/, which only a cluster's compile has among the search paths.
	for _, other := range []string{"lib/" + name, "../" + name, "../lib/" + name} {
		if near == "" && r.has(folders, other) {
			near = fmt.Sprintf("did you mean %q?", other)
		}
	}
	if near != "" {
		hint = near + " " + hint
	}
	return hint
}

// has tells whether one of the folders has a file.
func (r *run) has(folders []string, name string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		_, err := r.FS.ReadFile(path.Join(folder, name))
		return err == nil
	})
}

// locateForComponent gives the path to read: the first that exists, be it a folder.
func locateForComponent(vm *VM, req request) (string, bool) {
	r := vm.run
	if at := path.Clean(join(req.dir, req.name)); exists(r.FS, at) {
		return at, true
	}
	if at := path.Clean(join(kapitanDir, req.name)); at == kapitanLib {
		return at, true
	}
	for _, dir := range r.SearchPaths {
		if at := join(dir, req.name); exists(r.FS, at) {
			return path.Clean(at), true
		}
	}
	return "", false
}

// load reads text as Python does: UTF-8, with every newline a line feed.
func (im *importer) load(r *run, at string) (jsonnet.Contents, error) {
	raw, err := im.read(r, at)
	if err != nil {
		return jsonnet.Contents{}, fmt.Errorf("%s: %w", at, plain(err))
	}
	if f, ok := im.files[at]; ok {
		if bytes.Equal(f.raw, raw) {
			return f.contents, nil
		}
		r.stale = true
		return jsonnet.Contents{}, errStale
	}
	text, err := decode(raw)
	if err == nil {
		err = checkNesting(text)
	}
	if err != nil {
		return jsonnet.Contents{}, fmt.Errorf("%s: %w", at, err)
	}
	f := imported{raw, jsonnet.MakeContents(newlines(text))}
	im.files[at] = f
	if isProgram(at) {
		node, err := im.owner.parsed.parse(at, f.contents.String())
		parsedBy(im.owner.vm)[at] = parsedEntry{node, err}
	}
	return f.contents, nil
}

func (im *importer) read(r *run, at string) ([]byte, error) {
	if at == kapitanLib {
		return im.owner.readKapitanLib()
	}
	return r.FS.ReadFile(at)
}

func (vm *VM) readKapitanLib() ([]byte, error) {
	return fs.ReadFile(vm.lib, strings.TrimPrefix(kapitanLib, kapitanDir+"/"))
}

// decode reads UTF-8.
func decode(data []byte) (string, error) {
	if utf8.Valid(data) {
		return string(data), nil
	}
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return "", fmt.Errorf("not UTF-8 text: byte 0x%02x in line %d", data[at], 1+bytes.Count(data[:at], []byte("\n")))
		}
		at += size
	}
	panic("bug: invalid UTF-8 without an invalid byte")
}

// maxNesting is far below what go-jsonnet's parser can take, which has no limit
// of its own and ends the process when the stack is full.
const maxNesting = 50_000

// checkNesting counts brackets wherever they stand: text and comments do not
// hold tens of thousands that are never closed.
func checkNesting(text string) error {
	if len(text) <= maxNesting {
		return nil
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			depth = max(depth-1, 0)
		}
		if depth > maxNesting {
			return fmt.Errorf("more than %d brackets are open in line %d", maxNesting, 1+strings.Count(text[:i], "\n"))
		}
	}
	return nil
}

// newlines gives text with Python's universal newlines.
func newlines(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// join is Python's os.path.join of two: it leaves dots alone.
func join(dir, name string) string {
	switch {
	case strings.HasPrefix(name, "/"):
		return name
	case dir == "" || strings.HasSuffix(dir, "/"):
		return dir + name
	}
	return dir + "/" + name
}

// exists asks for a path as the system does, for which a/../b needs an a.
func exists(files *overlay.FS, at string) bool {
	for i := range at {
		if strings.HasPrefix(at[i:], "/../") && !isDir(files, at[:i]) {
			return false
		}
	}
	if strings.HasSuffix(at, "/") || strings.HasSuffix(at, "/..") {
		return isDir(files, at)
	}
	_, err := files.Stat(path.Clean(at))
	return err == nil
}

func isDir(files *overlay.FS, at string) bool {
	info, err := files.Stat(path.Clean(at))
	return err == nil && info.IsDir()
}

// plain drops the operation and path from a file error: ours names them better.
func plain(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
