// Package helm renders Kapitan's input type helm: a chart gives the files that
// `helm template` writes, each read as YAML 1.1 and written anew (spec K40-K44).
//
// What Kapitan 0.36.3 passes to the command is read here; package
// internal/helm is the command.
package helm

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/helm"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/internal/pyyaml"
	"github.com/azogue-build/azogue/lib/tree"
)

// Render writes what the chart in the folder, or archive, file renders to.
func Render(ctx context.Context, env *input.Env, job plan.Job, file, out string) error {
	c, err := parameters(job)
	if err != nil {
		return err
	}
	chart, err := load(env, file)
	if err != nil {
		return err
	}
	values, err := values(env, job)
	if err != nil {
		return err
	}
	o := c.options
	o.Freeze = env.Freeze
	if o.Capabilities, err = helm.NewCapabilities(c.kubeVersion, c.apiVersions); err != nil {
		return diag.Diag{ID: "helm/parameter", Message: err.Error()}
	}
	o.Release.Name = c.name
	if c.name == "" {
		o.Release.Name = "release-name" // whatever --generate-name would say
	}
	rendered, err := chart.Template(ctx, values, o)
	if err != nil {
		return err
	}
	for _, text := range rendered.Warnings {
		env.Warnings = append(env.Warnings, diag.Diag{ID: "helm/chart", Severity: diag.Notice, Target: env.Target.Name, Pos: tree.Pos{File: file},
			Message: fmt.Sprintf("chart %s: %s", chart.Name(), text)})
	}
	for _, chance := range rendered.Chances {
		changing(env, chart, chance)
	}
	files := rendered.Files
	if c.outputFile != "" {
		files = []helm.Manifest{{Name: c.outputFile, Text: rendered.Text}}
	}
	return write(env, job, chart, files, out)
}

func load(env *input.Env, file string) (*helm.Chart, error) {
	info, err := env.FS.Stat(file)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return env.Charts.Load(env.FS.Dir(file), file)
	}
	data, err := env.FS.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return env.Charts.LoadArchive(data, file)
}

// values gives the values that the job passes: those in helm_values, and over
// them those of helm_values_files (spec K42).
func values(env *input.Env, job plan.Job) (map[string]any, error) {
	var files []helm.File
	if v := job.Entry.Get("helm_values"); v != nil && !v.Falsy() {
		files = append(files, helm.File{Name: "helm_values", Text: pyyaml.Dump(pyyaml.HelmValues, v)})
		imprecise(env, v)
	}
	if list := job.Entry.Get("helm_values_files"); list != nil {
		for _, item := range list.Items {
			name := item.Text
			if !path.IsAbs(name) {
				name = path.Join(env.WorkDir, name)
			}
			text, err := env.FS.ReadFile(name)
			if err != nil {
				return nil, diag.Diag{ID: "helm/values", Pos: item.Pos, Message: err.Error(), Hint: "helm_values_files are relative to the working directory"}
			}
			files = append(files, helm.File{Name: name, Text: text})
		}
	}
	return helm.ReadValues(files)
}

// imprecise warns of integers that Helm can't hold: to it each number is a float.
func imprecise(env *input.Env, n *tree.Node) {
	const exact = 1 << 53
	if n.Kind == tree.Int && (n.Text != "" || n.Int > exact || n.Int < -exact) {
		env.Warnings = append(env.Warnings, diag.Diag{ID: "helm/number", Severity: diag.Warning, Target: env.Target.Name, Pos: n.Pos,
			Message: fmt.Sprintf("charts see %s as a float, and lose its last digits", pyrepr.Value(n)), Hint: "write it as a string, in quotes, if the chart can take one"})
	}
	for _, item := range n.Items {
		imprecise(env, item)
	}
	for _, f := range n.Fields {
		imprecise(env, f.Value)
	}
}

// changing warns of what the chart gives anew in each run.
func changing(env *input.Env, chart *helm.Chart, c helm.Chance) {
	if env.Freeze {
		return
	}
	env.Warnings = append(env.Warnings, diag.Diag{ID: "helm/changing", Severity: diag.Warning, Target: env.Target.Name, Pos: chart.Place(c),
		Message: fmt.Sprintf("chart %s: %s gives something else in each run", chart.Name(), c.Function),
		Hint:    "give the value in helm_values, or compile with --freeze, which puts the same value there each time"})
}

// write reads each file as YAML 1.1 and writes its documents, those without
// content left out, as a list (spec K43).
func write(env *input.Env, job plan.Job, chart *helm.Chart, files []helm.Manifest, out string) error {
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b helm.Manifest) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range files {
		to := path.Join(out, f.Name)
		if path.IsAbs(f.Name) || !strings.HasPrefix(to, out+"/") {
			return diag.Diag{ID: "helm/output", Message: fmt.Sprintf("the file %q is outside of the output", f.Name)}
		}
		if !utf8.ValidString(f.Text) {
			return diag.Diag{ID: "helm/output", Pos: tree.Pos{File: chart.File(f.Name)}, Message: fmt.Sprintf("what %s renders to is not UTF-8", f.Name)}
		}
		docs, err := pyyaml.Load(f.Name, []byte(newlines.Replace(f.Text)))
		if err != nil {
			d := diag.From(err, "helm/output")
			d.Message = fmt.Sprintf("what %s renders to can't be read as YAML: %s", f.Name, d.Message)
			d.Hint = "the line is one of the rendered text"
			return d
		}
		docs = slices.DeleteFunc(docs, func(n *tree.Node) bool { return n.Kind == tree.Null })
		if err := input.Write(env, job, to, tree.NewList(docs...)); err != nil {
			return err
		}
	}
	return nil
}

// newlines are those that Python turns into one when it reads text.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")
