package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/manifest"
)

// Create writes files that are not there yet below dir. If one of them is, it
// writes none. What it has written is taken back when it can't go on.
func Create(dir string, files []manifest.File) (err error) {
	if err := check(files); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return explain(dir, dir, err)
	}
	root, err := open(dir)
	if err != nil {
		return explain(dir, dir, err)
	}
	defer root.Close()
	var taken []string
	for _, f := range files {
		name := filepath.Join(dir, f.Path)
		if _, err := root.Lstat(f.Path); err == nil {
			taken = append(taken, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return explain(name, filepath.Dir(name), err)
		}
	}
	if len(taken) > 0 {
		return diag.Diag{ID: "disk/exists", Message: fmt.Sprintf("%s would be overwritten; nothing was written", strings.Join(taken, ", ")), Hint: "move what is there away, or use another folder"}
	}
	var made []string // files and folders, in their order
	defer func() {
		if err == nil {
			return
		}
		for _, name := range slices.Backward(made) {
			root.Remove(name) // a folder that is not empty stays
		}
	}()
	for _, f := range files {
		if made, err = root.makeAll(path.Dir(f.Path), made); err != nil {
			return explain(filepath.Join(dir, f.Path), filepath.Join(dir, path.Dir(f.Path)), err)
		}
		err = create(root.Root, f.Path, f)
		if !errors.Is(err, fs.ErrExist) {
			made = append(made, f.Path)
		}
		if err != nil {
			return explain(filepath.Join(dir, f.Path), dir, err)
		}
	}
	return nil
}

// makeAll makes a folder and those above it; the new ones are added to made.
func (f *folder) makeAll(name string, made []string) ([]string, error) {
	if info, err := f.Stat(name); name == "." || err == nil && info.IsDir() {
		return made, nil
	}
	made, err := f.makeAll(path.Dir(name), made)
	if err == nil {
		err = f.Mkdir(name, 0o755)
	}
	if err != nil {
		return made, err
	}
	return append(made, name), nil
}
