package workspace

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/tree"
)

// misspelt warns of parameters that nothing reads, where a name that something
// reads is only a slip away: a component's own key, and the keys in it that the
// component has defaults for. As in the reference they change nothing.
func (l *Layout) misspelt(params *tree.Node) []diag.Diag {
	if params == nil {
		return nil
	}
	var diags []diag.Diag
	instances := map[string]Instance{}
	var keys []string
	for _, i := range slices.Concat(l.bases, l.Instances) {
		key := ParameterKey(i.Name)
		if _, ok := instances[key]; !ok {
			keys = append(keys, key)
		}
		instances[key] = i
	}
	for _, f := range params.Fields {
		if i, ok := instances[f.Key.Text]; ok {
			s := spelling{world: l.World, folder: i.Directory}
			diags = append(diags, s.check(f.Key.Text, f.Value, params.Get(ParameterKey(i.Component)), true)...)
			continue
		}
		if near := diag.Slip(f.Key.Text, keys); near != "" && !isDefault(f.Key) && !l.elsewhere(f.Key.Text, params) {
			diags = append(diags, diag.Diag{ID: "workspace/misspelt", Severity: diag.Warning, Pos: f.Key.Pos,
				Message: fmt.Sprintf("parameters.%s belongs to no component here", f.Key.Text), Hint: fmt.Sprintf("did you mean %q?", near)})
		}
	}
	return diags
}

// elsewhere tells whether a key is that of a component which only this cluster
// does not have.
func (l *Layout) elsewhere(key string, params *tree.Node) bool {
	files := overlay.New(l.World)
	known := append(names(files, path.Join(home, "components")), names(files, embedded)...)
	if list := params.Get("components"); list != nil {
		for _, f := range list.Fields {
			known = append(known, f.Key.Text)
		}
	}
	return slices.ContainsFunc(known, func(name string) bool { return ParameterKey(name) == key })
}

// isDefault tells whether a component's own classes have a key: a key has the
// place of the lowest class that has it.
func isDefault(key *tree.Node) bool {
	return strings.HasPrefix(key.Pos.File, "classes/defaults/") || strings.HasPrefix(key.Pos.File, "classes/components/")
}

// spelling looks at the keys of one component. Its files are read only when a key
// seems to be misspelt.
type spelling struct {
	world  *overlay.World
	folder string
	read   bool
	texts  map[string]string
}

// check looks at the keys of one instance, which are those of its component where
// that is another name for them, and at those below. at is the path so far.
//
// Without a default a key may be read all the same, if only because it was once
// called so; then the component's files speak of it. Below its own keys a
// component may take whatever there is in a map, so that two keys that are alike
// are both right; not so where it reads one of them by its name.
func (s *spelling) check(at string, instance, component *tree.Node, own bool) []diag.Diag {
	if component == nil {
		return nil
	}
	var defaults []string
	for _, f := range component.Fields {
		if isDefault(f.Key) {
			defaults = append(defaults, f.Key.Text)
		}
	}
	var diags []diag.Diag
	for _, f := range instance.Fields {
		name := at + "." + f.Key.Text
		near := diag.Slip(f.Key.Text, defaults)
		if near != "" && !isDefault(f.Key) && !s.mentioned(f.Key.Text, true) && (own || s.mentioned(near, false)) {
			diags = append(diags, diag.Diag{ID: "workspace/misspelt", Severity: diag.Warning, Pos: f.Key.Pos,
				Message: name + " is in no defaults of the component", Hint: fmt.Sprintf("did you mean %q?", near)})
		}
		diags = append(diags, s.check(name, f.Value, component.Get(f.Key.Text), false)...)
	}
	return diags
}

// mentioned tells whether the component's files have a name: its programs where
// they read a field, or its classes anywhere, be it in a comment. What
// class/defaults.yml says counts if defaults is set.
func (s *spelling) mentioned(name string, defaults bool) bool {
	if !s.read {
		s.read, s.texts = true, texts(s.world, s.folder)
	}
	for file, text := range s.texts {
		class := strings.HasPrefix(file, "class/")
		if (defaults || file != "class/defaults.yml") && hasName(text, name, class) {
			return true
		}
	}
	return false
}

// texts gives the classes and programs of a component.
func texts(world *overlay.World, folder string) map[string]string {
	files := overlay.New(world).Dir(folder)
	texts := map[string]string{}
	for _, part := range []string{"class", "component", "lib"} {
		// What can't be read is a fault where it is needed.
		_ = fs.WalkDir(files, part, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if text, err := fs.ReadFile(files, name); err == nil {
				texts[name] = string(text)
			}
			return nil
		})
	}
	return texts
}

// hasName tells whether a text has a name as a whole word; unless anywhere is
// set, one after what stands before the name of a field that is read.
func hasName(text, name string, anywhere bool) bool {
	for from := 0; name != ""; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			break
		}
		start, end := from+i, from+i+len(name)
		inWord := start > 0 && wordByte(text[start-1]) || end < len(text) && wordByte(text[end])
		if !inWord && (anywhere || start > 0 && strings.IndexByte(`.'"`, text[start-1]) >= 0) {
			return true
		}
		from = start + 1
	}
	return false
}

func wordByte(c byte) bool {
	return c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
