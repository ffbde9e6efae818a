package overlay

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
)

// DidYouMean gives the hint for a relative path that none of the folders has,
// with what is there under nearly that name, or "".
func (o *FS) DidYouMean(name string, folders []string) string {
	for _, folder := range folders {
		if near := o.near(folder, name); near != "" {
			return fmt.Sprintf("did you mean %q?", near)
		}
	}
	return ""
}

// alike tells whether a name could be meant by another; extensions alone make
// none so.
func alike(a, b string) bool {
	a, b = strings.TrimSuffix(a, path.Ext(a)), strings.TrimSuffix(b, path.Ext(b))
	return a == b || diag.Nearest(a, []string{b}) != "" || letters(a) == letters(b)
}

func letters(s string) string {
	list := []byte(s)
	slices.Sort(list)
	return string(list)
}

// near puts the nearest name that is there in place of each part that is not.
func (o *FS) near(folder, name string) string {
	parts := strings.Split(path.Clean(name), "/")
	for i, part := range parts {
		var names []string
		entries, err := o.ReadDir(path.Join(folder, path.Join(parts[:i]...)))
		if err != nil {
			return ""
		}
		for _, e := range entries {
			if e.IsDir() == (i < len(parts)-1) && alike(part, e.Name()) {
				names = append(names, e.Name())
			}
		}
		if part == ".." || slices.Contains(names, part) {
			continue
		}
		if parts[i] = diag.Nearest(part, names); parts[i] == "" {
			return ""
		}
	}
	return strings.Join(parts, "/")
}
