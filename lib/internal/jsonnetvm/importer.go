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

	"github.com/azogue-build/azogue/lib/internal/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
	"github.com/azogue-build/azogue/lib/internal/overlay"
)

// kapitanDir is where Kapitan's package folder seems to be.
const kapitanDir = "/azogue/kapitan"

const kapitanLib = kapitanDir + "/lib/kapitan.libjsonnet"

// file is one that was imported, with its text as a program sees it.
type file struct {
	raw  []byte
	text string
}

type request struct{ dir, name string }

type answer struct {
	file
	at  string
	err error
}

// importFile is Kapitan's import callback (spec K38). It asks the target's files
// anew in each evaluation, so that they know what was read.
func (r *run) importFile(from, name string, kind syntax.ImportKind) (jsonnet.Imported, error) {
	if r.ctx.Err() != nil {
		return jsonnet.Imported{}, r.ctx.Err()
	}
	dir, _ := path.Split(from)
	req := request{dir, name}
	a, ok := r.found[req]
	if !ok {
		a = r.find(req)
		r.found[req] = a
	}
	result := jsonnet.Imported{At: a.at, Data: a.text}
	if a.err != nil || kind != syntax.ImportCode {
		return result, a.err
	}
	var err error
	result.Node, err = r.vm.parsed.parse(a.at, a.text)
	return result, err
}

func (r *run) find(req request) answer {
	at, ok := r.vm.host.locate(r.vm, req)
	if !ok {
		hint := lookedIn(r, append([]string{req.dir}, r.SearchPaths...), req.name)
		if h := r.vm.host.missing; h != nil {
			hint = cmp.Or(h(req.name), hint)
		}
		return answer{err: &failure{cause{id: "jsonnet/import", hint: hint}, fmt.Errorf("couldn't import %q: no such file", req.name)}}
	}
	f, err := r.load(at)
	if err != nil {
		err = &failure{cause{id: "jsonnet/import"}, fmt.Errorf("couldn't import %q: %s: %w", req.name, at, err)}
	}
	return answer{f, at, err}
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
func (r *run) load(at string) (file, error) {
	var raw []byte
	var err error
	if at == kapitanLib {
		raw, err = r.vm.readKapitanLib()
	} else {
		raw, err = r.FS.ReadFile(at)
	}
	if err != nil {
		return file{}, plain(err)
	}
	f, ok := r.vm.files[at]
	if ok && bytes.Equal(f.raw, raw) {
		return f, nil
	}
	text, err := decode(raw)
	if err != nil {
		return file{}, err
	}
	f = file{raw, newlines(text)}
	r.vm.files[at] = f
	return f, nil
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
