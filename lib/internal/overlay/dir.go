package overlay

import (
	"bytes"
	"io"
	"io/fs"
	"path"
)

// Dir shows the folder at an absolute path as an fs.FS, for code that wants
// one. Reads through it are recorded like others.
func (o *FS) Dir(folder string) fs.FS { return dir{o, folder} }

type dir struct {
	o      *FS
	folder string
}

func (d dir) at(op, name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", pathError(op, name, fs.ErrInvalid)
	}
	return path.Join(d.folder, name), nil
}

func (d dir) ReadFile(name string) ([]byte, error) {
	full, err := d.at("read", name)
	if err != nil {
		return nil, err
	}
	data, err := d.o.ReadFile(full)
	return bytes.Clone(data), err
}

func (d dir) ReadDir(name string) ([]fs.DirEntry, error) {
	full, err := d.at("list", name)
	if err != nil {
		return nil, err
	}
	return d.o.ReadDir(full)
}

func (d dir) Stat(name string) (fs.FileInfo, error) {
	full, err := d.at("stat", name)
	if err != nil {
		return nil, err
	}
	return d.o.Stat(full)
}

func (d dir) Open(name string) (fs.File, error) {
	info, err := d.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		entries, err := d.ReadDir(name)
		return &openFolder{info: info, entries: entries}, err
	}
	data, err := d.ReadFile(name)
	return &openFile{info: info, Reader: *bytes.NewReader(data)}, err
}

type openFile struct {
	info fs.FileInfo
	bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

type openFolder struct {
	info    fs.FileInfo
	entries []fs.DirEntry
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFolder) Close() error               { return nil }
func (f *openFolder) Read([]byte) (int, error) {
	return 0, pathError("read", f.info.Name(), errIsFolder)
}

func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 || n > len(f.entries) {
		if n > 0 && len(f.entries) == 0 {
			return nil, io.EOF
		}
		n = len(f.entries)
	}
	list := f.entries[:n]
	f.entries = f.entries[n:]
	return list, nil
}
