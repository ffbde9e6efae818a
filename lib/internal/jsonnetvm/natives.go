package jsonnetvm

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/jsonnet"
	"github.com/azogue-build/azogue/lib/tree"
)

// native is one function that std.native gives.
type native struct {
	name   string
	params []string
	doc    string // what it gives and when it fails, for docs/natives.md
	call   func(r *run, args []any) (any, error)
}

// natives are Kapitan's native functions (spec N2). A name that is not here is
// null in std.native.
var natives = []native{
	{"inventory", []string{"target", "inv_path"}, "The inventory of a target, or of all targets by name when target is null. The members give the target's own inventory, or all, without this function, and lazily. A target that there is none of fails.", inventory},
	{"topics", []string{"name"}, "What all targets give to a topic in parameters.kapitan.topics.<name>.parameters, as {parameters: {targets}}; without a name, all topics. The target that asks must set parameters.kapitan.topics.<name>.consume: true.", topics},
	{"file_read", []string{"name"}, "The text of a file in the search paths, newlines as they are. It must be UTF-8.", fileRead},
	{"file_exists", []string{"name"}, "Whether a file or folder is in the search paths, and its path: {exists, path}.", fileExists},
	{"dir_files_list", []string{"name"}, "The names of the files in a folder of the search paths, sorted. A missing folder fails.", dirFilesList},
	{"dir_files_read", []string{"name"}, "The files of a folder of the search paths: {name: text}; null without the folder.", dirFilesRead},
	{"yaml_load", []string{"name"}, "The one document of a YAML file in the search paths, as JSON text for std.parseJson. The file is read as YAML 1.1, as PyYAML does: yes is true, 0644 is 420. Its name must end in .yml or .yaml.", yamlLoad},
	{"yaml_load_stream", []string{"name"}, "The documents of a YAML file in the search paths, as the JSON text of a list.", yamlLoadStream},
	{"yaml_dump", []string{"obj"}, "JSON text as a YAML document, as yaml.safe_dump prints it: keys sorted, list items not indented, text of several lines in quotes.", yamlDump},
	{"yaml_dump_stream", []string{"obj"}, "The JSON text of a list as a stream of YAML documents.", yamlDumpStream},
	{"sha256_string", []string{"obj"}, "The SHA-256 sum of a string in hexadecimal.", sha256String},
	{"gzip_b64", []string{"obj"}, "A string as gzip and then Base64, with the bytes of zlib 1.2.13 at level 9 and no time in the header.", gzipB64},
	{"jsonschema_validate", []string{"obj", "schema_obj"}, "Whether JSON text fits a JSON schema, and why not: {valid, reason}. Drafts 4 to 2020-12, the last one without $schema; formats are checked. A wrong schema fails, and so does a reference that leads out of it.", jsonschemaValidate},
	{"jinja2_render_file", []string{"name", "ctx"}, "A template of the search paths, rendered with the variables of a JSON object. Undefined variables fail. Templates that it includes are looked for beside it and then in the search paths. docs/compat.md lists what is not supported.", jinjaRenderFile},
}

// bind makes n callable for programs. Failures read as in the reference, which
// says no more than the first words and a code (spec N4).
func (vm *VM) bind(n native) *jsonnet.Function {
	return jsonnet.Native(n.name, n.params, func(args []any) (any, error) {
		r := vm.run
		if r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		result, err := call(r, n, args)
		if err != nil {
			// The reason may hold a place of its own, as in a YAML file.
			err = &failure{causeOf(err), fmt.Errorf("failed to execute native callback: %s: %w", callText(n.name, args), err)}
		}
		return result, err
	})
}

// call runs n with what the binding would pass: no list, no object, and strings
// up to a NUL, both ways (spec N13).
func call(r *run, n native, args []any) (any, error) {
	for i, a := range args {
		switch a := a.(type) {
		case string:
			args[i] = untilNUL(a)
		case []any, map[string]any:
			return nil, fmt.Errorf("argument %q is neither a string, a number, a boolean nor null", n.params[i])
		}
	}
	result, err := n.call(r, args)
	if s, ok := result.(string); ok {
		result = untilNUL(s)
	}
	return result, err
}

// callText shows a call in a message, with long texts cut.
func callText(name string, args []any) string {
	shown := make([]string, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case nil:
			shown[i] = "null"
		case string:
			shown[i] = strconv.Quote(cut(a, 60))
		case bool, float64:
			shown[i] = fmt.Sprint(a)
		default:
			shown[i] = "..."
		}
	}
	return name + "(" + strings.Join(shown, ", ") + ")"
}

