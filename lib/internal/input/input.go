// Package input is what all renderers of Kapitan's input types share: finding
// the input paths of a job and writing results into the target's files, in the
// bytes that Kapitan 0.36.3 writes (spec 4.3, 4.4).
//
// Each input type is a package below this one and one row of the table in
// package compiler. A renderer reads and writes only through Env.FS.
package input

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/helm"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/kustomize"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/refs"
	"github.com/azogue-build/azogue/lib/tree"
)

// Env is what the jobs of one target work with.
type Env struct {
	Target  plan.Target
	FS      *overlay.FS
	Search  []string // folders to look for inputs in, in order
	Output  string   // absolute: the folder of the target's output
	WorkDir string   // Commodore's working directory, in which the reference runs
	VM      *jsonnetvm.VM
	Charts  *helm.Charts
	Remotes kustomize.Remotes // what kustomizations name by URL; nil is nothing
	Freeze  bool              // what charts give anew in each run is always the same
	Stack   int               // nested calls that Jsonnet may have; 0 is Kapitan's 500
	Secrets refs.Form         // how secret tokens are written
	Trace   io.Writer         // gets the lines of std.trace

	Warnings []diag.Diag // about what was written

	// Others gives inventory() of another target, All that of every target.
	Others func(target string) (*tree.Node, error)
	All    func() *tree.Node
}

// Folder gives the folder that a job writes into.
func (e *Env) Folder(job plan.Job) string { return join(e.Output, job.OutputPath) }

// Renderer compiles one input path of a job into the folder out.
type Renderer func(ctx context.Context, env *Env, job plan.Job, file, out string) error

// Run looks up the job's input paths and renders each of them. Paths that
// several search paths have are rendered from each, in the order of the search
// paths, so that the last one stays (spec K27, Q2).
func Run(ctx context.Context, env *Env, job plan.Job, render Renderer) error {
	out := env.Folder(job)
	if !path.IsAbs(job.OutputPath) && out != env.Output && !strings.HasPrefix(out, env.Output+"/") {
		return diag.Diag{ID: "input/output-path", Pos: job.Pos, Message: fmt.Sprintf("the output_path %q leaves the target's output folder", job.OutputPath)}
	}
	if err := env.FS.MkdirAll(out); err != nil {
		return problem(job, "output", err)
	}
	job.Nth = -1
	for i, p := range job.InputPaths {
		files, err := find(env, p)
		if err != nil {
			return problem(job, "input", err)
		}
		if len(files) == 0 && !job.IgnoreMissing {
			return diag.Diag{ID: "input/missing", Pos: pathPos(job, i),
				Message: fmt.Sprintf("Compile error: %s for target: %s not found in search_paths: [%s]", p, env.Target.Name, strings.Join(env.Search, ", ")),
				Hint:    cmp.Or(env.FS.DidYouMean(p, env.Search), meant(env, p), "input paths are looked up below each search path, not below the component's folder")}
		}
		for _, file := range files {
			env.FS.From = file
			job.Nth++
			if err := render(ctx, env, job, file, out); err != nil {
				return problem(job, "input", err)
			}
		}
	}
	return nil
}

// pathPos gives the place of one of the job's input paths.
func pathPos(job plan.Job, i int) tree.Pos {
	if paths := job.Entry.Get("input_paths"); paths != nil && i < len(paths.Items) && paths.Items[i].Pos.Line > 0 {
		return paths.Items[i].Pos
	}
	return job.Pos
}

// meant is the hint for a path that is relative to a component's folder, or "".
func meant(env *Env, name string) string {
	for _, folder := range env.Search {
		entries, _ := env.FS.ReadDir(folder)
		for _, e := range entries {
			at := path.Join(e.Name(), name)
			if info, err := env.FS.Stat(path.Join(folder, at)); err == nil && !info.IsDir() {
				return fmt.Sprintf("did you mean %q? Input paths are looked up below each search path", at)
			}
		}
	}
	return ""
}

