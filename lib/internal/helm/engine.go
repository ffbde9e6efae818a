package helm

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template"

	"helm.sh/helm/v3/pkg/chart"

	"github.com/azogue-build/azogue/lib/diag"
)

// Limits of a render. Helm has none but maxInclude, and text/template's own.
const (
	maxInclude  = 1000         // of one name, nested, as in Helm
	maxNested   = 1500         // templates in templates
	maxSteps    = 5_000_000    // turns of loops
	maxRendered = 128 << 20    // bytes that all templates print
	maxList     = 2_000_000    // elements that a function makes
	noValue     = "<no value>" // what text/template prints for nil
)

// file is a template and what it sees.
type file struct {
	name, text string
	data       map[string]any
	base       string // .Template.BasePath
}

// run is one render of a chart. It is used by one goroutine.
type run struct {
	ctx    context.Context
	parsed *parsed
	freeze bool

	current  string         // the file that is rendered
	included map[string]int // how often a name is being included
	nested   int
	steps    int
	printed  int
	chances  []Chance
}

// render gives what each template of the chart prints, by its path below the
// chart's name, as Helm's engine does. The first error ends it.
func (r *run) render(c *chart.Chart, values map[string]any) (map[string]string, error) {
	var files []file
	collect(c, values, &files)
	// The outer ones last: what they define counts.
	slices.SortFunc(files, func(a, b file) int {
		return -cmp.Or(cmp.Compare(strings.Count(a.name, "/"), strings.Count(b.name, "/")), cmp.Compare(a.name, b.name))
	})
	set := template.New("gotpl").Option("missingkey=zero").Funcs(functions()).Funcs(r.functions())
	set.Funcs(template.FuncMap{"include": r.include(set), "tpl": r.tpl(set)})
	for _, f := range files {
		if err := r.define(set.New(f.name), f.text); err != nil {
			return nil, parseProblem(err)
		}
	}
	out := map[string]string{}
	for _, f := range files {
		if strings.HasPrefix(path.Base(f.name), "_") {
			continue
		}
		f.data["Template"] = map[string]any{"Name": f.name, "BasePath": f.base}
		r.current = f.name
		var text printer
		if err := set.ExecuteTemplate(r.into(&text), f.name, f.data); err != nil {
			return nil, executionProblem(err)
		}
		out[f.name] = strings.ReplaceAll(text.String(), noValue, "")
	}
	return out, nil
}

// define adds what a text defines to the templates of t, as t.Parse does.
func (r *run) define(t *template.Template, text string) error {
	trees, err := r.parsed.of(t.Name(), text)
	if err != nil {
		return err
	}
	for name, tree := range trees {
		if _, err := t.AddParseTree(name, tree); err != nil {
			return err
		}
	}
	return nil
}

// collect lists a chart's templates and those of its sub charts, each with the
// values of its own chart, and gives what the chart itself sees.
func collect(c *chart.Chart, above map[string]any, files *[]file) map[string]any {
	subcharts := map[string]any{}
	sees := map[string]any{
		"Chart": struct {
			chart.Metadata
			IsRoot bool
		}{*c.Metadata, c.IsRoot()},
		"Files":        newFiles(c.Files),
		"Release":      above["Release"],
		"Capabilities": above["Capabilities"],
		"Values":       Values{},
		"Subcharts":    subcharts,
	}
	if c.IsRoot() {
		sees["Values"] = above["Values"]
	} else if all, ok := table(above["Values"]); ok {
		if own, ok := table(all[c.Name()]); ok {
			sees["Values"] = own
		}
	}
	for _, sub := range c.Dependencies() {
		subcharts[sub.Name()] = collect(sub, sees, files)
	}
	folder := c.ChartFullPath()
	for _, t := range c.Templates {
		if t == nil || strings.EqualFold(c.Metadata.Type, "library") && !strings.HasPrefix(path.Base(t.Name), "_") {
			continue
		}
		*files = append(*files, file{path.Join(folder, t.Name), string(t.Data), sees, path.Join(folder, "templates")})
	}
	return sees
}

// Values are a chart's values, or those of one of its sub charts.
type Values map[string]any

