package refs

import (
	"path"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/tree"
)

// FuzzTokens holds what is true of every text: findings have words, files stay
// below refs/, and a text in its final form is left as it is.
func FuzzTokens(f *testing.F) {
	for _, seed := range []string{"", "x", "?{vaultkv:a/b}", "u:?{vaultkv:a/b/c}@?{vaultkv:d/e}", "?{vaultkv:a/b@c.d}", "?{vaultkv:a/b||random:str}", "?{a}", "?{plain:x}", "?{vaultkv:../x}", "?{?{vaultkv:a/b}}", "?{vaultkv:a:b:c:d}", "?{vaultkv:é/ü==}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		known, diags := Collect([]*tree.Node{tree.NewString(text)})
		for _, d := range diags {
			if d.ID == "" || d.Message == "" {
				t.Errorf("of %q: the finding %#v has no ID or words", text, d)
			}
		}
		for _, file := range known.Files(tree.NewMap()) {
			if path.Clean("/"+file.Path) != "/"+file.Path || strings.HasPrefix(file.Path, "..") {
				t.Errorf("of %q: a file is called %q", text, file.Path)
			}
		}
		if _, err := Revealed(nil).Text(text); err != nil && err.Error() == "" {
			t.Errorf("of %q: an error without words", text)
		}
		final, err := Compiled(known).Text(text)
		if err != nil {
			return
		}
		if again, err := Compiled(known).Text(final); err != nil || again != final {
			t.Errorf("of %q: got %q, and of that %q, error %v", text, final, again, err)
		}
	})
}
