package helm

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// Release is the release that a chart is rendered for.
type Release struct {
	Name, Namespace string
	IsUpgrade       bool // instead of a first install
}

// Options are the flags of `helm template`.
type Options struct {
	Release      Release
	Capabilities *Capabilities

	IncludeCRDs bool // files of crds/ come too
	SkipTests   bool // hooks that are tests are left out
	NoHooks     bool // all hooks are left out
	UnderName   bool // files lie in a folder called as the release, but for CRDs
	SkipSchema  bool // values.schema.json is not looked at
	Freeze      bool // functions that change from run to run give values that don't
}

// Output is what a chart renders to.
type Output struct {
	Files    []Manifest // as --output-dir has them
	Text     string     // all in one, as without it
	Chances  []Chance   // sorted, each place once
	Warnings []string   // what Helm prints beside it
}

// Template renders the chart as `helm template` does. values is not changed. The
// error is a diag.Diag, with places in the chart's files.
func (c *Chart) Template(ctx context.Context, values map[string]any, o Options) (*Output, error) {
	out, err := c.template(ctx, values, o)
	if err != nil {
		return nil, c.finding(err)
	}
	return out, nil
}

func (c *Chart) template(ctx context.Context, values map[string]any, o Options) (*Output, error) {
	out := &Output{}
	warn := func(text string) { out.Warnings = append(out.Warnings, text) }
	if err := checkName(o.Release.Name); err != nil {
		return nil, err
	}
	if err := installable(c.chart); err != nil {
		return nil, err
	}
	if c.chart.Metadata.Deprecated {
		warn("this chart is deprecated")
	}
	chart := unshared(c.chart)
	if err := resolve(chart, values, warn); err != nil {
		return nil, err
	}
	values, err := coalescer{false, warn}.chart(chart, values)
	if err != nil {
		return nil, err
	}
	if !o.SkipSchema {
		if err := checkSchemas(chart, values); err != nil {
			return nil, err
		}
	}
	if want := chart.Metadata.KubeVersion; want != "" && !compatible(want, o.Capabilities.KubeVersion.Version) {
		return nil, problem{message: fmt.Sprintf("chart requires kubeVersion: %s which is incompatible with Kubernetes %s", want, o.Capabilities.KubeVersion.Version),
			hint: "helm_params: {kube_version: ...} is the version of the cluster"}
	}
	r := &run{ctx: ctx, parsed: c.parsed, freeze: o.Freeze, included: map[string]int{}}
	printed, err := r.render(chart, map[string]any{"Values": Values(values), "Capabilities": o.Capabilities, "Release": map[string]any{
		"Name": o.Release.Name, "Namespace": o.Release.Namespace, "IsUpgrade": o.Release.IsUpgrade, "IsInstall": !o.Release.IsUpgrade,
		"Revision": 1, "Service": "Helm",
	}})
	if err != nil {
		return nil, err
	}
	files, err := release(chart, printed, o)
	if err != nil {
		return nil, err
	}
	out.Files, out.Text = files.files, files.all.String()
	out.Chances = r.chances
	slices.SortFunc(out.Chances, func(a, b Chance) int { return strings.Compare(a.Place+a.Function, b.Place+b.Function) })
	out.Chances = slices.Compact(out.Chances)
	return out, nil
}

var releaseName = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)

func checkName(name string) error {
	if name == "" {
		return problem{message: "no name provided", hint: "helm_params: {name: ...} is the name of the release"}
	}
	if len(name) > 53 || !releaseName.MatchString(name) {
		return problem{message: fmt.Sprintf("the release name %q is invalid: it must match the regular expression %s and have at most 53 characters", name, releaseName)}
	}
	return nil
}

// File gives the path of a template's file from its name, which begins with the
// name of the chart.
func (c *Chart) File(template string) string {
	_, below, _ := strings.Cut(template, "/")
	return path.Join(c.Folder, below)
}

// Place gives where a chance is in the chart's files.
func (c *Chart) Place(at Chance) tree.Pos {
	f, _, _, ok := frame("template: " + at.Place + ": ")
	if !ok {
		return tree.Pos{File: c.File(at.Place)}
	}
	f.Pos.File = c.File(f.Pos.File)
	return f.Pos
}

// finding gives an error of a render as a diag.Diag.
func (c *Chart) finding(err error) error {
	p, ok := errors.AsType[problem](err)
	if !ok {
		if d, ok := errors.AsType[diag.Diag](err); ok {
			return d
		}
		p = problem{message: err.Error()}
	}
	d := diag.Diag{ID: "helm/template", Pos: tree.Pos{File: c.Folder}, Message: fmt.Sprintf("chart %s: %s", c.Name(), p.message), Hint: p.hint}
	for _, f := range p.frames {
		if !strings.Contains(f.Pos.File, "/") {
			d.Message += fmt.Sprintf(" (line %d of a text given to tpl)", f.Pos.Line)
			continue
		}
		f.Pos.File = c.File(f.Pos.File)
		if d.Pos.File == c.Folder {
			d.Pos = f.Pos
			continue
		}
		d.Chain = append(d.Chain, f)
	}
	return d
}