// AsMap gives the values as a plain map.
func (v Values) AsMap() map[string]any {
	if v == nil {
		return map[string]any{}
	}
	return v
}

func table(v any) (Values, bool) {
	switch v := v.(type) {
	case Values:
		return v, true
	case map[string]any:
		return v, true
	}
	return nil, false
}

// include is Helm's function: it gives what a template prints.
func (r *run) include(set *template.Template) func(string, any) (string, error) {
	return func(name string, data any) (string, error) {
		if r.included[name] > maxInclude {
			return "", fmt.Errorf("rendering template has a nested reference name: %s: unable to execute template", name)
		}
		r.included[name]++
		var text printer
		err := set.ExecuteTemplate(r.into(&text), name, data)
		r.included[name]--
		return text.String(), err
	}
}

// tpl is Helm's function: it gives what a text prints that is itself a template.
// What the text defines can be seen in it and below, but nowhere else.
func (r *run) tpl(set *template.Template) func(string, any) (string, error) {
	return func(text string, data any) (string, error) {
		if plain(text) {
			return strings.ReplaceAll(text, noValue, ""), nil
		}
		trees, err := r.parsed.of(set.Name(), text)
		if err != nil {
			return "", fmt.Errorf("cannot parse template %q: %w", text, err)
		}
		t := set.New(set.Name())
		if len(trees) == 1 && !strings.Contains(text, set.Name()) {
			t.Tree = trees[set.Name()]
		} else if t, err = r.apart(set, text); err != nil {
			return "", err
		}
		var out printer
		if err := t.Execute(r.into(&out), data); err != nil {
			return "", fmt.Errorf("error during tpl function execution for %q: %w", text, err)
		}
		return strings.ReplaceAll(out.String(), noValue, ""), nil
	}
}

// apart gives the template of a text in a copy of the set, which has what the
// text defines.
func (r *run) apart(set *template.Template, text string) (*template.Template, error) {
	own, err := set.Clone()
	if err != nil {
		return nil, err
	}
	own.Option("missingkey=zero").Funcs(template.FuncMap{"include": r.include(own), "tpl": r.tpl(own)})
	t := own.New(set.Name())
	return t, r.define(t, text)
}

// functions are what the trees and templates call and that belong to the run.
func (r *run) functions() template.FuncMap {
	all := template.FuncMap{stepFunction: r.step, enterFunction: r.enter, leaveFunction: r.leave}
	for name, f := range r.changing() {
		all[name] = f
	}
	return all
}

func (r *run) step() (string, error) {
	if r.steps++; r.steps > maxSteps {
		return "", stopped{fmt.Sprintf("loops turned more than %d times", maxSteps)}
	}
	if r.steps%1024 == 0 {
		return "", r.ended()
	}
	return "", nil
}

func (r *run) enter() (string, error) {
	if r.nested++; r.nested > maxNested {
		return "", stopped{fmt.Sprintf("templates are nested more than %d deep", maxNested)}
	}
	return "", r.ended()
}

func (r *run) leave() string {
	r.nested--
	return ""
}

// ended gives what ends the run from outside, if anything does.
func (r *run) ended() error {
	if r.ctx.Err() == nil {
		return nil
	}
	if d, ok := context.Cause(r.ctx).(diag.Diag); ok {
		return stopped{d.Message}
	}
	return context.Cause(r.ctx)
}

// stopped is why a render is not let go on.
type stopped struct{ why string }

func (s stopped) Error() string { return s.why }

// printer is where a template prints to.
type printer struct{ bytes.Buffer }

// counted is a printer that counts against the limit of the run.
type counted struct {
	*printer
	r *run
}

func (r *run) into(p *printer) counted { return counted{p, r} }

func (w counted) Write(b []byte) (int, error) {
	if w.r.printed += len(b); w.r.printed > maxRendered {
		return 0, stopped{fmt.Sprintf("templates printed more than %d MiB", maxRendered>>20)}
	}
	return w.printer.Write(b)
}

func (w counted) WriteString(s string) (int, error) { return w.Write([]byte(s)) }