func cut(s string, limit int) string {
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit]) + "..."
	}
	return s
}

func text(args []any, i int) (string, error) {
	if s, ok := args[i].(string); ok {
		return s, nil
	}
	return "", errors.New("the argument must be a string")
}

func inventory(r *run, args []any) (any, error) {
	if err := checkInventoryPath(r, args[1]); err != nil {
		return nil, err
	}
	n, err := inventoryOf(r, args[0])
	if err != nil {
		return nil, err
	}
	v, bad := plainValue(n)
	if bad != nil {
		return nil, inventoryError(bad)
	}
	return v, nil
}

// checkInventoryPath mirrors that Kapitan looks whether the path exists, and
// then gives the inventory it has whatever the path.
func checkInventoryPath(r *run, arg any) error {
	if falsy(arg) {
		return nil
	}
	name, ok := arg.(string)
	if !ok {
		return errors.New("inv_path must be a string or null")
	}
	if _, ok := search(r, name); !ok {
		return notFound(r, "inventory", name)
	}
	return nil
}

func inventoryOf(r *run, target any) (*tree.Node, error) {
	name, isText := target.(string)
	switch {
	case falsy(target):
		if r.All == nil {
			return nil, errors.New("the inventories of all targets are not available here")
		}
		return r.All(), nil
	case !isText:
		return nil, errors.New("target must be a string or null")
	case name == r.Target && r.Inventory != nil:
		return r.Inventory, nil
	case r.Global == nil:
		return nil, fmt.Errorf("there is no target %q", name)
	}
	return r.Global(name)
}

// falsy is what Python takes for false.
func falsy(v any) bool { return v == nil || v == "" || v == false || v == 0.0 }

// search gives the first path at which name exists (spec N5), dots and all.
func search(r *run, name string) (string, bool) {
	for _, dir := range r.SearchPaths {
		if at := join(dir, name); exists(r.FS, at) {
			return at, true
		}
	}
	return "", false
}

// missing is a file or folder that no search path has.
type missing struct {
	what, name string
	hint       string
}

func (m missing) Error() string { return fmt.Sprintf("no %s %q in the search paths", m.what, m.name) }

func notFound(r *run, what, name string) error {
	return missing{what, name, lookedIn(r, r.SearchPaths, name)}
}

func fileRead(r *run, args []any) (any, error) {
	name, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	at, ok := search(r, name)
	if !ok {
		return nil, notFound(r, "file", name)
	}
	return readText(r, at)
}

func readText(r *run, at string) (string, error) {
	data, err := r.FS.ReadFile(path.Clean(at))
	if err != nil {
		return "", fmt.Errorf("%s: %w", at, plain(err))
	}
	s, err := decode(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", at, err)
	}
	return s, nil
}

func fileExists(r *run, args []any) (any, error) {
	name, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	at, ok := search(r, name)
	return map[string]any{"exists": ok, "path": at}, nil
}

func dirFilesList(r *run, args []any) (any, error) {
	name, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	at, ok := search(r, name)
	if !ok {
		return nil, notFound(r, "folder", name)
	}
	names, err := listFiles(r, at)
	list := make([]any, len(names))
	for i, n := range names {
		list[i] = n
	}
	return list, err
}

// listFiles gives the names of a folder's files. The reference has the order of the
// folder on disk (spec Q18); here it is sorted.
func listFiles(r *run, at string) ([]string, error) {
	entries, err := r.FS.ReadDir(path.Clean(at))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at, plain(err))
	}
	var names []string
	for _, e := range entries {
		if info, err := r.FS.Stat(path.Join(at, e.Name())); err == nil && info.Mode().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func dirFilesRead(r *run, args []any) (any, error) {
	name, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	at, ok := search(r, name)
	if !ok {
		return nil, nil
	}
	names, err := listFiles(r, at)
	if err != nil {
		return nil, err
	}
	object := make(map[string]any, len(names))
	for _, n := range names {
		s, err := readText(r, path.Join(at, n))
		if err != nil {
			return nil, err
		}
		object[n] = untilNUL(s)
	}
	return object, nil
}

func sha256String(_ *run, args []any) (any, error) {
	s, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:]), nil
}