// problem gives err as a finding; one without a place gets the job's.
func problem(job plan.Job, kind string, err error) error {
	d := diag.From(err, kind+"/"+job.InputType)
	if d.Pos == (tree.Pos{}) {
		d.Pos = job.Pos
	}
	return d
}

// join is Python's os.path.join: an absolute second part stands alone.
func join(folder, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(folder, name)
}

// find gives the files and folders that an input path means (spec K27).
func find(env *Env, pattern string) ([]string, error) {
	var found []string
	for _, s := range env.Search {
		list := []string{join(s, pattern)}
		if strings.ContainsAny(pattern, "*?[") {
			list = glob(env.FS, join(s, pattern))
		}
		for _, name := range list {
			if slices.Contains(found, name) {
				continue
			}
			if _, err := env.FS.Stat(name); err == nil {
				found = append(found, name)
			} else if !isMissing(err) {
				return nil, err
			}
		}
	}
	return found, nil
}

// glob expands one absolute pattern as Python's glob does without recursion:
// names that begin with a dot match only patterns that do.
func glob(files *overlay.FS, pattern string) []string {
	at := []string{"/"}
	for part := range strings.SplitSeq(strings.Trim(pattern, "/"), "/") {
		var next []string
		for _, folder := range at {
			if !strings.ContainsAny(part, "*?[") {
				next = append(next, path.Join(folder, part))
				continue
			}
			entries, err := files.ReadDir(folder)
			if err != nil {
				continue
			}
			for _, e := range entries {
				hidden := strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(part, ".")
				if ok, err := path.Match(fnmatch(part), e.Name()); ok && err == nil && !hidden {
					next = append(next, path.Join(folder, e.Name()))
				}
			}
		}
		at = next
	}
	return at
}

// fnmatch turns a pattern of Python's fnmatch into one of path.Match.
func fnmatch(p string) string {
	p = strings.ReplaceAll(p, `\`, `\\`)
	p = strings.ReplaceAll(p, "[!", "[^")
	if i := strings.IndexByte(p, '['); i >= 0 && !strings.Contains(p[i:], "]") {
		p = strings.ReplaceAll(p, "[", `\[`)
	}
	return p
}

func isMissing(err error) bool { return fsIs(err, fs.ErrNotExist) }

// unwritten gives err as a finding of the output. A printer's own ID would tell
// of a file that was read.
func unwritten(err error, kind string) error {
	if err == nil {
		return nil
	}
	d := diag.From(err, "")
	if !strings.HasPrefix(d.ID, "refs/") {
		d.ID = "output/" + kind
	}
	return d
}

// Write puts a value into the file that name and the job's output type stand
// for (spec K30-K35). The extension is added to name as it is: "a/" gives
// "a/.yaml".
func Write(env *Env, job plan.Job, name string, value *tree.Node) error {
	if job.Prune {
		value = prune(value)
	}
	kind, ext := job.OutputType, job.OutputType
	if kind == "auto" {
		if kind, ext = extension(name), ""; kind == "" {
			kind, ext = "yaml", "yaml"
		}
	}
	if kind == "plain" {
		ext = ""
	}
	if ext != "" {
		name += "." + ext
	}
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == kind })
	if i < 0 {
		return diag.Diag{ID: "output/type", Message: fmt.Sprintf("output type %q is not known", kind)}
	}
	data, err := formats[i].print(env, value)
	if err == nil {
		err = env.FS.WriteFile(name, data, 0o644)
	}
	if kind == "yaml" || kind == "yml" {
		env.Warnings = append(env.Warnings, misread(env, name, value)...)
	}
	for _, d := range env.Secrets.Refused(value) {
		d.Pos, d.Target = tree.Pos{File: env.FS.From}, env.Target.Name
		env.Warnings = append(env.Warnings, d)
	}
	return unwritten(err, kind)
}

// extension gives the format that a file name asks for, or "".
func extension(name string) string {
	base := name[strings.LastIndexByte(name, '/')+1:]
	if base == "" {
		return ""
	}
	ext := strings.TrimPrefix(base[len(Stem(base)):], ".")
	if slices.Contains([]string{"yaml", "yml", "json", "toml"}, ext) {
		return ext
	}
	return ""
}
