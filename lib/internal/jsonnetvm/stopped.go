package jsonnetvm

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

const endless = "look for a function, a field or a value that refers to itself without end"

// stopped is the finding about the evaluation itself, which was broken off at a
// place since its context has ended.
func (r *run) stopped(at tree.Pos) diag.Diag {
	reason := context.Cause(r.ctx)
	d := diag.Diag{ID: "jsonnet/stopped", Target: r.Target, Pos: at, Message: "the evaluation was stopped: " + reason.Error()}
	d.Pos.File = cmp.Or(at.File, r.File)
	var hints []string
	if at.Line > 0 {
		hints = append(hints, "the place is where it was busy then")
	}
	if limit, ok := errors.AsType[diag.Diag](reason); ok {
		d.ID, d.Message = limit.ID, "the evaluation was stopped: "+limit.Message
		if at.Line > 0 {
			hints = append(hints, endless)
		}
		if limit.Hint != "" {
			hints = append(hints, limit.Hint)
		}
	}
	d.Hint = strings.Join(hints, "; ")
	return d
}
