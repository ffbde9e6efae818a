package overlay

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
)

// Dir shows the folder at an absolute path as an fs.ReadLinkFS, for code that
// wants one. Reads through it are recorded like others. Its folders list links
// as links, those that lead nowhere too; ReadLink gives the absolute path where
// a link leads in the end.
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
	names, here, err := d.o.names(full)
	if err != nil {
		return nil, err
	}
	entries := make([]fs.DirEntry, 0, len(names))
	for _, n := range names {
		info, err := d.lstat(path.Join(here, n))
		if errors.Is(err, fs.ErrNotExist) {
			continue // taken out of this view
		}
		if err != nil {
			return nil, pathError("list", name, err)
		}
		entries = append(entries, fs.FileInfoToDirEntry(info))
	}
	return entries, nil
}

// lstat looks at a path whose folder has no links.
func (d dir) lstat(here string) (fs.FileInfo, error) {
	if d.o.link(here) {
		return fileInfo{path.Base(here), 0, fs.ModeSymlink | 0o777}, nil
	}
	info, _, err := d.o.stat(here, unrecorded)
	if err != nil {
		return nil, err
	}
	return renamed{info, path.Base(here)}, nil
}

func (d dir) Lstat(name string) (fs.FileInfo, error) {
	full, err := d.at("lstat", name)
	if err != nil {
		return nil, err
	}
	folder, err := d.o.Resolve(path.Dir(full))
	if err != nil {
		return nil, err
	}
	return d.lstat(path.Join(folder, path.Base(full)))
}

func (d dir) ReadLink(name string) (string, error) {
	full, err := d.at("readlink", name)
	if err != nil {
		return "", err
	}
	return d.o.Resolve(full)
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
