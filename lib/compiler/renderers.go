package compiler

import (
	"fmt"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/input"
	"github.com/azogue-build/azogue/lib/internal/input/copy"
	"github.com/azogue-build/azogue/lib/internal/input/external"
	"github.com/azogue-build/azogue/lib/internal/input/helm"
	"github.com/azogue-build/azogue/lib/internal/input/jinja2"
	"github.com/azogue-build/azogue/lib/internal/input/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/input/remove"
	"github.com/azogue-build/azogue/lib/internal/plan"
)

// renderers are the input types, one row each.
var renderers = []struct {
	inputType string
	render    input.Renderer
}{
	{"copy", copy.Render},
	{"external", external.Render},
	{"helm", helm.Render},
	{"jinja2", jinja2.Render},
	{"jsonnet", jsonnet.Render},
	{"remove", remove.Render},
}

// renderer gives the renderer of an input type, or nil.
func renderer(inputType string) input.Renderer {
	for _, r := range renderers {
		if r.inputType == inputType {
			return r.render
		}
	}
	return nil
}

func unsupported(job plan.Job) error {
	var known []string
	for _, r := range renderers {
		known = append(known, r.inputType)
	}
	return diag.Diag{ID: "compile/input-type", Pos: job.Pos, Message: fmt.Sprintf("input type %q cannot be compiled yet", job.InputType),
		Hint: "this version compiles " + strings.Join(known, ", ")}
}
