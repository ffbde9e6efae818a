package oracle

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Difference is a file that is not the same in the output of both: an
// executable mark and the content, or nothing where it is missing.
type Difference struct {
	File         string
	Ours, Theirs string
}

func (d Difference) String() string {
	switch {
	case d.Ours == "":
		return d.File + ": only the reference writes it"
	case d.Theirs == "":
		return d.File + ": only azogue writes it"
	}
	return d.File + " differs"
}

// Compare gives the differences between two folders. Empty folders don't count,
// as git doesn't see them.
func Compare(ours, theirs string) ([]Difference, error) {
	got, err := read(ours)
	if err != nil {
		return nil, err
	}
	want, err := read(theirs)
	if err != nil {
		return nil, err
	}
	if len(want) == 0 && filepath.Base(theirs) != "refs" {
		return nil, fmt.Errorf("the reference wrote no files in %s", theirs)
	}
	all := maps.Clone(got)
	maps.Copy(all, want)
	var list []Difference
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if got[name] != want[name] {
			list = append(list, Difference{name, got[name], want[name]})
		}
	}
	return list, nil
}

// read gives the files below a folder: an executable mark and the content.
func read(folder string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) && name == folder {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(folder, name)
		files[filepath.ToSlash(rel)] = fmt.Sprintf("executable: %t\n%s", info.Mode()&0o100 != 0, text)
		return err
	})
	return files, err
}
